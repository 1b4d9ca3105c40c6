//! Invitations of people with whom one has played before.

use serde_json::{Value, json};
use townhall_client::Method;

use super::{
    notices::game,
    town::{Guest, Town, table, until},
};

/// A table with these many free chairs.
async fn free(town: &Town, host: &Guest, chairs: usize) -> String {
    let mut opening = table("point-city", "standard", &vec!["greedy"; chairs], false);
    opening["bots"] = json!([]);
    host.open(town, opening).await
}

async fn invite(town: &Town, host: &Guest, code: &str, companion: &Value) -> u16 {
    host.send(town, Method::POST, &format!("/api/tables/{code}/invitations"), companion.clone()).await.0
}

#[tokio::test]
async fn people_who_have_played_together_are_invited_without_a_link() {
    let town = Town::start().await;
    let [ada, ben, eve] = [town.guest("Ada").await, town.guest("Ben").await, town.guest("Eve").await];
    let (met, mut of_ada, mut of_ben) = game(&town, &ada, &ben).await;
    let companions = async |guest: &Guest| guest.get(&town, "/api/me/companions").await;
    assert_eq!(companions(&ada).await, json!([]), "the game is not over");
    tokio::join!(of_ada.play_out(), of_ben.play_out());
    until(async || companions(&ada).await != json!([])).await;
    let mut known = companions(&ada).await[0].clone();
    assert_eq!(known, json!({"name": "Ben", "code": met, "seat": of_ben.table["me"]}));
    assert_eq!(companions(&eve).await, json!([]));
    known.as_object_mut().unwrap().remove("name");

    let me = json!({"name": "Benedict", "colour": "plum"});
    assert_eq!(ben.send(&town, Method::PUT, "/api/me", me).await.0, 200);
    let code = free(&town, &ada, 2).await;
    let of_eve = free(&town, &eve, 2).await;
    assert_eq!(invite(&town, &eve, &of_eve, &known).await, 404, "they never played together");
    let ada_there = json!({"code": met, "seat": of_ada.table["me"]});
    assert_eq!(invite(&town, &ben, &code, &ada_there).await, 403, "Ben is not the host");
    assert_eq!(invite(&town, &ada, &code, &ada_there).await, 404, "oneself");
    for _ in 0..2 {
        assert_eq!(invite(&town, &ada, &code, &known).await, 204);
    }
    let wire = ada.sit_at(&town, &code).await;
    let chairs = wire.table["chairs"].as_array().unwrap();
    let kept: Vec<_> = chairs.iter().filter_map(|chair| chair["sitter"]["kept_for"].as_str()).collect();
    assert_eq!(kept, ["Ben"], "a new name is not told");
    let card = ben.get(&town, "/api/tables?scope=mine").await[0].clone();
    assert_eq!((&card["code"], &card["host"], &card["me"]), (&json!(code), &json!(0), &json!(null)));

    // Who comes takes the chair. Who leaves is not invited again.
    let mut there = ben.sit_at(&town, &code).await;
    there.until(|table| table["me"] == 1 && table["chairs"][1]["sitter"]["name"] == "Benedict").await;
    there.act(json!({"type": "leave"})).await.unwrap();
    assert_eq!(invite(&town, &ada, &code, &known).await, 409);
}

#[tokio::test]
async fn who_is_muted_can_neither_invite_nor_be_invited() {
    let town = Town::with(|config| config.limits.invitations.burst = 1.0).await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    let (met, mut of_ada, mut of_ben) = game(&town, &ada, &ben).await;
    tokio::join!(of_ada.play_out(), of_ben.play_out());
    // Seats are dealt when the game begins.
    let [ada_there, ben_there] =
        [&of_ada, &of_ben].map(|wire| json!({"code": met, "seat": wire.table["me"]}));
    let number =
        async |guest: &Guest| guest.get(&town, "/api/me/companions").await.as_array().map_or(0, Vec::len);
    until(async || number(&ben).await == 1).await;
    let mute = async |on: bool| {
        let body = json!({"seat": of_ada.table["me"], "on": on});
        assert_eq!(ben.send(&town, Method::PUT, &format!("/api/tables/{met}/mutes"), body).await.0, 204);
    };
    mute(true).await;
    assert_eq!((number(&ada).await, number(&ben).await), (0, 0));
    let (of_ada, of_ben) = (free(&town, &ada, 1).await, free(&town, &ben, 1).await);
    assert_eq!(invite(&town, &ada, &of_ada, &ben_there).await, 404);
    assert_eq!(invite(&town, &ben, &of_ben, &ada_there).await, 404);
    mute(false).await;
    assert_eq!(invite(&town, &ada, &of_ada, &ben_there).await, 204);
    // Invitations are limited, also of the same person.
    assert_eq!(invite(&town, &ada, &of_ada, &ben_there).await, 429);
}
