//! The configuration of a server.

use std::{net::SocketAddr, time::Duration};

pub use townhall_notices::{Encryption, Mail, MailError, Password, Webhooks};
use townhall_store::Data;

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

/// Declares a group of settings, each with its default.
macro_rules! group {
    ($(#[$about:meta])* $Group:ident { $($(#[$doc:meta])* $field:ident: $Type:ty = $default:expr,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Group {
            $($(#[$doc])* pub $field: $Type,)*
        }

        impl Default for $Group {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }
    };
}

group! {
    /// Limits on clients, in total, for each address, socket, guest or table.
    ///
    /// A number of 0 allows none, and a [`Rate`] with a burst of 0 refuses everything that it limits, unless the field says
    /// otherwise.
    Limits {
        /// Connections in total, including sockets; fewer if the operating system lets the process open fewer. When there are
        /// more, idle ones are closed. Default: 12,000.
        connections: usize = 12_000,
        /// Connections from one address, including sockets. Not limited behind a proxy, whose address all of them share.
        /// Default: 200.
        connections_per_address: usize = 200,
        /// How many times the limits of one address an IPv6 /48 network has. For IPv6, an address is a /64 network. Default:
        /// 8.
        wide_network: usize = 8,
        /// Sockets in total. Default: 10,000.
        sockets: usize = 10_000,
        /// Sockets from one address. Default: 100.
        sockets_per_address: usize = 100,
        /// Messages on one socket, and of one guest at one table. Default: 40 at once, then 10 a second.
        messages: Rate = Rate::new(40.0, 10.0),
        /// Messages from one address, on all its sockets. Default: 400 at once, then 100 a second.
        messages_per_address: Rate = Rate::new(400.0, 100.0),
        /// HTTP requests from one address, except those for files of the web client. Default: 200 at once, then 20 a second.
        requests: Rate = Rate::new(200.0, 20.0),
        /// New tables and guests from one address. Default: 30 at once, then one every 2 seconds.
        creations: Rate = Rate::new(30.0, 0.5),
        /// Bots from one address that may think for longer than usual (see [`Times::thought_shared`]). Default: 18 at once, then
        /// one every 10 seconds.
        long_bots: Rate = Rate::new(18.0, 0.1),
        /// Hints requested from one address: each takes half a second of processor time. Default: 10 at once, then one every
        /// 2 seconds.
        hints: Rate = Rate::new(10.0, 0.5),
        /// Reports of players from one address. Default: 5 at once, then one every 10 minutes.
        reports: Rate = Rate::new(5.0, 1.0 / 600.0),
        /// How often one guest may change name and colour. Default: 5 times at once, then once in 10 seconds.
        renames: Rate = Rate::new(5.0, 0.1),
        /// People whom one guest invites to tables. Default: 12 at once, then one in 5 minutes.
        invitations: Rate = Rate::new(12.0, 1.0 / 300.0),
        /// Messages of talk by one guest at one table, including signals and proposals. Default: 20 at once, then one a second.
        talk: Rate = Rate::new(20.0, 1.0),
        /// Messages of talk by all guests at one table. Default: 100 at once, then 4 a second.
        talk_per_table: Rate = Rate::new(100.0, 4.0),
        /// Actions of one guest at one table that can be done and undone again and again, such as being away and coming back, taking a
        /// move back, or changing the options. Default: 50 at once, then one every 10 seconds.
        repeatable: Rate = Rate::new(50.0, 0.1),
        /// Tables of one host that are neither finished nor abandoned (see [`Times::abandoned`]); correspondence tables never are.
        /// Default: 100.
        tables_per_guest: usize = 100,
        /// How many public tables of one host a list shows. Default: 3.
        listed_per_host: usize = 3,
        /// How many public tables a list shows whose hosts have one address. Default: 6.
        listed_per_address: usize = 6,
        /// Bytes of journals stored for one guest: `burst` at once, then so many a second; what bots do at a guest's table counts
        /// as the guest's. A game takes about 10 KB. Default: 3 MB at once, then 4 MB a day.
        stored_per_guest: Rate = Rate::new(3e6, 50.0),
        /// Bytes of journals stored for all guests of one address. Default: 30 MB at once, then 40 MB a day.
        stored_per_address: Rate = Rate::new(30e6, 500.0),
        /// When the data takes more bytes than this, new guests, tables, uploads and talk are refused, and games go on.
        /// Default: 50 GB.
        stored_bytes: u64 = 50_000_000_000,
        /// How many tables may be read from the store at once; 0 counts as 1. The longest possible journal takes 100 MB of
        /// memory while it is read. Default: 4.
        loads: usize = 4,
        /// Codes by which devices sign in that are requested or entered from one address, and challenges for passkeys. Default:
        /// 10 at once, then one every 20 seconds.
        device_codes: Rate = Rate::new(10.0, 0.05),
        /// Webhooks and email addresses that one address adds, and codes for them that it enters. Default: 10 at once, then one a
        /// minute.
        channels: Rate = Rate::new(10.0, 1.0 / 60.0),
        /// Webhooks and email addresses of one guest. Default: 5.
        channels_per_guest: usize = 5,
        /// Webhooks of one host, other than a known chat service, that are added or tried again. Default: 20 at once, then 6 a minute.
        webhooks_per_host: Rate = Rate::new(20.0, 0.1),
        /// Codes sent to one mailbox, whatever the spelling of its address is. Default: 3 at once, then one a day.
        email_codes: Rate = Rate::new(3.0, 1.0 / 86_400.0),
        /// Codes for email addresses that one guest requests. Default: 5 at once, then one an hour.
        email_codes_per_guest: Rate = Rate::new(5.0, 1.0 / 3600.0),
        /// Codes for email addresses that are requested from one address. Default: 6 at once, then one every 10 minutes.
        email_codes_per_address: Rate = Rate::new(6.0, 1.0 / 600.0),
        /// Codes sent to the mailboxes of one mail domain. Default: 60 at once, then 4 a minute.
        email_codes_per_domain: Rate = Rate::new(60.0, 4.0 / 60.0),
        /// Codes sent to all email addresses. Default: 200 at once, then 600 an hour.
        email_codes_in_all: Rate = Rate::new(200.0, 600.0 / 3600.0),
        /// Exports and deletions of all data of a guest, from one address: each reads all of the guest's tables. Default: 3 at
        /// once, then one every 17 minutes.
        exports: Rate = Rate::new(3.0, 0.001),
        /// Downloads of all finished games of a guest, from one address: each reads all of these games. Default: 10 at once,
        /// then one every 100 seconds.
        record_files: Rate = Rate::new(10.0, 0.01),
        /// Finished games uploaded from one address. Default: 10 at once, then one a minute.
        records: Rate = Rate::new(10.0, 1.0 / 60.0),
        /// The largest message on a socket, in bytes. Default: 4096.
        message_bytes: usize = 4096,
        /// Malformed messages on one socket before it is closed: with 0, the first one closes it. Default: 20.
        malformed: u32 = 20,
        /// Messages on one socket that exceed a rate limit before it is closed: with 0, the first one closes it. Default: 100.
        excess: u32 = 100,
        /// How many bots may think at once for each kind of task (quick moves, hints, long searches); 0 counts as 1. Default:
        /// as many as there are processors.
        thoughts: usize = std::thread::available_parallelism().map_or(1, usize::from),
        /// How many bytes of frames are queued for a slow reader. When there are more, they are dropped and it is sent the
        /// whole table. Default: 256 KiB.
        outbox_bytes: usize = 256 * 1024,
        /// The size of each connection's send buffer in the operating system, in bytes; `None` leaves it to the
        /// system. Default: 256 KiB.
        send_buffer: Option<u32> = Some(256 * 1024),
    }
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
    const fn new(burst: f64, per_second: f64) -> Self {
        Self { burst, per_second }
    }

    /// No limit.
    pub const UNLIMITED: Self = Self { burst: f64::INFINITY, per_second: f64::INFINITY };
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
            webhooks_per_host: Rate::UNLIMITED,
            email_codes: Rate::UNLIMITED,
            email_codes_per_guest: Rate::UNLIMITED,
            email_codes_per_address: Rate::UNLIMITED,
            email_codes_per_domain: Rate::UNLIMITED,
            email_codes_in_all: Rate::UNLIMITED,
            exports: Rate::UNLIMITED,
            record_files: Rate::UNLIMITED,
            records: Rate::UNLIMITED,
            reports: Rate::UNLIMITED,
            renames: Rate::UNLIMITED,
            invitations: Rate::UNLIMITED,
            repeatable: Rate::UNLIMITED,
            talk: Rate::UNLIMITED,
            talk_per_table: Rate::UNLIMITED,
            tables_per_guest: usize::MAX,
            listed_per_address: usize::MAX,
            ..Self::default()
        }
    }
}

