//! How many cards and tokens a game uses.

/// How many cards of each tier, and how many tokens, a game uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Cards of tier 1, 2 and 3.
    pub tiers: [usize; 3],
    /// Tokens in the row.
    pub tokens: usize,
}

impl Size {
    /// The most cards a deck has.
    pub const MOST_CARDS: usize = 150;
    /// The most tokens that are laid out.
    pub const MOST_TOKENS: usize = 14;

    /// The size for a number of players. A solo game uses as much as one with two players.
    ///
    /// # Panics
    /// If there are none, or more than four.
    #[must_use]
    pub const fn of(players: usize) -> Self {
        match players {
            1 | 2 => Self { tiers: [40, 24, 18], tokens: 10 },
            3 => Self { tiers: [52, 36, 28], tokens: 12 },
            4 => Self { tiers: [64, 48, 38], tokens: 14 },
            _ => panic!("one to four players"),
        }
    }

    /// How many cards the deck has, those of the market included.
    #[must_use]
    pub const fn cards(&self) -> usize {
        self.tiers[0] + self.tiers[1] + self.tiers[2]
    }

    /// The tier, 1 to 3, of the card at a place of the deck.
    #[must_use]
    pub const fn tier_at(&self, place: usize) -> u8 {
        1 + (place >= self.tiers[0]) as u8 + (place >= self.tiers[0] + self.tiers[1]) as u8
    }
}
