//! Sampling of states that a viewer can't tell from the true one.

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
static GROUPS: [u8; 3 * Kind::COUNT] = {
    let mut starts = [0; 3 * Kind::COUNT];
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

impl View {
    /// Draws a full state uniformly from those that the viewer can't tell from the true one.
    ///
    /// A card that has shown its building side is known. A card that has shown only its back may be any unknown card of
    /// its tier with that back. A card that has shown nothing may be any other card of its tier. The number of orders
    /// of the remaining cards does not depend on the cards with known backs, so each state is as likely as any other.
    #[must_use]
    pub fn sample<R: Rng>(&self, rng: &mut R) -> State {
        // The numbers are indexed by face, so that no branch on building or resource is needed.
        let mut unknown = [1u8; FACES];
        for face in self.seen().iter().flatten() {
            unknown[face.index()] = 0;
        }
        // The unknown cards. Each group begins where it does in BY_BACK, and `left` has the number of its remaining
        // cards. A known card is overwritten by the next. Leaving it out would need a branch that is hard to predict.
        let mut cards = BY_BACK;
        let mut left = [0u8; 3 * Kind::COUNT];
        for (card, group) in BY_BACK.into_iter().zip(KEYS.map(usize::from)) {
            cards[usize::from(GROUPS[group] + left[group])] = card;
            left[group] += unknown[card.index()];
        }

        // Places beyond the end of the deck contain the first card, as in a setup.
        let mut deck = [CardId::ALL[0]; Size::MOST_CARDS];
        let seen = self.seen();
        let mut from = 0;
        for (tier, count) in self.table().size().tiers.into_iter().enumerate() {
            let here = from..from + count;
            let first_hidden =
                here.start + seen[here.clone()].iter().take_while(|seen| seen.is_some()).count();
            for (place, face) in
                deck[here.start..first_hidden].iter_mut().zip(seen[here.clone()].iter().flatten())
            {
                *place = match (face.card(), face.kind()) {
                    (Some(card), _) => card,
                    (_, Some(kind)) => {
                        let group = tier * Kind::COUNT + kind.index();
                        let start = usize::from(GROUPS[group]);
                        take(rng, &mut cards[start..], &mut left[group])
                    }
                    _ => unreachable!("a face is a building or a resource"),
                };
            }
            let mut rest = [CardId::ALL[0]; TIER_SIZES[0]];
            let mut count = 0u8;
            for group in tier * Kind::COUNT..(tier + 1) * Kind::COUNT {
                let (start, number) = (usize::from(GROUPS[group]), usize::from(left[group]));
                rest[usize::from(count)..][..number].copy_from_slice(&cards[start..][..number]);
                count += left[group];
            }
            for place in &mut deck[first_hidden..here.end] {
                *place = take(rng, &mut rest, &mut count);
            }
            from = here.end;
        }
        State { table: *self.table(), deck }
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
