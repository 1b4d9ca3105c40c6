//! Values of the arguments of `townhall arena` and `townhall ladder`.

use std::{fmt, str::FromStr};

use townhall_bots::{Budget, Level, UnknownLevel};

/// A contestant of an arena: a bot, or the oracle, which is shown all hidden information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Contestant {
    /// A bot that sees only what its seat sees.
    Bot(Level),
    /// The oracle: searches like an expert, but in the true state. Its results are an upper bound.
    Oracle(Budget),
}

const ORACLE: &str = "oracle";
const ORACLE_BUDGET: Budget = Budget::Millis(500);

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bot(level) => write!(f, "{level}"),
            Self::Oracle(ORACLE_BUDGET) => f.write_str(ORACLE),
            Self::Oracle(budget) => write!(f, "{ORACLE}:{budget}"),
        }
    }
}

impl FromStr for Contestant {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        match text.strip_prefix(ORACLE) {
            Some("") => Ok(Self::Oracle(ORACLE_BUDGET)),
            Some(rest) if rest.starts_with(':') => {
                let budget = rest[1..].parse();
                budget.map(Self::Oracle).map_err(|error| UnknownLevel::Budget { name: ORACLE, error })
            }
            _ => text.parse().map(Self::Bot),
        }
    }
}

/// A sequential test of the first bot's win share: which of two is true, with 5 % error either way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sprt {
    /// The share if the bot is not better.
    pub(crate) low: f64,
    /// The share if it is.
    pub(crate) high: f64,
}

/// The text of an [`Sprt`] is invalid.
#[derive(Clone, Debug, thiserror::Error)]
#[error("expected two shares from 0 to 1, the low one first, such as 0.5,0.55, found {0:?}")]
pub(crate) struct InvalidSprt(String);

/// Two shares with a comma between them, the low one first.
impl FromStr for Sprt {
    type Err = InvalidSprt;

    fn from_str(text: &str) -> Result<Self, InvalidSprt> {
        let share = |part: &str| part.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
        text.split_once(',')
            .and_then(|(low, high)| Some(Self { low: share(low)?, high: share(high)? }))
            .filter(|sprt| sprt.low < sprt.high)
            .ok_or_else(|| InvalidSprt(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contestant_reads_as_it_is_written() {
        for text in ["greedy", "expert:5000sims", "oracle", "oracle:100sims"] {
            assert_eq!(text.parse::<Contestant>().expect("a contestant").to_string(), text);
        }
        assert!("seers".parse::<Contestant>().is_err() && "oracle:".parse::<Contestant>().is_err());
    }

    #[test]
    fn a_sequential_test_needs_two_ascending_shares() {
        assert_eq!("0.5,0.55".parse::<Sprt>().ok(), Some(Sprt { low: 0.5, high: 0.55 }));
        for wrong in ["0.5", "0.6,0.5", "a,b", "0.5,1.5"] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }
}
