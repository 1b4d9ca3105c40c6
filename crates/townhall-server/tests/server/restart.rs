//! Servers that stop, and servers that start on the same file.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use townhall_client::{Method, tungstenite::protocol::frame::coding::CloseCode};
use townhall_server::metrics::names;
use townhall_system::clock;

use super::town::{Town, table, until};

#[tokio::test]
async fn a_stopping_server_tells_its_clients() {
    let mut town = Town::start().await;
    let ada = town.guest("Ada").await;
    let code = ada.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    let mut wire = ada.sit_at(&town, &code).await;
    let begun = Instant::now();
    let (_, said) = tokio::join!(town.stop(), async {
        let mut bye = None;
        loop {
            match wire.next().await {
                Ok(frame) if frame["type"] == "bye" => bye = Some(frame["why"].clone()),
                Ok(_) => {}
                Err(code) => return (bye, code),
            }
        }
    });
    assert_eq!(said, (Some("shutdown".into()), Some(CloseCode::Library(4000))));
    assert!(begun.elapsed() < Duration::from_secs(3));
}

#[tokio::test]
async fn a_table_that_never_began_is_removed_after_a_month() {
    let mut town = Town::alone(|config| config.times.linger = Duration::from_millis(10)).await;
    let ada = town.guest("Ada").await;
    let lobby = ada.open(&town, table("point-city", "standard", &["greedy"], false)).await;
    let begun = ada.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    let codes = async |town: &Town| -> Vec<Value> {
        let cards = ada.get(town, "/api/tables?scope=mine").await;
        let mut codes: Vec<_> = cards.as_array().unwrap().iter().map(|card| card["code"].clone()).collect();
        codes.sort_by_key(Value::to_string);
        codes
    };
    clock::advance(Duration::from_secs(29 * 86_400));
    town.again().await;
    assert_eq!(codes(&town).await.len(), 2);
    // Another table shows that the clock is right.
    let late = ada.open(&town, table("point-city", "standard", &["greedy"], false)).await;
    clock::advance(Duration::from_secs(2 * 86_400));
    town.again().await;
    let mut left = vec![json!(begun), json!(late)];
    left.sort_by_key(Value::to_string);
    until(async || codes(&town).await == left).await;
    assert_eq!(town.ask(Method::GET, &format!("/api/tables/{lobby}")).await.status(), 404);
}

/// Plays a whole game while the server is restarted after every few steps, and so in each phase, from the lobby to the
/// end.
pub(crate) async fn survives(mut town: Town, game: &str, variant: &str, bots: &[&str], steps: usize) {
    let ada = town.guest("Ada").await;
    let code = ada.open(&town, table(game, variant, bots, false)).await;
    town.again().await;
    let mut wire = ada.sit_at(&town, &code).await;
    wire.act(json!({"type": "start"})).await.unwrap();
    let mut moves = 0;
    loop {
        let before = wire.table["version"].as_u64().unwrap();
        if moves % steps == 0 {
            town.again().await;
            wire = ada.sit_at(&town, &code).await;
            assert!(wire.table["version"].as_u64().unwrap() >= before, "nothing that was shown is lost");
        }
        moves += 1;
        if !wire.play_on().await {
            break;
        }
    }
    let outcome = wire.table["game"]["outcome"].clone();
    assert!(outcome.is_object());
    town.again().await;
    let wire = ada.sit_at(&town, &code).await;
    assert_eq!(wire.table["game"]["outcome"], outcome);
}

#[tokio::test]
async fn between_two_cities_goes_on_after_each_restart() {
    survives(Town::start().await, "between-two-cities", "standard", &["greedy", "greedy"], 2).await;
}

#[tokio::test]
async fn point_city_goes_on_after_each_restart() {
    survives(Town::start().await, "point-city", "standard", &["greedy"], 3).await;
}

#[tokio::test]
async fn an_idle_table_is_evicted_and_loaded_again() {
    // Tables of other towns of this process would be counted as well.
    let town = Town::alone(|config| {
        config.metrics = Some(([127, 0, 0, 1], 0).into());
        config.times.linger = Duration::from_millis(30);
    })
    .await;
    let ada = town.guest("Ada").await;
    // Before the start, it would be kept in memory until chairs of absent people become free.
    let code = ada.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    for _ in 0..5 {
        let mut wire = ada.sit_at(&town, &code).await;
        wire.act(json!({"type": "say", "text": "hello"})).await.unwrap();
        drop(wire);
        until(async || town.counted(names::LIVE_TABLES).await == 0).await;
    }
    let wire = ada.sit_at(&town, &code).await;
    assert_eq!(wire.table["talk"].as_array().unwrap().len(), 5);
}

/// Replaces the body of the latest entry of a table's journal. No server may run on the file.
async fn damage(town: &Town, code: &str, body: &str) {
    let mut file = SqliteConnectOptions::new().filename(town.file()).connect().await.unwrap();
    let latest = "UPDATE entries SET body = ?1 WHERE key = \
                  (SELECT max(key) FROM entries WHERE key >> 20 = (SELECT id FROM tables WHERE code = ?2))";
    let done = sqlx::query(latest).bind(body).bind(code).execute(&mut file).await.unwrap();
    assert_eq!(done.rows_affected(), 1);
    file.close().await.unwrap();
}

#[tokio::test]
async fn a_damaged_journal_affects_only_its_own_table() {
    let mut town = Town::start().await;
    let ada = town.guest("Ada").await;
    let all = table("point-city", "standard", &["greedy"], true);
    let healthy = ada.open(&town, all.clone()).await;
    let bodies = [
        "{\"v\":2,\"at\":",
        "",
        "[]",
        r#"{"v":2,"at":1,"kind":{"type":"flown"}}"#,
        r#"{"v":99,"at":1,"kind":{"type":"started"}}"#,
    ];
    let mut damaged = Vec::new();
    for _ in bodies {
        damaged.push(ada.open(&town, all.clone()).await);
    }
    town.stop().await;
    for (code, body) in damaged.iter().zip(bodies) {
        damage(&town, code, body).await;
    }

    town.again().await;
    let unreadable = || Some((500, "unreadable".to_owned()));
    for (code, body) in damaged.iter().zip(bodies) {
        // Repeated requests get the same answer.
        for _ in 0..2 {
            assert_eq!(town.socket(Some(&ada), code, 0, None).await.err(), unreadable(), "{body}");
        }
        let hint = ada.send(&town, Method::POST, &format!("/api/tables/{code}/hint"), Value::Null).await;
        assert_eq!((hint.0, &hint.1["code"]), (500, &json!("unreadable")), "{body}");
        let record = town.ask(Method::GET, &format!("/api/tables/{code}/record")).await;
        let refusal: Value = record.json().unwrap();
        assert_eq!((record.status().as_u16(), &refusal["code"]), (500, &json!("unreadable")), "{body}");
        assert!(!refusal.to_string().contains("flown"), "nothing of the journal is shown: {refusal}");
        let card = ada.get(&town, &format!("/api/tables/{code}")).await;
        assert_eq!(card["status"], "playing", "lists need no journal");
    }
    let mine = ada.get(&town, "/api/tables?scope=mine").await;
    assert_eq!(mine.as_array().unwrap().len(), 1 + bodies.len());

    // Another table goes on, and new ones are played to their end.
    let mut wire = ada.sit_at(&town, &healthy).await;
    assert!(wire.play_on().await);
    let fresh = ada.open(&town, table("between-two-cities", "two-player", &["greedy"], true)).await;
    let mut wire = ada.sit_at(&town, &fresh).await;
    wire.play_out().await;
    assert!(wire.table["game"]["outcome"].is_object());
}
