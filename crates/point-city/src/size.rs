//! The numbers of cards and tokens in a game.

/// The number of cards of each tier, and of tokens, in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The numbers of cards of tier 1, 2 and 3.
    pub tiers: [usize; 3],
    /// The number of tokens in the row.
    pub tokens: usize,
}

impl Size {
    /// The largest number of cards in a deck.
    pub const MOST_CARDS: usize = 150;
    /// The largest number of tokens that are laid out.
    pub const MOST_TOKENS: usize = 14;

    /// Returns the size for a number of players. A solo game has the size of a game with two players.
    ///
    /// # Panics
    /// Panics if there are no players, or more than four.
    #[must_use]
    pub const fn of(players: usize) -> Self {
        match players {
            1 | 2 => Self { tiers: [40, 24, 18], tokens: 10 },
            3 => Self { tiers: [52, 36, 28], tokens: 12 },
            4 => Self { tiers: [64, 48, 38], tokens: 14 },
            _ => panic!("one to four players"),
        }
    }

    /// Returns the number of cards in the deck, including those of the market.
    #[must_use]
    pub const fn cards(&self) -> usize {
        self.tiers[0] + self.tiers[1] + self.tiers[2]
    }

    /// Returns the tier, 1 to 3, of the card at a place of the deck.
    #[must_use]
    pub const fn tier_at(&self, place: usize) -> u8 {
        1 + (place >= self.tiers[0]) as u8 + (place >= self.tiers[0] + self.tiers[1]) as u8
    }
}
