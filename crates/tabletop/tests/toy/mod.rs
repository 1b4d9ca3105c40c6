//! High Card: a tiny game with everything in it that is hard about a table game.
//!
//! 18 cards, numbered. Everybody is dealt four, in seat order off the top; the rest is never seen.
//! - Everybody discards one, face down for ever.
//! - Everybody seals a card; the last one in, all are shown, and the highest takes the trick.
//! - The two cards left go to the neighbour on the left.
//! - A second trick. Whoever took the higher sum with the own cards wins.
//!
//! Alone, one plays against the house, which always picks its lowest card, or always its highest.
//!
//! `Toy<0>` is honest. Any other number breaks one promise of the game's parts, see [`defect`].
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

mod moves;
mod rules;
mod view;

use std::{collections::BTreeSet, fmt, ops::RangeInclusive, str::FromStr};

pub use moves::{Illegal, Kind, Move, MoveError};
pub use rules::{Round, State};
use serde::Serialize;
use serde_json::Value;
use tabletop::{
    Event, LegalMove, NoOptions, NoSignal, Seat, SeatSet, Viewer,
    prelude::*,
    random::{Rng, below, shuffle},
};
pub use view::View;

/// The ways to break the toy.
pub mod defect {
    pub const NONE: u8 = 0;
    pub const VIEW_LEAKS: u8 = 1;
    pub const VIEW_AND_SAMPLE_LEAK: u8 = 2;
    pub const BYTES_LEAK: u8 = 3;
    pub const SAMPLE_FORGETS: u8 = 4;
    pub const SAMPLE_UNPLAYABLE: u8 = 5;
    pub const SAME_TEXT: u8 = 6;
    pub const TEXT_READS_OTHERWISE: u8 = 7;
    pub const FAST_DIFFERS: u8 = 8;
    pub const CARD_LOST: u8 = 9;
    pub const REFUSAL_CHANGES: u8 = 10;
    pub const RANDOM_ILLEGAL: u8 = 11;
    pub const PLAYS_UNLISTED: u8 = 12;
    pub const NO_OUTCOME: u8 = 13;
    pub const ENDLESS: u8 = 14;
    pub const MOVES_REORDERED: u8 = 15;
    pub const WRONG_VIEWER: u8 = 16;
    pub const WRONG_TO_ACT: u8 = 17;
    pub const SETUP_READS_OTHERWISE: u8 = 18;
    pub const HOUSE_CHOOSES: u8 = 19;
    pub const HOUSE_WAITS: u8 = 20;
    pub const NO_EVENT: u8 = 21;
    pub const EVENT_LEAKS: u8 = 22;
    pub const DEAL_FORGETS: u8 = 23;
    pub const POINTS_MISSING: u8 = 24;
    pub const STRANGER_WINS: u8 = 25;
    pub const EARLY_OUTCOME: u8 = 26;
    pub const MOVES_OUT_OF_TURN: u8 = 27;
    pub const RANDOM_OUT_OF_TURN: u8 = 28;
    pub const RANDOM_UNLISTED: u8 = 29;
    pub const SAMPLE_WITHOUT_END: u8 = 30;
    pub const VARIANT_READS_OTHERWISE: u8 = 31;
    pub const OFFERS_INCOMPLETE: u8 = 32;
    pub const SAME_JSON: u8 = 33;
    pub const JSON_READS_OTHERWISE: u8 = 34;
}

/// How many cards there are.
pub const CARDS: u8 = 18;
const DEALT: usize = 4;

/// The game, broken in the way that `D` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toy<const D: u8>;

/// The game as it should be.
pub type HighCard = Toy<{ defect::NONE }>;

/// How the house plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum House {
    Low,
    High,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    Standard,
    Solo(House),
    /// Only of a broken game: a variant whose text reads as another.
    Misspelt,
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Standard | Self::Misspelt => "standard",
            Self::Solo(House::Low) => "solo-low",
            Self::Solo(House::High) => "solo-high",
        })
    }
}

