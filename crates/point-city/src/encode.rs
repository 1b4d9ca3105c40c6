//! The game as numbers. The tables of [`space`] have the meaning of each action and each byte.
//!
//! A move takes several actions: the first chooses the cards, one for each resource that is due chooses its payment,
//! and the last ones choose the tokens. A choice with a single possibility is made without an action. [`flat_index`]
//! numbers whole moves instead.

use tabletop::{
    Encode, Seat, SeatSet,
    encode::{Progress, Scale, Space, Writer},
};

use crate::{
    CardId, Cards, Cell, Kind, Move, Pair, PointCity, Resource, Size, State, Table, Token, TokenSet, Variant,
    data::Gives,
    face::FACES,
    legal::{Pairs, PaymentContext},
    payment::{Bill, MOST_DOUBLES, MOST_SINGLES, PartPayment},
};

const PAIRS: usize = 24;
const FIRST_PAIR: usize = Cell::COUNT;
const DRAW: usize = FIRST_PAIR + PAIRS;
const PASS: usize = DRAW + 1;
const FIRST_PAYMENT: usize = PASS + 1;
const PAYMENTS: usize = (MOST_SINGLES + 1) * (MOST_DOUBLES + 1);
const FIRST_TOKEN: usize = FIRST_PAYMENT + PAYMENTS;

/// The largest number of cards of a kind that an observation shows.
const MOST_CARDS: u8 = 30;
/// The largest number of permanent resources of a kind that an observation shows.
const MOST_PERMANENTS: u8 = 35;

fn space(variant: Variant, players: usize) -> Space {
    let seats = if variant.is_solo() { 2 } else { players };
    let space = Space::default()
        .range("flip", &[Cell::COUNT], "turn the resource in a cell of the market, row by row, to its building side")
        .range(
            "take",
            &[PAIRS],
            "take two cards of the market: 12 pairs side by side row by row, then 12 one above the other",
        )
        .range("draw", &[], "take the top two cards of the deck")
        .range("pass", &[], "do nothing, when no other move is legal")
        .range(
            "pay",
            &[MOST_SINGLES + 1, MOST_DOUBLES + 1],
            "pay the first resource of `due` with so many single and so many double cards, and the rest with ingenuity",
        )
        .range("token", &[Token::COUNT], "take a civic token; of two, the one that comes first")
        .field("turns left", &[], Scale::Count, 17, "the own turns that are left, the current one included")
        .field("acting", &[seats], Scale::Flag, 1, "the seat that may act: the own one, then to its left")
        .field("flipped", &[], Scale::Flag, 1, "whether a card was turned in this turn")
        .field("deck", &[], Scale::Count, Size::MOST_CARDS as u8, "the number of cards in the deck")
        .field("top", &[], Scale::Code, 11, "the resource side of the top card: C M E I N CC MM EE II NN *")
        .field("market cards", &[16], Scale::Code, 160, "the buildings of the market, row by row: base, then rotation")
        .field("market kinds", &[16], Scale::Code, 11, "the resources of the market, as in `top`")
        .field("market costs", &[16, 5], Scale::Count, 5, "what the buildings cost in C M E I N")
        .field("market permanents", &[16, 5], Scale::Flag, 1, "the permanent resources of the buildings")
        .field("market points", &[16], Scale::Count, 20, "the points printed on the buildings")
        .field("market civics", &[16], Scale::Flag, 1, "whether the buildings are civic")
        .field("cards", &[seats, 11], Scale::Count, MOST_CARDS, "the resource cards of each seat, as in `top`")
        .field("permanents", &[seats, 5], Scale::Count, MOST_PERMANENTS, "the permanent resources of each seat")
        .field("tokens", &[seats, Token::COUNT], Scale::Flag, 1, "the tokens of each seat, as in `open tokens`")
        .field("printed", &[seats], Scale::Count, 255, "the points printed on the buildings of each seat")
        .field(
            "open tokens",
            &[Token::COUNT],
            Scale::Flag,
            1,
            "the tokens that may be taken: each-C to each-N, the ten pairs, all-five, types-2, types-3, missing, \
             ingenuity, flat-5, flat-7",
        )
        .field("discarded", &[11], Scale::Count, MOST_CARDS, "the discarded resource cards")
        .field("taking", &[16], Scale::Flag, 1, "the cells of the pair that is being taken")
        .field("due", &[5], Scale::Count, 10, "what is still to be paid for the pair")
        .field("paid", &[10], Scale::Count, 10, "the cards with which the pair is being paid, without ingenuity")
        .field("ingenuity", &[], Scale::Count, MOST_CARDS, "the ingenuity cards that are left to pay with")
        .field("token", &[Token::COUNT], Scale::Flag, 1, "the first of two tokens that are being taken");
    if variant.is_solo() {
        space.field("markers", &[16], Scale::Flag, 1, "the cell where the markers of the city cross")
    } else {
        space
    }
}

