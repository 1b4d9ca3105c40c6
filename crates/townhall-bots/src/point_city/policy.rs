//! The rollout policy: one-ply greedy by the value of the seat's city, less a part of what the next seat can gain.

use std::sync::LazyLock;

use point_city::{
    Amounts, Area, CardId, Cards, Cell, FACES, Face, Kind, Move, Pair, Resource, State, Table, Token,
    TokenSet,
};
use tabletop::Seat;

use super::value::{MOST_TURNS, Value};
use crate::style::larger;

/// The weight of the next seat's best gain, subtracted from one's own value: taking what that seat wants is worth
/// something.
const DENIAL: f32 = 0.6;

/// The 24 pairs of cells that share an edge.
pub(crate) static PAIRS: LazyLock<Vec<Pair>> = LazyLock::new(|| {
    let all = Cell::ALL
        .into_iter()
        .flat_map(|a| Cell::ALL.into_iter().filter_map(move |b| if a < b { Pair::new(a, b) } else { None }));
    all.filter(|pair| pair.shares_edge()).collect()
});

/// A payment of `due` from `cards` without needless cards, which uses ingenuity last; `None` if it can't be
/// paid.
#[inline]
fn cheap_payment(due: Amounts, cards: &Cards) -> Option<Cards> {
    // The symbols that the cards don't have, which ingenuity must replace.
    let ingenuity = due.less(cards.symbols()).sum();
    if ingenuity > cards.get(Kind::INGENUITY) {
        return None;
    }
    let mut pay = Cards::of(Kind::INGENUITY, ingenuity);
    for resource in Resource::ALL {
        let d = due.get(resource);
        if d == 0 {
            continue;
        }
        let (single, double) = (Kind::single(resource), Kind::double(resource));
        let (singles, doubles) = (cards.get(single), cards.get(double));
        // As many doubles as fit, then singles; if that is not enough, one more double, which overpays by one symbol.
        let mut t = doubles.min(d / 2);
        let mut s = singles.min(d - 2 * t);
        if 2 * t + s < d && doubles > t {
            t += 1;
            s = singles.min(d.saturating_sub(2 * t));
        }
        pay.set(single, s);
        pay.set(double, t);
    }
    Some(pay)
}

/// The turns that `seat` has left after the current turn.
#[inline]
pub(crate) fn turns_left_after(table: &Table) -> usize {
    let seats = table.seats();
    super::value::MOST_TURNS - table.turns_played() / seats - 1
}

/// The cost of a card of the market, and the gain of the seat that takes it.
#[derive(Clone, Copy)]
struct Gain {
    cost: Amounts,
    permanents: Amounts,
    cards: Cards,
    printed: u16,
    civics: usize,
}

/// The [`Gain`] of a card for each face that it may show.
static GAINS: [Gain; FACES] = {
    let nothing =
        Gain { cost: Amounts::ZERO, permanents: Amounts::ZERO, cards: Cards::NONE, printed: 0, civics: 0 };
    let mut gains = [nothing; FACES];
    let mut i = 0;
    while i < CardId::COUNT {
        let card = CardId::ALL[i];
        let permanents = match card.produces() {
            Some(resource) => Amounts::only(resource, 1),
            None => Amounts::ZERO,
        };
        let (printed, civics) = (card.points() as u16, card.is_civic() as usize);
        gains[Face::building(card).index()] =
            Gain { cost: card.cost(), permanents, cards: Cards::NONE, printed, civics };
        i += 1;
    }
    i = 0;
    while i < Kind::COUNT {
        let kind = Kind::ALL[i];
        gains[Face::resource(kind).index()].cards = Cards::of(kind, 1);
        i += 1;
    }
    gains
};

