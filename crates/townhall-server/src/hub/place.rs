//! The connections of sockets to tables, of this server or another one.

use std::{net::SocketAddr, sync::Arc, time::Instant};

use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot, watch};
use townhall_table::{
    TableCode,
    journal::Person,
    protocol::{Code, Command, Refusal},
};

use super::{
    Hub, Msg, NotServedHere, OutboxReceiver, Request, SocketRequest, Unconnected, message::Seated, outbox,
    placement::Search,
};

/// A message of a socket to a table of another server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FromSocket {
    /// A command, to which the table replies.
    Command(Command),
    /// A request for the whole table.
    Resync,
    /// The socket's guest has this name and colour now.
    Renamed(Person),
}

/// A socket's connection to a table. Dropping it disconnects the socket from the table.
#[derive(Debug)]
pub struct Place(At);

#[derive(Debug)]
enum At {
    /// The table is in memory here.
    Here(Seated),
    /// Another server has the table.
    Elsewhere(mpsc::Sender<FromSocket>),
}

impl Place {
    /// A connection to a table of another server. The messages of the channel are passed on to that server.
    #[must_use]
    pub const fn elsewhere(sender: mpsc::Sender<FromSocket>) -> Self {
        Self(At::Elsewhere(sender))
    }

    /// Sends a command to the table, which replies to it. False if the table's task or the connection to it has ended.
    pub async fn command(&self, command: Command) -> bool {
        match &self.0 {
            At::Here(Seated { connection, mailbox }) => {
                let msg = Msg::Command { connection: *connection, command, read_at: Instant::now() };
                mailbox.send(msg).await.is_ok()
            }
            At::Elsewhere(sender) => sender.send(FromSocket::Command(command)).await.is_ok(),
        }
    }

    /// Requests the whole table. False if the table's task or the connection to it has ended.
    pub async fn resync(&self) -> bool {
        match &self.0 {
            At::Here(Seated { connection, mailbox }) => {
                mailbox.send(Request::Resync { connection: *connection }.into()).await.is_ok()
            }
            At::Elsewhere(sender) => sender.send(FromSocket::Resync).await.is_ok(),
        }
    }

    /// Passes the new name and colour of the socket's guest on. False if the table's task or the connection to it has ended.
    pub async fn renamed(&self, person: Person) -> bool {
        match &self.0 {
            At::Here(Seated { mailbox, .. }) => {
                mailbox.send(Request::Renamed { person }.into()).await.is_ok()
            }
            At::Elsewhere(sender) => sender.send(FromSocket::Renamed(person)).await.is_ok(),
        }
    }
}

impl Hub {
    /// Becomes true when this server no longer answers for the tables that it claims from now on.
    pub(super) fn tenure(&self) -> watch::Receiver<bool> {
        self.placement.tenure().unwrap_or_else(|| self.stopping.clone())
    }

    /// Connects a socket to a table, wherever it is. Its first frame is the whole table.
    ///
    /// # Errors
    /// There is no such table, it can't be read, or the server that has it does not answer.
    pub async fn connect(
        self: &Arc<Self>,
        socket: &SocketRequest,
    ) -> Result<(Place, OutboxReceiver), Refusal> {
        let mut search = Search::new();
        loop {
            let server = match self.connect_here(socket).await {
                Ok(connected) => return Ok(connected),
                Err(NotServedHere::Refused(refusal)) => return Err(refusal),
                Err(NotServedHere::Elsewhere(server)) => server,
            };
            match self.placement.connect(server, socket.clone(), self.limits.outbox_bytes).await {
                Ok(connected) => return Ok(connected),
                Err(Unconnected::Refused(refusal)) => return Err(refusal),
                // The table may have moved to this or a third server since the lookup.
                Err(Unconnected::NotServedThere) => search.wait(None).await?,
            }
        }
    }

    /// Connects a socket to a table of this server.
    ///
    /// # Errors
    /// Another server has the table, there is no such table, or it can't be read.
    pub async fn connect_here(
        self: &Arc<Self>,
        socket: &SocketRequest,
    ) -> Result<(Place, OutboxReceiver), NotServedHere> {
        if !self.placement.may_answer() {
            return Err(Refusal::new(Code::Busy, "this server can't answer for its tables now").into());
        }
        let SocketRequest { code, person, since, address } = socket;
        let (seated, receiver) = self
            .ask(*code, |mailbox| {
                let (reply, replied) = oneshot::channel();
                let (sender, receiver) = outbox(self.limits.outbox_bytes);
                let (person, mailbox) = (person.clone(), mailbox.clone());
                let request = Request::Connect {
                    person,
                    since: *since,
                    address: *address,
                    outbox: sender,
                    mailbox,
                    reply,
                };
                (request, async { replied.await.map(|seated| seated.map(|seated| (seated, receiver))) })
            })
            .await?;
        Ok((Place(At::Here(seated)), receiver))
    }

    /// The address of the other server that has a table; none if this server has it, or no server does.
    pub(crate) async fn elsewhere(self: &Arc<Self>, code: TableCode) -> Option<SocketAddr> {
        if self.placement.is_local() {
            return None;
        }
        match self.read(code, |_| Ok(())).await {
            Err(NotServedHere::Elsewhere(server)) => Some(server),
            Ok(()) | Err(NotServedHere::Refused(_)) => None,
        }
    }
}
