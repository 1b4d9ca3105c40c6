//! Identity, lobby and records, by plain requests.

use serde_json::{Value, json};
use townhall_client::{Method, StatusCode};

use std::time::Duration;

use super::town::{Town, table, until};

#[tokio::test]
async fn an_account_is_a_name_and_a_colour() {
    let town = Town::start().await;
    let without_cookie: Value = town.ask(Method::GET, "/api/me").await.json().unwrap();
    assert_eq!(without_cookie, Value::Null);
    let ada = town.guest("  Ada  ").await;
    assert_eq!(ada.get(&town, "/api/me").await, json!({"name": "Ada", "colour": "moss"}));
    let (status, me) =
        ada.send(&town, Method::PUT, "/api/me", json!({"name": "Ada L.", "colour": "rose"})).await;
    assert_eq!((status, me), (200, json!({"name": "Ada L.", "colour": "rose"})));
    assert_eq!(ada.get(&town, "/api/me").await["name"], "Ada L.");
    for bad in [json!({"name": " ", "colour": "rose"}), json!({"name": "x".repeat(25), "colour": "rose"})] {
        let (status, refusal) = ada.send(&town, Method::PUT, "/api/me", bad).await;
        assert_eq!((status, &refusal["code"]), (400, &json!("bad-text")));
    }
    for bad in [json!({"name": "Ada"}), json!({"name": "Ada", "colour": "blurple"}), json!([])] {
        let (status, refusal) = ada.send(&town, Method::PUT, "/api/me", bad).await;
        assert_eq!((status, &refusal["code"]), (400, &json!("malformed")));
    }
}