/// An area after a take, without new tokens, and before anything is paid.
// Always inlined: otherwise the area is written in parts and read back as a whole, which stalls the processor.
#[inline(always)]
fn with_pair(table: &Table, area: &Area, pair: Pair) -> Option<(Area, Amounts, usize)> {
    let [one, other] = pair.cells();
    let one = &GAINS[table.market().face(one)?.index()];
    let other = &GAINS[table.market().face(other)?.index()];
    let after = Area {
        cards: area.cards + one.cards + other.cards,
        permanents: area.permanents + one.permanents + other.permanents,
        tokens: area.tokens,
        printed: area.printed + one.printed + other.printed,
    };
    Some((after, (one.cost + other.cost).less(area.permanents), one.civics + other.civics))
}

/// Adds the best of the open tokens, one for each civic building.
#[inline]
fn with_tokens(value: &Value, area: &mut Area, open: TokenSet, civics: usize, turns: usize) -> TokenSet {
    let mut taken = TokenSet::EMPTY;
    for _ in 0..civics {
        let mut best: Option<(f32, Token)> = None;
        for token in open.minus(taken).iter() {
            let worth = value.of_token(token, area, turns);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, token));
            }
        }
        taken = best.map_or(taken, |(_, token)| taken.with(token));
    }
    area.tokens = area.tokens.union(taken);
    taken
}

/// The rollout policy's move in a state. The game must not be over, and it must not be the solo city's turn.
#[inline]
pub(crate) fn rollout_move(value: &Value, state: &State) -> Move {
    rollout_with_value(value, state).0
}

/// For each of [`PAIRS`], the value of an area after taking it; [`f32::MIN`] if it can't be paid.
#[inline]
fn worths(value: &Value, table: &Table, area: &Area, turns: usize) -> [f32; 24] {
    let mut worths = [f32::MIN; 24];
    for (worth, &pair) in worths.iter_mut().zip(PAIRS.iter()) {
        let Some((mut after, due, civics)) = with_pair(table, area, pair) else { continue };
        if !due.is_zero() {
            let Some(pay) = cheap_payment(due, &after.cards) else { continue };
            after.cards -= pay;
        }
        if civics > 0 {
            with_tokens(value, &mut after, table.open_tokens(), civics, turns);
        }
        *worth = value.of(&after, turns);
    }
    worths
}

/// The move that takes a pair to which [`worths`] gave a value.
fn take(value: &Value, table: &Table, area: &Area, pair: Pair, turns: usize) -> Move {
    let Some((mut after, due, civics)) = with_pair(table, area, pair) else { return Move::Pass };
    let pay = cheap_payment(due, &after.cards).unwrap_or(Cards::NONE);
    after.cards -= pay;
    let tokens = with_tokens(value, &mut after, table.open_tokens(), civics, turns);
    Move::Take { pair, pay, tokens }
}

/// For each of [`PAIRS`], a bit for every other one that has no cell in common with it.
static APART: LazyLock<[u32; 24]> = LazyLock::new(|| {
    let apart = |a: usize, b: usize| PAIRS[a].cells().iter().all(|cell| !PAIRS[b].cells().contains(cell));
    std::array::from_fn(|a| (0..24).map(|b| u32::from(apart(a, b)) << b).sum())
});

/// For each of [`PAIRS`], the highest of the gains by pairs that have no cell in common with it; 0 if there is none.
fn highest_apart(gains: &[f32; 24]) -> [f32; 24] {
    let mut highest = [0.0; 24];
    // The pairs for which it is still to be found, and the gains that were not looked at. The highest gain comes first, so
    // a few turns are enough.
    let mut open: u32 = (1 << 24) - 1;
    let mut left = *gains;
    while open != 0 {
        let mut best = 0;
        for (pair, &gain) in left.iter().enumerate() {
            if gain > left[best] {
                best = pair;
            }
        }
        let gain = std::mem::replace(&mut left[best], 0.0);
        if gain <= 0.0 {
            break;
        }
        let mut found = open & APART[best];
        open ^= found;
        while found != 0 {
            highest[found.trailing_zeros() as usize] = gain;
            found &= found - 1;
        }
    }
    highest
}

