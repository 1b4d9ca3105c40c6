//! The search in Point City: candidate moves, continuations and their evaluation.

use point_city::{Kind, Move, Outcome, PointCity, Score, State, Table, Token, View};
use tabletop::{Seat, SeatSet, prelude::*, sorting::sort_by};

use super::{
    city::City,
    contrast::{Forecast, contrast},
    policy::{Weighed, after, find_options, rollout_move, rollout_with_value},
    takes::Memory,
    value::{MOST_TURNS, NEAR, VALUE, Value},
};
use crate::{
    ASPECTS, Advantage, Aspects, Budget, BudgetTimer, Evaluate, Evaluation, Expected, Guide, Level, PARTS,
    Term, Think, Thought,
    style::{Outlook, Sight, Style, ThinkRng, larger, utility},
    think::{search_by_halving, states},
    tree::{self, Lookahead},
};

/// In how many sampled states the turning of a card is evaluated; the average estimates its worth.
const FLIP_SAMPLES: usize = 6;
/// The most ways to pay for a pair, and to choose tokens, that are considered.
const WAYS_OF_A_PAIR: usize = 3;

/// The weight of the prior estimate of a move, in continuations, for `expert` in a solo game.
const EXPERT_PRIOR_WEIGHT: f32 = 20.0;

/// For how many rounds a continuation goes on before it is evaluated, when a game is analysed.
const ROUNDS: usize = 2;
/// By how many points a final score differs from the value of the city, for the square root of the number of turns that
/// are left: the standard deviation.
const ERROR: f32 = 2.0;
/// The share of the cost of a decision that remains at the end, by the number of seats: with more seats, others miss the
/// same chance.
const COST_RETENTION: [f32; 5] = [1.0, 1.0, 0.9, 0.85, 0.75];

/// The share by which the costs of a player with an accuracy of 0 are larger than they are found to be, with two seats. With more
/// seats it is 0 within its error.
const MISSED_OF_TWO: f32 = 0.85;

/// The error of a difference between two moves by an expert's tree, in points, by the number of seats: the standard deviation
/// that is left between it and the same difference when experts play on to the end, divided by [`COST_RETENTION`].
/// Measured for two and four seats, and interpolated for three.
const GUIDE_ERROR: [f32; 5] = [0.0, 0.0, 0.5, 1.0, 1.2];

impl Think for PointCity {
    fn style(level: Level, _: &View) -> Option<Style> {
        let style = Style::of(level)?;
        Some(match level {
            Level::Casual(_) => Style { sight: Sight::Near, ..style },
            Level::Expert(_) => Style { prior_weight: EXPERT_PRIOR_WEIGHT, ..style },
            Level::Random | Level::Novice | Level::Greedy | Level::Hard(_) => style,
        })
    }

    fn candidates(view: &View, style: &Style, rng: &mut ThinkRng) -> Vec<(f32, Move)> {
        rank(view, style, rng)
    }

    fn think(
        view: &View,
        style: Style,
        timer: BudgetTimer<'_>,
        rng: &mut ThinkRng,
        truth: Option<&State>,
    ) -> Vec<Thought<Move>> {
        // In a solo game continuations go on to the end anyway, and a tree only led to smaller leads.
        if style.tree && !view.table().variant().is_solo() {
            let Some(seat) = view.viewer().seat() else { return Vec::new() };
            let first = rank(view, &style, rng);
            tree::think::<Self>(seat, &first, style, timer, rng, states::<Self>(view, truth))
        } else {
            search_by_halving::<Self>(view, style, timer, rng, truth)
        }
    }

    fn try_out(view: &View, state: &State, mv: Move, style: &Style, _: &mut ThinkRng) -> Outlook {
        let Some(seat) = view.viewer().seat() else { return Outlook::NONE };
        let mut state = *state;
        state.play_unchecked(mv);
        let seats = state.table().seats();
        // In a solo game there is time to play on to the end, and no opponent whose moves are hard to predict.
        let depth = if state.table().variant().is_solo() { MOST_TURNS } else { style.depth };
        let begun = state.table().turns_played() / seats;
        play_until(&mut state, begun + depth, &mut Memory::new(&VALUE));
        outlook(value_of(style), state.table(), seat)
    }

