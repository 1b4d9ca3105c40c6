//! Which database is connected to, and how.

use std::{fmt, time::Duration};

use tokio_postgres::{
    Config,
    config::{SslMode, TargetSessionAttrs},
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::link::{PATIENCE, explain};
use crate::store::DatabaseUrl;

/// How long connecting to one host may take.
const CONNECTING: Duration = Duration::from_secs(3);

/// The database, and how to connect to it.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) config: Config,
    /// If the URL requires encryption.
    pub(super) tls: Option<MakeRustlsConnect>,
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Target").field("config", &self.config).finish_non_exhaustive()
    }
}

impl Target {
    /// What a URL says, with what this program needs. With `sslmode=require`, connections are encrypted, and the
    /// database has to show a certificate of its name that this machine trusts.
    ///
    /// # Errors
    /// What is wrong with the URL, or that this machine trusts no certificates.
    pub(super) fn of(url: &DatabaseUrl) -> Result<Self, String> {
        let mut config: Config = url.reveal().parse().map_err(|error| explain(&error))?;
        let tls = (config.get_ssl_mode() == SslMode::Require).then(trusting).transpose()?;
        // A standby can be read, but whatever is written has to go to the primary.
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECTING);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(PATIENCE);
        }
        // What the database has received and not answered is no longer outstanding for TCP: only this finds a host that is gone.
        config.keepalives_idle(PATIENCE).keepalives_interval(PATIENCE / 2).keepalives_retries(2);
        if config.get_application_name().is_none() {
            config.application_name("townhall");
        }
        Ok(Self { config, tls })
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
