//! `townhall`: plays, simulates, scores, replays and checks Between Two Cities and Point City.
//!
//! Exit codes: 0 for success, 1 if the program failed, 2 for bad input.

mod cli;
mod commands;
mod failure;
mod files;
mod play;
mod registry;
mod settings;

use std::process::ExitCode;

use clap::Parser;

/// A server makes and drops many small texts for each move: the system's allocator takes a sixth of its time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What a record says wrote it.
const SOFTWARE: &str = concat!("townhall ", env!("CARGO_PKG_VERSION"));

fn main() -> ExitCode {
    match commands::run(cli::Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            anstream::eprintln!("\u{1b}[1;31merror:\u{1b}[0m {failure}");
            failure.exit_code()
        }
    }
}
