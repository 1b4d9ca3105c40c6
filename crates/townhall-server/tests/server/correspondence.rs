//! Tables that go on over days, without connections. Time is set forward.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;
use townhall_client::Method;
use townhall_server::{config::Limits, metrics::names};
use townhall_system::clock;

use super::town::{self, Guest, Town, table};

const HOUR: Duration = Duration::from_secs(3600);

/// A table for two people and a bot, where each may take a day.
pub(crate) fn by_correspondence() -> Value {
    let mut table = table("point-city", "standard", &["greedy", "greedy"], false);
    table["bots"] = json!(["greedy"]);
    table["options"]["pace"] = json!({"correspondence": {
        "bank": 1440, "increment": 720, "from": 0, "to": 24, "days": [true, true, true, true, true, true, true],
        "zone": "Europe/Berlin", "away_days": 7,
    }});
    table
}

/// Begins such a table with two guests, who leave.
pub(crate) async fn begun(town: &Town, ada: &Guest, ben: &Guest) -> String {
    let code = ada.open(town, by_correspondence()).await;
    let mut host = ada.sit_at(town, &code).await;
    let mut other = ben.sit_at(town, &code).await;
    other.act(json!({"type": "sit", "chair": 2})).await.unwrap();
    host.act(json!({"type": "start"})).await.unwrap();
    code
}

/// The table in a guest's list.
pub(crate) async fn card(town: &Town, guest: &Guest) -> Value {
    guest.get(town, "/api/tables?scope=mine").await[0].clone()
}

/// Waits until a guest's card satisfies a condition.
pub(crate) async fn until(town: &Town, guest: &Guest, good: impl Fn(&Value) -> bool) -> Value {
    let mut seen = Value::Null;
    town::until(async || {
        seen = card(town, guest).await;
        good(&seen)
    })
    .await;
    seen
}

#[tokio::test]
async fn a_table_goes_on_without_connections_and_without_memory() {
    let mut town = Town::alone(|config| {
        config.limits = Limits::none();
        config.metrics = Some(([127, 0, 0, 1], 0).into());
        config.times.linger = Duration::from_millis(20);
        config.times.due = Duration::from_millis(20);
    })
    .await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    let code = begun(&town, &ada, &ben).await;
    // The bot moves without anybody, if it begins; then a person is waited for, and the table leaves the memory.
    let waits = |card: &Value| card["your_turn"] == true;
    let asked = async |town: &Town, guest: &Guest| waits(&card(town, guest).await);
    town::until(async || asked(&town, &ada).await || asked(&town, &ben).await).await;
    town::until(async || town.counted(names::LIVE_TABLES).await == 0).await;
    let (slow, other) = if asked(&town, &ada).await { (&ada, &ben) } else { (&ben, &ada) };
    let of_slow = card(&town, slow).await;
    let left = of_slow["due"].as_u64().unwrap() - clock::now();
    assert!((23 * 3_600_000..=24 * 3_600_000).contains(&left), "{left}");
    // The other one sees for whom the table waits, and until when.
    let of_other = card(&town, other).await;
    assert_eq!((&of_other["due"], &of_other["to_act"]), (&of_slow["due"], &json!([of_slow["me"]])));
    assert!(!asked(&town, other).await);
    // After 23 hours nothing has happened, also at a server that was started again.
    clock::advance(23 * HOUR);
    town.again().await;
    sleep(Duration::from_millis(100)).await;
    assert!(asked(&town, slow).await);
    clock::advance(HOUR);
    until(&town, other, |card| card["your_turn"] == true).await;
    let log = slow.get(&town, &format!("/api/tables/{code}/log")).await;
    let times = |log: &Value| {
        log["lines"].as_array().unwrap().iter().filter(|line| line["type"] == "timed-out").count()
    };
    assert_eq!(times(&log), 1, "{log}");
    // Someone who looks at the table sees what becomes due, and the other person sees it in time.
    let mut wire = slow.sit_at(&town, &code).await;
    clock::advance(25 * HOUR);
    wire.until(|table| {
        table["log"].as_array().unwrap().iter().filter(|line| line["type"] == "timed-out").count() == 2
    })
    .await;
    drop(wire);
    // No player comes back: after three times each, bots play the game to its end.
    town::until(async || {
        clock::advance(25 * HOUR);
        card(&town, slow).await["status"] == "over"
    })
    .await;
    assert_eq!(card(&town, slow).await["bot_plays"], true);
    let answer = town.ask(Method::GET, &format!("/api/tables/{code}/record")).await;
    assert_eq!(answer.status(), 200);
}

#[tokio::test]
async fn a_live_table_still_stops_when_it_is_empty() {
    let town = Town::alone(|config| {
        config.metrics = Some(([127, 0, 0, 1], 0).into());
        config.times.linger = Duration::from_millis(20);
        config.times.due = Duration::from_millis(20);
    })
    .await;
    let ada = town.guest("Ada").await;
    let mut live = table("point-city", "standard", &["greedy"], true);
    live["options"]["pace"] = json!("fast");
    let code = ada.open(&town, live).await;
    let mut wire = ada.sit_at(&town, &code).await;
    wire.until(|table| table["game"]["to_act"] == json!([table["me"]])).await;
    let version = wire.table["version"].clone();
    drop(wire);
    town::until(async || town.counted(names::LIVE_TABLES).await == 0).await;
    clock::advance(100 * HOUR);
    // Several times, the server looks for tables at which something is due.
    sleep(Duration::from_millis(100)).await;
    assert_eq!(ada.sit_at(&town, &code).await.table["version"], version);
}

