//! What all the vocabulary types share: a text form, and one error when a text is none of theirs.

/// A text or a number that names nothing of the kind that was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected}, found {found:?}")]
pub struct Unknown {
    /// What would have been understood.
    pub expected: &'static str,
    /// What was there instead.
    pub found: String,
}

impl Unknown {
    pub(crate) fn new(expected: &'static str, found: impl ToString) -> Self {
        Self { expected, found: found.to_string() }
    }
}

/// Gives a type its number (`TryFrom<u8>`), its text (`FromStr`, from `ALL` and `Display`) and its
/// text as JSON, of which servers write so many that each is formatted only once.
macro_rules! vocabulary {
    ($type:ty, $expected:literal) => {
        impl TryFrom<u8> for $type {
            type Error = $crate::Unknown;

            fn try_from(number: u8) -> Result<Self, $crate::Unknown> {
                Self::ALL
                    .get(usize::from(number))
                    .copied()
                    .ok_or_else(|| $crate::Unknown::new($expected, number))
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::Unknown;

            fn from_str(text: &str) -> Result<Self, $crate::Unknown> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|each| each.to_string() == text)
                    .ok_or_else(|| $crate::Unknown::new($expected, text))
            }
        }

        impl $type {
            pub(crate) fn text(self) -> &'static str {
                static TEXTS: std::sync::LazyLock<Vec<String>> =
                    std::sync::LazyLock::new(|| <$type>::ALL.iter().map(ToString::to_string).collect());
                TEXTS.get(self.index()).map_or("", String::as_str)
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.text())
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                tabletop::text::deserialize(deserializer)
            }
        }
    };
}
pub(crate) use vocabulary;
