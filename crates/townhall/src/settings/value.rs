//! Conversions between the values of settings and TOML.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use toml::{Table, Value as Toml};
use townhall_server::{config::Rate, store::Data};

/// The text for no limit, or for an optional value that is not set.
const NONE: &str = "none";

/// A type of values of settings.
pub(super) trait Value: Sized {
    /// The value as TOML.
    fn show(&self) -> Toml;
    /// The value from TOML.
    ///
    /// # Errors
    /// A description of what was expected.
    fn read(value: &Toml) -> Result<Self, String>;
}

impl Value for bool {
    fn show(&self) -> Toml {
        Toml::Boolean(*self)
    }

    fn read(value: &Toml) -> Result<Self, String> {
        value.as_bool().ok_or_else(|| "true or false".to_owned())
    }
}

impl Value for String {
    fn show(&self) -> Toml {
        Toml::String(self.clone())
    }

    fn read(value: &Toml) -> Result<Self, String> {
        value.as_str().map(str::to_owned).ok_or_else(|| "a text".to_owned())
    }
}

impl Value for Data {
    fn show(&self) -> Toml {
        Toml::String(self.to_string())
    }

    fn read(value: &Toml) -> Result<Self, String> {
        let expected = || "a path, or the URL of a Postgres database".to_owned();
        value.as_str().filter(|text| !text.is_empty()).map(Self::new).ok_or_else(expected)
    }
}

impl Value for SocketAddr {
    fn show(&self) -> Toml {
        Toml::String(self.to_string())
    }

    fn read(value: &Toml) -> Result<Self, String> {
        let address = value.as_str().and_then(|text| text.parse().ok());
        address.ok_or_else(|| "an address and a port, such as \"127.0.0.1:8730\"".to_owned())
    }
}

impl Value for PathBuf {
    fn show(&self) -> Toml {
        Toml::String(self.display().to_string())
    }

    fn read(value: &Toml) -> Result<Self, String> {
        value.as_str().map(Self::from).ok_or_else(|| "a path".to_owned())
    }
}

/// A list of texts; on the command line and in the environment also with commas between them.
impl Value for Vec<String> {
    fn show(&self) -> Toml {
        Toml::Array(self.iter().cloned().map(Toml::String).collect())
    }

    fn read(value: &Toml) -> Result<Self, String> {
        let expected = || "a list of texts".to_owned();
        match value {
            Toml::Array(values) => {
                values.iter().map(|value| value.as_str().map(str::to_owned).ok_or_else(expected)).collect()
            }
            Toml::String(text) => Ok(text
                .split(',')
                .map(str::trim)
                .filter(|part| !part.is_empty())
                .map(str::to_owned)
                .collect()),
            _ => Err(expected()),
        }
    }
}

macro_rules! numbers {
    ($($number:ty),+) => {$(
        impl Value for $number {
            fn show(&self) -> Toml {
                match i64::try_from(*self) {
                    Ok(number) if *self != <$number>::MAX => Toml::Integer(number),
                    _ => Toml::String(NONE.to_owned()),
                }
            }

            fn read(value: &Toml) -> Result<Self, String> {
                match value {
                    Toml::Integer(number) => <$number>::try_from(*number).ok(),
                    Toml::String(text) if text == NONE => Some(<$number>::MAX),
                    _ => None,
                }
                .ok_or_else(|| format!("a whole number up to {}, or {NONE:?} for no limit", <$number>::MAX))
            }
        }
    )+};
}

numbers!(u32, u64, usize);

impl<T: Value> Value for Option<T> {
    fn show(&self) -> Toml {
        self.as_ref().map_or_else(|| Toml::String(NONE.to_owned()), T::show)
    }

    fn read(value: &Toml) -> Result<Self, String> {
        if value.as_str() == Some(NONE) {
            return Ok(None);
        }
        T::read(value).map(Some).map_err(|expected| format!("{expected}, or {NONE:?}"))
    }
}

/// A text such as `"1m 30s"`, or a number of seconds.
impl Value for Duration {
    fn show(&self) -> Toml {
        Toml::String(humantime::format_duration(*self).to_string())
    }

    fn read(value: &Toml) -> Result<Self, String> {
        match value {
            Toml::Integer(seconds) => u64::try_from(*seconds).ok().map(Self::from_secs),
            Toml::String(text) => humantime::parse_duration(text).ok(),
            _ => None,
        }
        .ok_or_else(|| "a time such as \"90s\" or \"1m 30s\"".to_owned())
    }
}

impl Value for Rate {
    fn show(&self) -> Toml {
        if *self == Self::UNLIMITED {
            return Toml::String(NONE.to_owned());
        }
        let number = |number: f64| match number as i64 {
            whole if whole as f64 == number => Toml::Integer(whole),
            _ => Toml::Float(number),
        };
        Toml::Table(Table::from_iter([
            ("burst".to_owned(), number(self.burst)),
            ("per_second".to_owned(), number(self.per_second)),
        ]))
    }

    fn read(value: &Toml) -> Result<Self, String> {
        if value.as_str() == Some(NONE) {
            return Ok(Self::UNLIMITED);
        }
        let number = |key: &str| {
            let number = match value.get(key)? {
                Toml::Integer(number) => *number as f64,
                Toml::Float(number) => *number,
                _ => return None,
            };
            (number >= 0.0).then_some(number)
        };
        let known = value.as_table().is_some_and(|table| table.len() == 2);
        match (number("burst"), number("per_second")) {
            (Some(burst), Some(per_second)) if known => Ok(Self { burst, per_second }),
            _ => Err(format!("{{ burst = 40, per_second = 10 }}, or {NONE:?} for no limit")),
        }
    }
}
