//! The names of the bots.

use std::{fmt, str::FromStr};

/// How strong a bot is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Any legal move, each as likely as any other.
    Random,
    /// The move that is worth most at once.
    Greedy,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Self; 2] = [Self::Random, Self::Greedy];

    /// The name, as on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no bot is called {0:?}; expected random or greedy")]
pub struct UnknownLevel(String);

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        Self::ALL.into_iter().find(|level| level.name() == text).ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}
