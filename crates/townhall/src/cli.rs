//! The command line.

mod arena;
mod groups;
#[cfg(feature = "load")]
mod load;
pub(crate) mod operator;

use std::{net::SocketAddr, num::NonZeroUsize, path::PathBuf};

use clap::{Args, Parser, Subcommand, builder::PossibleValuesParser};
use townhall_bots::{Budget, Level};

#[cfg(feature = "load")]
pub(crate) use self::load::Load;
pub(crate) use self::{
    arena::{Contestant, Sprt},
    operator::{
        Backup, Block, Blocks, Check, ConfirmClock, ForgetGuest, Guests, Migrate, Notices, Prune, Recover,
        RemoveTable, Reports, Restore, Tables, Withheld,
    },
};
use crate::games::{GAMES, TRAINED};

/// Play two city-building table games, Between Two Cities and Point City, alone or with friends.
#[derive(Parser, Debug)]
#[command(
    version,
    about,
    arg_required_else_help = true,
    after_help = "Start with `townhall serve --open`, or `townhall play` in the terminal. Every command has a `--help` with an example."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Serve(Serve),
    Play(Play),
    Simulate(Simulate),
    Score(Score),
    Replay(Replay),
    Analyse(Analyse),
    Verify(Verify),
    Perft(Perft),
    Arena(Arena),
    Ladder(Ladder),
    Train(Train),
    Bench(Bench),
    Backup(Backup),
    Restore(Restore),
    Check(Check),
    Migrate(Migrate),
    Prune(Prune),
    Tables(Tables),
    /// Keep a table out of public lists, whatever its host chose. It can still be opened with its code.
    #[command(after_help = "Examples:\n  townhall unlist K7M2QX\n  townhall unlist K7M2QX --undo")]
    Unlist(Withheld),
    /// Close a table: it can no longer be opened or played. It stays in the file.
    #[command(after_help = "Examples:\n  townhall close K7M2QX\n  townhall close K7M2QX --undo")]
    Close(Withheld),
    RemoveTable(RemoveTable),
    Guests(Guests),
    ForgetGuest(ForgetGuest),
    Recover(Recover),
    Reports(Reports),
    Notices(Notices),
    Block(Block),
    Blocks(Blocks),
    ConfirmClock(ConfirmClock),
    /// Set up several servers (nodes) on one Postgres database.
    #[cfg(feature = "cluster")]
    #[command(subcommand)]
    Cluster(Cluster),
    #[cfg(feature = "load")]
    Load(Load),
}

#[cfg(feature = "cluster")]
#[derive(Subcommand, Debug)]
pub(crate) enum Cluster {
    /// Print a random secret, which all nodes share in the variable TOWNHALL_NODE_SECRET or in a file.
    #[command(after_help = "Example:\n  townhall cluster secret > node-secret")]
    Secret,
}

/// Serve tables to browsers: both games, alone against bots or with friends by a link.
///
/// Everything is stored in one file, and a server that was stopped or killed continues from it. The log on
/// standard error holds no names, moves or secrets.
///
/// Each setting can stand in a file (--config), in a variable of the environment (TOWNHALL_LIMITS_SOCKETS is
/// limits.sockets), or on the command line: the command line wins over the environment, and the environment over the file.
/// --print-config lists them all, with what is in force and where it comes from, as such a file.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townhall serve --open
  townhall serve --listen 0.0.0.0:8730        (for everybody in the same network)
  townhall serve --data evening.db --metrics 127.0.0.1:9730
  townhall serve --data postgres://townhall@db/town --node-address 10.0.0.3:8731
  townhall serve --behind-proxy               (nginx, Caddy and the like handle https)
  townhall serve --print-config > townhall.toml
  townhall serve --config townhall.toml --set limits.sockets=500

Set RUST_LOG=debug for a more detailed log.")]
pub(crate) struct Serve {
    /// The address to listen on; port 0 takes any free port [default: 127.0.0.1:8730]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,

    /// The file of players and tables, created if missing, or the URL of a Postgres database [default: townhall.db in
    /// your data folder, such as ~/.local/share/townhall]
    #[arg(long, value_name = "FILE|URL")]
    pub(crate) data: Option<String>,

    /// Use a Postgres database even if it could lose moves that were acknowledged, such as one with asynchronous replicas
    #[arg(long)]
    pub(crate) accept_loss: bool,

    /// Be one of several servers (nodes) on the same Postgres database, which the others reach at this address
    ///
    /// All of them need the same secret, which `townhall cluster secret` prints, in the variable TOWNHALL_NODE_SECRET or in a
    /// file.
    #[arg(long, value_name = "IP:PORT")]
    pub(crate) node_address: Option<SocketAddr>,

