//! The four parts of the game: rules, information, table manners, client.

use std::ops::RangeInclusive;

use serde_json::Value;
use tabletop::{
    AuditError, Event, Knowledge, LegalMove, Seat, SeatSet, SignalMeaning, Viewer, prelude::*, random::Rng,
};

use crate::{
    BadSetup, EventKind, Illegal, Move, Offers, OpenView, Options, Outcome, OwnView, Piece, Setup, Signal,
    State, Unknown, UnknownMove, Variant, View, Worth, audit, event, position::Position, sample,
    table::Phase, worth,
};

/// The rules of Between Two Cities.
///
/// ```
/// use between_two_cities::{BetweenTwoCities, Variant};
/// use tabletop::{Seat, Seed, prelude::*};
/// let (setup, _) = BetweenTwoCities::deal_from(&Seed::from_phrase("an example"), Variant::Standard, 4);
/// let mut state = BetweenTwoCities::start(&setup);
/// let mut moves = Vec::new();
/// BetweenTwoCities::for_each_legal_move(&state, Seat::new(2), |mv| moves.push(mv));
/// BetweenTwoCities::play(&mut state, Seat::new(2), moves[0]).unwrap();
/// assert!(!BetweenTwoCities::to_act(&state).contains(Seat::new(2)), "it waits for the others");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BetweenTwoCities;

impl Rules for BetweenTwoCities {
    const ID: &'static str = "between-two-cities";
    const NAME: &'static str = "Between Two Cities";
    const VERSION: u32 = 1;

    type Variant = Variant;
    type VariantError = Unknown;
    type Setup = Setup;
    type SetupError = BadSetup;
    type State = State;
    type Move = Move;
    type MoveError = UnknownMove;
    type Illegal = Illegal;
    type Outcome = Outcome;

    fn variants() -> &'static [Variant] {
        &Variant::ALL
    }

    fn players(variant: Variant) -> RangeInclusive<usize> {
        variant.players()
    }

    fn record_variant(variant: Variant) -> String {
        variant.record_name().to_owned()
    }

    fn deal<R: Rng>(variant: Variant, players: usize, rng: &mut R) -> Setup {
        Setup::deal(variant, players, rng)
    }

    fn read_setup(variant: &str, players: usize, setup: &Value) -> Result<Setup, BadSetup> {
        Setup::read(variant, players, setup)
    }

    fn variant(setup: &Setup) -> Variant {
        setup.variant()
    }

    fn player_count(setup: &Setup) -> usize {
        setup.players()
    }

    #[inline]
    fn start(setup: &Setup) -> State {
        State(Position::start(setup))
    }

    fn seats(state: &State) -> usize {
        state.0.table.seats()
    }

    #[inline]
    fn to_act(state: &State) -> SeatSet {
        state.0.table.acting
    }

    fn for_each_legal_move(state: &State, seat: Seat, each: impl FnMut(Move)) {
        state.0.for_each_legal_move(seat, each);
    }

    #[inline]
    fn random_move<R: Rng>(state: &State, seat: Seat, rng: &mut R) -> Option<Move> {
        state.0.random_move(seat, rng)
    }

    fn play(state: &mut State, seat: Seat, mv: Move) -> Result<(), Illegal> {
        state.0.check(seat, mv)?;
        state.0.play_unchecked(seat, mv);
        Ok(())
    }

    #[inline]
    fn play_unchecked(state: &mut State, seat: Seat, mv: Move) {
        state.0.play_unchecked(seat, mv);
    }

    fn automatic_move(state: &State) -> Option<(Seat, Move)> {
        let position = &state.0;
        if position.table.phase != Phase::Choose {
            return None;
        }
        let seat = position.table.acting.iter().find(|&seat| position.table.is_automa(seat))?;
        let [left, right]: [Piece; 2] = position.automa_choice(seat)?;
        Some((seat, Move::Choose(crate::Pair::new(left, right))))
    }

    fn outcome(state: &State) -> Option<Outcome> {
        Outcome::of(&state.0.table)
    }

    fn winners(outcome: &Outcome) -> SeatSet {
        outcome.winners()
    }

    fn points(outcome: &Outcome) -> Vec<i32> {
        outcome.players().iter().map(|player| i32::from(player.score)).collect()
    }

    fn places(state: &State) -> Option<Vec<u8>> {
        let table = &state.0.table;
        Outcome::of(table).map(|outcome| outcome.places(table.variant))
    }

    fn audit(setup: &Setup, state: &State) -> Result<(), AuditError> {
        audit::audit(setup, &state.0)
    }
}