    fn contrast(view: &View, played: &[Move], best: &[Move]) -> Vec<Advantage> {
        let both = played.first().zip(best.first());
        both.map_or_else(Vec::new, |(&played, &best)| contrast(view, played, best))
    }
}

/// The parts of a table are the areas of the seats.
impl Evaluate for PointCity {
    fn rollout_move(state: &State, _: Seat) -> Option<Move> {
        (!state.table().is_over()).then(|| rollout_move(&mut Memory::new(&VALUE), state))
    }

    fn horizon(state: &State) -> usize {
        let table = state.table();
        let rounds = if table.variant().is_solo() { MOST_TURNS } else { ROUNDS };
        table.turns_played() / table.seats() + rounds
    }

    fn play_on(state: &mut State, horizon: usize) {
        play_until(state, horizon, &mut Memory::new(&VALUE));
    }

    fn evaluate(state: &State) -> Evaluation {
        let table = state.table();
        let turns = MOST_TURNS - table.turns_played() / table.seats();
        let mut evaluation = Evaluation::EMPTY;
        for seat in Seat::all(table.seats()) {
            let city = table.variant().is_solo() && seat.index() > 0;
            if city || table.is_over() {
                evaluation.push(f32::from(Score::of(table, seat).total), 0.0);
            } else {
                evaluation.push(VALUE.of(table.area(seat), turns), ERROR * (turns as f32).sqrt());
            }
        }
        evaluation
    }

    const IS_GUIDED: bool = true;

    /// Returns an expert's tree. In a solo game experts have none: there the continuations go on to the end anyway.
    fn guide(view: &View, moves: &[Move], rng: &mut ThinkRng) -> Option<Box<dyn Guide<Self>>> {
        let seat = view.viewer().seat().filter(|_| !view.table().variant().is_solo())?;
        let style = Style { width: usize::MAX, ..Style::of(Level::Expert(Budget::Sims(1)))? };
        let ranked = rank(view, &style, rng);
        let least = ranked.iter().map(|&(worth, _)| worth).fold(f32::INFINITY, f32::min);
        let worth = |mv| ranked.iter().find(|&&(_, other)| other == mv).map_or(least, |&(worth, _)| worth);
        let first: Vec<(f32, Move)> = moves.iter().map(|&mv| (worth(mv), mv)).collect();
        Some(tree::guide::<Self>(seat, &first, style.depth, &view.sample(rng)))
    }

    /// With several players, the tree finds the take that is best after the turning of a card.
    fn goes_on(state: &State, mv: Move) -> bool {
        matches!(mv, Move::Flip(_)) && state.table().variant().is_solo()
    }

    fn missed(state: &State) -> f32 {
        let table = state.table();
        if table.seats() == 2 && !table.variant().is_solo() { MISSED_OF_TWO } else { 0.0 }
    }

    fn guide_error(state: &State) -> f32 {
        GUIDE_ERROR.get(state.table().seats()).copied().unwrap_or(0.0)
    }

    fn aspects(state: &State) -> Aspects {
        let (table, mut aspects) = (state.table(), [[0.0; ASPECTS]; PARTS]);
        let future = VALUE.with_left(MOST_TURNS - table.turns_played() / table.seats());
        let players = if table.variant().is_solo() { 1 } else { table.seats() };
        for (seat, aspects) in Seat::all(players).zip(&mut aspects) {
            let found = future.by_aspect(&City::from(table.area(seat)));
            aspects.iter_mut().zip(found).for_each(|(aspect, points)| *aspect = points);
        }
        aspects
    }

    fn expected(_: &View, changes: &[Expected]) -> Option<Term> {
        Some(Term::of(&Forecast::of(changes)))
    }

    /// A move is foreseen if the cards that it takes already show these sides.
    fn is_foreseen(view: &View, state: &State, mv: Move) -> bool {
        let Some(pair) = pair(mv) else { return matches!(mv, Move::Draw) };
        let [now, then] = [view.table(), state.table()].map(|table| table.market());
        pair.cells().into_iter().all(|cell| now.face(cell) == then.face(cell))
    }

    fn cost_retention(state: &State) -> f32 {
        let table = state.table();
        if table.variant().is_solo() {
            1.0
        } else {
            COST_RETENTION.get(table.seats()).copied().unwrap_or(1.0)
        }
    }
}

