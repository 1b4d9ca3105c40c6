//! `townhall`: plays, simulates, scores, replays and checks Between Two Cities and Point City.
//!
//! Exit codes: 0 for success, 1 if the program failed, 2 for bad input.
//!
//! # Code map
//!
//! - `cli.rs`, `cli/`: the command line, and the groups of its help.
//! - `commands/`: one module for each command. `cluster.rs` starts a node, with the feature `cluster`.
//! - `play/`: the game in the terminal. `terminal_game.rs` is what a game may add, `session.rs` the loop of a game.
//! - `registry.rs`: the list of games, and running code that is generic over them.
//! - `settings/`: the settings of `townhall serve`. `failure.rs`, `files.rs`: errors with exit codes, files.

mod cli;
mod commands;
mod failure;
mod files;
mod play;
mod registry;
mod settings;

use std::process::ExitCode;

/// A faster allocator: the server allocates many small strings for each move, and with the system's allocator a sixth
/// of its processor time went into that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The software that a record names as its writer.
const SOFTWARE: &str = concat!("townhall ", env!("CARGO_PKG_VERSION"));

fn main() -> ExitCode {
    match commands::run(cli::Cli::read().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.say();
            failure.exit_code()
        }
    }
}
