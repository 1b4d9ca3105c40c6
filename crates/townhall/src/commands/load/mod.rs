//! `townhall load`: how many moves a server on this machine takes, and how quickly.

mod crowd;
mod curve;
mod days;
mod process;
mod push;
mod report;
mod schedule;
mod seat;
mod wire;

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, SystemTime},
};

use futures_util::future::{join_all, try_join_all};
use hdrhistogram::Histogram;
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use serde_json::json;
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep, timeout},
};
use townhall_client::{ClientError, Guest, Site, Socket};
use townhall_table::{
    catalogue::VariantInfo,
    protocol::{Action, BotPace, Options},
};

use self::{
    curve::Curve,
    push::PushService,
    schedule::Schedule,
    seat::{HeadStart, Seat},
};
use crate::{cli, failure::Failure};

/// How long answers are waited for after the last move was due.
const GRACE: Duration = Duration::from_secs(3);

/// How long the server is left alone before its memory is measured.
const SETTLE: Duration = Duration::from_millis(1500);

/// The most moves that a table makes before the measurement, so that tables are at different stages: most of a game.
const AHEAD: u64 = 64;

/// How long the tables may take to open.
const OPENING_TIMEOUT: Duration = Duration::from_secs(120);

/// The state that all sockets share.
struct Shared {
    /// The nodes of the server: one for most.
    sites: Vec<Site>,
    /// Which of them is next.
    next_site: AtomicUsize,
    /// The variant of the game that is played.
    variant: VariantInfo,
    /// The push service at which players subscribe.
    push: Option<Arc<PushService>>,
    schedule: Schedule,
    tally: Mutex<Tally>,
    stop: watch::Receiver<bool>,
    /// The number of this run, which is part of each command's id, so that no earlier run has used the same ids.
    run: u64,
}

/// The counters of a run.
struct Tally {
    latency: Histogram<u64>,
    refused: BTreeMap<String, u64>,
    /// The bytes of all frames.
    received: u64,
    resyncs: u64,
    reconnects: u64,
    games: u64,
    /// Turns on which no move was offered.
    without_offer: u64,
    failures: BTreeMap<String, u64>,
    /// The refusals to the crowd, with their numbers.
    disturbances: BTreeMap<String, u64>,
}

impl Shared {
    /// Where the next guest, table or socket goes: each node in turn, as a load balancer does it.
    fn site(&self) -> Site {
        self.sites[self.next_site.fetch_add(1, Relaxed) % self.sites.len()]
    }

    /// A new guest, who is subscribed to notifications if the run has a push service.
    async fn guest(&self, name: &str) -> Result<Guest, ClientError> {
        let site = self.site();
        let guest = site.guest(name).await?;
        if let Some(push) = &self.push {
            push.subscribe(site, &guest).await?;
        }
        Ok(guest)
    }

