//! `townhall`: plays, simulates, scores, replays and checks Between Two Cities and Point City.
//!
//! Exit codes: 0 for success, 1 if the program failed, 2 for bad input.
//!
//! # Code map
//!
//! - `commands/`: one module for each command. `play/` is the game in the terminal; `session.rs` has its loop. `mode.rs`
//!   chooses variant, players and seed for all of them. `cluster.rs` starts a node, with the feature `cluster`.
//! - `cli.rs`, `cli/`: the command line, and the groups of its help.
//! - `games/`: the games. `registry.rs` lists them and runs code that is generic over them, `terminal_game.rs` is what a
//!   game may add for the terminal. Each game has a folder with its drawing, its menus and its notation for `townhall score`.
//! - `settings/`: the settings of `townhall serve`. `failure.rs`, `files.rs`: errors with exit codes, files.
//!
//! Each item of this list imports only from the items below it.

mod cli;
mod commands;
mod failure;
mod files;
mod games;
mod settings;

use std::process::ExitCode;

/// A faster allocator: the server allocates many small strings for each move, and with the system's allocator a sixth
/// of its processor time went into that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match commands::run(cli::Cli::read().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.is_closed_output() {
                failure.say();
            }
            failure.exit_code()
        }
    }
}
