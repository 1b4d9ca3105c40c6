//! One socket of the load: a player or a spectator of a table.

use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::{SinkExt, StreamExt};
use rand_xoshiro::Xoshiro256PlusPlus;
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::{Duration, Instant, sleep},
};
use townhall_client::{
    ClientError, Guest, Socket,
    tungstenite::{self, Message, Utf8Bytes},
};
use townhall_table::protocol::{Action, Command};

use super::{
    Shared,
    wire::{self, Frame, Offers},
};

/// How often a lost connection is tried again, and after how long.
const ATTEMPTS: (u32, Duration) = (100, Duration::from_millis(100));

/// A seat that plays, or a spectator.
pub(super) struct Seat<'a> {
    shared: &'a Shared,
    guest: &'a Guest,
    code: &'a str,
    socket: Socket,
    rng: Xoshiro256PlusPlus,
    turns: (UnboundedSender<Instant>, UnboundedReceiver<Instant>),
    seen: Seen,
    /// The command that waits for its answer.
    pending: Option<Pending>,
    /// Why the last command was refused, if it was.
    refused: Option<String>,
    /// Since when the question is open that this seat may answer.
    asked: Option<Instant>,
    /// Whether the schedule knows that this seat may move.
    queued: bool,
    commands: u64,
}

/// The known state of the table.
#[derive(Default)]
struct Seen {
    version: u64,
    me: Option<u8>,
    /// The moves that are offered.
    offers: Offers,
    asked: bool,
    sealed: bool,
    may_act: bool,
    /// Whether the game has begun.
    begun: bool,
    over: bool,
    /// Whether the first frame of this socket was received.
    greeted: bool,
}

/// The moves of a table that are made before anything is measured.
pub(super) struct HeadStart {
    left: AtomicU64,
    over: UnboundedSender<()>,
    /// The moves of them that were sent and not answered yet.
    unanswered: AtomicU64,
}

impl HeadStart {
    /// A head start of `moves` moves, after which `over` is notified.
    pub(super) fn new(moves: u64, over: UnboundedSender<()>) -> Self {
        // One more than the moves: the seat that takes this last one finds that the head start is over.
        Self { left: AtomicU64::new(moves + 1), over, unanswered: AtomicU64::new(0) }
    }

    /// Whether all that were sent are answered.
    pub(super) fn are_answered(&self) -> bool {
        self.unanswered.load(Ordering::Relaxed) == 0
    }

    /// Whether one more of them is to be made.
    fn one_more(&self) -> bool {
        let before = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        if before == Ok(1) {
            // Once the run is over, the receiver is gone.
            let _ = self.over.send(());
        }
        before.is_ok_and(|before| before > 1)
    }
}

/// The events for which a seat that plays waits.
enum Woken {
    Due(Instant),
    Message(Option<Result<Message, tungstenite::Error>>),
}

struct Pending {
    id: String,
    text: String,
    /// When the command was due; `None` if it is not measured.
    due: Option<Instant>,
}

impl<'a> Seat<'a> {
    pub(super) async fn connect(
        shared: &'a Shared,
        guest: &'a Guest,
        code: &'a str,
        rng: Xoshiro256PlusPlus,
    ) -> Result<Self, ClientError> {
        let socket = shared.site().socket(Some(guest), code, 0).await?;
        let mut seat = Self {
            shared,
            guest,
            code,
            socket,
            rng,
            turns: unbounded_channel(),
            seen: Seen::default(),
            pending: None,
            refused: None,
            asked: None,
            queued: false,
            commands: 0,
        };
        while !seat.seen.greeted {
            seat.next().await?;
        }
        Ok(seat)
    }

    /// Sends an action that is not measured, and waits until the server has accepted it.
    pub(super) async fn request(&mut self, action: Action) -> Result<(), ClientError> {
        self.command(action, None).await?;
        while self.pending.is_some() {
            self.next().await?;
        }
        self.refused.take().map_or(Ok(()), |code| Err(ClientError::Command(code)))
    }

    /// Plays until the game is over, or time is up.
    pub(super) async fn play(mut self, head_start: &HeadStart) {
        let mut stop = self.shared.stop.clone();
        let mut waits = false;
        loop {
            // The client that starts the game knows already whether it is its turn.
            while self.seen.may_act && self.pending.is_none() && !self.queued {
                if !head_start.one_more() {
                    self.queued = true;
                    self.shared.schedule.ready(&self.turns.0);
                } else if self.turn(None).await.is_err() && !self.come_back().await {
                    return;
                }
            }
            match (std::mem::replace(&mut waits, self.pending.is_some()), self.pending.is_some()) {
                (false, true) => drop(head_start.unanswered.fetch_add(1, Ordering::Relaxed)),
                (true, false) => drop(head_start.unanswered.fetch_sub(1, Ordering::Relaxed)),
                _ => {}
            }
            if self.seen.over {
                return;
            }
            let woken = tokio::select! {
                biased;
                _ = stop.wait_for(|stop| *stop) => return,
                Some(due) = self.turns.1.recv() => Woken::Due(due),
                message = self.socket.next() => Woken::Message(message),
            };
            let went = match woken {
                Woken::Due(due) => self.turn(Some(due)).await,
                Woken::Message(message) => self.hear(message),
            };
            if went.is_err() && !self.come_back().await {
                return;
            }
        }
    }

