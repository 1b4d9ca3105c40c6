//! One table in use: who is connected, what each of them has to be sent, and what has to be stored.
//!
//! A [`Session`] does no I/O. Whoever runs it (the server's actor, a browser's worker, a test) tells it what happened
//! and what time it is, stores each [`Commit`] that it asks for, and delivers what it wants to send:
//!
//! ```text
//! connect, command, reply, tick ──▶ Session ──▶ Step::Commit ──store──▶ committed or failed
//!                                      │
//!                                      └─▶ take_outgoing: frames, and to whom
//!                                      └─▶ take_tasks: what bots have to think about
//! ```
//!
//! Nobody is sent anything that is not durable: not the answer to a command, not the news of it. Between a
//! [`Step::Commit`] and its [`Session::committed`] or [`Session::failed`] nothing else may be handed in.

mod commit;
mod outgoing;
mod presence;
mod shown;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use tabletop::Seed;

use self::{
    commit::Pending,
    shown::{Fingerprint, Shown},
};
pub use self::{
    commit::{Change, Commit, NewTable, Step},
    outgoing::{Answered, ConnectionId, Outgoing, OutgoingKind},
};
use crate::{
    catalogue::Catalogue,
    journal::{Millis, Person, PlayerId},
    protocol::{Frame, Refusal},
    room::{Context, Known, Patience, Room, Summary},
    task::{Attempt, HintTask, Subject, Task, TaskKey},
};

/// What the outside hands in with every event.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// What time it is. It should not go back.
    pub now: Millis,
    /// 32 bytes that nobody can guess, fresh for each event.
    pub entropy: Seed,
    /// How many milliseconds have passed in all that count for nobody: the machine slept, or its clock was set. This
    /// only grows.
    pub lost: Millis,
}

/// Who sees the same: a person of the table, or all others.
type Viewer = Option<PlayerId>;

/// Connections that are shown the same.
struct Group {
    shown: Shown,
    connections: Vec<ConnectionId>,
}

/// Somebody's connection.
struct Connection {
    /// `None`: somebody without a name, who only watches.
    person: Option<Person>,
    /// As whom it counts among those who are present.
    present_as: PlayerId,
    viewer: Viewer,
}

/// One table in use.
pub struct Session {
    code: String,
    catalogue: Arc<Catalogue>,
    room: Box<dyn Room>,
    /// What lists say of the table, as it is stored.
    summary: Summary,
    context: Context,
    /// How much time of the latest moment counted for nobody.
    lost: Millis,
    /// Since when the clocks stand still, if they do.
    still_since: Option<Millis>,
    connections: BTreeMap<ConnectionId, Connection>,
    next_connection: u64,
    groups: BTreeMap<Viewer, Group>,
    fingerprint: Fingerprint,
    /// The tasks whose bots are thinking.
    in_flight: BTreeSet<TaskKey>,
    /// Tasks whose bots failed, with what is tried next.
    failures: BTreeMap<TaskKey, Attempt>,
    pending: Option<Pending>,
    outgoing: Vec<Outgoing>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("code", &self.code)
            .field("version", &self.room.version())
            .field("connections", &self.connections.len())
            .finish_non_exhaustive()
    }
}

impl Session {
    /// A table to which nobody is connected yet.
    #[must_use]
    pub fn new(
        catalogue: Arc<Catalogue>,
        code: String,
        room: Box<dyn Room>,
        patience: Patience,
        moment: Moment,
    ) -> Self {
        let summary = room.summary();
        let mut context = Context::new(moment.now, moment.entropy, patience);
        presence::people_changed(&mut context, &summary.people);
        Self {
            code,
            catalogue,
            room,
            summary,
            context,
            lost: moment.lost,
            // Nobody knows how much of a question's time was used up before the table was read.
            still_since: Some(0),
            connections: BTreeMap::new(),
            next_connection: 0,
            groups: BTreeMap::new(),
            fingerprint: Fingerprint::new(&moment.entropy),
            in_flight: BTreeSet::new(),
            failures: BTreeMap::new(),
            pending: None,
            outgoing: Vec::new(),
        }
    }