#[tokio::test]
async fn tables_are_opened_listed_and_found() {
    let town = Town::start().await;
    let games: Value = town.ask(Method::GET, "/api/games").await.json().unwrap();
    let ids: Vec<_> = games.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["between-two-cities", "point-city"]);

    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    let mut lobby = table("point-city", "standard", &["greedy"], false);
    lobby["players"] = json!(3);
    let code = ada.open(&town, lobby).await;
    let card = ben.get(&town, &format!("/api/tables/{}", code.to_lowercase())).await;
    assert_eq!((&card["code"], &card["status"]), (&json!(code), &json!("lobby")));
    assert_eq!((&card["host"], &card["me"]), (&json!(0), &Value::Null));
    assert_eq!(card["names"][0], "Ada");
    assert_eq!(card["names"][2], Value::Null);
    let codes = async |path: &str| {
        let list = ada.get(&town, path).await;
        list.as_array()
            .unwrap()
            .iter()
            .map(|card| card["code"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(codes("/api/tables?scope=open").await, [code.as_str()]);
    assert_eq!(codes("/api/tables?scope=mine").await, [code.as_str()]);
    assert_eq!(codes("/api/tables?scope=watch").await, [""; 0]);
    assert_eq!(ben.get(&town, "/api/tables?scope=mine").await, json!([]));

    let playing = ada.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    assert_eq!(codes("/api/tables?scope=watch").await, [playing.as_str()]);
    let record = town.ask(Method::GET, &format!("/api/tables/{playing}/record")).await;
    assert_eq!(record.status(), StatusCode::CONFLICT);
}

#[tokio::test]
async fn invalid_requests_are_refused_with_a_code() {
    let town = Town::start().await;
    let ada = town.guest("Ada").await;
    let good = table("point-city", "standard", &["greedy"], true);
    let with = |key: &str, value: Value| {
        let mut table = good.clone();
        table[key] = value;
        table
    };
    for (bad, status, code) in [
        (with("game", json!("chess")), 404, "unknown"),
        (with("variant", json!("blitz")), 404, "unknown"),
        (with("bots", json!(["clever"])), 404, "unknown"),
        (with("players", json!(3)), 409, "not-full"),
        (with("players", json!("two")), 400, "malformed"),
        (with("cheat", json!(true)), 400, "malformed"),
        (with("game", json!("x".repeat(20_000))), 413, "too-large"),
    ] {
        let (found, refusal) = ada.send(&town, Method::POST, "/api/tables", bad).await;
        assert_eq!((found, &refusal["code"]), (status, &json!(code)), "{refusal}");
    }
    let unknown = town.request(Method::POST, "/api/tables").json(&good).send().await.unwrap();
    assert_eq!(unknown.status(), StatusCode::UNAUTHORIZED);
    for (path, status, code) in [
        ("/api/tables/ABCDEF", 404, "no-table"),
        ("/api/tables/nonsense", 404, "no-table"),
        ("/api/tables/ABCDEF/record", 404, "no-table"),
        ("/api/tables?scope=all", 400, "malformed"),
        ("/api/tables", 400, "malformed"),
        ("/api/nothing", 404, "unknown"),
        ("/assets/gone-1234.js", 404, "unknown"),
    ] {
        let response = town.ask(Method::GET, path).await;
        assert_eq!(response.status().as_u16(), status, "{path}");
        assert_eq!(response.json::<Value>().unwrap()["code"], code, "{path}");
    }
}

#[tokio::test]
async fn a_list_shows_few_tables_of_one_host_and_no_deserted_ones() {
    let town = Town::with(|config| config.times.listed = Duration::from_millis(300)).await;
    let (eve, ada) = (town.guest("Eve").await, town.guest("Ada").await);
    let gathering = || table("point-city", "standard", &["greedy"], false);
    let mut eves = Vec::new();
    for _ in 0..8 {
        eves.push(eve.open(&town, gathering()).await);
    }
    let adas = ada.open(&town, gathering()).await;
    let list = async || -> Vec<String> {
        let list: Value = town.ask(Method::GET, "/api/tables?scope=open").await.json().unwrap();
        list.as_array().unwrap().iter().map(|card| card["code"].as_str().unwrap().to_owned()).collect()
    };
    let found = list().await;
    assert_eq!((found.len(), found.contains(&adas)), (4, true), "{found:?}");
    let mut wire = ada.sit_at(&town, &adas).await;
    // A guest is connected to one of them.
    until(async || list().await == [adas.as_str()]).await;
    wire.act(json!({"type": "start"})).await.unwrap();
    assert_eq!(list().await, [""; 0]);
    drop(wire);
    let watched =
        async || -> Value { town.ask(Method::GET, "/api/tables?scope=watch").await.json().unwrap() };
    assert_eq!(watched().await[0]["code"], adas);
    until(async || watched().await == json!([])).await;
}

#[tokio::test]
async fn unfinished_tables_of_one_host_are_limited() {
    let town = Town::with(|config| config.limits.tables_per_guest = 2).await;
    let (eve, ada) = (town.guest("Eve").await, town.guest("Ada").await);
    let gathering = || table("point-city", "standard", &["greedy"], false);
    for _ in 0..2 {
        eve.open(&town, gathering()).await;
    }
    let (status, refusal) = eve.send(&town, Method::POST, "/api/tables", gathering()).await;
    assert_eq!(
        (status, &refusal["code"], &refusal["params"]["most"]),
        (409, &json!("too-many-tables"), &json!("2"))
    );
    ada.open(&town, gathering()).await;
}

#[tokio::test]
async fn bots_that_think_for_long_are_limited() {
    let town = Town::with(|config| config.limits.long_bots.burst = 2.0).await;
    let ada = town.guest("Ada").await;
    let of = |level: &str, start| table("point-city", "standard", &[level], start);
    let code = ada.open(&town, of("expert:1s", false)).await;
    let mut wire = ada.sit_at(&town, &code).await;
    let change = |level: &str| json!({"type": "seat-bot", "chair": 1, "level": level});
    assert!(wire.act(change("hard:100000sims")).await.is_ok());
    assert_eq!(wire.act(change("expert:900ms")).await, Err("too-many".to_owned()));
    let (status, refusal) = ada.send(&town, Method::POST, "/api/tables", of("hard:1s", true)).await;
    assert_eq!((status, &refusal["code"]), (429, &json!("too-many")));
    for usual in ["expert", "hard", "expert:400sims", "greedy"] {
        assert!(wire.act(change(usual)).await.is_ok(), "{usual}");
    }
}

#[tokio::test]
async fn renames_are_limited_and_do_not_affect_a_running_game() {
    let town = Town::with(|config| config.limits.renames.burst = 3.0).await;
    let ada = town.guest("Ada").await;
    let playing = ada.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    let wire = ada.sit_at(&town, &playing).await;
    let gathering = ada.open(&town, table("point-city", "standard", &["greedy"], false)).await;
    let mut answers = Vec::new();
    for n in 0..5 {
        let me = json!({"name": format!("Ada {n}"), "colour": "rose"});
        answers.push(ada.send(&town, Method::PUT, "/api/me", me).await.0);
    }
    assert_eq!(answers, [200, 200, 200, 429, 429]);
    // A running game keeps the names with which it began.
    let again = ada.sit_at(&town, &playing).await;
    assert_eq!(again.table["chairs"], wire.table["chairs"]);
    // The table was not in memory when the name changed; it learns the name when the guest connects.
    let mut wire = ada.sit_at(&town, &gathering).await;
    wire.until(|table| table["chairs"][0]["sitter"]["name"] == "Ada 2").await;
}

#[tokio::test]
async fn a_guest_sits_down_with_the_name_entered_after_connecting() {
    let town = Town::start().await;
    let ada = town.guest("Ada").await;
    let two = json!({"game": "point-city", "variant": "standard", "players": 2});
    let code = ada.open(&town, two).await;
    let mut host = ada.sit_at(&town, &code).await;
    // Invited guests are connected before they have entered a name.
    let guest = town.guest("Swift").await;
    let mut wire = guest.sit_at(&town, &code).await;
    let me = json!({"name": "Ben", "colour": "teal"});
    assert_eq!(guest.send(&town, Method::PUT, "/api/me", me).await.0, 200);
    wire.act(json!({"type": "sit", "chair": 1})).await.unwrap();
    for wire in [&mut wire, &mut host] {
        wire.until(|table| table["chairs"][1]["sitter"]["name"] == "Ben").await;
        assert!(!wire.table.to_string().contains("Swift"));
    }
}

#[tokio::test]
async fn every_answer_has_security_headers() {
    let town = Town::start().await;
    for path in ["/", "/t/ABCDEF", "/api/me", "/api/nothing", "/healthz"] {
        let response = town.ask(Method::GET, path).await;
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        let policy = header("content-security-policy");
        assert!(
            policy.contains("script-src 'self' 'wasm-unsafe-eval';")
                && policy.contains("frame-ancestors 'none'"),
            "{path}"
        );
        assert_eq!(header("x-content-type-options"), "nosniff");
    }
    let api: Value = town.ask(Method::GET, "/api/openapi.json").await.json().unwrap();
    for path in ["/api/me", "/api/games", "/api/tables", "/api/tables/{code}", "/api/tables/{code}/record"] {
        assert!(api["paths"][path].is_object(), "{path}");
    }
    let refused = &api["paths"]["/api/tables"]["post"]["responses"]["429"];
    assert_eq!(
        refused["content"]["application/json"]["schema"],
        json!({"$ref": "#/components/schemas/Refusal"})
    );
    assert!(api["components"]["schemas"]["Refusal"].is_object());
    // Metrics are only served on their own address.
    assert_ne!(town.ask(Method::GET, "/metrics").await.headers()["content-type"], "text/plain");
}

#[tokio::test]
async fn only_pages_of_allowed_origins_may_change_anything() {
    let town = Town::with(|config| config.origins = vec!["https://town.example".to_owned()]).await;
    let put = async |origin: String| {
        let request = town.request(Method::PUT, "/api/me").header("origin", &origin);
        request.json(&json!({"name": "Eve", "colour": "teal"})).send().await.unwrap().status().as_u16()
    };
    assert_eq!(put("https://evil.example".to_owned()).await, 403);
    assert_eq!(put("null".to_owned()).await, 403);
    assert_eq!(put(format!("http://{}", town.address())).await, 200);
    assert_eq!(put("https://town.example".to_owned()).await, 200);
}

#[tokio::test]
async fn new_tables_of_one_address_are_limited() {
    let town = Town::with(|config| config.limits.creations.burst = 4.0).await;
    let ada = town.guest("Ada").await;
    for _ in 0..3 {
        ada.open(&town, table("point-city", "standard", &["greedy"], false)).await;
    }
    let (status, refusal) = ada
        .send(&town, Method::POST, "/api/tables", table("point-city", "standard", &["greedy"], false))
        .await;
    assert_eq!((status, &refusal["code"]), (429, &json!("too-many")));
}

#[tokio::test]
async fn earlier_talk_and_log_are_paged() {
    let town = Town::start().await;
    let ada = town.guest("Ada").await;
    let code = ada.open(&town, table("point-city", "standard", &["greedy"], false)).await;
    let mut wire = ada.sit_at(&town, &code).await;
    for n in 0..105 {
        wire.act(json!({"type": "say", "text": n.to_string()})).await.unwrap();
    }
    wire.act(json!({"type": "start"})).await.unwrap();
    let page = async |path: &str| -> (u64, Vec<Value>) {
        let page = ada.get(&town, &format!("/api/tables/{code}/{path}")).await;
        (page["start"].as_u64().unwrap(), page["lines"].as_array().unwrap().clone())
    };
    let (start, latest) = page("talk").await;
    assert_eq!((start, latest.len(), &latest[0]["text"]), (5, 100, &json!("5")));
    let (start, first) = page("talk?before=5").await;
    assert_eq!((start, first.len(), &first[4]["text"]), (0, 5, &json!("4")));
    assert_eq!(page("talk?before=0").await, (0, vec![]));
    let (start, log) = page("log").await;
    assert_eq!((start, &log[0]["type"]), (0, &json!("started")));

    // A client that connects is sent the latest lines and the number of earlier ones.
    let late = ada.sit_at(&town, &code).await;
    let frame: Value = serde_json::from_str(&late.received[0]).unwrap();
    assert_eq!((&frame["earlier"], &frame["table"]["talk"]), (&json!({"log": 0, "talk": 5}), &json!(latest)));
    for (path, status) in [
        (format!("/api/tables/{code}/talk?before=x"), StatusCode::BAD_REQUEST),
        ("/api/tables/K7M2QX/talk".to_owned(), StatusCode::NOT_FOUND),
    ] {
        assert_eq!(town.ask(Method::GET, &path).await.status(), status, "{path}");
    }
}
