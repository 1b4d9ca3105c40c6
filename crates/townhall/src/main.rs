//! `townhall`: plays, simulates, scores, replays and checks Between Two Cities and Point City.
//!
//! Exit codes: 0 for success, 1 if the program failed, 2 for bad input.
//!
//! # Code map
//!
//! - `commands/`: one module for each command. `play/` is the game in the terminal: `terminal.rs` has its loop, and
//!   `record_file.rs` the file to which it is saved. `mode.rs` chooses variant, players and seed for all commands. `cluster.rs`
//!   starts a node, with the feature `cluster`.
//! - `cli.rs`, `cli/`: the command line, and the groups of its help.
//! - `games/`: the games of `townhall-games`. `registry.rs` runs code that is generic over them, and `terminal_game.rs` is the
//!   interface of a game to the terminal. Each game has a folder with its drawing, its menus and its notation for `townhall score`.
//! - `settings/`: the settings of `townhall serve`. `failure.rs`, `files.rs`, `printable.rs`: errors
//!   with exit codes, files, and texts of others for a terminal.
//!
//! Each item of this list imports only from the items below it.

mod cli;
mod commands;
mod failure;
mod files;
mod games;
mod printable;
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
