//! `townhall train`: fits the weights by which bots value positions.

use std::io::{Write, stdout};

use townhall_bots::Train;

use crate::{cli, failure::Failure, files, registry::TRAINED};

/// A function that trains the bots of one game and writes the weights after each round.
pub(crate) type Training = fn(cli::Train) -> Result<(), Failure>;

/// Trains the bots of the game that was asked for.
pub(crate) fn run(args: cli::Train) -> Result<(), Failure> {
    match TRAINED.iter().find(|(game, _)| *game == args.game) {
        Some((_, train)) => train(args),
        None => Err(Failure::BadInput(format!("the bots of {} have no weights to train", args.game))),
    }
}

/// The [`Training`] of the game `G`.
pub(crate) fn train<G: Train>(args: cli::Train) -> Result<(), Failure> {
    let path = args.file.unwrap_or_else(|| G::FILE.into());
    let mut written = Ok(());
    G::train(args.rounds, args.games, |round| {
        let said = writeln!(
            stdout(),
            "round {}: mean score {:.2}, error of the value {:.2}",
            round.number,
            round.mean,
            round.error
        );
        if written.is_ok() {
            written = said.map_err(Failure::from).and_then(|()| files::write(&path, &round.file));
        }
    });
    written
}
