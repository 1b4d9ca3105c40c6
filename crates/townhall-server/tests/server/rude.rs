//! Misbehaving clients, which must not affect others.

use std::time::{Duration, Instant};

use futures_util::SinkExt;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};
use townhall_client::{
    Method,
    tungstenite::{
        Message,
        protocol::frame::{
            Frame,
            coding::{CloseCode, Data, OpCode},
        },
    },
};
use townhall_server::{config::Limits, metrics::names};

use super::town::{Guest, Town, Wire, table, until};

async fn at_a_table(town: &Town) -> (Guest, String, Wire) {
    let ada = town.guest("Ada").await;
    let code = ada.open(town, table("point-city", "standard", &["greedy"], true)).await;
    let wire = ada.sit_at(town, &code).await;
    (ada, code, wire)
}

/// The reason and the code with which the server closes.
async fn bye(wire: &mut Wire) -> (String, Option<CloseCode>) {
    let mut why = String::new();
    loop {
        match wire.next().await {
            Ok(frame) if frame["type"] == "bye" => why = frame["why"].as_str().unwrap().to_owned(),
            Ok(_) => {}
            Err(code) => return (why, code),
        }
    }
}

#[tokio::test]
async fn sockets_of_other_origins_or_unknown_tables_are_refused() {
    let town = Town::start().await;
    let (ada, code, _wire) = at_a_table(&town).await;
    let refused = async |code: &str, origin: Option<&str>| {
        town.socket(Some(&ada), code, 0, origin).await.err().unwrap_or_default()
    };
    assert_eq!(refused(&code, Some("https://evil.example")).await, (403, "wrong-origin".to_owned()));
    assert_eq!(refused("ABCDEF", None).await, (404, "no-table".to_owned()));
    assert_eq!(refused("nonsense", None).await, (404, "no-table".to_owned()));
    let own = format!("http://{}", town.address());
    assert!(town.socket(Some(&ada), &code, 0, Some(&own)).await.is_ok());
}

#[tokio::test]
async fn malformed_messages_are_refused_and_too_many_of_them_close_the_socket() {
    let town = Town::start().await;
    let (_ada, _code, mut wire) = at_a_table(&town).await;
    let long = "x".repeat(41);
    let bad = [
        "nonsense".to_owned(),
        "[]".to_owned(),
        "{\"id\":\"1\"}".to_owned(),
        json!({"id": "1", "on": 0, "action": {"type": "cheat"}}).to_string(),
        json!({"id": "1", "on": -1, "action": {"type": "start"}}).to_string(),
        json!({"id": "", "on": 0, "action": {"type": "start"}}).to_string(),
        json!({"id": long, "on": 0, "action": {"type": "start"}}).to_string(),
        json!({"id": "1", "on": 0, "action": {"type": "start"}, "admin": true}).to_string(),
        "[".repeat(3000),
    ];
    for text in &bad {
        wire.send_text(text.clone()).await;
        assert_eq!(wire.answer("").await, Err("malformed".to_owned()), "{text}");
    }
    wire.stream.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(wire.answer("").await, Err("malformed".to_owned()));
    wire.send_text(" ".repeat(5000)).await;
    assert_eq!(wire.answer("").await, Err("too-large".to_owned()));
    // Valid commands are still carried out.
    wire.act(json!({"type": "say", "text": "sorry"})).await.unwrap();
    for _ in 0..20 {
        wire.send_text("nonsense").await;
    }
    assert_eq!(bye(&mut wire).await, ("too-much".to_owned(), Some(CloseCode::Library(4001))));
}

#[tokio::test]
async fn oversized_messages_close_the_socket() {
    let town = Town::start().await;
    let (ada, code, mut wire) = at_a_table(&town).await;
    wire.send_text("x".repeat(100_000)).await;
    let (_, closed) = bye(&mut wire).await;
    // The close frame may be lost: the server closes the connection with data unread.
    assert!(matches!(closed, Some(CloseCode::Library(4001)) | None), "{closed:?}");
    // It is not lost if each part of the message is small enough to be read.
    let mut wire = ada.sit_at(&town, &code).await;
    for part in 0..9 {
        let opcode = OpCode::Data(if part == 0 { Data::Text } else { Data::Continue });
        let frame = Frame::message(vec![b'x'; 2000], opcode, false);
        wire.stream.send(Message::Frame(frame)).await.unwrap();
    }
    assert_eq!(bye(&mut wire).await, ("too-much".to_owned(), Some(CloseCode::Library(4001))));
    ada.sit_at(&town, &code).await.act(json!({"type": "say", "text": "hello"})).await.unwrap();
}

