//! Servers that stop, and others that go on with the same file.

use std::time::{Duration, Instant};

use townhall_client::tungstenite::protocol::frame::coding::CloseCode;

use super::town::{Town, table};

#[tokio::test]
async fn a_server_that_stops_says_so() {
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

/// Plays a whole game while the server stops and starts after every few steps: so that it does in
/// each phase, lobby and end included.
async fn survives(game: &str, variant: &str, bots: &[&str], steps: usize) {
    let mut town = Town::start().await;
    let ada = town.guest("Ada").await;
    let code = ada.open(&town, table(game, variant, bots, false)).await;
    town.again().await;
    let mut wire = ada.sit_at(&town, &code).await;
    wire.act(serde_json::json!({"type": "start"})).await.unwrap();
    let mut moves = 0;
    loop {
        let before = wire.table["seq"].as_u64().unwrap();
        if moves % steps == 0 {
            town.again().await;
            wire = ada.sit_at(&town, &code).await;
            assert!(wire.table["seq"].as_u64().unwrap() >= before, "nothing that was shown is lost");
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
    survives("between-two-cities", "standard", &["greedy", "greedy"], 1).await;
}

#[tokio::test]
async fn point_city_goes_on_after_each_restart() {
    survives("point-city", "standard", &["greedy"], 3).await;
}

#[tokio::test]
async fn bots_go_on_by_themselves_when_the_server_starts() {
    let mut town = Town::start().await;
    let ada = town.guest("Ada").await;
    let mut all = table("between-two-cities", "standard", &["greedy", "greedy"], true);
    all["options"]["bots"] = "human".into();
    let code = ada.open(&town, all).await;
    // Nobody connects: the bots have not chosen yet when the server stops, and do so after its start.
    town.again().await;
    let deadline = Instant::now() + Duration::from_secs(15);
    loop {
        let wire = town.socket(None, &code, 0, None).await.unwrap();
        if wire.table["game"]["sealed"].as_array().unwrap().len() == 2 {
            break;
        }
        assert!(Instant::now() < deadline, "{}", wire.table["game"]["sealed"]);
        drop(wire);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test]
async fn a_table_without_anybody_is_let_go_and_comes_back() {
    let town = Town::with(|config| config.times.linger = Duration::from_millis(30)).await;
    let ada = town.guest("Ada").await;
    let code = ada.open(&town, table("point-city", "standard", &["greedy"], false)).await;
    for _ in 0..5 {
        let mut wire = ada.sit_at(&town, &code).await;
        wire.act(serde_json::json!({"type": "say", "text": "hello"})).await.unwrap();
        drop(wire);
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    let wire = ada.sit_at(&town, &code).await;
    assert_eq!(wire.table["talk"].as_array().unwrap().len(), 5);
}