/// The parts of a move that have been chosen.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Partial {
    pair: Option<Pair>,
    /// The cards that are chosen for the payment, including ingenuity.
    pay: Cards,
    /// The resources below this number are paid.
    paid: u8,
    tokens: TokenSet,
}

/// The choice to be made next for a pair.
enum Choice {
    /// The payment of the first resource of the bill.
    Pay { resource: Resource, place: usize, rest: Bill },
    /// A token, when `number` of them are left to take.
    Token { number: usize },
}

impl Partial {
    fn bill(&self, context: &PaymentContext, table: &Table, pair: Pair) -> (Bill, usize) {
        let [a, b] = pair.cells().map(|cell| table.market().at(cell));
        let (bill, civics) = context.bill(a, b);
        let used = u32::from(self.pay.get(Kind::INGENUITY));
        (bill.after(self.paid).with_ingenuity(bill.ingenuity - used), civics)
    }

    fn choice(&self, context: &PaymentContext, table: &Table, pair: Pair) -> Choice {
        let (bill, civics) = self.bill(context, table, pair);
        match bill.split() {
            Some((resource, place, rest)) => Choice::Pay { resource, place, rest },
            None => {
                let number = civics.min(table.open_tokens().len());
                Choice::Token { number: number - self.tokens.len() }
            }
        }
    }

    fn with_payment(mut self, resource: Resource, part: PartPayment) -> Self {
        part.add_to(&mut self.pay, resource);
        self.pay.set(Kind::INGENUITY, self.pay.get(Kind::INGENUITY) + part.short as u8);
        self.paid = resource.index() as u8 + 1;
        self
    }

    /// Makes the choices that have a single possibility.
    fn settle(mut self, context: &PaymentContext, table: &Table, pair: Pair) -> Progress<Move, Self> {
        loop {
            match self.choice(context, table, pair) {
                Choice::Pay { resource, place, rest } => {
                    let (mut number, mut last) = (0, None);
                    for_each_part(place, rest, |part| {
                        number += 1;
                        last = Some(part);
                        number > 1
                    });
                    match last {
                        Some(part) if number == 1 => self = self.with_payment(resource, part),
                        _ => return Progress::More(self),
                    }
                }
                Choice::Token { number: 0 } => {
                    return Progress::Move(Move::Take { pair, pay: self.pay, tokens: self.tokens });
                }
                Choice::Token { number } => {
                    let tokens = self.takeable(table, number);
                    match tokens.iter().next() {
                        Some(token) if tokens.len() == 1 => self.tokens = self.tokens.with(token),
                        _ => return Progress::More(self),
                    }
                }
            }
        }
    }

    /// Returns the tokens that may be taken next when `number` are left to take. Two tokens are taken in their order.
    fn takeable(&self, table: &Table, number: usize) -> TokenSet {
        let open = table.open_tokens();
        match self.tokens.iter().next() {
            Some(first) => open.minus(TokenSet::up_to(first)),
            None if number > 1 => open.without_last(),
            None => open,
        }
    }
}

/// Calls `each` with every way to pay one resource after which the rest can be paid, until `each` returns true.
#[inline]
fn for_each_part(place: usize, rest: Bill, mut each: impl FnMut(PartPayment) -> bool) {
    crate::payment::find(place, rest.ingenuity, |part| {
        rest.with_ingenuity(rest.ingenuity - part.short).count() > 0 && each(part)
    });
}

const fn payment_action(singles: u8, doubles: u8) -> usize {
    FIRST_PAYMENT + singles as usize * (MOST_DOUBLES + 1) + doubles as usize
}

/// Returns the number of a pair of neighbours. Pairs side by side come first.
fn pair_number(pair: Pair) -> Option<usize> {
    let [first, second] = pair.cells().map(Cell::index);
    match second - first {
        1 if first % 4 < 3 => Some(first / 4 * 3 + first % 4),
        4 => Some(12 + first),
        _ => None,
    }
}

fn pair_numbered(number: usize) -> Option<Pair> {
    let (first, step) = if number < 12 { (number / 3 * 4 + number % 3, 1) } else { (number - 12, 4) };
    (number < PAIRS).then(|| Pair::stepping(first as u32, step))
}

