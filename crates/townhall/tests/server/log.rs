//! The log contains no secrets or personal data, at any level.

use std::{
    ffi::OsStr,
    fs::File,
    io::{Read, Write},
    net::TcpStream,
};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use townhall_client::{Site, tungstenite::Message};

use crate::{database, program::Program};

/// The name of a guest who opens a table, and the message that the guest writes.
const SAID: [&str; 2] = ["Theodolinde", "Quittengelee"];

/// The program's log at the most detailed level, of one game.
async fn logged(data: impl AsRef<OsStr>) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let log = File::create(&path).expect("a file");
    let program = Program::start_with(data, |command| {
        command.env("RUST_LOG", "trace").arg("--accept-loss").stderr(log);
    });
    let site = Site::new(&program.url).expect("a loopback address");
    let guest = site.guest(SAID[0]).await.expect("a guest");
    let options = json!({
        "pace": "untimed", "talk": "open", "undo": "until-revealed", "bots": "instant", "listing": "public",
    });
    let table = json!({
        "game": "point-city", "variant": "standard", "players": 2, "bots": ["greedy"], "options": options,
    });
    let code = site.open(&guest, &table).await.expect("a table");
    let mut socket = site.socket(Some(&guest), &code, 0).await.expect("a socket");
    let say = json!({ "id": "c1", "on": 0, "action": { "type": "say", "text": SAID[1] } });
    socket.send(Message::text(say.to_string())).await.expect("it is sent");
    loop {
        let Some(Ok(message)) = socket.next().await else { panic!("the server does not answer") };
        let frame: Value = serde_json::from_slice(&message.into_data()).unwrap_or_default();
        assert_ne!(frame["type"], "refused", "{frame}");
        if frame["type"] == "done" {
            break;
        }
    }
    drop(program);
    std::fs::read_to_string(&path).expect("a log")
}

/// The names of fields that only journal entries have, such as the seed of the deal.
fn holds_no_contents(log: &str) {
    assert!(log.contains("TRACE"), "all is logged that may be");
    for word in SAID.into_iter().chain(["seed", "opened", "executing statement"]) {
        let line = log.lines().find(|line| line.contains(word));
        assert!(line.is_none(), "{line:?}");
    }
}

/// Behind a proxy that changes `Host`, all changes are refused: the log has the texts that have to be equal.
#[test]
fn a_refused_origin_is_logged_with_the_host() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let log = File::create(&path).expect("a file");
    let program = Program::start_with(folder.path().join("tables.db"), |command| {
        command
            .env("RUST_LOG", "info")
            .args(["--accept-loss", "--origin", "https://play.example"])
            .stderr(log);
    });
    let address = program.url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).expect("a connection");
    let request = "PUT /api/me HTTP/1.1\r\nHost: inside:80\r\nOrigin: https://town.example\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 403") && answer.contains("wrong-origin"), "{answer}");
    drop(program);
    let log = std::fs::read_to_string(&path).expect("a log");
    let line = log.lines().find(|line| line.contains("refused: ")).expect("a line about the refusal");
    for text in ["https://town.example", "inside:80", "https://play.example", "neither host nor allowed"] {
        assert!(line.contains(text), "{text} in {line}");
    }
    assert!(!log.contains("not allowed"), "{log}");
}

#[tokio::test]
async fn the_log_never_holds_what_lies_in_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    holds_no_contents(&logged(folder.path().join("tables.db")).await);
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn postgres_is_sent_nothing_that_the_log_holds() {
    holds_no_contents(&logged(database::create("log")).await);
}
