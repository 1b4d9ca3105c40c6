//! The configuration of a server.

use std::{fmt, net::SocketAddr, path::PathBuf, time::Duration};

use crate::store::Data;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on. Port 0 takes any free port.
    pub listen: SocketAddr,
    /// Where guests and tables are stored: an SQLite file, or a Postgres database.
    pub data: Data,
    /// Whether to accept a database that could lose acknowledged moves.
    pub accept_loss: bool,
    /// The address of `/metrics`, if metrics are served: another than `listen`, so that clients can't read them.
    pub metrics: Option<SocketAddr>,
    /// Origins of pages, such as `https://play.example`, that may use the server besides its own.
    pub origins: Vec<String>,
    /// Whether the server is behind a reverse proxy, so that the last address in `X-Forwarded-For` is the
    /// client's and `X-Forwarded-Proto` can be trusted.
    pub behind_proxy: bool,
    /// Push services that may be sent notifications, beside those of the known browsers: hosts such as `push.example`, or
    /// origins such as `http://127.0.0.1:8080`, without which nothing is sent unencrypted.
    pub push_services: Vec<String>,
    /// Webhooks of guests.
    pub webhooks: Webhooks,
    /// The server that takes emails.
    pub mail: Mail,
    /// The password of [`Mail::user`].
    pub mail_password: Option<Password>,
    /// Limits on clients.
    pub limits: Limits,
    /// Intervals and timeouts.
    pub times: Times,
}

impl Config {
    /// A server with this address and file or database, and the usual limits.
    #[must_use]
    pub fn new(listen: SocketAddr, data: impl Into<Data>) -> Self {
        Self {
            listen,
            data: data.into(),
            accept_loss: false,
            metrics: None,
            origins: Vec::new(),
            behind_proxy: false,
            push_services: Vec::new(),
            webhooks: Webhooks::default(),
            mail: Mail::default(),
            mail_password: None,
            limits: Limits::default(),
            times: Times::default(),
        }
    }
}

/// Webhooks of guests.
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
    /// What is wrong with it.
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

/// Limits on clients, in total, for each address, socket, guest or table.
///
/// A number of 0 allows none, and a [`Rate`] with a burst of 0 refuses everything that it limits, unless the field says
/// otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections in total, including sockets; fewer if the operating system lets the process open fewer. When there are
    /// more, idle ones are closed. Default: 12,000.
    pub connections: usize,
    /// Connections from one address, including sockets. Not limited behind a proxy, whose address all of them share.
    /// Default: 200.
    pub connections_per_address: usize,
    /// How many times the limits of one address an IPv6 /48 network has. For IPv6, an address is a /64 network. Default:
    /// 8.
    pub wide_network: usize,
    /// Sockets in total. Default: 10,000.
    pub sockets: usize,
    /// Sockets from one address. Default: 100.
    pub sockets_per_address: usize,
    /// Messages on one socket, and of one guest at one table. Default: 40 at once, then 10 a second.
    pub messages: Rate,
    /// Messages from one address, on all its sockets. Default: 400 at once, then 100 a second.
    pub messages_per_address: Rate,
    /// HTTP requests from one address, except those for files of the web client. Default: 200 at once, then 20 a second.
    pub requests: Rate,
    /// New tables and guests from one address. Default: 30 at once, then one every 2 seconds.
    pub creations: Rate,
    /// Bots from one address that may think for longer than usual (see [`Times::thought_shared`]). Default: 18 at once, then
    /// one every 10 seconds.
    pub long_bots: Rate,
    /// Hints requested from one address: each takes half a second of processor time. Default: 10 at once, then one every
    /// 2 seconds.
    pub hints: Rate,
    /// Reports of players from one address. Default: 5 at once, then one every 10 minutes.
    pub reports: Rate,
    /// How often one guest may change name and colour. Default: 5 times at once, then once in 10 seconds.
    pub renames: Rate,
    /// Messages of talk by one guest at one table, including signals and proposals. Default: 20 at once, then one a second.
    pub talk: Rate,
    /// Messages of talk by all guests at one table. Default: 100 at once, then 4 a second.
    pub talk_per_table: Rate,
    /// Tables of one host that are neither finished nor abandoned (see [`Times::abandoned`]); correspondence tables never are.
    /// Default: 100.
    pub tables_per_guest: usize,
    /// How many public tables of one host a list shows. Default: 3.
    pub listed_per_host: usize,
    /// How many public tables a list shows whose hosts have one address. Default: 6.
    pub listed_per_address: usize,
    /// Bytes of journals stored for one guest: `burst` at once, then so many a second; what bots do at a guest's table counts
    /// as the guest's. A game takes about 10 KB. Default: 3 MB at once, then 4 MB a day.
    pub stored_per_guest: Rate,
    /// The same for all guests of one address. Default: 30 MB at once, then 40 MB a day.
    pub stored_per_address: Rate,
    /// When the data takes more bytes than this, new guests, tables, uploads and talk are refused, and games go on.
    /// Default: 50 GB.
    pub stored_bytes: u64,
    /// How many tables may be read from the store at once; 0 counts as 1. The longest possible journal takes 100 MB of
    /// memory while it is read. Default: 4.
    pub loads: usize,
    /// Codes by which devices sign in that are requested or entered from one address, and challenges for passkeys. Default:
    /// 10 at once, then one every 20 seconds.
    pub device_codes: Rate,
    /// Webhooks and email addresses that one address adds, and codes for them that it enters. Default: 10 at once, then one a
    /// minute.
    pub channels: Rate,
    /// Webhooks and email addresses of one guest. Default: 5.
    pub channels_per_guest: usize,
    /// Codes sent to one email address. Default: 3 at once, then one an hour.
    pub email_codes: Rate,
    /// Exports and deletions of all data of a guest, from one address: each reads all of the guest's tables. Default: 3 at
    /// once, then one every 17 minutes.
    pub exports: Rate,
    /// Downloads of all finished games of a guest, from one address: each reads all of these games. Default: 10 at once,
    /// then one every 100 seconds.
    pub record_files: Rate,
    /// Finished games uploaded from one address. Default: 10 at once, then one a minute.
    pub records: Rate,
    /// The largest message on a socket, in bytes. Default: 4096.
    pub message_bytes: usize,
    /// Malformed messages on one socket before it is closed: with 0, the first one closes it. Default: 20.
    pub malformed: u32,
    /// Messages on one socket that exceed a rate limit before it is closed: with 0, the first one closes it. Default: 100.
    pub excess: u32,
    /// How many bots may think at once for each kind of task (quick moves, hints, long searches); 0 counts as 1. Default:
    /// as many as there are processors.
    pub thoughts: usize,
    /// How many bytes of frames are queued for a slow reader. When there are more, they are dropped and it is sent the
    /// whole table. Default: 256 KiB.
    pub outbox_bytes: usize,
    /// The size of each connection's send buffer in the operating system, in bytes; `None` leaves it to the
    /// system. Default: 256 KiB.
    pub send_buffer: Option<u32>,
}

