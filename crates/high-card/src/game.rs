//! The four parts of High Card: rules, information, table manners, client.

use std::ops::RangeInclusive;

use serde::Serialize;
use serde_json::Value;
use tabletop::{
    Event, LegalMove, NoOptions, NoSignal, Seat, SeatSet, Viewer,
    prelude::*,
    random::{Rng, below, shuffle},
};

use crate::{
    CARDS, House, Illegal, Kind, Move, MoveError, OpenView, OwnView, Round, Setup, SetupError, State, Toy,
    Variant, VariantError, View, defect, setup,
};

/// What a seat has taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Score {
    /// Whose it is.
    pub seat: Seat,
    /// How many tricks.
    pub tricks: u8,
    /// The sum of the cards with which it took them.
    pub score: u8,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// What each seat has taken, by seat.
    pub players: Vec<Score>,
    /// The seats of the highest score.
    pub winners: SeatSet,
}

/// What can happen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum EventKind {
    /// A seat discarded a card.
    Discards {
        /// The card, in a broken game only.
        leak: Option<u8>,
    },
    /// A seat sealed a card for the trick.
    Seals,
    /// The cards of a trick were shown.
    Shown {
        /// The cards, by seat.
        cards: Vec<u8>,
    },
}

/// What a move is worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Worth {
    /// The card that it uses.
    pub card: u8,
}

/// A move that may be made: a client sends it back as it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Offer {
    /// Whether the card is discarded or played.
    pub kind: Kind,
    /// The card.
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
        let mut setup = setup::read(variant, players, setup)?;
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
    type Open = OpenView;
    type Own = OwnView;
    type Offers = Vec<Offer>;

    fn open(view: &View) -> OpenView {
        view.open(D)
    }

    fn own(view: &View) -> OwnView {
        view.own(D)
    }

    fn offers(view: &View) -> Vec<Offer> {
        let unlisted = usize::from(D == defect::OFFERS_INCOMPLETE);
        let house = view.house.is_some() && view.viewer == Viewer::Seat(Seat::new(1));
        let legal = Self::legal_moves(view).into_iter().skip(unlisted).filter(|_| !house);
        legal.map(|legal| Offer { kind: legal.mv.kind, card: legal.worth.card }).collect()
    }
}
