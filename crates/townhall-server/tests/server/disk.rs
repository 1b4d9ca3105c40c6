//! A disk that takes nothing for a while.

use serde_json::json;
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};

use super::town::{Town, table};

#[tokio::test]
async fn what_can_not_be_kept_is_refused_seen_by_nobody_and_can_be_done_later() {
    let town = Town::start().await;
    let ada = town.guest("Ada").await;
    let code = ada.open(&town, table("point-city", "standard", &["greedy"], false)).await;
    let mut wire = ada.sit_at(&town, &code).await;
    let mut watcher = town.socket(None, &code, 0, None).await.unwrap();
    let version = wire.table["version"].clone();
    // Somebody else writes to the file, for longer than the server waits.
    let mut other = SqliteConnectOptions::new().filename(town.file()).connect().await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    wire.send("hello", json!({"type": "say", "text": "hello"})).await;
    assert_eq!(wire.answer("hello").await, Err("internal".to_owned()));
    let late = town.socket(None, &code, 0, None).await.unwrap();
    assert_eq!((&wire.table["version"], &late.table["version"]), (&version, &version));
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    other.close().await.unwrap();

    // The same command once more.
    wire.send("hello", json!({"type": "say", "text": "hello"})).await;
    wire.answer("hello").await.unwrap();
    wire.act(json!({"type": "start"})).await.unwrap();
    wire.play_out().await;
    watcher.until(|table| table["status"] == "over").await;
    let talk = watcher.table["talk"].as_array().unwrap();
    assert_eq!(talk.iter().filter(|item| item["text"] == "hello").count(), 1);
}
