//! The tables that are in memory.
//!
//! Each is an actor: one task that owns its session and the outboxes of its sockets. It is loaded on demand, and
//! evicted when it is idle: no client is connected and nothing is due.

mod actor;
pub mod blocks;
mod budgets;
mod due;
mod listed;
mod message;
mod operator;
mod outages;
mod outbox;
mod place;
mod placement;
mod quota;
mod table;
#[cfg(test)]
mod tests;
mod thinking;

use std::{
    collections::HashMap,
    iter::repeat_with,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use futures_util::future::BoxFuture;
use tokio::{
    sync::{Semaphore, SemaphorePermit, broadcast, mpsc, oneshot, watch},
    task::spawn_blocking,
    time::timeout,
};
use townhall_bots::Level;
use townhall_notices::{Looking, StoppedLooking};
use townhall_store::{Card, DeviceId, NewTable, Scope, Store, StoreError};
use townhall_system::{clock, entropy, lock, seldom, stopped};
use townhall_table::{
    TableCode,
    catalogue::Catalogue,
    journal::{Listing, Person, PlayerId},
    protocol::{Code, Hint, LogEntry, Page, Refusal, Replay, Status, TalkItem},
    room::{self, Context, Ending, Patience},
    session::Session,
};

use self::{
    blocks::Blocks,
    listed::ListedTables,
    message::{Msg, Request},
    outages::Outages,
    quota::Quota,
    thinking::{Allowance, For, Kind, Thinkers, Thought},
};
pub use self::{
    message::NotServedHere,
    operator::Forgotten,
    outbox::{Next, Out, OutboxReceiver, OutboxSender, outbox},
    place::{FromSocket, Place},
    placement::{ClusterEvent, Local, Placement, SocketRequest, Unconnected},
};
use crate::{
    config::{Limits, Times},
    failure::{server_failed, store_refusal},
    limits::{Address, BucketsByAddress},
};

/// The most messages that may wait in the mailbox of a table.
const MAILBOX: usize = 64;
/// The most tables of a person to which a new name is passed on.
const RENAMED_AT_MOST: usize = 200;
/// The capacity of the channel by which sockets learn of signed-out devices. A socket that was too busy to read all of them
/// is closed; its client connects again, if its cookie is still valid.
const SIGNED_OUT_AT_ONCE: usize = 16;
/// The capacity of the channel by which sockets learn of renamed guests. A socket that was too busy to read all of them keeps
/// the name with which it connected.
const RENAMED_AT_ONCE: usize = 64;

/// How long a bot thinks that has waited for longer than [`Times::thought_patience`]: about as long as a casual one.
const HURRIED: Duration = Duration::from_millis(15);
/// After waiting for this long, a hint gets [`HURRIED_HINT`].
const HINT_PATIENCE: Duration = Duration::from_millis(700);
/// How long a hint takes that has waited for long.
const HURRIED_HINT: Duration = Duration::from_millis(60);

/// How many codes are tried for a new table. One is taken about once in a thousand times at a million tables.
const CODE_TRIES: usize = 5;
/// How many bytes an entry takes in the store beside its text.
const ENTRY_BYTES: usize = 16;
/// How often the size of the data is measured.
const SIZE_MEASURED: Duration = Duration::from_secs(10);

/// The receivers of what happens to devices and guests, for a socket.
#[derive(Debug)]
pub(crate) struct GuestEvents {
    /// The devices that are signed out.
    pub(crate) signed_out: broadcast::Receiver<DeviceId>,
    /// The guests who are renamed.
    pub(crate) renamed: broadcast::Receiver<Person>,
    /// The operator has blocked someone, or no longer does.
    pub(crate) blocks: watch::Receiver<()>,
}

/// The tables that are in memory, and the access to all others.
pub struct Hub {
    store: Arc<Store>,
    catalogue: Arc<Catalogue>,
    tables: Mutex<HashMap<TableCode, mpsc::Sender<Msg>>>,
    listed: Mutex<ListedTables>,
    /// Sends each signed-out device to all sockets.
    signed_out: broadcast::Sender<DeviceId>,
    /// Sends each renamed guest to all sockets.
    renamed: broadcast::Sender<Person>,
    thinkers: Thinkers,
    quota: Quota,
    /// Bots with long budgets, by the address that puts them at a table.
    long_bots: BucketsByAddress,
    blocks: Blocks,
    outages: Outages,
    /// The tables that may be read from the store at the same time.
    loads: Semaphore,
    times: Times,
    limits: Limits,
    stopping: watch::Receiver<bool>,
    /// The other servers on the database.
    placement: Arc<dyn Placement>,
}

impl std::fmt::Debug for Hub {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hub").field("tables", &self.lock().len()).finish_non_exhaustive()
    }
}

