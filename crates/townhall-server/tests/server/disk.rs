//! A database file that can't be written for a while.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use townhall_client::Method;
use townhall_server::config::{Config, Limits};

use super::town::{Town, table};

#[tokio::test]
async fn a_command_that_can_not_be_stored_is_refused_and_has_no_effect() {
    let town = Town::with(measured).await;
    let ada = town.guest("Ada").await;
    let code = ada.open(&town, table("point-city", "standard", &["greedy"], false)).await;
    let mut wire = ada.sit_at(&town, &code).await;
    let mut watcher = town.socket(None, &code, 0, None).await.unwrap();
    let version = wire.table["version"].clone();
    // Another process locks the file for longer than the server waits.
    let mut other = SqliteConnectOptions::new().filename(town.file()).connect().await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    wire.send("hello", json!({"type": "say", "text": "hello"})).await;
    assert_eq!(wire.answer("hello").await, Err("internal".to_owned()));
    assert!(town.counted("townhall_commits_failed_total").await > 0);
    let late = town.socket(None, &code, 0, None).await.unwrap();
    assert_eq!((&wire.table["version"], &late.table["version"]), (&version, &version));
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    other.close().await.unwrap();

    // The command is sent once more.
    wire.send("hello", json!({"type": "say", "text": "hello"})).await;
    wire.answer("hello").await.unwrap();
    wire.act(json!({"type": "start"})).await.unwrap();
    wire.play_out().await;
    watcher.until(|table| table["status"] == "over").await;
    let talk = watcher.table["talk"].as_array().unwrap();
    assert_eq!(talk.iter().filter(|item| item["text"] == "hello").count(), 1);
}

fn measured(config: &mut Config) {
    config.limits = Limits::none();
    config.metrics = Some(([127, 0, 0, 1], 0).into());
}

#[tokio::test]
async fn health_reports_a_file_that_can_not_be_written() {
    let town = Town::with(measured).await;
    let health = async || {
        let answer = town.ask(Method::GET, "/healthz").await;
        (answer.status().as_u16(), answer.json::<Value>().unwrap())
    };
    // Another process locks the file.
    let mut other = SqliteConnectOptions::new().filename(town.file()).connect().await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let (status, report) = health().await;
    assert_eq!((status, &report["status"]), (503, &json!("failing")), "{report}");
    assert_eq!(report["failing"], "the file does not answer in time");
    other.close().await.unwrap();
}

#[tokio::test]
async fn health_names_the_version_and_reuses_its_result() {
    let town = Town::with(measured).await;
    let mut file = SqliteConnectOptions::new().filename(town.file()).read_only(true).connect().await.unwrap();
    let mut written = BTreeSet::new();
    for _ in 0..50 {
        let answer = town.ask(Method::GET, "/healthz").await;
        assert_eq!(answer.status().as_u16(), 200);
        let report: Value = answer.json().unwrap();
        assert_eq!((&report["status"], &report["failing"]), (&json!("ok"), &Value::Null));
        assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
        assert!(report["schema"].as_i64().unwrap() >= 5, "{report}");
        let at: i64 = sqlx::query_scalar("SELECT at FROM health").fetch_one(&mut file).await.unwrap();
        written.insert(at);
    }
    file.close().await.unwrap();
    assert!((1..=2).contains(&written.len()), "written at {written:?} for 50 questions");
}

#[tokio::test]
async fn metrics_cover_the_process_and_the_file() {
    let town = Town::with(measured).await;
    town.guest("Ada").await;
    // Counters exist before they have counted anything, so that their first rise can be noticed.
    let site = townhall_client::Site::at(town.metrics());
    let text = site.request(Method::GET, "/metrics").send().await.unwrap().text();
    for name in [
        "townhall_commits_failed_total",
        "townhall_bot_failures_total",
        "townhall_connections_refused_total{what=\"refused\"}",
        "townhall_refusals_total{code=\"Internal\"}",
        "townhall_quota_refusals_total{whose=\"address\"}",
    ] {
        assert!(text.contains(&format!("\n{name} ")), "{name}: {text}");
    }
    for name in ["townhall_file_bytes", "townhall_file_log_bytes"] {
        assert!(town.counted(name).await > 0, "{name}");
    }
    #[cfg(target_os = "linux")]
    for name in ["process_open_fds", "process_max_fds", "process_resident_memory_bytes"] {
        assert!(town.counted(name).await > 0, "{name}");
    }
    let version = format!("townhall_build_info{{version=\"{}\"}}", env!("CARGO_PKG_VERSION"));
    assert_eq!(town.counted(&version).await, 1);
}
