//! Bots that think for long, which must not delay others.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use townhall_client::Method;
use townhall_server::{
    config::{Config, Limits},
    metrics::names,
};

use super::town::{self, Guest, Town, Wire, table};

/// A bot that thinks for longer than any test lasts.
const ENDLESS: &str = "expert:100000sims";

/// One thread for each kind of thought, and thoughts that only end by being cancelled.
fn endless(config: &mut Config) {
    config.limits = Limits::none();
    config.limits.thoughts = 1;
    config.times.thought = Duration::from_secs(3600);
    config.metrics = Some(([127, 0, 0, 1], 0).into());
}

/// A guest at a table with six bots that think without end.
async fn among_thinkers(town: &Town) -> (Guest, String, Wire) {
    let eve = town.guest("Eve").await;
    let code = eve.open(town, table("between-two-cities", "standard", &[ENDLESS; 6], true)).await;
    let wire = eve.sit_at(town, &code).await;
    until(town, names::THOUGHTS_RUNNING, 1).await;
    until(town, names::THOUGHTS_WAITING, 5).await;
    (eve, code, wire)
}

/// Waits until this number of long thoughts is running.
async fn until(town: &Town, gauge: &str, number: u64) {
    let name = format!("{gauge}{{kind=\"long\"}}");
    town::until(async || town.counted(&name).await == number).await;
}

#[tokio::test]
async fn long_thoughts_at_one_table_do_not_delay_others() {
    let town = Town::with(endless).await;
    let (_eve, _code, thinking) = among_thinkers(&town).await;
    let ada = town.guest("Ada").await;
    let code = ada.open(&town, table("between-two-cities", "standard", &["greedy", "casual"], true)).await;
    let mut wire = ada.sit_at(&town, &code).await;
    let path = format!("/api/tables/{code}/hint");
    let (status, hint) = ada.send(&town, Method::POST, &path, Value::Null).await;
    assert_eq!(status, 200, "{hint}");
    for _ in 0..6 {
        assert!(wire.play_on().await);
    }
    until(&town, names::THOUGHTS_RUNNING, 1).await;
    // When no client is connected, bots stop thinking.
    drop(thinking);
    until(&town, names::THOUGHTS_RUNNING, 0).await;
    until(&town, names::THOUGHTS_WAITING, 0).await;
}

#[tokio::test]
async fn a_bot_whose_time_is_up_plays_its_best_move_so_far() {
    let town = Town::with(|config| {
        endless(config);
        config.times.thought = Duration::from_millis(50);
    })
    .await;
    let eve = town.guest("Eve").await;
    for (game, bots) in [("between-two-cities", &[ENDLESS; 2][..]), ("point-city", &[ENDLESS])] {
        let code = eve.open(&town, table(game, "standard", bots, true)).await;
        let mut wire = eve.sit_at(&town, &code).await;
        for _ in 0..3 {
            assert!(wire.play_on().await, "{game}");
        }
    }
}

#[tokio::test]
async fn a_server_stops_during_long_thoughts() {
    let mut town = Town::with(endless).await;
    let (_eve, _code, wire) = among_thinkers(&town).await;
    let begun = Instant::now();
    town.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(3));
    drop(wire);
    // The runtime of this test only ends when no thread is thinking.
}

#[tokio::test]
async fn a_table_pauses_while_no_client_is_connected() {
    let mut town = Town::start().await;
    let ada = town.guest("Ada").await;
    let code = ada.open(&town, table("between-two-cities", "standard", &["greedy", "greedy"], true)).await;
    town.again().await;
    // A request for the record loads the table, but no client is connected.
    for _ in 0..2 {
        town.ask(Method::GET, &format!("/api/tables/{code}/record")).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        let card = ada.get(&town, &format!("/api/tables/{code}")).await;
        assert_eq!(card["status"], "playing");
    }
    let mut watcher = town.socket(None, &code, 0, None).await.unwrap();
    assert_eq!(watcher.table["game"]["sealed"], json!([]));
    watcher.until(|table| table["game"]["sealed"].as_array().unwrap().len() == 2).await;
}

#[tokio::test]
async fn a_hint_that_takes_too_long_is_refused() {
    let town = Town::with(|config| config.times.hint = Duration::from_millis(20)).await;
    let ada = town.guest("Ada").await;
    let code = ada.open(&town, table("point-city", "solo-easy", &[], true)).await;
    let (status, refusal) =
        ada.send(&town, Method::POST, &format!("/api/tables/{code}/hint"), Value::Null).await;
    assert_eq!((status, &refusal["code"]), (503, &json!("busy")));
}
