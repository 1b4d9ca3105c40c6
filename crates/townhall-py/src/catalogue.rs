//! The games by name, and the values that Python names by text.

use std::str::FromStr;

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use tabletop::{Encode, Rules, Seat, Seed};
use townhall_bots::{BotGame, Level};

/// A game of the package.
pub(crate) trait PackagedGame: Encode + BotGame {
    /// Returns a setup from which the moves of a game with this setup lead to a sampled state, if the sealed choices of the state
    /// replace those of the game.
    fn setup_of_sample(setup: &Self::Setup, sampled: &Self::State) -> Self::Setup;
    /// Returns the choice that a seat has made and that is still hidden from others.
    fn sealed(state: &Self::State, seat: Seat) -> Option<Self::Move>;
}

impl PackagedGame for BetweenTwoCities {
    fn setup_of_sample(setup: &Self::Setup, sampled: &Self::State) -> Self::Setup {
        setup.of_sample(sampled)
    }

    fn sealed(state: &Self::State, seat: Seat) -> Option<Self::Move> {
        state.sealed(seat).map(between_two_cities::Move::Choose)
    }
}

impl PackagedGame for PointCity {
    fn setup_of_sample(setup: &Self::Setup, sampled: &Self::State) -> Self::Setup {
        setup.of_sample(sampled)
    }

    fn sealed(_state: &Self::State, _seat: Seat) -> Option<Self::Move> {
        None
    }
}

/// An operation on a game of any type.
pub(crate) trait Visitor {
    type Output;

    fn visit<G: PackagedGame>(self) -> Self::Output;
}

/// Calls the visitor with the game of this name: `between_two_cities`, `between-two-cities` or `between_two_cities-v0`.
///
/// # Errors
/// Returns an error if there is no such game.
pub(crate) fn visit<V: Visitor>(game: &str, visitor: V) -> Result<V::Output, String> {
    if is_called::<BetweenTwoCities>(game) {
        Ok(visitor.visit::<BetweenTwoCities>())
    } else if is_called::<PointCity>(game) {
        Ok(visitor.visit::<PointCity>())
    } else {
        let names = [BetweenTwoCities::ENVIRONMENT, PointCity::ENVIRONMENT].join(" or ");
        Err(format!("expected a game, {names}, found {game:?}"))
    }
}

fn is_called<G: Encode>(name: &str) -> bool {
    name == G::ENVIRONMENT || name.replace('_', "-") == G::ID
}

/// A variant with a number of players.
pub(crate) struct Mode<G: Rules> {
    pub(crate) variant: G::Variant,
    pub(crate) players: usize,
}

impl<G: Rules> Mode<G> {
    /// Returns the mode of a variant's name and a number of players. If one of them is missing, it follows from the
    /// other or is the first possible one.
    pub(crate) fn choose(variant: Option<&str>, players: Option<usize>) -> Result<Self, String> {
        let named = variant.map(G::Variant::from_str).transpose().map_err(|error| error.to_string())?;
        let mut modes = G::modes().filter(|(variant, _)| named.is_none_or(|named| named == *variant));
        match players {
            None => modes.next(),
            Some(players) => modes.find(|(_, number)| *number == players),
        }
        .map(|(variant, players)| Self { variant, players })
        .ok_or_else(|| {
            let fitting: Vec<String> =
                G::modes().map(|(variant, players)| format!("{players} ({variant})")).collect();
            let players = players.unwrap_or_default();
            format!(
                "{} can't be played by {players} in this variant; expected {}",
                G::NAME,
                fitting.join(", ")
            )
        })
    }
}

/// The kinds of rewards of a seat at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reward {
    /// The reward is 1 for a win, which several winners share, and otherwise 0.
    Win,
    /// The reward is the points of the final score.
    Points,
    /// The reward is the points beyond those of the best other seat, including automata.
    Lead,
}

impl FromStr for Reward {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "win" => Ok(Self::Win),
            "points" => Ok(Self::Points),
            "lead" => Ok(Self::Lead),
            _ => Err(format!("expected the reward win, points or lead, found {text:?}")),
        }
    }
}

impl Reward {
    /// Writes the rewards of the players' seats.
    pub(crate) fn write<G: Rules>(self, outcome: &G::Outcome, into: &mut [f32]) {
        let (winners, points) = (G::winners(outcome), G::points(outcome));
        for (seat, into) in Seat::all(points.len()).zip(into) {
            let others = points.iter().enumerate().filter(|(other, _)| *other != seat.index());
            let best = others.map(|(_, points)| *points).max().unwrap_or_default();
            *into = match self {
                Self::Win if winners.contains(seat) => 1.0 / winners.len() as f32,
                Self::Win => 0.0,
                Self::Points => points[seat.index()] as f32,
                Self::Lead => (points[seat.index()] - best) as f32,
            };
        }
    }
}

/// Returns the seed of a phrase, or of 64 hexadecimal digits, as on the command line.
pub(crate) fn seed_of(text: &str) -> Seed {
    text.parse().unwrap_or_else(|_| Seed::from_phrase(text))
}

/// Returns a level of bots. A budget in time would make games differ from run to run, so levels that search need one in
/// `sims`.
pub(crate) fn level_of(text: &str) -> Result<Level, String> {
    text.parse().map_err(|error: townhall_bots::UnknownLevel| error.to_string())
}
