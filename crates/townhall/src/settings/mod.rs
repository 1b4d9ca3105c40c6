//! The settings of `townhall serve`, from a file, the environment and the command line; a later source overrides an
//! earlier one. The list of settings is the table below: a new setting is one line there.

mod value;

use std::{
    env, fmt,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use toml::{Table, Value as Toml};
use townhall_server::config::{Config, Limits, Mail, MailError, Password, Times, Webhooks};
use tracing_subscriber::filter::Targets;

use self::value::{Expected, Value};
use crate::failure::Failure;

/// The prefix of environment variables that are settings: `TOWNHALL_LIMITS_SOCKETS` is `limits.sockets`.
const PREFIX: &str = "TOWNHALL_";
/// Variables with this prefix that are not settings.
const OTHERS: [&str; 3] = ["TOWNHALL_CONFIG", NODE_SECRET, MAIL_PASSWORD];
/// The variable with the secret that nodes share. It is not a setting, since settings are printed.
pub(crate) const NODE_SECRET: &str = "TOWNHALL_NODE_SECRET";

/// The variable with the password for the mail server, for the same reason.
pub(crate) const MAIL_PASSWORD: &str = "TOWNHALL_MAIL_PASSWORD";

/// The values of all settings.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The configuration of the server.
    pub(crate) config: Config,
    /// The address at which other servers on the same database reach this one, if there are others.
    pub(crate) node_address: Option<SocketAddr>,
    /// The address on which it listens for them, if it is another one.
    pub(crate) node_listen: Option<SocketAddr>,
    /// The file with the secret that nodes share, if it is in none of the environment's variables.
    pub(crate) node_secret_file: Option<PathBuf>,
    /// Whether limits are off, except those that are set explicitly.
    pub(crate) no_limits: bool,
    /// The filter of the log, such as `info,sqlx=warn`.
    pub(crate) log: Targets,
    /// Whether the log is JSON.
    pub(crate) log_json: bool,
}

/// The definition of one setting.
struct Setting {
    key: &'static str,
    about: &'static str,
    show: fn(&Settings) -> Toml,
    set: fn(&mut Settings, &Toml) -> Result<(), Expected>,
}

/// Settings in the order in which they are applied and shown. All fields of a group have to be in it.
macro_rules! settings {
    (
        $($key:ident: $($own:ident).+, $own_about:literal;)+
        $([$group:ident: $type:ident] { $($field:ident: $about:literal;)+ })+
    ) => {
        const SETTINGS: &[Setting] = &[
            $(Setting {
                key: stringify!($key),
                about: $own_about,
                show: |settings| settings.$($own).+.show(),
                set: |settings, value| { settings.$($own).+ = Value::read(value)?; Ok(()) },
            },)+
            $($(Setting {
                key: concat!(stringify!($group), ".", stringify!($field)),
                about: $about,
                show: |settings| settings.config.$group.$field.show(),
                set: |settings, value| { settings.config.$group.$field = Value::read(value)?; Ok(()) },
            },)+)+
        ];

        // This does not compile if a field is missing above.
        $(const _: fn($type) = |$type { $($field: _),+ }| ();)+
    };
}