/// Returns the pairs that the acting seat can take.
fn takeable(table: &Table, context: &PaymentContext) -> Pairs {
    let market = table.market();
    let free = Pairs::within(market.resources());
    let all = Pairs::within(market.resources() | market.buildings());
    Pairs(all.0 & (free.0 | context.payable(market).0))
}

/// Returns the public part of the state, if this is a player's seat that may act.
fn acting(state: &State, seat: Seat) -> Option<&Table> {
    let table = state.table();
    (table.to_act() == Some(seat) && table.city_move().is_none()).then_some(table)
}

impl Encode for PointCity {
    const ENVIRONMENT: &'static str = "point_city-v0";

    type Partial = Partial;

    fn space(variant: Variant, players: usize) -> Space {
        space(variant, players)
    }

    fn at_once(state: &State) -> SeatSet {
        state.table().to_act().map_or(SeatSet::EMPTY, |seat| SeatSet::EMPTY.with(seat))
    }

    #[inline]
    fn for_each_action(state: &State, seat: Seat, partial: &Partial, mut each: impl FnMut(u16)) {
        let Some(table) = acting(state, seat) else { return };
        let context = table.payment_context();
        let Some(pair) = partial.pair else {
            let mut flips = u32::from(table.flips());
            while flips != 0 {
                each(flips.trailing_zeros() as u16);
                flips &= flips - 1;
            }
            let pairs = takeable(table, &context);
            let mut rest = pairs.0;
            while rest != 0 {
                each(u16::from(PAIR_ACTIONS[rest.trailing_zeros() as usize]));
                rest &= rest - 1;
            }
            if table.may_draw() {
                each(DRAW as u16);
            } else if pairs.0 == 0 {
                each(PASS as u16);
            }
            return;
        };
        match partial.choice(&context, table, pair) {
            Choice::Pay { place, rest, .. } => for_each_part(place, rest, |part| {
                each(payment_action(part.singles, part.doubles) as u16);
                false
            }),
            Choice::Token { number } => {
                let tokens = partial.takeable(table, number);
                tokens.iter().for_each(|token| each((FIRST_TOKEN + token.index()) as u16));
            }
        }
    }

    #[inline]
    fn act(state: &State, seat: Seat, partial: &Partial, action: usize) -> Option<Progress<Move, Partial>> {
        let table = acting(state, seat)?;
        let context = table.payment_context();
        let Some(pair) = partial.pair else {
            let mv = match action {
                0..FIRST_PAIR => {
                    let may = table.flips() >> action & 1 == 1;
                    return may.then(|| Progress::Move(Move::Flip(Cell::ALL[action])));
                }
                DRAW => table.may_draw().then_some(Move::Draw)?,
                PASS => {
                    let stuck = !table.may_draw() && takeable(table, &context).0 == 0;
                    stuck.then_some(Move::Pass)?
                }
                _ => {
                    let pair = pair_numbered(action - FIRST_PAIR)?;
                    let may = takeable(table, &context).contains(pair);
                    let partial = Partial { pair: Some(pair), ..Partial::default() };
                    return may.then(|| partial.settle(&context, table, pair));
                }
            };
            return Some(Progress::Move(mv));
        };
        match partial.choice(&context, table, pair) {
            Choice::Pay { resource, place, rest } => {
                let mut found = None;
                for_each_part(place, rest, |part| {
                    let here = payment_action(part.singles, part.doubles) == action;
                    found = here.then_some(part);
                    here
                });
                Some(partial.with_payment(resource, found?).settle(&context, table, pair))
            }
            Choice::Token { number } => {
                let token = *Token::ALL.get(action.checked_sub(FIRST_TOKEN)?)?;
                let may = partial.takeable(table, number).contains(token);
                let partial = Partial { tokens: partial.tokens.with(token), ..*partial };
                may.then(|| partial.settle(&context, table, pair))
            }
        }
    }

