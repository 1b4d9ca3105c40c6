//! The rollout policy: one-ply greedy by the value of the seat's city, less a part of what the next seat can gain.

use super::{
    buyer::{PAIR_COUNT, PAIRS},
    flip::flip,
    takes::{Memory, Takes},
    value::{MOST_TURNS, Value},
};
use crate::{style::larger, tree::Best};
use point_city::{Cell, Kind, Move, Pair, Resource, State, Table};

/// The weight of the next seat's best gain, subtracted from one's own value: taking what that seat wants is worth
/// something.
pub(super) const DENIAL: f32 = 0.6;

/// Returns the turns that `seat` has left after the current turn.
#[inline]
pub(crate) fn turns_left_after(table: &Table) -> usize {
    let seats = table.seats();
    super::value::MOST_TURNS - table.turns_played() / seats - 1
}

/// The rollout policy's move in a state. The game must not be over, and it must not be the solo city's turn.
#[inline]
pub(crate) fn rollout_move(memory: &mut Memory<'_>, state: &State) -> Move {
    rollout_with_value(memory, state).0
}

/// For each of [`PAIRS`], a bit for every other one that has no cell in common with it.
static APART: [u32; PAIR_COUNT] = {
    let mut apart = [0; PAIR_COUNT];
    let mut number = 0;
    while number < PAIR_COUNT * PAIR_COUNT {
        let (a, b) = (PAIRS[number / PAIR_COUNT].cells(), PAIRS[number % PAIR_COUNT].cells());
        let [a, b] = [[a[0].index(), a[1].index()], [b[0].index(), b[1].index()]];
        if a[0] != b[0] && a[0] != b[1] && a[1] != b[0] && a[1] != b[1] {
            apart[number / PAIR_COUNT] |= 1 << (number % PAIR_COUNT);
        }
        number += 1;
    }
    apart
};

/// For each of [`PAIRS`], the highest of the gains by pairs that have no cell in common with it; 0 if there is none. With it comes
/// the highest of all gains.
fn highest_apart(gains: &[f32; PAIR_COUNT]) -> ([f32; PAIR_COUNT], f32) {
    let (mut highest, mut most_of_all) = ([0.0; PAIR_COUNT], 0.0);
    // The pairs for which it is still to be found, and the gains that were not looked at. The highest gain comes first, so
    // a few turns are enough.
    let mut open: u32 = (1 << PAIR_COUNT) - 1;
    // No gain is negative. The bits of such numbers are in the order of the numbers, and processors compare several integers
    // at once.
    let mut left = gains.map(|gain| gain.to_bits() as i32);
    while open != 0 {
        let most = left.iter().copied().fold(0, i32::max);
        let Some(best) = left.iter().position(|&left| left == most).filter(|_| most > 0) else { break };
        let gain = gains[best];
        most_of_all = larger(most_of_all, gain);
        left[best] = 0;
        let mut found = open & APART[best];
        open ^= found;
        while found != 0 {
            highest[found.trailing_zeros() as usize] = gain;
            found &= found - 1;
        }
    }
    (highest, most_of_all)
}

/// For each take of the seat that is to act, the value of its city and the gain that the next seat could then make.
pub(super) struct Weighed<'a> {
    /// The seat that is to act.
    pub(super) seat: &'a Takes<'a>,
    /// The next seat; `None` if that is not a player's, or the game ends before its turn.
    pub(super) next: Option<&'a Takes<'a>>,
    /// The most that the next seat could gain after each take.
    theirs: [f32; PAIR_COUNT],
    /// The value of the seat's city after drawing; `None` if it can't draw.
    pub(super) draw: Option<f32>,
    /// The most that the next seat could gain if the market stays as it is.
    most_of_theirs: f32,
}

impl<'a> Weighed<'a> {
    /// Weighs the takes in a state; `None` if the game is over.
    pub(super) fn new(memory: &'a mut Memory<'_>, state: &State) -> Option<Self> {
        let table = state.table();
        let seat = table.to_act()?;
        let seats = table.seats();
        let next_turns = MOST_TURNS - (table.turns_played() + 1) / seats;
        let next = (next_turns > 0 && !table.variant().is_solo()).then(|| (seat.left(seats), next_turns - 1));
        let [seat, next] = memory.value(table, [Some((seat, turns_left_after(table))), next]);
        let seat = seat?;
        let gains = match next {
            Some(next) => next.worths.map(|worth| larger(worth - next.now, 0.0)),
            None => [0.0; PAIR_COUNT],
        };
        let draw = (table.deck_left() >= 2).then(|| {
            // The second card is not known: assume a single of the resource of which there is least.
            let symbols = seat.buyer.city.hand.symbols();
            let least = Resource::ALL.into_iter().min_by_key(|&resource| symbols.get(resource));
            seat.buyer.with(state.top().into_iter().chain(least.map(Kind::single)))
        });
        let (theirs, most_of_theirs) = highest_apart(&gains);
        Some(Self { seat, next, theirs, draw, most_of_theirs })
    }

    /// Returns the index of the best pair and its worth, or `None` if no pair can be taken.
    fn best(&self) -> Option<(usize, f32)> {
        let (mut best, mut most) = (None, f32::NEG_INFINITY);
        for (index, (&worth, theirs)) in self.seat.worths.iter().zip(self.theirs).enumerate() {
            let total = worth - DENIAL * theirs;
            if worth > f32::MIN && total > most {
                (best, most) = (Some(index), total);
            }
        }
        best.map(|best| (best, most))
    }

    fn drawn(&self) -> Option<f32> {
        self.draw.map(|worth| worth - DENIAL * self.most_of_theirs)
    }
}

