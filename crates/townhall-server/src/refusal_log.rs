//! Log lines about refusals, so that an operator can see which clients send too many requests.
//!
//! A line names the client's address and what was requested; never a cookie, a text or the whole code of a table. Many
//! refusals in a short time must not fill the log: for each reason a line is logged at most every few seconds, which
//! says how often it has happened.

use std::{collections::HashMap, fmt, sync::Mutex};

use axum::http::{HeaderValue, Method, StatusCode};
use townhall_system::{SeldomLog, lock};

use crate::limits::Address;

/// How many characters of a table's code are logged: enough to tell tables apart, but not to open one.
const LOGGED_CODE_CHARACTERS: usize = 2;

/// The rate-limited log lines, by reason.
#[derive(Debug, Default)]
pub(crate) struct RefusalLog(Mutex<HashMap<&'static str, SeldomLog>>);

impl RefusalLog {
    /// Logs that a request was refused, if its reason is logged and a line is due.
    pub(crate) fn request(&self, status: StatusCode, address: Address, method: &Method, path: &str) {
        let Some(reason) = reason(status) else { return };
        if let Some(times) = self.count(reason) {
            let path = Shortened(path);
            tracing::info!(%address, %method, %path, times, "refused: {reason}");
        }
    }

    /// Logs that a request came from a page of another address than this server's, with both. If they should be the
    /// same, a proxy changes `Host`.
    pub(crate) fn origin(
        &self,
        address: Address,
        origin: Option<&HeaderValue>,
        host: Option<&HeaderValue>,
        allowed: &[String],
    ) {
        if let Some(times) = self.count("another origin") {
            let (origin, host) = (Header(origin), Header(host));
            tracing::info!(%address, %origin, %host, ?allowed, times, "refused: origin is neither host nor allowed");
        }
    }

    /// Logs that a socket was closed because its client misbehaved.
    pub(crate) fn socket(&self, reason: &'static str, address: Address) {
        if let Some(times) = self.count(reason) {
            tracing::info!(%address, times, "closed a socket: {reason}");
        }
    }

    /// Counts a refusal. If a line about this reason is due, returns how often it has happened since the last one.
    fn count(&self, reason: &'static str) -> Option<u64> {
        lock(&self.0).entry(reason).or_default().count()
    }
}

/// The reason to log for a status; `None` for refusals that are part of normal play.
const fn reason(status: StatusCode) -> Option<&'static str> {
    Some(match status {
        StatusCode::BAD_REQUEST => "malformed",
        StatusCode::FORBIDDEN => "not allowed",
        StatusCode::NOT_FOUND => "not found",
        StatusCode::PAYLOAD_TOO_LARGE => "too large",
        StatusCode::TOO_MANY_REQUESTS => "too many",
        StatusCode::INTERNAL_SERVER_ERROR => "the server failed",
        StatusCode::SERVICE_UNAVAILABLE => "the server is overloaded",
        _ => return None,
    })
}

/// A header for the log: without characters that could change a terminal, and cut short.
struct Header<'a>(Option<&'a HeaderValue>);

impl fmt::Display for Header<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text =
            self.0.map_or_else(|| "none".to_owned(), |value| value.as_bytes().escape_ascii().to_string());
        f.write_str(&text.chars().take(100).collect::<String>())
    }
}

/// A path for the log: the code of a table is cut short, and so is a long path.
struct Shortened<'a>(&'a str);

impl fmt::Display for Shortened<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const TABLES: &str = "/api/tables/";
        let Some(rest) = self.0.strip_prefix(TABLES) else {
            return f.write_str(&self.0.chars().take(40).collect::<String>());
        };
        let (code, what) = rest.split_once('/').unwrap_or((rest, ""));
        let shown: String = code.chars().take(LOGGED_CODE_CHARACTERS).collect();
        let what: String = what.chars().take(12).collect();
        write!(f, "{TABLES}{shown}…{}{what}", if what.is_empty() { "" } else { "/" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_has_lines_of_its_own() {
        let log = RefusalLog::default();
        let counted = ["too many", "too many", "malformed", "malformed"].map(|reason| log.count(reason));
        assert_eq!(counted, [Some(1), None, Some(1), None]);
    }

    #[test]
    fn headers_are_cut_short_and_can_not_change_the_terminal() {
        let long = HeaderValue::from_bytes(&[0x9b; 100]).unwrap();
        assert_eq!(Header(Some(&long)).to_string(), "\\x9b".repeat(25));
        assert_eq!(Header(None).to_string(), "none");
    }

    #[test]
    fn codes_of_tables_are_cut_short() {
        for (path, shown) in [
            ("/api/tables/K7M2QX/socket", "/api/tables/K7…/socket"),
            ("/api/tables/K7M2QX", "/api/tables/K7…"),
            ("/api/me", "/api/me"),
        ] {
            assert_eq!(Shortened(path).to_string(), shown);
        }
        let long = format!("/{}", "x".repeat(500));
        assert_eq!(Shortened(&long).to_string().len(), 40);
    }
}
