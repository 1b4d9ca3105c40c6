//! Hints: the move that a bot would make.

use std::time::Duration;

use serde_json::{Value, json};
use townhall_client::Method;

use super::town::{Guest, Town, table};

async fn ask(guest: &Guest, town: &Town, code: &str) -> (u16, Value) {
    guest.send(town, Method::POST, &format!("/api/tables/{code}/hint"), Value::Null).await
}

fn code_of((status, refusal): (u16, Value)) -> (u16, String) {
    (status, refusal["code"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn a_hint_is_a_legal_move_with_its_expected_result() {
    let town = Town::start().await;
    let ada = town.guest("Ada").await;
    for (game, variant, bots) in [
        ("between-two-cities", "standard", &["greedy", "greedy"][..]),
        ("between-two-cities", "automa-hard", &[]),
        ("point-city", "standard", &["greedy"]),
    ] {
        let code = ada.open(&town, table(game, variant, bots, true)).await;
        let mut wire = ada.sit_at(&town, &code).await;
        for _ in 0..2 {
            while !wire.asked() {
                wire.frame().await;
            }
            let (status, hint) = ask(&ada, &town, &code).await;
            assert_eq!(status, 200, "{hint}");
            let moves = hint["moves"].as_array().unwrap();
            assert!((1..=5).contains(&moves.len()), "{hint}");
            for mv in moves {
                assert!((0.0..200.0).contains(&mv["expected"].as_f64().unwrap()), "{hint}");
                assert!((-1.0..=1.0).contains(&mv["outlook"].as_f64().unwrap()), "{hint}");
            }
            let best = &moves[0]["mv"];
            match wire.act(json!({"type": "move", "mv": best})).await {
                Ok(_) => {}
                // A partner has moved in the meantime.
                Err(why) => {
                    assert!(hint["version"].as_u64() < wire.table["version"].as_u64(), "{best}: {why}");
                }
            }
        }
    }
}

#[tokio::test]
async fn hints_are_for_the_player_to_act_at_tables_without_a_clock() {
    let town = Town::with(|config| config.times.vote = Duration::ZERO).await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    let mut lobby = table("between-two-cities", "two-player", &[], false);
    lobby["players"] = json!(2);
    let code = ada.open(&town, lobby).await;
    assert_eq!(code_of(ask(&ada, &town, &code).await), (409, "not-begun".to_owned()));
    let (mut a, mut b) = (ada.sit_at(&town, &code).await, ben.sit_at(&town, &code).await);
    assert_eq!(code_of(ask(&ben, &town, &code).await), (403, "not-seated".to_owned()));
    b.act(json!({"type": "sit", "chair": 1})).await.unwrap();
    a.act(json!({"type": "start"})).await.unwrap();
    assert_eq!(ask(&ben, &town, &code).await.0, 200);
    a.until(|table| table["status"] == "playing").await;
    let mv = a.some_move();
    a.act(json!({"type": "move", "mv": mv})).await.unwrap();
    assert_eq!(code_of(ask(&ada, &town, &code).await), (409, "not-your-turn".to_owned()));
    // A guest whose seat a bot has taken over must return first.
    let mine = a.table["me"].as_u64().unwrap() as usize;
    drop(a);
    b.until(|table| table["chairs"][mine]["online"] == false).await;
    b.act(json!({"type": "vote-replace", "seat": mine})).await.unwrap();
    assert_eq!(code_of(ask(&ada, &town, &code).await), (403, "not-seated".to_owned()));
    let without_cookie = town.ask(Method::POST, &format!("/api/tables/{code}/hint")).await;
    assert_eq!(without_cookie.status(), 401);
    assert_eq!(code_of(ask(&ada, &town, "ABCDEF").await), (404, "no-table".to_owned()));

    let mut timed = table("point-city", "standard", &["greedy"], true);
    timed["options"] = json!({
        "pace": "relaxed", "talk": "open", "undo": "none", "bots": "instant",
        "listing": "private",
    });
    let code = ada.open(&town, timed).await;
    assert_eq!(code_of(ask(&ada, &town, &code).await), (403, "no-hints".to_owned()));
}

#[tokio::test]
async fn hints_are_limited() {
    let town = Town::with(|config| config.limits.hints.burst = 2.0).await;
    let ada = town.guest("Ada").await;
    let code = ada.open(&town, table("point-city", "solo-easy", &[], true)).await;
    let mut answers = Vec::new();
    for _ in 0..6 {
        answers.push(ask(&ada, &town, &code).await);
    }
    assert_eq!(answers[0].0, 200, "{:?}", answers[0]);
    assert!(answers.into_iter().any(|answer| code_of(answer) == (429, "too-many".to_owned())));
}
