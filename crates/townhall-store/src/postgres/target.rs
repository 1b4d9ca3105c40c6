//! The hosts of a database, and the options of connections to them.

use std::{fmt, net::SocketAddr, sync::Arc, time::Duration};

use parking_lot::Mutex;
use tokio::{net::lookup_host, time::timeout};
use tokio_postgres::{
    Config,
    config::{self, SslMode, TargetSessionAttrs},
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::link::{STATEMENT_TIMEOUT, explain};
use crate::data::DatabaseUrl;

/// The port if the URL names none: the default of Postgres.
const DEFAULT_PORT: u16 = 5432;
/// The time limit for connecting and logging in to one host, unless the URL sets `connect_timeout`.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);

/// The hosts of a database, and the options of connections to it.
#[derive(Clone)]
pub(crate) struct Target {
    /// At least one host. The primary is among them.
    hosts: Arc<[Host]>,
    /// The name of the host that was last known to be the primary.
    latest: Arc<Mutex<String>>,
    /// The TLS configuration, if the URL requires encryption.
    pub(crate) tls: Option<MakeRustlsConnect>,
}

/// A host, or one of its addresses.
#[derive(Clone)]
pub(crate) struct Host {
    pub(crate) name: String,
    pub(crate) config: Config,
    /// The time limit for connecting and logging in. The driver's own limit covers only the TCP connection.
    pub(crate) timeout: Duration,
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.hosts.iter().map(|host| &host.name);
        f.debug_list().entries(names).finish()
    }
}

impl Target {
    /// Parses a URL, and adds the options that this program needs. With `sslmode=require`, connections are encrypted, and the
    /// database must present a certificate for its name that this machine trusts.
    ///
    /// # Errors
    /// The URL is invalid, or this machine has no trusted certificates.
    pub(crate) fn of(url: &DatabaseUrl) -> Result<Self, String> {
        let config: Config = url.reveal().parse().map_err(|error| explain(&error))?;
        let tls = (config.get_ssl_mode() == SslMode::Require).then(trusting).transpose()?;
        let (names, addresses) = (config.get_hosts().len(), config.get_hostaddrs().len());
        let hosts = names.max(addresses);
        if hosts == 0 {
            return Err("its URL names no host".to_owned());
        }
        if names > 0 && addresses > 0 && names != addresses {
            return Err(format!("its URL names {names} hosts and {addresses} addresses (hostaddr)"));
        }
        let ports = config.get_ports().len();
        if ports > 1 && ports != hosts {
            return Err(format!("its URL names {hosts} hosts and {ports} ports"));
        }
        let hosts = (0..hosts).map(|number| Host::of(&config, number)).collect();
        Ok(Self { hosts, latest: Arc::default(), tls })
    }

    /// The addresses of all hosts, beginning with those of the last known primary.
    pub(crate) async fn in_turn(&self) -> Vec<Host> {
        let mut all = Vec::new();
        for host in &*self.hosts {
            all.extend(host.addresses().await);
        }
        let latest = self.latest.lock().clone();
        all.sort_by_key(|host| host.name != latest);
        all
    }

    /// Remembers that a host is the primary.
    pub(crate) fn prefer(&self, host: Host) {
        *self.latest.lock() = host.name;
    }
}

impl Host {
    /// A host of a configuration.
    fn of(all: &Config, number: usize) -> Self {
        let mut config = Config::new();
        let mut names = Vec::new();
        match all.get_hosts().get(number) {
            Some(config::Host::Tcp(name)) => {
                config.host(name);
                names.push(name.clone());
            }
            #[cfg(unix)]
            Some(config::Host::Unix(folder)) => {
                config.host_path(folder);
                names.push(folder.display().to_string());
            }
            None => {}
        }
        if let Some(address) = all.get_hostaddrs().get(number) {
            config.hostaddr(*address);
            names.push(address.to_string());
        }
        if let Some(port) = all.get_ports().get(number).or(all.get_ports().first()) {
            config.port(*port);
            names.push(port.to_string());
        }
        all.get_user().map(|user| config.user(user));
        all.get_password().map(|password| config.password(password));
        all.get_dbname().map(|name| config.dbname(name));
        all.get_options().map(|options| config.options(options));
        config.application_name(all.get_application_name().unwrap_or("townhall"));
        config.ssl_mode(all.get_ssl_mode()).ssl_negotiation(all.get_ssl_negotiation());
        config.channel_binding(all.get_channel_binding());
        // Writes are possible only on the primary.
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        let connect_timeout = all.get_connect_timeout().copied().unwrap_or(CONNECT_TIMEOUT);
        config.connect_timeout(connect_timeout);
        config.tcp_user_timeout(all.get_tcp_user_timeout().copied().unwrap_or(STATEMENT_TIMEOUT));
        // Only keepalives detect a host that failed after its TCP stack had acknowledged all data.
        config
            .keepalives_idle(STATEMENT_TIMEOUT)
            .keepalives_interval(STATEMENT_TIMEOUT / 2)
            .keepalives_retries(2);
        Self { name: names.join(":"), config, timeout: connect_timeout }
    }

    /// One entry for each current address of the host's name; a single entry with the name if it has one address or can't be
    /// resolved.
    async fn addresses(&self) -> Vec<Self> {
        let alone = || vec![self.clone()];
        let ([config::Host::Tcp(name)], []) = (self.config.get_hosts(), self.config.get_hostaddrs()) else {
            return alone();
        };
        let port = self.config.get_ports().first().copied().unwrap_or(DEFAULT_PORT);
        let Ok(Ok(found)) = timeout(self.timeout, lookup_host((name.as_str(), port))).await else {
            return alone();
        };
        let found: Vec<_> = found.collect();
        if found.len() < 2 {
            return alone();
        }
        let at = |address: SocketAddr| {
            let mut one = self.clone();
            one.config.hostaddr(address.ip());
            one.name = format!("{} at {address}", self.name);
            one
        };
        found.into_iter().map(at).collect()
    }
}

/// Connections that trust the certificates that this machine trusts; the variable `SSL_CERT_FILE` names others.
fn trusting() -> Result<MakeRustlsConnect, String> {
    let (tls, doubtful) = MakeRustlsConnect::with_native_certs()
        .map_err(|errors| format!("this machine trusts no certificates: {errors:?}"))?;
    for error in doubtful {
        tracing::warn!(%error, "a certificate that this machine trusts can't be read");
    }
    Ok(tls)
}
