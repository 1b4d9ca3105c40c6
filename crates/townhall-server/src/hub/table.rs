//! The task of a table's mailbox: it runs the table, or refuses messages if another server has it.

use std::sync::Arc;

use tokio::sync::mpsc;
use townhall_system::{seldom, stopped};
use townhall_table::TableCode;

use super::{
    Hub, Msg, NotServedHere, Request,
    actor::{Actor, Unclaimed},
    placement::Search,
};

/// Claims a table and runs it until it is evicted from memory. If another server has it, messages are answered with that
/// server's address.
pub(super) async fn run(hub: Arc<Hub>, code: TableCode, mut messages: mpsc::Receiver<Msg>) {
    let mut search = Search::new();
    let mut stopping = hub.stopping.clone();
    let reason = loop {
        // Read before the claim, so that the end of a lease after the claim ends this table.
        let tenure = hub.tenure();
        let lease = match Actor::load(&hub, code).await {
            Ok(actor) => return actor.run(&mut messages, tenure).await,
            Err(Unclaimed::Refused(refusal)) => break NotServedHere::Refused(refusal),
            Err(Unclaimed::Elsewhere { node, lease }) => {
                if hub.placement.reaches(node).await {
                    break NotServedHere::Elsewhere(node);
                }
                Some(lease)
            }
            Err(Unclaimed::NoLease) => None,
        };
        tokio::select! {
            () = stopped(&mut stopping) => return,
            waited = search.wait(lease) => if let Err(refusal) = waited {
                seldom!(warn, %code, "a table can't be claimed, and the server that has it does not answer");
                break NotServedHere::Refused(refusal);
            }
        }
    };
    while !hub.forget(code, &mut messages) {
        turn_away(&mut messages, &reason);
    }
}

/// Answers the messages to a table that is not served here.
fn turn_away(messages: &mut mpsc::Receiver<Msg>, reason: &NotServedHere) {
    while let Ok(msg) = messages.try_recv() {
        // A command is lost with its connection, whose client connects again.
        let Msg::Request(request) = msg else { continue };
        // The receiver may have been dropped already.
        match request {
            Request::Connect { reply, .. } => drop(reply.send(Err(reason.clone()))),
            Request::Ask(question) => question(Err(reason.clone())),
            Request::Invite { reply, .. } => drop(reply.send(Err(reason.clone()))),
            Request::Forget { reply, .. } => drop(reply.send(Err(reason.clone()))),
            Request::Look { .. }
            | Request::Disconnect { .. }
            | Request::Due { .. }
            | Request::Resync { .. }
            | Request::Renamed { .. }
            | Request::Removed => {}
        }
    }
}
