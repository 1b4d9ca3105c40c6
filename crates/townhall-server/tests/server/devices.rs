//! One guest on several devices.

use std::time::Duration;

use hyper::{Method, StatusCode};
use serde_json::{Value, json};
use townhall_server::config::{Limits, Rate};
use townhall_system::clock;

use crate::town::{Guest, Town, table};

/// A code for another device of this guest.
async fn code(town: &Town, guest: &Guest) -> String {
    let (status, offered) = guest.send(town, Method::POST, "/api/me/device-code", json!(null)).await;
    assert_eq!(status, 200, "{offered}");
    assert_eq!(offered["holds_ms"], 600_000);
    offered["code"].as_str().unwrap().to_owned()
}

/// Enters a code on a browser without a cookie.
pub(crate) async fn enter(town: &Town, code: &str) -> Result<Guest, (StatusCode, Value)> {
    let request = town.request(Method::POST, "/api/me/devices").header("user-agent", "Firefox/140 (Android)");
    let answer = request.json(&json!({"code": code})).send().await.unwrap();
    if answer.status() == StatusCode::OK {
        Ok(Guest::of(&answer))
    } else {
        Err((answer.status(), answer.json().unwrap()))
    }
}

async fn devices(town: &Town, guest: &Guest) -> Vec<Value> {
    guest.get(town, "/api/me/devices").await.as_array().unwrap().clone()
}

#[tokio::test]
async fn a_phone_becomes_the_same_guest_plays_on_and_is_signed_out() {
    let town = Town::start().await;
    let laptop = town.guest("Ada").await;
    let table = laptop.open(&town, table("point-city", "standard", &["greedy"], true)).await;

    let typed = code(&town, &laptop).await.to_lowercase().replace('-', " ");
    let phone = enter(&town, &typed).await.unwrap();
    assert_eq!(phone.get(&town, "/api/me").await["name"], "Ada");
    let mine = phone.get(&town, "/api/tables?scope=mine").await;
    assert_eq!(mine[0]["code"], table.as_str());
    let mut wire = phone.sit_at(&town, &table).await;
    assert_eq!(wire.table["me"], laptop.sit_at(&town, &table).await.table["me"]);
    assert!(wire.table["me"].is_number());

    // A code can be used once.
    let (status, refusal) = enter(&town, &typed).await.err().unwrap();
    assert_eq!((status, &refusal["code"]), (StatusCode::NOT_FOUND, &json!("unknown")));

    let found = devices(&town, &laptop).await;
    let shown: Vec<_> = found.iter().map(|one| (one["label"].clone(), one["current"].clone())).collect();
    assert_eq!(shown, [(json!("Firefox, Android"), json!(false)), (json!(""), json!(true))]);

    // When the laptop signs the phone out, the phone's cookie is invalid and its socket is closed.
    let path = format!("/api/me/devices/{}", found[0]["id"]);
    let (status, _) = laptop.send(&town, Method::DELETE, &path, json!(null)).await;
    assert_eq!(status, 204);
    assert_eq!(phone.get(&town, "/api/me").await, json!(null));
    let close = loop {
        match wire.next().await {
            Ok(frame) => assert!(frame["type"] != "bye" || frame["why"] == "signed-out", "{frame}"),
            Err(close) => break close,
        }
    };
    assert_eq!(close.map(u16::from), Some(4005));
    assert_eq!(laptop.get(&town, "/api/me").await["name"], "Ada");
    assert_eq!(devices(&town, &laptop).await.len(), 1);
}

#[tokio::test]
async fn a_guest_can_neither_see_nor_sign_out_the_devices_of_others() {
    let town = Town::start().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    let of_ada = devices(&town, &ada).await[0]["id"].clone();
    for (guest, id, expected) in [(&ben, of_ada.clone(), 404), (&ada, json!("x"), 400), (&ada, of_ada, 204)] {
        let id = id.to_string().replace('"', "");
        let (status, answer) =
            guest.send(&town, Method::DELETE, &format!("/api/me/devices/{id}"), json!(null)).await;
        assert_eq!(status, expected, "{answer}");
    }
    // Ada has signed out, and all of these need a cookie.
    for (method, path) in [
        (Method::GET, "/api/me/devices"),
        (Method::DELETE, "/api/me/devices/1"),
        (Method::POST, "/api/me/device-code"),
    ] {
        let (status, refusal) = ada.send(&town, method, path, json!(null)).await;
        assert_eq!((status, &refusal["code"]), (401, &json!("nobody")), "{path}");
    }
}

