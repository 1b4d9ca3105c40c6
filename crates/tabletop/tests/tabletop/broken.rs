//! A game that violates one requirement on purpose: it wraps High Card, and spoils one of its answers.
//!
//! The tests of `townhall-server` include this file as well.

use std::{
    fmt,
    ops::RangeInclusive,
    str::FromStr,
    sync::atomic::{AtomicUsize, Ordering},
};

use high_card::{
    CARDS, HighCard, Illegal, Kind, MoveError, OpenView, Outcome, OwnView, Setup, SetupError, VariantError,
    Worth,
};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use tabletop::{
    AuditError, Event, Knowledge, LegalMove, NoOptions, NoSignal, Seat, SeatSet, Viewer, prelude::*,
    random::Rng,
};

/// High Card with the defect `D`: one of the numbers in [`defect`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Broken<const D: u8>;

/// The requirements that [`Broken`] can violate, by number.
#[allow(dead_code)]
pub(crate) mod defect {
    /// No defect.
    pub(crate) const NONE: u8 = 0;
    /// A view shows seat 0's hand.
    pub(crate) const VIEW_LEAKS: u8 = 1;
    /// A view contains the true state, and the sampler returns it.
    pub(crate) const VIEW_AND_SAMPLE_LEAK: u8 = 2;
    /// A view's JSON shows something that comparing views ignores.
    pub(crate) const BYTES_LEAK: u8 = 3;
    /// A sampled state forgets the cards that the viewer passed on.
    pub(crate) const SAMPLE_FORGETS: u8 = 4;
    /// In a sampled state, seats that may act have no moves.
    pub(crate) const SAMPLE_UNPLAYABLE: u8 = 5;
    /// Several moves have one text.
    pub(crate) const SAME_TEXT: u8 = 6;
    /// A move's text is parsed as another move.
    pub(crate) const TEXT_READS_OTHERWISE: u8 = 7;
    /// `play_unchecked` leads to another state than `play`.
    pub(crate) const FAST_DIFFERS: u8 = 8;
    /// A card of the setup is not in the game.
    pub(crate) const CARD_LOST: u8 = 9;
    /// A refused move changes the state.
    pub(crate) const REFUSAL_CHANGES: u8 = 10;
    /// A random move is not legal.
    pub(crate) const RANDOM_ILLEGAL: u8 = 11;
    /// Moves are played that are not listed.
    pub(crate) const PLAYS_UNLISTED: u8 = 12;
    /// A finished game has no outcome.
    pub(crate) const NO_OUTCOME: u8 = 13;
    /// The game never ends.
    pub(crate) const ENDLESS: u8 = 14;
    /// A view lists moves in another order than the state.
    pub(crate) const MOVES_REORDERED: u8 = 15;
    /// A view names another viewer.
    pub(crate) const WRONG_VIEWER: u8 = 16;
    /// A view names other seats that may act.
    pub(crate) const WRONG_TO_ACT: u8 = 17;
    /// A setup is read as another one.
    pub(crate) const SETUP_READS_OTHERWISE: u8 = 18;
    /// The house has several moves.
    pub(crate) const HOUSE_CHOOSES: u8 = 19;
    /// The house never moves by itself.
    pub(crate) const HOUSE_WAITS: u8 = 20;
    /// A move has no event.
    pub(crate) const NO_EVENT: u8 = 21;
    /// An event shows a hidden card.
    pub(crate) const EVENT_LEAKS: u8 = 22;
    /// A deal depends on more than its seed.
    pub(crate) const DEAL_FORGETS: u8 = 23;
    /// An outcome has points for too few seats.
    pub(crate) const POINTS_MISSING: u8 = 24;
    /// A seat that does not exist wins.
    pub(crate) const STRANGER_WINS: u8 = 25;
    /// There is an outcome before the end.
    pub(crate) const EARLY_OUTCOME: u8 = 26;
    /// A seat that may not act has moves.
    pub(crate) const MOVES_OUT_OF_TURN: u8 = 27;
    /// A seat that may not act has a random move.
    pub(crate) const RANDOM_OUT_OF_TURN: u8 = 28;
    /// A random move of the house is not the one that it must make.
    pub(crate) const RANDOM_UNLISTED: u8 = 29;
    /// A game played on from a sampled state has no outcome.
    pub(crate) const SAMPLE_WITHOUT_END: u8 = 30;
    /// A variant's text is parsed as another variant.
    pub(crate) const VARIANT_READS_OTHERWISE: u8 = 31;
    /// A legal move is not offered.
    pub(crate) const OFFERS_INCOMPLETE: u8 = 32;
    /// Several moves have one JSON.
    pub(crate) const SAME_JSON: u8 = 33;
    /// A move's JSON is read as another move.
    pub(crate) const JSON_READS_OTHERWISE: u8 = 34;
    /// The common part of a view (`Open`) differs between viewers.
    pub(crate) const OPEN_DIFFERS: u8 = 35;
    /// A part of a view is in neither `Open` nor `Own`.
    pub(crate) const OWN_INCOMPLETE: u8 = 36;
    /// The game claims to have perfect information.
    pub(crate) const CLAIMS_PERFECT: u8 = 37;
    /// The game claims that no seat has secrets.
    pub(crate) const CLAIMS_SYMMETRIC: u8 = 38;
    /// A prepared sampler draws other states than `sample`.
    pub(crate) const SAMPLER_DIFFERS: u8 = 39;
    /// All seats share the first place, whoever won.
    pub(crate) const ALL_FIRST: u8 = 40;
}

