//! The predefined signals of the game.

use serde::{Deserialize, Serialize};
use tabletop::SignalMeaning;

/// A signal without words, such as `{"signal":"good-idea"}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
#[serde(tag = "signal", rename_all = "kebab-case")]
pub enum Signal {
    /// 'Your call: make a proposal, and decide.'
    YourCall,
    /// 'Good idea.'
    GoodIdea,
    /// 'Please not.'
    PleaseNot,
}

impl Signal {
    /// Returns the meaning of the signal to a table that does not know the game.
    #[must_use]
    pub const fn meaning(self) -> SignalMeaning {
        match self {
            Self::YourCall => SignalMeaning::Decide,
            Self::GoodIdea | Self::PleaseNot => SignalMeaning::Plain,
        }
    }
}
