//! Finished games that browsers upload, to be shown by a link.

use hyper::Method;
use serde_json::{Value, json};
use townhall_server::config::{Limits, Rate};

use crate::town::{Guest, Town};

const GAMES: [(&str, &str, &str); 4] = [
    (
        "point-city",
        "standard",
        include_str!("../../../townhall/tests/records/v1/point-city-standard-4.jsonl"),
    ),
    (
        "point-city",
        "solo-hard",
        include_str!("../../../townhall/tests/records/v1/point-city-solo-hard-1.jsonl"),
    ),
    (
        "between-two-cities",
        "standard",
        include_str!("../../../townhall/tests/records/v1/between-two-cities-standard-7.jsonl"),
    ),
    (
        "between-two-cities",
        "automa-easy",
        include_str!("../../../townhall/tests/records/v1/between-two-cities-automa-easy-1.jsonl"),
    ),
];

/// The first game of a file of the golden records, which hold several.
fn game(at: usize) -> (&'static str, &'static str, &'static str) {
    let (game, variant, file) = GAMES[at];
    let end = file[1..].find("{\"record\"").map_or(file.len(), |end| end + 1);
    (game, variant, &file[..end])
}

async fn hand_over(town: &Town, guest: &Guest, record: &str) -> (u16, Value) {
    guest.send(town, Method::POST, "/api/records", json!({"record": record})).await
}

/// The record of a table, without its software, which may be older.
async fn record(town: &Town, code: &str) -> Vec<Value> {
    let answer = town.ask(Method::GET, &format!("/api/tables/{code}/record")).await;
    assert_eq!(answer.status(), 200);
    lines(&answer.text())
}