impl Information for BetweenTwoCities {
    /// Hands and sealed choices are private.
    const KNOWLEDGE: Knowledge = Knowledge::Private;

    type View = View;
    type Worth = Worth;
    type EventKind = EventKind;

    fn events(before: &State, seat: Seat, mv: Move, after: &State) -> Vec<Event<EventKind>> {
        event::between(&before.0, seat, mv, &after.0)
    }

    fn reveals(before: &State, after: &State) -> bool {
        let (was, now) = (&before.0.table, &after.0.table);
        // Choices were revealed, or hands were passed to players who had not seen them.
        was.revealed() != now.revealed() || was.turn_number() != now.turn_number()
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View::of(&state.0, viewer)
    }

    fn viewer(view: &View) -> Viewer {
        view.viewer
    }

    fn view_to_act(view: &View) -> SeatSet {
        view.position.table.acting
    }

    fn legal_moves(view: &View) -> Vec<LegalMove<Move, Worth>> {
        view.viewer.seat().map_or_else(Vec::new, |seat| worth::legal_moves(&view.position, seat))
    }

    fn seals(mv: Move) -> bool {
        matches!(mv, Move::Choose(_))
    }

    fn sample<R: Rng>(view: &View, rng: &mut R) -> State {
        State(sample::sample(view, rng))
    }
}

impl TableManners for BetweenTwoCities {
    type Options = Options;
    type Signal = Signal;

    fn signal_meaning(signal: Signal) -> SignalMeaning {
        signal.meaning()
    }

    /// If the signal names a city, that city must exist.
    fn allows_signal(state: &State, _by: Seat, signal: Signal) -> bool {
        signal.city().is_none_or(|city| usize::from(city) < state.0.table.city_count())
    }

    fn shared(state: &State) -> u8 {
        state.0.table.city_count() as u8
    }

    /// A partner may propose where to place a tile in the city that both build.
    fn may_propose(state: &State, by: Seat, seat: Seat, mv: Move) -> bool {
        let Move::Place { city, .. } = mv else { return false };
        let table = &state.0.table;
        table.cities_of(by).contains(&city) && table.cities_of(seat).contains(&city)
    }

    fn seating(state: &State, seat: Seat) -> Option<u8> {
        (seat.index() < state.0.table.seats()).then(|| state.0.table.seating[seat.index()])
    }

    fn withhold(view: &mut View, options: Options) {
        if !options.passed_hands {
            view.forget_hands();
        }
    }

    fn stand_off(view: &View, waiting: SeatSet) -> Option<Seat> {
        view.stand_off(waiting)
    }
}

impl Client for BetweenTwoCities {
    type Open = OpenView;
    type Own = OwnView;
    type Offers = Offers;

    fn open(view: &View) -> OpenView {
        OpenView::of(view)
    }

    fn own(view: &View) -> OwnView {
        OwnView::of(view)
    }

    fn offers(view: &View) -> Offers {
        let seat = view.position.table.player(view.viewer);
        seat.map_or_else(Offers::default, |seat| Offers::of(&view.position, seat))
    }

    fn offers_of_all(views: &[View]) -> Vec<Offers> {
        Offers::of_all(views)
    }
}
