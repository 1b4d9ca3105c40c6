//! The state that all requests share.

use std::{net::SocketAddr, sync::Arc};

use axum::http::HeaderMap;
use tokio::sync::{broadcast, mpsc, watch};

use crate::{
    config::Config,
    hub::Hub,
    identity::Secret,
    limits::{Address, CreditsByAddress, Doorkeeper},
    store::{DeviceId, Login, Store, StoreError},
};
use townhall_table::{
    journal::Person,
    protocol::{Code, Refusal},
};

/// The state that all requests share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) hub: Arc<Hub>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) door: Arc<Doorkeeper>,
    pub(crate) requests: CreditsByAddress,
    pub(crate) creations: CreditsByAddress,
    pub(crate) hints: CreditsByAddress,
    pub(crate) device_codes: CreditsByAddress,
    pub(crate) exports: CreditsByAddress,
    pub(crate) messages: CreditsByAddress,
    /// Tells sockets which device was signed out.
    pub(crate) signed_out: broadcast::Sender<DeviceId>,
    pub(crate) stopping: watch::Receiver<bool>,
    /// Held by each socket, so that the server knows when the last is gone.
    pub(crate) open_sockets: mpsc::Sender<()>,
}

impl App {
    /// The client's address, by which requests are limited.
    pub(crate) fn address(&self, peer: SocketAddr, headers: &HeaderMap) -> Address {
        let forwarded = || {
            let all = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            all.rsplit(',').next()?.trim().parse().ok()
        };
        let forwarded = if self.config.behind_proxy { forwarded() } else { None };
        Address::from(forwarded.unwrap_or(peer.ip()))
    }

    /// Whether the client's page came by https.
    pub(crate) fn is_https(&self, headers: &HeaderMap) -> bool {
        self.config.behind_proxy && headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https")
    }

    /// The guest and the device whose cookie came with a request; none without a valid cookie.
    pub(crate) async fn known(&self, headers: &HeaderMap) -> Result<Option<Login>, Refusal> {
        match Secret::of(headers) {
            Some(secret) => self.store.login(secret.hash()).await.map_err(failed),
            None => Ok(None),
        }
    }

    /// The guest and the device whose cookie came with a request; a refusal without a valid cookie.
    pub(crate) async fn login(&self, headers: &HeaderMap) -> Result<Login, Refusal> {
        let known = self.known(headers).await?;
        known.ok_or_else(|| Refusal::new(Code::Nobody, "expected the cookie of somebody with a name"))
    }

    /// The guest whose cookie came with a request; none without a valid cookie.
    pub(crate) async fn person(&self, headers: &HeaderMap) -> Result<Option<Person>, Refusal> {
        Ok(self.known(headers).await?.map(|login| login.person))
    }

    /// The guest whose cookie came with a request; a refusal without a valid cookie.
    pub(crate) async fn somebody(&self, headers: &HeaderMap) -> Result<Person, Refusal> {
        Ok(self.login(headers).await?.person)
    }
}

/// The refusal when the store failed; what failed is only logged.
pub(crate) fn failed(error: StoreError) -> Refusal {
    tracing::error!(%error, "the store failed");
    Refusal::new(Code::Internal, "the server failed; nothing was changed")
}