/// A variant of High Card. Its text may be parsed as another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Variant<const D: u8>(high_card::Variant);

impl<const D: u8> fmt::Display for Variant<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const D: u8> FromStr for Variant<D> {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        let text = if D == defect::VARIANT_READS_OTHERWISE { "solo" } else { text };
        text.parse().map(Self)
    }
}

/// A move of High Card. Its text or JSON may be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(from = "high_card::Move")]
pub(crate) struct Move<const D: u8>(high_card::Move);

/// Returns the move, or that of card 9 for all lower cards.
fn merged(mv: high_card::Move, merge: bool) -> high_card::Move {
    if merge { high_card::Move::new(mv.kind, mv.card.max(9)) } else { mv }
}

/// Returns the move, or that of the card below for the highest card.
fn shifted(mv: high_card::Move, shift: bool) -> high_card::Move {
    if shift && mv.card == CARDS { high_card::Move::new(mv.kind, CARDS - 1) } else { mv }
}

impl<const D: u8> fmt::Display for Move<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        merged(self.0, D == defect::SAME_TEXT).fmt(f)
    }
}

impl<const D: u8> FromStr for Move<D> {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        text.parse().map(|mv| Self(shifted(mv, D == defect::TEXT_READS_OTHERWISE)))
    }
}

impl<const D: u8> Serialize for Move<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        merged(self.0, D == defect::SAME_JSON).serialize(serializer)
    }
}

impl<const D: u8> From<high_card::Move> for Move<D> {
    fn from(mv: high_card::Move) -> Self {
        Self(shifted(mv, D == defect::JSON_READS_OTHERWISE))
    }
}

/// A state of High Card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    game: high_card::State,
    /// Whether the state was sampled.
    sampled: bool,
}

impl State {
    fn seats_of(&self) -> usize {
        HighCard::seats(&self.game)
    }

    fn is_over(&self) -> bool {
        HighCard::to_act(&self.game).is_empty()
    }

    fn may_act(&self, seat: Seat) -> bool {
        HighCard::to_act(&self.game).contains(seat)
    }

    fn view(&self, viewer: Viewer) -> high_card::View {
        HighCard::view(&self.game, viewer)
    }

    fn hand(&self, seat: Seat) -> Vec<u8> {
        self.view(Viewer::Seat(seat)).own.own.expect("a seat has a hand").hand
    }

    fn legal_moves(&self, seat: Seat) -> Vec<high_card::Move> {
        let mut moves = Vec::new();
        HighCard::for_each_legal_move(&self.game, seat, |mv| moves.push(mv));
        moves
    }

