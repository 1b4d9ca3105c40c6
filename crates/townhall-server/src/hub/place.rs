//! The connections of sockets to tables, of this server or another one.

use std::{net::SocketAddr, sync::Arc, time::Instant};

use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot, watch};
use townhall_table::{
    journal::Person,
    protocol::{Code, Command, Refusal},
    session::ConnectionId,
};

use super::{Hub, Msg, Opening, OutboxReceiver, Unconnected, outbox, table::Search};

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

/// A connection to a table in memory. Dropping it disconnects, also before it has reached the socket: a client may go away
/// while the table answers.
#[derive(Debug)]
pub(super) struct Seated {
    pub(super) connection: ConnectionId,
    pub(super) mailbox: mpsc::Sender<Msg>,
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
                mailbox.send(Msg::Resync { connection: *connection }).await.is_ok()
            }
            At::Elsewhere(sender) => sender.send(FromSocket::Resync).await.is_ok(),
        }
    }

    /// Passes the new name and colour of the socket's guest on. False if the table's task or the connection to it has ended.
    pub async fn renamed(&self, person: Person) -> bool {
        match &self.0 {
            At::Here(Seated { mailbox, .. }) => mailbox.send(Msg::Renamed { person }).await.is_ok(),
            At::Elsewhere(sender) => sender.send(FromSocket::Renamed(person)).await.is_ok(),
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
    /// Becomes true when this server no longer answers for the tables that it claims from now on.
    pub(super) fn tenure(&self) -> watch::Receiver<bool> {
        self.placement.tenure().unwrap_or_else(|| self.stopping.clone())
    }

    /// Connects a socket to a table, wherever it is. Its first frame is the whole table.
    ///
    /// # Errors
    /// There is no such table, it can't be read, or the server that has it does not answer.
    pub async fn connect(self: &Arc<Self>, opening: &Opening) -> Result<(Place, OutboxReceiver), Refusal> {
        let mut search = Search::new();
        loop {
            let server = match self.connect_here(opening).await {
                Ok(connected) => return Ok(connected),
                Err(NotServedHere::Refused(refusal)) => return Err(refusal),
                Err(NotServedHere::Elsewhere(server)) => server,
            };
            match self.placement.connect(server, opening.clone(), self.limits.outbox_bytes).await {
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
        opening: &Opening,
    ) -> Result<(Place, OutboxReceiver), NotServedHere> {
        if !self.placement.may_answer() {
            return Err(Refusal::new(Code::Busy, "this server can't answer for its tables now").into());
        }
        let Opening { code, person, since, address } = opening;
        let (seated, receiver) = self
            .ask(code, |mailbox| {
                let (answer, answered) = oneshot::channel();
                let (sender, receiver) = outbox(self.limits.outbox_bytes);
                let (person, mailbox) = (person.clone(), mailbox.clone());
                let msg = Msg::Connect {
                    person,
                    since: *since,
                    address: *address,
                    outbox: sender,
                    mailbox,
                    answer,
                };
                (msg, async { answered.await.map(|seated| seated.map(|seated| (seated, receiver))) })
            })
            .await?;
        Ok((Place(At::Here(seated)), receiver))
    }

    /// The address of the other server that has a table; none if this server has it, or no server does.
    pub(crate) async fn elsewhere(self: &Arc<Self>, code: &str) -> Option<SocketAddr> {
        if self.placement.is_local() {
            return None;
        }
        match self.read(code, |_| Ok(())).await {
            Err(NotServedHere::Elsewhere(server)) => Some(server),
            Ok(()) | Err(NotServedHere::Refused(_)) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{future::poll_fn, net::IpAddr, pin::pin, task::Poll};

    use tempfile::TempDir;
    use townhall_table::{
        journal::{Colour, Options, PlayerId},
        room,
    };

    use super::*;
    use crate::{
        config::{Limits, Times},
        hub::placement::Local,
        store::SqliteStore,
    };

    #[tokio::test]
    async fn a_client_that_goes_away_while_it_is_connected_leaves_no_connection() {
        let folder = TempDir::new().unwrap();
        let store = Arc::new(SqliteStore::open(&folder.path().join("tables")).await.unwrap());
        let (_stop, stopping) = watch::channel(false);
        let (times, limits) = (Times::default(), Limits::default());
        let hub = Hub::new(store, townhall_games::catalogue(), times, limits, stopping, Arc::new(Local));
        let host = Person { id: PlayerId(1), name: "Ada".to_owned(), colour: Colour::default() };
        let address = IpAddr::from([127, 0, 0, 1]).into();
        let table = room::Opening {
            game: "point-city".to_owned(),
            variant: "standard".to_owned(),
            players: 2,
            options: Options::default(),
            host: host.clone(),
            people: vec![(0, host.clone())],
            kept: Vec::new(),
            bots: Vec::new(),
            bot_names: Vec::new(),
        };
        let code = hub.open(&table, false, address).await.unwrap();
        let opening = Opening { code: code.clone(), person: Some(host.clone()), since: 0, address };
        let is_connected = async || {
            let id = host.id;
            hub.read(&code, move |session| Ok(session.is_connected(id))).await.unwrap()
        };
        for is_answered in [false, true] {
            assert!(!is_connected().await);
            {
                let mut connecting = pin!(hub.connect_here(&opening));
                let polled = poll_fn(|context| Poll::Ready(connecting.as_mut().poll(context)));
                assert!(polled.await.is_pending());
                if is_answered {
                    // The table has handled what came before this.
                    assert!(is_connected().await);
                }
            }
            let connected = hub.connect_here(&opening).await.unwrap();
            assert!(is_connected().await);
            drop(connected);
        }
        assert!(!is_connected().await);
    }
}
