//! The location of the database: a file or a URL.

use std::{
    fmt,
    path::{Path, PathBuf},
};

/// The location of the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Data {
    /// In an SQLite file.
    File(PathBuf),
    Postgres(DatabaseUrl),
}

/// The URL of a Postgres database. It is shown without its password.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(String);

impl Data {
    /// A database if the text begins with `postgres://` or `postgresql://`, else a file, with or without `sqlite:` before it.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let scheme = text.split_once("://").map(|(scheme, _)| scheme);
        match scheme {
            Some("postgres" | "postgresql") => Self::Postgres(DatabaseUrl(text.to_owned())),
            _ => Self::File(PathBuf::from(text.strip_prefix("sqlite:").unwrap_or(text))),
        }
    }

    /// The path of the file; none if it is a database.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Postgres(_) => None,
        }
    }

    /// The word for it in error messages.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::File(_) => "file",
            Self::Postgres(_) => "database",
        }
    }
}

impl From<PathBuf> for Data {
    fn from(path: PathBuf) -> Self {
        Self::File(path)
    }
}

impl From<&Path> for Data {
    fn from(path: &Path) -> Self {
        Self::File(path.to_owned())
    }
}

impl fmt::Display for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Postgres(url) => url.fmt(f),
        }
    }
}

impl DatabaseUrl {
    /// The whole URL, with the password.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The parameters after `?` may contain a password as well.
        let url = self.0.split('?').next().unwrap_or_default();
        let hidden = url.split_once("://").and_then(|(scheme, rest)| {
            let (user, place) = rest.rsplit_once('@')?;
            let (name, _password) = user.split_once(':')?;
            Some(format!("{scheme}://{name}:…@{place}"))
        });
        f.write_str(hidden.as_deref().unwrap_or(url))
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        for (given, shown) in [
            ("postgres://db.example/town", "postgres://db.example/town"),
            ("postgres://ada@db.example/town", "postgres://ada@db.example/town"),
            ("postgres://ada:s3@cr:et@a,b:6432/town", "postgres://ada:…@a,b:6432/town"),
            ("postgresql:///town?host=/run/pg&password=secret", "postgresql:///town"),
            ("evening.db", "evening.db"),
        ] {
            let data = Data::new(given);
            assert_eq!(data.to_string(), shown);
            assert!(!format!("{data:?}").contains("cret"), "{data:?}");
        }
        assert_eq!(Data::new("/var/town.db"), Data::File("/var/town.db".into()));
        assert_eq!(Data::new("sqlite:/var/town.db"), Data::File("/var/town.db".into()));
    }
}