#[tokio::test]
async fn entering_a_code_replaces_the_guest_of_the_device() {
    let town = Town::start().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    let code = code(&town, &ada).await;
    let answer = ben
        .request(&town, Method::POST, "/api/me/devices")
        .json(&json!({"code": code}))
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(Guest::of(&answer).get(&town, "/api/me").await["name"], "Ada");
    // A copy of the old cookie is invalid.
    assert_eq!(ben.get(&town, "/api/me").await, json!(null));
}

#[tokio::test]
async fn guesses_of_device_codes_are_limited() {
    let town = Town::with(|config| config.limits.device_codes = Rate { burst: 5.0, per_second: 0.001 }).await;
    let ada = town.guest("Ada").await;
    let good = code(&town, &ada).await;
    let mut refusals = Vec::new();
    for guess in ["", "ABCD-EFG", "ABCD-EFGH", "ABCD-EFGH-2345-6789", &good] {
        let refused = enter(&town, guess).await.err().unwrap();
        refusals.push((refused.0.as_u16(), refused.1["code"].as_str().unwrap().to_owned()));
    }
    let expected =
        [(400, "malformed"), (400, "malformed"), (404, "unknown"), (404, "unknown"), (429, "too-many")];
    assert_eq!(refusals, expected.map(|(status, code)| (status, code.to_owned())));
}

#[tokio::test]
async fn a_cookie_is_renewed_as_long_as_its_guest_comes_back() {
    let town = Town::alone(|config| config.limits = Limits::none()).await;
    let ada = town.guest("Ada").await;
    let renewed = async || {
        let answer = ada.request(&town, Method::GET, "/api/me").send().await.unwrap();
        let cookie = answer.headers().get("set-cookie");
        cookie.map(|cookie| cookie.to_str().unwrap().to_owned())
    };
    assert_eq!(renewed().await, None);
    clock::advance(Duration::from_secs(2 * 3600));
    let cookie = renewed().await.unwrap();
    assert!(cookie.starts_with(&format!("townhall={};", ada.cookie_value())), "{cookie}");
    assert!(cookie.contains("; Max-Age=34560000"), "{cookie}");
    assert_eq!(renewed().await, None);
}

#[tokio::test]
async fn behind_https_the_cookie_is_bound_to_the_host() {
    let town = Town::with(|config| config.behind_proxy = true).await;
    let https = |method, path| town.request(method, path).header("x-forwarded-proto", "https");
    let me = json!({"name": "Ada", "colour": "moss"});
    let answer = https(Method::PUT, "/api/me").json(&me).send().await.unwrap();
    let cookie = answer.headers()["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with("__Host-townhall=") && cookie.contains("; Secure"), "{cookie}");

    // A cookie without the prefix may have been set by another host: it does not count, and a new guest has a new secret.
    let eve = town.guest("Eve").await;
    let behind_https = |method| eve.request(&town, method, "/api/me").header("x-forwarded-proto", "https");
    let answer = behind_https(Method::GET).send().await.unwrap();
    assert_eq!((answer.text().as_str(), answer.headers().get("set-cookie")), ("null", None));
    let code = eve.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    let hint = eve.request(&town, Method::POST, &format!("/api/tables/{code}/hint"));
    assert_eq!(hint.header("x-forwarded-proto", "https").send().await.unwrap().status(), 401);
    let answer = behind_https(Method::PUT).json(&me).send().await.unwrap();
    assert_ne!(Guest::of(&answer).cookie_value(), eve.cookie_value());
    assert_eq!(eve.get(&town, "/api/me").await["name"], "Eve");
}

#[tokio::test]
async fn behind_a_proxy_limits_hold_for_each_client_with_or_without_its_port() {
    let town = Town::with(|config| {
        config.behind_proxy = true;
        config.limits.creations = Rate { burst: 1.0, per_second: 0.001 };
    })
    .await;
    let me = json!({"name": "Ada", "colour": "moss"});
    for (lines, expected) in [
        (&["192.0.2.1:1234"][..], 200),
        (&["192.0.2.1:99"], 429),
        (&["192.0.2.1"], 429),
        (&["192.0.2.2:99"], 200),
        (&["[2001:db8::1]:5"], 200),
        (&["2001:db8::2"], 429),
        // A client that sends the header itself has no other address by that.
        (&["198.51.100.9, 192.0.2.1"], 429),
        (&["198.51.100.9", "192.0.2.1"], 429),
        (&["192.0.2.1, 198.51.100.9"], 200),
        // Without a readable address, the limit of the proxy's own address holds.
        (&["192.0.2.1, unknown"], 200),
        (&["unknown"], 429),
        (&[], 429),
    ] {
        let request = town.request(Method::PUT, "/api/me");
        let request = lines.iter().fold(request, |request, line| request.header("x-forwarded-for", line));
        let status = request.json(&me).send().await.unwrap().status().as_u16();
        assert_eq!(status, expected, "{lines:?}");
    }
}

#[tokio::test]
async fn without_a_proxy_no_header_changes_the_address_of_a_client_or_its_cookie() {
    let town = Town::with(|config| config.limits.creations = Rate { burst: 1.0, per_second: 0.001 }).await;
    let me = json!({"name": "Ada", "colour": "moss"});
    for (claimed, expected) in [("192.0.2.1", 200), ("192.0.2.2", 429)] {
        let request = town.request(Method::PUT, "/api/me").header("x-forwarded-for", claimed);
        let answer = request.header("x-forwarded-proto", "https").json(&me).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), expected, "{claimed}");
        let cookie = answer.headers().get("set-cookie").map(|cookie| cookie.to_str().unwrap());
        assert!(cookie.is_none_or(|cookie| cookie.starts_with("townhall=") && !cookie.contains("Secure")));
    }
}

