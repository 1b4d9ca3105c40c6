//! The ways to play.

use std::{fmt, ops::RangeInclusive};

use tabletop::vocabulary;

/// A way to play.
///
/// ```
/// use point_city::Variant;
/// assert_eq!("solo-hard".parse(), Ok(Variant::SoloHard));
/// assert!("solo-hardest".parse::<Variant>().is_err());
/// assert_eq!(Variant::Standard.players(), 2..=4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string", export_to = "point-city/"))]
pub enum Variant {
    /// Two to four players play against each other.
    Standard,
    /// One player plays against the easy city.
    SoloEasy,
    /// One player plays against the medium city.
    SoloMedium,
    /// One player plays against the hard city.
    SoloHard,
}

impl Variant {
    /// Every variant, the standard one first.
    pub const ALL: [Self; 4] = [Self::Standard, Self::SoloEasy, Self::SoloMedium, Self::SoloHard];

    /// Returns the variant's text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::SoloEasy => "solo-easy",
            Self::SoloMedium => "solo-medium",
            Self::SoloHard => "solo-hard",
        }
    }

    /// Returns the allowed numbers of players.
    #[must_use]
    pub const fn players(self) -> RangeInclusive<usize> {
        if self.is_solo() { 1..=1 } else { 2..=4 }
    }

    /// Returns whether the city plays along, on the last of two seats.
    #[must_use]
    pub const fn is_solo(self) -> bool {
        !matches!(self, Self::Standard)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

vocabulary!(Variant, "a variant: standard, solo-easy, solo-medium or solo-hard");
