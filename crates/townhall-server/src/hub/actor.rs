//! One table in memory: the task that owns it.

use std::{
    collections::{BTreeMap, HashSet},
    hash::RandomState,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::extract::ws::Utf8Bytes;
use metrics::{counter, gauge, histogram};
use tokio::{
    sync::{mpsc, watch},
    time,
};

use super::{
    Hub, Msg, OutboxSender, SocketId,
    frames::{frame, refused},
    presence, refuse,
    shown::Shown,
    stopped,
};
use crate::{
    chance,
    metrics::names,
    store::{Append, Change, TableId},
};
use townhall_table::{
    journal::{Entry, Person, PlayerId, What},
    protocol::{Action, Code, Command, Frame, Refusal},
    room::{Circumstances, Known, Room, Summary, TaskKey, Thought},
};

/// How soon a table that is due is looked at again at the soonest, so that it can't spin.
const SOONEST: Duration = Duration::from_millis(20);
/// When what failed in the store is tried again.
const AGAIN: Duration = Duration::from_secs(2);

/// Reads a table and lives as long as it stays in memory.
pub(super) async fn run(hub: Arc<Hub>, code: String, mut messages: mpsc::Receiver<Msg>) {
    let stopping = hub.stopping.clone();
    match Actor::load(&hub, code.clone()).await {
        Ok(actor) => {
            gauge!(names::LIVE_TABLES).increment(1);
            let _counted = Counted;
            actor.live(&mut messages, stopping).await;
        }
        Err(refusal) => {
            while !hub.forget(&code, &mut messages) {
                turn_away(&mut messages, &refusal);
            }
        }
    }
}

/// A live table, as long as it is counted as one.
struct Counted;

impl Drop for Counted {
    fn drop(&mut self) {
        gauge!(names::LIVE_TABLES).decrement(1);
    }
}

/// Answers those who wait for a table that can't be read.
fn turn_away(messages: &mut mpsc::Receiver<Msg>, refusal: &Refusal) {
    while let Ok(msg) = messages.try_recv() {
        // Nobody may be waiting any more.
        match msg {
            Msg::Connect { answer, .. } => drop(answer.send(Err(refusal.clone()))),
            Msg::Record { answer } => drop(answer.send(Err(refusal.clone()))),
            Msg::Hint { answer, .. } => drop(answer.send(Err(refusal.clone()))),
            Msg::Wake { answer } => drop(answer.send(Err(refusal.clone()))),
            _ => {}
        }
    }
}

/// Who sees the same: a person of the table, or all the others.
type Viewer = Option<PlayerId>;

/// Sockets that are shown the same.
struct Group {
    shown: Shown,
    sockets: Vec<SocketId>,
}

struct Socket {
    person: Option<Person>,
    /// As whom it counts among those present.
    present_as: PlayerId,
    viewer: Viewer,
    outbox: OutboxSender,
}

struct Actor {
    hub: Arc<Hub>,
    code: String,
    id: TableId,
    host: PlayerId,
    room: Box<dyn Room>,
    /// What the store has.
    summary: Summary,
    with: Circumstances,
    sockets: BTreeMap<SocketId, Socket>,
    next_socket: u64,
    groups: BTreeMap<Viewer, Group>,
    hasher: RandomState,
    thoughts: mpsc::UnboundedSender<Thought>,
    thought: mpsc::UnboundedReceiver<Thought>,
    /// The thoughts that have begun.
    thinking: HashSet<TaskKey>,
    /// When what failed is to be tried again.
    again: Option<time::Instant>,
    /// The table can't be read any more.
    broken: bool,
}

impl Actor {
    async fn load(hub: &Arc<Hub>, code: String) -> Result<Self, Refusal> {
        let (id, host, room) = read(hub, &code).await?;
        let summary = room.summary();
        let mut with = hub.fresh_circumstances();
        presence::people_changed(&mut with, &summary.people, chance::now());
        let (thoughts, thought) = mpsc::unbounded_channel();
        Ok(Self {
            hub: Arc::clone(hub),
            code,
            id,
            host,
            room,
            summary,
            with,
            sockets: BTreeMap::new(),
            next_socket: 0,
            groups: BTreeMap::new(),
            hasher: RandomState::new(),
            thoughts,
            thought,
            thinking: HashSet::new(),
            again: None,
            broken: false,
        })
    }

    async fn live(mut self, messages: &mut mpsc::Receiver<Msg>, mut stopping: watch::Receiver<bool>) {
        let mut idle_since = time::Instant::now();
        while !self.broken {
            self.begin_thoughts();
            let due = self.due();
            let idle = self.sockets.is_empty() && self.thinking.is_empty() && due.is_none();
            if !idle {
                idle_since = time::Instant::now();
            }
            let wake = due.unwrap_or(idle_since + self.hub.times.linger);
            tokio::select! {
                biased;
                () = stopped(&mut stopping) => return,
                Some(thought) = self.thought.recv() => self.heed(&thought).await,
                msg = messages.recv() => match msg {
                    Some(msg) => self.handle(msg).await,
                    None => return,
                },
                () = time::sleep_until(wake), if idle || due.is_some() => {
                    if idle {
                        if self.hub.forget(&self.code, messages) {
                            return;
                        }
                    } else {
                        self.tick().await;
                    }
                }
            }
        }
    }

    /// When the table must be looked at, if nothing comes before.
    fn due(&mut self) -> Option<time::Instant> {
        self.with.now = chance::now();
        let now = time::Instant::now();
        let due = self
            .room
            .due(&self.with)
            .map(|due| now + Duration::from_millis(due.saturating_sub(self.with.now)).max(SOONEST));
        match (due, self.again) {
            (Some(due), Some(again)) => Some(due.max(again)),
            (due, again) => due.or(again),
        }
    }

    fn begin_thoughts(&mut self) {
        if self.again.is_some() {
            return;
        }
        self.with.now = chance::now();
        let tasks = self.room.tasks(&self.with);
        if tasks.is_empty() {
            self.thinking.clear();
            return;
        }
        self.thinking.retain(|key| tasks.iter().any(|task| task.key == *key));
        for task in tasks {
            if self.thinking.insert(task.key) {
                self.hub.thinkers.begin(task, self.thoughts.clone());
            }
        }
    }

    async fn handle(&mut self, msg: Msg) {
        match msg {
            Msg::Wake { answer } => drop(answer.send(Ok(()))),
            Msg::Connect { person, since, outbox, answer } => {
                let socket = self.enters(person, since, outbox);
                if let Err(_gone) = answer.send(Ok(socket)) {
                    self.leaves(socket);
                }
            }
            Msg::Disconnect { socket } => self.leaves(socket),
            Msg::Command { socket, command, read_at } => self.command(socket, command, read_at).await,
            Msg::Resync { socket } => self.resync(socket),
            Msg::Renamed { person } => self.renamed(person).await,
            Msg::Record { answer } => drop(answer.send(Ok(self.room.record()))),
            Msg::Hint { who, answer } => drop(answer.send(self.room.hint(who))),
        }
    }

    // Who is there.

    fn enters(&mut self, person: Option<Person>, since: u64, outbox: OutboxSender) -> SocketId {
        let id = SocketId(self.next_socket);
        self.next_socket += 1;
        // Somebody without a cookie is nobody's player, and still watches.
        let nobody = PlayerId(-1 - i64::try_from(id.0).unwrap_or_default());
        let present_as = person.as_ref().map_or(nobody, |person| person.id);
        presence::enters(&mut self.with, present_as);
        self.news();
        let viewer = self.viewer(person.as_ref());
        let since = if since > self.room.version() { 0 } else { since };
        let view = self.room.view(viewer, &self.with, Known { seq: since, game: 0 });
        let group = self.groups.entry(viewer);
        group
            .or_insert_with(|| Group { shown: Shown::new(&view, &self.hasher), sockets: Vec::new() })
            .sockets
            .push(id);
        outbox.whole(frame(&Frame::Table { table: Box::new(view) }));
        self.sockets.insert(id, Socket { person, present_as, viewer, outbox });
        id
    }

    fn leaves(&mut self, id: SocketId) {
        let Some(socket) = self.sockets.remove(&id) else { return };
        presence::leaves(&mut self.with, socket.present_as, &self.summary.people, chance::now());
        self.leaves_group(id, socket.viewer);
        self.news();
    }

    fn leaves_group(&mut self, id: SocketId, viewer: Viewer) -> Option<Shown> {
        let group = self.groups.get_mut(&viewer)?;
        group.sockets.retain(|other| *other != id);
        let shown = group.shown.clone();
        if group.sockets.is_empty() {
            self.groups.remove(&viewer);
        }
        Some(shown)
    }

    /// As whom a person sees the table.
    fn viewer(&self, person: Option<&Person>) -> Viewer {
        person.map(|person| person.id).filter(|id| *id == self.host || self.summary.people.contains(id))
    }

    /// Sends everybody what has changed for them.
    fn news(&mut self) {
        self.with.now = chance::now();
        for (viewer, group) in &mut self.groups {
            let view = self.room.view(*viewer, &self.with, group.shown.known());
            if let Some(update) = group.shown.update(&view, &self.hasher) {
                let update = Utf8Bytes::from(update);
                for id in &group.sockets {
                    if let Some(socket) = self.sockets.get(id) {
                        socket.outbox.news(update.clone());
                    }
                }
            }
        }
    }

    /// Sends everything anew to one who was too slow.
    fn resync(&mut self, id: SocketId) {
        if let Some(socket) = self.sockets.get(&id) {
            let view = self.room.view(socket.viewer, &self.with, Known::default());
            socket.outbox.whole(frame(&Frame::Table { table: Box::new(view) }));
        }
    }

    /// Whoever has sat down or left sees the table with other eyes.
    fn people_changed(&mut self) {
        presence::people_changed(&mut self.with, &self.summary.people, chance::now());
        let moved: Vec<_> = self
            .sockets
            .iter()
            .filter(|(_, socket)| self.viewer(socket.person.as_ref()) != socket.viewer)
            .map(|(id, _)| *id)
            .collect();
        for id in moved {
            let Some(socket) = self.sockets.get(&id) else { continue };
            let (before, after) = (socket.viewer, self.viewer(socket.person.as_ref()));
            let Some(shown) = self.leaves_group(id, before) else { continue };
            if let Some(socket) = self.sockets.get_mut(&id) {
                socket.viewer = after;
            }
            let same = self.groups.get(&after).is_none_or(|group| group.shown == shown);
            self.groups.entry(after).or_insert(Group { shown, sockets: Vec::new() }).sockets.push(id);
            if !same {
                self.resync(id);
            }
        }
    }

    // What happens.

    async fn command(&mut self, id: SocketId, command: Command, read_at: Instant) {
        let Some(socket) = self.sockets.get(&id) else { return };
        let done = match socket.person.clone() {
            Some(person) => self.carry_out(&person, &command).await,
            None => Err(Refusal::new(Code::Nobody, "expected somebody with a name")),
        };
        let answer = match done {
            Ok(seq) => {
                counter!(names::COMMANDS).increment(1);
                if matches!(command.action, Action::Move { .. }) {
                    counter!(names::MOVES).increment(1);
                }
                histogram!(names::COMMAND_SECONDS).record(read_at.elapsed());
                Frame::Done { id: command.id, seq }
            }
            Err(refusal) => refused(command.id, refusal),
        };
        // The news go first, so that a client that hears of its command's end has seen what came of it.
        self.news();
        if let Some(socket) = self.sockets.get(&id) {
            socket.outbox.answer(frame(&answer));
        }
    }

    /// Carries a command out, once; the answer is the number of its entry.
    async fn carry_out(&mut self, person: &Person, command: &Command) -> Result<u64, Refusal> {
        if let Some(seq) = self.room.done(person.id, &command.id) {
            return Ok(seq);
        }
        self.with.now = chance::now();
        self.with.entropy = chance::seed();
        self.with.fresh_code = matches!(command.action, Action::Rematch).then(chance::code);
        let entries = self.room.decide(person, command, &self.with)?;
        for entry in &entries {
            if let What::Rematch { code } = &entry.what {
                let hub = Arc::clone(&self.hub);
                Box::pin(hub.open_as(&self.room.again(), code, false)).await?;
            }
        }
        self.commit(entries).await?;
        Ok(self.room.version())
    }

    async fn renamed(&mut self, person: Person) {
        for socket in self.sockets.values_mut() {
            if let Some(known) = &mut socket.person
                && known.id == person.id
            {
                *known = person.clone();
            }
        }
        if self.summary.people.contains(&person.id) {
            let entry = Entry { at: chance::now(), what: What::Renamed { person }, command: None };
            // If it fails, the person's next command brings the name along.
            let _ = self.commit(vec![entry]).await;
            self.news();
        }
    }

    async fn heed(&mut self, thought: &Thought) {
        self.with.now = chance::now();
        self.with.entropy = chance::seed();
        let entries = self.room.heed(thought, &self.with);
        if !entries.is_empty() && self.commit(entries).await.is_err() {
            self.try_again();
        }
        self.news();
    }

    async fn tick(&mut self) {
        if self.again.take().is_some() {
            self.thinking.clear();
        }
        loop {
            self.with.now = chance::now();
            self.with.entropy = chance::seed();
            let entries = self.room.tick(&self.with);
            if entries.is_empty() {
                break;
            }
            if self.commit(entries).await.is_err() {
                self.try_again();
                break;
            }
        }
        self.news();
    }

    fn try_again(&mut self) {
        self.again = Some(time::Instant::now() + AGAIN);
    }

    /// Takes entries in and makes them durable. Nobody sees anything of them before.
    ///
    /// They are applied first, so that an entry that can't be never reaches the store; if they can't be
    /// kept, the table is read anew.
    async fn commit(&mut self, entries: Vec<Entry>) -> Result<(), Refusal> {
        if entries.is_empty() {
            return Ok(());
        }
        let (after, version) = (self.room.seq(), self.room.version());
        for entry in &entries {
            if let Err(error) = self.room.apply(entry) {
                tracing::error!(code = %self.code, %error, "a table decided on what can't be");
                self.reload().await;
                return Err(Refusal::new(Code::Internal, "the table does not allow what it decided"));
            }
        }
        let summary = self.room.summary();
        let people_changed = summary.people != self.summary.people;
        let only_turn = {
            let Summary { to_act, restless, .. } = summary.clone();
            Summary { to_act, restless, ..self.summary.clone() } == summary
        };
        let change = match only_turn {
            true if self.room.version() == version => Change::Nothing,
            true => Change::Turn,
            false => Change::Everything,
        };
        let append = Append { table: self.id, after, entries, summary: summary.clone(), change };
        if let Err(error) = self.hub.store.append(append).await {
            self.reload().await;
            return Err(refuse(error));
        }
        self.summary = summary;
        if people_changed {
            self.people_changed();
        }
        Ok(())
    }

    /// Goes back to what the store has.
    async fn reload(&mut self) {
        match read(&self.hub, &self.code).await {
            Ok((_, _, room)) => {
                self.room = room;
                self.summary = self.room.summary();
                self.thinking.clear();
                self.people_changed();
            }
            Err(refusal) => {
                tracing::error!(code = %self.code, %refusal, "a table can't be read any more");
                self.broken = true;
            }
        }
    }
}

/// Reads a table from the store.
async fn read(hub: &Hub, code: &str) -> Result<(TableId, PlayerId, Box<dyn Room>), Refusal> {
    let table = hub.store.load(code).await.map_err(refuse)?;
    let missing = || Refusal::new(Code::NoTable, "no table has this code").with("code", code);
    let table = table.ok_or_else(missing)?;
    let corrupt = |why: String| {
        tracing::error!(%code, %why, "a journal can't be read");
        Refusal::new(Code::Internal, "this table can't be read")
    };
    let Some(What::Opened { game, host, .. }) = table.entries.first().map(|entry| &entry.what) else {
        return Err(corrupt("it does not begin with the table's opening".to_owned()));
    };
    let mut room = hub.catalogue.open(game, code)?;
    for entry in &table.entries {
        room.apply(entry).map_err(|error| corrupt(error.to_string()))?;
    }
    Ok((table.id, *host, room))
}