#[tokio::test]
async fn an_export_holds_only_the_guests_own_tables_messages_and_records() {
    let town = Town::start().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    let code = ada.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    let (mut of_ada, mut of_ben) = (ada.sit_at(&town, &code).await, ben.sit_at(&town, &code).await);
    of_ada.act(json!({"type": "say", "text": "Good luck!"})).await.unwrap();
    let _ = of_ben.act(json!({"type": "say", "text": "Psst"})).await;
    of_ada.play_out().await;
    let lobby = ada.open(&town, table("between-two-cities", "standard", &["greedy", "greedy"], false)).await;

    let answer = ada.request(&town, Method::GET, "/api/me/export").send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    assert!(answer.headers()["content-disposition"].to_str().unwrap().starts_with("attachment"));
    let lines: Vec<Value> = answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["me"]["name"], lines[0]["devices"].as_array().unwrap().len()), (&json!("Ada"), 1));
    let find = |code: &str| lines.iter().find(|line| line["code"] == code).unwrap();
    let finished = find(&code);
    assert_eq!(finished["status"], "over");
    let said: Vec<_> = finished["said"].as_array().unwrap().iter().map(|said| said["text"].clone()).collect();
    assert_eq!(said, ["Good luck!"]);
    let record = town.ask(Method::GET, &format!("/api/tables/{code}/record")).await.text();
    let expected: Vec<Value> = record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(finished["record"], json!(expected));
    // An unfinished game keeps its secrets, also from its own players.
    assert!(find(&lobby).get("record").is_none());
    assert_eq!(lines.len(), 3);
    let (status, _) = town.guest("Eve").await.send(&town, Method::GET, "/api/me/export", json!(null)).await;
    assert_eq!(status, 200);
    assert_eq!(town.ask(Method::GET, "/api/me/export").await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_guest_can_be_forgotten_on_all_devices_and_at_all_tables() {
    let town = Town::start().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    let phone = enter(&town, &code(&town, &ada).await).await.unwrap();
    let table = ada.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    let mut wire = ada.sit_at(&town, &table).await;
    wire.act(json!({"type": "say", "text": "My secret recipe"})).await.unwrap();

    let (status, answer) = phone.send(&town, Method::DELETE, "/api/me", json!(null)).await;
    assert_eq!(status, 204, "{answer}");
    for device in [&ada, &phone] {
        assert_eq!(device.get(&town, "/api/me").await, json!(null));
    }
    let seen = ben.sit_at(&town, &table).await.table.to_string();
    assert!(!seen.contains("Ada") && !seen.contains("recipe"), "{seen}");
    assert_eq!(ben.get(&town, "/api/me").await["name"], "Ben");
    assert_eq!(phone.send(&town, Method::DELETE, "/api/me", json!(null)).await.0, 401);
}