#[tokio::test]
async fn too_many_messages_are_refused_and_then_close_the_socket() {
    let town = Town::with(|config| {
        config.limits.messages.burst = 10.0;
        config.limits.messages.per_second = 0.1;
        config.limits.excess = 50;
    })
    .await;
    let (ada, code, mut wire) = at_a_table(&town).await;
    for n in 0..30 {
        wire.send(&format!("{n}"), json!({"type": "say", "text": "spam"})).await;
    }
    let mut answers = Vec::new();
    while answers.len() < 30 {
        let frame = wire.frame().await;
        if frame["type"] == "done" || frame["type"] == "refused" {
            answers.push(frame["refusal"]["code"].as_str().unwrap_or("done").to_owned());
        }
    }
    assert_eq!(answers.iter().filter(|answer| *answer == "done").count(), 10);
    assert_eq!(answers.iter().filter(|answer| *answer == "too-many").count(), 20);
    for n in 30..80 {
        wire.send(&format!("{n}"), json!({"type": "say", "text": "spam"})).await;
    }
    assert_eq!(bye(&mut wire).await, ("too-much".to_owned(), Some(CloseCode::Library(4001))));
    // The limit also holds for the guest's other sockets; other guests are served.
    let mut again = ada.sit_at(&town, &code).await;
    assert_eq!(again.act(json!({"type": "say", "text": "again"})).await, Err("too-many".to_owned()));
    town.guest("Ben").await.sit_at(&town, &code).await;
}

#[tokio::test]
async fn the_limit_on_talk_covers_all_sockets_of_a_guest() {
    let town = Town::with(|config| {
        config.limits.talk.burst = 5.0;
        config.limits.talk.per_second = 0.01;
    })
    .await;
    let (ada, code, mut wire) = at_a_table(&town).await;
    let mut said = 0;
    for _ in 0..4 {
        let mut other = ada.sit_at(&town, &code).await;
        for _ in 0..3 {
            match other.act(json!({"type": "say", "text": "spam"})).await {
                Ok(_) => said += 1,
                Err(code) => assert_eq!(code, "too-many"),
            }
        }
    }
    assert_eq!(said, 5);
    // Moves are not limited.
    assert!(wire.play_on().await);
}

#[tokio::test]
async fn spectators_can_not_act() {
    let town = Town::start().await;
    let (_ada, code, mut wire) = at_a_table(&town).await;
    let eve = town.guest("Eve").await;
    let mut hers = eve.sit_at(&town, &code).await;
    wire.until(|table| table["game"]["to_act"][0] == table["me"]).await;
    let mv = wire.some_move();
    for action in [
        json!({"type": "move", "mv": mv}),
        json!({"type": "undo"}),
        json!({"type": "return"}),
        json!({"type": "leave"}),
        json!({"type": "vote-replace", "seat": 0}),
    ] {
        assert_eq!(hers.act(action.clone()).await, Err("not-seated".to_owned()), "{action}");
    }
    assert_eq!(hers.table["version"], wire.table["version"]);
    let offers = &hers.table["game"]["offers"];
    assert!(!offers.to_string().contains("\"pay\""), "{offers}");
}

#[tokio::test]
async fn sockets_of_one_address_are_limited() {
    let town = Town::with(|config| config.limits.sockets_per_address = 3).await;
    let (ada, code, wire) = at_a_table(&town).await;
    let (_second, _third) = (ada.sit_at(&town, &code).await, ada.sit_at(&town, &code).await);
    let fourth = town.socket(Some(&ada), &code, 0, None).await.err();
    assert_eq!(fourth, Some((429, "too-many".to_owned())));
    drop(wire);
    until(async || town.socket(Some(&ada), &code, 0, None).await.is_ok()).await;
}

#[tokio::test]
async fn connections_that_read_nothing_do_not_keep_others_out() {
    let town = Town::with(|config| {
        config.limits = Limits::none();
        config.limits.connections = 20;
        config.limits.send_buffer = Some(4096);
        config.metrics = Some(([127, 0, 0, 1], 0).into());
    })
    .await;
    let (_ada, _code, mut wire) = at_a_table(&town).await;
    let mut deaf = Vec::new();
    for _ in 0..60 {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut stream = socket.connect(town.address()).await.unwrap();
        stream.write_all(b"GET /api/openapi.json HTTP/1.1\r\nHost: town\r\n\r\n").await.unwrap();
        deaf.push(stream);
    }
    // New requests are served, and a table's socket is not closed to make room.
    for _ in 0..5 {
        assert_eq!(town.ask(Method::GET, "/healthz").await.status(), 200);
    }
    town.guest("Ben").await;
    wire.act(json!({"type": "say", "text": "still here"})).await.unwrap();
    let closed = town.counted(&format!("{}{{what=\"closed\"}}", names::CONNECTIONS_REFUSED)).await;
    assert!(closed >= 40, "{closed}");
}