/// For each take of the seat that is to act, the value of its city and the gain that the next seat could then make.
struct Weighed {
    turns: usize,
    own: [f32; 24],
    /// The most that the next seat could gain after each take.
    theirs: [f32; 24],
    /// The value of its own city after drawing; `None` if it can't draw.
    draw: Option<f32>,
    /// The most that the next seat could gain if the market stays as it is.
    most_of_theirs: f32,
}

impl Weighed {
    fn new(value: &Value, state: &State, seat: Seat) -> Self {
        let table = state.table();
        let area = table.area(seat);
        let turns = turns_left_after(table);
        let own = worths(value, table, area, turns);
        let seats = table.seats();
        let (mut theirs, mut most_of_theirs) = ([0.0f32; 24], 0.0f32);
        let next_turns = MOST_TURNS - (table.turns_played() + 1) / seats;
        if next_turns > 0 && !table.variant().is_solo() {
            let area = table.area(seat.left(seats));
            let now = value.of(area, next_turns - 1);
            let gains = worths(value, table, area, next_turns - 1).map(|worth| larger(worth - now, 0.0));
            theirs = highest_apart(&gains);
            most_of_theirs = gains.iter().copied().fold(0.0, larger);
        }
        let draw = (table.deck_left() >= 2).then(|| {
            let mut after = *area;
            state.top().into_iter().for_each(|kind| after.cards.push(kind));
            // The second card is not known: assume a single of the resource of which there is least.
            let least = Resource::ALL.into_iter().min_by_key(|&r| area.cards.symbols().get(r));
            least.into_iter().for_each(|resource| after.cards.push(Kind::single(resource)));
            value.of(&after, turns)
        });
        Self { turns, own, theirs, draw, most_of_theirs }
    }

    /// The index of the best pair and its worth; `None` if no pair can be taken.
    fn best(&self) -> Option<(usize, f32)> {
        let mut best: Option<(usize, f32)> = None;
        for (index, (&worth, theirs)) in self.own.iter().zip(self.theirs).enumerate() {
            let total = worth - DENIAL * theirs;
            if worth > f32::MIN && best.is_none_or(|(_, most)| total > most) {
                best = Some((index, total));
            }
        }
        best
    }

    fn drawn(&self) -> Option<f32> {
        self.draw.map(|worth| worth - DENIAL * self.most_of_theirs)
    }
}

/// The worth of a take or a draw in a state: the value of one's own city, less [`DENIAL`] times the next seat's gain.
pub(crate) fn after(value: &Value, state: &State, mv: Move) -> f32 {
    let table = state.table();
    let Some(seat) = table.to_act() else { return 0.0 };
    let weighed = Weighed::new(value, state, seat);
    let theirs = match mv {
        Move::Take { pair, .. } => {
            PAIRS.iter().position(|&other| other == pair).map_or(0.0, |index| weighed.theirs[index])
        }
        _ => weighed.most_of_theirs,
    };
    let mut state = *state;
    state.play_unchecked(mv);
    value.of(state.table().area(seat), weighed.turns) - DENIAL * theirs
}

/// For each cell, those that share an edge with it.
static BESIDE: LazyLock<[Vec<Cell>; Cell::COUNT]> = LazyLock::new(|| {
    Cell::ALL.map(|cell| {
        let pairs = PAIRS.iter().map(|pair| pair.cells()).filter(|cells| cells.contains(&cell));
        pairs.map(|[one, other]| if one == cell { other } else { one }).collect()
    })
});

/// For each kind of resource, the cards on whose backs it is.
static BY_BACK: LazyLock<[Vec<CardId>; Kind::COUNT]> = LazyLock::new(|| {
    Kind::ALL.map(|kind| CardId::ALL.into_iter().filter(|card| card.back() == kind).collect())
});