fn lines(record: &str) -> Vec<Value> {
    record.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn an_uploaded_game_gets_one_table_however_often_it_is_sent() {
    let mut town = Town::start().await;
    let zoe = town.guest("Zoë").await;
    for (game, variant, text) in (0..GAMES.len()).map(game) {
        let (status, opened) = hand_over(&town, &zoe, text).await;
        assert_eq!(status, 200, "{opened}");
        let code = opened["code"].as_str().unwrap().to_owned();
        // The game may be sent again, also by another guest and with talk in it.
        let talked = text.replacen('\n', "\n{\"talk\":\"hello\"}\n", 1);
        assert_eq!(hand_over(&town, &zoe, text).await.1, opened);
        assert_eq!(hand_over(&town, &town.guest("Max").await, &talked).await.1, opened);

        town.again().await;
        let card = zoe.get(&town, &format!("/api/tables/{code}")).await;
        assert_eq!(
            (&card["game"], &card["variant"], &card["status"]),
            (&json!(game), &json!(variant), &json!("over"))
        );
        assert_eq!(card["imported"], true);
        let (stored, given) = (record(&town, &code).await, lines(text));
        assert_eq!(stored[1..], given[1..], "moves and result");
        for key in ["players", "setup", "deal"] {
            assert_eq!(stored[0][key], given[0][key]);
        }
        // Every client may open it; it has no seats of guests.
        let friend = town.guest("Lea").await.sit_at(&town, &code).await;
        assert_eq!((&friend.table["status"], &friend.table["imported"]), (&json!("over"), &json!(true)));
        assert_eq!(friend.table["me"], Value::Null);
        assert_eq!(friend.table["deal"]["seed"], given[0]["deal"]["seed"]);
        assert!(friend.table["log"].as_array().unwrap().len() > 10);
    }
    let mine = zoe.get(&town, "/api/tables?scope=mine").await;
    assert_eq!(mine.as_array().unwrap().len(), GAMES.len());
}

#[tokio::test]
async fn an_invalid_record_is_refused_with_the_line() {
    let town = Town::start().await;
    let zoe = town.guest("Zoë").await;
    let (_, _, text) = game(0);
    let all: Vec<&str> = text.lines().collect();
    let without = |at: usize| [&all[..at], &all[at + 1..]].concat().join("\n");
    let last = all.len();
    let cases = [
        (String::new(), "form", "1"),
        ("Dear Townhall".to_owned(), "form", "1"),
        (without(0), "form", "1"),
        (text.replacen("point-city", "chess", 1), "unknown", "1"),
        (
            text.replacen("\"deal\":{", "\"deal\":{\"seed\":\"00\",", 1).replacen(
                "\"commitment\":\"",
                "\"commitment\":\"x",
                1,
            ),
            "form",
            "1",
        ),
        (text.replacen("\"seat\":0", "\"seat\":1", 1), "move", "6"),
        (without(last - 1), "unfinished", ""),
        (text.replacen("\"total\":", "\"total\":1", 1), "result", ""),
        (text.replacen("\"seed\":\"1", "\"seed\":\"2", 1), "deal", "1"),
    ];
    for (record, fault, line) in cases {
        let (status, refusal) = hand_over(&town, &zoe, &record).await;
        assert_eq!((status, &refusal["code"]), (400, &json!("bad-record")), "{refusal}");
        assert_eq!(refusal["params"]["fault"], fault, "{refusal}");
        assert!(line.is_empty() || refusal["params"]["line"] == line, "{refusal}");
    }
    let two = format!("{text}{}", game(1).2);
    assert_eq!(hand_over(&town, &zoe, &two).await.1["code"], "malformed");
    let long = format!("{text}{}", "\n".repeat(128 * 1024));
    assert_eq!(hand_over(&town, &zoe, &long).await.0, 413);
    assert_eq!(zoe.get(&town, "/api/tables?scope=mine").await, json!([]));
    // Uploads need a cookie.
    let request = town.request(Method::POST, "/api/records").json(&json!({"record": text}));
    assert_eq!(request.send().await.unwrap().status(), 401);
}

#[tokio::test]
async fn names_are_cleaned_and_other_fields_are_dropped() {
    let town = Town::start().await;
    let zoe = town.guest("Zoë").await;
    let (_, _, text) = game(0);
    let odd = text
        .replacen("\"random 1\"", "\"\u{202e}Zo\u{eb}  the very long-named mayor of all\"", 1)
        .replacen("\"random 2\"", "\"\"", 1)
        .replacen(
            "\"software\"",
            "\"advert\":\"buy\",\"bots\":[null,null,\"greedy\",\"deep blue\"],\"software\"",
            1,
        )
        .replacen("\n{\"seat\"", "\n{\"talk\":\"buy\"}\n{\"advert\":\"buy\",\"seat\"", 1);
    let (status, opened) = hand_over(&town, &zoe, &odd).await;
    assert_eq!(status, 200, "{opened}");
    let code = opened["code"].as_str().unwrap();
    let stored = record(&town, code).await;
    assert!(!format!("{stored:?}").contains("buy"));
    let names = stored[0]["players"].as_array().unwrap();
    assert_eq!((&names[0], &names[1]), (&json!("Zoë the very long-name"), &json!("B")));
    let table = zoe.sit_at(&town, code).await.table;
    let kinds: Vec<&Value> =
        table["chairs"].as_array().unwrap().iter().map(|chair| &chair["sitter"]["kind"]).collect();
    assert_eq!(kinds, ["person", "person", "bot", "person"]);
    assert_eq!(table["host"], true);
    // Forgetting its owner removes the names of all people.
    assert_eq!(zoe.send(&town, Method::DELETE, "/api/me", json!(null)).await.0, 204);
    assert_eq!(record(&town, code).await[0]["players"], json!(["Guest", "Guest", "random 3", "Guest"]));
}

#[tokio::test]
async fn uploads_of_games_are_limited() {
    let town = Town::with(|config| {
        config.limits = Limits { records: Rate { burst: 2.0, per_second: 0.0 }, ..Limits::none() };
    })
    .await;
    let zoe = town.guest("Zoë").await;
    for at in 0..2 {
        assert_eq!(hand_over(&town, &zoe, game(at).2).await.0, 200);
    }
    assert_eq!(hand_over(&town, &zoe, game(2).2).await.1["code"], "too-many");
}
