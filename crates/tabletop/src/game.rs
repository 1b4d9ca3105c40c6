//! The interface that every game's rules offer to the floors above.

use std::{
    fmt::{Debug, Display},
    hash::Hash,
    ops::RangeInclusive,
    str::FromStr,
};

use serde::Serialize;
use serde_json::Value;

use crate::{Commitment, Seat, SeatSet, Seed, Viewer, random::Rng};

/// One thing that happened at the table, as everybody may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Event<K> {
    /// Whose doing it was; nobody's, if it followed by rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seat: Option<Seat>,
    /// What happened.
    #[serde(flatten)]
    pub what: K,
}

/// A move that is legal now, with what it is worth to the seat that makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove<M, W> {
    /// The move.
    pub mv: M,
    /// What it would change at once, as far as the seat can know.
    pub worth: W,
}

/// The rules of one game.
///
/// The type that implements it holds nothing; it stands for the rules themselves. Everything is
/// a function of what is passed in: no I/O, no clock, no global random state.
///
/// # What an implementation promises
/// The [conformance kit](crate::conformance) checks all of it.
/// - A `State` is always legal and always playable; a refused move leaves it as it was.
/// - A `View` is all that its viewer can know, and nothing else: two states that differ only in
///   what a seat can't know give it equal views and equal bytes.
/// - `Move` has one text form: `Display` and `FromStr` are each other's inverse, and two legal
///   moves never share a text.
pub trait Game: Copy + Debug + Eq + Send + Sync + 'static {
    /// The name in records and on the command line, such as `between-two-cities`.
    const ID: &'static str;
    /// The name for people.
    const NAME: &'static str;
    /// The version of the rules that a record names. Raised when the same moves would mean another game.
    const RULES: u32;

    /// A way to play, down to the difficulty. Its text is what the command line takes.
    type Variant: Copy + Debug + Eq + Display + FromStr<Err = Self::VariantError> + Send + Sync + 'static;
    /// A text that names no variant.
    type VariantError: std::error::Error + Send + Sync + 'static;
    /// Everything hidden at the start, valid. Serialises as the `setup` of a record.
    type Setup: Clone + Debug + Eq + Serialize + Send + Sync;
    /// What is wrong with a setup: all of it.
    type SetupError: std::error::Error + Send + Sync + 'static;
    /// The full truth. Never serialised.
    type State: Copy + Debug + Eq + Send + Sync;
    /// What one viewer may know.
    type View: Clone + Debug + Eq + Serialize + Send + Sync;
    /// What a seat does.
    type Move: Copy + Debug + Eq + Hash + Display + FromStr<Err = Self::MoveError> + Send + Sync;
    /// A text that is no move.
    type MoveError: std::error::Error + Clone + Eq + Send + Sync + 'static;
    /// Why a move is not legal now.
    type Illegal: std::error::Error + Clone + Eq + Send + Sync + 'static;
    /// What a legal move would change at once.
    type Worth: Clone + Debug + Eq + Serialize;
    /// What a viewer may do now and what it is worth, as clients get it.
    type Offers: Clone + Debug + Eq + Serialize + Send + Sync;
    /// What can happen at the table.
    type EventKind: Clone + Debug + Eq + Serialize;
    /// How a game ended, with the scoring in numbers. Serialises as the `result` of a record.
    type Outcome: Clone + Debug + Eq + Serialize + Send + Sync;

    /// Every variant, the plain one first.
    fn variants() -> &'static [Self::Variant];
    /// How many players (people or bots, not the game's own automata) a variant takes.
    fn players(variant: Self::Variant) -> RangeInclusive<usize>;
    /// Every variant with every number of players that it takes.
    fn modes() -> impl Iterator<Item = (Self::Variant, usize)> {
        Self::variants()
            .iter()
            .flat_map(|&variant| Self::players(variant).map(move |players| (variant, players)))
    }
    /// The variant's name in a record. Coarser than its text where the setup says the rest; reads
    /// as a variant that takes as many players.
    fn record_variant(variant: Self::Variant) -> &'static str;

    /// Deals a setup: the only thing that uses chance.
    ///
    /// # Panics
    /// If `players` is out of [`Game::players`]' range.
    fn deal<R: Rng>(variant: Self::Variant, players: usize, rng: &mut R) -> Self::Setup;
    /// Reads the `setup` of a record whose header names `variant` and `players`.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn read_setup(variant: &str, players: usize, setup: &Value) -> Result<Self::Setup, Self::SetupError>;
    /// The variant that a setup is for.
    fn variant(setup: &Self::Setup) -> Self::Variant;
    /// How many players a setup is for.
    fn player_count(setup: &Self::Setup) -> usize;

    /// The state before the first move.
    fn start(setup: &Self::Setup) -> Self::State;
    /// How many seats there are, those of automata included. Players sit on the first of them.
    fn seats(state: &Self::State) -> usize;
    /// The seats that may act now. None: the game is over.
    fn to_act(state: &Self::State) -> SeatSet;
    /// Calls `each` with every legal move of `seat`, each once, in a fixed order; not at all if it may not act.
    fn for_each_legal_move(state: &Self::State, seat: Seat, each: impl FnMut(Self::Move));
    /// A legal move of `seat`, each as likely as any other; `None` if it may not act.
    fn random_move<R: Rng>(state: &Self::State, seat: Seat, rng: &mut R) -> Option<Self::Move>;
    /// Plays a move of one of the table's seats.
    ///
    /// # Errors
    /// Why it is not legal; the state is as it was.
    fn play(state: &mut Self::State, seat: Seat, mv: Self::Move) -> Result<(), Self::Illegal>;
    /// Plays a move that is known to be legal. An illegal one leaves a state without meaning.
    fn play_unchecked(state: &mut Self::State, seat: Seat, mv: Self::Move);
    /// The move that a seat of the game's own automaton must make, if one is to act.
    fn automatic_move(state: &Self::State) -> Option<(Seat, Self::Move)>;
    /// What happened between two states that one move of `seat` joins.
    fn events(
        before: &Self::State,
        seat: Seat,
        mv: Self::Move,
        after: &Self::State,
    ) -> Vec<Event<Self::EventKind>>;
    /// Whether the move that joins the two states brought something hidden to light for anybody:
    /// then it can't be taken back.
    fn reveals(before: &Self::State, after: &Self::State) -> bool;
    /// The result, once the game is over.
    fn outcome(state: &Self::State) -> Option<Self::Outcome>;
    /// Who won: more than one seat if the win is shared, none if an automaton's rules say so.
    fn winners(outcome: &Self::Outcome) -> SeatSet;
    /// Every seat's final points, automata included, by seat.
    fn points(outcome: &Self::Outcome) -> Vec<i32>;
    /// Checks that nothing was lost or came from nowhere: every tile, card and token of `setup`
    /// is in exactly one place.
    ///
    /// # Errors
    /// Which is missing or double.
    fn audit(setup: &Self::Setup, state: &Self::State) -> Result<(), String>;

    /// What `viewer` may know of `state`, with perfect recall.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;
    /// Whose view it is.
    fn viewer(view: &Self::View) -> Viewer;
    /// The seats that may act now, which is never a secret.
    fn view_to_act(view: &Self::View) -> SeatSet;
    /// The viewer's legal moves and what each is worth to it, in the order of
    /// [`Game::for_each_legal_move`]. None for a spectator.
    fn legal_moves(view: &Self::View) -> Vec<LegalMove<Self::Move, Self::Worth>>;
    /// What the viewer may do now and what it is worth, for a client that knows no rule: compact,
    /// but every legal move can be put together from it. It may also tell what other seats could
    /// do that concerns the viewer. A game's own automata are offered nothing.
    fn offers(view: &Self::View) -> Self::Offers;
    /// Whether a move is a choice that stays sealed until every seat that may act has made its own.
    /// A table may hold it back until then, so that people can change their mind.
    fn seals(_mv: Self::Move) -> bool {
        false
    }
    /// Whether `by` may propose to `seat` that it makes this move: it concerns both of them.
    fn may_propose(_state: &Self::State, _by: Seat, _seat: Seat, _mv: Self::Move) -> bool {
        false
    }
    /// The number that was dealt to a seat, where the rules settle something by such numbers.
    fn seating(_state: &Self::State, _seat: Seat) -> Option<u8> {
        None
    }
    /// Who must go first if all of `waiting` wait for each other.
    fn stand_off(_view: &Self::View, _waiting: SeatSet) -> Option<Seat> {
        None
    }
    /// A state that the viewer can't tell from the true one, each as likely as any other.
    fn sample<R: Rng>(view: &Self::View, rng: &mut R) -> Self::State;

    /// What a deal is bound to: game, rules, variant and players.
    fn occasion(variant: Self::Variant, players: usize) -> String {
        occasion_by_rules::<Self>(Self::RULES, variant, players)
    }

    /// Deals the setup that belongs to a seed, with the commitment to show before play.
    fn deal_from(seed: &Seed, variant: Self::Variant, players: usize) -> (Self::Setup, Commitment) {
        let occasion = Self::occasion(variant, players);
        (Self::deal(variant, players, &mut seed.stream(&occasion)), seed.commitment(&occasion))
    }
}

/// What a deal is bound to that was made under some version of the rules.
pub(crate) fn occasion_by_rules<G: Game>(rules: u32, variant: G::Variant, players: usize) -> String {
    format!("{} {rules} {variant} {players}", G::ID)
}