    /// Returns the moves of a seat that follows no rule of the house.
    fn moves_of_any_card(&self, seat: Seat) -> Vec<high_card::Move> {
        let Some(legal) = self.legal_moves(seat).first().copied() else { return Vec::new() };
        self.hand(seat).into_iter().map(|card| high_card::Move::new(legal.kind, card)).collect()
    }
}

/// A value that comparisons ignore, but that is serialised.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlooked(Vec<u8>);

impl PartialEq for Overlooked {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Overlooked {}

impl Serialize for Overlooked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// A view of High Card, with room for leaks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct View {
    #[serde(flatten)]
    game: high_card::View,
    leak: Option<Vec<u8>>,
    overlooked: Overlooked,
    #[serde(skip)]
    truth: Option<State>,
}

/// The part of a view that differs between viewers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Own {
    #[serde(flatten)]
    game: OwnView,
    leak: Option<Vec<u8>>,
    overlooked: Overlooked,
}

impl tabletop::parts::Parts for Own {
    fn changes<M: tabletop::parts::Map>(&self, before: &Self, map: &mut M) -> Result<(), M::Error> {
        self.game.changes(&before.game, map)?;
        tabletop::parts::value(map, "leak", &self.leak, &before.leak)
    }
}

/// An event of High Card, with room for a leak.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct EventKind {
    #[serde(flatten)]
    what: high_card::EventKind,
    leak: Option<u8>,
}

/// How many games without a fixed deal have been dealt.
static DEALS: AtomicUsize = AtomicUsize::new(0);

/// A move that a seat has only out of turn.
const OUT_OF_TURN: high_card::Move = high_card::Move::new(Kind::Play, CARDS);
/// The move with which an endless game goes on.
const PASS: high_card::Move = high_card::Move::new(Kind::Play, 1);

impl<const D: u8> Rules for Broken<D> {
    const ID: &'static str = HighCard::ID;
    const NAME: &'static str = HighCard::NAME;
    const VERSION: u32 = HighCard::VERSION;

    type Variant = Variant<D>;
    type VariantError = VariantError;
    type Setup = Setup;
    type SetupError = SetupError;
    type State = State;
    type Move = Move<D>;
    type MoveError = MoveError;
    type Illegal = Illegal;
    type Outcome = Outcome;

