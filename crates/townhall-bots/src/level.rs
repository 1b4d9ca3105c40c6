//! The levels of bots, and their names.

use std::{fmt, str::FromStr};

use crate::{Budget, budget::UnknownBudget};

/// The strength of a bot, and its budget for each move.
///
/// ```
/// use townhall_bots::{Budget, Level};
/// let level: Level = "expert:5000sims".parse().unwrap();
/// assert_eq!(level, Level::Expert(Budget::Sims(5000)));
/// assert_eq!((level.name(), level.to_string().as_str()), ("expert", "expert:5000sims"));
/// assert_eq!(level.effort(), 500);
/// assert_eq!("hard".parse::<Level>().unwrap().to_string(), "hard");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// It plays any legal move, each as likely as any other.
    Random,
    /// It plays the best move by the part of the one-ply heuristic that a beginner sees.
    Novice,
    /// It plays the best move by the one-ply heuristic, without search.
    Greedy,
    /// It searches a few moves for a short time, by default 5 ms.
    Casual(Budget),
    /// It searches more moves for longer, by default 50 ms.
    Hard(Budget),
    /// It uses the strongest search, by default for 500 ms.
    Expert(Budget),
}

impl Level {
    /// Every level, the weakest first, with its usual budget.
    pub const ALL: [Self; 6] = [
        Self::Random,
        Self::Novice,
        Self::Greedy,
        Self::Casual(Budget::Millis(5)),
        Self::Hard(Budget::Millis(50)),
        Self::Expert(Budget::Millis(500)),
    ];

    /// Returns the name, as on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Novice => "novice",
            Self::Greedy => "greedy",
            Self::Casual(_) => "casual",
            Self::Hard(_) => "hard",
            Self::Expert(_) => "expert",
        }
    }

    /// Returns the budget for each move, or `None` for levels without search.
    #[must_use]
    pub const fn budget(self) -> Option<Budget> {
        match self {
            Self::Random | Self::Novice | Self::Greedy => None,
            Self::Casual(budget) | Self::Hard(budget) | Self::Expert(budget) => Some(budget),
        }
    }

    /// About how long a move takes, in milliseconds: 0 for levels without search. Ten simulations count as a millisecond.
    #[must_use]
    pub const fn effort(self) -> u32 {
        match self.budget() {
            None => 0,
            Some(Budget::Millis(millis)) => millis,
            Some(Budget::Sims(sims)) => sims.div_ceil(10),
        }
    }

    /// Returns this level with another budget, or `None` for levels without search.
    #[must_use]
    pub const fn with_budget(self, budget: Budget) -> Option<Self> {
        match self {
            Self::Random | Self::Novice | Self::Greedy => None,
            Self::Casual(_) => Some(Self::Casual(budget)),
            Self::Hard(_) => Some(Self::Hard(budget)),
            Self::Expert(_) => Some(Self::Expert(budget)),
        }
    }
}

/// Writes the name, then a colon and the budget if it is not the default one.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.budget().filter(|_| !Self::ALL.contains(self)) {
            Some(budget) => f.pad(&format!("{}:{budget}", self.name())),
            None => f.pad(self.name()),
        }
    }
}

/// The error for a text that names no level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownLevel {
    /// No level has this name.
    #[error("no bot is called {0:?}; expected random, novice, greedy, casual, hard or expert")]
    Name(String),
    /// The text after the colon is a malformed budget.
    #[error("{name}: {error}")]
    Budget {
        /// The level.
        name: &'static str,
        /// The error of the budget.
        error: UnknownBudget,
    },
    /// The level does not search, so it takes no budget.
    #[error("{0} does not search, so it takes no budget")]
    NoBudget(&'static str),
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let (name, budget) = text.split_once(':').map_or((text, None), |(name, budget)| (name, Some(budget)));
        let level = Self::ALL.into_iter().find(|level| level.name() == name);
        let level = level.ok_or_else(|| UnknownLevel::Name(text.to_owned()))?;
        let Some(budget) = budget else { return Ok(level) };
        let name = level.name();
        let budget = budget.parse().map_err(|error| UnknownLevel::Budget { name, error })?;
        level.with_budget(budget).ok_or(UnknownLevel::NoBudget(name))
    }
}
