//! The actor of a table: the task that owns one table in memory.
//!
//! It runs a [`Session`]: it hands in events, stores the commits that the session asks for, and delivers its frames.

use std::{
    collections::{HashMap, VecDeque},
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::extract::ws::Utf8Bytes;
use metrics::{counter, histogram};
use tokio::{
    sync::{mpsc, oneshot, watch},
    time,
};
use townhall_store::{Append, Epoch, StoreError, StoredTable, TableId};
use townhall_system::stopped;
use townhall_system::{
    Counted,
    clock::{millis, moment, now},
    entropy, seldom,
};
use townhall_table::{
    Session, TableCode,
    journal::{Millis, Person, PlayerId},
    protocol::{Action, Code, Frame, Listing, Refusal, Status},
    room::Room,
    session::{Answered, Commit, ConnectionId, OutgoingKind, Sent, Step},
    task::TaskKey,
};

use super::{
    ENTRY_BYTES, Hub, Msg, NotServedHere, OutboxSender, Request,
    budgets::{Budgets, is_talk},
    message::Seated,
    operator::forget_at,
    stored_bytes,
    thinking::{For, Kind, Reply, Thinking, Thought},
};
use crate::{failure::store_refusal, limits::Address, metrics::names};

/// The shortest time between two ticks of a table, so that a bug can't make it loop without a pause.
const SHORTEST_TICK: Duration = Duration::from_millis(20);
/// The delay before the store is used again after a failure.
const RETRY: Duration = Duration::from_secs(2);
/// A correspondence table stays in memory if it has something to do so soon, in milliseconds.
const SOON: Millis = 60_000;
/// The most waiting commands that one commit contains.
const TOGETHER: usize = 32;

/// A table in memory.
pub(super) struct Actor {
    hub: Arc<Hub>,
    code: TableCode,
    id: TableId,
    /// The claim under which this actor adds to the journal.
    epoch: Epoch,
    session: Session,
    outboxes: HashMap<ConnectionId, OutboxSender>,
    /// The addresses of the connected clients, the one that came first first.
    addresses: Vec<(ConnectionId, Address)>,
    /// The people who are looking and whose notifications are held back until they stop.
    looking: Vec<(PlayerId, oneshot::Sender<()>)>,
    /// The running computations of bots. Removing one cancels it.
    thinking: HashMap<TaskKey, Thinking>,
    /// The number of computations begun so far, from which each gets its own number.
    thoughts: u64,
    replies: mpsc::UnboundedSender<(u64, Reply)>,
    replied: mpsc::UnboundedReceiver<(u64, Reply)>,
    budgets: Budgets,
    /// Whether it was connected to or read since it was loaded.
    visited: bool,
    /// The table's status as lists show it, if the table is public and a client is connected.
    attended: Option<Status>,
    /// The time at which the store is used again after a failure.
    retry: Option<time::Instant>,
    /// Whether the table can no longer be read.
    broken: bool,
}

impl Actor {
    /// Claims a table and reads it.
    pub(super) async fn load(hub: &Arc<Hub>, code: TableCode) -> Result<Self, Unclaimed> {
        let (id, epoch, room) = claim(hub, code).await?;
        let catalogue = Arc::clone(&hub.catalogue);
        let mut session = Session::new(catalogue, code.to_string(), room, hub.patience(), moment());
        let (outages, is_time_doubtful) = hub.outages();
        session.note_unserved(&outages, is_time_doubtful);
        let (replies, replied) = mpsc::unbounded_channel();
        let hub = Arc::clone(hub);
        let budgets = Budgets::new(&hub.limits);
        Ok(Self {
            hub,
            code,
            id,
            epoch,
            session,
            outboxes: HashMap::new(),
            addresses: Vec::new(),
            looking: Vec::new(),
            thinking: HashMap::new(),
            thoughts: 0,
            budgets,
            visited: false,
            attended: None,
            replies,
            replied,
            retry: None,
            broken: false,
        })
    }

    /// Runs the table until it is evicted from memory, or this server no longer answers for it.
    pub(super) async fn run(mut self, messages: &mut mpsc::Receiver<Msg>, mut over: watch::Receiver<bool>) {
        let _counted = Counted::new(names::LIVE_TABLES);
        let mut idle_since = time::Instant::now();
        while !self.broken {
            self.note_unserved();
            self.begin_tasks();
            self.note_attended();
            self.note_stopped_looking();
            let due = self.due();
            let idle = self.is_idle();
            if !idle {
                idle_since = time::Instant::now();
            }
            // A table that was only loaded because something was due need not wait for visitors.
            let linger = if self.visited { self.hub.times.linger } else { Duration::ZERO };
            let evict = idle.then_some(idle_since + linger);
            let wake = due.into_iter().chain(evict).min();
            tokio::select! {
                biased;
                () = stopped(&mut over) => return,
                Some((number, reply)) = self.replied.recv() => self.accept(number, reply).await,
                msg = messages.recv() => match msg {
                    Some(msg) => self.take(msg, messages).await,
                    None => return,
                },
                () = time::sleep_until(wake.unwrap_or(idle_since)), if wake.is_some() => {
                    if wake == evict {
                        if self.hub.forget(self.code, messages) {
                            return self.release().await;
                        }
                    } else {
                        self.tick().await;
                    }
                }
            }
        }
    }

    /// Whether the table may be evicted: no client is connected, no bot is thinking, and nothing is due, or it is due so late
    /// that [`Hub::run_due_tables`] will load the table again.
    fn is_idle(&mut self) -> bool {
        let now = now();
        let waits = self.session.summary().goes_on_at.is_some_and(|due| due > now + SOON);
        self.session.is_idle() && self.retry.is_none() && (waits || self.session.due(now).is_none())
    }

    /// Releases the claim, so that other servers can claim the table at once. If that fails, it stays claimed by this server.
    async fn release(&mut self) {
        if let Err(error) = self.hub.store.release(self.id, self.epoch).await {
            tracing::debug!(code = %self.code, %error, "a table could not be released");
        }
    }

    /// The time of the next tick, unless another event comes before.
    fn due(&mut self) -> Option<time::Instant> {
        let now = now();
        let due = self.session.due(now).map(|due| {
            time::Instant::now() + Duration::from_millis(due.saturating_sub(now)).max(SHORTEST_TICK)
        });
        match (due, self.retry) {
            (Some(due), Some(retry)) => Some(due.max(retry)),
            (due, retry) => due.or(retry),
        }
    }

    /// Starts the new tasks of bots, and cancels those that are no longer pending.
    fn begin_tasks(&mut self) {
        if self.retry.is_some() {
            return;
        }
        let tasks = self.session.take_tasks(now());
        self.thinking.retain(|key, _| self.session.is_wanted(*key));
        let guest = self.session.room().host();
        let address = self.payer();
        for task in tasks {
            let unattended = self.outboxes.is_empty();
            let kind = if unattended { Kind::Unattended } else { Kind::of(task.effort) };
            let whose = For { kind, address, guest, table: self.code };
            self.thoughts += 1;
            let key = task.key;
            let thinking = self.hub.thinkers.begin(whose, task, self.thoughts, self.replies.clone());
            self.thinking.insert(key, thinking);
        }
    }

    /// The address to which the thinking of this table's bots is charged: the host's or, while the host is away, that of the
    /// client that came first.
    fn payer(&self) -> Option<Address> {
        let of_first = || self.addresses.first().map(|(_, address)| *address);
        self.address_of(self.session.room().host()).or_else(of_first)
    }

    /// The address of the first connection of a guest.
    fn address_of(&self, guest: PlayerId) -> Option<Address> {
        let connected =
            self.addresses.iter().find(|(connection, _)| self.session.person(*connection) == Some(guest));
        connected.map(|(_, address)| *address)
    }

    /// Handles a message. If it is a command, those that wait behind it are committed with it: at a table where
    /// everybody acts at once, the others need not wait for one commit after the other.
    async fn take(&mut self, msg: Msg, messages: &mut mpsc::Receiver<Msg>) {
        let (mut commands, mut next) = (Vec::new(), Some(msg));
        let request = loop {
            match next {
                Some(Msg::Command { connection, command, read_at }) => {
                    match self.allow(connection, &command.action) {
                        Ok(()) => {
                            let mut moment = moment();
                            if matches!(command.action, Action::Start) {
                                moment.entropy = entropy::deal();
                            }
                            commands.push((read_at, Sent { from: connection, command, moment }));
                        }
                        Err(refusal) => self.refuse(connection, command.id, refusal),
                    }
                }
                Some(Msg::Request(request)) => break Some(request),
                None => break None,
            }
            next = if commands.len() < TOGETHER { messages.try_recv().ok() } else { None };
        };
        self.carry_out_commands(commands).await;
        // A table that ends here answers no further message: its clients connect again.
        if let Some(request) = request.filter(|_| !self.broken) {
            self.handle(request).await;
        }
    }

    /// Has the table know of the outages up to now. This comes before everything that the passing of time may decide.
    fn note_unserved(&mut self) {
        // Reading the clock notices a jump.
        let _ = now();
        let (outages, is_time_doubtful) = self.hub.outages();
        self.session.note_unserved(&outages, is_time_doubtful);
    }

    async fn carry_out_commands(&mut self, commands: Vec<(Instant, Sent)>) {
        if commands.is_empty() {
            return;
        }
        self.note_unserved();
        let (read_at, sent): (VecDeque<_>, Vec<_>) = commands.into_iter().unzip();
        let step = self.session.commands(sent);
        // The answers to the commands report whether they were stored.
        let _ = self.carry_out(step).await;
        self.deliver_since(read_at);
    }

    async fn handle(&mut self, request: Request) {
        match request {
            Request::Connect { person, since, address, outbox, mailbox, reply } => {
                self.visited = true;
                let id = self.session.connect(person.clone(), since, moment());
                self.outboxes.insert(id, outbox);
                self.addresses.push((id, address));
                self.deliver();
                let is_there = reply.send(Ok(Seated { connection: id, mailbox })).is_ok();
                if let Some(person) = person.filter(|_| is_there) {
                    self.renamed(person).await;
                }
            }
            Request::Disconnect { connection } => self.disconnect(connection),
            Request::Resync { connection } => {
                self.session.resync(connection, moment());
                self.deliver();
            }
            Request::Renamed { person } => self.renamed(person).await,
            Request::Ask(question) => {
                self.visited = true;
                question(Ok(&self.session));
            }
            Request::Look { who, reply } => {
                if self.session.is_looking(who) {
                    let (stopped, receiver) = oneshot::channel();
                    self.looking.push((who, stopped));
                    // The receiver is dropped when the server stops.
                    let _ = reply.send(receiver);
                }
            }
            // The sender waits until this is dropped.
            Request::Due { done: _done } => self.tick().await,
            Request::Invite { by, guest, reply } => {
                drop(reply.send(self.invite(by, &guest).await.map_err(NotServedHere::from)));
            }
            Request::Forget { who, reply } => {
                drop(reply.send(self.forget(who).await.map_err(NotServedHere::from)))
            }
            Request::Removed => {
                self.outboxes.drain().for_each(|(_, outbox)| outbox.removed());
                self.broken = true;
            }
        }
    }

    /// Forgets a person. If the journal named them or they are connected, the table's task ends, so that clients
    /// connect again and are shown the table without that person.
    async fn forget(&mut self, who: PlayerId) -> Result<bool, Refusal> {
        let step = self.session.leaves(who, moment());
        if self.carry_out(step).await.is_err() {
            return Err(Refusal::new(Code::Internal, "the server failed; nothing was changed"));
        }
        let changed = forget_at(&self.hub, self.code, who).await?;
        self.broken = changed || self.session.is_connected(who);
        Ok(changed)
    }

    /// Keeps a chair for a person whom the host invites.
    async fn invite(&mut self, by: PlayerId, guest: &Person) -> Result<(), Refusal> {
        let step = self.session.invite(by, guest, moment())?;
        let stored = self.carry_out(step).await;
        self.deliver();
        stored.map_err(|()| Refusal::new(Code::Internal, "the server failed; nobody was invited"))
    }

    async fn renamed(&mut self, person: Person) {
        let step = self.session.renamed(person, moment());
        // If it can't be stored, the person's next command contains the new name.
        let _ = self.carry_out(step).await;
        self.deliver();
    }

    /// Whether the limits allow an action on a connection.
    fn allow(&mut self, connection: ConnectionId, action: &Action) -> Result<(), Refusal> {
        let who = self.session.person(connection);
        if !self.budgets.allow(who, action) {
            return Err(Refusal::new(Code::TooMany, "too much at this table; wait a little"));
        }
        let (quota, address) = (&self.hub.quota, self.address(connection));
        if let Action::SeatBot { level, .. } = action {
            self.hub.allow_bot(level, address)?;
        }
        if is_talk(action) { quota.allow_more(who, address) } else { quota.allow(who, address) }
    }

    fn address(&self, connection: ConnectionId) -> Option<Address> {
        self.addresses.iter().find(|(known, _)| *known == connection).map(|(_, address)| *address)
    }

    /// Refuses a command without asking the table.
    fn refuse(&self, connection: ConnectionId, id: String, refusal: Refusal) {
        if let Some(outbox) = self.outboxes.get(&connection) {
            count(Answered::Refused(refusal.code), None);
            outbox.answer(Frame::refused(id, refusal).to_json().into());
        }
    }

    /// Reports to the hub, for its lists, whether a client is connected.
    fn note_attended(&mut self) {
        let summary = self.session.summary();
        let listed = !self.outboxes.is_empty() && summary.listing == Listing::Public;
        let attended = listed.then_some(summary.status);
        if attended != self.attended {
            self.hub.note_attended(self.code, attended, self.payer());
            self.attended = attended;
        }
    }

    /// Releases the notifications of those who have stopped looking.
    fn note_stopped_looking(&mut self) {
        let has_stopped = |who: &PlayerId| !self.session.is_looking(*who);
        for (_, stopped) in
            self.looking.extract_if(.., |(who, stopped)| stopped.is_closed() || has_stopped(who))
        {
            // The receiver is dropped when a notification is looked at again.
            let _ = stopped.send(());
        }
    }

    fn disconnect(&mut self, id: ConnectionId) {
        self.outboxes.remove(&id);
        self.addresses.retain(|(connection, _)| *connection != id);
        self.session.disconnect(id, moment());
        self.deliver();
    }

    async fn accept(&mut self, number: u64, reply: Reply) {
        let key = reply.as_ref().map_or_else(|failed| *failed, |thought| thought.result.key);
        // The task may have been cancelled after its reply was sent.
        if self.thinking.get(&key).is_none_or(|thinking| !thinking.is(number)) {
            return;
        }
        self.thinking.remove(&key);
        match reply {
            Ok(Thought { result: reply, hurried }) => {
                self.session.bots_hurry(hurried);
                let step = self.session.reply(&reply, moment());
                if self.carry_out(step).await.is_err() {
                    self.retry_later();
                }
                self.deliver();
            }
            Err(failed) => {
                seldom!(error, code = %self.code, task = ?failed, "a bot failed; a simpler one plays on");
                counter!(names::BOT_FAILURES).increment(1);
                self.session.bot_failed(failed);
            }
        }
    }

    async fn tick(&mut self) {
        self.retry = None;
        loop {
            let moment = moment();
            self.note_unserved();
            match self.session.tick(moment) {
                Step::Done => break,
                step => {
                    if self.carry_out(step).await.is_err() {
                        self.retry_later();
                        break;
                    }
                }
            }
        }
        self.deliver();
    }

    fn retry_later(&mut self) {
        self.retry = Some(time::Instant::now() + RETRY);
    }

    /// Stores the commit of a step.
    async fn carry_out(&mut self, step: Step) -> Result<(), ()> {
        let refusal = match step {
            Step::Done => return Ok(()),
            Step::Commit(commit) => match self.store(*commit).await {
                Ok(()) => {
                    self.session.committed();
                    return Ok(());
                }
                Err(StoreError::Superseded) => {
                    // The clients connect again, and are routed to the server that has the table now.
                    seldom!(info, code = %self.code, "another server has taken the table over");
                    self.broken = true;
                    return Err(());
                }
                Err(error) => store_refusal(error),
            },
            Step::Broken(error) => {
                seldom!(error, code = %self.code, %error, "a table decided on what can't be applied");
                Refusal::new(Code::Internal, "the table does not allow what it decided")
            }
        };
        // If the outcome is unknown, the entries may have been stored: after a new claim, the journal shows it.
        match claim(&self.hub, self.code).await {
            Ok((_, epoch, room)) => {
                self.epoch = epoch;
                self.session.failed(refusal, room);
            }
            Err(Unclaimed::Refused(refusal)) => {
                seldom!(error, code = %self.code, %refusal, "a table can't be read any more");
                self.broken = true;
            }
            Err(Unclaimed::Elsewhere { .. } | Unclaimed::NoLease) => self.broken = true,
        }
        Err(())
    }

    /// Stores a commit, and charges its bytes to those whose commands its entries carry out, and the others to the host.
    async fn store(&mut self, commit: Commit) -> Result<(), StoreError> {
        let authors: Vec<_> =
            commit.entries.iter().map(|entry| entry.command.as_ref().map(|command| command.by)).collect();
        let append = Append::new(self.id, self.epoch, commit, millis(self.hub.times.notice_grace))?;
        let bytes: Vec<_> = append.entries.iter().map(|entry| entry.len() + ENTRY_BYTES).collect();
        let opened = append.opens.as_ref().map_or(0, |table| stored_bytes(&table.entries));
        self.hub.store.append(append).await?;
        let host = self.session.room().host();
        for (author, bytes) in std::iter::zip(authors, bytes).chain([(None, opened)]) {
            let who = author.unwrap_or(host);
            if bytes > 0 {
                let address = self.address_of(who).or_else(|| self.payer());
                self.hub.quota.charge(Some(who), address, bytes);
            }
        }
        Ok(())
    }

    fn deliver(&mut self) {
        self.deliver_since(VecDeque::new());
    }

    /// Delivers the session's frames. `read_at` is the time at which the commands that they answer were read.
    fn deliver_since(&mut self, mut read_at: VecDeque<Instant>) {
        for outgoing in self.session.take_outgoing() {
            let text = Utf8Bytes::from(outgoing.text);
            if let OutgoingKind::Answer(answered) = outgoing.kind {
                count(answered, read_at.pop_front());
            }
            for outbox in outgoing.to.iter().filter_map(|id| self.outboxes.get(id)) {
                match outgoing.kind {
                    OutgoingKind::News => outbox.news(text.clone()),
                    OutgoingKind::Whole => outbox.whole(text.clone()),
                    OutgoingKind::Answer(_) => outbox.answer(text.clone()),
                }
            }
        }
    }
}

impl Drop for Actor {
    fn drop(&mut self) {
        if self.attended.is_some() {
            self.hub.note_attended(self.code, None, None);
        }
    }
}

fn count(answered: Answered, read_at: Option<Instant>) {
    match answered {
        Answered::Done { is_move } => {
            counter!(names::COMMANDS).increment(1);
            if is_move {
                counter!(names::MOVES).increment(1);
            }
            if let Some(read_at) = read_at {
                histogram!(names::COMMAND_SECONDS).record(read_at.elapsed());
            }
        }
        Answered::Refused(code) => counter!(names::REFUSALS, "code" => format!("{code:?}")).increment(1),
    }
}

/// The reason why a table is not claimed.
pub(super) enum Unclaimed {
    /// There is no such table, or it can't be read.
    Refused(Refusal),
    /// Another server has it, with a lease of at least this remaining duration, unless it is given back.
    Elsewhere { node: SocketAddr, lease: Duration },
    /// This server's own lease is over.
    NoLease,
}

impl From<Refusal> for Unclaimed {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<StoreError> for Unclaimed {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Elsewhere { node, lease } => Self::Elsewhere { node, lease },
            StoreError::NoLease => Self::NoLease,
            error => Self::Refused(store_refusal(error)),
        }
    }
}

/// Claims a table and reads it from the store.
async fn claim(hub: &Hub, code: TableCode) -> Result<(TableId, Epoch, Box<dyn Room>), Unclaimed> {
    let _permit = hub.may_load().await;
    let table = hub.store.claim(code).await?;
    let missing = || Refusal::new(Code::NoTable, "no table has this code").with("code", code.to_string());
    // A table that the operator closed is treated as missing.
    let open = table.filter(|table| !table.is_closed);
    let StoredTable { id, epoch, entries, is_closed: _ } = open.ok_or_else(missing)?;
    let (catalogue, name) = (Arc::clone(&hub.catalogue), code.to_string());
    // Replaying a long journal takes a while and must not block the runtime.
    let room = tokio::task::spawn_blocking(move || catalogue.restore_texts(&name, &entries)).await;
    let unreadable = |error: &dyn std::fmt::Display| {
        seldom!(error, %code, %error, "a journal can't be read");
        Refusal::new(Code::Unreadable, "this table can't be read").with("code", code.to_string())
    };
    let room = room.map_err(|error| unreadable(&error))?.map_err(|error| unreadable(&error))?;
    Ok((id, epoch, room))
}