settings! {
    listen: config.listen, "The address to listen on; port 0 takes any free port.";
    data: config.data, "The file of players and tables, made if it is missing; or the URL of a Postgres database.";
    accept_loss: config.accept_loss, "Whether to accept a database that could lose acknowledged moves.";
    node_address: node_address, "Where other servers on the same database reach this one, or \"none\" if there are none.";
    node_listen: node_listen, "Where this server listens for them, or \"none\" if it is the address by which they reach it.";
    node_secret_file: node_secret_file, "The file with the secret that they share, or \"none\" if it is in TOWNHALL_NODE_SECRET.";
    metrics: config.metrics, "The address at which Prometheus finds /metrics, or \"none\".";
    origins: config.origins, "Origins of pages, such as \"https://play.example\", that may use this server besides its own.";
    behind_proxy: config.behind_proxy, "Whether to trust X-Forwarded-For and X-Forwarded-Proto, which a proxy in front sets.";
    push_services: config.push_services, "Push services beside those of the known browsers: hosts, or whole origins.";
    log: log, "What is logged, as in RUST_LOG, which wins over it.";
    log_json: log_json, "Whether the log is JSON, one object a line.";
    no_limits: no_limits, "Whether limits are off, but for those that are set: for measuring, never on an open network.";
    [webhooks: Webhooks] {
        enabled: "Whether guests may add webhooks, to which their notifications are sent.";
        origins: "Origins, such as \"http://10.0.0.5:8065\", that webhooks may have although they are unencrypted or private.";
    }
    [mail: Mail] {
        host: "The mail server by which notifications are sent, or \"none\" if there are no emails.";
        port: "Its port.";
        encryption: "\"tls\" from the first byte, \"starttls\", or \"none\" for a mail server on this machine.";
        user: "The name by which the server authenticates there, or \"none\".";
        password_file: "The file with the password, or \"none\" if it is in TOWNHALL_MAIL_PASSWORD.";
        sender: "The sender, such as \"Townhall <townhall@town.example>\".";
    }
    [limits: Limits] {
        connections: "How many connections there may be in all, sockets among them; fewer, if there are fewer descriptors.";
        connections_per_address: "How many connections one address may have; without limit behind a proxy.";
        wide_network: "How many times as much as one address an IPv6 network of 48 bits may use.";
        sockets: "How many sockets may be open in all.";
        sockets_per_address: "How many sockets may be open from one address.";
        messages: "Messages on one socket, and of one guest at one table: so many at once, and then so many a second.";
        messages_per_address: "Messages from one address, on all its sockets.";
        requests: "Requests from one address, but for the page's own files.";
        creations: "Tables and guests that one address makes.";
        long_bots: "Bots that one address puts at its tables and that may think for longer than usual.";
        hints: "Hints for one address; each costs half a second of a processor.";
        device_codes: "Codes that sign devices in, and challenges for passkeys, that one address asks for or enters.";
        channels: "Webhooks and email addresses that one address adds, and codes for them that it enters.";
        channels_per_guest: "How many webhooks and email addresses one guest may have.";
        webhooks_per_host: "Webhooks of one host, other than a known chat service, that are added or tried again.";
        email_codes: "Codes that are sent to one mailbox, whatever the spelling of its address is.";
        email_codes_per_guest: "Codes for email addresses that one guest asks for.";
        email_codes_per_address: "Codes for email addresses that are asked for from one address.";
        email_codes_per_domain: "Codes that are sent to the mailboxes of one mail domain.";
        email_codes_in_all: "Codes that are sent to all email addresses.";
        exports: "Exports and deletions of all that is kept of a guest, for one address.";
        record_files: "Files with all finished games of a guest, for one address.";
        records: "Finished games of a browser that one address hands over, to be shown by a link.";
        reports: "Reports of players from one address.";
        renames: "How often one guest may change name and colour.";
        invitations: "People whom one guest invites to tables.";
        repeatable: "What one guest does and undoes at one table, such as being away, taking moves back, changing options.";
        talk: "What one guest says at one table, signals and proposals too.";
        talk_per_table: "What all guests say at one table.";
        tables_per_guest: "How many tables one guest may be the host of that are neither finished nor abandoned.";
        listed_per_host: "How many public tables of one host a list shows.";
        listed_per_address: "How many public tables a list shows whose hosts have one address.";
        stored_per_guest: "Bytes that one guest stores in journals: so many at once, and then so many a second.";
        stored_per_address: "Bytes that all guests of one address store in journals.";
        stored_bytes: "How many bytes all data may take before new guests, tables and talk are refused.";
        loads: "How many tables are read from the file or database at once.";
        message_bytes: "The largest message, in bytes.";
        malformed: "How many messages on one socket may be ill-formed before it is closed.";
        excess: "How many messages on one socket may be too many before it is closed.";
        thoughts: "How many thoughts of each kind (quick ones, hints, long ones); one for tables without clients bots think at once.";
        outbox_bytes: "How many bytes may wait for a slow reader before it is sent the whole table instead.";
        send_buffer: "How many bytes the operating system may hold for a slow reader, or \"none\" for as many as it likes.";
    }
    [times: Times] {
        head: "How long the head of a request may take, and how long a connection may do nothing.";
        ping: "How often a socket is pinged.";
        silent: "After how long without a sign of life a socket is closed.";
        slow: "After how long without reading a socket is closed.";
        linger: "After how long without anybody a table is evicted from memory.";
        due: "How often the server looks for tables at which something is due while no client is connected.";
        listed: "How long a public table stays listed after its last client has left.";
        list_reuse: "For how long a list of public tables is reused for other clients.";
        abandoned: "After how long without anything an unfinished table no longer counts as one of its host's.";
        lobby: "After how long without anything a table is removed whose game has not begun.";
        grace: "How long the others wait for an absent player before a bot takes over, at tables with a clock.";
        vote: "How long a player must have been away before the others may vote to let a bot play.";
        thought: "How long a bot may think about one thing; then it answers with the best so far.";
        thought_shared: "How long a bot may think about one thing while bots of other guests wait for a processor.";
        thought_patience: "How long a bot may wait for a processor; then it thinks for a few milliseconds only.";
        hint: "How long a request for a hint may wait before it is refused because of too many others.";
        notice_grace: "How long after a question a player who doesn't look at the table is notified.";
        notice_look: "How often notifications are looked for that are due.";
        notice_retry: "How long after a first failure a notification is sent again.";
        notice_lease: "After how long another server sends a notification whose server has failed; an email after six times as long.";
        farewell: "How long closing sockets may take when the server stops.";
        lease: "How long after its last sign of life the tables of a node on the same database may be taken over.";
    }
}

