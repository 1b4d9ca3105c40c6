//! Where a table is, and the connections of sockets to it: here, or by way of the node that has it.

use std::{net::SocketAddr, sync::Arc, time::Instant};

use tokio::sync::{mpsc, oneshot, watch};
use townhall_table::{
    journal::Person,
    protocol::{Code, Command, Refusal},
    session::ConnectionId,
};

use super::{Hub, Msg, OutboxReceiver, outbox, table::Search};
use crate::nodes::{Forwarded, Link, Nodes, NotOpen, Opening};

/// Why a table does not answer.
#[derive(Clone, Debug)]
pub(crate) enum NotServedHere {
    /// It is refused, or there is no such table.
    Refused(Refusal),
    /// Another node has it, which can be reached.
    Elsewhere(Arc<Link>),
}

impl From<Refusal> for NotServedHere {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<NotServedHere> for Refusal {
    fn from(away: NotServedHere) -> Self {
        match away {
            NotServedHere::Refused(refusal) => refusal,
            NotServedHere::Elsewhere(_) => Self::new(Code::Busy, "another server has this table; try again"),
        }
    }
}

/// A socket's connection to a table. Dropping it disconnects the socket from the table.
#[derive(Debug)]
pub struct Place(At);

#[derive(Debug)]
enum At {
    /// The table is here.
    Here(Seated),
    /// Another node has it.
    Elsewhere(Forwarded),
}

/// A connection to a table in memory.
#[derive(Debug)]
struct Seated {
    connection: ConnectionId,
    mailbox: mpsc::Sender<Msg>,
}

impl Place {
    /// Hands a command to the table, which will answer it. False if the table's task has ended.
    pub async fn command(&self, command: Command) -> bool {
        match &self.0 {
            At::Here(Seated { connection, mailbox }) => {
                let msg = Msg::Command { connection: *connection, command, read_at: Instant::now() };
                mailbox.send(msg).await.is_ok()
            }
            At::Elsewhere(forwarded) => forwarded.command(command).await,
        }
    }

    /// Asks for the whole table. False if the table's task has ended.
    pub async fn resync(&self) -> bool {
        match &self.0 {
            At::Here(Seated { connection, mailbox }) => {
                mailbox.send(Msg::Resync { connection: *connection }).await.is_ok()
            }
            At::Elsewhere(forwarded) => forwarded.resync().await,
        }
    }
}

impl Drop for Seated {
    fn drop(&mut self) {
        let msg = Msg::Disconnect { connection: self.connection };
        if let Err(mpsc::error::TrySendError::Full(msg)) = self.mailbox.try_send(msg)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            let mailbox = self.mailbox.clone();
            runtime.spawn(async move { mailbox.send(msg).await });
        }
    }
}

impl Hub {
    /// Turns true when this server no longer answers for the tables that it claims from now on.
    pub(super) fn tenure(&self) -> watch::Receiver<bool> {
        self.nodes.as_ref().map_or_else(|| self.stopping.clone(), |nodes| nodes.tenure())
    }

    /// Connects a socket to a table, wherever it is. Its first frame is the whole table.
    ///
    /// # Errors
    /// There is no such table, it can't be read, or the node that has it does not answer.
    pub async fn connect(
        self: &Arc<Self>,
        code: &str,
        person: Option<Person>,
        since: u64,
        outbox_limit: usize,
    ) -> Result<(Place, OutboxReceiver), Refusal> {
        let mut search = Search::new();
        loop {
            let link = match self.connect_here(code, person.clone(), since, outbox_limit).await {
                Ok(connected) => return Ok(connected),
                Err(NotServedHere::Refused(refusal)) => return Err(refusal),
                Err(NotServedHere::Elsewhere(link)) => link,
            };
            let opening = Opening { code: code.to_owned(), person: person.clone(), since };
            match link.open(opening, outbox_limit).await {
                Ok((forwarded, receiver)) => return Ok((Place(At::Elsewhere(forwarded)), receiver)),
                Err(NotOpen::Refused(refusal)) => return Err(refusal),
                // It was there a moment ago: it may be here now, or with a third.
                Err(NotOpen::NotThere) => search.wait(None).await?,
            }
        }
    }

    /// Connects a socket to a table of this server.
    pub(crate) async fn connect_here(
        self: &Arc<Self>,
        code: &str,
        person: Option<Person>,
        since: u64,
        outbox_limit: usize,
    ) -> Result<(Place, OutboxReceiver), NotServedHere> {
        if self.nodes.as_ref().is_some_and(|nodes| nodes.is_late()) {
            return Err(Refusal::new(Code::Busy, "this server can't answer for its tables now").into());
        }
        let ((connection, receiver), mailbox) = self
            .ask(code, || {
                let (answer, answered) = oneshot::channel();
                let (sender, receiver) = outbox(outbox_limit);
                let msg = Msg::Connect { person: person.clone(), since, outbox: sender, answer };
                (msg, async { answered.await.map(|id| id.map(|id| (id, receiver))) })
            })
            .await?;
        Ok((Place(At::Here(Seated { connection, mailbox })), receiver))
    }

    /// The connection to the node that has a table; none if this server has it, or nobody.
    pub(crate) async fn elsewhere(self: &Arc<Self>, code: &str) -> Option<Arc<Link>> {
        self.nodes.as_ref()?;
        match self.read(code, |_| Ok(())).await {
            Err(NotServedHere::Elsewhere(link)) => Some(link),
            Ok(()) | Err(NotServedHere::Refused(_)) => None,
        }
    }

    /// The connection to a node; none if it can't be reached.
    pub(super) async fn link(&self, node: SocketAddr) -> Option<Arc<Link>> {
        self.nodes.as_ref()?.link(node).await
    }

    /// The other nodes, if this server is one of several.
    pub(crate) const fn nodes(&self) -> Option<&Arc<Nodes>> {
        self.nodes.as_ref()
    }
}