    /// Read the secret that all nodes share from this file
    #[arg(long, value_name = "FILE")]
    pub(crate) node_secret_file: Option<PathBuf>,

    /// Let pages of another origin, such as `https://play.example`, use this server; may be repeated
    #[arg(long, value_name = "URL")]
    pub(crate) origin: Vec<String>,

    /// Serve metrics for Prometheus at /metrics of this address, and nowhere else
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) metrics: Option<SocketAddr>,

    /// Trust X-Forwarded-For and X-Forwarded-Proto, which the proxy in front of the server sets
    #[arg(long)]
    pub(crate) behind_proxy: bool,

    /// Turn rate limits off: for measuring, never on an open network
    #[arg(long)]
    pub(crate) no_limits: bool,

    /// How many seconds the others wait for an absent player before a bot takes over, at tables with a clock [default: 90]
    #[arg(long, value_name = "SECONDS")]
    pub(crate) grace: Option<u32>,

    /// Read settings from this file
    #[arg(long, value_name = "FILE", env = "TOWNHALL_CONFIG")]
    pub(crate) config: Option<PathBuf>,

    /// Set anything that the file of settings can, such as limits.sockets=500; may be repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    pub(crate) set: Vec<(String, String)>,

    /// Print all settings that are in force, and where each comes from, and stop
    #[arg(long)]
    pub(crate) print_config: bool,

    /// How many seconds a player must have been away before the others may vote to let a bot play [default: 30]
    #[arg(long, value_name = "SECONDS")]
    pub(crate) vote_after: Option<u32>,

    /// Write the log as JSON, one object a line
    #[arg(long)]
    pub(crate) log_json: bool,

    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
}

/// A setting on the command line has no `=`.
#[derive(Debug, thiserror::Error)]
#[error("expected KEY=VALUE")]
struct NoValue;

