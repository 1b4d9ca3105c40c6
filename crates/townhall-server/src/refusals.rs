//! Log lines about what is refused, so that an operator can see who asks for too much.
//!
//! A line names the client's address and what was asked for; never a cookie, a text or a whole table's code. Whoever is
//! refused a thousand times a second must not fill the log: each reason gets a few lines a minute, and the next line
//! says how many were left out.

use std::{
    collections::HashMap,
    fmt,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use axum::http::{Method, StatusCode};

use crate::limits::Address;

/// How many lines each reason gets in a [`PERIOD`].
const LINES: u32 = 5;
/// How long it takes until a reason gets more lines.
const PERIOD: Duration = Duration::from_secs(60);
/// How many characters of a table's code are shown: enough to tell tables apart in a log, and not to open one.
const SHOWN: usize = 2;

/// What has been logged lately.
#[derive(Debug, Default)]
pub(crate) struct RefusalLog(Mutex<HashMap<&'static str, Lately>>);

#[derive(Debug)]
struct Lately {
    since: Instant,
    lines: u32,
    left_out: u64,
}

impl RefusalLog {
    /// Logs that a request was refused, if that is worth a line.
    pub(crate) fn request(&self, status: StatusCode, address: Address, method: &Method, path: &str) {
        let Some(reason) = reason(status) else { return };
        if let Some(left_out) = self.may_log(reason, Instant::now()) {
            let path = Shortened(path);
            tracing::info!(%address, %method, %path, left_out, "refused: {reason}");
        }
    }

    /// Logs that a socket was closed because of what its client did.
    pub(crate) fn socket(&self, reason: &'static str, address: Address) {
        if let Some(left_out) = self.may_log(reason, Instant::now()) {
            tracing::info!(%address, left_out, "closed a socket: {reason}");
        }
    }

    /// Whether there may be a line for this reason; then, how many were left out before it.
    fn may_log(&self, reason: &'static str, now: Instant) -> Option<u64> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let lately = all.entry(reason).or_insert(Lately { since: now, lines: 0, left_out: 0 });
        if now.saturating_duration_since(lately.since) >= PERIOD {
            (lately.since, lately.lines) = (now, 0);
        }
        if lately.lines == LINES {
            lately.left_out += 1;
            return None;
        }
        lately.lines += 1;
        Some(std::mem::take(&mut lately.left_out))
    }
}

/// Why a request was refused, if the operator may want to know: not what happens in every game.
const fn reason(status: StatusCode) -> Option<&'static str> {
    Some(match status {
        StatusCode::BAD_REQUEST => "malformed",
        StatusCode::FORBIDDEN => "not allowed",
        StatusCode::NOT_FOUND => "not there",
        StatusCode::PAYLOAD_TOO_LARGE => "too large",
        StatusCode::TOO_MANY_REQUESTS => "too many",
        StatusCode::INTERNAL_SERVER_ERROR => "the server failed",
        StatusCode::SERVICE_UNAVAILABLE => "the server is overloaded",
        _ => return None,
    })
}

/// A path in which the code of a table is cut short, and which is not longer than a line.
struct Shortened<'a>(&'a str);

impl fmt::Display for Shortened<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const TABLES: &str = "/api/tables/";
        let Some(rest) = self.0.strip_prefix(TABLES) else {
            return f.write_str(&self.0.chars().take(40).collect::<String>());
        };
        let (code, what) = rest.split_once('/').unwrap_or((rest, ""));
        let shown: String = code.chars().take(SHOWN).collect();
        let what: String = what.chars().take(12).collect();
        write!(f, "{TABLES}{shown}…{}{what}", if what.is_empty() { "" } else { "/" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_gets_a_few_lines_a_minute_and_the_rest_is_counted() {
        let log = RefusalLog::default();
        let start = Instant::now();
        let lines = |seconds, times| -> Vec<u64> {
            let now = start + Duration::from_secs(seconds);
            (0..times).filter_map(|_| log.may_log("too many", now)).collect()
        };
        assert_eq!(lines(0, 1000), [0; 5]);
        assert_eq!(lines(59, 10), [0; 0]);
        assert_eq!(lines(60, 2), [1005, 0]);
        assert_eq!(log.may_log("malformed", start), Some(0), "each reason has lines of its own");
    }

    #[test]
    fn no_line_holds_a_whole_code() {
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
