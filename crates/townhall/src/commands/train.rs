//! `townhall train`: fits the weights by which bots value positions.

use std::io::{Write, stdout};

use crate::{cli, failure::Failure, files, games::TRAINED};

/// Trains the bots of a game, and writes the weights after each round.
pub(crate) fn run(args: cli::Train) -> Result<(), Failure> {
    let Some(trained) = TRAINED.iter().find(|trained| trained.game == args.game) else {
        return Err(Failure::BadInput(format!("the bots of {} have no weights to train", args.game)));
    };
    let path = args.file.unwrap_or_else(|| trained.file.into());
    let mut written = Ok(());
    (trained.train)(args.rounds, args.games, &mut |round| {
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
