//! One module for each command.

mod analyse;
mod arena;
mod bench;
mod cluster;
#[cfg(feature = "load")]
mod load;
mod mode;
mod operator;
mod perft;
mod play;
mod replay;
mod score;
mod serve;
mod simulate;
mod train;
mod verify;

use townhall_store::Withholding;

#[cfg(feature = "cluster")]
use crate::cli::Cluster;
use crate::{cli::Command, failure::Failure};

/// Runs the command of the command line.
pub(crate) fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Serve(args) => serve::run(args),
        Command::Play(args) => play::run(args),
        Command::Simulate(args) => simulate::run(args),
        Command::Score(args) => score::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Arena(args) => arena::run(args),
        Command::Ladder(args) => arena::ladder::run(args),
        Command::Train(args) => train::run(args),
        Command::Bench(args) => bench::run(&args),
        Command::Backup(args) => operator::back_up(&args),
        Command::Restore(args) => operator::restore(&args),
        Command::Block(args) => operator::block(&args),
        Command::Blocks(args) => operator::blocks(&args),
        Command::ConfirmClock(args) => operator::confirm_clock(&args),
        Command::Check(args) => operator::check(&args),
        Command::Migrate(args) => operator::migrate(&args),
        Command::Prune(args) => operator::prune(&args),
        Command::Tables(args) => operator::tables(&args),
        Command::Unlist(args) => operator::withhold(&args, Withholding::Unlisted),
        Command::Close(args) => operator::withhold(&args, Withholding::Closed),
        Command::RemoveTable(args) => operator::remove_table(&args),
        Command::Guests(args) => operator::guests(&args),
        Command::ForgetGuest(args) => operator::forget(&args),
        Command::Recover(args) => operator::recover(&args),
        Command::Reports(args) => operator::reports(&args),
        Command::Notices(args) => operator::notices(&args),
        #[cfg(feature = "cluster")]
        Command::Cluster(Cluster::Secret) => cluster::print_secret(),
        #[cfg(feature = "load")]
        Command::Load(args) => load::run(&args),
    }
}
