//! Sampling of states that a viewer can't tell from the true one.

use std::ops::Range;

use tabletop::random::{Rng, below};

use crate::{CardId, Kind, Size, State, View, data::TIER_SIZES, face::FACES};

/// The cards in the order of tier, back and number, so that cards with equal backs are together.
static BY_BACK: [CardId; CardId::COUNT] = {
    let mut cards = CardId::ALL;
    let mut i = 1;
    while i < cards.len() {
        let mut j = i;
        while j > 0 && key(cards[j]) < key(cards[j - 1]) {
            cards.swap(j, j - 1);
            j -= 1;
        }
        i += 1;
    }
    cards
};

/// The number of groups of cards that look alike from behind.
const GROUP_COUNT: usize = 3 * Kind::COUNT;

/// Returns the number of a group of cards that look alike from behind, by tier and back.
const fn key(card: CardId) -> usize {
    (card.tier() as usize - 1) * Kind::COUNT + card.back().index()
}

/// The group of each card of [`BY_BACK`].
static KEYS: [u8; CardId::COUNT] = {
    let mut keys = [0; CardId::COUNT];
    let mut i = 0;
    while i < keys.len() {
        keys[i] = key(BY_BACK[i]) as u8;
        i += 1;
    }
    keys
};

/// The place where each group begins in [`BY_BACK`].
static GROUPS: [u8; GROUP_COUNT] = {
    let mut starts = [0; GROUP_COUNT];
    let mut group = 0;
    while group < starts.len() {
        let mut i = 0;
        while i < CardId::COUNT && key(BY_BACK[i]) < group {
            i += 1;
        }
        starts[group] = i as u8;
        group += 1;
    }
    starts
};

/// The knowledge of a viewer, prepared for drawing states.
pub(crate) struct Sampler {
    /// The state, with the known cards in their places of the deck. As in a setup, places beyond the end contain the first
    /// card.
    known: State,
    /// The unknown cards. Each group begins where it does in [`BY_BACK`].
    cards: [CardId; CardId::COUNT],
    /// The number of unknown cards of each group.
    left: [u8; GROUP_COUNT],
    tiers: [Tier; 3],
}

/// The unknown places of the deck with cards of one tier.
struct Tier {
    /// The places of the cards that have shown only their back, and their groups. Only the first `backs` are used.
    turned: [(u8, u8); TIER_SIZES[0]],
    backs: usize,
    /// The places of the cards that have shown nothing.
    hidden: Range<usize>,
}

impl Sampler {
    pub(crate) fn new(view: &View) -> Self {
        // The numbers are indexed by face, so that no branch on building or resource is needed.
        let mut unknown = [1u8; FACES];
        for face in view.seen().iter().flatten() {
            unknown[face.index()] = 0;
        }
        // A known card is overwritten by the next. Leaving it out would need a branch that is hard to predict.
        let mut cards = BY_BACK;
        let mut left = [0u8; GROUP_COUNT];
        for (&card, &group) in BY_BACK.iter().zip(&KEYS) {
            let group = usize::from(group);
            cards[usize::from(GROUPS[group] + left[group])] = card;
            left[group] += unknown[card.index()];
        }

        let mut deck = [CardId::ALL[0]; Size::MOST_CARDS];
        let seen = view.seen();
        let mut from = 0;
        let sizes = view.table().size().tiers;
        let tiers = std::array::from_fn(|tier| {
            let end = from + sizes[tier];
            let (mut turned, mut backs) = ([(0, 0); TIER_SIZES[0]], 0);
            let mut place = from;
            while let Some(face) = seen[..end].get(place).copied().flatten() {
                match (face.card(), face.kind()) {
                    (Some(card), _) => deck[place] = card,
                    (_, Some(kind)) => {
                        turned[backs] = (place as u8, (tier * Kind::COUNT + kind.index()) as u8);
                        backs += 1;
                    }
                    _ => unreachable!("a face is a building or a resource"),
                }
                place += 1;
            }
            from = end;
            Tier { turned, backs, hidden: place..end }
        });
        Self { known: State { table: *view.table(), deck }, cards, left, tiers }
    }

    /// Draws a state, see [`View::sample`].
    #[inline]
    pub(crate) fn draw<R: Rng>(&self, rng: &mut R) -> State {
        let mut state = self.known;
        let (mut cards, mut left) = (self.cards, self.left);
        for (number, tier) in self.tiers.iter().enumerate() {
            for &(place, group) in &tier.turned[..tier.backs] {
                let group = usize::from(group);
                let start = usize::from(GROUPS[group]);
                state.deck[usize::from(place)] = take(rng, &mut cards[start..], &mut left[group]);
            }
            if tier.hidden.is_empty() {
                continue;
            }
            let mut rest = [CardId::ALL[0]; TIER_SIZES[0]];
            let mut count = 0u8;
            for group in number * Kind::COUNT..(number + 1) * Kind::COUNT {
                let (start, number) = (usize::from(GROUPS[group]), usize::from(left[group]));
                rest[usize::from(count)..][..number].copy_from_slice(&cards[start..][..number]);
                count += left[group];
            }
            for place in &mut state.deck[tier.hidden.clone()] {
                *place = take(rng, &mut rest, &mut count);
            }
        }
        state
    }
}

impl View {
    /// Draws a full state uniformly from those that the viewer can't tell from the true one.
    ///
    /// A card that has shown its building side is known. A card that has shown only its back may be any unknown card of
    /// its tier with that back. A card that has shown nothing may be any other card of its tier. The number of orders
    /// of the remaining cards does not depend on the cards with known backs, so each state is as likely as any other.
    #[must_use]
    pub fn sample<R: Rng>(&self, rng: &mut R) -> State {
        Sampler::new(self).draw(rng)
    }
}

/// Takes a random card of the first `left` ones. The last of them takes its place.
#[inline]
fn take<R: Rng>(rng: &mut R, cards: &mut [CardId], left: &mut u8) -> CardId {
    let place = below(rng, u32::from(*left)) as usize;
    *left -= 1;
    let taken = cards[place];
    cards[place] = cards[usize::from(*left)];
    taken
}
