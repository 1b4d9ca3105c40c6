//! The state that all requests share.

use std::sync::{Arc, Mutex};

use tokio::sync::{mpsc, watch};
use townhall_table::journal::PlayerId;

use crate::{
    config::Config,
    health::Health,
    hub::Hub,
    limits::{BucketsByAddress, SocketLimiter, TokenBuckets},
    lock::lock,
    notices::Notifier,
    refusal_log::RefusalLog,
    reused::PublicLists,
    store::Store,
};

/// The state that all requests share. Each of the buckets limits one kind of request by the client's address.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) hub: Arc<Hub>,
    pub(crate) store: Arc<Store>,
    pub(crate) sockets: Arc<SocketLimiter>,
    /// All requests, except those for files of the web client.
    pub(crate) requests: BucketsByAddress,
    /// New guests and tables.
    pub(crate) creations: BucketsByAddress,
    /// Reports of players.
    pub(crate) reports: BucketsByAddress,
    pub(crate) hints: BucketsByAddress,
    pub(crate) device_codes: BucketsByAddress,
    /// Webhooks and email addresses that are added.
    pub(crate) channels: BucketsByAddress,
    /// Codes sent to email addresses, by address.
    pub(crate) email_codes: Mutex<TokenBuckets<String>>,
    pub(crate) exports: BucketsByAddress,
    /// Downloads of all finished games of a guest.
    pub(crate) record_files: BucketsByAddress,
    /// Uploads of finished games.
    pub(crate) records: BucketsByAddress,
    /// Messages on sockets.
    pub(crate) messages: BucketsByAddress,
    /// Changes of name and colour, by guest.
    pub(crate) renames: Mutex<TokenBuckets<PlayerId>>,
    pub(crate) notifier: Arc<Notifier>,
    pub(crate) health: Health,
    pub(crate) refusals: RefusalLog,
    pub(crate) public_lists: PublicLists,
    pub(crate) stopping: watch::Receiver<bool>,
    /// Held by each socket, so that the server knows when the last one has closed.
    pub(crate) open_sockets: mpsc::Sender<()>,
}

impl App {
    /// Counts a change of a guest's name or colour; false if the guest has changed it too often.
    pub(crate) fn may_rename(&self, guest: PlayerId) -> bool {
        lock(&self.renames).take(guest)
    }

    /// Counts a code that is sent to an email address; false if it was sent too many.
    pub(crate) fn may_send_code(&self, address: &str) -> bool {
        lock(&self.email_codes).take(address.to_lowercase())
    }
}
