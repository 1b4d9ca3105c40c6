//! The value function: the expected final score of a city, as its present points and those expected in the turns left.

use std::sync::LazyLock;

use point_city::{Amounts, Area, Counts, Kind, Resource, TURNS, Token, TokenSet};

use super::city::{City, Hand};
use crate::weights;

/// The most turns that can be left.
pub(crate) const MOST_TURNS: usize = TURNS as usize;
/// How many different numbers of permanent resources of one type are distinguished (0 to 6): more count as the highest.
/// `SYMBOLS` is the same for symbols of one resource (0 to 7).
const PERMANENTS: usize = 7;
const SYMBOLS: usize = 8;
/// The most symbols of a resource that count.
pub(super) const MOST_SYMBOLS: u8 = SYMBOLS as u8 - 1;
/// How many features there are: a constant one, the combinations of permanents and symbols of a resource,
/// doubles, ingenuity (one, two, three cards), and kinds of token.
pub(crate) const FEATURES: usize = 1 + PERMANENTS * SYMBOLS + 1 + 3 + TOKENS;
/// The kinds of token whose points can still change.
const TOKENS: usize = 7;
/// The number of coefficients of a feature: each feature is worth a polynomial of the turns left, which is zero when no
/// turn is left, since then no further points are to come.
pub(crate) const POWERS: usize = 3;

const JOINT: usize = 1;
const DOUBLES: usize = JOINT + PERMANENTS * SYMBOLS;
const INGENUITY: usize = DOUBLES + 1;
const TOKEN: usize = INGENUITY + 3;

/// The expected further points for each feature, by the number of turns left.
pub(crate) struct Value {
    by_turns: [Future; MOST_TURNS + 1],
}

/// The values of features, in points, with a certain number of turns left.
#[derive(Clone, Copy)]
pub(super) struct Future {
    bias: f32,
    /// The values of the combinations of permanents (at most 6) and symbols of a resource. The last row is unused.
    joint: [Row; SYMBOLS],
    double: f32,
    ingenuity: [f32; 4],
    tokens: [f32; 22],
}

/// The values of a resource with some number of permanents, by the number of symbols.
pub(super) type Row = [f32; SYMBOLS];

/// The resource cards of a city, as far as its value depends on them.
pub(super) struct Resources {
    /// The symbols of each resource, at most [`MOST_SYMBOLS`].
    pub(super) symbols: [u8; 5],
    /// The number of doubles.
    pub(super) doubles: u8,
    /// The number of ingenuity cards.
    pub(super) ingenuity: u8,
}

impl From<&Hand> for Resources {
    fn from(hand: &Hand) -> Self {
        let symbols = hand.symbols().min(Amounts::of([MOST_SYMBOLS; 5])).numbers();
        Self { symbols, doubles: hand.doubles.sum(), ingenuity: hand.ingenuity }
    }
}

/// The terms by which a feature's coefficients are multiplied, for a number of turns left from 0 to 17.
pub(crate) fn powers(turns: usize) -> [f32; POWERS] {
    let t = turns as f32 / MOST_TURNS as f32;
    [if turns == 0 { 0.0 } else { 1.0 }, t, t * t]
}

fn token_feature(counts: Counts) -> Option<usize> {
    match counts {
        Counts::Each(_) => Some(0),
        Counts::Pair(..) => Some(1),
        Counts::AllFive => Some(2),
        Counts::Types(2) => Some(3),
        Counts::Types(_) => Some(4),
        Counts::Missing => Some(5),
        Counts::Ingenuity => Some(6),
        Counts::Flat(_) => None,
    }
}

/// Calls `each` with the number of every feature that is not zero, and its value.
pub(crate) fn for_each_feature(area: &Area, mut each: impl FnMut(usize, f32)) {
    each(0, 1.0);
    let (permanents, symbols) = (area.permanents.numbers(), area.cards.symbols().numbers());
    for (n, s) in permanents.into_iter().zip(symbols) {
        let (n, s) = (usize::from(n).min(PERMANENTS - 1), usize::from(s).min(SYMBOLS - 1));
        if n + s > 0 {
            each(JOINT + n * SYMBOLS + s, 1.0);
        }
    }
    let doubles: u8 = Resource::ALL.into_iter().map(|r| area.cards.get(Kind::double(r))).sum();
    if doubles > 0 {
        each(DOUBLES, f32::from(doubles));
    }
    for number in 0..usize::from(area.cards.get(Kind::INGENUITY)).min(3) {
        each(INGENUITY + number, 1.0);
    }
    for token in area.tokens.iter() {
        if let Some(kind) = token_feature(token.counts()) {
            each(TOKEN + kind, 1.0);
        }
    }
}

impl Value {
    /// Creates the value function with these weights: for each feature, its coefficients.
    pub(crate) fn new(weights: &[[f32; POWERS]; FEATURES]) -> Self {
        Self::with_foresight(weights, 1.0)
    }