impl Hub {
    /// A hub without tables in memory. All tables stop when `stopping` turns true; an idle one is evicted after the time in
    /// `times`.
    #[must_use]
    pub fn new(
        store: Arc<Store>,
        catalogue: Arc<Catalogue>,
        times: Times,
        limits: Limits,
        stopping: watch::Receiver<bool>,
        placement: Arc<dyn Placement>,
    ) -> Arc<Self> {
        let tables = Mutex::new(HashMap::new());
        Arc::new(Self {
            store,
            catalogue,
            tables,
            listed: Mutex::new(ListedTables::new(
                limits.listed_per_address,
                limits.wide_network,
                times.listed,
            )),
            signed_out: broadcast::channel(SIGNED_OUT_AT_ONCE).0,
            renamed: broadcast::channel(RENAMED_AT_ONCE).0,
            quota: Quota::new(&limits),
            long_bots: BucketsByAddress::new(
                "bots that think for long",
                limits.long_bots,
                limits.wide_network,
            ),
            blocks: Blocks::default(),
            outages: Outages::default(),
            loads: Semaphore::new(limits.loads.clamp(1, Semaphore::MAX_PERMITS)),
            thinkers: Thinkers::new(limits.thoughts, allowances(&times)),
            times,
            limits,
            stopping,
            placement,
        })
    }

    /// The games that can be played.
    #[must_use]
    pub const fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    /// Opens a table for a client of this address, and returns its code.
    ///
    /// # Errors
    /// The variant, the options or a level of a bot is invalid, or the table can't be stored.
    pub async fn open(
        self: &Arc<Self>,
        opening: &room::Opening,
        start: bool,
        address: Address,
    ) -> Result<TableCode, Refusal> {
        self.quota.allow_more(Some(opening.host.id), Some(address))?;
        opening.bots.iter().try_for_each(|(_, level)| self.allow_bot(level, Some(address)))?;
        let codes = repeat_with(entropy::code).take(CODE_TRIES);
        let code = self.open_as_one_of(codes, opening, start, address).await?;
        if opening.options.listing == Listing::Public {
            let status = if start { Status::Playing } else { Status::Lobby };
            lock(&self.listed).opened(code, status, address);
        }
        Ok(code)
    }

    /// Opens a table with the first of these codes that is not taken, and returns it.
    async fn open_as_one_of(
        self: &Arc<Self>,
        codes: impl Iterator<Item = TableCode>,
        opening: &room::Opening,
        start: bool,
        address: Address,
    ) -> Result<TableCode, Refusal> {
        for code in codes {
            match self.open_as(opening, code, start, address).await {
                Err(refusal) if refusal.code == Code::Taken => {}
                done => return done,
            }
        }
        Err(no_free_code())
    }

    /// Opens a table that shows a finished game, and returns its code. A game that is there already stays where it is:
    /// a client that got no answer may ask again.
    ///
    /// # Errors
    /// It is not the record of one finished game, the operator closed its table, or it can't be stored.
    pub async fn show(&self, record: &str, host: PlayerId, address: Address) -> Result<TableCode, Refusal> {
        self.quota.allow_more(Some(host), Some(address))?;
        let games = self.catalogue.played_games(record)?;
        let [game] = games.as_slice() else {
            let detail = format!("expected one game, found {}", games.len());
            return Err(Refusal::new(Code::Malformed, detail));
        };
        for attempt in 0..CODE_TRIES as u64 {
            let table = self.catalogue.show(game, host, attempt, clock::moment().now)?;
            let code = table.code;
            let table = NewTable::new(table).map_err(store_refusal)?;
            let bytes = stored_bytes(&table.entries);
            match self.store.create_table(table).await {
                Err(StoreError::CodeTaken) => {}
                done => {
                    done.map_err(store_refusal)?;
                    self.quota.charge(Some(host), Some(address), bytes);
                    return Ok(code);
                }
            }
            match self.store.load(code).await.map_err(store_refusal)? {
                Some(there) if !game.is_shown_by(&there.entries) => {}
                Some(there) if there.is_closed => {
                    return Err(Refusal::new(Code::NoTable, "the operator closed the table of this game"));
                }
                _ => return Ok(code),
            }
        }
        Err(no_free_code())
    }