#[derive(Debug, thiserror::Error)]
#[error("expected standard, solo-low, solo-high or solo, found {0:?}")]
pub struct VariantError(String);

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        match text {
            "standard" => Ok(Self::Standard),
            "solo-low" | "solo" => Ok(Self::Solo(House::Low)),
            "solo-high" => Ok(Self::Solo(House::High)),
            _ => Err(VariantError(text.to_owned())),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Setup {
    #[serde(skip)]
    pub players: usize,
    pub deck: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<House>,
}

#[derive(Debug, thiserror::Error)]
#[error("{}", .0.join("; "))]
pub struct SetupError(Vec<String>);

fn read_setup(variant: &str, players: usize, setup: &Value) -> Result<Setup, SetupError> {
    let mut wrong = Vec::new();
    let deck = setup.get("deck").and_then(Value::as_array).into_iter().flatten();
    let deck: Vec<u8> = deck.map(|card| card.as_u64().unwrap_or(0).min(255) as u8).collect();
    let distinct: BTreeSet<u8> = deck.iter().copied().collect();
    if deck.len() != usize::from(CARDS) || !distinct.into_iter().eq(1..=CARDS) {
        wrong.push(format!("\"deck\" must list each of the cards 1 to {CARDS} once"));
    }
    let house = match setup.get("house").map(|house| house.as_str()) {
        None => None,
        Some(Some("low")) => Some(House::Low),
        Some(Some("high")) => Some(House::High),
        Some(_) => {
            wrong.push("\"house\" must be \"low\" or \"high\"".to_owned());
            None
        }
    };
    if wrong.is_empty() && house.is_some() != (variant != "standard") {
        wrong.push(format!("\"house\" does not fit the variant {variant}"));
    }
    if wrong.is_empty() { Ok(Setup { players, deck, house }) } else { Err(SetupError(wrong)) }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Score {
    pub seat: Seat,
    pub tricks: u8,
    pub score: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    pub players: Vec<Score>,
    pub winners: SeatSet,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum EventKind {
    Discards { leak: Option<u8> },
    Seals,
    Shown { cards: Vec<u8> },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Worth {
    pub card: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Offer {
    pub kind: Kind,
    pub card: u8,
}

impl<const D: u8> Rules for Toy<D> {
    const ID: &'static str = "high-card";
    const NAME: &'static str = "High Card";
    const VERSION: u32 = 2;

    type Variant = Variant;
    type VariantError = VariantError;
    type Setup = Setup;
    type SetupError = SetupError;
    type State = State;
    type Move = Move<D>;
    type MoveError = MoveError;
    type Illegal = Illegal;
    type Outcome = Outcome;

    fn variants() -> &'static [Variant] {
        &[Variant::Standard, Variant::Solo(House::Low), Variant::Solo(House::High)]
    }

    fn players(variant: Variant) -> RangeInclusive<usize> {
        if variant == Variant::Standard { 2..=4 } else { 1..=1 }
    }

    fn record_variant(variant: Variant) -> &'static str {
        if let Variant::Solo(_) = variant { "solo" } else { "standard" }
    }

    fn deal<R: Rng>(variant: Variant, players: usize, rng: &mut R) -> Setup {
        assert!(Self::players(variant).contains(&players));
        let mut deck: Vec<u8> = (1..=CARDS).collect();
        shuffle(rng, &mut deck);
        if D == defect::DEAL_FORGETS {
            use std::sync::atomic::{AtomicUsize, Ordering};
            static DEALS: AtomicUsize = AtomicUsize::new(0);
            deck.rotate_left(DEALS.fetch_add(1, Ordering::Relaxed) % 2);
        }
        let house = if let Variant::Solo(house) = variant { Some(house) } else { None };
        Setup { players, deck, house }
    }

    fn read_setup(variant: &str, players: usize, setup: &Value) -> Result<Setup, SetupError> {
        let mut setup = read_setup(variant, players, setup)?;
        if D == defect::SETUP_READS_OTHERWISE {
            setup.deck.swap(0, 1);
        }
        Ok(setup)
    }

    fn variant(setup: &Setup) -> Variant {
        let variant = setup.house.map_or(Variant::Standard, Variant::Solo);
        if D == defect::VARIANT_READS_OTHERWISE && variant == Variant::Standard {
            return Variant::Misspelt;
        }
        variant
    }

    fn player_count(setup: &Setup) -> usize {
        setup.players
    }

    fn start(setup: &Setup) -> State {
        State::deal(setup)
    }

    fn seats(state: &State) -> usize {
        state.seats()
    }

    fn to_act(state: &State) -> SeatSet {
        if D == defect::ENDLESS && state.round() == Round::Over {
            return SeatSet::all(1);
        }
        state.acting()
    }

    fn for_each_legal_move(state: &State, seat: Seat, mut each: impl FnMut(Move<D>)) {
        if D == defect::ENDLESS && state.round() == Round::Over && seat.index() == 0 {
            return each(Move::new(Kind::Play, 1));
        }
        if D == defect::MOVES_OUT_OF_TURN && !state.acting().contains(seat) {
            return each(Move::new(Kind::Play, CARDS));
        }
        match state.house_card(seat) {
            Some(card) if D != defect::HOUSE_CHOOSES => each(Move::new(state.kind(), card)),
            _ => state.choices(seat).for_each(|card| each(Move::new(state.kind(), card))),
        }
    }

    fn random_move<R: Rng>(state: &State, seat: Seat, rng: &mut R) -> Option<Move<D>> {
        if D == defect::RANDOM_OUT_OF_TURN && !state.acting().contains(seat) {
            return Some(Move::new(Kind::Play, CARDS));
        }
        let mut moves = Vec::new();
        if D == defect::RANDOM_UNLISTED {
            moves.extend(state.choices(seat).map(|card| Move::new(state.kind(), card)));
        }
        Self::for_each_legal_move(state, seat, |mv| moves.push(mv));
        let mv = *moves.get(below(rng, moves.len().max(1) as u32) as usize)?;
        Some(if D == defect::RANDOM_ILLEGAL { Move::new(mv.kind, mv.card % CARDS + 1) } else { mv })
    }

    fn play(state: &mut State, seat: Seat, mv: Move<D>) -> Result<(), Illegal> {
        if D == defect::REFUSAL_CHANGES {
            state.stock = state.stock.rotate_left(u32::from(!state.acting().contains(seat)));
        }
        if D == defect::PLAYS_UNLISTED && state.hand[seat.index()] >> mv.card & 1 == 0 {
            return Ok(());
        }
        if D == defect::ENDLESS && state.round() == Round::Over && seat.index() == 0 && mv.card == 1 {
            return Ok(());
        }
        let any_of_the_house = D == defect::HOUSE_CHOOSES || D == defect::RANDOM_UNLISTED;
        state.check(seat, mv.kind, mv.card, any_of_the_house)?;
        state.put(seat, mv.card);
        if D == defect::CARD_LOST && state.round() == Round::Second {
            state.stock = 0;
        }
        Ok(())
    }

    fn play_unchecked(state: &mut State, seat: Seat, mv: Move<D>) {
        if D == defect::ENDLESS && state.round() == Round::Over {
            return;
        }
        state.put(seat, mv.card);
        if D == defect::CARD_LOST && state.round() == Round::Second {
            state.stock = 0;
        }
        if D == defect::FAST_DIFFERS && state.round() == Round::Second {
            state.passed[seat.index()] = 0;
        }
    }

    fn automatic_move(state: &State) -> Option<(Seat, Move<D>)> {
        let house = Seat::new(1);
        if D == defect::HOUSE_WAITS {
            return None;
        }
        Some((house, Move::new(state.kind(), state.house_card(house)?)))
    }

    fn outcome(state: &State) -> Option<Outcome> {
        if D == defect::NO_OUTCOME || D == defect::ENDLESS {
            return None;
        }
        match D {
            defect::SAMPLE_WITHOUT_END if state.stock == 0 => None,
            defect::EARLY_OUTCOME => {
                state.outcome().or(Some(Outcome { players: Vec::new(), winners: SeatSet::EMPTY }))
            }
            _ => state.outcome(),
        }
    }

    fn winners(outcome: &Outcome) -> SeatSet {
        if D == defect::STRANGER_WINS { SeatSet::EMPTY.with(Seat::new(7)) } else { outcome.winners }
    }

    fn points(outcome: &Outcome) -> Vec<i32> {
        let all = outcome.players.iter().map(|player| i32::from(player.score));
        if D == defect::POINTS_MISSING { all.skip(1).collect() } else { all.collect() }
    }

    fn audit(setup: &Setup, state: &State) -> Result<(), String> {
        let mut found: Vec<u8> = state.cards().collect();
        found.sort_unstable();
        let mut expected = setup.deck.clone();
        expected.sort_unstable();
        if found == expected {
            Ok(())
        } else {
            Err(format!("expected the cards {expected:?}, found {found:?}"))
        }
    }
}

impl<const D: u8> Information for Toy<D> {
    type View = View;
    type Worth = Worth;
    type EventKind = EventKind;

    fn events(before: &State, seat: Seat, mv: Move<D>, after: &State) -> Vec<Event<EventKind>> {
        let leak = (D == defect::EVENT_LEAKS).then_some(mv.card);
        let what = match before.round() {
            Round::Discard => EventKind::Discards { leak },
            _ => EventKind::Seals,
        };
        let mut events = vec![Event { seat: Some(seat), what }];
        if before.shown() < after.shown() {
            let cards = after.played[before.shown()][..after.seats()].to_vec();
            events.push(Event { seat: None, what: EventKind::Shown { cards } });
        }
        if D == defect::NO_EVENT && before.round() == Round::Discard {
            events.clear();
        }
        events
    }

    fn reveals(before: &State, after: &State) -> bool {
        before.shown() < after.shown()
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View::of(state, viewer, D)
    }

    fn viewer(view: &View) -> Viewer {
        if D == defect::WRONG_VIEWER { Viewer::Spectator } else { view.viewer }
    }

    fn view_to_act(view: &View) -> SeatSet {
        if D == defect::WRONG_TO_ACT { SeatSet::all(view.seats) } else { view.to_act }
    }

    fn legal_moves(view: &View) -> Vec<LegalMove<Move<D>, Worth>> {
        let cards = view.choices().into_iter();
        let moves = cards.map(|card| LegalMove { mv: Move::new(view.kind(), card), worth: Worth { card } });
        if D == defect::MOVES_REORDERED { moves.rev().collect() } else { moves.collect() }
    }

    fn sample<R: Rng>(view: &View, rng: &mut R) -> State {
        view.sample(rng, D)
    }
}

impl<const D: u8> TableManners for Toy<D> {
    type Options = NoOptions;
    type Signal = NoSignal;
}

impl<const D: u8> Client for Toy<D> {
    type Offers = Vec<Offer>;

    fn offers(view: &View) -> Vec<Offer> {
        let unlisted = usize::from(D == defect::OFFERS_INCOMPLETE);
        let house = view.house.is_some() && view.viewer == Viewer::Seat(Seat::new(1));
        let legal = Self::legal_moves(view).into_iter().skip(unlisted).filter(|_| !house);
        legal.map(|legal| Offer { kind: legal.mv.kind, card: legal.worth.card }).collect()
    }
}
