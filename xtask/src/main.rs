//! Developer commands behind the cargo aliases.
//!
//! `cargo play` builds everything and opens it in the browser; `cargo verify` is exactly what CI runs;
//! `cargo xtask` lists the rest. Each sets up what it needs on a fresh machine.

mod arrange;
mod attack;
mod browser;
mod budget;
mod cargo;
mod changes;
mod chaos;
mod crash;
mod dependencies;
mod engine;
mod error;
mod fuzz;
mod instructions;
mod links;
mod outcome;
mod places;
mod play;
mod postgres;
mod python;
mod shell;
mod site;
mod tidy;
mod tools;
mod types;
mod verify;
mod web;

use std::{ffi::OsString, path::PathBuf, process::ExitCode};

use clap::Parser;

use crate::{browser::Deals, error::Error, shell::Workspace};

/// Developer commands of Townhall.
#[derive(Parser)]
#[command(bin_name = "cargo xtask", arg_required_else_help = true)]
enum Xtask {
    /// Build Townhall, serve it and open it in the browser; the same as `cargo play`.
    ///
    /// Options go to `townhall serve --open`. A command of townhall, with all that follows it, is run
    /// instead: `cargo play play` plays in the terminal.
    #[command(
        after_help = "Examples:\n  cargo play --listen 127.0.0.1:8080\n  cargo play play point-city --players 2",
        disable_help_flag = true
    )]
    Play {
        /// Options of `townhall serve`, or another command of townhall.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Check what CI checks; the same as `cargo verify`.
    #[command(
        after_help = "Examples:\n  cargo verify --since main\n  cargo verify lints browser\n  cargo verify --all"
    )]
    Verify {
        /// Run only the steps whose names begin so, such as `tests` or `browser`.
        steps: Vec<String>,
        /// Run only what the changes since a commit can affect, uncommitted ones included, and of the browser tests a few.
        #[arg(long, value_name = "COMMIT", conflicts_with = "all")]
        since: Option<String>,
        /// Run also what CI leaves out: documentation, tests with a Postgres, the Python package, instruction counts, and the
        /// browser tests with the tag `@all`.
        #[arg(long)]
        all: bool,
    },
    /// Fuzz one target, or all of them one after another.
    #[command(after_help = "Example: cargo xtask fuzz records --seconds 600")]
    Fuzz {
        /// A file in fuzz/libfuzzer/fuzz_targets; all files, if none is named.
        target: Option<String>,
        /// How long to fuzz each target.
        #[arg(long, default_value_t = 60)]
        seconds: u32,
    },
    /// Run the browser tests, or some of them.
    ///
    /// All deals are the same in every run, unless `--random` is given.
    #[command(
        after_help = "Examples:\n  cargo xtask browser\n  cargo xtask browser lobby --project desktop\n  cargo xtask browser --random screens"
    )]
    Browser {
        /// Play other deals than in every run. They follow from a phrase, which is printed: with the environment
        /// variable `DEALS` set to it, they are repeated.
        #[arg(long)]
        random: bool,
        /// Files, projects and whatever else Playwright understands.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Take pictures of every screen, in all languages, light and dark, on a phone and a desktop.
    ///
    /// Nothing is compared: look at them.
    #[command(after_help = "Example: cargo xtask pictures --grep 'de phone'")]
    Pictures {
        /// Whatever Playwright understands.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Kill a server under load again and again, and check that it has lost nothing.
    #[command(after_help = "Example: cargo xtask crash 100")]
    Crash {
        /// How many times.
        #[arg(default_value_t = 100)]
        times: u32,
    },
    /// Attack a server with full numbers, and check that others are served in time.
    ///
    /// It takes some minutes. `cargo verify` runs the same attacks with small numbers. Linux only.
    Attack,
    /// Have nodes, their database and the ways between them fail while people play, and check that nothing is lost.
    ///
    /// It needs the Postgres packages of the machine, and installs them.
    #[command(after_help = "Example: cargo xtask chaos 1000")]
    Chaos {
        /// How many faults.
        #[arg(default_value_t = 100)]
        faults: u32,
    },
    /// Record the instruction counts of this tree as those to compare with.
    ///
    /// Do so when a change is meant to cost or save instructions, and commit the file that it
    /// writes together with that change.
    Bless,
    /// Build the engine, with which the client plays in the browser alone.
    ///
    /// `cargo play` and `cargo verify` do so by themselves.
    Engine {
        /// Build the client with it as well.
        #[arg(long)]
        client: bool,
    },
    /// Write a page without a server into a folder, for any host of files and under any path.
    ///
    /// On it one plays against bots and with others at the same device.
    #[command(after_help = "Example: cargo xtask site --out public")]
    Site {
        /// The folder; it must be empty or new.
        #[arg(long)]
        out: PathBuf,
    },
    /// Write the TypeScript types of all that goes over the wire to web/src/lib/wire.
    ///
    /// Do so when such a type has changed, and commit what it writes together with that change.
    Types {
        /// Write nothing, but fail if the files there are out of date; `cargo verify` does so.
        #[arg(long)]
        check: bool,
    },
}

fn main() -> ExitCode {
    match run(Xtask::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Xtask) -> Result<ExitCode, Error> {
    let workspace = Workspace::find()?;
    match command {
        Xtask::Play { args } => play::run(&workspace, &args),
        Xtask::Verify { steps, since, all } => verify::run(&workspace, &steps, since.as_deref(), all),
        Xtask::Fuzz { target, seconds } => {
            fuzz::run(&workspace, target.as_deref(), seconds)?;
            Ok(ExitCode::SUCCESS)
        }
        Xtask::Browser { random, args } => {
            let deals = if random { Deals::Random } else { Deals::Fixed };
            browser::run(&workspace, deals, &args).map(|()| ExitCode::SUCCESS)
        }
        Xtask::Pictures { args } => {
            println!("The pictures are in {}", browser::pictures(&workspace, &args)?.display());
            Ok(ExitCode::SUCCESS)
        }
        Xtask::Attack => attack::run(&workspace).map(|()| ExitCode::SUCCESS),
        Xtask::Crash { times } => crash::run(&workspace, times).map(|()| ExitCode::SUCCESS),
        Xtask::Chaos { faults } => chaos::run(&workspace, faults).map(|()| ExitCode::SUCCESS),
        Xtask::Bless => {
            instructions::bless(&workspace)?;
            Ok(ExitCode::SUCCESS)
        }
        Xtask::Engine { client } => {
            engine::build(&workspace)?;
            if client {
                web::build(&workspace, &web::Client::Shipped)?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Xtask::Site { out } => site::write(&workspace, &out).map(|()| ExitCode::SUCCESS),
        Xtask::Types { check } => {
            if check {
                println!("{} files are up to date", types::check(&workspace)?);
            } else {
                types::write(&workspace)?;
            }
            Ok(ExitCode::SUCCESS)
        }
    }
}
