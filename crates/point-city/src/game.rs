//! The four parts of the game: rules, information, table manners, client.

use std::ops::RangeInclusive;

use serde_json::Value;
use tabletop::{
    AuditError, Event, Knowledge, LegalMove, NoOptions, Seat, SeatSet, SignalMeaning, Viewer, prelude::*,
    random::Rng,
};

use crate::{
    EventKind, Illegal, Move, MoveError, Offers, OpenView, Outcome, OwnView, Setup, SetupError, SetupMistake,
    Signal, State, Unknown, Variant, View, Worth, audit, event, sample::Sampler,
};

/// The rules of Point City, with the traits of [`tabletop`].
///
/// ```
/// use point_city::{PointCity, Variant};
/// use tabletop::{Seed, prelude::*};
/// let seed = Seed::from_phrase("a first game");
/// let (setup, _) = PointCity::deal_from(&seed, Variant::Standard, 2);
/// let mut state = PointCity::start(&setup);
/// let mut rng = seed.stream("moves");
/// while let Some(seat) = PointCity::to_act(&state).first() {
///     let mv = PointCity::random_move(&state, seat, &mut rng).unwrap();
///     PointCity::play(&mut state, seat, mv).unwrap();
/// }
/// assert!(PointCity::outcome(&state).is_some());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointCity;

impl Rules for PointCity {
    const ID: &'static str = "point-city";
    const NAME: &'static str = "Point City";
    const VERSION: u32 = 1;

    type Variant = Variant;
    type VariantError = Unknown;
    type Setup = Setup;
    type SetupError = SetupError;
    type State = State;
    type Move = Move;
    type MoveError = MoveError;
    type Illegal = Illegal;
    type Outcome = Outcome;

    fn variants() -> &'static [Variant] {
        &Variant::ALL
    }

    fn players(variant: Variant) -> RangeInclusive<usize> {
        variant.players()
    }

    fn deal<R: Rng>(variant: Variant, players: usize, rng: &mut R) -> Setup {
        Setup::deal(variant, players, rng)
    }

    fn read_setup(variant: &str, players: usize, setup: &Value) -> Result<Setup, SetupError> {
        match variant.parse() {
            Ok(variant) => Setup::read(variant, players, setup),
            Err(error) => Err(SetupError { mistakes: vec![SetupMistake::Variant(error)] }),
        }
    }

    fn variant(setup: &Setup) -> Variant {
        setup.variant()
    }

    fn player_count(setup: &Setup) -> usize {
        setup.players()
    }

    fn start(setup: &Setup) -> State {
        State::start(setup)
    }

    fn seats(state: &State) -> usize {
        state.table.seats()
    }

    #[inline]
    fn to_act(state: &State) -> SeatSet {
        state.table.to_act().map_or(SeatSet::EMPTY, |seat| SeatSet::EMPTY.with(seat))
    }

    fn for_each_legal_move(state: &State, seat: Seat, each: impl FnMut(Move)) {
        if state.table.to_act() == Some(seat) {
            state.table.for_each_move(each);
        }
    }

    #[inline]
    fn random_move<R: Rng>(state: &State, seat: Seat, rng: &mut R) -> Option<Move> {
        if state.table.to_act() == Some(seat) { state.table.random_move(rng) } else { None }
    }

    fn play(state: &mut State, seat: Seat, mv: Move) -> Result<(), Illegal> {
        state.play(seat, mv)
    }

    #[inline]
    fn play_unchecked(state: &mut State, _: Seat, mv: Move) {
        state.play_unchecked(mv);
    }

    fn automatic_move(state: &State) -> Option<(Seat, Move)> {
        Some((state.table.to_act()?, state.table.city_move()?))
    }

    fn outcome(state: &State) -> Option<Outcome> {
        Outcome::of(&state.table)
    }

    fn winners(outcome: &Outcome) -> SeatSet {
        outcome.winners()
    }

    fn points(outcome: &Outcome) -> Vec<i32> {
        outcome.scores().iter().map(|score| i32::from(score.total)).collect()
    }

    fn places(state: &State) -> Option<Vec<u8>> {
        Outcome::of(&state.table).map(|outcome| outcome.places())
    }

    fn audit(setup: &Setup, state: &State) -> Result<(), AuditError> {
        audit::audit(setup, state)
    }
}

impl Information for PointCity {
    /// The order of the deck is hidden from all viewers. Seats have no secrets.
    const KNOWLEDGE: Knowledge = Knowledge::Symmetric;

    type View = View;
    type Worth = Worth;
    type EventKind = EventKind;

    fn events(before: &State, seat: Seat, mv: Move, after: &State) -> Vec<Event<EventKind>> {
        event::events(before, seat, mv, after)
    }

    /// Almost every move reveals something, since every card that leaves the deck or is turned shows at least the back
    /// of the next card.
    fn reveals(before: &State, after: &State) -> bool {
        before.table.next != after.table.next || !before.table.flipped && after.table.flipped
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View::of(state, viewer)
    }

    fn viewer(view: &View) -> Viewer {
        view.viewer()
    }

    fn view_to_act(view: &View) -> SeatSet {
        view.table().to_act().map_or(SeatSet::EMPTY, |seat| SeatSet::EMPTY.with(seat))
    }

    fn legal_moves(view: &View) -> Vec<LegalMove<Move, Worth>> {
        let mut moves = Vec::new();
        let table = view.table();
        if table.to_act().is_some() && table.to_act() == view.viewer().seat() {
            let before = Worth::before(view);
            table.for_each_move(|mv| moves.push(LegalMove { mv, worth: Worth::since(&before, view, mv) }));
        }
        moves
    }

    fn sample<R: Rng>(view: &View, rng: &mut R) -> State {
        view.sample(rng)
    }

    fn sampler<R: Rng>(view: &View) -> impl Fn(&mut R) -> State {
        let sampler = Sampler::new(view);
        move |rng| sampler.draw(rng)
    }
}

impl TableManners for PointCity {
    type Options = NoOptions;
    type Signal = Signal;

    fn signal_meaning(signal: Signal) -> SignalMeaning {
        signal.meaning()
    }

    fn ahead(state: &State, seat: Seat) -> Option<State> {
        state.ahead(seat)
    }

    /// Only takes can be planned. A turned card shows something new, after which a player decides anew.
    fn is_as_planned(planned: &State, now: &State, mv: Move) -> bool {
        let Move::Take { pair, .. } = mv else { return false };
        pair.cells().iter().all(|&cell| planned.table.market.face(cell) == now.table.market.face(cell))
    }
}

impl Client for PointCity {
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
        Offers::of(view)
    }
}
