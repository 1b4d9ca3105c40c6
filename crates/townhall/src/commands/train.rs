//! `townhall train`: fits the weights by which bots value positions.

use std::io::{Write, stdout};

use crate::{
    cli,
    failure::Failure,
    files,
    registry::{Playable, Visitor, visit},
};

/// Trains and writes the weights after each round.
pub(crate) fn run(args: cli::Train) -> Result<(), Failure> {
    let game = args.game.clone();
    visit(&game, Training(args))?
}

struct Training(cli::Train);

impl Visitor for Training {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Self(args) = self;
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
}