    fn tally<T>(&self, count: impl FnOnce(&mut Tally) -> T) -> T {
        count(&mut self.tally.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Records that a move that was due at `due` is durable now.
    fn acknowledged(&self, due: Instant) {
        let micros = due.elapsed().as_micros() as u64;
        self.tally(|tally| tally.latency.saturating_record(micros));
    }

    fn failed(&self, error: &ClientError) {
        self.tally(|tally| *tally.failures.entry(error.to_string()).or_default() += 1);
    }

    fn disturbed(&self, error: &ClientError) {
        self.tally(|tally| *tally.disturbances.entry(error.to_string()).or_default() += 1);
    }

    fn stopped(&self) -> bool {
        *self.stop.borrow()
    }
}

/// Runs the load and prints the figures.
pub(crate) fn run(args: &cli::Load) -> Result<(), Failure> {
    let sites = args.url.iter().map(|url| Site::new(url)).collect::<Result<Vec<_>, _>>();
    let sites = sites.map_err(Failure::bad_input)?;
    if let Some(origin) = &args.push {
        Site::new(origin).map_err(Failure::bad_input)?;
    }
    let variant = plain_variant(args)?;
    if args.tables == 0 || args.sockets < args.tables || args.rate == 0 {
        return Err(Failure::bad_input(
            "expected at least one table, a socket for each table, and a rate above zero",
        ));
    }
    // One thread is enough, and leaves the rest of the machine to the server.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if let Some(moves) = args.days {
        let measured = runtime.block_on(days::measure(args, moves, sites, variant));
        return Ok(
            measured.map_err(|error| std::io::Error::other(format!("{}: {error}", args.url.join(", "))))?
        );
    }
    let figures = runtime.block_on(measure(args, sites, variant));
    let figures =
        figures.map_err(|error| std::io::Error::other(format!("{}: {error}", args.url.join(", "))))?;
    report::print(&figures, args.json)?;
    if figures.moves_acknowledged == 0 {
        return Err(std::io::Error::other(format!("{}: no move was made", args.url.join(", "))).into());
    }
    Ok(())
}

/// Returns the state that the sockets of a run share.
async fn shared(
    args: &cli::Load,
    sites: Vec<Site>,
    variant: VariantInfo,
    stop: watch::Receiver<bool>,
) -> Result<Shared, ClientError> {
    // Up to ten minutes: a fixed range, since a histogram that grows by itself does not when it saturates.
    let latency = Histogram::new_with_bounds(1, 600_000_000, 3).map_err(std::io::Error::other)?;
    let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    let run = since.as_millis() as u64;
    let push = match &args.push {
        Some(origin) => Some(PushService::start(origin, run, Duration::from_secs_f64(args.grace)).await?),
        None => None,
    };
    let tally = Tally {
        latency,
        refused: BTreeMap::new(),
        received: 0,
        resyncs: 0,
        reconnects: 0,
        games: 0,
        without_offer: 0,
        failures: BTreeMap::new(),
        disturbances: BTreeMap::new(),
    };
    Ok(Shared {
        sites,
        next_site: AtomicUsize::new(0),
        variant,
        push,
        schedule: Schedule::default(),
        tally: Mutex::new(tally),
        stop,
        run,
    })
}

async fn measure(
    args: &cli::Load,
    sites: Vec<Site>,
    variant: VariantInfo,
) -> Result<report::Figures, ClientError> {
    let (stopper, stop) = watch::channel(false);
    let shared = &shared(args, sites, variant, stop).await?;
    let server = args.server_pid.or_else(|| process::listener(shared.sites[0].address()));
    let idle_socket = match server {
        Some(pid) => idle(args, shared, pid).await?,
        None => None,
    };
    let (opened, mut openings) = mpsc::unbounded_channel();
    let groups = (0..args.tables).map(|number| group(args, shared, number, opened.clone()));
    let crowd = crowd::run(args, shared);
    let mut curve = args.every.map(|every| Curve::new(shared, server, Duration::from_secs_f64(every)));
    let conduct = async {
        let all = async {
            for _ in 0..args.tables {
                openings.recv().await;
            }
        };
        let ready = timeout(OPENING_TIMEOUT, all).await.is_ok();
        shared.tally(|tally| (tally.resyncs, tally.games, tally.received) = (0, 0, 0));
        let (start, worked) = (Instant::now(), server.and_then(process::worked));
        let due = shared.schedule.run(args.rate, Duration::from_secs_f64(args.seconds));
        let due = match &mut curve {
            None => due.await,
            Some(curve) => tokio::select! {
                due = due => due,
                never = curve.print(shared) => match never {},
            },
        };
        let length = start.elapsed();
        let worked =
            server.and_then(process::worked).zip(worked).map(|(now, before)| now.saturating_sub(before));
        let (within, received) = shared.tally(|tally| (tally.latency.len(), tally.received));
        let resident = server.and_then(process::resident);
        let end = Instant::now() + GRACE;
        while shared.tally(|tally| tally.latency.len()) < due && Instant::now() < end {
            sleep(Duration::from_millis(20)).await;
        }
        let _ = stopper.send(true);
        (ready, due, length, within, received, worked, resident)
    };
    let ((ready, due, length, within, received, worked, resident), _, ()) =
        tokio::join!(conduct, join_all(groups), crowd);
    if let Some(curve) = &mut curve {
        let _ = timeout(Duration::from_secs_f64(args.after), curve.print(shared)).await;
    }
    let unsent = shared.schedule.left();
    Ok(shared.tally(|tally| {
        report::Figures::new(
            args,
            tally,
            &report::Run { ready, due, length, within, received, worked, unsent, idle_socket, resident },
        )
    }))
}

/// The bytes of memory that the server takes for one more idle socket.
async fn idle(args: &cli::Load, shared: &Shared, pid: u32) -> Result<Option<u64>, ClientError> {
    let host = shared.site().guest("Idle").await?;
    let mut codes = Vec::new();
    for _ in 0..args.tables {
        codes.push(shared.site().open(&host, &table(args, &shared.variant, 2)).await?);
    }
    // The first socket of a table loads the table; its memory is not counted as the socket's.
    let first = sockets(shared, &host, &codes, codes.len()).await?;
    sleep(SETTLE).await;
    let before = process::resident(pid);
    let more = sockets(shared, &host, &codes, args.sockets).await?;
    sleep(SETTLE).await;
    let after = process::resident(pid);
    drop((first, more));
    sleep(SETTLE).await;
    let many = args.sockets as u64;
    Ok(before.zip(after).map(|(before, after)| after.saturating_sub(before) / many))
}

/// Opens `count` sockets, spread evenly over the tables.
async fn sockets(
    shared: &Shared,
    who: &Guest,
    codes: &[String],
    count: usize,
) -> Result<Vec<Socket>, ClientError> {
    let mut sockets = Vec::with_capacity(count);
    for code in codes.iter().cycle().take(count) {
        sockets.push(shared.site().socket(Some(who), code, 0).await?);
    }
    Ok(sockets)
}

/// The plain way to play the game.
fn plain_variant(args: &cli::Load) -> Result<VariantInfo, Failure> {
    let catalogue = townhall_games::catalogue();
    let plain = catalogue.games().find(|game| game.id == args.game).and_then(|game| game.variants.first());
    plain.cloned().ok_or_else(|| Failure::bad_input(format!("there is no game {:?}", args.game)))
}

/// The body of the request that opens a table.
fn table(args: &cli::Load, variant: &VariantInfo, people: usize) -> serde_json::Value {
    json!({
        "game": args.game,
        "variant": variant.id,
        "players": people.max(variant.min),
        "options": Options { bots: BotPace::Instant, ..Options::default() },
    })
}

/// The people of one table, who play one game after another.
async fn group(args: &cli::Load, shared: &Shared, number: usize, opened: mpsc::UnboundedSender<()>) {
    let many = args.sockets / args.tables + usize::from(number < args.sockets % args.tables);
    // At one table everybody has another name.
    let names = (1..=many).map(|guest| format!("Load {guest}"));
    let guests = join_all(names.map(|name| async move { shared.guest(&name).await })).await;
    let guests: Vec<Guest> =
        guests.into_iter().filter_map(|guest| guest.inspect_err(|error| shared.failed(error)).ok()).collect();
    let mut round = 0;
    while !shared.stopped() && !guests.is_empty() {
        round += 1;
        let seed = (number as u64) << 32 | round;
        match game(args, shared, &guests, seed, round == 1, &opened).await {
            Ok(()) => shared.tally(|tally| tally.games += 1),
            Err(error) => {
                shared.failed(&error);
                sleep(Duration::from_millis(200)).await;
            }
        }
    }
}

/// One game. The first one of a table is played a part of the way before anything is measured, each a
/// different part: else all games would end, and new ones be opened, at the same moment.
async fn game(
    args: &cli::Load,
    shared: &Shared,
    guests: &[Guest],
    seed: u64,
    first: bool,
    opened: &mpsc::UnboundedSender<()>,
) -> Result<(), ClientError> {
    let people = guests.len().min(shared.variant.max);
    let table = table(args, &shared.variant, people);
    let players = table["players"].as_u64().unwrap_or_default() as usize;
    let code = shared.site().open(&guests[0], &table).await?;
    let mut seats = try_join_all(guests.iter().zip(0..).map(|(guest, number)| {
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed << 8 | number);
        Seat::connect(shared, guest, &code, rng)
    }))
    .await?;
    try_join_all(
        seats[..people].iter_mut().zip(0..).skip(1).map(|(seat, chair)| seat.request(Action::Sit { chair })),
    )
    .await?;
    for chair in people..players {
        seats[0].request(Action::SeatBot { chair, level: "random".to_owned() }).await?;
    }
    seats[0].request(Action::Start).await?;
    let ahead = if first { Xoshiro256PlusPlus::seed_from_u64(seed).next_u64() % AHEAD } else { 0 };
    let head_start = HeadStart::new(ahead, opened.clone());
    join_all(seats.into_iter().map(|seat| seat.play(&head_start))).await;
    Ok(())
}
