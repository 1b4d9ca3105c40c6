//! One table as this server has it: its own, in memory, or that of another node.

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

/// How long a table is asked for that neither its node answers for nor this one can claim. A node that was killed has a
/// lease for as long as `times.lease`.
const SEARCH: Duration = Duration::from_secs(15);
/// How soon it is claimed again at first. In the meantime the node that had it may have stopped, and released it.
const SOON: Duration = Duration::from_millis(50);
/// How soon it is claimed again at last.
const LATER: Duration = Duration::from_secs(1);

/// Claims a table and runs it until it is evicted from memory. If another node has it, whoever waits is told which.
pub(super) async fn run(hub: Arc<Hub>, code: String, mut messages: mpsc::Receiver<Msg>) {
    let mut search = Search::new();
    let mut stopping = hub.stopping.clone();
    let away = loop {
        // Before the claim, so that what ends after it ends the table.
        let tenure = hub.tenure();
        let lease = match Actor::load(&hub, code.clone()).await {
            Ok(actor) => return actor.run(&mut messages, tenure).await,
            Err(Unclaimed::Refused(refusal)) => break NotServedHere::Refused(refusal),
            Err(Unclaimed::Elsewhere { node, lease }) => {
                if let Some(link) = hub.link(node).await {
                    break NotServedHere::Elsewhere(link);
                }
                Some(lease)
            }
            Err(Unclaimed::NoLease) => None,
        };
        tokio::select! {
            () = stopped(&mut stopping) => return,
            waited = search.wait(lease) => if let Err(refusal) = waited {
                tracing::warn!(%code, "neither its node answers for a table, nor can this one claim it");
                break NotServedHere::Refused(refusal);
            }
        }
    };
    while !hub.forget(&code, &mut messages) {
        turn_away(&mut messages, &away);
    }
}

/// How long, and how often, a table is asked for.
pub(super) struct Search {
    begun: Instant,
    next: Duration,
}

impl Search {
    pub(super) fn new() -> Self {
        Self { begun: Instant::now(), next: SOON }
    }

    /// Waits until it is time to ask again. `lease`: when it can be claimed at the latest, if its node does not come back.
    ///
    /// # Errors
    /// It was asked for long enough.
    pub(super) async fn wait(&mut self, lease: Option<Duration>) -> Result<(), Refusal> {
        if self.begun.elapsed() > SEARCH {
            return Err(Refusal::new(Code::Busy, "the server that has this table does not answer"));
        }
        sleep(lease.map_or(self.next, |lease| self.next.min(lease + SOON / 2))).await;
        self.next = (self.next * 2).min(LATER);
        Ok(())
    }
}

/// Answers those who wait for a table that can't be had here.
fn turn_away(messages: &mut mpsc::Receiver<Msg>, away: &NotServedHere) {
    while let Ok(msg) = messages.try_recv() {
        // The receiver may have been dropped already.
        match msg {
            Msg::Connect { answer, .. } => drop(answer.send(Err(away.clone()))),
            Msg::Ask(question) => question(Err(away.clone())),
            Msg::Forget { answer, .. } => drop(answer.send(Err(away.clone()))),
            _ => {}
        }
    }
}
