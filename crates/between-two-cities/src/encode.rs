//! The game as numbers. The tables of [`space`] have the meaning of each action and each byte.

use tabletop::{
    Encode, Seat, SeatSet,
    encode::{Progress, SPREAD, Scale, Space, Writer},
};

use crate::{
    BetweenTwoCities, City, Hand, Move, Pair, Piece, Spot, State, Variant,
    position::{Position, pieces},
    schedule::Turn,
    table::Phase,
};

/// The number of pairs of building tiles, including two of a kind.
const TILE_PAIRS: usize = 45;
/// The number of pairs of three duplex tiles.
const DUPLEX_PAIRS: usize = 3;
const CHOICES: usize = TILE_PAIRS + DUPLEX_PAIRS;
/// The frame in which a city is shown to its builders: columns and rows -3 to 3 from its first tile.
const FRAME: usize = 7;
const SPOTS: usize = FRAME * FRAME;
/// The number of cells of a city.
const CELLS: usize = 16;

/// Returns the largest number of tiles that a seat may place in a turn: its own two and, beside Automas, one for each
/// of them.
const fn slots(variant: Variant) -> usize {
    if matches!(variant, Variant::Automa(_)) { 4 } else { 2 }
}

fn space(variant: Variant, players: usize) -> Space {
    let (seats, slots) = (variant.seats(players), slots(variant));
    let (others, cities) = (seats - 1, variant.cities(seats));
    let turns = Turn::all(variant).len();
    let space = Space::default()
        .range(
            "choose tiles",
            &[TILE_PAIRS],
            "choose two building tiles: kinds a <= b of S F O P H d e m b at b (b + 1) / 2 + a",
        )
        .range(
            "choose duplex tiles",
            &[DUPLEX_PAIRS],
            "choose two of the three duplex tiles of the hand: first and second, first and third, second and third",
        )
        .range(
            "place",
            &[slots, 2, FRAME, FRAME],
            "place a tile of `chosen`: which of them, left or right city, row and column -3 to 3 from the city's \
             first tile (of a duplex tile, its top or left half)",
        )
        .field("turn", &[turns], Scale::Flag, 1, "the turn of the game, one-hot")
        .field("phase", &[2], Scale::Flag, 1, "choosing, placing; neither after the end")
        .field("acting", &[seats], Scale::Flag, 1, "the seats that may act: the own one, then to its left")
        .field("seating", &[seats], Scale::Count, 15, "the seating numbers, which break ties")
        .field("hand", &[9], Scale::Count, 7, "how many of each building tile are in the hand, or left of it")
        .field("hand of duplex tiles", &[3], Scale::Code, 24, "the duplex tiles of the hand, in their order")
        .field(
            "chosen",
            &[slots],
            Scale::Code,
            33,
            "the tiles chosen in this turn: 1 to 9 S F O P H d e m b, then the duplex tiles; beside Automas, also \
             those of the left and the right Automa to be placed for it",
        )
        .field("to place", &[slots, 2], Scale::Flag, 1, "whether that tile may be placed in the left, the right city")
        .field("others to place", &[others, 2], Scale::Code, 33, "the tiles that the others have still to place")
        .field(
            "passed hands",
            &[others, 10],
            Scale::Count,
            7,
            "for each other seat, if it holds a hand that was the own one: 1, and what was left of the hand when \
             choices were last revealed",
        )
        .field(
            "own cities",
            &[2, FRAME, FRAME],
            Scale::Code,
            9,
            "the left and the right city, its first tile in the middle: 1 to 9 for S F O P H d e m b",
        );
    if matches!(variant, Variant::Automa(_)) {
        space.field("Automa city", &[9], Scale::Count, 20, "how many of each building the Automa city has")
    } else {
        space.field(
            "other cities",
            &[cities - 2, 4, 4],
            Scale::Code,
            9,
            "the other cities from the left one to the right one, at the top left",
        )
    }
}

/// Returns the number of a pair in [`TILE_PAIRS`] or [`DUPLEX_PAIRS`].
fn choice_action(hand: Hand, pair: Pair) -> usize {
    let [one, other] = pair.pieces().map(Piece::index);
    if other < 9 {
        return other * (other + 1) / 2 + one;
    }
    let place = |index: usize| duplexes(hand).position(|piece| piece.index() == index).unwrap_or_default();
    TILE_PAIRS + place(one) + place(other) - 1
}

