//! The rollout policy: one-ply greedy by the value of the seat's two cities.

use between_two_cities::{BetweenTwoCities, City, Move, Pair, Phase, Piece, State, Tile, Variant};
use tabletop::{Seat, prelude::*, sorting::sort_by};

use super::value::{Rivals, Value};
use crate::style::larger;

/// The cities of a state, with their numbers of factories and their values.
pub(crate) struct Cities {
    pub(crate) number: usize,
    pub(crate) factories: [u8; 7],
}

impl Cities {
    #[inline]
    pub(crate) fn of(state: &State) -> Self {
        let number = state.variant().cities(BetweenTwoCities::seats(state));
        let mut factories = [0; 7];
        for (city, factories) in factories.iter_mut().enumerate().take(number) {
            *factories = state.city(city).layout().masks().factories.count_ones() as u8;
        }
        if matches!(state.variant(), Variant::Automa(_)) {
            factories[Variant::AUTOMA_CITY] = state.automa_city()[Tile::Factory.index()];
        }
        Self { number, factories }
    }

    #[inline]
    pub(crate) fn rivals(&self, city: usize) -> Rivals {
        Rivals::of(&self.factories[..self.number], city)
    }
}

/// Returns the value of two cities for the seat between them, in points. With two players it is the sum of their
/// values. Otherwise it is a soft minimum, which is closer to the lower value if fewer cells are free, because the
/// values are then less uncertain.
#[inline]
pub(crate) fn standing(variant: Variant, one: f32, other: f32, spread: f32) -> f32 {
    if variant == Variant::TwoPlayer {
        return one + other;
    }
    let gap = one - other;
    0.5 * (one + other) - 0.5 * (gap * gap + spread * spread).sqrt() + 0.5 * spread
}

/// Returns the expected difference between a city's final score and its value, in points, by the number of cells with
/// buildings.
#[inline]
pub(crate) fn spread(built: u32) -> f32 {
    // This is about twice the error of the value in training, since the difference of two cities has the errors of
    // both.
    0.6 * (16 - built.min(16)) as f32
}

/// Returns the highest value that a city can get by placing a piece at one of its legal spots.
#[inline]
fn best_place(value: &Value, city: City, piece: Piece, rivals: Rivals) -> f32 {
    let mut best = f32::MIN;
    for spot in city.spots(piece).iter() {
        let mut after = city;
        after.place_unchecked(piece, spot);
        best = larger(best, value.of(after, rivals));
    }
    best
}

/// Returns the rollout policy's move for a seat that may act. An Automa's move is the one that its card prescribes.
pub(crate) fn rollout_move(value: &Value, state: &State, seat: Seat) -> Option<Move> {
    match state.phase() {
        Phase::Choose => rank_choices(value, state, seat, |_, _| {}),
        Phase::Place => rank_places(value, state, seat, |_, _| {}),
        Phase::Over => None,
    }
}

/// Calls `each` with the value of the seat's cities after every choice of a pair from its hand, and returns the best.
pub(crate) fn rank_choices(
    value: &Value,
    state: &State,
    seat: Seat,
    mut each: impl FnMut(f32, Move),
) -> Option<Move> {
    let cities = Cities::of(state);
    let variant = state.variant();
    let own = variant.cities_of(seat, BetweenTwoCities::seats(state) as u8).map(usize::from);
    let hand = state.hand(seat);
    let mut kinds = [(Piece::at(0), 0, [0.0f32; 2]); 7];
    let mut number = 0;
    for (slot, piece) in kinds.iter_mut().zip(hand.kinds()) {
        let after = own.map(|city| best_place(value, state.city(city), piece, cities.rivals(city)));
        *slot = (piece, hand.count(piece), after);
        number += 1;
    }
    let spread = spread(state.city(own[0]).len());
    let mut best: Option<(f32, Move)> = None;
    for (index, &(one, copies, a)) in kinds[..number].iter().enumerate() {
        for &(other, _, b) in &kinds[index..number] {
            if one == other && copies < 2 {
                continue;
            }
            let worth = larger(standing(variant, a[0], b[1], spread), standing(variant, b[0], a[1], spread));
            let mv = Move::Choose(Pair::new(one, other));
            each(worth, mv);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, mv));
            }
        }
    }
    best.map(|(_, mv)| mv)
}

