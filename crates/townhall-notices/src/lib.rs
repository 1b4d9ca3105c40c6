//! Notifications of people who don't look at a table: what is sent and when, to whom, through which channel, and how it is
//! delivered: to the push services of browsers, to webhooks, and by email.
//!
//! A message may be sent twice if the server is killed after a service accepted it; both have the same topic or id, so that the
//! later one takes the place of the earlier, or the receiver drops it.
//!
//! # The path of a notification
//!
//! Seven places decide about it: six of the server, and an open page by itself.
//!
//! | question | place |
//! | --- | --- |
//! | Is there a reason, and for whom? | `crates/townhall-table/src/session/notices.rs`: a commit lists its [`Notice`](townhall_table::session::Notice)s. |
//! | When is it due? | `crates/townhall-store/src/journal.rs` (`Append::new`, `notice_rows`): after [`Times::grace`], unless the notice has a time of its own. Only reminders have one, which `crates/townhall-table/src/table/turns.rs` computes. |
//! | Through which channels? | `crates/townhall-store/src/postgres/append.rs` and `crates/townhall-store/src/sqlite/rows.rs`: the statement that adds a commit to the journal also adds one row for each [`Channel`](townhall_store::Channel) of the person that wants this kind. |
//! | When does it get a place? | `turns.rs`: places per target and medium, turns by owner, pauses of hosts that do not answer. |
//! | Is it still true, and is the person away? | `notifier.rs`: the table's card, whether a later turn was asked (`is_outdated` in `crates/townhall-store/src/notices.rs`), and [`Looking`]. Quiet hours postpone it. |
//! | Alone or with others? | `digest.rs`: turns of channels with a digest are collected until its next time. |
//! | Does an open page that is not in view notify its user? | `alertOf` in `web/src/lib/settings/alerts.svelte.ts`, called by `web/src/pages/table/Playing.svelte`: when a turn begins, and when others talk during it. |
//!
//! `text.rs` then writes the message in the language of the channel, and `push.rs` (Web Push), `webhook.rs` or `mail.rs`
//! bring it into the form of its medium. An email also tells what has happened: `news.rs` reads it from the table's log, `told.rs`
//! has the sentences, and `things.rs` the names of cards and tiles. `post.rs` sends requests to push services and webhooks. The
//! outcome is stored: the notice was sent, is tried again, or is given up.
//!
//! In the browser, `web/src/lib/offline/sw.ts` shows messages of the server and decides which of them make a sound.
//!
//! `pages.rs` has the pages at which a kind is switched off, `config.rs` what the operator can set.

mod config;
mod digest;
mod mail;
pub mod metric_names;
mod news;
mod notifier;
pub mod pages;
mod post;
mod push;
mod text;
mod things;
mod told;
mod turns;
mod webhook;

use std::fmt;

use futures_util::future::BoxFuture;
use tokio::sync::oneshot;
use townhall_table::{TableCode, journal::PlayerId};

pub use self::{
    config::{Encryption, Mail, MailError, Password, Times, Webhooks},
    mail::{Mailer, Unsent, email_address, mailbox_of},
    notifier::{DAY_MINUTES, Notifier},
    push::{PushKey, SubscriptionKeys},
    webhook::{Hook, WebhookFormat},
};

/// Receives a message when a person stops looking at a table: their last page in view is closed or hidden. If the table's task
/// ends before that, the sender is dropped.
pub type StoppedLooking = oneshot::Receiver<()>;

/// The tables in memory, which know whether a person looks at them.
pub trait Looking: fmt::Debug + Send + Sync + 'static {
    /// Whether a person is connected to a table with a page that is in view; if so, the future that completes when they stop.
    fn looking(&self, code: TableCode, who: PlayerId) -> BoxFuture<'_, Option<StoppedLooking>>;
}