/// Returns the worth of a take or a draw in a state: the value of one's own city, less [`DENIAL`] times the next seat's
/// gain.
pub(super) fn after(value: &Value, state: &State, weighed: &Weighed<'_>, mv: Move) -> f32 {
    let table = state.table();
    let Some(seat) = table.to_act() else { return 0.0 };
    let theirs = match mv {
        Move::Take { pair, .. } => {
            PAIRS.iter().position(|&other| other == pair).map_or(0.0, |index| weighed.theirs[index])
        }
        _ => weighed.most_of_theirs,
    };
    let mut after = *state;
    after.play_unchecked(mv);
    value.of(after.table().area(seat), turns_left_after(table)) - DENIAL * theirs
}

/// Returns the rollout policy's move, and its worth. If it would build nothing, it turns a card that promises more.
pub(crate) fn rollout_with_value(memory: &mut Memory<'_>, state: &State) -> (Move, f32) {
    let table = state.table();
    let Some(weighed) = Weighed::new(memory, state) else { return (Move::Pass, 0.0) };
    let (best, drawn) = (weighed.best(), weighed.drawn());
    let (pair, most) = match (best, drawn) {
        (Some((_, most)), Some(drawn)) if drawn > most => (None, drawn),
        (Some((index, most)), _) => (Some(PAIRS[index]), most),
        (None, Some(drawn)) => (None, drawn),
        (None, None) => (None, f32::MIN),
    };
    if !pair.is_some_and(|pair| builds(table, pair)) {
        if let Some((_, cell)) = flip(table, &weighed, 0.0) {
            return (Move::Flip(cell), most);
        }
    }
    match pair {
        Some(pair) => (weighed.seat.buyer.take(table.market(), pair).unwrap_or(Move::Pass), most),
        None if drawn.is_some() => (Move::Draw, most),
        None => (Move::Pass, most),
    }
}

/// An option of a seat. The payment of a take is not computed yet.
#[derive(Clone, Copy)]
enum Choice {
    Take(Pair),
    Draw,
    Flip(Cell),
    Pass,
}

/// Finds the best of the moves that the rollout policy considers, one for each pair, and their worths.
pub(crate) fn find_options(memory: &mut Memory<'_>, state: &State, options: &mut Vec<(f32, Move)>) {
    let table = state.table();
    let Some(weighed) = Weighed::new(memory, state) else { return };
    let mut best = Best::new(Choice::Pass);
    let (mut most, mut stuck) = (f32::MIN, true);
    for ((&worth, theirs), &pair) in weighed.seat.worths.iter().zip(weighed.theirs).zip(&PAIRS) {
        if worth > f32::MIN {
            let total = worth - DENIAL * theirs;
            // Moves that are far behind the best are skipped.
            most = larger(most, total);
            if total > most - 6.0 {
                best.offer(total, Choice::Take(pair));
            }
            stuck = false;
        }
    }
    if let Some(drawn) = weighed.drawn() {
        best.offer(drawn, Choice::Draw);
        stuck = false;
    }
    if let Some((gain, cell)) = flip(table, &weighed, f32::MIN) {
        best.offer(gain + if stuck { 0.0 } else { most }, Choice::Flip(cell));
    }
    if stuck {
        best.offer(0.0, Choice::Pass);
    }
    options.extend(best.iter().filter_map(|(worth, choice)| {
        let mv = match choice {
            Choice::Take(pair) => weighed.seat.buyer.take(table.market(), pair)?,
            Choice::Draw => Move::Draw,
            Choice::Flip(cell) => Move::Flip(cell),
            Choice::Pass => Move::Pass,
        };
        Some((worth, mv))
    }));
}

fn builds(table: &Table, pair: Pair) -> bool {
    pair.cells().iter().any(|&cell| table.market().face(cell).is_some_and(|face| face.card().is_some()))
}

#[cfg(test)]
pub(super) mod tests {
    use point_city::PointCity;
    use tabletop::{Seed, prelude::*, random::below};

    use super::*;
    use crate::point_city::value::VALUE;

    /// Calls `each` with the positions of games of every mode, whose moves are those of the policy and random ones.
    pub(in crate::point_city) fn for_each_position(mut each: impl FnMut(&State)) {
        let mut memory = Memory::new(&VALUE);
        for (mode, (variant, players)) in PointCity::modes().enumerate() {
            for game in 0..12 {
                let seed = Seed::from_phrase("positions").child(mode as u64).child(game);
                let mut rng = seed.stream("moves");
                let mut state = PointCity::start(&PointCity::deal_from(&seed, variant, players).0);
                while let Some(seat) = state.table().to_act() {
                    let mv = state.table().city_move().unwrap_or_else(|| {
                        each(&state);
                        let random = if below(&mut rng, 4) == 0 {
                            PointCity::random_move(&state, seat, &mut rng)
                        } else {
                            None
                        };
                        random.unwrap_or_else(|| rollout_move(&mut memory, &state))
                    });
                    state.play_unchecked(mv);
                }
            }
        }
    }

    #[test]
    fn the_highest_gain_of_pairs_apart_is_found_whatever_the_gains_are() {
        let mut rng = tabletop::Seed::from_phrase("gains").stream("apart");
        for _ in 0..2000 {
            // Few different gains, so that some are equal, and none of them is often the only one.
            let gains = std::array::from_fn(|_| below(&mut rng, 5) as f32);
            let (highest, most) = highest_apart(&gains);
            assert_eq!(most, gains.iter().copied().fold(0.0, f32::max));
            for (pair, &found) in highest.iter().enumerate() {
                let apart = (0..PAIR_COUNT).filter(|&other| {
                    PAIRS[pair].cells().iter().all(|cell| !PAIRS[other].cells().contains(cell))
                });
                assert_eq!(found, apart.map(|other| gains[other]).fold(0.0, f32::max));
            }
        }
    }
}
