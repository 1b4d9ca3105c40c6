//! The four parts of the game: rules, information, table manners, client.

use std::ops::RangeInclusive;

use serde::Serialize;
use serde_json::Value;
use tabletop::{
    AuditError, Event, Knowledge, LegalMove, NoOptions, NoSignal, Seat, SeatSet, Viewer,
    prelude::*,
    random::{Rng, below, shuffle},
};

use crate::{
    CARDS, House, Illegal, Move, MoveError, OpenView, OwnView, Round, Setup, SetupError, State, Variant,
    VariantError, View, setup,
};

/// The rules of High Card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HighCard;

/// The tricks and points of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Score {
    /// The seat.
    pub seat: Seat,
    /// The number of tricks that it took.
    pub tricks: u8,
    /// The sum of the cards with which it took them.
    pub score: u8,
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// The scores, by seat.
    pub players: Vec<Score>,
    /// The seats with the highest score.
    pub winners: SeatSet,
}

/// The kinds of events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum EventKind {
    /// A seat discarded a card. Only the seat itself knows which.
    Discards,
    /// A seat sealed a card for the trick.
    Seals,
    /// The cards of a trick were revealed.
    Shown {
        /// The cards, by seat.
        cards: Vec<u8>,
    },
}

/// The immediate effect of a move, which is all that a one-ply heuristic needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Worth {
    /// The card that it uses.
    pub card: u8,
}

impl Rules for HighCard {
    const ID: &'static str = "high-card";
    const NAME: &'static str = "High Card";
    const VERSION: u32 = 2;

    type Variant = Variant;
    type VariantError = VariantError;
    type Setup = Setup;
    type SetupError = SetupError;
    type State = State;
    type Move = Move;
    type MoveError = MoveError;
    type Illegal = Illegal;
    type Outcome = Outcome;

    fn variants() -> &'static [Variant] {
        &[Variant::Standard, Variant::Solo(House::Low), Variant::Solo(House::High)]
    }

    fn players(variant: Variant) -> RangeInclusive<usize> {
        if variant == Variant::Standard { 2..=4 } else { 1..=1 }
    }

    /// The setup has the rule of the house, so the name need not repeat it.
    fn record_variant(variant: Variant) -> String {
        if let Variant::Solo(_) = variant { "solo".to_owned() } else { variant.to_string() }
    }

    fn deal<R: Rng>(variant: Variant, players: usize, rng: &mut R) -> Setup {
        assert!(Self::players(variant).contains(&players));
        let mut deck: Vec<u8> = (1..=CARDS).collect();
        shuffle(rng, &mut deck);
        let house = if let Variant::Solo(house) = variant { Some(house) } else { None };
        Setup { players, deck, house }
    }

    fn read_setup(variant: &str, players: usize, setup: &Value) -> Result<Setup, SetupError> {
        setup::read(variant, players, setup)
    }

    fn variant(setup: &Setup) -> Variant {
        setup.house.map_or(Variant::Standard, Variant::Solo)
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
        state.acting()
    }

    fn for_each_legal_move(state: &State, seat: Seat, mut each: impl FnMut(Move)) {
        let kind = state.round().kind();
        match state.house_card(seat) {
            Some(card) => each(Move::new(kind, card)),
            None => state.choices(seat).for_each(|card| each(Move::new(kind, card))),
        }
    }

    fn random_move<R: Rng>(state: &State, seat: Seat, rng: &mut R) -> Option<Move> {
        let mut moves = Vec::new();
        Self::for_each_legal_move(state, seat, |mv| moves.push(mv));
        moves.get(below(rng, moves.len().max(1) as u32) as usize).copied()
    }

    fn play(state: &mut State, seat: Seat, mv: Move) -> Result<(), Illegal> {
        state.check(seat, mv)?;
        state.put(seat, mv.card);
        Ok(())
    }

    fn play_unchecked(state: &mut State, seat: Seat, mv: Move) {
        state.put(seat, mv.card);
    }

    /// The house sits on seat 1, after the only player.
    fn automatic_move(state: &State) -> Option<(Seat, Move)> {
        let house = Seat::new(1);
        Some((house, Move::new(state.round().kind(), state.house_card(house)?)))
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.outcome()
    }

    fn winners(outcome: &Outcome) -> SeatSet {
        outcome.winners
    }

    fn points(outcome: &Outcome) -> Vec<i32> {
        outcome.players.iter().map(|player| i32::from(player.score)).collect()
    }

    fn audit(setup: &Setup, state: &State) -> Result<(), AuditError> {
        let mut found: Vec<u8> = state.cards().collect();
        found.sort_unstable();
        let mut expected = setup.deck.clone();
        expected.sort_unstable();
        if found == expected {
            Ok(())
        } else {
            Err(AuditError(format!("expected the cards {expected:?}, found {found:?}")))
        }
    }
}

impl Information for HighCard {
    /// Hands, discards and sealed cards are private.
    const KNOWLEDGE: Knowledge = Knowledge::Private;

    type View = View;
    type Worth = Worth;
    type EventKind = EventKind;

    fn events(before: &State, seat: Seat, _: Move, after: &State) -> Vec<Event<EventKind>> {
        let what = if before.round() == Round::Discard { EventKind::Discards } else { EventKind::Seals };
        let mut events = vec![Event { seat: Some(seat), what }];
        if Self::reveals(before, after) {
            let cards = after.played[before.shown()][..after.seats()].to_vec();
            events.push(Event { seat: None, what: EventKind::Shown { cards } });
        }
        events
    }

    fn reveals(before: &State, after: &State) -> bool {
        before.shown() < after.shown()
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View::of(state, viewer)
    }

    fn viewer(view: &View) -> Viewer {
        view.own.viewer
    }

    fn view_to_act(view: &View) -> SeatSet {
        view.open.to_act
    }

    fn legal_moves(view: &View) -> Vec<LegalMove<Move, Worth>> {
        let kind = view.open.round.kind();
        let legal = |&card| LegalMove { mv: Move::new(kind, card), worth: Worth { card } };
        view.choices().iter().map(legal).collect()
    }

    fn sample<R: Rng>(view: &View, rng: &mut R) -> State {
        view.sample(rng)
    }
}

/// The game has no options, signals or proposals.
impl TableManners for HighCard {
    type Options = NoOptions;
    type Signal = NoSignal;
}

impl Client for HighCard {
    type Open = OpenView;
    type Own = OwnView;
    type Offers = Vec<Move>;

    fn open(view: &View) -> OpenView {
        view.open.clone()
    }

    fn own(view: &View) -> OwnView {
        view.own.clone()
    }

    /// Returns the legal moves. There are none for the house, which has no client.
    fn offers(view: &View) -> Vec<Move> {
        let house = view.open.house.is_some() && view.own.viewer == Viewer::Seat(Seat::new(1));
        let legal = Self::legal_moves(view).into_iter().filter(|_| !house);
        legal.map(|legal| legal.mv).collect()
    }
}
