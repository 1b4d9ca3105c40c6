//! The search in Between Two Cities: candidate moves, continuations and their evaluation.

use between_two_cities::{
    BetweenTwoCities, City, Difficulty, Kind, Move, Phase, Spot, State, Turn, Variant, View,
};
use tabletop::{Seat, SeatSet, prelude::*, sorting::sort_by};

use super::{
    contrast::{Forecast, contrast},
    policy::{Cities, rank_choices, rank_pairs, rank_places, rollout_move, spread, standing},
    value::{CELLS, MIDDLE, NEAR, VALUE, Value},
};
use crate::{
    ASPECTS, Advantage, Aspects, BudgetTimer, Evaluate, Evaluation, Expected, Level, PARTS, Term, Think,
    Thought,
    style::{Outlook, Sight, Style, ThinkRng, larger, utility},
    think::search_by_halving,
};

/// With two players, the weight (0 to 1) of the lead over the other seat in the utility. The rest is the lead over a
/// usual score. With more players each neighbour is also a partner, and such a weight only led to poorer cities. In a
/// solo game only the lead over the Automa city counts.
const RIVALRY: f32 = 0.5;
/// The mean number of points that a tile adds to the Automa city. With 16 tiles the city has about 55.
const AUTOMA_TILE: f32 = 3.45;

/// The standard deviation of the difference between the final score of a city and its value, in points, for each free
/// cell.
const ERROR: f32 = 0.3;
/// The standard deviation for the Automa city, for the square root of the number of tiles that are to come.
const ERROR_OF_AUTOMA: f32 = 0.9;
/// The share of the cost of a decision that remains at the end, with three and more players. Their leads are small, and
/// partners compensate for much.
const COST_RETENTION_AMONG_NEIGHBOURS: f32 = 0.45;
/// The share of the cost of a decision that remains at the end, with two players.
const COST_RETENTION_OF_TWO: f32 = 0.9;

/// The number of turns of an expert's continuations, which is about a round.
const EXPERT_DEPTH: usize = 3;
/// The weight of the prior estimate of a move, in continuations, for `expert`.
const EXPERT_PRIOR_WEIGHT: f32 = 20.0;

impl Think for BetweenTwoCities {
    fn style(level: Level, _: &View) -> Option<Style> {
        let style = Style::of(level)?;
        Some(match level {
            Level::Casual(_) => Style { sight: Sight::Near, ..style },
            Level::Expert(_) => {
                Style { depth: EXPERT_DEPTH, tree: false, prior_weight: EXPERT_PRIOR_WEIGHT, ..style }
            }
            Level::Hard(_) => Style { sight: Sight::Middle, ..style },
            Level::Random | Level::Novice | Level::Greedy => style,
        })
    }

    fn candidates(view: &View, style: &Style, rng: &mut ThinkRng) -> Vec<(f32, Move)> {
        let Some(seat) = view.viewer().seat() else { return Vec::new() };
        let mut ranked: Vec<(f32, Move)> = Vec::new();
        let value = value_of(style);
        let state = BetweenTwoCities::sample(view, rng);
        let mut each = |worth, mv| ranked.push((worth, mv));
        match state.phase() {
            Phase::Choose => rank_choices(value, &state, seat, &mut each),
            _ => rank_places(value, &state, seat, &mut each),
        };
        sort_by(&mut ranked, |(a, _), (b, _)| b.total_cmp(a));
        ranked.truncate(style.width);
        ranked
    }

    // This is the default, which a compiler would build in the program's crate, and perhaps for its size.
    fn think(
        view: &View,
        style: Style,
        timer: BudgetTimer<'_>,
        rng: &mut ThinkRng,
        truth: Option<&State>,
    ) -> Vec<Thought<Move>> {
        search_by_halving::<Self>(view, style, timer, rng, truth)
    }

    fn try_out(view: &View, state: &State, mv: Move, style: &Style, _: &mut ThinkRng) -> Outlook {
        let Some(seat) = view.viewer().seat() else { return Outlook::NONE };
        let mut state = *state;
        Self::play_unchecked(&mut state, seat, mv);
        let end = after_turns(&state, style.depth);
        play_until(&mut state, end);
        outlook(value_of(style), &state, seat)
    }

    fn contrast(view: &View, played: &[Move], best: &[Move]) -> Vec<Advantage> {
        contrast(view, played, best)
    }
}

/// The parts of a table are its cities.
impl Evaluate for BetweenTwoCities {
    fn rollout_move(state: &State, seat: Seat) -> Option<Move> {
        rollout_move(&VALUE, state, seat)
    }

