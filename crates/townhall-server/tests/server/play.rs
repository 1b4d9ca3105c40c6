//! Whole games over the wire.

use serde_json::{Value, json};
use townhall_client::Method;
use townhall_system::clock;

use super::town::{Town, table};

#[tokio::test]
async fn whole_games_against_bots() {
    let town = Town::start().await;
    let ada = town.guest("Ada").await;
    for (game, variant, bots) in [
        ("between-two-cities", "standard", &["greedy", "random", "greedy"][..]),
        ("between-two-cities", "two-player", &["greedy"]),
        ("point-city", "standard", &["greedy", "random"]),
        ("point-city", "solo-medium", &[]),
    ] {
        let code = ada.open(&town, table(game, variant, bots, true)).await;
        let mut wire = ada.sit_at(&town, &code).await;
        wire.play_out().await;
        assert!(wire.table["game"]["outcome"].is_object(), "{game}");
        assert!(wire.table["deal"]["seed"].is_string());
        assert_eq!(wire.whole, 1, "a client that reads is only sent patches");
        // The table put together from patches equals the table that a new client is sent.
        let late = ada.sit_at(&town, &code).await;
        wire.until(|table| table["version"] == late.table["version"]).await;
        let mut known = wire.table.clone();
        // A new client only has the latest lines of the log.
        let log = known["log"].as_array_mut().unwrap();
        log.drain(..log.len() - late.table["log"].as_array().unwrap().len());
        assert_eq!(known, late.table);
        let record = town.ask(Method::GET, &format!("/api/tables/{code}/record")).await;
        assert!(record.headers()["content-disposition"].to_str().unwrap().contains(&code));
        let record = record.text();
        assert!(record.lines().count() > 2 && record.ends_with('\n'));
    }
}

#[tokio::test]
async fn two_people_and_a_spectator() {
    let town = Town::start().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    let mut lobby = table("between-two-cities", "standard", &["greedy"], false);
    lobby["players"] = json!(3);
    lobby["bots"] = json!([]);
    let code = ada.open(&town, lobby).await;
    let mut a = ada.sit_at(&town, &code).await;
    let mut watcher = town.socket(None, &code, 0, None).await.unwrap();
    let mut b = ben.sit_at(&town, &code).await;
    assert_eq!((&a.table["host"], &b.table["host"]), (&json!(true), &json!(false)));
    assert_eq!(b.act(json!({"type": "sit", "chair": 0})).await, Err("taken".to_owned()));
    assert_eq!(b.act(json!({"type": "start"})).await, Err("not-host".to_owned()));
    assert_eq!(watcher.act(json!({"type": "sit", "chair": 1})).await, Err("nobody".to_owned()));
    b.act(json!({"type": "sit", "chair": 2})).await.unwrap();
    assert_eq!(b.table["me"], 2);
    assert_eq!(a.act(json!({"type": "start"})).await, Err("not-full".to_owned()));
    a.act(json!({"type": "seat-bot", "chair": 1, "level": "greedy"})).await.unwrap();
    a.act(json!({"type": "start"})).await.unwrap();
    b.until(|table| table["status"] == "playing").await;
    tokio::join!(a.play_out(), b.play_out());
    watcher.until(|table| table["status"] == "over").await;
    assert_eq!(watcher.table["game"]["outcome"], a.table["game"]["outcome"]);
    assert_eq!(watcher.table["me"], Value::Null);

    // The players begin a rematch.
    a.act(json!({"type": "rematch"})).await.unwrap();
    b.until(|table| table["rematch"].is_string()).await;
    let code = b.table["rematch"].as_str().unwrap();
    // He finds it in his list before he has come.
    let mine = ben.get(&town, "/api/tables?scope=mine").await;
    assert!(mine.as_array().unwrap().iter().any(|table| table["code"] == code), "{mine}");
    let mut again = ben.sit_at(&town, code).await;
    assert_eq!(again.table["status"], "lobby");
    // His chair is kept: he sits down by coming.
    again.until(|table| table["me"].is_number()).await;
}

#[tokio::test]
async fn connecting_and_disconnecting_is_shown() {
    let town = Town::start().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    let code = ada.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    let mut a = ada.sit_at(&town, &code).await;
    let second_tab = ada.sit_at(&town, &code).await;
    let mut b = ben.sit_at(&town, &code).await;
    a.until(|table| table["watchers"] == 1).await;
    b.until(|table| table["chairs"][0]["online"] == true || table["chairs"][1]["online"] == true).await;
    let mine = a.table["me"].as_u64().unwrap() as usize;
    drop(second_tab);
    a.act(json!({"type": "say", "text": "still here"})).await.unwrap();
    assert_eq!(a.table["chairs"][mine]["online"], true);
    a.stream.close(None).await.unwrap();
    b.until(|table| table["chairs"][mine]["online"] == false).await;
    let _a = ada.sit_at(&town, &code).await;
    b.until(|table| table["chairs"][mine]["online"] == true).await;
}