fn duplexes(hand: Hand) -> impl Iterator<Item = Piece> {
    pieces(hand.duplex_bits() << 9)
}

/// Returns the pair that an action chooses from a hand.
fn chosen_pair(hand: Hand, action: usize) -> Option<Pair> {
    let pair = if action < TILE_PAIRS {
        let high = HIGHER[action] as usize;
        Pair::new(Piece::at(action - high * (high + 1) / 2), Piece::at(high))
    } else {
        let [one, other] = [[0, 1], [0, 2], [1, 2]][action - TILE_PAIRS];
        Pair::new(duplexes(hand).nth(one)?, duplexes(hand).nth(other)?)
    };
    hand.holds(pair).then_some(pair)
}

/// The second kind of each pair of building tiles.
static HIGHER: [u8; TILE_PAIRS] = {
    let mut higher = [0; TILE_PAIRS];
    let (mut pair, mut high) = (0, 0u8);
    while high < 9 {
        let mut low = 0;
        while low <= high {
            higher[pair] = high;
            pair += 1;
            low += 1;
        }
        high += 1;
    }
    higher
};

/// Returns a spot in the frame, row by row.
const fn in_frame(spot: Spot) -> usize {
    (spot.y() + 3) as usize * FRAME + (spot.x() + 3) as usize
}

/// The tiles that a seat may place: each tile of `chosen` with a bit for each of its cities.
struct ToPlace {
    tiles: [(Option<Piece>, u8); 4],
}

impl ToPlace {
    fn of(position: &Position, seat: Seat) -> Self {
        let table = &position.table;
        let turn = table.turn_number();
        let of = |seat: Seat, nth: usize| table.choice(turn, seat).map(|choice| choice[nth]);
        let own = [of(seat, 0), of(seat, 1)];
        let placing = table.phase == Phase::Place && table.acting.contains(seat);
        if table.has_automas() {
            let automas = [of(Seat::new(1), 1), of(Seat::new(2), 0)];
            let revealed = table.phase != Phase::Choose;
            let tiles = [own[0], own[1], automas[0].filter(|_| revealed), automas[1].filter(|_| revealed)];
            let wanted = if placing { table.wanted(seat) } else { [0; 2] };
            let mut listed = 0u64;
            return Self {
                tiles: tiles.map(|tile| {
                    let bit = tile.map_or(0, |piece| 1u64 << piece.index());
                    let first = listed & bit == 0;
                    listed |= bit;
                    let may = |side: usize| u8::from(first && wanted[side] & bit != 0) << side;
                    (tile, may(0) | may(1))
                }),
            };
        }
        let todo = if placing { table.todo(seat) } else { 0 };
        // The second of two equal tiles is placed after the first.
        let second = todo >> 1 & 1 == 1 && !(todo & 1 == 1 && own[0] == own[1]);
        let may = |may: bool| if may { todo >> 2 & 3 } else { 0 };
        Self { tiles: [(own[0], may(todo & 1 == 1)), (own[1], may(second)), (None, 0), (None, 0)] }
    }

    fn slot(&self, piece: Piece, side: usize) -> usize {
        let fits = |&(tile, may): &(Option<Piece>, u8)| tile == Some(piece) && may >> side & 1 == 1;
        self.tiles.iter().position(fits).unwrap_or_default()
    }
}

fn place_action(slot: usize, side: usize, spot: Spot) -> usize {
    CHOICES + (2 * slot + side) * SPOTS + in_frame(spot)
}

impl Encode for BetweenTwoCities {
    const ENVIRONMENT: &'static str = "between_two_cities-v0";

    type Partial = ();

    fn space(variant: Variant, players: usize) -> Space {
        space(variant, players)
    }