    /// Returns the value function of a player who sees only a share (0 to 1) of the further points.
    fn with_foresight(weights: &[[f32; POWERS]; FEATURES], foresight: f32) -> Self {
        let by_turns = std::array::from_fn(|turns| {
            let powers = powers(turns);
            let of = |feature: usize| {
                let [a, b, c] = weights[feature];
                foresight * (a * powers[0] + b * powers[1] + c * powers[2])
            };
            let is_used = |place| (1..PERMANENTS * SYMBOLS).contains(&place);
            let joint = |place| if is_used(place) { of(JOINT + place) } else { 0.0 };
            let joint = std::array::from_fn(|n| std::array::from_fn(|s| joint(n * SYMBOLS + s)));
            let one = of(INGENUITY);
            let two = one + of(INGENUITY + 1);
            let tokens = std::array::from_fn(|token| {
                token_feature(point_city::Token::ALL[token].counts()).map_or(0.0, |kind| of(TOKEN + kind))
            });
            let ingenuity = [0.0, one, two, two + of(INGENUITY + 2)];
            Future { bias: of(0), joint, double: of(DOUBLES), ingenuity, tokens }
        });
        Self { by_turns }
    }

    /// The points that a city with this area may be expected to have at the end, `turns` turns of its own from now.
    pub(crate) fn of(&self, area: &Area, turns: usize) -> f32 {
        self.with_left(turns).of(&City::from(area))
    }

    /// The values with so many turns left.
    #[inline]
    pub(super) fn with_left(&self, turns: usize) -> &Future {
        &self.by_turns[turns.min(MOST_TURNS)]
    }
}

impl Future {
    /// The points that a city may be expected to have at the end.
    pub(super) fn of(&self, city: &City) -> f32 {
        let value = self.of_resources(city.printed, &self.rows(city.permanents), &(&city.hand).into());
        self.with_tokens(value, city.tokens, city.permanents, city.hand.ingenuity)
    }

    /// The points that a city may be expected to have at the end: printed ones, those of tokens, those that permanent resources
    /// bring, and those that the resource cards add to them.
    pub(super) fn by_aspect(&self, city: &City) -> [f32; 4] {
        let (rows, bare) = (self.rows(city.permanents), Hand::NONE);
        let printed = f32::from(city.printed);
        let permanents = self.of_resources(0, &rows, &(&bare).into());
        let resources = self.of_resources(0, &rows, &(&city.hand).into());
        let tokens = self.with_tokens(0.0, city.tokens, city.permanents, city.hand.ingenuity);
        [printed, tokens, permanents, resources - permanents]
    }

    /// The values of each resource with so many permanents.
    #[inline]
    pub(super) fn rows(&self, permanents: Amounts) -> [&Row; 5] {
        const MOST: Amounts = Amounts::of([PERMANENTS as u8 - 1; 5]);
        permanents.min(MOST).numbers().map(|number| &self.joint[usize::from(number) % SYMBOLS])
    }

    /// The points of a city with so many printed points, the [`rows`](Self::rows) of its permanents, these resource cards
    /// and no tokens.
    #[inline(always)]
    pub(super) fn of_resources(&self, printed: u16, rows: &[&Row; 5], resources: &Resources) -> f32 {
        let mut value = f32::from(printed) + self.bias;
        for (row, symbols) in rows.iter().zip(resources.symbols) {
            value += row[usize::from(symbols) % SYMBOLS];
        }
        value += self.double * f32::from(resources.doubles);
        value + self.ingenuity[usize::from(resources.ingenuity.min(3))]
    }

    /// These points and those of tokens.
    #[inline]
    pub(super) fn with_tokens(
        &self,
        points: f32,
        tokens: TokenSet,
        permanents: Amounts,
        ingenuity: u8,
    ) -> f32 {
        tokens.iter().fold(points, |points, token| points + self.of_token(token, permanents, ingenuity))
    }

    /// The points that a token adds to the expected points of a city with these permanent resources and ingenuity cards.
    #[inline]
    pub(super) fn of_token(&self, token: Token, permanents: Amounts, ingenuity: u8) -> f32 {
        f32::from(token.points(permanents, ingenuity)) + self.tokens[token.index()]
    }
}

/// The weights that `townhall train point-city` found.
pub(crate) static WEIGHTS: [[f32; POWERS]; FEATURES] =
    weights::read(include_str!("../../data/point-city.txt"));

/// The value function that bots use.
pub(crate) static VALUE: LazyLock<Value> = LazyLock::new(|| Value::new(&WEIGHTS));

/// The share of the further points that bots see who only see what is near.
const SEEN_NEAR: f32 = 0.7;

/// The value function of bots that see only the smaller share.
pub(crate) static NEAR: LazyLock<Value> = LazyLock::new(|| Value::with_foresight(&WEIGHTS, SEEN_NEAR));
