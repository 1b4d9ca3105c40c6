//! The messages to a table in memory, and what its actor replies.

use std::{net::SocketAddr, time::Instant};

use tokio::sync::{mpsc, oneshot};
use townhall_table::{
    journal::{Person, PlayerId},
    protocol::{Code, Command, Refusal},
    session::{ConnectionId, Session},
};

use townhall_notices::StoppedLooking;

use super::OutboxSender;
use crate::limits::Address;

/// The reason why a table does not answer here.
#[derive(Clone, Debug)]
pub enum NotServedHere {
    /// The request was refused, or the table does not exist.
    Refused(Refusal),
    /// The server at this address has the table, and can be reached.
    Elsewhere(SocketAddr),
}

impl From<Refusal> for NotServedHere {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<NotServedHere> for Refusal {
    fn from(reason: NotServedHere) -> Self {
        match reason {
            NotServedHere::Refused(refusal) => refusal,
            NotServedHere::Elsewhere(_) => Self::new(Code::Busy, "another server has this table; try again"),
        }
    }
}

/// The channel for the reply to a request.
pub(super) type ReplyTo<T> = oneshot::Sender<Result<T, NotServedHere>>;

/// A function that reads a table's session, or gets the reason why it can't be read, and sends its own reply.
pub(super) type Question = Box<dyn FnOnce(Result<&Session, NotServedHere>) + Send>;

/// A message to a table.
pub(super) enum Msg {
    /// A player's command. Commands that wait together are committed together.
    Command {
        connection: ConnectionId,
        command: Command,
        read_at: Instant,
    },
    Request(Request),
}

/// A message to a table that is not a command, and is handled alone.
pub(super) enum Request {
    Connect {
        person: Option<Person>,
        since: u64,
        address: Address,
        outbox: OutboxSender,
        /// The table's own mailbox, for the [`Seated`] of the reply.
        mailbox: mpsc::Sender<Msg>,
        reply: ReplyTo<Seated>,
    },
    /// A read of the session, which must not change it.
    Ask(Question),
    /// The reply is sent if a person is looking, and dropped otherwise.
    Look {
        who: PlayerId,
        reply: oneshot::Sender<StoppedLooking>,
    },
    Disconnect {
        connection: ConnectionId,
    },
    /// Something is due. The sender is dropped once it is done.
    Due {
        done: oneshot::Sender<()>,
    },
    Resync {
        connection: ConnectionId,
    },
    Renamed {
        person: Person,
    },
    /// The host invites a person. The reply is sent once that is stored.
    Invite {
        by: PlayerId,
        guest: Person,
        reply: ReplyTo<()>,
    },
    /// A person was forgotten. The reply is sent once the journal no longer names them, with whether it did before.
    Forget {
        who: PlayerId,
        reply: ReplyTo<bool>,
    },
    /// The operator closed or removed the table.
    Removed,
}

impl From<Request> for Msg {
    fn from(request: Request) -> Self {
        Self::Request(request)
    }
}

/// A connection to a table in memory. Dropping it disconnects, also before it has reached the socket: a client may go away
/// while the table replies.
#[derive(Debug)]
pub(super) struct Seated {
    pub(super) connection: ConnectionId,
    pub(super) mailbox: mpsc::Sender<Msg>,
}

impl Drop for Seated {
    fn drop(&mut self) {
        let msg = Request::Disconnect { connection: self.connection }.into();
        if let Err(mpsc::error::TrySendError::Full(msg)) = self.mailbox.try_send(msg)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let mailbox = self.mailbox.clone();
            runtime.spawn(async move { mailbox.send(msg).await });
        }
    }
}