    /// While tiles are chosen, all seats that have not chosen act at once. While they are placed, seats that share no
    /// city do: around the table from the one with the lowest seating number, each whose neighbours do not act.
    fn at_once(state: &State) -> SeatSet {
        let table = &state.0.table;
        if table.phase != Phase::Place || table.variant != Variant::Standard {
            return table.acting;
        }
        let seats = table.seats();
        let mut chosen = SeatSet::EMPTY;
        if let Some(first) = table.acting.iter().min_by_key(|seat| table.seating[seat.index()]) {
            let mut seat = first;
            loop {
                let beside = chosen.contains(seat.right(seats)) || chosen.contains(seat.left(seats));
                if table.acting.contains(seat) && !beside {
                    chosen = chosen.with(seat);
                }
                seat = seat.left(seats);
                if seat == first {
                    break;
                }
            }
        }
        chosen
    }

    #[inline]
    fn for_each_action(state: &State, seat: Seat, (): &(), mut each: impl FnMut(u16)) {
        let position = &state.0;
        let table = &position.table;
        if !table.acting.contains(seat) || table.is_automa(seat) {
            return;
        }
        if table.phase == Phase::Choose {
            position.hand(seat).for_each_choice(|low, high, duplex| {
                let base = if duplex { TILE_PAIRS + low + high - 1 } else { high * (high + 1) / 2 + low };
                each(base as u16);
            });
            return;
        }
        let cities = table.cities_of(seat);
        for (slot, (tile, may)) in ToPlace::of(position, seat).tiles.into_iter().enumerate() {
            let Some(piece) = tile.filter(|_| may != 0) else { continue };
            for (side, city) in cities.into_iter().enumerate().filter(|(side, _)| may >> side & 1 == 1) {
                let base = place_action(slot, side, FRAME_START);
                let mut spots = table.cities[city as usize].spots(piece).0;
                while spots != 0 {
                    let bit = spots.trailing_zeros() as usize;
                    spots &= spots - 1;
                    each((base + bit - (bit >> 3)) as u16);
                }
            }
        }
    }

    #[inline]
    fn act(state: &State, seat: Seat, (): &(), action: usize) -> Option<Progress<Move, ()>> {
        let position = &state.0;
        let table = &position.table;
        if !table.acting.contains(seat) || table.is_automa(seat) {
            return None;
        }
        if action < CHOICES {
            let choosing = table.phase == Phase::Choose;
            let pair = chosen_pair(position.hand(seat), action).filter(|_| choosing)?;
            return Some(Progress::Move(Move::Choose(pair)));
        }
        let (place, spot) = ((action - CHOICES) / SPOTS, (action - CHOICES) % SPOTS);
        let (slot, side) = (place / 2, place % 2);
        let (Some(piece), may) = *ToPlace::of(position, seat).tiles.get(slot)? else { return None };
        let city = table.cities_of(seat)[side];
        let spot = Spot::of_bit((spot + spot / FRAME) as u32);
        let legal = may >> side & 1 == 1 && table.cities[city as usize].spots(piece).contains(spot);
        legal.then_some(Progress::Move(Move::Place { piece, city, spot }))
    }

    fn for_each_action_of(state: &State, seat: Seat, mv: Move, mut each: impl FnMut(u16)) {
        let position = &state.0;
        each(match mv {
            Move::Choose(pair) => choice_action(position.hand(seat), pair),
            Move::Place { piece, city, spot } => {
                let side = usize::from(city != position.table.cities_of(seat)[0]);
                place_action(ToPlace::of(position, seat).slot(piece, side), side, spot)
            }
        } as u16);
    }

    fn observe(state: &State, seat: Seat, (): &(), into: &mut [u8]) {
        observe(&state.0, seat, into);
    }
}

/// The spot of the first cell of the frame.
const FRAME_START: Spot = match Spot::new(-3, -3) {
    Some(spot) => spot,
    None => Spot::FIRST,
};

