//! People who are no help to a server: beside the players they come, leave, stall and flood, each at a table of its own.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt, future::join_all};
use serde_json::Value;
use tokio::time::{sleep, timeout};
use townhall_client::{ClientError, Guest, Socket, tungstenite::Message};
use townhall_table::protocol::{Action, Command};

use super::{Shared, table};
use crate::cli;

/// How long a socket that reads nothing is left open: longer than the server bears it.
const STALLED: Duration = Duration::from_secs(40);

/// The interval between messages of the talker: shorter than a person needs to read them.
const FLOOD: Duration = Duration::from_millis(20);

/// How long a visitor stays at a table before the page is closed.
const VISIT: Duration = Duration::from_millis(400);

/// How long a client waits after a refusal or a lost connection.
const AGAIN: Duration = Duration::from_millis(500);

/// Lets as many such tables as `args` says go on until the run is over.
pub(super) async fn run(args: &cli::Load, shared: &Shared) {
    let table = table(args, &shared.variant, shared.variant.max);
    join_all((0..args.crowd).map(|_| troubled_table(shared, &table))).await;
}

/// One table with a client that floods it with talk, one that reads nothing, and visitors that come and go.
async fn troubled_table(shared: &Shared, table: &Value) {
    while !shared.stopped() {
        let (host, code) = match open(shared, table).await {
            Ok(opened) => opened,
            Err(error) => {
                shared.disturbed(&error);
                sleep(AGAIN).await;
                continue;
            }
        };
        let flood = again(shared, || flood(shared, &host, &code));
        let stall = again(shared, || stall(shared, &code));
        let visit = again(shared, || visit(shared, table, &code));
        tokio::join!(flood, stall, visit);
    }
}

/// Does something again and again until the run is over.
async fn again<F: Future<Output = Result<(), ClientError>>>(shared: &Shared, disturb: impl Fn() -> F) {
    let mut stop = shared.stop.clone();
    let disturb = async {
        loop {
            if let Err(error) = disturb().await {
                shared.disturbed(&error);
                sleep(AGAIN).await;
            }
        }
    };
    tokio::select! {
        _ = stop.wait_for(|stop| *stop) => {}
        () = disturb => {}
    }
}

/// A guest and their new table.
async fn open(shared: &Shared, table: &Value) -> Result<(Guest, String), ClientError> {
    let host = shared.site().guest("Crowd").await?;
    let code = shared.site().open(&host, table).await?;
    Ok((host, code))
}

/// Talks without a pause, and reads everything, until the server closes the socket.
async fn flood(shared: &Shared, host: &Guest, code: &str) -> Result<(), ClientError> {
    let mut socket = shared.site().socket(Some(host), code, 0).await?;
    for number in 0_u64.. {
        let action = Action::Say { text: format!("{number} {}", "on and on ".repeat(18)) };
        let command = Command { id: format!("{}-crowd-{number}", shared.run), on: 0, action };
        socket.send(Message::text(serde_json::to_string(&command)?)).await?;
        read_for(&mut socket, FLOOD).await?;
    }
    Ok(())
}

/// Opens the table and reads nothing.
async fn stall(shared: &Shared, code: &str) -> Result<(), ClientError> {
    let _socket = shared.site().socket(None, code, 0).await?;
    sleep(STALLED).await;
    Ok(())
}

/// A new guest takes a chair and closes the page without a word. Each visit also opens a table at which no guest
/// ever plays.
async fn visit(shared: &Shared, table: &Value, code: &str) -> Result<(), ClientError> {
    let (guest, _) = open(shared, table).await?;
    let mut socket = shared.site().socket(Some(&guest), code, 0).await?;
    let command = Command { id: "visit".to_owned(), on: 0, action: Action::Sit { chair: 1 } };
    socket.send(Message::text(serde_json::to_string(&command)?)).await?;
    read_for(&mut socket, VISIT).await
}

/// Reads what comes in the meantime.
async fn read_for(socket: &mut Socket, time: Duration) -> Result<(), ClientError> {
    let read = async {
        loop {
            socket.next().await.ok_or(ClientError::Closed)??;
        }
    };
    timeout(time, read).await.unwrap_or(Ok(()))
}
