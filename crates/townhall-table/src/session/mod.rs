//! One table in use: its connections, the frames to send to them, and the entries to store.
//!
//! A [`Session`] does no I/O. Its runner (the server's actor, a browser's worker, a test) reports events and the time,
//! stores each [`Commit`] that the session asks for, and delivers its frames:
//!
//! ```text
//! connect, command, reply, tick ──▶ Session ──▶ Step::Commit ──store──▶ committed or failed
//!                                      │
//!                                      └─▶ take_outgoing: frames and their receivers
//!                                      └─▶ take_tasks: tasks for bots
//! ```
//!
//! A command's answer and the updates that it causes are sent after its entries are durable. Between a [`Step::Commit`]
//! and its [`Session::committed`] or [`Session::failed`], the runner must not report any other event.

mod commit;
mod notices;
mod outgoing;
mod presence;
mod shown;

use std::sync::Arc;

use litemap::LiteMap;
use tabletop::Seed;

use self::{
    commit::Pending,
    shown::{Common, Own},
};
pub use self::{
    commit::{Change, Commit, Sent, Step},
    notices::{Notice, NoticeKind, appointments},
    outgoing::{Answered, ConnectionId, Outgoing, OutgoingKind},
};
use crate::{
    Json,
    catalogue::Catalogue,
    journal::{Millis, Person, PlayerId},
    protocol::{Earlier, Frame, Refusal},
    room::{Context, Known, Lines, Patience, Room, Summary},
    task::{Attempt, HintTask, Subject, Task, TaskKey},
};

/// The time and entropy that the caller hands in with every event.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// The current time. It should not go back.
    pub now: Millis,
    /// 32 unpredictable bytes, fresh for each event.
    pub entropy: Seed,
    /// How many milliseconds were skipped in total and are charged to no player, because the machine was suspended or
    /// its clock was set. This only grows.
    pub lost: Millis,
}

/// A viewer of the table: one of its people; `None` stands for all others, who see the same.
type Viewer = Option<PlayerId>;

/// How many lines of log and talk are sent with a whole table. Clients request earlier ones.
const LINES: usize = 100;

/// The connections of one viewer.
struct Group {
    /// The viewer's own part, as it was sent last.
    own: Own,
    connections: Vec<ConnectionId>,
}

/// A connection of a client.
struct Connection {
    /// `None`: a spectator without a name.
    person: Option<Person>,
    /// The player id under which the connection counts as present: the person's, or a made-up one for a spectator without
    /// a name.
    present_as: PlayerId,
    viewer: Viewer,
    /// Whether its page is in view, as far as the client reports it.
    in_view: bool,
}