/// The rate of a token bucket: `burst` actions at once, and then `per_second` actions a second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// The capacity of the bucket: how many actions may follow each other at once.
    pub burst: f64,
    /// How many tokens are added each second; fractions are allowed.
    pub per_second: f64,
}

impl Rate {
    /// No limit.
    pub const UNLIMITED: Self = Self { burst: f64::INFINITY, per_second: f64::INFINITY };
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 12_000,
            connections_per_address: 200,
            wide_network: 8,
            sockets: 10_000,
            sockets_per_address: 100,
            messages: Rate { burst: 40.0, per_second: 10.0 },
            messages_per_address: Rate { burst: 400.0, per_second: 100.0 },
            requests: Rate { burst: 200.0, per_second: 20.0 },
            creations: Rate { burst: 30.0, per_second: 0.5 },
            long_bots: Rate { burst: 18.0, per_second: 0.1 },
            hints: Rate { burst: 10.0, per_second: 0.5 },
            reports: Rate { burst: 5.0, per_second: 1.0 / 600.0 },
            renames: Rate { burst: 5.0, per_second: 0.1 },
            talk: Rate { burst: 20.0, per_second: 1.0 },
            talk_per_table: Rate { burst: 100.0, per_second: 4.0 },
            tables_per_guest: 100,
            listed_per_host: 3,
            listed_per_address: 6,
            stored_per_guest: Rate { burst: 3e6, per_second: 50.0 },
            stored_per_address: Rate { burst: 30e6, per_second: 500.0 },
            stored_bytes: 50_000_000_000,
            loads: 4,
            device_codes: Rate { burst: 10.0, per_second: 0.05 },
            channels: Rate { burst: 10.0, per_second: 1.0 / 60.0 },
            channels_per_guest: 5,
            email_codes: Rate { burst: 3.0, per_second: 1.0 / 3600.0 },
            exports: Rate { burst: 3.0, per_second: 0.001 },
            record_files: Rate { burst: 10.0, per_second: 0.01 },
            records: Rate { burst: 10.0, per_second: 1.0 / 60.0 },
            message_bytes: 4096,
            malformed: 20,
            thoughts: std::thread::available_parallelism().map_or(1, usize::from),
            excess: 100,
            outbox_bytes: 256 * 1024,
            send_buffer: Some(256 * 1024),
        }
    }
}

