//! Correspondence tables: people come, move and leave again, and the server keeps nothing of it in memory.
//! If they have subscribed, those with an open turn are notified.

use futures_util::{StreamExt, stream};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde_json::json;
use tokio::{
    sync::{mpsc, watch},
    time::{Duration, Instant, sleep, timeout},
};
use townhall_client::{ClientError, Guest, Site};
use townhall_table::{catalogue::VariantInfo, protocol::Action};

use super::{
    Shared, process,
    seat::{HeadStart, Seat},
    shared, table,
};
use crate::cli;

/// The tables at which people are at the same time.
const AT_ONCE: usize = 32;
/// How long answers to the last moves are waited for.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long people stay after the last move was answered, so that all see the table after it.
const STAY: Duration = Duration::from_millis(300);

/// Opens the tables, makes `moves` moves at each, and prints what the server holds.
pub(super) async fn measure(
    args: &cli::Load,
    moves: u64,
    sites: Vec<Site>,
    variant: VariantInfo,
) -> Result<(), ClientError> {
    let (_stopper, stop) = watch::channel(false);
    let shared = &shared(args, sites, variant, stop).await?;
    let server = args.server_pid.or_else(|| process::listener(shared.sites[0].address()));
    let begun = Instant::now();
    let worked = server.and_then(process::worked);
    let people = args.sockets / args.tables;
    let mut done = stream::iter(0..args.tables)
        .map(|number| one(args, shared, people, moves, number as u64))
        .buffer_unordered(AT_ONCE);
    let (mut tables, mut peak) = (0, 0);
    while let Some(played) = done.next().await {
        played?;
        tables += 1;
        if tables % 100 == 0 {
            peak = peak.max(server.and_then(process::resident).unwrap_or_default());
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    let worked = server.and_then(process::worked).zip(worked).map(|(now, before)| now.saturating_sub(before));
    if let Some(push) = &shared.push {
        push.all_notified().await;
    }
    sleep(Duration::from_secs_f64(args.after)).await;
    let resident = server.and_then(process::resident).unwrap_or_default();
    let figures = json!({
        "tables": tables, "people": people * tables, "moves": moves * tables as u64, "seconds": seconds,
        "server_seconds": worked.map(|worked| worked.as_secs_f64()), "peak_resident_bytes": peak, "server_resident_bytes": resident,
        "notifications": shared.push.as_ref().map(|push| push.figures()),
    });
    println!("{figures:#}");
    Ok(())
}

/// The people of one table come, make their moves and leave.
async fn one(
    args: &cli::Load,
    shared: &Shared,
    people: usize,
    moves: u64,
    number: u64,
) -> Result<(), ClientError> {
    let mut guests: Vec<Guest> = Vec::with_capacity(people);
    for guest in 1..=people {
        guests.push(shared.guest(&format!("Load {guest}")).await?);
    }
    let mut table = table(args, &shared.variant, people);
    table["options"]["pace"] = json!({"correspondence": {
        "bank": 2520, "increment": 840, "from": 8, "to": 22,
        "days": [true, true, true, true, true, true, true], "zone": "Europe/Berlin", "away_days": 14,
    }});
    let Some(host) = guests.first() else { return Ok(()) };
    let code = shared.site().open(host, &table).await?;
    let mut seats = Vec::with_capacity(people);
    for (guest, chair) in guests.iter().zip(0..) {
        let rng = Xoshiro256PlusPlus::seed_from_u64(number << 8 | chair as u64);
        let mut seat = Seat::connect(shared, guest, &code, rng).await?;
        if chair > 0 {
            seat.request(Action::Sit { chair }).await?;
        }
        seats.push(seat);
    }
    seats[0].request(Action::Start).await?;
    let (over, mut is_over) = mpsc::unbounded_channel();
    let moves = HeadStart::new(moves, over);
    let all_moved = async {
        is_over.recv().await;
        let answered = async {
            while !moves.are_answered() {
                sleep(STAY / 10).await;
            }
        };
        let _ = timeout(PATIENCE, answered).await;
        sleep(STAY).await;
    };
    tokio::select! {
        () = all_moved => {}
        _ = futures_util::future::join_all(seats.into_iter().map(|seat| seat.play(&moves))) => {}
    }
    Ok(())
}