    fn for_each_action_of(state: &State, seat: Seat, mv: Move, mut each: impl FnMut(u16)) {
        let (pair, pay, tokens) = match mv {
            Move::Flip(cell) => return each(cell.index() as u16),
            Move::Draw => return each(DRAW as u16),
            Move::Pass => return each(PASS as u16),
            Move::Take { pair, pay, tokens } => (pair, pay, tokens),
        };
        let (Some(table), Some(number)) = (acting(state, seat), pair_number(pair)) else { return };
        each((FIRST_PAIR + number) as u16);
        let context = table.payment_context();
        let partial = Partial { pair: Some(pair), ..Partial::default() };
        let mut progress = partial.settle(&context, table, pair);
        while let Progress::More(partial) = progress {
            let action = match partial.choice(&context, table, pair) {
                Choice::Pay { resource, .. } => {
                    payment_action(pay.get(Kind::single(resource)), pay.get(Kind::double(resource)))
                }
                Choice::Token { .. } => {
                    let next = tokens.minus(partial.tokens).iter().next();
                    FIRST_TOKEN + next.map_or(Token::COUNT, Token::index)
                }
            };
            each(action as u16);
            let Some(next) = Self::act(state, seat, &partial, action) else { return };
            progress = next;
        }
    }

    fn observe(state: &State, seat: Seat, partial: &Partial, into: &mut [u8]) {
        observe(state, seat, partial, into);
    }

    fn flat_index(mv: Move) -> Option<u64> {
        flat_index(mv)
    }

    fn flat_move(index: u64) -> Option<Move> {
        flat_move(index)
    }
}

/// The action of each bit of a set of [`Pairs`].
static PAIR_ACTIONS: [u8; 32] = {
    let mut actions = [0; 32];
    let mut bit = 0;
    while bit < 32 {
        let number = if bit < 16 { bit / 4 * 3 + bit % 4 } else { bit - 4 };
        actions[bit] = (FIRST_PAIR + number) as u8;
        bit += 1;
    }
    actions
};

/// The contents of an observation about a face in the market.
#[derive(Clone, Copy)]
struct Shown {
    card: u8,
    kind: u8,
    costs: [u8; 5],
    permanents: [u8; 5],
    points: u8,
    civic: u8,
}

static SHOWN: [Shown; FACES] = {
    let none = Shown { card: 0, kind: 0, costs: [0; 5], permanents: [0; 5], points: 0, civic: 0 };
    let mut shown = [none; FACES];
    let mut i = 0;
    while i < CardId::COUNT {
        let card = CardId::ALL[i];
        shown[i].card = i as u8 + 1;
        shown[i].costs = card.cost().numbers();
        if let Some(resource) = card.produces() {
            shown[i].permanents[resource.index()] = 1;
        }
        shown[i].points = card.points();
        shown[i].civic = matches!(card.gives(), Gives::Token) as u8;
        i += 1;
    }
    i = 0;
    while i < Kind::COUNT {
        shown[CardId::COUNT + i].kind = i as u8 + 1;
        i += 1;
    }
    shown
};

fn observe(state: &State, seat: Seat, partial: &Partial, into: &mut [u8]) {
    let table = state.table();
    let seats = table.seats();
    let relative = || (0..seats).map(|step| Seat::new(((seat.index() + step) % seats) as u8));
    let mut out = Writer::new(into);

    out.byte(table.turns_left(seat) as u8);
    relative().for_each(|other| out.byte(u8::from(table.to_act() == Some(other))));
    out.byte(u8::from(table.has_flipped()));
    out.byte(table.deck_left() as u8);
    out.byte(state.top().map_or(0, |kind| kind.index() as u8 + 1));

    let market = table.market();
    let (cards, kinds, costs) = (out.next(16), out.next(16), out.next(80));
    let (permanents, points, civics) = (out.next(80), out.next(16), out.next(16));
    for cell in Cell::ALL {
        let (shown, i) = (&SHOWN[market.at(cell).index()], cell.index());
        cards[i] = shown.card;
        kinds[i] = shown.kind;
        costs[5 * i..][..5].copy_from_slice(&shown.costs);
        permanents[5 * i..][..5].copy_from_slice(&shown.permanents);
        points[i] = shown.points;
        civics[i] = shown.civic;
    }

    let limit = |number: u8| number.min(MOST_CARDS);
    let areas = || relative().map(|seat| table.area(seat));
    areas().for_each(|area| out.bytes(area.cards.numbers().map(limit)));
    areas().for_each(|area| out.bytes(area.permanents.numbers().map(|number| number.min(MOST_PERMANENTS))));
    areas().for_each(|area| out.bits(Token::COUNT, area.tokens.bits()));
    areas().for_each(|area| out.byte(area.printed.min(255) as u8));
    out.bits(Token::COUNT, table.open_tokens().bits());
    out.bytes(table.discarded().numbers().map(limit));

    let taking = out.next(16);
    let (due, paid, ingenuity) = (out.next(5), out.next(10), out.next(1));
    if let Some(pair) = partial.pair {
        pair.cells().into_iter().for_each(|cell| taking[cell.index()] = 1);
        let (bill, _) = partial.bill(&table.payment_context(), table, pair);
        due.copy_from_slice(&bill.due());
        paid.copy_from_slice(&partial.pay.numbers()[..10]);
        ingenuity[0] = limit(bill.ingenuity as u8);
    }
    out.bits(Token::COUNT, partial.tokens.bits());
    if table.variant().is_solo() {
        out.next(16)[table.markers().index()] = 1;
    }
}