/// In the tree, each seat chooses the moves that are best for itself.
impl Lookahead for PointCity {
    /// A take is identified by its move and the cards that it takes, so that statistics of takes of different cards
    /// from the same cells, in different determinisations, are kept apart.
    type Key = [u64; 2];
    type Memory = Memory<'static>;

    const PRIOR_SCALE: f32 = 1.7;

    fn memory() -> Memory<'static> {
        Memory::of_tree(&VALUE)
    }

    fn find_options(state: &State, _: Seat, memory: &mut Self::Memory, options: &mut Vec<(f32, Move)>) {
        find_options(memory, state, options);
    }

    fn key(state: &State, mv: Move) -> [u64; 2] {
        // The first bit is set for takes. Then follow the numbers of the cells, the faces and the tokens.
        match mv {
            Move::Take { pair, pay, tokens } => {
                let cells = pair.cells();
                let faces = cells.map(|cell| state.table().market().faces()[cell.index()].index() as u64);
                let taken = cells
                    .iter()
                    .zip(faces)
                    .fold(1, |key, (cell, face)| key << 12 | (cell.index() as u64) << 8 | face);
                let tokens = tokens.iter().fold(0, |tokens, token| tokens | 1 << token.index());
                // At most 14 cards are paid, the most symbols that two buildings cost.
                let pay = Kind::ALL.into_iter().fold(0, |key, kind| key << 4 | u64::from(pay.get(kind)));
                [taken << Token::COUNT | tokens, pay]
            }
            Move::Flip(cell) => [2, cell.index() as u64],
            Move::Draw => [4, 0],
            Move::Pass => [6, 0],
        }
    }

    fn is_at(state: &State, horizon: usize) -> bool {
        state.table().turns_played() >= MOST_TURNS.min(horizon) * state.table().seats()
    }

    fn play_on(
        state: &mut State,
        viewer: Seat,
        depth: usize,
        memory: &mut Self::Memory,
        between: Option<(usize, &mut State)>,
    ) -> ([f32; Seat::MAX], f32) {
        let seats = state.table().seats();
        let end = state.table().turns_played().div_ceil(seats) + depth;
        if let Some((horizon, there)) = between {
            play_until(state, horizon.min(end), memory);
            *there = *state;
        }
        play_until(state, end, memory);
        let mut results = [0.0; Seat::MAX];
        for (seat, result) in Seat::all(seats).zip(&mut results) {
            *result = outlook(&VALUE, state.table(), seat).utility;
        }
        (results, outlook(&VALUE, state.table(), viewer).points)
    }
}

/// Returns the viewer's candidate moves and the points that they are worth by the value function, the best first.
fn rank(view: &View, style: &Style, rng: &mut ThinkRng) -> Vec<(f32, Move)> {
    let Some(seat) = view.viewer().seat() else { return Vec::new() };
    let value = value_of(style);
    let draw = PointCity::sampler(view);
    let states: [State; FLIP_SAMPLES] = std::array::from_fn(|_| draw(rng));
    let mut ranked: Vec<(f32, Move)> = Vec::new();
    let mut memory = Memory::new(value);
    // Takes and draws change nothing that the value of all takes depends on and that is hidden.
    let mut known = Memory::new(value);
    let Some(weighed) = Weighed::new(&mut known, &states[0]) else { return ranked };
    PointCity::for_each_legal_move(&states[0], seat, |mv| {
        let worth = match mv {
            Move::Pass => 0.0,
            Move::Take { .. } => after(value, &states[0], &weighed, mv),
            Move::Draw => mean(&states, |state| after(value, state, &weighed, mv)),
            Move::Flip(_) => mean(&states, |state| {
                let mut state = *state;
                state.play_unchecked(mv);
                rollout_with_value(&mut memory, &state).1
            }),
        };
        ranked.push((worth, mv));
    });
    sort_by(&mut ranked, |(a, _), (b, _)| b.total_cmp(a));
    let mut moves: Vec<(f32, Move)> = Vec::new();
    for (worth, mv) in ranked {
        if moves.len() == style.width {
            break;
        }
        let same = moves.iter().filter(|&&(_, other)| pair(other).is_some() && pair(other) == pair(mv));
        if same.count() < WAYS_OF_A_PAIR {
            moves.push((worth, mv));
        }
    }
    moves
}