#[tokio::test]
async fn a_new_name_is_shown_at_the_table() {
    let town = Town::start().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    let code = ada.open(&town, table("point-city", "standard", &["greedy"], false)).await;
    let mut b = ben.sit_at(&town, &code).await;
    let body = json!({"name": "Ada Lovelace", "colour": "rose"});
    assert_eq!(ada.send(&town, Method::PUT, "/api/me", body).await.0, 200);
    b.until(|table| table["chairs"][0]["sitter"]["name"] == "Ada Lovelace").await;
    assert_eq!(b.table["chairs"][0]["sitter"]["colour"], "rose");
    let card = ben.get(&town, &format!("/api/tables/{code}")).await;
    assert_eq!(card["names"][0], "Ada Lovelace");
}

#[tokio::test]
async fn a_repeated_command_is_carried_out_once() {
    let town = Town::start().await;
    let ada = town.guest("Ada").await;
    let code = ada.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    let mut wire = ada.sit_at(&town, &code).await;
    let say = json!({"type": "say", "text": "once"});
    wire.send("the-same", say.clone()).await;
    wire.send("the-same", say.clone()).await;
    let first = wire.answer("the-same").await.unwrap();
    assert_eq!(wire.answer("the-same").await, Ok(first));
    // The connection broke before the answer arrived.
    let mut wire = ada.sit_at(&town, &code).await;
    wire.send("the-same", say).await;
    assert_eq!(wire.answer("the-same").await, Ok(first));
    let talk = wire.table["talk"].as_array().unwrap();
    assert_eq!(talk.iter().filter(|item| item["text"] == "once").count(), 1);
}

/// Players see each other's reactions, and only spectators those of spectators. The limit on talk counts them.
#[tokio::test]
async fn reactions_are_shown_and_limited_as_talk() {
    let town = Town::with(|config| {
        config.limits.talk.burst = 2.0;
        config.limits.talk.per_second = 0.01;
    })
    .await;
    let (ada, ben, eve) = (town.guest("Ada").await, town.guest("Ben").await, town.guest("Eve").await);
    let mut lobby = table("point-city", "standard", &["greedy"], false);
    lobby["bots"] = json!([]);
    let code = ada.open(&town, lobby).await;
    let (mut a, mut b) = (ada.sit_at(&town, &code).await, ben.sit_at(&town, &code).await);
    b.act(json!({"type": "sit", "chair": 1})).await.unwrap();
    a.act(json!({"type": "start"})).await.unwrap();
    let mut e = eve.sit_at(&town, &code).await;
    let react = |reaction: Value| json!({"type": "react", "reaction": reaction});
    let [one, other] = [json!({"feeling": "laugh"}), json!({"feeling": "bravo", "about": {"seat": 1}})];
    e.act(react(one.clone())).await.unwrap();
    assert_eq!(e.table["gallery"][0]["reaction"], one);
    a.act(react(other.clone())).await.unwrap();
    b.until(|table| table["talk"].as_array().is_some_and(|talk| !talk.is_empty())).await;
    assert_eq!((&b.table["talk"][0]["type"], &b.table["talk"][0]["reaction"]), (&json!("reacted"), &other));
    assert_eq!(b.table["gallery"], json!([]));
    a.act(react(other.clone())).await.unwrap();
    assert_eq!(a.act(react(other)).await, Err("too-many".to_owned()));
}

#[tokio::test]
async fn a_reconnected_client_is_sent_the_missed_lines() {
    let town = Town::start().await;
    let ada = town.guest("Ada").await;
    let code = ada.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    let mut wire = ada.sit_at(&town, &code).await;
    for _ in 0..3 {
        wire.play_on().await;
    }
    wire.act(json!({"type": "say", "text": "before"})).await.unwrap();
    let seen = wire.table["version"].as_u64().unwrap();
    wire.act(json!({"type": "say", "text": "after"})).await.unwrap();
    let back = town.socket(Some(&ada), &code, seen, None).await.unwrap();
    let talk = back.table["talk"].as_array().unwrap();
    assert!(talk.iter().all(|item| item["version"].as_u64().unwrap() > seen));
    assert_eq!(talk.iter().filter(|item| item["text"] == "after").count(), 1);
    // A client that claims a version after the latest is sent everything.
    let lost = town.socket(Some(&ada), &code, 1_000_000, None).await.unwrap();
    assert!(lost.table["talk"].as_array().unwrap().iter().any(|item| item["text"] == "before"));
}

#[tokio::test]
async fn every_table_and_every_update_has_the_time() {
    let town = Town::start().await;
    let ada = town.guest("Ada").await;
    let begun = clock::now();
    let code = ada.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    let mut wire = ada.sit_at(&town, &code).await;
    for _ in 0..5 {
        wire.play_on().await;
    }
    let mut back = ada.sit_at(&town, &code).await;
    back.act(json!({"type": "say", "text": "what time is it?"})).await.unwrap();
    // Server and test share a clock.
    let ended = clock::now();
    for wire in [&wire, &back] {
        let mut latest = begun;
        let mut times = 0;
        for text in &wire.received {
            let frame: Value = serde_json::from_str(text).unwrap();
            if frame["type"] == "table" || frame["type"] == "update" {
                let now = frame["now"].as_u64().unwrap();
                assert!((latest..=ended).contains(&now), "{latest} to {ended}: {text}");
                latest = now;
                times += 1;
                let lines = frame["all"]["log"].as_array().into_iter().flatten();
                assert!(lines.map(|line| line["at"].as_u64().unwrap()).all(|at| at <= now), "{text}");
            }
        }
        assert!(times > 1, "{times}");
    }
}
