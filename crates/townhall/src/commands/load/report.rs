//! The figures of a load, for people and as JSON.

use std::{
    collections::BTreeMap,
    io::{Write, stdout},
    time::Duration,
};

use serde::Serialize;

use super::Tally;
use crate::{cli, failure::Failure};

/// The measurements of a run besides its counters.
pub(super) struct Run {
    /// Whether all tables were open when it began.
    pub(super) ready: bool,
    pub(super) due: u64,
    pub(super) length: Duration,
    /// How many moves were acknowledged before the last one was due.
    pub(super) within: u64,
    /// How many bytes of frames were received until then, by all sockets.
    pub(super) received: u64,
    /// The processor time of the server until then.
    pub(super) worked: Option<Duration>,
    pub(super) unsent: u64,
    pub(super) idle_socket: Option<u64>,
    pub(super) resident: Option<u64>,
}

/// All figures; `--help` says what each means.
#[derive(Serialize)]
pub(super) struct Figures {
    tables: usize,
    sockets: usize,
    seconds: f64,
    rate: u32,
    all_tables_open: bool,
    moves_due: u64,
    pub(super) moves_acknowledged: u64,
    moves_unsent: u64,
    moves_per_s: f64,
    latency_ms: Latency,
    bytes_per_move: f64,
    server_us_per_move: Option<f64>,
    games: u64,
    resyncs: u64,
    reconnects: u64,
    refused: BTreeMap<String, u64>,
    turns_without_offer: u64,
    failures: BTreeMap<String, u64>,
    disturbances: BTreeMap<String, u64>,
    bytes_per_idle_socket: Option<u64>,
    server_resident_bytes: Option<u64>,
}

#[derive(Serialize)]
struct Latency {
    p50: f64,
    p99: f64,
    p99_9: f64,
    max: f64,
}

impl Figures {
    pub(super) fn new(args: &cli::Load, tally: &Tally, run: &Run) -> Self {
        let moves = run.within.max(1) as f64;
        let ms = |quantile: f64| tally.latency.value_at_quantile(quantile) as f64 / 1000.0;
        Self {
            tables: args.tables,
            sockets: args.sockets,
            seconds: run.length.as_secs_f64(),
            rate: args.rate,
            all_tables_open: run.ready,
            moves_due: run.due,
            moves_acknowledged: tally.latency.len(),
            moves_unsent: run.unsent,
            moves_per_s: run.within as f64 / run.length.as_secs_f64(),
            latency_ms: Latency { p50: ms(0.5), p99: ms(0.99), p99_9: ms(0.999), max: ms(1.0) },
            bytes_per_move: run.received as f64 / moves,
            server_us_per_move: run.worked.map(|worked| worked.as_micros() as f64 / moves),
            games: tally.games,
            resyncs: tally.resyncs,
            reconnects: tally.reconnects,
            refused: tally.refused.clone(),
            turns_without_offer: tally.without_offer,
            failures: tally.failures.clone(),
            disturbances: tally.disturbances.clone(),
            bytes_per_idle_socket: run.idle_socket,
            server_resident_bytes: run.resident,
        }
    }
}

pub(super) fn print(figures: &Figures, json: bool) -> Result<(), Failure> {
    let mut out = stdout();
    if json {
        writeln!(out, "{}", serde_json::to_string(figures).map_err(std::io::Error::from)?)?;
        return Ok(());
    }
    let Latency { p50, p99, p99_9, max } = figures.latency_ms;
    writeln!(out, "{} sockets at {} tables, {:.1} s", figures.sockets, figures.tables, figures.seconds)?;
    if !figures.all_tables_open {
        writeln!(out, "not all tables were open when it began")?;
    }
    writeln!(
        out,
        "moves        {:.0}/s acknowledged ({} of {} due at {}/s; {} could not even be sent)",
        figures.moves_per_s,
        figures.moves_acknowledged,
        figures.moves_due,
        figures.rate,
        figures.moves_unsent
    )?;
    writeln!(out, "latency      p50 {p50:.1} ms, p99 {p99:.1} ms, p99.9 {p99_9:.1} ms, most {max:.1} ms")?;
    let work = figures.server_us_per_move.map_or("?".to_owned(), |work| format!("{work:.0}"));
    writeln!(
        out,
        "for a move   {:.0} bytes received, {work} us of the server's processor time",
        figures.bytes_per_move
    )?;
    writeln!(
        out,
        "games        {} ended, {} resyncs, {} reconnects, {} turns without an offer",
        figures.games, figures.resyncs, figures.reconnects, figures.turns_without_offer
    )?;
    let counted =
        [("refused", &figures.refused), ("failed", &figures.failures), ("crowd", &figures.disturbances)];
    for (what, counts) in counted {
        for (why, many) in counts {
            writeln!(out, "{what:<13}{many} times: {why}")?;
        }
    }
    let known =
        |bytes: Option<u64>, unit: u64| bytes.map_or("?".to_owned(), |bytes| (bytes / unit).to_string());
    writeln!(
        out,
        "memory       {} bytes for an idle socket, {} MiB in all",
        known(figures.bytes_per_idle_socket, 1),
        known(figures.server_resident_bytes, 1 << 20)
    )?;
    Ok(())
}