/// Where a value was set.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    Default,
    File(PathBuf),
    Variable(String),
    Flag(String),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File(path) => path.display().fmt(f),
            Self::Variable(name) | Self::Flag(name) => f.write_str(name),
        }
    }
}

/// The settings in force, with the source of each.
#[derive(Clone, Debug)]
pub(crate) struct InForce {
    pub(crate) settings: Settings,
    /// The sources, by the setting's number.
    sources: Vec<Source>,
    /// Environment variables with the prefix that name no setting.
    pub(crate) unknown_variables: Vec<String>,
}

/// A setting that was given on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Given {
    pub(crate) key: String,
    /// Its value, as text.
    pub(crate) value: String,
    /// How it was given, such as `--listen`.
    pub(crate) by: String,
}

impl InForce {
    /// Merges the settings of a file, the environment and the command line.
    ///
    /// # Errors
    /// The file can't be read; a key is unknown; or a value is not what the setting takes.
    pub(crate) fn gather(settings: Settings, file: Option<&Path>, given: &[Given]) -> Result<Self, Failure> {
        let mut values: Vec<(Source, Option<Toml>, Option<String>)> =
            SETTINGS.iter().map(|_| (Source::Default, None, None)).collect();
        if let Some(path) = file {
            for (key, value) in read_file(path)? {
                values[key] = (Source::File(path.to_owned()), Some(value), None);
            }
        }
        let mut unknown_variables = Vec::new();
        for (name, value) in env::vars_os() {
            let Some(name) = name.to_str().filter(|name| name.starts_with(PREFIX) && !OTHERS.contains(name))
            else {
                continue;
            };
            let Some(number) = SETTINGS.iter().position(|setting| variable(setting.key) == name) else {
                unknown_variables.push(name.to_owned());
                continue;
            };
            let text = value.to_string_lossy().into_owned();
            values[number] = (Source::Variable(name.to_owned()), parse(&text), Some(text));
        }
        for Given { key, value, by } in given {
            let number = find(key).ok_or_else(|| Failure::BadInput(unknown(key, by)))?;
            values[number] = (Source::Flag(by.clone()), parse(value), Some(value.clone()));
        }
        let mut in_force = Self { settings, sources: Vec::new(), unknown_variables };
        for (setting, (source, value, text)) in SETTINGS.iter().zip(values) {
            in_force.set(setting, &source, value, text)?;
            in_force.sources.push(source);
        }
        in_force.check()?;
        Ok(in_force)
    }

    /// Checks what the types of the values don't: zeros that would make the server unusable, and origins that no browser
    /// sends.
    ///
    /// # Errors
    /// The first value that makes no sense.
    fn check(&mut self) -> Result<(), Failure> {
        let Config { limits, times, origins, webhooks, .. } = &mut self.settings.config;
        for origin in origins.iter_mut().chain(&mut webhooks.origins) {
            origin.truncate(origin.trim_end_matches('/').len());
        }
        let zeros = [
            ("limits.connections", limits.connections == 0),
            ("limits.connections_per_address", limits.connections_per_address == 0),
            ("limits.wide_network", limits.wide_network == 0),
            ("limits.sockets", limits.sockets == 0),
            ("limits.sockets_per_address", limits.sockets_per_address == 0),
            ("limits.message_bytes", limits.message_bytes == 0),
            ("limits.outbox_bytes", limits.outbox_bytes == 0),
            ("times.head", times.head.is_zero()),
            ("times.ping", times.ping.is_zero()),
            ("times.silent", times.silent.is_zero()),
            ("times.slow", times.slow.is_zero()),
            ("times.thought", times.thought.is_zero()),
            ("times.hint", times.hint.is_zero()),
            ("times.lease", times.lease.is_zero()),
        ];
        let zero = zeros.into_iter().find_map(|(key, is_zero)| is_zero.then_some(key));
        if let Some(key) = zero {
            return Err(self.complain(key, "expected more than 0: otherwise no client can use this server"));
        }
        let Config { origins, webhooks, .. } = &self.settings.config;
        for (key, origins) in [("origins", origins), ("webhooks.origins", &webhooks.origins)] {
            if let Some(origin) = origins.iter().find(|origin| !is_origin(origin)) {
                let complaint =
                    format!("expected origins such as \"https://play.example\", found {origin:?}");
                return Err(self.complain(key, &complaint));
            }
        }
        self.settings.config.mail_password = self.mail_password()?;
        let Config { mail, mail_password, .. } = &self.settings.config;
        mail.check(mail_password.is_some())
            .map_err(|MailError { setting, problem }| self.complain(&format!("mail.{setting}"), &problem))
    }

