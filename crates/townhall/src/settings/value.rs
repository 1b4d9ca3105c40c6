//! Conversions between the values of settings and TOML.

use std::{borrow::Cow, net::SocketAddr, path::PathBuf, time::Duration};

use toml::{Table, Value as Toml};
use townhall_server::config::{Encryption, Rate};
use townhall_store::Data;
use tracing_subscriber::filter::Targets;

/// The text for no limit, or for an optional value that is not set.
const NONE: &str = "none";

/// A value of a setting is invalid: the text describes valid ones.
#[derive(Debug, thiserror::Error)]
#[error("expected {0}")]
pub(super) struct Expected(Cow<'static, str>);

impl Expected {
    const fn text(text: &'static str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

/// A type of values of settings.
pub(super) trait Value: Sized {
    fn show(&self) -> Toml;
    /// The value from TOML.
    ///
    /// # Errors
    /// The TOML is not a value of this type.
    fn read(value: &Toml) -> Result<Self, Expected>;
}

impl Value for bool {
    fn show(&self) -> Toml {
        Toml::Boolean(*self)
    }

    fn read(value: &Toml) -> Result<Self, Expected> {
        value.as_bool().ok_or(Expected::text("true or false"))
    }
}

impl Value for Targets {
    fn show(&self) -> Toml {
        Toml::String(self.to_string())
    }

    fn read(value: &Toml) -> Result<Self, Expected> {
        let filter = value.as_str().and_then(|text| text.parse().ok());
        filter.ok_or(Expected::text("a level, and others for single modules, such as \"info,sqlx=warn\""))
    }
}

impl Value for Data {
    fn show(&self) -> Toml {
        Toml::String(self.to_string())
    }

    fn read(value: &Toml) -> Result<Self, Expected> {
        let expected = || Expected::text("a path, or the URL of a Postgres database");
        value.as_str().filter(|text| !text.is_empty()).map(Self::new).ok_or_else(expected)
    }
}

impl Value for SocketAddr {
    fn show(&self) -> Toml {
        Toml::String(self.to_string())
    }

    fn read(value: &Toml) -> Result<Self, Expected> {
        let address = value.as_str().and_then(|text| text.parse().ok());
        address.ok_or(Expected::text("an address and a port, such as \"127.0.0.1:8730\""))
    }
}

impl Value for Encryption {
    fn show(&self) -> Toml {
        let word = match self {
            Self::Tls => "tls",
            Self::StartTls => "starttls",
            Self::None => NONE,
        };
        Toml::String(word.to_owned())
    }

    fn read(value: &Toml) -> Result<Self, Expected> {
        match value.as_str() {
            Some("tls") => Ok(Self::Tls),
            Some("starttls") => Ok(Self::StartTls),
            Some(NONE) => Ok(Self::None),
            _ => Err(Expected::text("\"tls\", \"starttls\" or \"none\"")),
        }
    }
}

impl Value for String {
    fn show(&self) -> Toml {
        Toml::String(self.clone())
    }

    fn read(value: &Toml) -> Result<Self, Expected> {
        value.as_str().filter(|text| !text.is_empty()).map(str::to_owned).ok_or(Expected::text("a text"))
    }
}

impl Value for PathBuf {
    fn show(&self) -> Toml {
        Toml::String(self.display().to_string())
    }

    fn read(value: &Toml) -> Result<Self, Expected> {
        value.as_str().map(Self::from).ok_or(Expected::text("a path"))
    }
}

/// A list of texts; on the command line and in the environment also with commas between them.
impl Value for Vec<String> {
    fn show(&self) -> Toml {
        Toml::Array(self.iter().cloned().map(Toml::String).collect())
    }

    fn read(value: &Toml) -> Result<Self, Expected> {
        let expected = || Expected::text("a list of texts");
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

            fn read(value: &Toml) -> Result<Self, Expected> {
                match value {
                    Toml::Integer(number) => <$number>::try_from(*number).ok(),
                    Toml::String(text) if text == NONE => Some(<$number>::MAX),
                    _ => None,
                }
                .ok_or_else(|| {
                    Expected(format!("a whole number up to {}, or {NONE:?} for no limit", <$number>::MAX).into())
                })
            }
        }
    )+};
}

numbers!(u16, u32, u64, usize);

impl<T: Value> Value for Option<T> {
    fn show(&self) -> Toml {
        self.as_ref().map_or_else(|| Toml::String(NONE.to_owned()), T::show)
    }

    fn read(value: &Toml) -> Result<Self, Expected> {
        if value.as_str() == Some(NONE) {
            return Ok(None);
        }
        T::read(value).map(Some).map_err(|Expected(text)| Expected(format!("{text}, or {NONE:?}").into()))
    }
}

/// A text such as `"1m 30s"`, or a number of seconds.
impl Value for Duration {
    fn show(&self) -> Toml {
        Toml::String(humantime::format_duration(*self).to_string())
    }

    fn read(value: &Toml) -> Result<Self, Expected> {
        match value {
            Toml::Integer(seconds) => u64::try_from(*seconds).ok().map(Self::from_secs),
            Toml::String(text) => humantime::parse_duration(text).ok(),
            _ => None,
        }
        .ok_or(Expected::text("a time such as \"90s\" or \"1m 30s\""))
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

    fn read(value: &Toml) -> Result<Self, Expected> {
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
            _ => Err(Expected(format!("{{ burst = 40, per_second = 10 }}, or {NONE:?} for no limit").into())),
        }
    }
}
