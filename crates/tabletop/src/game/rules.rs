//! The rules of a game.

use std::{
    fmt::{Debug, Display},
    hash::Hash,
    ops::RangeInclusive,
    str::FromStr,
};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{Commitment, Seat, SeatSet, Seed, random::Rng};

/// The rules of one game: how it is set up, which moves are legal, and how it ends.
///
/// Every program that plays or replays games needs this trait: [records](crate::Record), [`perft`](crate::perft()),
/// engines, and the other parts of a game.
///
/// The implementing type holds no data; it stands for the rules themselves. Every result depends only on the arguments.
/// The methods do no I/O, read no clock and use no global random state.
///
/// # Requirements
/// The [conformance kit](crate::conformance) checks all of them.
/// - A `State` is always legal and always playable; a refused move leaves it as it was.
/// - `Move` has one text form: `Display` and `FromStr` are each other's inverse, and two legal
///   moves never share a text.
/// - `Move` has one structured form, which Serde writes and reads: reading is the inverse of writing, and two legal
///   moves never share a JSON. Reading refuses every move that `FromStr` refuses.
pub trait Rules: Copy + Debug + Eq + Send + Sync + 'static {
    /// The name in records and on the command line, such as `between-two-cities`.
    const ID: &'static str;
    /// The name for people.
    const NAME: &'static str;
    /// The version of the rules, which records name. Any change that would make the moves of an old record play
    /// differently raises it.
    const VERSION: u32;

    /// A way to play, down to the difficulty. Its text is used on the command line. [`OneVariant`](crate::OneVariant)
    /// serves games that have only one.
    type Variant: Copy + Debug + Eq + Display + FromStr<Err = Self::VariantError> + Send + Sync + 'static;
    /// The error for a text that names no variant.
    type VariantError: std::error::Error + Send + Sync + 'static;
    /// A valid setup: everything that the deal decides, whether players see it or not. It serialises as the `setup` of
    /// a record. [`NoSetup`](crate::NoSetup) serves games in which nothing is dealt.
    type Setup: Clone + Debug + Eq + Serialize + Send + Sync;
    /// The errors in an invalid setup.
    type SetupError: std::error::Error + Send + Sync + 'static;
    /// The full state, including hidden information. It is not serialised: clients and bots receive views.
    type State: Copy + Debug + Eq + Send + Sync;
    /// An action of a seat. Records and the command line use its text. Clients use its structured form (Serde), so that
    /// they need not parse texts.
    type Move: Copy
        + Debug
        + Eq
        + Hash
        + Display
        + FromStr<Err = Self::MoveError>
        + Serialize
        + DeserializeOwned
        + Send
        + Sync
        + 'static;
    /// The error for a text that can't be parsed as a move.
    type MoveError: std::error::Error + Clone + Eq + Send + Sync + 'static;
    /// The reason why a move is not legal now.
    type Illegal: std::error::Error + Clone + Eq + Send + Sync + 'static;
    /// The end of a game, with the scoring in numbers. It serialises as the `result` of a record.
    type Outcome: Clone + Debug + Eq + Serialize + Send + Sync;

    /// Returns every variant, the standard one first.
    fn variants() -> &'static [Self::Variant];
    /// Returns how many players the variant takes. Players are people or bots, but not the game's own automata.
    fn players(variant: Self::Variant) -> RangeInclusive<usize>;
    /// Returns every variant with every number of players that it takes.
    fn modes() -> impl Iterator<Item = (Self::Variant, usize)> {
        Self::variants()
            .iter()
            .flat_map(|&variant| Self::players(variant).map(move |players| (variant, players)))
    }
    /// Returns the variant's name in a record, which is its text by default. It may be less specific if the setup
    /// contains the rest. It parses as a variant with the same range of players.
    fn record_variant(variant: Self::Variant) -> String {
        variant.to_string()
    }

    /// Deals a setup. No other method except [`Rules::random_move`] uses randomness.
    ///
    /// # Panics
    /// May panic if `players` is out of the range of [`Rules::players`].
    fn deal<R: Rng>(variant: Self::Variant, players: usize, rng: &mut R) -> Self::Setup;
    /// Reads the `setup` of a record whose header names `variant` and `players`.
    ///
    /// # Errors
    /// Returns an error if the setup is not valid for this variant and number of players.
    fn read_setup(variant: &str, players: usize, setup: &Value) -> Result<Self::Setup, Self::SetupError>;
    /// Returns the variant of a setup.
    fn variant(setup: &Self::Setup) -> Self::Variant;
    /// Returns the number of players of a setup.
    fn player_count(setup: &Self::Setup) -> usize;

    /// Returns the state before the first move.
    fn start(setup: &Self::Setup) -> Self::State;
    /// Returns the number of seats, including those of automata. Players have the lowest numbers.
    fn seats(state: &Self::State) -> usize;
    /// Returns the seats that may act now. An empty set means that the game is over.
    fn to_act(state: &Self::State) -> SeatSet;
    /// Calls `each` once with every legal move of `seat`, in a fixed order, and never if the seat may not act.
    fn for_each_legal_move(state: &Self::State, seat: Seat, each: impl FnMut(Self::Move));
    /// Draws a legal move of `seat` uniformly. Returns `None` if the seat may not act.
    fn random_move<R: Rng>(state: &Self::State, seat: Seat, rng: &mut R) -> Option<Self::Move>;
    /// Plays a move of one of the table's seats.
    ///
    /// # Errors
    /// Returns an error if the move is not legal. The state is then unchanged.
    fn play(state: &mut Self::State, seat: Seat, mv: Self::Move) -> Result<(), Self::Illegal>;
    /// Plays a move that is known to be legal. After an illegal move the state is unspecified.
    fn play_unchecked(state: &mut Self::State, seat: Seat, mv: Self::Move);
    /// Returns the move that a seat of the game's own automaton must make, if it may act. The default returns `None`,
    /// for games without automata.
    fn automatic_move(_state: &Self::State) -> Option<(Seat, Self::Move)> {
        None
    }
    /// Returns the result if the game is over.
    fn outcome(state: &Self::State) -> Option<Self::Outcome>;
    /// Returns the seats that won. These are several if they share the win, all of them after a draw, and none if the
    /// players lost to an automaton.
    fn winners(outcome: &Self::Outcome) -> SeatSet;
    /// Returns the final points by seat, including those of automata.
    ///
    /// Bots maximise the lead in points, and the analysis of a game grades decisions by points: it regards one point as a
    /// small advantage, and a decision that costs more than 2.5 points as a blunder. A game without points counts a win
    /// as 1 and a draw or a loss as 0.
    fn points(outcome: &Self::Outcome) -> Vec<i32>;
    /// Returns the place of each seat by the rules, from 1, if the game is over. Seats that no comparison separates share a
    /// place. The default ranks the winners first and the others by points; games with tie-breaks replace it.
    fn places(state: &Self::State) -> Option<Vec<u8>> {
        let outcome = Self::outcome(state)?;
        let (points, winners) = (Self::points(&outcome), Self::winners(&outcome));
        let rank = |(seat, points): (Seat, &i32)| match winners.contains(seat) {
            true => (true, 0),
            false => (false, *points),
        };
        let ranks: Vec<_> = Seat::all(points.len()).zip(&points).map(rank).collect();
        let better = |rank| ranks.iter().filter(|other| *other > rank).count();
        Some(ranks.iter().map(|rank| 1 + better(rank) as u8).collect())
    }
    /// Checks that every tile, card and token of `setup` is in exactly one place of `state`. The default checks
    /// nothing, for games without such pieces.
    ///
    /// # Errors
    /// Returns an error if a piece is missing or duplicated.
    fn audit(_setup: &Self::Setup, _state: &Self::State) -> Result<(), AuditError> {
        Ok(())
    }

    /// Returns the text to which a deal's commitment is bound. It contains the game, the version of the rules, the
    /// variant and the number of players.
    fn occasion(variant: Self::Variant, players: usize) -> String {
        occasion_by_rules::<Self>(Self::VERSION, variant, players)
    }

    /// Deals the setup that belongs to a seed, and returns it with the commitment to show before play.
    fn deal_from(seed: &Seed, variant: Self::Variant, players: usize) -> (Self::Setup, Commitment) {
        let occasion = Self::occasion(variant, players);
        (Self::deal(variant, players, &mut seed.stream(&occasion)), seed.commitment(&occasion))
    }
}

/// The error of [`Rules::audit`]: a piece of the game is missing or duplicated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct AuditError(pub String);

/// Returns [`Rules::occasion`] of a deal that was made under the given version of the rules.
pub(crate) fn occasion_by_rules<G: Rules>(version: u32, variant: G::Variant, players: usize) -> String {
    format!("{} {version} {variant} {players}", G::ID)
}