impl Limits {
    /// No limits on numbers and rates, for measurements.
    #[must_use]
    pub fn none() -> Self {
        Self {
            connections: usize::MAX,
            connections_per_address: usize::MAX,
            sockets: usize::MAX,
            sockets_per_address: usize::MAX,
            messages: Rate::UNLIMITED,
            messages_per_address: Rate::UNLIMITED,
            requests: Rate::UNLIMITED,
            creations: Rate::UNLIMITED,
            long_bots: Rate::UNLIMITED,
            hints: Rate::UNLIMITED,
            stored_per_guest: Rate::UNLIMITED,
            stored_per_address: Rate::UNLIMITED,
            stored_bytes: u64::MAX,
            device_codes: Rate::UNLIMITED,
            channels: Rate::UNLIMITED,
            email_codes: Rate::UNLIMITED,
            exports: Rate::UNLIMITED,
            record_files: Rate::UNLIMITED,
            records: Rate::UNLIMITED,
            reports: Rate::UNLIMITED,
            renames: Rate::UNLIMITED,
            talk: Rate::UNLIMITED,
            talk_per_table: Rate::UNLIMITED,
            tables_per_guest: usize::MAX,
            listed_per_address: usize::MAX,
            ..Self::default()
        }
    }
}

/// Intervals and timeouts. A value of 0 switches none of them off: a wait of 0 ends at once.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// How long the head of a request may take to arrive. A connection may also be idle for as long as this.
    /// Default: 20 seconds.
    pub head: Duration,
    /// How often a socket is pinged. Default: every 20 seconds.
    pub ping: Duration,
    /// A socket from which nothing was received for this long is closed. Default: 60 seconds.
    pub silent: Duration,
    /// A connection or socket whose client has read nothing of a pending answer for this long is closed. Default: 30
    /// seconds.
    pub slow: Duration,
    /// After how long an idle table is evicted from memory. Default: 60 seconds.
    pub linger: Duration,
    /// How often the server looks for tables at which something is due while no client is connected. Default: every 5 seconds.
    pub due: Duration,
    /// How long a public table stays listed after its last client has left. Default: 10 minutes.
    pub listed: Duration,
    /// For how long a list of public tables is reused for other clients. Default: 1 second.
    pub list_reuse: Duration,
    /// An unfinished table at which nothing has happened for this long no longer counts towards its host's limit.
    /// Default: 7 days.
    pub abandoned: Duration,
    /// How long the others wait for an absent player before a bot takes over, at tables with a clock. Default: 90 seconds.
    pub grace: Duration,
    /// How long a player must have been absent before the others may vote to let a bot play. Default: 30 seconds.
    pub vote: Duration,
    /// How long a bot may think about one task, whatever its level says: then it answers with its best move so far.
    /// Default: 5 seconds.
    pub thought: Duration,
    /// How long a bot may think while bots of other guests wait for a processor: enough for the usual time of every level.
    /// Default: 0.6 seconds.
    pub thought_shared: Duration,
    /// How long a bot may wait for a processor; after that it thinks for only a few milliseconds, and its table says so. Default: 3
    /// seconds.
    pub thought_patience: Duration,
    /// How long a request for a hint may be queued before it is refused because too many others ask. Default: 10 seconds.
    pub hint: Duration,
    /// How long after a question a player who doesn't look at the table is notified. Default: 2 minutes.
    pub notice_grace: Duration,
    /// How often it is looked for notifications that are due. Default: every 3 seconds.
    pub notice_look: Duration,
    /// How long after a failed attempt a notification is sent again; each later time it is four times as long. Default: 30
    /// seconds.
    pub notice_retry: Duration,
    /// After how long a notification is sent again by this or another server if the one that took it has not said what
    /// became of it: longer than a few attempts take. Default: 2 minutes.
    pub notice_lease: Duration,
    /// How long closing sockets may take when the server stops. Default: 3 seconds.
    pub farewell: Duration,
    /// How long a node's lease lasts after its latest renewal in the database; then other nodes may claim its tables. The
    /// node itself stops answering for them after half of this time. Default: 10 seconds.
    pub lease: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(20),
            ping: Duration::from_secs(20),
            silent: Duration::from_secs(60),
            slow: Duration::from_secs(30),
            linger: Duration::from_secs(60),
            due: Duration::from_secs(5),
            listed: Duration::from_secs(600),
            list_reuse: Duration::from_secs(1),
            abandoned: Duration::from_secs(7 * 86_400),
            grace: Duration::from_secs(90),
            vote: Duration::from_secs(30),
            thought: Duration::from_secs(5),
            thought_shared: Duration::from_millis(600),
            thought_patience: Duration::from_secs(3),
            hint: Duration::from_secs(10),
            notice_grace: Duration::from_secs(120),
            notice_look: Duration::from_secs(3),
            notice_retry: Duration::from_secs(30),
            notice_lease: Duration::from_secs(120),
            farewell: Duration::from_secs(3),
            lease: Duration::from_secs(10),
        }
    }
}
