//! Scores of tables that were played elsewhere.

use serde_json::{Value, json};
use townhall_client::{Method, StatusCode};

use super::town::Town;

async fn score(town: &Town, game: &str, sheet: &Value) -> (StatusCode, Value) {
    let request = town.request(Method::POST, &format!("/api/score/{game}")).json(sheet);
    let answer = request.send().await.unwrap();
    (answer.status(), answer.json().unwrap())
}

#[tokio::test]
async fn scoring_a_table_needs_no_cookie() {
    let town = Town::start().await;
    let sheet = json!({"variant": "standard", "players": 3, "cities": ["SSSS/HHOm/OPOO/OPHP"]});
    let (status, scored) = score(&town, "between-two-cities", &sheet).await;
    assert_eq!((status, &scored["cities"][0]["score"]["total"]), (StatusCode::OK, &json!(56)));
    let sheet = json!({"variant": "standard", "seats": [{"buildings": {"C3": 2}}, {}]});
    let (status, scored) = score(&town, "point-city", &sheet).await;
    assert_eq!((status, &scored["seats"][0]["total"]), (StatusCode::OK, &json!(6)));
}

#[tokio::test]
async fn invalid_sheets_are_refused() {
    let town = Town::start().await;
    let nine = json!({"variant": "standard", "players": 9});
    let long = json!({"variant": "standard", "players": 3, "cities": ["S".repeat(20_000)]});
    for (game, sheet, status, code) in [
        ("between-two-cities", json!([]), StatusCode::BAD_REQUEST, "malformed"),
        ("between-two-cities", nine, StatusCode::BAD_REQUEST, "malformed"),
        ("between-two-cities", long, StatusCode::PAYLOAD_TOO_LARGE, "too-large"),
        ("chess", json!({}), StatusCode::NOT_FOUND, "unknown"),
    ] {
        let (found, refusal) = score(&town, game, &sheet).await;
        assert_eq!((found, &refusal["code"]), (status, &json!(code)), "{game} {refusal}");
    }
}
