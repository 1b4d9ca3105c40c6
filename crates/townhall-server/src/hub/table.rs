//! One table as this server has it: its own, in memory, or that of another node.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::{sync::mpsc, time::sleep};
use townhall_table::protocol::{Code, Refusal};

use super::{
    Hub, Msg,
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

/// Claims a table and runs it until it is evicted from memory.
pub(super) async fn run(hub: Arc<Hub>, code: String, mut messages: mpsc::Receiver<Msg>) {
    let mut search = Search::new();
    let mut stopping = hub.stopping.clone();
    let refusal = loop {
        // Before the claim, so that what ends after it ends the table.
        let tenure = hub.tenure();
        let lease = match Actor::load(&hub, code.clone()).await {
            Ok(actor) => return actor.run(&mut messages, tenure).await,
            Err(Unclaimed::Refused(refusal)) => break refusal,
            Err(Unclaimed::Elsewhere { lease, .. }) => lease,
            Err(Unclaimed::NoLease) => LATER,
        };
        let Some(pause) = search.pause(lease) else {
            tracing::warn!(%code, "neither its node answers for a table, nor can this one claim it");
            break Refusal::new(Code::Busy, "the server that has this table does not answer");
        };
        tokio::select! {
            () = stopped(&mut stopping) => return,
            () = sleep(pause) => {}
        }
    };
    while !hub.forget(&code, &mut messages) {
        turn_away(&mut messages, &refusal);
    }
}

/// How long, and how often, a table is asked for.
struct Search {
    begun: Instant,
    next: Duration,
}

impl Search {
    fn new() -> Self {
        Self { begun: Instant::now(), next: SOON }
    }

    /// How long to wait before it is asked for again; none if it was long enough. `lease`: when it can be claimed at the
    /// latest, if its node does not come back.
    fn pause(&mut self, lease: Duration) -> Option<Duration> {
        let pause = self.next.min(lease + SOON / 2);
        self.next = (self.next * 2).min(LATER);
        (self.begun.elapsed() < SEARCH).then_some(pause)
    }
}

/// Answers those who wait for a table that can't be had.
fn turn_away(messages: &mut mpsc::Receiver<Msg>, refusal: &Refusal) {
    while let Ok(msg) = messages.try_recv() {
        // The receiver may have been dropped already.
        match msg {
            Msg::Connect { answer, .. } => drop(answer.send(Err(refusal.clone()))),
            Msg::Record { answer } => drop(answer.send(Err(refusal.clone()))),
            Msg::LookBack { answer, .. } => drop(answer.send(Err(refusal.clone()))),
            Msg::Earlier { answer, .. } => drop(answer.send(Err(refusal.clone()))),
            Msg::Hint { answer, .. } => drop(answer.send(Err(refusal.clone()))),
            Msg::Forget { answer, .. } => drop(answer.send(Err(refusal.clone()))),
            Msg::PersonAt { answer, .. } => drop(answer.send(Err(refusal.clone()))),
            _ => {}
        }
    }
}