/// Calls `each` with the value of the seat's cities after every placement, and returns the best.
pub(crate) fn rank_places(
    value: &Value,
    state: &State,
    seat: Seat,
    mut each: impl FnMut(f32, Move),
) -> Option<Move> {
    let cities = Cities::of(state);
    let variant = state.variant();
    let own = variant.cities_of(seat, BetweenTwoCities::seats(state) as u8).map(usize::from);
    let now = own.map(|city| value.of(state.city(city), cities.rivals(city)));
    let spread = spread(state.city(own[0]).len());
    // After one piece is placed in one city, the other piece must go to the other city. These are the values there.
    let mut legal = [(0usize, 0usize, f32::MIN, Move::Choose(Pair::new(Piece::at(0), Piece::at(0)))); 128];
    let mut number = 0;
    let mut best_of = [[f32::MIN; Piece::COUNT]; 2];
    BetweenTwoCities::for_each_legal_move(state, seat, |mv| {
        let Move::Place { piece, city, spot } = mv else { return };
        let side = usize::from(usize::from(city) != own[0]);
        let mut after = state.city(own[side]);
        after.place_unchecked(piece, spot);
        let worth = value.of(after, cities.rivals(own[side]));
        let best = &mut best_of[side][piece.index()];
        *best = larger(*best, worth);
        if number < legal.len() {
            legal[number] = (side, piece.index(), worth, mv);
            number += 1;
        }
    });
    let mut best: Option<(f32, Move)> = None;
    for &(side, piece, worth, mv) in &legal[..number] {
        // This is the best other piece for the other city, if there is one to place there.
        let other = 1 - side;
        let mut there = f32::MIN;
        for (index, &worth) in best_of[other].iter().enumerate() {
            if index != piece {
                there = larger(there, worth);
            }
        }
        if there == f32::MIN {
            there = best_of[other][piece];
        }
        if there == f32::MIN {
            there = now[other];
        }
        let worth = if side == 0 {
            standing(variant, worth, there, spread)
        } else {
            standing(variant, there, worth, spread)
        };
        each(worth, mv);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// Returns the ways to make the seat's next two placements, those with the most valuable cities first. Each pair is given in
/// one order: first stands the one that is, or is most like, the given placement.
pub(crate) fn rank_pairs(value: &Value, state: &State, seat: Seat, like: Move) -> Vec<[Move; 2]> {
    let mut firsts = Vec::new();
    rank_places(value, state, seat, |_, mv| firsts.push(mv));
    let mut ranked: Vec<(f32, [Move; 2])> = Vec::new();
    for (number, &first) in firsts.iter().enumerate() {
        let mut after = *state;
        BetweenTwoCities::play_unchecked(&mut after, seat, first);
        if after.phase() != Phase::Place || !BetweenTwoCities::to_act(&after).contains(seat) {
            continue;
        }
        rank_places(value, &after, seat, |worth, second| {
            // The other order leads to the same cities.
            if !firsts[..number].contains(&second) {
                ranked.push((worth, [first, second]));
            }
        });
    }
    sort_by(&mut ranked, |(a, _), (b, _)| b.total_cmp(a));
    ranked.into_iter().map(|(_, pair)| likest_first(pair, like)).collect()
}

/// Puts the move first that is most like another one: of the same tile for the same city, or else for the same city.
fn likest_first([one, other]: [Move; 2], like: Move) -> [Move; 2] {
    let likeness = |mv: Move| match (mv, like) {
        _ if mv == like => 3,
        (Move::Place { piece, city, .. }, Move::Place { piece: tile, city: place, .. }) if city == place => {
            1 + u8::from(piece == tile)
        }
        _ => 0,
    };
    if likeness(other) > likeness(one) { [other, one] } else { [one, other] }
}

#[cfg(test)]
mod tests {
    use tabletop::{Seed, play_out_randomly};

    use super::{super::value::VALUE, *};

    /// At the end of the game, the value of a city is its score, including the factories of the Automa city.
    #[test]
    fn the_value_of_a_complete_city_is_its_score() {
        for (variant, players) in BetweenTwoCities::modes() {
            for game in 0..8 {
                let seed = Seed::from_phrase("complete").child(game);
                let state = BetweenTwoCities::start(&BetweenTwoCities::deal_from(&seed, variant, players).0);
                let mut rng = seed.stream("moves");
                let state = play_out_randomly::<BetweenTwoCities>(state, &mut rng, |_, _, _| ());
                let cities = Cities::of(&state);
                for (city, score) in state.scores().iter().enumerate() {
                    if !state.city(city).is_empty() {
                        let worth = VALUE.of(state.city(city), cities.rivals(city));
                        assert_eq!(worth, f32::from(score.total), "{variant}, game {game}, city {city}");
                    }
                }
            }
        }
    }
}
