//! How notifications are sent, as the operator sets it.

use std::{fmt, path::PathBuf, time::Duration};

/// The delays and intervals of notifications.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Times {
    /// How long after a question a player who doesn't look at the table is notified.
    pub grace: Duration,
    /// How often the store is searched for notifications that are due.
    pub look: Duration,
    /// How long after a failed attempt a notification is sent again; each later delay is four times as long.
    pub retry: Duration,
    /// After how long a notification is sent again by any server if the one that took it has not said what became of it.
    pub lease: Duration,
    /// How long messages to push services and webhooks may take when the server stops. Emails may take up to 15 seconds.
    pub farewell: Duration,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Webhooks {
    /// Whether guests may add webhooks, and notifications are sent to them. Default: yes.
    pub enabled: bool,
    /// Origins such as `http://10.0.0.5:8065` that webhooks may have although they are unencrypted or private. Only addresses
    /// of the public internet are connected to for others, and only with TLS.
    pub origins: Vec<String>,
}

impl Default for Webhooks {
    fn default() -> Self {
        Self { enabled: true, origins: Vec::new() }
    }
}

/// The mail server by which emails are sent (SMTP).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mail {
    /// Its host; `None` if no emails are sent.
    pub host: Option<String>,
    /// Its port. Default: 465.
    pub port: u16,
    /// How connections are encrypted. Default: from the first byte.
    pub encryption: Encryption,
    /// The name by which the server authenticates, if it has to.
    pub user: Option<String>,
    /// The file with the password, if it is in none of the environment's variables.
    pub password_file: Option<PathBuf>,
    /// The sender, such as `Townhall <townhall@town.example>`.
    pub sender: Option<String>,
}

impl Default for Mail {
    fn default() -> Self {
        Self {
            host: None,
            port: 465,
            encryption: Encryption::Tls,
            user: None,
            password_file: None,
            sender: None,
        }
    }
}

/// Why the settings of the mail server make no sense.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("mail.{setting}: {problem}")]
pub struct MailError {
    /// The setting, without its group.
    pub setting: &'static str,
    /// The fault in its value.
    pub problem: String,
}

/// How connections to the mail server are encrypted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encryption {
    /// With TLS from the first byte, usually on port 465.
    Tls,
    /// With TLS after the command `STARTTLS`, usually on port 587. Without it nothing is sent.
    StartTls,
    /// Not at all: only to this machine.
    None,
}

/// A password, which is not printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(pub String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password")
    }
}