#[tokio::test]
async fn only_its_author_reads_and_exports_a_note() {
    let town = Town::start().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    let code = ada.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    let path = format!("/api/tables/{code}/note");
    let note = json!({"text": "save the park"});
    assert_eq!(ada.send(&town, Method::PUT, &path, note.clone()).await.0, 204);
    assert_eq!(ada.get(&town, &path).await, note);
    assert_eq!(ben.get(&town, &path).await, json!({"text": ""}));
    let (status, refusal) = ben.send(&town, Method::PUT, &path, note).await;
    assert_eq!((status, &refusal["code"]), (403, &json!("not-seated")));
    let long = json!({"text": "x".repeat(2001)});
    assert_eq!(ada.send(&town, Method::PUT, &path, long).await.1["code"], "bad-text");
    let export = ada.request(&town, Method::GET, "/api/me/export").send().await.unwrap().text();
    assert!(export.contains(r#""note":"save the park""#), "{export}");
    let watching = ada.sit_at(&town, &code).await;
    assert!(!watching.received[0].contains("save the park"), "the table does not know it");
}

/// A file with tables of these banks, in hours, at which a person has the turn; all clients have left.
async fn tables_of(town: &Town, banks: &[u64]) -> (Guest, Vec<String>) {
    let ada = town.guest("Ada").await;
    let mut codes = Vec::new();
    for bank in banks {
        let mut table = table("point-city", "standard", &["greedy"], true);
        table["options"]["pace"] = by_correspondence()["options"]["pace"].clone();
        table["options"]["pace"]["correspondence"]["bank"] = json!(bank * 60);
        let code = ada.open(town, table).await;
        let mut wire = ada.sit_at(town, &code).await;
        wire.until(|table| table["game"]["to_act"] == json!([table["me"]])).await;
        codes.push(code);
    }
    (ada, codes)
}

/// How many lines of this type the log of a table has.
async fn logged(town: &Town, guest: &Guest, code: &str, what: &str) -> usize {
    let log = guest.get(town, &format!("/api/tables/{code}/log")).await;
    log["lines"].as_array().unwrap().iter().filter(|line| line["type"] == what).count()
}

#[tokio::test]
async fn a_server_that_was_away_for_days_gives_the_time_back() {
    let mut town = Town::alone(|config| {
        config.limits = Limits::none();
        config.times.linger = Duration::from_millis(20);
        config.times.due = Duration::from_millis(20);
        config.times.notice_look = Duration::from_millis(20);
    })
    .await;
    let banks = [24, 48, 7 * 24];
    let (ada, codes) = tables_of(&town, &banks).await;
    let dues = async |town: &Town| -> Vec<u64> {
        let cards = ada.get(town, "/api/tables?scope=mine").await;
        let due = |code: &String| {
            cards.as_array().unwrap().iter().find(|card| card["code"] == *code).unwrap()["due"].as_u64()
        };
        codes.iter().map(|code| due(code).unwrap()).collect()
    };
    let before = dues(&town).await;
    town.stop().await;
    clock::skip(72 * HOUR);
    // Another process would not know that the clock has jumped.
    let _ = clock::now();
    clock::confirm();
    town.again().await;
    for code in &codes {
        town::until(async || logged(&town, &ada, code, "unserved").await == 1).await;
    }
    for code in &codes {
        assert_eq!(logged(&town, &ada, code, "timed-out").await, 0);
    }
    let given: Vec<u64> =
        std::iter::zip(dues(&town).await, before).map(|(after, before)| (after - before) / 1000).collect();
    let away = 72 * 3600;
    assert!(given.iter().all(|given| (away..away + 30).contains(given)), "{given:?}");
    assert!(!super::notices::log(&town, &ada).await.iter().any(|(reason, _)| reason == "late"));
    // Another start gives nothing more.
    town.again().await;
    sleep(Duration::from_millis(100)).await;
    assert_eq!(logged(&town, &ada, &codes[0], "unserved").await, 1);
    clock::advance(25 * HOUR);
    town::until(async || logged(&town, &ada, &codes[0], "timed-out").await == 1).await;
}

#[tokio::test]
async fn after_a_step_of_the_clock_nobody_s_time_is_up_before_the_operator_confirms_it() {
    let town = Town::alone(|config| {
        config.limits = Limits::none();
        config.metrics = Some(([127, 0, 0, 1], 0).into());
        config.times.linger = Duration::from_millis(20);
        config.times.due = Duration::from_millis(20);
    })
    .await;
    let (ada, codes) = tables_of(&town, &[24]).await;
    clock::skip(240 * HOUR);
    town::until(async || logged(&town, &ada, &codes[0], "unserved").await == 1).await;
    town::until(async || town.counted(names::CLOCK_DOUBTFUL).await == 1).await;
    clock::advance(25 * HOUR);
    sleep(Duration::from_millis(200)).await;
    assert_eq!(logged(&town, &ada, &codes[0], "timed-out").await, 0);
    clock::confirm();
    // The server looks again at tables at which nothing has happened after five minutes.
    clock::advance(HOUR);
    town::until(async || logged(&town, &ada, &codes[0], "timed-out").await == 1).await;
}
