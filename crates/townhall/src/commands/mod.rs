//! One module for each command.

mod arena;
mod bench;
#[cfg(feature = "load")]
mod load;
mod mode;
mod perft;
mod replay;
mod score;
mod serve;
mod simulate;
mod train;
mod verify;

pub(crate) use arena::{Contestant, Sprt};
pub(crate) use mode::{Chosen, USUAL_PLAYERS, choose_mode, fresh_seed, fresh_seed_of};
pub(crate) use score::RealTable;
pub(crate) use train::{Training, train};

use crate::{cli::Command, failure::Failure, play};

/// Does what the command line asks for.
pub(crate) fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Serve(args) => serve::run(args),
        Command::Play(args) => play::run(args),
        Command::Simulate(args) => simulate::run(args),
        Command::Score(args) => score::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Arena(args) => arena::run(args),
        Command::Ladder(args) => arena::ladder::run(args),
        Command::Train(args) => train::run(args),
        Command::Bench(args) => bench::run(&args),
        #[cfg(feature = "load")]
        Command::Load(args) => load::run(&args),
    }
}