fn observe(position: &Position, seat: Seat, into: &mut [u8]) {
    let table = &position.table;
    let (seats, turn) = (table.seats(), table.turn());
    let slots = slots(table.variant);
    let others = || (1..seats).map(|step| nth_left(seat, step, seats));
    let mut out = Writer::new(into);

    out.next(Turn::all(table.variant).len())[table.turn_number()] = 1;
    out.bytes([u8::from(table.phase == Phase::Choose), u8::from(table.phase == Phase::Place)]);
    out.byte(u8::from(table.acting.contains(seat)));
    others().for_each(|other| out.byte(u8::from(table.acting.contains(other))));
    out.byte(table.seating[seat.index()]);
    others().for_each(|other| out.byte(table.seating[other.index()]));

    let hand = position.hand(seat);
    out.bytes(hand.tile_counts());
    let duplex_codes = out.next(3);
    for (code, piece) in duplex_codes.iter_mut().zip(duplexes(hand)) {
        *code = piece.index() as u8 - 8;
    }
    let to_place = ToPlace::of(position, seat);
    to_place.tiles[..slots].iter().for_each(|(tile, _)| out.byte(tile.map_or(0, code)));
    to_place.tiles[..slots].iter().for_each(|(_, may)| out.bytes([may & 1, may >> 1]));
    for other in others() {
        let placing = table.phase == Phase::Place && table.acting.contains(other) && !table.has_automas();
        let todo = if placing { table.todo(other) } else { 0 };
        let choice =
            table.choice(table.turn_number(), other).filter(|_| placing).map(|pieces| pieces.map(code));
        let [one, two] = choice.unwrap_or_default();
        out.bytes([one * (todo & 1), two * (todo >> 1 & 1)]);
    }

    let passed = out.next(10 * (seats - 1));
    // The hand from which the seat chose `ago` turns ago is now `ago` seats away, in the direction of passing.
    for ago in 1..=turn.step as usize {
        let step = match turn.passing {
            crate::Passing::Left => ago % seats,
            crate::Passing::Right => (seats - ago % seats) % seats,
        };
        if step > 0 {
            let holder = nth_left(seat, step, seats);
            let sealed = table.choice(table.turn_number(), holder).filter(|_| table.phase == Phase::Choose);
            let hand = position.hand(holder);
            let hand = sealed.map_or(hand, |[one, other]| hand.with(Pair::new(one, other)));
            let known = &mut passed[10 * (step - 1)..][..10];
            known[0] = 1;
            known[1..].copy_from_slice(&hand.tile_counts());
        }
    }

    let own = table.cities_of(seat);
    for city in own {
        let city = table.cities[city as usize];
        let frame = out.next(SPOTS);
        let (codes, corner) = (codes(city), in_frame(city.corner()));
        for (row, codes) in codes.chunks_exact(4).enumerate() {
            frame[corner + row * FRAME..][..4].copy_from_slice(codes);
        }
    }
    if table.has_automas() {
        out.bytes(table.automa_tally());
        return;
    }
    // The cities follow around the table from the left: the left city has the seat's own number.
    let cities = table.city_count();
    for step in 1..=cities - 2 {
        let number = match table.variant {
            Variant::TwoPlayer => (2 * seat.index() + 1 + step) % cities,
            _ => (seat.index() + step) % cities,
        };
        out.bytes(codes(table.cities[number]));
    }
}

fn nth_left(seat: Seat, steps: usize, seats: usize) -> Seat {
    let number = seat.index() + steps;
    Seat::new(if number < seats { number } else { number - seats } as u8)
}

/// Returns the code of a piece: 1 to 9 for building tiles, 10 to 33 for duplex tiles.
const fn code(piece: Piece) -> u8 {
    piece.index() as u8 + 1
}

/// Returns the buildings of a city row by row from its top left: 1 to 9 in the order of [`Tile::ALL`], 0 for none.
fn codes(city: City) -> [u8; CELLS] {
    let planes = city.layout().planes();
    let mut codes = [0; CELLS];
    for (half, codes) in codes.chunks_exact_mut(8).enumerate() {
        let [p0, p1, p2, taverns] =
            [0, 16, 32, 48].map(|plane| SPREAD[(planes >> (plane + 8 * half)) as usize & 0xff]);
        // The codes of the planes are 1 to 5 for other buildings, and 8 to 11 for taverns, which become 6 to 9.
        codes.copy_from_slice(&(p0 + 2 * p1 + 4 * p2 + 6 * taverns).to_le_bytes());
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tile;

    #[test]
    fn each_building_has_the_code_of_its_place() {
        for tile in Tile::ALL {
            let mut city = City::EMPTY;
            for spot in ["0,0", "1,0"] {
                city.place(tile.into(), spot.parse().expect("a spot")).expect("it is free");
            }
            let expected = tile.index() as u8 + 1;
            assert_eq!(codes(city)[..3], [expected, expected, 0]);
        }
    }
}