    fn horizon(state: &State) -> usize {
        // The value of cities was learned from players. Beside Automas they end lower.
        if matches!(state.variant(), Variant::Automa(_)) {
            return usize::MAX;
        }
        // The end is counted from the beginning of the turn, so that a seat that places later looks no further ahead
        // than the others.
        (built_before_turn(state) + EXPERT_DEPTH as u32 * per_turn(state)) as usize
    }

    fn play_on(state: &mut State, horizon: usize) {
        play_until(state, u32::try_from(horizon).unwrap_or(u32::MAX));
    }

    fn evaluate(state: &State) -> Evaluation {
        let cities = Cities::of(state);
        let mut evaluation = Evaluation::EMPTY;
        for number in 0..cities.number {
            match state.variant() {
                Variant::Automa(difficulty) if number == Variant::AUTOMA_CITY => {
                    let free = (CELLS as u32 - state.city(0).len()) as f32;
                    evaluation.push(automa_city(state, difficulty), ERROR_OF_AUTOMA * free.sqrt());
                }
                _ => {
                    let city = state.city(number);
                    let free = (CELLS as u32 - city.len()) as f32;
                    evaluation.push(VALUE.of(city, cities.rivals(number)), ERROR * free);
                }
            }
        }
        evaluation
    }

    fn points_of_seats(state: &State, parts: &[f32; PARTS]) -> [f32; Seat::MAX] {
        let (variant, seats) = (state.variant(), BetweenTwoCities::seats(state));
        let mut points = [0.0; Seat::MAX];
        for (seat, points) in Seat::all(seats).zip(&mut points) {
            let [one, other] = variant.cities_of(seat, seats as u8).map(|city| parts[usize::from(city)]);
            *points = if variant == Variant::TwoPlayer { one + other } else { one.min(other) };
        }
        points
    }

    fn is_judged_by_points(state: &State) -> bool {
        state.variant() == Variant::Standard
    }

    fn cost_retention(state: &State) -> f32 {
        match state.variant() {
            Variant::Standard => COST_RETENTION_AMONG_NEIGHBOURS,
            Variant::TwoPlayer => COST_RETENTION_OF_TWO,
            Variant::Automa(_) => 1.0,
        }
    }

    fn moves_in_a_row(state: &State, seat: Seat, mv: Move) -> Vec<[Move; 2]> {
        match state.phase() {
            Phase::Place => rank_pairs(&VALUE, state, seat, mv),
            Phase::Choose | Phase::Over => Vec::new(),
        }
    }

    /// The aspects of a city are its building types. The Automa city has none.
    fn aspects(state: &State) -> Aspects {
        let (cities, mut aspects) = (Cities::of(state), [[0.0; ASPECTS]; PARTS]);
        let has_automa = matches!(state.variant(), Variant::Automa(_));
        for (number, aspects) in aspects.iter_mut().enumerate().take(cities.number) {
            if !has_automa || number != Variant::AUTOMA_CITY {
                *aspects = VALUE.by_building(state.city(number), cities.rivals(number));
            }
        }
        aspects
    }

    fn expected(_: &View, changes: &[Expected]) -> Option<Term> {
        Some(Term::of(&Forecast::of(changes)))
    }

    fn is_alike(view: &View, one: Move, other: Move) -> bool {
        match (one, other) {
            (
                Move::Place { piece, city, spot },
                Move::Place { piece: same, city: there, spot: elsewhere },
            ) if piece == same && city == there => {
                let after = |spot: Spot| {
                    let mut after = view.city(city.into());
                    after.place(piece, spot).is_ok().then_some(after)
                };
                let both = after(spot).zip(after(elsewhere));
                both.is_some_and(|(one, other)| (0..8).any(|turn| turned(one, turn) == turned(other, 0)))
            }
            _ => one == other,
        }
    }

    fn builders(state: &State, part: usize) -> SeatSet {
        let seats = BetweenTwoCities::seats(state);
        let builds = |seat: &Seat| state.variant().cities_of(*seat, seats as u8).contains(&(part as u8));
        Seat::all(seats).filter(builds).collect()
    }
}