    /// Makes a move, which is measured if it has a time at which it was due.
    async fn turn(&mut self, due: Option<Instant>) -> Result<(), ClientError> {
        self.queued = false;
        self.asked = None;
        match self.seen.offers.some_move(&mut self.rng) {
            Some(mv) => self.command(Action::Move { mv }, due).await,
            None => {
                self.shared.tally(|tally| tally.without_offer += 1);
                self.seen.may_act = false;
                Ok(())
            }
        }
    }

    async fn command(&mut self, action: Action, due: Option<Instant>) -> Result<(), ClientError> {
        self.commands += 1;
        let id = format!("{}-{}", self.shared.run, self.commands);
        let command = Command { id: id.clone(), on: self.seen.version, action };
        let text = serde_json::to_string(&command)?;
        self.pending = Some(Pending { id, text: text.clone(), due });
        Ok(self.socket.send(Message::text(text)).await?)
    }

    /// Waits for the next frame and applies it.
    async fn next(&mut self) -> Result<(), ClientError> {
        let message = self.socket.next().await;
        self.hear(message)
    }

    fn hear(&mut self, message: Option<Result<Message, tungstenite::Error>>) -> Result<(), ClientError> {
        match message.ok_or(ClientError::Closed)?? {
            Message::Text(text) => self.take_in(&text),
            Message::Close(_) => Err(ClientError::Closed),
            _ => Ok(()),
        }
    }

    fn take_in(&mut self, text: &Utf8Bytes) -> Result<(), ClientError> {
        let frame: Frame<'_> = serde_json::from_str(text)?;
        self.shared.tally(|tally| tally.received += text.len() as u64);
        // When the game begins, the whole table comes as well.
        if frame.kind == "table" && std::mem::replace(&mut self.seen.greeted, true) && self.seen.begun {
            self.shared.tally(|tally| tally.resyncs += 1);
        }
        if let Some(refusal) = &frame.refusal {
            let code = refusal.code.to_owned();
            self.shared.tally(|tally| *tally.refused.entry(code).or_default() += 1);
        }
        let answered = self.pending.as_ref().is_some_and(|pending| frame.id == Some(pending.id.as_str()));
        if answered {
            let due = self.pending.take().and_then(|pending| pending.due);
            self.refused = frame.refusal.as_ref().map(|refusal| refusal.code.to_owned());
            if let Some(due) = due.filter(|_| frame.kind == "done") {
                self.shared.acknowledged(due);
                // If the table after this move was not received yet, the seat may not act until the next frame says so.
                self.seen.may_act &= self.seen.version >= frame.version;
            }
        }
        match frame.kind {
            "table" => {
                let Some(table) = frame.table else { return Ok(()) };
                self.seen.version = table.version;
                self.seen.begun = table.game.is_some();
                let offers = table.game.as_ref().and_then(|game| game.offers);
                self.seen.offers =
                    offers.map_or(Ok(Offers::default()), |offers| Offers::read(offers.get()))?;
                self.see(table);
            }
            "update" => {
                self.seen.version = frame.version;
                for seen in [frame.all, frame.own].into_iter().flatten() {
                    if let Some(changes) = seen.game.as_ref().and_then(|game| game.offers) {
                        self.seen.offers.update(changes.get())?;
                    }
                    self.see(seen);
                }
            }
            _ => return Ok(()),
        }
        self.seen.may_act = self.seen.asked && !self.seen.sealed;
        self.asked = self.seen.may_act.then(|| self.asked.unwrap_or_else(Instant::now));
        Ok(())
    }

    /// Updates the known state from a frame, without the offers.
    fn see(&mut self, table: wire::Seen<'_>) {
        self.seen.me = table.me.or(self.seen.me);
        self.seen.over |= table.status == Some("over");
        let Some(game) = table.game else { return };
        if let (Some(to_act), Some(me)) = (game.to_act, self.seen.me) {
            self.seen.asked = to_act.contains(&me);
        }
        if let Some(sealed) = game.my_sealed {
            self.seen.sealed = sealed.is_some();
        }
    }

    /// Connects again, and sends again what was not answered.
    async fn come_back(&mut self) -> bool {
        self.shared.tally(|tally| tally.reconnects += 1);
        self.seen.greeted = false;
        for _ in 0..ATTEMPTS.0 {
            if self.shared.stopped() {
                return false;
            }
            if let Ok(socket) =
                self.shared.site().socket(Some(self.guest), self.code, self.seen.version).await
            {
                self.socket = socket;
                let again = self.pending.as_ref().map(|pending| Message::text(pending.text.clone()));
                if match again {
                    Some(text) => self.socket.send(text).await.is_ok(),
                    None => true,
                } {
                    return true;
                }
            }
            sleep(ATTEMPTS.1).await;
        }
        false
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        if let (Some(push), Some(asked)) = (&self.shared.push, self.asked) {
            push.left(self.guest, self.code, asked);
        }
    }
}
