//! A city as the value function counts it: the numbers of each resource side by side, so that adding a card or paying for a
//! building takes a few instructions.

use std::ops::Add;

use point_city::{Amounts, Area, CardId, Cards, FACES, Face, Kind, Resource, TokenSet};

/// Resource cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hand {
    /// The number of singles of each resource.
    pub(super) singles: Amounts,
    /// The number of doubles of each resource.
    pub(super) doubles: Amounts,
    /// The number of ingenuity cards.
    pub(super) ingenuity: u8,
}

impl Hand {
    /// No cards.
    pub(super) const NONE: Self = Self { singles: Amounts::ZERO, doubles: Amounts::ZERO, ingenuity: 0 };

    /// One card.
    const fn of(kind: Kind) -> Self {
        match kind.resource() {
            None => Self { ingenuity: 1, ..Self::NONE },
            Some(resource) if kind.symbols() == 2 => {
                Self { doubles: Amounts::only(resource, 1), ..Self::NONE }
            }
            Some(resource) => Self { singles: Amounts::only(resource, 1), ..Self::NONE },
        }
    }

    /// The symbols of each resource, without ingenuity.
    #[inline]
    pub(super) fn symbols(self) -> Amounts {
        self.singles + self.doubles + self.doubles
    }

    /// A payment of `due` from these cards without needless cards, which uses ingenuity last; `None` if it can't be paid.
    #[inline]
    pub(super) fn payment(self, due: Amounts) -> Option<Self> {
        // The symbols that the cards don't have, which ingenuity must replace.
        let ingenuity = due.less(self.symbols()).sum();
        if ingenuity > self.ingenuity {
            return None;
        }
        // As many doubles as fit, then singles; if that is not enough, one more double, which overpays by one symbol.
        let doubles = self.doubles.min(due.half());
        let rest = due.less(doubles + doubles);
        let singles = self.singles.min(rest);
        let more = rest.less(singles).min(self.doubles.less(doubles));
        Some(Self { singles, doubles: doubles + more, ingenuity })
    }

    /// These cards without some of them.
    #[inline]
    pub(super) const fn less(self, other: Self) -> Self {
        Self {
            singles: self.singles.less(other.singles),
            doubles: self.doubles.less(other.doubles),
            ingenuity: self.ingenuity.saturating_sub(other.ingenuity),
        }
    }

    /// The cards as the rules count them.
    pub(super) fn cards(self) -> Cards {
        let mut cards = Cards::of(Kind::INGENUITY, self.ingenuity);
        for resource in Resource::ALL {
            cards.set(Kind::single(resource), self.singles.get(resource));
            cards.set(Kind::double(resource), self.doubles.get(resource));
        }
        cards
    }
}

impl From<&Cards> for Hand {
    fn from(cards: &Cards) -> Self {
        Self {
            singles: Amounts::of(Resource::ALL.map(|resource| cards.get(Kind::single(resource)))),
            doubles: Amounts::of(Resource::ALL.map(|resource| cards.get(Kind::double(resource)))),
            ingenuity: cards.get(Kind::INGENUITY),
        }
    }
}

impl Add for Hand {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self {
            singles: self.singles + other.singles,
            doubles: self.doubles + other.doubles,
            ingenuity: self.ingenuity + other.ingenuity,
        }
    }
}

/// The cards, buildings and tokens of a seat.
#[derive(Clone, Copy)]
pub(super) struct City {
    /// The resource cards.
    pub(super) hand: Hand,
    /// The permanent resources of the buildings.
    pub(super) permanents: Amounts,
    /// The tokens.
    pub(super) tokens: TokenSet,
    /// The points printed on the buildings.
    pub(super) printed: u16,
}

impl City {
    /// The city with one more resource card.
    #[inline]
    pub(super) fn with(self, kind: Kind) -> Self {
        Self { hand: self.hand + Gain::of(Face::resource(kind)).hand, ..self }
    }
}

impl From<&Area> for City {
    fn from(area: &Area) -> Self {
        let Area { ref cards, permanents, tokens, printed } = *area;
        Self { hand: cards.into(), permanents, tokens, printed }
    }
}