    fn variants() -> &'static [Variant<D>] {
        use high_card::{House, Variant::*};
        &[Variant(Standard), Variant(Solo(House::Low)), Variant(Solo(House::High))]
    }

    fn players(variant: Variant<D>) -> RangeInclusive<usize> {
        HighCard::players(variant.0)
    }

    fn record_variant(variant: Variant<D>) -> String {
        HighCard::record_variant(variant.0)
    }

    fn deal<R: Rng>(variant: Variant<D>, players: usize, rng: &mut R) -> Setup {
        let mut setup = HighCard::deal(variant.0, players, rng);
        if D == defect::DEAL_FORGETS {
            setup.deck.rotate_left(DEALS.fetch_add(1, Ordering::Relaxed) % 2);
        }
        setup
    }

    fn read_setup(variant: &str, players: usize, setup: &Value) -> Result<Setup, SetupError> {
        let mut setup = HighCard::read_setup(variant, players, setup)?;
        if D == defect::SETUP_READS_OTHERWISE {
            setup.deck.swap(0, 1);
        }
        Ok(setup)
    }

    fn variant(setup: &Setup) -> Variant<D> {
        Variant(HighCard::variant(setup))
    }

    fn player_count(setup: &Setup) -> usize {
        HighCard::player_count(setup)
    }

    fn start(setup: &Setup) -> State {
        let mut setup = setup.clone();
        if D == defect::CARD_LOST {
            setup.deck.pop();
        }
        State { game: HighCard::start(&setup), sampled: false }
    }

    fn seats(state: &State) -> usize {
        state.seats_of()
    }

    fn to_act(state: &State) -> SeatSet {
        if D == defect::ENDLESS && state.is_over() {
            return SeatSet::all(1);
        }
        HighCard::to_act(&state.game)
    }

    fn for_each_legal_move(state: &State, seat: Seat, each: impl FnMut(Move<D>)) {
        let moves = match D {
            defect::ENDLESS if state.is_over() && seat.index() == 0 => vec![PASS],
            defect::MOVES_OUT_OF_TURN if !state.may_act(seat) => vec![OUT_OF_TURN],
            defect::HOUSE_CHOOSES => state.moves_of_any_card(seat),
            _ => state.legal_moves(seat),
        };
        moves.into_iter().map(Move).for_each(each);
    }

    fn random_move<R: Rng>(state: &State, seat: Seat, rng: &mut R) -> Option<Move<D>> {
        match D {
            defect::ENDLESS if state.is_over() => return Some(Move(PASS)),
            defect::RANDOM_OUT_OF_TURN if !state.may_act(seat) => return Some(Move(OUT_OF_TURN)),
            defect::SAMPLE_UNPLAYABLE if state.sampled => return None,
            // The house has four cards at most, and must play the lowest or the highest.
            defect::RANDOM_UNLISTED => return state.moves_of_any_card(seat).into_iter().nth(1).map(Move),
            _ => {}
        }
        let mv = HighCard::random_move(&state.game, seat, rng)?;
        let card = if D == defect::RANDOM_ILLEGAL { mv.card % CARDS + 1 } else { mv.card };
        Some(Move(high_card::Move::new(mv.kind, card)))
    }

    fn play(state: &mut State, seat: Seat, mv: Move<D>) -> Result<(), Illegal> {
        let result = HighCard::play(&mut state.game, seat, mv.0);
        match (D, &result) {
            (defect::REFUSAL_CHANGES, Err(_)) => {
                let acting = HighCard::to_act(&state.game).first();
                if let Some(acting) = acting {
                    let other = state.legal_moves(acting)[0];
                    HighCard::play_unchecked(&mut state.game, acting, other);
                }
                result
            }
            (defect::PLAYS_UNLISTED, Err(Illegal::NotInHand(_))) => Ok(()),
            (defect::ENDLESS, Err(Illegal::Over)) if mv.0 == PASS => Ok(()),
            (defect::HOUSE_CHOOSES | defect::RANDOM_UNLISTED, Err(Illegal::HouseRule(_))) => {
                HighCard::play_unchecked(&mut state.game, seat, mv.0);
                Ok(())
            }
            _ => result,
        }
    }

    fn play_unchecked(state: &mut State, seat: Seat, mv: Move<D>) {
        if D == defect::ENDLESS && state.is_over() {
            return;
        }
        let mv = if D == defect::FAST_DIFFERS { state.legal_moves(seat)[0] } else { mv.0 };
        HighCard::play_unchecked(&mut state.game, seat, mv);
    }

    fn automatic_move(state: &State) -> Option<(Seat, Move<D>)> {
        let (house, mv) = HighCard::automatic_move(&state.game)?;
        (D != defect::HOUSE_WAITS).then_some((house, Move(mv)))
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let outcome = HighCard::outcome(&state.game);
        match D {
            defect::NO_OUTCOME | defect::ENDLESS => None,
            defect::SAMPLE_WITHOUT_END if state.sampled => None,
            defect::EARLY_OUTCOME => {
                outcome.or(Some(Outcome { players: Vec::new(), winners: SeatSet::EMPTY }))
            }
            _ => outcome,
        }
    }

    fn winners(outcome: &Outcome) -> SeatSet {
        if D == defect::STRANGER_WINS {
            SeatSet::EMPTY.with(Seat::new(7))
        } else {
            HighCard::winners(outcome)
        }
    }

    fn points(outcome: &Outcome) -> Vec<i32> {
        HighCard::points(outcome).split_off(usize::from(D == defect::POINTS_MISSING))
    }

    fn places(state: &State) -> Option<Vec<u8>> {
        let places = HighCard::places(&state.game)?;
        Some(if D == defect::ALL_FIRST { vec![1; places.len()] } else { places })
    }

    fn audit(setup: &Setup, state: &State) -> Result<(), AuditError> {
        HighCard::audit(setup, &state.game)
    }
}