    /// Opens a table with this code.
    async fn open_as(
        self: &Arc<Self>,
        opening: &room::Opening,
        code: TableCode,
        start: bool,
        address: Address,
    ) -> Result<TableCode, Refusal> {
        let context = Context::new(clock::now(), entropy::deal(), self.patience());
        let table = self.catalogue.set_up(opening, code, start, &context)?;
        let table = NewTable::new(table).map_err(store_refusal)?;
        let bytes = stored_bytes(&table.entries);
        self.store.create_table(table).await.map_err(store_refusal)?;
        self.quota.charge(Some(opening.host.id), Some(address), bytes);
        Ok(code)
    }

    /// How long the others wait for a disconnected player before a bot takes over or a vote can begin.
    fn patience(&self) -> Patience {
        Patience { takeover: clock::millis(self.times.grace), vote: clock::millis(self.times.vote) }
    }

    /// The record of a table's game; `None` before the game's end.
    ///
    /// # Errors
    /// There is no such table, or it can't be read.
    pub async fn record(self: &Arc<Self>, code: TableCode) -> Result<Option<String>, Refusal> {
        Ok(self.read(code, |session| Ok(session.room().record())).await?)
    }

    /// The game of a table up to now, step by step, as this guest was shown it.
    ///
    /// # Errors
    /// There is no such table, it can't be read, or its game has not begun.
    pub async fn look_back(
        self: &Arc<Self>,
        code: TableCode,
        who: Option<PlayerId>,
    ) -> Result<Replay, Refusal> {
        let look_back = self.read(code, move |session| session.room().look_back(who)).await?;
        spawn_blocking(look_back).await.map_err(|_| server_failed())
    }

    /// How the game of a table ended; `None` before its end, and if the table can't be read. It is stored with the table,
    /// except in files of earlier versions, where the journal says it.
    pub async fn ending(&self, card: &Card) -> Option<Ending> {
        if card.ending.is_some() || card.status != Status::Over {
            return card.ending.clone();
        }
        let _permit = self.may_load().await;
        let stored = self.store.load(card.code).await.ok()??;
        let (catalogue, code) = (Arc::clone(&self.catalogue), card.code.to_string());
        // A long game takes some milliseconds to replay, for which other tables can't wait.
        let room = spawn_blocking(move || {
            let room = catalogue.restore_texts(&code, &stored.entries);
            room.ok().and_then(|room| room.summary().ending)
        });
        room.await.ok()?
    }

    /// At most `most` lines of the log before the line of this number, the latest ones. They are the same for every reader.
    ///
    /// # Errors
    /// There is no such table, or it can't be read.
    pub async fn log(
        self: &Arc<Self>,
        code: TableCode,
        before: usize,
        most: usize,
    ) -> Result<Page<LogEntry>, Refusal> {
        Ok(self.read(code, move |session| Ok(session.room().log_before(before, most))).await?)
    }

    /// At most `most` lines of the talk before the line of this number, the latest ones.
    ///
    /// # Errors
    /// There is no such table, or it can't be read.
    pub async fn talk(
        self: &Arc<Self>,
        code: TableCode,
        before: usize,
        most: usize,
    ) -> Result<Page<TalkItem>, Refusal> {
        Ok(self.read(code, move |session| Ok(session.room().talk_before(before, most))).await?)
    }

    /// The move that a bot recommends to a person who is to act.
    ///
    /// # Errors
    /// There is no such table, it is not their turn, there are no hints at this table, or too many others ask.
    pub async fn hint(
        self: &Arc<Self>,
        code: TableCode,
        who: PlayerId,
        address: Address,
    ) -> Result<Hint, Refusal> {
        let hinting = self.read(code, move |session| session.hint(who)).await?;
        let whose = For { kind: Kind::Hint, address: Some(address), guest: who, table: code };
        let mut stopping = self.stopping.clone();
        let thought = tokio::select! {
            biased;
            () = stopped(&mut stopping) => return Err(Refusal::new(Code::Busy, "the server stops")),
            thought = timeout(self.times.hint, self.thinkers.think(&whose, hinting)) => thought,
        };
        match thought {
            Ok(Some(Thought { result: hint, .. })) => Ok(hint),
            Ok(None) => Err(server_failed()),
            Err(_) => Err(Refusal::new(Code::Busy, "too many others ask for hints just now")),
        }
    }