/// Plays by the rollout policy for everybody until each seat has had `turns` turns.
fn play_until(state: &mut State, turns: usize, memory: &mut Memory<'_>) {
    let end = MOST_TURNS.min(turns) * state.table().seats();
    while state.table().turns_played() < end {
        let mv = state.table().city_move().unwrap_or_else(|| rollout_move(memory, state));
        state.play_unchecked(mv);
    }
}

/// Returns the value function by which a bot of this style judges moves.
fn value_of(style: &Style) -> &'static Value {
    match style.sight {
        Sight::Near => &NEAR,
        Sight::Middle | Sight::Far => &VALUE,
    }
}

/// Evaluates a table for a seat by a value function, when all seats have the same number of turns left.
fn outlook(value: &Value, table: &Table, seat: Seat) -> Outlook {
    let turns = MOST_TURNS - table.turns_played() / table.seats();
    let own = value.of(table.area(seat), turns);
    let others = Seat::all(table.seats()).filter(|&other| other != seat);
    let best = if table.variant().is_solo() {
        others.map(|city| f32::from(Score::of(table, city).total) + 2.0 * turns as f32).fold(f32::MIN, larger)
    } else {
        others.map(|other| value.of(table.area(other), turns)).fold(f32::MIN, larger)
    };
    let lead = own - best;
    let utility = utility(lead);
    let sure = || if lead == 0.0 { tie_break(table, seat) } else { 1f32.copysign(lead) };
    Outlook { utility: if table.is_over() { 0.5 * (utility + sure()) } else { utility }, points: own }
}

/// 1 if a seat that has as many points as the best other one wins a game that is over, -1 if it does not win, 0 if it shares the win.
fn tie_break(table: &Table, seat: Seat) -> f32 {
    let winners = Outcome::of(table).map_or(SeatSet::EMPTY, |outcome| outcome.winners());
    match (winners.contains(seat), winners.len()) {
        (true, 1) => 1.0,
        (true, _) => 0.0,
        (false, _) => -1.0,
    }
}

fn mean(states: &[State], each: impl FnMut(&State) -> f32) -> f32 {
    states.iter().map(each).sum::<f32>() / states.len() as f32
}

fn pair(mv: Move) -> Option<point_city::Pair> {
    match mv {
        Move::Take { pair, .. } => Some(pair),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use tabletop::{Seed, play_out_randomly};

    use super::{super::policy::tests::for_each_position, *};

    /// In the tree, moves are told apart by their keys alone.
    #[test]
    fn moves_and_cards_have_equal_keys_only_if_they_are_equal() {
        let mut found = HashMap::new();
        for_each_position(|state| {
            let seat = state.table().to_act().expect("the game goes on");
            PointCity::for_each_legal_move(state, seat, |mv| {
                let faces = pair(mv).map(|pair| pair.cells().map(|cell| state.table().market().face(cell)));
                let first = *found.entry(PointCity::key(state, mv)).or_insert((mv, faces));
                assert_eq!(first, (mv, faces));
            });
        });
        assert!(found.len() > 20_000, "{} keys", found.len());
    }

    /// At the end of a game the outlook is good exactly for the seats that won, also after a tie.
    #[test]
    fn ties_are_broken_in_the_outlook() {
        let seed = Seed::from_phrase("ties");
        let mut ties = 0;
        for number in 0..400 {
            let (setup, _) = PointCity::deal_from(&seed.child(number), PointCity::variants()[0], 2);
            let mut rng = seed.child(number).stream("moves");
            let state = play_out_randomly::<PointCity>(PointCity::start(&setup), &mut rng, |_, _, _| ());
            let outcome = Outcome::of(state.table()).expect("it is over");
            let [one, other] = [0, 1].map(|seat| outcome.scores()[seat].total);
            ties += u32::from(one == other);
            for seat in Seat::all(2) {
                let utility = super::outlook(&VALUE, state.table(), seat).utility;
                let shared = outcome.winners().len() > 1;
                assert_eq!(utility > 0.0, outcome.winners().contains(seat) && !shared, "{one} : {other}");
            }
        }
        assert!(ties > 0);
    }
}
