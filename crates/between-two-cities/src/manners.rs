//! The game's own table options, and its predefined signals.

use serde::{Deserialize, Serialize};
use tabletop::SignalMeaning;

/// The options of a table that only this game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
#[serde(default)]
pub struct Options {
    /// Whether people are shown the hands that they passed on. Otherwise these hands are not sent to clients.
    pub passed_hands: bool,
}

/// A signal without words.
///
/// ```
/// use between_two_cities::Signal;
/// let signal: Signal = serde_json::from_str(r#"{"signal":"points-here","city":2}"#).unwrap();
/// assert_eq!(signal, Signal::PointsHere { city: Some(2) });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
#[serde(tag = "signal", rename_all = "kebab-case")]
pub enum Signal {
    /// 'You first.'
    YouFirst,
    /// 'Your call: make a proposal, and decide.'
    YourCall,
    /// 'Good idea.'
    GoodIdea,
    /// 'Please not.'
    PleaseNot,
    /// 'I need points here.'
    PointsHere {
        /// The city to which the signal refers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        city: Option<u8>,
    },
    /// 'I need points in my other city.'
    PointsThere {
        /// The city to which the signal refers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        city: Option<u8>,
    },
}

impl Signal {
    /// Returns the number of the city that the signal names, if any.
    #[must_use]
    pub const fn city(self) -> Option<u8> {
        match self {
            Self::PointsHere { city } | Self::PointsThere { city } => city,
            _ => None,
        }
    }

    /// Returns the meaning of the signal to a table that does not know the game.
    #[must_use]
    pub const fn meaning(self) -> SignalMeaning {
        match self {
            Self::YouFirst => SignalMeaning::GoFirst,
            Self::YourCall => SignalMeaning::Decide,
            _ => SignalMeaning::Plain,
        }
    }
}