    /// The password for the mail server: from its file, or from the environment.
    ///
    /// # Errors
    /// The file can't be read.
    fn mail_password(&self) -> Result<Option<Password>, Failure> {
        let password = match &self.settings.config.mail.password_file {
            Some(file) => Some(crate::files::read(file)?),
            None => env::var(MAIL_PASSWORD).ok(),
        };
        Ok(password.map(|password| Password(password.trim_end_matches(['\r', '\n']).to_owned())))
    }

    /// The failure for a setting whose value makes no sense, with its source.
    fn complain(&self, key: &str, complaint: &str) -> Failure {
        let source = find(key).and_then(|number| self.sources.get(number));
        let source = source.map_or_else(String::new, |source| format!("{source}: "));
        Failure::BadInput(format!("{source}{key}: {complaint}"))
    }

    /// Sets a setting to a TOML value or, if that doesn't fit, to the text as it was written.
    fn set(
        &mut self,
        setting: &Setting,
        source: &Source,
        value: Option<Toml>,
        text: Option<String>,
    ) -> Result<(), Failure> {
        let mut complaint = None;
        for value in value.into_iter().chain(text.map(Toml::String)) {
            match (setting.set)(&mut self.settings, &value) {
                Ok(()) => {
                    if setting.key == "no_limits" && self.settings.no_limits {
                        self.settings.config.limits = Limits::none();
                    }
                    return Ok(());
                }
                Err(expected) => {
                    complaint.get_or_insert(format!("{source}: {}: {expected}, found {value}", setting.key));
                }
            }
        }
        complaint.map_or(Ok(()), |complaint| Err(Failure::BadInput(complaint)))
    }
}

/// All settings as a file that can be used, with where each comes from.
impl fmt::Display for InForce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut group = "";
        for (Setting { key, about, show, .. }, source) in SETTINGS.iter().zip(&self.sources) {
            let (of, name) = key.split_once('.').unwrap_or(("", key));
            if of != group {
                writeln!(f, "\n[{of}]")?;
                group = of;
            }
            writeln!(f, "# {about}\n{name} = {}  # {source}", show(&self.settings))?;
        }
        Ok(())
    }
}

/// The environment variable of a setting.
fn variable(key: &str) -> String {
    format!("{PREFIX}{}", key.replace('.', "_").to_uppercase())
}

/// Whether a browser may send this as the origin of a page: a scheme and a host, and a port if it is not the usual one.
fn is_origin(text: &str) -> bool {
    let Some((scheme, host)) = text.split_once("://") else { return false };
    let usual_port = if scheme.eq_ignore_ascii_case("https") { ":443" } else { ":80" };
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
    matches!(scheme.to_ascii_lowercase().as_str(), "http" | "https")
        && !host.is_empty()
        && host.bytes().all(is_plain)
        && !host.ends_with(usual_port)
}

fn find(key: &str) -> Option<usize> {
    SETTINGS.iter().position(|setting| setting.key == key)
}

/// Parses a text as a TOML value; `None` if it is none.
fn parse(text: &str) -> Option<Toml> {
    let mut table: Table = format!("value = {text}").parse().ok()?;
    table.remove("value")
}

fn unknown(key: &str, source: &str) -> String {
    let group = key.split_once('.').map_or("", |(group, _)| group);
    let of = |setting: &&Setting| setting.key.split_once('.').map_or("", |(group, _)| group) == group;
    let mut expected: Vec<_> = SETTINGS.iter().filter(of).map(|setting| setting.key).collect();
    if expected.is_empty() {
        expected = SETTINGS.iter().map(|setting| setting.key).collect();
    }
    format!("{source}: there is no setting {key}; expected one of {}", expected.join(", "))
}

/// The settings in a file, by their numbers.
fn read_file(path: &Path) -> Result<Vec<(usize, Toml)>, Failure> {
    let text = crate::files::read(path)?;
    let name = path.display();
    let table: Table = text.parse().map_err(|error| Failure::BadInput(format!("{name}: {error}")))?;
    let mut found = Vec::new();
    for (key, value) in table {
        match value {
            Toml::Table(group) if find(&key).is_none() => {
                for (field, value) in group {
                    found.push((format!("{key}.{field}"), value));
                }
            }
            value => found.push((key, value)),
        }
    }
    let numbered = |(key, value): (String, Toml)| match find(&key) {
        Some(number) => Ok((number, value)),
        None => Err(Failure::BadInput(unknown(&key, &name.to_string()))),
    };
    found.into_iter().map(numbered).collect()
}
