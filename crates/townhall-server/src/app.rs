//! The state that all requests share.

use std::sync::{Arc, Mutex};

use tokio::sync::{mpsc, watch};
use townhall_notices::Notifier;
use townhall_store::Store;
use townhall_system::lock;
use townhall_table::journal::PlayerId;

use crate::{
    config::Config,
    health::Health,
    http::reused::PublicLists,
    hub::Hub,
    limits::{BucketsByAddress, EmailCodes, RequestLimits, SocketLimiter, TokenBuckets},
    refusal_log::RefusalLog,
};

/// The state that all requests share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) hub: Arc<Hub>,
    pub(crate) store: Arc<Store>,
    pub(crate) notifier: Arc<Notifier>,
    pub(crate) sockets: Arc<SocketLimiter>,
    /// All requests, except those for files of the web client.
    pub(crate) requests: BucketsByAddress,
    /// Requests of one kind.
    pub(crate) kinds: RequestLimits,
    /// Messages on sockets.
    pub(crate) messages: BucketsByAddress,
    /// First messages to webhooks, by host.
    webhooks: Mutex<TokenBuckets<String>>,
    /// Codes sent to email addresses.
    email_codes: EmailCodes,
    /// Changes of name and colour, by guest.
    renames: Mutex<TokenBuckets<PlayerId>>,
    /// Invitations, by guest.
    invitations: Mutex<TokenBuckets<PlayerId>>,
    pub(crate) health: Health,
    pub(crate) refusals: RefusalLog,
    pub(crate) public_lists: PublicLists,
    pub(crate) stopping: watch::Receiver<bool>,
    /// Held by each socket, so that the server knows when the last one has closed.
    pub(crate) open_sockets: mpsc::Sender<()>,
}

impl App {
    /// The state of a server that has served no request yet.
    pub(crate) fn new(
        config: Config,
        hub: Arc<Hub>,
        store: Arc<Store>,
        notifier: Arc<Notifier>,
        stopping: watch::Receiver<bool>,
        open_sockets: mpsc::Sender<()>,
    ) -> Self {
        let (limits, factor) = (config.limits, config.limits.wide_network);
        Self {
            config,
            hub,
            store,
            notifier,
            sockets: SocketLimiter::new(limits.sockets, limits.sockets_per_address, factor),
            requests: BucketsByAddress::new("requests", limits.requests, factor),
            kinds: RequestLimits::new(limits),
            messages: BucketsByAddress::new("messages", limits.messages_per_address, factor),
            webhooks: Mutex::new(TokenBuckets::new(limits.webhooks_per_host)),
            email_codes: EmailCodes::new(limits),
            renames: Mutex::new(TokenBuckets::new(limits.renames)),
            invitations: Mutex::new(TokenBuckets::new(limits.invitations)),
            health: Health::default(),
            refusals: RefusalLog::default(),
            public_lists: PublicLists::default(),
            stopping,
            open_sockets,
        }
    }

    /// Counts a change of a guest's name or colour; false if the guest has changed it too often.
    pub(crate) fn may_rename(&self, guest: PlayerId) -> bool {
        lock(&self.renames).take(guest)
    }

    /// Counts an invitation by a guest; false if the guest has made too many.
    pub(crate) fn may_invite(&self, guest: PlayerId) -> bool {
        lock(&self.invitations).take(guest)
    }

    /// Counts a first message to a webhook; false if its host has been sent too many.
    pub(crate) fn may_greet(&self, address: &str) -> bool {
        self.notifier.limited_host(address).is_none_or(|host| lock(&self.webhooks).take(host))
    }

    /// Counts a code that a guest has sent to an email address; false if there were too many.
    pub(crate) fn may_send_code(&self, guest: PlayerId, address: &str) -> bool {
        self.email_codes.take(guest, address)
    }
}