/// Returns the tiles of a city with their places, mirrored (bits 0 and 1) and with columns for rows (bit 2).
fn turned(city: City, turn: u8) -> Vec<(i8, i8, usize)> {
    let place = |spot: Spot| {
        let x = if turn & 1 == 0 { spot.x() } else { -spot.x() };
        let y = if turn & 2 == 0 { spot.y() } else { -spot.y() };
        if turn & 4 == 0 { (x, y) } else { (y, x) }
    };
    let tile = |spot: Spot| city.get(spot).map(|tile| (place(spot), tile.index()));
    let all: Vec<_> = city.built().iter().filter_map(tile).collect();
    let left = all.iter().map(|((x, _), _)| *x).min().unwrap_or(0);
    let top = all.iter().map(|((_, y), _)| *y).min().unwrap_or(0);
    let mut all: Vec<_> = all.into_iter().map(|((x, y), tile)| (x - left, y - top, tile)).collect();
    all.sort_unstable();
    all
}

/// Returns the next move if everybody plays by the rollout policy.
fn others_move(state: &State) -> Option<(Seat, Move)> {
    BetweenTwoCities::automatic_move(state).or_else(|| {
        let acting = BetweenTwoCities::to_act(state).first()?;
        Some((acting, rollout_move(&VALUE, state, acting)?))
    })
}

/// Returns the number of cells with buildings after `turns` more turns.
fn after_turns(state: &State, turns: usize) -> u32 {
    built(state) + turns as u32 * per_turn(state)
}

/// Returns the number of cells that a turn without duplex tiles covers.
fn per_turn(state: &State) -> u32 {
    let cities = state.variant().cities(BetweenTwoCities::seats(state)) as u32;
    // A city that two players share grows by two cells in each turn, and one that a single player builds grows by one.
    let each = if state.variant() == Variant::TwoPlayer { 1 } else { 2 };
    each * cities
}

/// Returns the number of cells that had buildings before the current turn.
fn built_before_turn(state: &State) -> u32 {
    let before = Turn::all(state.variant()).iter().take_while(|&&turn| turn != state.turn());
    before.map(|turn| if turn.kind == Kind::Duplexes { 2 } else { 1 } * per_turn(state)).sum()
}

/// Plays by the rollout policy until at least `end` cells are built on, and the turn is over.
fn play_until(state: &mut State, end: u32) {
    while state.phase() != Phase::Choose || built(state) < end {
        let Some((seat, mv)) = others_move(state) else { break };
        BetweenTwoCities::play_unchecked(state, seat, mv);
    }
}

/// Returns the number of cells with buildings.
fn built(state: &State) -> u32 {
    (0..state.variant().cities(BetweenTwoCities::seats(state))).map(|city| state.city(city).len()).sum()
}

/// Returns the expected final score of the Automa city, when a turn is over.
fn automa_city(state: &State, difficulty: Difficulty) -> f32 {
    let automa = state.scores()[Variant::AUTOMA_CITY].total;
    // Between turns all cities are equally large.
    let free = CELLS as f32 - state.city(0).len() as f32;
    f32::from(automa) + f32::from(difficulty.bonus()) + AUTOMA_TILE * free
}

/// Returns the value function by which a bot of this style judges moves.
fn value_of(style: &Style) -> &'static Value {
    match style.sight {
        Sight::Near => &NEAR,
        Sight::Middle => &MIDDLE,
        Sight::Far => &VALUE,
    }
}

/// Evaluates a state for a seat by a value function.
fn outlook(value: &Value, state: &State, seat: Seat) -> Outlook {
    let variant = state.variant();
    let seats = BetweenTwoCities::seats(state);
    let cities = Cities::of(state);
    let mut values = [0.0; 7];
    for (city, worth) in values.iter_mut().enumerate().take(cities.number) {
        *worth = value.of(state.city(city), cities.rivals(city));
    }
    let of = |seat: Seat| {
        let [one, other] = variant.cities_of(seat, seats as u8).map(usize::from);
        let spread = spread(state.city(one).len());
        let tie = if variant == Variant::TwoPlayer { 0.0 } else { 0.03 * larger(values[one], values[other]) };
        (standing(variant, values[one], values[other], spread), tie)
    };
    let (points, tie) = of(seat);
    let own = points + tie;
    let expected = if variant == Variant::TwoPlayer { 112.0 } else { 57.0 };
    let usual = match variant {
        Variant::TwoPlayer => {
            let others = Seat::all(seats).filter(|&other| other != seat).map(|other| of(other).0);
            (1.0 - RIVALRY) * expected + RIVALRY * others.fold(f32::MIN, larger)
        }
        Variant::Automa(difficulty) => automa_city(state, difficulty),
        Variant::Standard => expected,
    };
    Outlook { utility: utility(own - usual), points }
}
