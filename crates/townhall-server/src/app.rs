//! The state that all requests share.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use axum::http::HeaderMap;
use tokio::sync::{mpsc, watch};

use crate::{
    config::Config,
    failure::store_refusal,
    http::Health,
    hub::Hub,
    identity::Secret,
    limits::{Address, BucketsByAddress, SocketLimiter, TokenBuckets},
    lock::lock,
    refusals::RefusalLog,
    store::{Login, Store},
};
use townhall_table::{
    journal::{Person, PlayerId},
    protocol::{Code, Refusal},
};

/// The state that all requests share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) hub: Arc<Hub>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) sockets: Arc<SocketLimiter>,
    pub(crate) requests: BucketsByAddress,
    pub(crate) creations: BucketsByAddress,
    pub(crate) hints: BucketsByAddress,
    pub(crate) device_codes: BucketsByAddress,
    pub(crate) exports: BucketsByAddress,
    pub(crate) record_files: BucketsByAddress,
    pub(crate) records: BucketsByAddress,
    pub(crate) messages: BucketsByAddress,
    pub(crate) renames: Mutex<TokenBuckets<PlayerId>>,
    pub(crate) health: Health,
    pub(crate) refusals: RefusalLog,
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

    /// Counts one request of the client's address against a limit.
    ///
    /// # Errors
    /// [`Code::TooMany`] with this detail: the address has used the limit up.
    pub(crate) fn spend(
        &self,
        limit: &BucketsByAddress,
        peer: SocketAddr,
        headers: &HeaderMap,
        detail: &str,
    ) -> Result<(), Refusal> {
        if limit.take(self.address(peer, headers)) {
            Ok(())
        } else {
            Err(Refusal::new(Code::TooMany, detail))
        }
    }

    /// Whether the client's page came by https.
    pub(crate) fn is_https(&self, headers: &HeaderMap) -> bool {
        self.config.behind_proxy && headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https")
    }

    /// Whether a guest may take another name now.
    pub(crate) fn may_rename(&self, who: PlayerId) -> bool {
        lock(&self.renames).take(who)
    }

    /// The guest and the device whose cookie came with a request; none without a valid cookie.
    pub(crate) async fn known(&self, headers: &HeaderMap) -> Result<Option<Login>, Refusal> {
        match Secret::of(headers) {
            Some(secret) => self.store.login(secret.hash()).await.map_err(store_refusal),
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
