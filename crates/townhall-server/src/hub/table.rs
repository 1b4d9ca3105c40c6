//! The task of a table's mailbox: it runs the table, or refuses messages if another server has it.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::{sync::mpsc, time::sleep};
use townhall_table::protocol::{Code, Refusal};

use super::{
    Hub, Msg, NotServedHere,
    actor::{Actor, Unclaimed},
    stopped,
};

/// The time limit for claiming or reaching a table whose server does not answer. The lease of a killed server lasts for up
/// to `times.lease`.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(15);
/// The delay before the second attempt to claim it, which doubles with each attempt. Meanwhile the server that had it may
/// have stopped, and released it.
const FIRST_DELAY: Duration = Duration::from_millis(50);
/// The longest delay between two attempts.
const LONGEST_DELAY: Duration = Duration::from_secs(1);

/// Claims a table and runs it until it is evicted from memory. If another server has it, messages are answered with that
/// server's address.
pub(super) async fn run(hub: Arc<Hub>, code: String, mut messages: mpsc::Receiver<Msg>) {
    let mut search = Search::new();
    let mut stopping = hub.stopping.clone();
    let reason = loop {
        // Read before the claim, so that the end of a lease after the claim ends this table.
        let tenure = hub.tenure();
        let lease = match Actor::load(&hub, code.clone()).await {
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
                tracing::warn!(%code, "a table can't be claimed, and the server that has it does not answer");
                break NotServedHere::Refused(refusal);
            }
        }
    };
    while !hub.forget(&code, &mut messages) {
        turn_away(&mut messages, &reason);
    }
}

/// The attempts to claim or reach a table.
pub(super) struct Search {
    begun: Instant,
    delay: Duration,
}

impl Search {
    pub(super) fn new() -> Self {
        Self { begun: Instant::now(), delay: FIRST_DELAY }
    }

    /// Waits for the next attempt. `lease`: after this time the table can be claimed if its server does not come back.
    ///
    /// # Errors
    /// The time limit is over.
    pub(super) async fn wait(&mut self, lease: Option<Duration>) -> Result<(), Refusal> {
        if self.begun.elapsed() > SEARCH_TIMEOUT {
            return Err(Refusal::new(Code::Busy, "the server that has this table does not answer"));
        }
        sleep(lease.map_or(self.delay, |lease| self.delay.min(lease + FIRST_DELAY / 2))).await;
        self.delay = (self.delay * 2).min(LONGEST_DELAY);
        Ok(())
    }
}

/// Answers the messages to a table that is not served here.
fn turn_away(messages: &mut mpsc::Receiver<Msg>, reason: &NotServedHere) {
    while let Ok(msg) = messages.try_recv() {
        // The receiver may have been dropped already.
        match msg {
            Msg::Connect { answer, .. } => drop(answer.send(Err(reason.clone()))),
            Msg::Ask(question) => question(Err(reason.clone())),
            Msg::Forget { answer, .. } => drop(answer.send(Err(reason.clone()))),
            _ => {}
        }
    }
}