    /// Waits until another table may be read from the store.
    async fn may_load(&self) -> Option<SemaphorePermit<'_>> {
        // The semaphore is never closed.
        self.loads.acquire().await.ok()
    }

    /// The addresses, networks and guests that the operator has blocked.
    pub(crate) const fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// Reads the blocks from the store. If that fails, the former ones stay in force.
    pub async fn read_blocks(&self) {
        if let Err(error) = self.blocks.read(&self.store).await {
            seldom!(error, %error, "the blocks can't be read");
        }
    }

    /// Whether a client may put a bot of this level at a table: for levels that think for longer than usual, only so often.
    ///
    /// # Errors
    /// [`Code::TooMany`]
    fn allow_bot(&self, level: &str, address: Option<Address>) -> Result<(), Refusal> {
        let effort = level.parse::<Level>().map_or(0, Level::effort);
        let is_long = u128::from(effort) > self.times.thought_shared.as_millis();
        match address.filter(|_| is_long) {
            Some(address) => {
                self.long_bots.spend(address, "too many bots that think for long; try again later")
            }
            None => Ok(()),
        }
    }

    /// The quotas of bytes.
    pub(crate) const fn quota(&self) -> &Quota {
        &self.quota
    }

    /// Measures the data from time to time. Never returns.
    pub(crate) async fn watch_size(&self) {
        let mut clock = tokio::time::interval(SIZE_MEASURED);
        loop {
            clock.tick().await;
            match self.store.bytes().await {
                Ok(bytes) => self.quota.set_full(bytes > self.limits.stored_bytes),
                Err(error) => tracing::debug!(%error, "the size of the data can't be measured"),
            }
        }
    }

    /// The other servers on the database.
    #[must_use]
    pub fn placement(&self) -> &Arc<dyn Placement> {
        &self.placement
    }

    /// Acts on an event at another server.
    pub async fn take_event(&self, event: ClusterEvent) {
        match event {
            ClusterEvent::SignedOut(device) => self.sign_out_here(DeviceId(device)),
            ClusterEvent::Renamed(person) => self.rename_here(&person).await,
            ClusterEvent::Withheld(code) => self.let_go(code).await,
            ClusterEvent::Blocked => self.read_blocks().await,
            ClusterEvent::ClockConfirmed => clock::confirm(),
        }
    }

    /// Keeps a chair at a table for a person whom its host invites.
    ///
    /// # Errors
    /// There is no such table, or the table refuses it.
    pub(crate) async fn invite(
        self: &Arc<Self>,
        code: TableCode,
        by: PlayerId,
        guest: Person,
    ) -> Result<(), Refusal> {
        let asked = self.ask(code, |_| {
            let (reply, replied) = oneshot::channel();
            (Request::Invite { by, guest: guest.clone(), reply }, replied)
        });
        Ok(asked.await?)
    }

    /// Passes a person's new name on to their sockets, and to their tables that are in memory and whose game has not started,
    /// at any server. Other tables use it from when the person connects.
    pub(crate) async fn rename(&self, person: Person) {
        self.rename_here(&person).await;
        self.placement.announce(ClusterEvent::Renamed(person)).await;
    }

    async fn rename_here(&self, person: &Person) {
        // Someone who has not sat down yet is only known to the table by their socket. Sending fails if none is open.
        let _ = self.renamed.send(person.clone());
        let tables = match self.store.list(Scope::Mine(person.id), RENAMED_AT_MOST).await {
            Ok(tables) => tables,
            Err(error) => return seldom!(error, %error, "could not look for tables of a person"),
        };
        for card in tables.iter().filter(|card| card.status == Status::Lobby) {
            let mailbox = self.lock().get(&card.code).cloned();
            if let Some(mailbox) = mailbox {
                // A table that stops at this moment also gets it when the person connects.
                let _ = mailbox.send(Request::Renamed { person: person.clone() }.into()).await;
            }
        }
    }

    /// Closes the sockets of a device that was signed out, at all servers.
    pub(crate) async fn sign_out(&self, device: DeviceId) {
        self.sign_out_here(device);
        self.placement.announce(ClusterEvent::SignedOut(device.0)).await;
    }

    fn sign_out_here(&self, device: DeviceId) {
        // Sending fails only if no socket is open.
        let _ = self.signed_out.send(device);
    }

    /// Runs a login, and returns its result with what happens to devices and guests from its beginning: a device that is signed
    /// out while its socket connects must not stay connected.
    pub(crate) async fn watched<T>(&self, login: impl Future<Output = T>) -> (GuestEvents, T) {
        let events = GuestEvents {
            signed_out: self.signed_out.subscribe(),
            renamed: self.renamed.subscribe(),
            blocks: self.blocks.changes(),
        };
        (events, login.await)
    }

    /// The codes of the tables that are in memory here.
    #[must_use]
    pub fn in_memory(&self) -> Vec<TableCode> {
        self.lock().keys().copied().collect()
    }

    /// The codes of the public tables of this status that a list may show.
    #[must_use]
    pub fn listed(&self, status: Status) -> Vec<TableCode> {
        lock(&self.listed).codes(status)
    }

    /// The codes of all public tables that lists may show.
    #[must_use]
    pub fn listed_tables(&self) -> Vec<TableCode> {
        let listed = lock(&self.listed);
        [Status::Lobby, Status::Playing].into_iter().flat_map(|status| listed.codes(status)).collect()
    }

    /// Notes the status of a public table with connected clients, one of which has this address; `None` if there is no
    /// client any more.
    fn note_attended(&self, code: TableCode, status: Option<Status>, address: Option<Address>) {
        let mut listed = lock(&self.listed);
        match status {
            Some(status) => listed.attended(code, status, address),
            None => listed.left(code),
        }
    }

    /// Reads from a table's session. If the table's task ends before it replies, the message is sent again.
    async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        code: TableCode,
        question: impl FnOnce(&Session) -> Result<T, Refusal> + Clone + Send + 'static,
    ) -> Result<T, NotServedHere> {
        let asked = self.ask(code, |_| {
            let (reply, replied) = oneshot::channel();
            let question = question.clone();
            let ask = move |session: Result<&Session, NotServedHere>| {
                // The receiver may have been dropped already.
                let _ = reply.send(session.and_then(|session| Ok(question(session)?)));
            };
            (Request::Ask(Box::new(ask)), replied)
        });
        asked.await
    }

    /// Sends a table a request that has a reply. If the table's task ends at that moment, the request is sent again.
    async fn ask<T, Replied>(
        self: &Arc<Self>,
        code: TableCode,
        mut request: impl FnMut(&mpsc::Sender<Msg>) -> (Request, Replied),
    ) -> Result<T, NotServedHere>
    where
        Replied: Future<Output = Result<Result<T, NotServedHere>, oneshot::error::RecvError>>,
    {
        for _ in 0..3 {
            if *self.stopping.borrow() {
                break;
            }
            let mailbox = self.mailbox(code);
            let (request, replied) = request(&mailbox);
            if mailbox.send(request.into()).await.is_ok()
                && let Ok(reply) = replied.await
            {
                return reply;
            }
        }
        Err(Refusal::new(Code::Internal, "the table does not answer").into())
    }

    /// The mailbox of a table. Starts the table's task if it is not in memory.
    fn mailbox(self: &Arc<Self>, code: TableCode) -> mpsc::Sender<Msg> {
        let mut tables = self.lock();
        if let Some(mailbox) = tables.get(&code)
            && !mailbox.is_closed()
        {
            return mailbox.clone();
        }
        let (mailbox, messages) = mpsc::channel(MAILBOX);
        tables.insert(code, mailbox.clone());
        tokio::spawn(table::run(Arc::clone(self), code, messages));
        mailbox
    }

    /// Removes a table from memory, unless there are messages for it. Returns whether it was removed.
    fn forget(&self, code: TableCode, messages: &mut mpsc::Receiver<Msg>) -> bool {
        let mut tables = self.lock();
        if !messages.is_empty() {
            return false;
        }
        messages.close();
        tables.remove(&code);
        true
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TableCode, mpsc::Sender<Msg>>> {
        lock(&self.tables)
    }
}