    /// Who is connected so; none, if they have no name.
    #[must_use]
    pub fn person(&self, id: ConnectionId) -> Option<PlayerId> {
        self.connections.get(&id)?.person.as_ref().map(|person| person.id)
    }

    /// The table itself.
    #[must_use]
    pub fn room(&self) -> &dyn Room {
        &*self.room
    }

    /// What lists say of the table, as it is stored.
    #[must_use]
    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The circumstances under which the table decides: who is there, and since when others are away.
    #[must_use]
    pub const fn context(&self) -> &Context {
        &self.context
    }

    /// Whether nobody is connected and no bot is thinking.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.connections.is_empty() && self.in_flight.is_empty()
    }

    /// When [`Session::tick`] has something to do next, if ever.
    pub fn due(&mut self, now: Millis) -> Option<Millis> {
        self.context.now = now;
        self.room.due(&self.context)
    }

    /// The frames to deliver, in this order.
    pub fn take_outgoing(&mut self) -> Vec<Outgoing> {
        std::mem::take(&mut self.outgoing)
    }

    fn at(&mut self, moment: Moment) {
        debug_assert!(self.pending.is_none(), "a commit waits for its result");
        let lost = moment.lost.saturating_sub(self.lost);
        if lost > 0 {
            self.lost = moment.lost;
            presence::lost(&mut self.context, lost, moment.now, self.still_since.is_some());
        }
        self.context.now = moment.now;
        self.context.entropy = moment.entropy;
    }

    // Who is there.

    /// Somebody connects, who has seen the table up to the version `since` (0: never). They are sent the table.
    pub fn connect(&mut self, person: Option<Person>, since: u64, moment: Moment) -> ConnectionId {
        self.at(moment);
        let id = ConnectionId(self.next_connection);
        self.next_connection += 1;
        // Somebody without a name is present as nobody's player.
        let nobody = PlayerId(-1 - i64::try_from(id.0).unwrap_or_default());
        let present_as = person.as_ref().map_or(nobody, |person| person.id);
        presence::connected(&mut self.context, present_as);
        self.send_news();
        let viewer = self.viewer(person.as_ref());
        let since = if since > self.room.version() { 0 } else { since };
        let table = self.room.view(viewer, &self.context, Known { version: since, game: 0 });
        let group = self.groups.entry(viewer);
        group
            .or_insert_with(|| Group {
                shown: Shown::new(&table, &self.fingerprint),
                connections: Vec::new(),
            })
            .connections
            .push(id);
        self.connections.insert(id, Connection { person, present_as, viewer });
        self.send(vec![id], OutgoingKind::Whole, &Frame::Table { now: moment.now, table: Box::new(table) });
        id
    }

    /// Somebody's connection is gone.
    pub fn disconnect(&mut self, id: ConnectionId, moment: Moment) {
        self.at(moment);
        let Some(connection) = self.connections.remove(&id) else { return };
        presence::disconnected(&mut self.context, connection.present_as, &self.summary.people);
        self.leave_group(id, connection.viewer);
        self.send_news();
    }

    /// Sends the whole table anew to somebody who could not be sent everything.
    pub fn resync(&mut self, id: ConnectionId, moment: Moment) {
        self.at(moment);
        self.send_whole(id);
    }

    fn send_whole(&mut self, id: ConnectionId) {
        if let Some(connection) = self.connections.get(&id) {
            let table = self.room.view(connection.viewer, &self.context, Known::default());
            let frame = Frame::Table { now: self.context.now, table: Box::new(table) };
            self.send(vec![id], OutgoingKind::Whole, &frame);
        }
    }

    fn leave_group(&mut self, id: ConnectionId, viewer: Viewer) -> Option<Shown> {
        let group = self.groups.get_mut(&viewer)?;
        group.connections.retain(|other| *other != id);
        let shown = group.shown.clone();
        if group.connections.is_empty() {
            self.groups.remove(&viewer);
        }
        Some(shown)
    }

    /// As whom a person sees the table.
    fn viewer(&self, person: Option<&Person>) -> Viewer {
        let id = person?.id;
        (id == self.room.host() || self.summary.people.contains(&id)).then_some(id)
    }

    /// Those who have sat down or left see the table as somebody else from now on.
    fn people_changed(&mut self) {
        presence::people_changed(&mut self.context, &self.summary.people);
        self.watch_clock();
        let moved: Vec<_> = self
            .connections
            .iter()
            .map(|(id, connection)| (*id, connection.viewer, self.viewer(connection.person.as_ref())))
            .filter(|(_, before, after)| before != after)
            .collect();
        for (id, before, after) in moved {
            let Some(shown) = self.leave_group(id, before) else { continue };
            if let Some(connection) = self.connections.get_mut(&id) {
                connection.viewer = after;
            }
            let same = self.groups.get(&after).is_none_or(|group| group.shown == shown);
            let group = self.groups.entry(after).or_insert(Group { shown, connections: Vec::new() });
            group.connections.push(id);
            if !same {
                self.send_whole(id);
            }
        }
    }

    /// Notes whether the clocks run now.
    fn watch_clock(&mut self) {
        let now = self.context.now;
        match (self.room.clock_runs(&self.context), self.still_since) {
            (true, Some(since)) => {
                presence::stood_still(&mut self.context, since, now);
                self.still_since = None;
            }
            (false, None) => self.still_since = Some(now),
            _ => {}
        }
    }

    /// Sends everybody what has changed for them.
    fn send_news(&mut self) {
        self.watch_clock();
        for (viewer, group) in &mut self.groups {
            let view = self.room.view(*viewer, &self.context, group.shown.known());
            if let Some(patch) = group.shown.update(view, &self.fingerprint) {
                let frame = Frame::Update { now: self.context.now, patch: Box::new(patch) };
                let to = group.connections.clone();
                self.outgoing.push(Outgoing::new(to, OutgoingKind::News, &frame));
            }
        }
    }

    fn send(&mut self, to: Vec<ConnectionId>, kind: OutgoingKind, frame: &Frame) {
        self.outgoing.push(Outgoing::new(to, kind, frame));
    }

    // Bots.

    /// What bots have to think about that nobody thinks about yet. Each task is handed out once; its reply comes back
    /// by [`Session::reply`], or [`Session::bot_failed`] tells that there is none.
    pub fn take_tasks(&mut self, now: Millis) -> Vec<Task> {
        self.context.now = now;
        let keys = self.room.pending_tasks(&self.context);
        self.in_flight.retain(|key| keys.contains(key));
        self.failures.retain(|key, _| keys.contains(key));
        let mut tasks = Vec::new();
        for key in keys {
            let attempt = self.failures.get(&key).copied().unwrap_or_default();
            // Without an opinion the game goes on; without a move it would not.
            let given_up = attempt != Attempt::Own && key.subject != Subject::Move;
            if given_up || self.in_flight.contains(&key) {
                continue;
            }
            if let Some(task) = self.room.task(key, attempt, &self.context) {
                self.in_flight.insert(key);
                tasks.push(task);
            }
        }
        tasks
    }

    /// Whether the answer to a task that was handed out is still wanted.
    #[must_use]
    pub fn is_wanted(&self, key: TaskKey) -> bool {
        self.in_flight.contains(&key)
    }

    /// A bot failed: a simpler one makes its move, at the next [`Session::take_tasks`].
    pub fn bot_failed(&mut self, key: TaskKey) {
        self.in_flight.remove(&key);
        let next = self.failures.get(&key).copied().unwrap_or_default().next();
        self.failures.insert(key, next);
    }

    /// What a strong bot would do on the seat of a person who is to act.
    ///
    /// # Errors
    /// It is not their turn, or there are no hints at this table.
    pub fn hint(&self, who: PlayerId) -> Result<HintTask, Refusal> {
        self.room.hint(who)
    }
}