group! {
    /// Intervals and timeouts. A value of 0 switches none of them off: a wait of 0 ends at once.
    Times {
        /// How long the head of a request may take to arrive. A connection may also be idle for as long as this.
        /// Default: 20 seconds.
        head: Duration = Duration::from_secs(20),
        /// How often a socket is pinged. Default: every 20 seconds.
        ping: Duration = Duration::from_secs(20),
        /// A socket from which nothing was received for this long is closed. Default: 60 seconds.
        silent: Duration = Duration::from_secs(60),
        /// A connection or socket whose client has read nothing of a pending answer for this long is closed. Default: 30
        /// seconds.
        slow: Duration = Duration::from_secs(30),
        /// After how long an idle table is evicted from memory. Default: 60 seconds.
        linger: Duration = Duration::from_secs(60),
        /// How often the server looks for tables at which something is due while no client is connected. Default: every 5 seconds.
        due: Duration = Duration::from_secs(5),
        /// How long a public table stays listed after its last client has left. Default: 10 minutes.
        listed: Duration = Duration::from_secs(600),
        /// For how long a list of public tables is reused for other clients. Default: 1 second.
        list_reuse: Duration = Duration::from_secs(1),
        /// An unfinished table at which nothing has happened for this long no longer counts towards its host's limit.
        /// Default: 7 days.
        abandoned: Duration = Duration::from_secs(7 * 86_400),
        /// A table whose game has not begun is removed if nothing has happened there for this long. Default: 30 days.
        lobby: Duration = Duration::from_secs(30 * 86_400),
        /// How long the others wait for an absent player before a bot takes over, at tables with a clock. Default: 90 seconds.
        grace: Duration = Duration::from_secs(90),
        /// How long a player must have been absent before the others may vote to let a bot play. Default: 30 seconds.
        vote: Duration = Duration::from_secs(30),
        /// How long a bot may think about one task, whatever its level says: then it answers with its best move so far.
        /// Default: 5 seconds.
        thought: Duration = Duration::from_secs(5),
        /// How long a bot may think while bots of other guests wait for a processor: enough for the usual time of every level.
        /// Default: 0.6 seconds.
        thought_shared: Duration = Duration::from_millis(600),
        /// How long a bot may wait for a processor; after that it thinks for only a few milliseconds, and its table says so. Default: 3
        /// seconds.
        thought_patience: Duration = Duration::from_secs(3),
        /// How long a request for a hint may be queued before it is refused because too many others ask. Default: 10 seconds.
        hint: Duration = Duration::from_secs(10),
        /// How long after a question a player who doesn't look at the table is notified. Default: 2 minutes.
        notice_grace: Duration = Duration::from_secs(120),
        /// How often the server looks for notifications that are due. Default: every 3 seconds.
        notice_look: Duration = Duration::from_secs(3),
        /// How long after a failed attempt a notification is sent again; each later time it is four times as long. Default: 30
        /// seconds.
        notice_retry: Duration = Duration::from_secs(30),
        /// After how long a notification is sent again by this or another server if the one that took it has not said what
        /// became of it: longer than a few attempts take. An email waits six times as long. Default: 2 minutes.
        notice_lease: Duration = Duration::from_secs(120),
        /// How long closing sockets may take when the server stops. Emails that are being sent may take 15 seconds. Default: 3
        /// seconds.
        farewell: Duration = Duration::from_secs(3),
        /// How long a node's lease lasts after its latest renewal in the database; then other nodes may claim its tables. The
        /// node itself stops answering for them after half of this time. Default: 10 seconds.
        lease: Duration = Duration::from_secs(10),
    }
}

impl Times {
    /// The times of notifications.
    pub(crate) const fn of_notices(&self) -> townhall_notices::Times {
        townhall_notices::Times {
            grace: self.notice_grace,
            look: self.notice_look,
            retry: self.notice_retry,
            lease: self.notice_lease,
            farewell: self.farewell,
        }
    }
}