impl<const D: u8> Information for Broken<D> {
    const KNOWLEDGE: Knowledge = match D {
        defect::CLAIMS_PERFECT => Knowledge::Perfect,
        defect::CLAIMS_SYMMETRIC => Knowledge::Symmetric,
        _ => Knowledge::Private,
    };

    type View = View;
    type Worth = Worth;
    type EventKind = EventKind;

    fn events(before: &State, seat: Seat, mv: Move<D>, after: &State) -> Vec<Event<EventKind>> {
        let events = HighCard::events(&before.game, seat, mv.0, &after.game).into_iter();
        let leak = (D == defect::EVENT_LEAKS).then_some(mv.0.card);
        let silent = D == defect::NO_EVENT && mv.0.kind == Kind::Discard;
        let events = events.filter(|_| !silent);
        events.map(|Event { seat, what }| Event { seat, what: EventKind { what, leak } }).collect()
    }

    fn reveals(before: &State, after: &State) -> bool {
        HighCard::reveals(&before.game, &after.game)
    }

    fn view(state: &State, viewer: Viewer) -> View {
        let secret = || state.hand(Seat::new(0));
        View {
            game: state.view(viewer),
            leak: (D == defect::VIEW_LEAKS).then(secret),
            overlooked: if D == defect::BYTES_LEAK { Overlooked(secret()) } else { Overlooked::default() },
            truth: (D == defect::VIEW_AND_SAMPLE_LEAK).then_some(*state),
        }
    }

    fn viewer(view: &View) -> Viewer {
        if D == defect::WRONG_VIEWER { Viewer::Spectator } else { HighCard::viewer(&view.game) }
    }

    fn view_to_act(view: &View) -> SeatSet {
        if D == defect::WRONG_TO_ACT {
            SeatSet::all(view.game.open.seats)
        } else {
            HighCard::view_to_act(&view.game)
        }
    }

    fn legal_moves(view: &View) -> Vec<LegalMove<Move<D>, Worth>> {
        let mut moves = HighCard::legal_moves(&view.game);
        if D == defect::MOVES_REORDERED {
            moves.reverse();
        }
        moves.into_iter().map(|LegalMove { mv, worth }| LegalMove { mv: Move(mv), worth }).collect()
    }

    fn sample<R: Rng>(view: &View, rng: &mut R) -> State {
        if let Some(truth) = view.truth {
            return truth;
        }
        let mut game = view.game.clone();
        if let (defect::SAMPLE_FORGETS, Some(own)) = (D, &mut game.own.own) {
            own.passed.clear();
        }
        let sampled = D == defect::SAMPLE_UNPLAYABLE || D == defect::SAMPLE_WITHOUT_END;
        State { game: HighCard::sample(&game, rng), sampled }
    }

    fn sampler<R: Rng>(view: &View) -> impl Fn(&mut R) -> State {
        move |rng| {
            if D == defect::SAMPLER_DIFFERS {
                rng.next_u64();
            }
            Self::sample(view, rng)
        }
    }
}

impl<const D: u8> TableManners for Broken<D> {
    type Options = NoOptions;
    type Signal = NoSignal;
}

impl<const D: u8> Client for Broken<D> {
    type Open = OpenView;
    type Own = Own;
    type Offers = Vec<Move<D>>;

    fn open(view: &View) -> OpenView {
        let mut open = HighCard::open(&view.game);
        if D == defect::OPEN_DIFFERS && view.game.own.viewer == Viewer::Spectator {
            open.seats += 1;
        }
        open
    }

    fn own(view: &View) -> Own {
        let mut game = HighCard::own(&view.game);
        if D == defect::OWN_INCOMPLETE {
            game.own = None;
        }
        Own { game, leak: view.leak.clone(), overlooked: view.overlooked.clone() }
    }

    fn offers(view: &View) -> Vec<Move<D>> {
        let missing = usize::from(D == defect::OFFERS_INCOMPLETE);
        HighCard::offers(&view.game).into_iter().skip(missing).map(Move).collect()
    }
}
