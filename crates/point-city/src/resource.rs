//! The five resources.

use std::fmt::{self, Write as _};

use tabletop::vocabulary;

/// A resource. The five resources are in the cycle in which the cards of a base rotate.
///
/// ```
/// use point_city::Resource;
/// assert_eq!("E".parse(), Ok(Resource::Energy));
/// assert_eq!(Resource::Ecology.to_string(), "N");
/// assert_eq!(Resource::Ecology.name(), "ecology");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(type = "\"C\" | \"M\" | \"E\" | \"I\" | \"N\"", export_to = "point-city/")
)]
#[repr(u8)]
pub enum Resource {
    /// Community, `C`.
    Community,
    /// Economy, `M`.
    Economy,
    /// Energy, `E`.
    Energy,
    /// Industry, `I`.
    Industry,
    /// Ecology, `N`.
    Ecology,
}

impl Resource {
    /// The five resources, in the order C M E I N.
    pub const ALL: [Self; 5] = [Self::Community, Self::Economy, Self::Energy, Self::Industry, Self::Ecology];

    /// Returns the letter that stands for the resource in all texts.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Community => 'C',
            Self::Economy => 'M',
            Self::Energy => 'E',
            Self::Industry => 'I',
            Self::Ecology => 'N',
        }
    }

    /// Returns the name of the resource, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Community => "community",
            Self::Economy => "economy",
            Self::Energy => "energy",
            Self::Industry => "industry",
            Self::Ecology => "ecology",
        }
    }

    /// Returns the resource's index in [`Resource::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the resource whose letter this byte is.
    pub(crate) const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'C' => Some(Self::Community),
            b'M' => Some(Self::Economy),
            b'E' => Some(Self::Energy),
            b'I' => Some(Self::Industry),
            b'N' => Some(Self::Ecology),
            _ => None,
        }
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

vocabulary!(Resource, "a resource, one of C M E I N", cached);