/// The number of ways to pay one resource with its own cards.
const PARTS: u64 = PAYMENTS as u64;
/// The number of different amounts of ingenuity cards in a payment.
const INGENUITY: u64 = 15;
/// The number of sets of at most two tokens.
const TOKEN_SETS: u64 = 1 + 22 + 231;
const FIRST_TAKE: u64 = 18;

/// Returns the number of a whole move, which does not depend on the state and is below 2^53. Flips of the cells have 0
/// to 15, `draw` has 16, `pass` has 17, and all ways to take a pair follow from 18. The result is `None` if the move
/// can't be legal because the cells are no neighbours, there are more than two tokens, or the payment is not minimal
/// for any pair.
///
/// ```
/// use point_city::{Move, flat_index, flat_move};
/// let mv: Move = "take b2 c2 pay MM,* token all-five".parse().unwrap();
/// let index = flat_index(mv).unwrap();
/// assert_eq!(flat_move(index), Some(mv));
/// assert_eq!(flat_index(Move::Draw), Some(16));
/// ```
#[must_use]
pub fn flat_index(mv: Move) -> Option<u64> {
    let (pair, pay, tokens) = match mv {
        Move::Flip(cell) => return Some(cell.index() as u64),
        Move::Draw => return Some(16),
        Move::Pass => return Some(17),
        Move::Take { pair, pay, tokens } => (pair, pay, tokens),
    };
    let mut index = pair_number(pair)? as u64;
    for resource in Resource::ALL {
        let kinds = [Kind::single(resource), Kind::double(resource)];
        let [singles, doubles] = kinds.map(|kind| usize::from(pay.get(kind)));
        if singles > MOST_SINGLES || doubles > MOST_DOUBLES {
            return None;
        }
        index = index * PARTS + (singles * (MOST_DOUBLES + 1) + doubles) as u64;
    }
    let ingenuity = u64::from(pay.get(Kind::INGENUITY));
    let mut tokens = tokens.iter().map(|token| token.index() as u64);
    let set = match (tokens.next(), tokens.next(), tokens.next()) {
        (None, ..) => 0,
        (Some(one), None, _) => 1 + one,
        (Some(low), Some(high), None) => 23 + high * (high - 1) / 2 + low,
        _ => return None,
    };
    (ingenuity < INGENUITY).then(|| FIRST_TAKE + (index * INGENUITY + ingenuity) * TOKEN_SETS + set)
}

/// Returns the move with this number; see [`flat_index`].
#[must_use]
pub fn flat_move(index: u64) -> Option<Move> {
    match index {
        0..16 => return Some(Move::Flip(Cell::ALL[index as usize])),
        16 => return Some(Move::Draw),
        17 => return Some(Move::Pass),
        _ => {}
    }
    let mut rest = index - FIRST_TAKE;
    let mut next = |base: u64| {
        let digit = rest % base;
        rest /= base;
        digit
    };
    let set = next(TOKEN_SETS) as usize;
    let mut pay = Cards::NONE;
    pay.set(Kind::INGENUITY, next(INGENUITY) as u8);
    for resource in Resource::ALL.into_iter().rev() {
        let part = next(PARTS) as usize;
        pay.set(Kind::single(resource), (part / (MOST_DOUBLES + 1)) as u8);
        pay.set(Kind::double(resource), (part % (MOST_DOUBLES + 1)) as u8);
    }
    let pair = pair_numbered(usize::try_from(rest).ok()?)?;
    let tokens = match set {
        0 => TokenSet::EMPTY,
        1..=22 => TokenSet::EMPTY.with(Token::ALL[set - 1]),
        _ => {
            let mut low = set - 23;
            let mut high = 1;
            while low >= high {
                low -= high;
                high += 1;
            }
            TokenSet::EMPTY.with(Token::ALL[low]).with(Token::ALL[high])
        }
    };
    Some(Move::Take { pair, pay, tokens })
}