/// A table that is not in memory is not loaded for this, because it has no connections.
impl Looking for Hub {
    fn looking(&self, code: TableCode, who: PlayerId) -> BoxFuture<'_, Option<StoppedLooking>> {
        Box::pin(async move {
            let mailbox = self.lock().get(&code).cloned()?;
            let (reply, replied) = oneshot::channel();
            mailbox.send(Request::Look { who, reply }.into()).await.ok()?;
            replied.await.ok()
        })
    }
}

/// The refusal if each code that was tried for a new table is that of another one.
fn no_free_code() -> Refusal {
    Refusal::new(Code::Internal, "no code is free")
}

/// About how many bytes entries take in the store.
fn stored_bytes(entries: &[String]) -> usize {
    entries.iter().map(|entry| entry.len() + ENTRY_BYTES).sum()
}

/// How long thoughts of each kind may take.
fn allowances(times: &Times) -> [Allowance; Kind::COUNT] {
    let Times { thought: alone, thought_shared: shared, thought_patience: patience, .. } = *times;
    // Quick thoughts and hints have short budgets of their own. A hint has a person waiting for it.
    let hint =
        Allowance { patience: HINT_PATIENCE.min(patience), hurried: HURRIED_HINT, ..Allowance::fixed(alone) };
    [
        Allowance::fixed(alone),
        hint,
        Allowance { alone, shared: shared.min(alone), patience, hurried: HURRIED },
        // No client waits for these.
        Allowance { alone, shared: shared.min(alone), patience: Duration::MAX, hurried: alone },
    ]
}