/// The value of an area after it builds a card and takes a resource card with it; `None` if it can't be paid.
fn built(
    value: &Value,
    table: &Table,
    area: &Area,
    card: CardId,
    beside: Option<Kind>,
    turns: usize,
) -> Option<f32> {
    let gain = &GAINS[Face::building(card).index()];
    let mut after = Area {
        cards: area.cards,
        permanents: area.permanents + gain.permanents,
        tokens: area.tokens,
        printed: area.printed + gain.printed,
    };
    beside.into_iter().for_each(|kind| after.cards.push(kind));
    after.cards -= cheap_payment(gain.cost.less(area.permanents), &after.cards)?;
    if gain.civics > 0 {
        with_tokens(value, &mut after, table.open_tokens(), gain.civics, turns);
    }
    Some(value.of(&after, turns))
}

/// The card that is best turned, and by how much that raises the worth of the turn; `None` if none may be turned.
///
/// A card is turned for the building on its other side: of those that have this back, each is as likely as any other. If the
/// seat can pay for it, it builds it with the best card beside it; if not, it stays for the next seat.
fn flip(value: &Value, table: &Table, seat: Seat, weighed: &Weighed) -> Option<(f32, Move)> {
    if table.has_flipped() || !Cell::ALL.into_iter().any(|cell| table.market().may_flip(cell)) {
        return None;
    }
    let (area, turns) = (table.area(seat), weighed.turns);
    // A seat that can do nothing else passes.
    let otherwise = weighed.draw.unwrap_or_else(|| value.of(area, turns));
    let without = weighed.own.iter().copied().fold(otherwise, larger);
    let kind_in = |cell: Cell| table.market().face(cell).and_then(Face::kind);
    // What each resource would add.
    let worth_of = |kind: Kind| {
        let mut after = *area;
        after.cards.push(kind);
        value.of(&after, turns)
    };
    let next_turns = MOST_TURNS - (table.turns_played() + 1) / table.seats();
    let next = (next_turns > 0 && !table.variant().is_solo()).then(|| {
        let area = table.area(seat.left(table.seats()));
        (area, value.of(area, next_turns - 1))
    });
    let mut best: Option<(f32, Cell)> = None;
    for cell in Cell::ALL.into_iter().filter(|&cell| table.market().may_flip(cell)) {
        let Some(kind) = kind_in(cell) else { continue };
        let beside = BESIDE[cell.index()].iter().filter_map(|&other| kind_in(other));
        let beside = beside.max_by(|&one, &other| worth_of(one).total_cmp(&worth_of(other)));
        let cards = &BY_BACK[kind.index()];
        let gain = |&card: &CardId| {
            let own = built(value, table, area, card, beside, turns).map_or(0.0, |worth| worth - without);
            let theirs = |(area, now): (&Area, f32)| {
                let worth = built(value, table, area, card, None, next_turns - 1).unwrap_or(now);
                DENIAL * larger(worth - now, 0.0)
            };
            if own > 0.0 { own } else { -next.map_or(0.0, theirs) }
        };
        let worth = cards.iter().map(gain).sum::<f32>() / cards.len().max(1) as f32;
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, cell));
        }
    }
    best.map(|(worth, cell)| (worth, Move::Flip(cell)))
}

/// The rollout policy's move, and its worth. If it would build nothing, it turns a card that promises more.
pub(crate) fn rollout_with_value(value: &Value, state: &State) -> (Move, f32) {
    let table = state.table();
    let Some(seat) = table.to_act() else { return (Move::Pass, 0.0) };
    let weighed = Weighed::new(value, state, seat);
    let (best, drawn) = (weighed.best(), weighed.drawn());
    let (pair, most) = match (best, drawn) {
        (Some((_, most)), Some(drawn)) if drawn > most => (None, drawn),
        (Some((index, most)), _) => (Some(PAIRS[index]), most),
        (None, Some(drawn)) => (None, drawn),
        (None, None) => (None, f32::MIN),
    };
    if !pair.is_some_and(|pair| builds(table, pair)) {
        if let Some((_, flip)) = flip(value, table, seat, &weighed).filter(|&(gain, _)| gain > 0.0) {
            return (flip, most);
        }
    }
    match pair {
        Some(pair) => (take(value, table, table.area(seat), pair, weighed.turns), most),
        None if drawn.is_some() => (Move::Draw, most),
        None => (Move::Pass, most),
    }
}

