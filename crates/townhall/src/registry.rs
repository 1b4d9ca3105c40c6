//! The games that this program knows. A new game is one name in the list below and one implementation of [`Playable`];
//! [`TRAINED`] lists the games whose bots play by weights that can be trained.

use std::path::Path;

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use tabletop::{
    prelude::*,
    record::{RawRecord, RecordFault},
};
use townhall_bots::{BotGame, Evaluate};

use crate::{
    commands::{RealTable, Training, player_counts, train},
    failure::Failure,
    files,
    play::TerminalGame,
};

/// A game of this program. A new game implements [`Evaluate`] in its own crate, and [`TerminalGame`], [`RealTable`] and this
/// trait here. All of them may be empty: every item has a default.
pub(crate) trait Playable: BotGame + Evaluate + TerminalGame + RealTable {
    /// The numbers of players whose speed `townhall bench` measures: the fewest and the most, unless the game says
    /// otherwise.
    fn benched() -> Vec<usize> {
        let counts = player_counts::<Self>();
        counts.first().into_iter().chain(counts.last().filter(|_| counts.len() > 1)).copied().collect()
    }
}

impl Playable for BetweenTwoCities {
    fn benched() -> Vec<usize> {
        vec![2, 4, 7]
    }
}

impl Playable for PointCity {
    fn benched() -> Vec<usize> {
        vec![1, 2, 4]
    }
}

/// An operation that is generic over games (the visitor pattern).
pub(crate) trait Visitor {
    /// The result of the operation.
    type Output;
    /// Runs the operation with the game `G`.
    fn visit<G: Playable>(self) -> Self::Output;
}

macro_rules! games {
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

games!(BetweenTwoCities, PointCity);

/// The games whose bots use trained weights, with the functions that train them.
pub(crate) const TRAINED: &[(&str, Training)] =
    &[(BetweenTwoCities::ID, train::<BetweenTwoCities>), (PointCity::ID, train::<PointCity>)];

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
