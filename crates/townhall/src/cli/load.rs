//! The arguments of the load test.

use clap::{Args, builder::PossibleValuesParser};

use crate::games::GAMES;

/// Measure a server on this machine: players at many tables, who move at a given rate.
///
/// Moves become due at an even rate, whether or not the server keeps up; the latency of a move is the
/// time from when it was due to the `done` of the server, which is sent once the move is durable. A
/// game that ends is followed by a new one; tables are at different stages when the measuring begins.
/// Before that, as many idle sockets are opened and closed to see how much memory one takes. The server needs
/// `--no-limits`, because all connections come from one address.
///
/// Figures, as `--json` names them: moves_per_s (acknowledged while moves were due),
/// latency_ms (p50, p99, p99_9, max), moves_unsent (due, but no seat was asked anything), games (that
/// ended), resyncs (whole tables that a socket was sent again), reconnects, refused (by code), failures,
/// disturbances (what was refused the crowd), bytes_per_move (received by all sockets of a table together), server_us_per_move (microseconds of the
/// processors, the kernel's work included), bytes_per_idle_socket, server_resident_bytes.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townhall serve --no-limits &
  townhall load --tables 250 --sockets 1000 --seconds 20 --rate 5000

Correspondence tables without a connected client, the memory that the server holds then, and how late players are notified:
  townhall serve --no-limits --set 'push_services=[\"http://127.0.0.1:9000\"]' &
  townhall load --tables 10000 --sockets 40000 --days 10 --seconds 0 --after 65 --every 60 --push http://127.0.0.1:9000

A soak of an hour, with a line a minute, and of what is left five minutes later:
  townhall load --tables 250 --sockets 1000 --seconds 3600 --rate 2500 --crowd 4 --every 60 --after 300")]
pub(crate) struct Load {
    /// How many tables
    #[arg(long, value_name = "N")]
    pub(crate) tables: usize,

    /// How many sockets, spread evenly; those without a chair watch
    #[arg(long, value_name = "M")]
    pub(crate) sockets: usize,

    /// For how many seconds moves are due
    #[arg(long, value_name = "S")]
    pub(crate) seconds: f64,

    /// How many moves are due each second, at all tables together
    #[arg(long, value_name = "R", default_value_t = 5000)]
    pub(crate) rate: u32,

    /// The server, at a loopback address of this machine; may be repeated for several nodes, which take sockets in turn
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8730")]
    pub(crate) url: Vec<String>,

    /// The game: between-two-cities or point-city
    #[arg(long, value_name = "GAME", value_parser = PossibleValuesParser::new(GAMES), default_value = GAMES[0])]
    pub(crate) game: String,

    /// Measure correspondence tables instead: at each, so many moves are made, and then everybody leaves
    #[arg(long, value_name = "MOVES")]
    pub(crate) days: Option<u64>,

    /// Subscribe all players to notifications at a push service that listens at this loopback origin meanwhile, such as
    /// http://127.0.0.1:9000; it has to be one of the server's `push_services`
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) push: Option<String>,

    /// The server's `times.notice_grace` in seconds, from which it follows when a notification is due
    #[arg(long, value_name = "S", default_value_t = 120.0)]
    pub(crate) grace: f64,

    /// At how many more tables people come, leave, stall and flood all the while
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) crowd: usize,

    /// Print a line to standard error every so many seconds: what was done since, and what the server holds
    #[arg(long, value_name = "S")]
    pub(crate) every: Option<f64>,

    /// For how many seconds such lines go on after the last move
    #[arg(long, value_name = "S", default_value_t = 0.0, requires = "every")]
    pub(crate) after: f64,

    /// The server's process, for its memory [default: the one that listens at the first address]
    #[arg(long, value_name = "PID")]
    pub(crate) server_pid: Option<u32>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