/// The cost of cards of the market, and the gain of the seat that takes them.
#[derive(Clone, Copy)]
pub(super) struct Gain {
    /// The cost of the buildings.
    pub(super) cost: Amounts,
    /// The resource cards.
    pub(super) hand: Hand,
    /// The permanent resources of the buildings.
    pub(super) permanents: Amounts,
    /// The points printed on the buildings.
    pub(super) printed: u16,
    /// The number of civic buildings.
    pub(super) civics: u8,
}

impl Gain {
    pub(super) const NOTHING: Self =
        Self { cost: Amounts::ZERO, hand: Hand::NONE, permanents: Amounts::ZERO, printed: 0, civics: 0 };

    /// The gain of a card that shows this face.
    #[inline]
    pub(super) fn of(face: Face) -> &'static Self {
        &GAINS[face.index()]
    }
}

impl Add for &Gain {
    type Output = Gain;

    #[inline]
    fn add(self, other: Self) -> Gain {
        Gain {
            cost: self.cost + other.cost,
            hand: self.hand + other.hand,
            permanents: self.permanents + other.permanents,
            printed: self.printed + other.printed,
            civics: self.civics + other.civics,
        }
    }
}

/// The [`Gain`] of a card for each face that it may show.
static GAINS: [Gain; FACES] = {
    let mut gains = [Gain::NOTHING; FACES];
    let mut i = 0;
    while i < CardId::COUNT {
        let card = CardId::ALL[i];
        let gain = &mut gains[Face::building(card).index()];
        gain.cost = card.cost();
        if let Some(resource) = card.produces() {
            gain.permanents = Amounts::only(resource, 1);
        }
        gain.printed = card.points() as u16;
        gain.civics = card.is_civic() as u8;
        i += 1;
    }
    i = 0;
    while i < Kind::COUNT {
        gains[Face::resource(Kind::ALL[i]).index()].hand = Hand::of(Kind::ALL[i]);
        i += 1;
    }
    gains
};

#[cfg(test)]
mod tests {
    use point_city::for_each_payment;

    use super::*;

    /// The payment in plain steps, resource by resource.
    fn plain_payment(due: Amounts, cards: &Cards) -> Option<Cards> {
        let ingenuity = due.less(cards.symbols()).sum();
        if ingenuity > cards.get(Kind::INGENUITY) {
            return None;
        }
        let mut pay = Cards::of(Kind::INGENUITY, ingenuity);
        for resource in Resource::ALL {
            let d = due.get(resource);
            let (single, double) = (Kind::single(resource), Kind::double(resource));
            let (singles, doubles) = (cards.get(single), cards.get(double));
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

    /// Testing two resources is enough: each is paid independently of the others, except for shared ingenuity.
    #[test]
    fn a_payment_is_one_of_all_payments_if_there_is_one() {
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
            let cheap = Hand::from(&cards).payment(due).map(Hand::cards);
            assert_eq!(cheap.is_some(), !all.is_empty(), "{due} from {cards}");
            assert!(cheap.is_none_or(|pay| all.contains(&pay)), "{due} from {cards}: {cheap:?}");
            assert_eq!(cheap, plain_payment(due, &cards), "{due} from {cards}");
        }
    }

    /// All that one resource may be due in a game, from every number of its cards.
    #[test]
    fn all_resources_are_paid_at_once_as_one_by_one() {
        for case in 0..11 * 12 * 8 * 3 {
            let (due, singles, doubles, ingenuity) = (case % 11, case / 11 % 12, case / 132 % 8, case / 1056);
            for (place, resource) in Resource::ALL.into_iter().enumerate() {
                let next = Resource::ALL[(place + 1) % 5];
                let due = Amounts::only(resource, due as u8) + Amounts::only(next, 1);
                let mut cards = Cards::of(Kind::INGENUITY, ingenuity as u8);
                cards.set(Kind::single(resource), singles as u8);
                cards.set(Kind::double(resource), doubles as u8);
                cards.set(Kind::double(next), 1);
                let hand = Hand::from(&cards);
                assert_eq!(hand.cards(), cards);
                let pay = hand.payment(due);
                assert_eq!(pay.map(Hand::cards), plain_payment(due, &cards), "{due} from {cards}");
                if let Some(pay) = pay {
                    assert_eq!(hand.less(pay).cards(), cards - pay.cards());
                }
            }
        }
    }
}