fn key_and_value(text: &str) -> Result<(String, String), NoValue> {
    let (key, value) = text.split_once('=').ok_or(NoValue)?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

/// Variant, number of players and seed.
#[derive(Args, Debug, Clone)]
pub(crate) struct Mode {
    /// How many players: people and bots [default: 4, or what the game or the variant takes]
    #[arg(long, short = 'n', value_name = "N")]
    pub(crate) players: Option<usize>,

    /// The variant, such as standard, two-player, automa-hard, solo-easy [default: what fits the players]
    #[arg(long, value_name = "V")]
    pub(crate) variant: Option<String>,

    /// Any text; the same seed deals the same game [default: fresh entropy]
    #[arg(long, short, value_name = "S")]
    pub(crate) seed: Option<String>,
}

/// Play in the terminal, against bots or with several people at one keyboard.
///
/// Without a game, a short menu asks what to play. At any prompt, `help` says what you can type.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townhall play
  townhall play between-two-cities --players 4
  townhall play between-two-cities --players 3 --people Ada,Ben --bots greedy
  townhall play between-two-cities --variant automa-hard
  townhall play point-city --variant solo-medium --record evening.jsonl
  townhall play --record evening.jsonl        (continues where you stopped)")]
pub(crate) struct Play {
    /// The game: between-two-cities or point-city
    #[arg(value_parser = PossibleValuesParser::new(GAMES))]
    pub(crate) game: Option<String>,

    #[command(flatten)]
    pub(crate) mode: Mode,

    /// The bots on the seats after the people, one level each or one for all: random, novice, greedy, casual, hard or
    /// expert, or with a budget, such as expert:200ms
    #[arg(long, value_name = "LEVEL,…", value_delimiter = ',')]
    pub(crate) bots: Option<Vec<Level>>,

    /// The people at this keyboard, by name; they get the first seats
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub(crate) people: Option<Vec<String>>,

    /// The bot that answers `hint`, from what you can see
    #[arg(long, value_name = "LEVEL", default_value = "expert")]
    pub(crate) hints: Level,

    /// Save the game to this file after every move; if it holds an unfinished game, continue it
    #[arg(long, short, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

/// Let bots play many games, and count who wins.
///
/// Equal seeds give equal games on every machine and for any number of threads.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townhall simulate between-two-cities --players 4 --games 1000 --seed 7 --bots greedy,random
  townhall simulate point-city --players 2 --games 100 --seed 7 --records games.jsonl")]
pub(crate) struct Simulate {
    /// The game: between-two-cities or point-city
    #[arg(value_parser = PossibleValuesParser::new(GAMES))]
    pub(crate) game: String,

    #[command(flatten)]
    pub(crate) mode: Mode,

    /// How many games
    #[arg(long, short, value_name = "K", default_value_t = 100)]
    pub(crate) games: u64,

    /// The bots by seat; if there are fewer than seats, they start again from the first
    #[arg(long, value_name = "LEVEL,…", value_delimiter = ',', default_value = "greedy")]
    pub(crate) bots: Vec<Level>,

    /// Write every game to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,

    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Score a game played at home, finished or not.
///
/// Without a table on the command line, or with `-` in its place, tables are read from standard input,
/// one a line, and each is answered with one line of JSON, in the form of a record's result.
///
/// Between Two Cities: one word a city, 1 to 7 of them; factories are compared among them. A city is
/// four rows of four letters: S shop, F factory, O office, P park, H house; taverns by icon: d drink,
/// e eat, m music, b bed; a dot is an empty space.
///
/// Point City: one word a seat, 1 to 4 of them. A seat is made of these parts with `/` between them,
/// each of which may be left out: points=24, the points printed on buildings; resources=CCMMMM, the
/// permanent resources by their letters (C community, M economy, E energy, I industry, N ecology);
/// tokens=each-M,types-3; cards=C,CC,*, the resource cards left. In the place of points= and resources=,
/// buildings=01C,07E names the buildings by the ids of point-city's data/cards.csv. In the solo game,
/// which --variant names, the last seat is the city, whose tokens may be a number: tokens=3.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townhall score between-two-cities SSSS/HHOm/OPOO/OPHP mdFF/OeOb/OOOO/SSSS
  townhall score between-two-cities < tables.txt
  townhall score point-city 'points=24/resources=CCMMMMEENNN/tokens=each-M,types-3/cards=*,*' points=31/cards=C,CC
  townhall score point-city --variant solo-hard points=40/resources=CCM/cards=N points=30/resources=EE/tokens=3")]
pub(crate) struct Score {
    /// The game: between-two-cities or point-city
    #[arg(value_parser = PossibleValuesParser::new(GAMES))]
    pub(crate) game: String,

    /// The cities clockwise, or the seats
    #[arg(value_name = "CITY|SEAT")]
    pub(crate) table: Vec<String>,

    /// The variant of Point City: standard, solo-easy, solo-medium or solo-hard [default: standard]
    #[arg(long, value_name = "V")]
    pub(crate) variant: Option<String>,
}

/// Check every move of a file of records by the rules, and every result against its moves.
///
/// Prints the result of each game, one JSON a line.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townhall replay games.jsonl")]
pub(crate) struct Replay {
    /// The file of records; `-` is standard input
    pub(crate) file: PathBuf,

    /// Accept games without a result; their line says how far they got
    #[arg(long)]
    pub(crate) unfinished: bool,
}

/// Say where the points of finished games went: what decisions cost, and how much was luck.
///
/// Every decision is judged by what its player knew then. The final lead of each player is split into what the deal
/// promised, what came to light later, the player's own decisions and those of the others; the four add up to the lead. Of
/// several games, prints a table by player; games that can't be analysed are reported and left out, and the exit code is
/// 1. docs/analysis.md says what exactly the figures mean.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townhall analyse evening.jsonl --seat 1
  townhall analyse games.jsonl --budget 20000sims --json")]
pub(crate) struct Analyse {
    /// The file of records; `-` is standard input
    pub(crate) file: PathBuf,

    /// Only this seat, counted from 1 [default: every player]
    #[arg(long, value_name = "SEAT")]
    pub(crate) seat: Option<u8>,

    /// For how long to analyse each game at most, such as 2s, or with how many continuations, such as 50000sims; by
    /// default as many as in the browser
    #[arg(long, value_name = "BUDGET")]
    pub(crate) budget: Option<Budget>,

    /// Any text; the same seed and a budget in sims give the same figures
    #[arg(long, short, value_name = "S", default_value = "analysis")]
    pub(crate) seed: String,

    /// Print JSON, one line a game
    #[arg(long)]
    pub(crate) json: bool,

    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Check that games were dealt as committed to before play, and replay them.
///
/// The commitment in the header was shown before the first move; the seed was shown after the
/// last. The seed must have that commitment and deal that setup. SECURITY.md says what this proves.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townhall verify evening.jsonl")]
pub(crate) struct Verify {
    /// The file of records; `-` is standard input
    pub(crate) file: PathBuf,
}

/// Count the legal move sequences from a position of a recorded game.
///
/// Where several seats may act, the lowest one moves. Use it to compare rules engines.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townhall perft games.jsonl --game 1 --after 12 --depth 3")]
pub(crate) struct Perft {
    /// The file of records; `-` is standard input
    pub(crate) file: PathBuf,

    /// Which game of the file, counted from 1
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(crate) game: usize,

    /// How many moves of it to play first
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) after: usize,

    /// The length of the sequences
    #[arg(long, value_name = "D")]
    pub(crate) depth: u32,
}

/// Find out which bot is stronger: duplicate deals, every rotation of seats.
///
/// Prints for each bot the points, the share of wins with 95 % confidence (a win shared by k counts 1/k), a Weng-Lin
/// rating and the time per decision. Equal seeds give equal games for any number of threads, if budgets are in sims.
/// `oracle` is an upper bound: it searches like an expert, but is shown all hidden information.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townhall arena point-city --players 2 --bots expert:2000sims,greedy --games 100 --seed 7
  townhall arena between-two-cities --players 4 --bots expert,greedy,greedy,greedy --games 100 --json
  townhall arena point-city --players 2 --bots hard,casual --games 2000 --sprt 0.5,0.55")]
pub(crate) struct Arena {
    /// The game: between-two-cities or point-city
    #[arg(value_parser = PossibleValuesParser::new(GAMES))]
    pub(crate) game: String,

    #[command(flatten)]
    pub(crate) mode: Mode,

    /// The bots around the table, such as expert:200ms or hard:500sims; if there are fewer than seats,
    /// they start again from the first
    #[arg(long, value_name = "LEVEL,…", value_delimiter = ',', required = true)]
    pub(crate) bots: Vec<Contestant>,

    /// How many games, at most; the last deal is played out with every rotation
    #[arg(long, short, value_name = "K", default_value_t = 100)]
    pub(crate) games: u64,

    /// Stop as soon as it is clear which of two shares of wins the first bot has, such as 0.5,0.55
    #[arg(long, value_name = "LOW,HIGH")]
    pub(crate) sprt: Option<Sprt>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Play every level against the one below it, for all variants and numbers of players: a table in Markdown.
///
/// One bot of the higher level sits among bots of the lower one, in every rotation; where there is one
/// player, both play the same deals. Every row is an arena of its own.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townhall ladder --seed ladder --games 200
  townhall ladder between-two-cities --players 3,4 --levels casual:40sims,hard:100sims,expert:300sims
  townhall ladder point-city --levels expert:1000sims,oracle:1000sims     (what hidden information is worth)")]
pub(crate) struct Ladder {
    /// The game: between-two-cities or point-city [default: both]
    #[arg(value_parser = PossibleValuesParser::new(GAMES))]
    pub(crate) game: Option<String>,

    /// The levels, the weakest first
    #[arg(
        long,
        value_name = "LEVEL,…",
        value_delimiter = ',',
        default_value = "random,novice,greedy,casual,hard,expert"
    )]
    pub(crate) levels: Vec<Contestant>,

    /// Only these numbers of players [default: all]
    #[arg(long, short = 'n', value_name = "N,…", value_delimiter = ',')]
    pub(crate) players: Vec<usize>,

    /// Only this variant [default: all]
    #[arg(long, value_name = "V")]
    pub(crate) variant: Option<String>,

    /// How many games for each row; the last deal is played out with every rotation
    #[arg(long, short, value_name = "K", default_value_t = 100)]
    pub(crate) games: u64,

    /// Any text; the same seed deals the same games [default: fresh entropy]
    #[arg(long, short, value_name = "S")]
    pub(crate) seed: Option<String>,

    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Fit the weights by which bots value positions, from games of one-ply greedy players.
///
/// Writes a file of weights after each round; bots use the file with which the program was built. Equal arguments give
/// equal weights on every machine.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townhall train point-city --rounds 6 --games 8000")]
pub(crate) struct Train {
    /// The game: between-two-cities or point-city
    #[arg(value_parser = PossibleValuesParser::new(TRAINED.iter().map(|trained| trained.game)))]
    pub(crate) game: String,

    /// How many rounds; each plays with the weights of the one before
    #[arg(long, value_name = "R", default_value_t = 6)]
    pub(crate) rounds: usize,

    /// How many games a round
    #[arg(long, short, value_name = "K", default_value_t = 8000)]
    pub(crate) games: usize,

    /// Where to write the weights [default: where the next build looks for them]
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// Measure the speed of the rules: random games from fresh shuffles, scoring included, on one thread.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townhall bench --json")]
pub(crate) struct Bench {
    /// The game: between-two-cities or point-city [default: both]
    #[arg(value_parser = PossibleValuesParser::new(GAMES))]
    pub(crate) game: Option<String>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// How many seconds to play each game with each number of players
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0)]
    pub(crate) seconds: f64,

    /// Only play this many games with each number of players, the same ones each time: for tools that count instructions
    #[arg(long, short, value_name = "K", conflicts_with_all = ["seconds", "json"])]
    pub(crate) games: Option<u64>,
}
