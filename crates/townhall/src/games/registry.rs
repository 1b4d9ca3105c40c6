//! Operations on the game that a name or a record stands for. `townhall-games` lists the games, each of which implements
//! [`Playable`] here; [`TRAINED`] lists the games whose bots play by weights that can be trained.

use std::path::Path;

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use serde_json::Value;
use tabletop::{
    prelude::*,
    record::{RawRecord, RecordFault},
};
use townhall_bots::{BotGame, Evaluate, Round, Train};

use super::terminal_game::TerminalGame;
use crate::{failure::Failure, files};

/// A game of this program. A new game implements [`Evaluate`] in its own crate, and [`TerminalGame`] and this trait here.
/// All of them may be empty: every item has a default.
pub(crate) trait Playable: BotGame + Evaluate + TerminalGame {
    /// The numbers of players whose speed `townhall bench` measures: the fewest and the most, unless the game says
    /// otherwise.
    fn benched() -> Vec<usize> {
        let counts = || Self::modes().map(|(_, players)| players);
        let mut ends: Vec<usize> = counts().min().into_iter().chain(counts().max()).collect();
        ends.dedup();
        ends
    }

    /// The scores of a real table for `townhall score`, from the words of the command line: one for each city or seat.
    ///
    /// # Errors
    /// The invalid word and the reason, or that the game has no notation for tables.
    fn score_table(_words: &[&str], _variant: Option<&str>) -> Result<Value, Failure> {
        Err(Failure::BadInput(format!("{} has no score sheet", Self::NAME)))
    }
}

/// An operation that is generic over games (the visitor pattern).
pub(crate) trait Visitor {
    /// The result of the operation.
    type Output;
    /// Runs the operation with the game `G`.
    fn visit<G: Playable>(self) -> Self::Output;
}

macro_rules! visited {
    ($($game:ty),+) => {
        /// The names of all games, as on the command line.
        pub(crate) const GAMES: &[&str] = &[$(<$game>::ID),+];

        /// Runs an operation with the game of this name.
        pub(crate) fn visit<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, Failure> {
            match name {
                $(<$game>::ID => Ok(visitor.visit::<$game>()),)+
                other => Err(unknown(other)),
            }
        }
    };
}

townhall_games::games!(visited);

/// The games whose bots use trained weights.
pub(crate) const TRAINED: &[Trained] = &[Trained::of::<BetweenTwoCities>(), Trained::of::<PointCity>()];

/// A game whose bots use trained weights; see [`Train`].
pub(crate) struct Trained {
    /// The name of the game, as on the command line.
    pub(crate) game: &'static str,
    /// The path of the file with the weights.
    pub(crate) file: &'static str,
    /// Trains the bots: the number of rounds, the games of each, and what is called after each round.
    pub(crate) train: fn(usize, usize, &mut dyn FnMut(Round)),
}

impl Trained {
    const fn of<G: Train>() -> Self {
        Self { game: G::ID, file: G::FILE, train: |rounds, games, each| G::train(rounds, games, each) }
    }
}

fn unknown(name: &str) -> Failure {
    Failure::BadInput(format!("game {name:?} is unknown; expected {}", GAMES.join(" or ")))
}

/// Runs an operation with the game of a record from the file at `path`.
pub(crate) fn visit_record<V: Visitor>(
    path: &Path,
    raw: RawRecord,
    visitor: impl FnOnce(RawRecord) -> V,
) -> Result<V::Output, Failure> {
    let game = raw.game().to_owned();
    if !GAMES.contains(&game.as_str()) {
        let fault = RecordFault::UnknownGame { found: game, expected: GAMES.join(" or ") };
        return Err(files::bad_record(path)(raw.fault(fault)));
    }
    visit(&game, visitor(raw))
}