#[tokio::test]
async fn a_connection_that_does_not_read_is_closed() {
    let town = Town::with(|config| {
        config.limits = Limits::none();
        config.limits.send_buffer = Some(4096);
        config.times.slow = Duration::from_millis(300);
        config.metrics = Some(([127, 0, 0, 1], 0).into());
    })
    .await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(town.address()).await.unwrap();
    for _ in 0..20 {
        stream.write_all(b"GET /api/openapi.json HTTP/1.1\r\nHost: town\r\n\r\n").await.unwrap();
    }
    let slow = format!("{}{{what=\"slow\"}}", names::CONNECTIONS_REFUSED);
    until(async || town.counted(&slow).await > 0).await;
}

/// How many sockets were closed for a reason.
async fn closed(town: &Town, why: &str) -> u64 {
    town.counted(&format!("{}{{why=\"{why}\"}}", names::CLOSED)).await
}

#[tokio::test]
async fn a_silent_socket_is_closed() {
    let town = Town::with(|config| {
        config.times.ping = Duration::from_millis(50);
        config.times.silent = Duration::from_millis(200);
        config.metrics = Some(([127, 0, 0, 1], 0).into());
    })
    .await;
    let (_ada, _code, mut wire) = at_a_table(&town).await;
    // The client reads nothing, so it answers no ping.
    until(async || closed(&town, "Silent").await > 0).await;
    assert_eq!(bye(&mut wire).await, ("silent".to_owned(), Some(CloseCode::Library(4003))));
}

#[tokio::test]
async fn a_slow_reader_is_sent_the_whole_table() {
    let town = Town::with(|config| {
        config.limits = Limits::none();
        config.limits.outbox_bytes = 2000;
        config.limits.send_buffer = Some(4096);
    })
    .await;
    let (ada, code, mut fast) = at_a_table(&town).await;
    let mut slow = town.sleepy_socket(&ada, &code).await;
    let words = "word ".repeat(50);
    // It is more than the buffers hold.
    for n in 0..120 {
        fast.act(json!({"type": "say", "text": format!("{n} {words}")})).await.unwrap();
    }
    // The slow client reads on, and ends up with the same table as the other.
    slow.until(|table| table["version"] == fast.table["version"]).await;
    assert!(slow.whole > 1, "it was sent everything anew");
    // It has at least the latest lines of the talk.
    let [behind, all] = [&slow, &fast].map(|wire| wire.table["talk"].as_array().unwrap().as_slice());
    assert!(behind.len() >= 100 && all.ends_with(behind), "{} lines of {}", behind.len(), all.len());
    assert_eq!(fast.whole, 1);
}

#[tokio::test]
async fn a_reader_that_never_reads_is_closed() {
    let town = Town::with(|config| {
        config.limits = Limits::none();
        config.limits.outbox_bytes = 2000;
        config.limits.send_buffer = Some(4096);
        config.times.slow = Duration::from_millis(200);
        config.metrics = Some(([127, 0, 0, 1], 0).into());
    })
    .await;
    let (ada, code, mut fast) = at_a_table(&town).await;
    let mut never = town.sleepy_socket(&ada, &code).await;
    let words = "word ".repeat(50);
    let mut said = 0;
    until(async || {
        said += 1;
        fast.act(json!({"type": "say", "text": format!("{said} {words}")})).await.unwrap();
        closed(&town, "TooSlow").await > 0
    })
    .await;
    let (_, closed) = bye(&mut never).await;
    assert!(matches!(closed, Some(CloseCode::Library(4002)) | None), "{closed:?}");
}

#[tokio::test]
async fn a_request_that_arrives_too_slowly_is_closed() {
    let mut town = Town::with(|config| config.times.head = Duration::from_millis(300)).await;
    let mut dribbling = TcpStream::connect(town.address()).await.unwrap();
    let mut silent = TcpStream::connect(town.address()).await.unwrap();
    dribbling.write_all(b"GET /api/games HTTP/1.1\r\nHost: town\r\n").await.unwrap();
    // Writing to a closed connection fails, sooner or later.
    until(async || dribbling.write_all(b"X-Slow: yes\r\n").await.is_err()).await;
    let read = tokio::time::timeout(Duration::from_secs(5), silent.read_to_end(&mut Vec::new())).await;
    assert!(read.is_ok(), "nor is one kept that says nothing");
    // Sockets are exempt from this timeout.
    let (_ada, _code, mut wire) = at_a_table(&town).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    wire.act(json!({"type": "say", "text": "still here"})).await.unwrap();
    let mut half = TcpStream::connect(town.address()).await.unwrap();
    half.write_all(b"GET /api/ga").await.unwrap();
    let begun = Instant::now();
    tokio::join!(town.stop(), bye(&mut wire));
    assert!(begun.elapsed() < Duration::from_secs(2), "a server stops in time");
}