/// Calls `each` with the worth of every move that the rollout policy considers, one for each pair, and the move.
pub(crate) fn for_each_option(value: &Value, state: &State, mut each: impl FnMut(f32, Move)) {
    let table = state.table();
    let Some(seat) = table.to_act() else { return };
    let weighed = Weighed::new(value, state, seat);
    let (mut most, mut stuck) = (f32::MIN, true);
    for (index, (&worth, theirs)) in weighed.own.iter().zip(weighed.theirs).enumerate() {
        if worth > f32::MIN {
            let total = worth - DENIAL * theirs;
            // Moves that are far behind the best are skipped.
            most = larger(most, total);
            if total > most - 6.0 {
                each(total, take(value, table, table.area(seat), PAIRS[index], weighed.turns));
            }
            stuck = false;
        }
    }
    if let Some(drawn) = weighed.drawn() {
        each(drawn, Move::Draw);
        stuck = false;
    }
    if let Some((gain, flip)) = flip(value, table, seat, &weighed) {
        each(gain + if stuck { 0.0 } else { most }, flip);
    }
    if stuck {
        each(0.0, Move::Pass);
    }
}

fn builds(table: &Table, pair: Pair) -> bool {
    pair.cells().iter().any(|&cell| table.market().face(cell).is_some_and(|face| face.card().is_some()))
}

#[cfg(test)]
mod tests {
    use point_city::for_each_payment;
    use tabletop::random::below;

    use super::*;

    #[test]
    fn the_highest_gain_of_pairs_apart_is_found_whatever_the_gains_are() {
        let mut rng = tabletop::Seed::from_phrase("gains").stream("apart");
        for _ in 0..2000 {
            // Few different gains, so that some are equal, and none of them is often the only one.
            let gains = std::array::from_fn(|_| below(&mut rng, 5) as f32);
            let highest = highest_apart(&gains);
            for (pair, &found) in highest.iter().enumerate() {
                let apart = (0..24).filter(|&other| {
                    PAIRS[pair].cells().iter().all(|cell| !PAIRS[other].cells().contains(cell))
                });
                assert_eq!(found, apart.map(|other| gains[other]).fold(0.0, f32::max));
            }
        }
    }

    /// Testing two resources is enough: each is paid independently of the others, except for shared ingenuity.
    #[test]
    fn a_cheap_payment_is_one_of_all_payments_if_there_is_one() {
        let [one, other, ..] = Resource::ALL;
        let kinds = [Kind::single(one), Kind::double(one), Kind::single(other), Kind::double(other)];
        for case in 0..25 * 3usize.pow(5) {
            let (dues, hands) = (case % 25, case / 25);
            let due = Amounts::only(one, (dues % 5) as u8) + Amounts::only(other, (dues / 5) as u8);
            let mut cards = Cards::of(Kind::INGENUITY, (hands / 81) as u8);
            for (place, kind) in kinds.into_iter().enumerate() {
                cards.set(kind, (hands / 3usize.pow(place as u32) % 3) as u8);
            }
            let mut all = Vec::new();
            for_each_payment(due, &cards, |pay| all.push(pay));
            let cheap = cheap_payment(due, &cards);
            assert_eq!(cheap.is_some(), !all.is_empty(), "{due} from {cards}");
            assert!(cheap.is_none_or(|pay| all.contains(&pay)), "{due} from {cards}: {cheap:?}");
        }
    }
}