/// One table in use.
///
/// Methods that take a [`Moment`] panic while a commit waits for its result.
pub struct Session {
    code: String,
    catalogue: Arc<Catalogue>,
    room: Box<dyn Room>,
    /// The table's summary as it is stored.
    summary: Summary,
    context: Context,
    /// The skipped time of the latest moment, see [`Moment`].
    lost: Millis,
    /// Since when the players' clocks are stopped, if they are.
    stopped_since: Option<Millis>,
    connections: LiteMap<ConnectionId, Connection>,
    next_connection: u64,
    /// The common part that was sent last; `None` without connections.
    shown: Option<Common>,
    groups: LiteMap<Viewer, Group>,
    /// Connections that now see the table as another viewer, and have to be sent the whole table.
    regrouped: Vec<(ConnectionId, Viewer)>,
    /// The tasks whose bots are thinking.
    in_flight: Vec<TaskKey>,
    /// Tasks whose bots failed, each with the next attempt.
    failures: LiteMap<TaskKey, Attempt>,
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
    /// A table without connections.
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
            // The time that passed before the table was loaded is unknown, so the clocks count as stopped.
            stopped_since: Some(0),
            connections: LiteMap::new(),
            next_connection: 0,
            shown: None,
            groups: LiteMap::new(),
            regrouped: Vec::new(),
            in_flight: Vec::new(),
            failures: LiteMap::new(),
            pending: None,
            outgoing: Vec::new(),
        }
    }

    /// The person behind a connection; `None` if they have no name.
    #[must_use]
    pub fn person(&self, id: ConnectionId) -> Option<PlayerId> {
        self.connections.get(&id)?.person.as_ref().map(|person| person.id)
    }

    /// The table itself.
    #[must_use]
    pub fn room(&self) -> &dyn Room {
        &*self.room
    }

    /// The table's summary as it is stored.
    #[must_use]
    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The context in which the table decides: the connected people, and since when others are away.
    #[must_use]
    pub const fn context(&self) -> &Context {
        &self.context
    }

    /// Whether there is no connection and no bot is thinking.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.connections.is_empty() && self.in_flight.is_empty()
    }

    /// Whether a person is connected.
    #[must_use]
    pub fn is_connected(&self, who: PlayerId) -> bool {
        self.connections.values().any(|connection| connection.present_as == who)
    }

    /// Whether a person is connected with a page that is in view.
    #[must_use]
    pub fn is_looking(&self, who: PlayerId) -> bool {
        self.connections.values().any(|connection| connection.present_as == who && connection.in_view)
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
        assert!(self.pending.is_none(), "a commit waits for its result");
        let lost = moment.lost.saturating_sub(self.lost);
        if lost > 0 {
            self.lost = moment.lost;
            presence::lost(&mut self.context, lost, moment.now, self.stopped_since.is_some());
        }
        self.context.now = moment.now;
        self.context.entropy = moment.entropy;
    }

    // Connections.

    /// Connects a client that has seen the table up to the version `since` (0: never), and sends it the table.
    pub fn connect(&mut self, person: Option<Person>, since: u64, moment: Moment) -> ConnectionId {
        self.at(moment);
        let id = ConnectionId(self.next_connection);
        self.next_connection += 1;
        // A spectator without a name is present under a negative id, which no player has.
        let anonymous = PlayerId(-1 - i64::try_from(id.0).unwrap_or_default());
        let present_as = person.as_ref().map_or(anonymous, |person| person.id);
        let name = person.as_ref().map(|person| person.name.as_str());
        presence::connected(&mut self.context, present_as, name);
        self.send_news();
        let viewer = self.viewer(person.as_ref());
        self.connections.insert(id, Connection { person, present_as, viewer, in_view: true });
        self.show_to(id, viewer, if since > self.room.version() { 0 } else { since });
        id
    }

    /// Sends the whole table to a connection, and adds it to the group of its viewer. All others must be up to date.
    fn show_to(&mut self, id: ConnectionId, viewer: Viewer, since: u64) {
        if let Some(group) = self.groups.get_mut(&viewer) {
            group.connections.push(id);
        } else {
            let mut seen = self.room.seen(&[viewer], &self.context, self.nothing_known());
            if self.shown.is_none() {
                self.shown = Some(Common::new(seen.common, seen.open));
            }
            if let Some(own) = seen.own.pop() {
                self.groups.insert(viewer, Group { own: Own::new(own), connections: vec![id] });
            }
        }
        self.send_whole(viewer, vec![id], since);
    }

    /// The state of a viewer who has nothing of the game, and needs no lines of log and talk.
    fn nothing_known(&self) -> Known {
        Known { version: self.room.version(), game: 0 }
    }

    /// A connection was closed.
    pub fn disconnect(&mut self, id: ConnectionId, moment: Moment) {
        self.at(moment);
        let Some(connection) = self.connections.remove(&id) else { return };
        presence::disconnected(&mut self.context, connection.present_as, &self.summary.people);
        self.leave_group(id, connection.viewer);
        self.send_news();
    }

    /// Sends the whole table again to a connection that missed frames.
    pub fn resync(&mut self, id: ConnectionId, moment: Moment) {
        self.at(moment);
        if let Some(connection) = self.connections.get(&id) {
            self.send_whole(connection.viewer, vec![id], 0);
        }
    }

    /// Sends the table as a viewer sees it, with lines of log and talk after the version `since`.
    fn send_whole(&mut self, viewer: Viewer, to: Vec<ConnectionId>, since: u64) {
        let table = self.room.view(viewer, &self.context, Lines { since, most: LINES });
        let [log, talk] =
            [self.room.log_before(usize::MAX, 0).start, self.room.talk_before(usize::MAX, 0).start];
        let earlier = Earlier { log: log - table.log.len(), talk: talk - table.talk.len() };
        let frame = Frame::Table { now: self.context.now, table: Box::new(table), earlier };
        self.send(to, OutgoingKind::Whole, &frame);
    }

    /// Removes a connection from the group of a viewer, and returns that viewer's own part, as it was sent last.
    fn leave_group(&mut self, id: ConnectionId, viewer: Viewer) -> Option<Own> {
        let group = self.groups.get_mut(&viewer)?;
        group.connections.retain(|other| *other != id);
        let own = group.own.clone();
        if group.connections.is_empty() {
            self.groups.remove(&viewer);
        }
        Some(own)
    }

    /// The viewer that a person is at this table.
    fn viewer(&self, person: Option<&Person>) -> Viewer {
        let id = person?.id;
        (id == self.room.host() || self.summary.people.contains(&id)).then_some(id)
    }

    /// Moves connections of people who have sat down or left to the group of their new viewer.
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
            let Some(own) = self.leave_group(id, before) else { continue };
            if let Some(connection) = self.connections.get_mut(&id) {
                connection.viewer = after;
            }
            match self.groups.get_mut(&after) {
                None => drop(self.groups.insert(after, Group { own, connections: vec![id] })),
                Some(group) if group.own.is_like(&own) => group.connections.push(id),
                Some(_) => self.regrouped.push((id, after)),
            }
        }
    }

    /// Notes when the players' clocks stop or start.
    fn watch_clock(&mut self) {
        let now = self.context.now;
        match (self.room.clock_runs(&self.context), self.stopped_since) {
            (true, Some(since)) => {
                presence::stood_still(&mut self.context, since, now);
                self.stopped_since = None;
            }
            (false, None) => self.stopped_since = Some(now),
            _ => {}
        }
    }

    /// Sends each viewer the changes since the last frames.
    fn send_news(&mut self) {
        self.watch_clock();
        self.send_changes();
        for (id, viewer) in std::mem::take(&mut self.regrouped) {
            self.show_to(id, viewer, 0);
        }
    }

    fn send_changes(&mut self) {
        if self.groups.is_empty() {
            self.shown = None;
        }
        let Some(shown) = &mut self.shown else { return };
        let (now, known) = (self.context.now, shown.known());
        let viewers: Vec<Viewer> = self.groups.keys().copied().collect();
        let seen = self.room.seen(&viewers, &self.context, known);
        if seen.common.game.is_some() != shown.has_begun() {
            return self.show_anew();
        }
        let version = seen.common.version;
        let mut patch = shown.update(seen.common, seen.open);
        let events = patch.take_events(version, now).map(|events| Json::of(&events));
        let all = (!patch.is_empty()).then(|| Json::of(&patch));
        let news = all.is_some() || version != known.version;
        // Viewers for whom only the common part has changed are sent the same frame.
        let mut same = Vec::new();
        for ((_, group), own) in self.groups.iter_mut().zip(seen.own) {
            let patch = group.own.update(own);
            if !patch.is_empty() {
                let frame = Frame::Update {
                    now,
                    version,
                    events: events.clone(),
                    all: all.clone(),
                    own: Some(Box::new(patch)),
                };
                let to = group.connections.clone();
                self.outgoing.push(Outgoing::new(to, OutgoingKind::News, &frame));
            } else if news {
                same.extend_from_slice(&group.connections);
            }
        }
        if !same.is_empty() {
            self.send(same, OutgoingKind::News, &Frame::Update { now, version, events, all, own: None });
        }
    }

    /// Sends the whole table to all connections.
    fn show_anew(&mut self) {
        let viewers: Vec<Viewer> = self.groups.keys().copied().collect();
        let seen = self.room.seen(&viewers, &self.context, self.nothing_known());
        self.shown = Some(Common::new(seen.common, seen.open));
        for ((_, group), own) in self.groups.iter_mut().zip(seen.own) {
            group.own = Own::new(own);
        }
        for viewer in viewers {
            let to = self.groups.get(&viewer).map(|group| group.connections.clone());
            self.send_whole(viewer, to.unwrap_or_default(), 0);
        }
    }

    fn send(&mut self, to: Vec<ConnectionId>, kind: OutgoingKind, frame: &Frame) {
        self.outgoing.push(Outgoing::new(to, kind, frame));
    }

    // Bots.

    /// The tasks for bots that were not handed out yet. Each task is handed out once; the caller returns its reply
    /// by [`Session::reply`], or calls [`Session::bot_failed`] if there is none.
    pub fn take_tasks(&mut self, now: Millis) -> Vec<Task> {
        self.context.now = now;
        let keys = self.room.pending_tasks(&self.context);
        self.in_flight.retain(|key| keys.contains(key));
        self.failures.retain(|key, _| keys.contains(key));
        let mut tasks = Vec::new();
        for key in keys {
            let attempt = self.failures.get(&key).copied().unwrap_or_default();
            // The game can go on without a bot's opinion, but not without its move: only moves are tried again.
            let given_up = attempt != Attempt::Own && key.subject != Subject::Move;
            if given_up || self.in_flight.contains(&key) {
                continue;
            }
            if let Some(task) = self.room.task(key, attempt, &self.context) {
                self.in_flight.push(key);
                tasks.push(task);
            }
        }
        tasks
    }

    /// Whether the table still needs the reply to a task that was handed out.
    #[must_use]
    pub fn is_wanted(&self, key: TaskKey) -> bool {
        self.in_flight.contains(&key)
    }

    /// A bot failed: the next [`Session::take_tasks`] hands its move out to a simpler bot.
    pub fn bot_failed(&mut self, key: TaskKey) {
        self.in_flight.retain(|other| *other != key);
        let next = self.failures.get(&key).copied().unwrap_or_default().next();
        self.failures.insert(key, next);
    }

    /// Whether the bot whose reply comes next had less time than usual, because the machine is busy. Viewers are shown
    /// this with the next news.
    pub const fn bots_hurry(&mut self, hurried: bool) {
        self.context.bots_hurry = hurried;
    }

    /// Notes in which periods no server was there, the earliest first, and whether it is unknown how much time has passed lately.
    pub fn note_unserved(&mut self, unserved: &[(Millis, Millis)], is_time_doubtful: bool) {
        if self.context.unserved != unserved {
            self.context.unserved = unserved.to_vec();
        }
        self.context.is_time_doubtful = is_time_doubtful;
    }

    /// A hint: the moves that a strong bot recommends to a person whose turn it is.
    ///
    /// # Errors
    /// Nothing is asked of the person now, or there are no hints at this table.
    pub fn hint(&self, who: PlayerId) -> Result<HintTask, Refusal> {
        self.room.hint(who)
    }
}
