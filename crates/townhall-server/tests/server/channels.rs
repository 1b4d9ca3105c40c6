//! Webhooks, as their receivers get them. Time is set forward.

use std::time::Duration;

use serde_json::{Value, json};
use standardwebhooks::Webhook;
use townhall_client::Method;
use townhall_server::config::{Limits, Rate};
use townhall_system::clock;

use super::{
    notices::{GRACE, Pushed, SERVICE, Service, address, game, leave, lines, log, pass_turn},
    town::{Guest, Town, until},
};

/// A town whose webhooks may lead to the service of this test.
async fn town() -> Town {
    Town::alone(|config| {
        config.limits = Limits { channels_per_guest: 3, ..Limits::none() };
        config.webhooks.origins = vec![SERVICE.with_borrow(String::clone)];
        config.times.notice_look = Duration::from_millis(10);
        // The others do not wait for a player who is away.
        config.times.grace = Duration::from_secs(1_000_000_000);
    })
    .await
}

/// Adds a webhook.
async fn add(town: &Town, guest: &Guest, address: &str, format: Value) -> (u16, Value) {
    let body = json!({"address": address, "format": format, "language": "hu"});
    guest.send(town, Method::POST, "/api/me/webhooks", body).await
}

/// Has only turns sent over a channel.
pub(crate) async fn only_turns(town: &Town, guest: &Guest, channel: &Value) {
    let path = format!("/api/me/channels/{}", channel["id"]);
    let settings = json!({"reasons": ["turn"], "quiet": null});
    assert_eq!(guest.send(town, Method::PUT, &path, settings).await.0, 204);
}

/// Whether the library of the specification signs the call in the same way. Its own check fails where tests have set the clock
/// forward.
fn is_signed_by(secret: &str, called: &Pushed) -> bool {
    let header = |name| called.header(name).to_owned();
    let time = header("webhook-timestamp").parse().unwrap();
    let signed = Webhook::new(secret).unwrap().sign(&header("webhook-id"), time, &called.body);
    signed.unwrap() == header("webhook-signature")
}

#[tokio::test]
async fn a_webhook_is_signed_repeated_under_one_id_and_ends_when_it_is_gone() {
    let mut service = Service::start().await;
    let town = town().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    let (status, added) = add(&town, &ben, &address("hook?key=1"), json!(null)).await;
    assert_eq!(status, 200, "{added}");
    only_turns(&town, &ben, &added["channel"]).await;
    let secret = added["secret"].as_str().unwrap();
    assert!(secret.starts_with("whsec_"), "{secret}");
    let greeting = service.next().await;
    assert!(is_signed_by(secret, &greeting));
    let body: Value = serde_json::from_slice(&greeting.body).unwrap();
    let site = json!(format!("http://{}", town.address()));
    assert_eq!((&body["type"], &body["data"]["url"]), (&json!("channel.added"), &site));
    let (code, mut of_ada, of_ben) = game(&town, &ada, &ben).await;
    leave(of_ben).await;
    service.answers.lock().unwrap().extend([500, 302]);
    pass_turn(&mut of_ada).await;
    let mut sent = Vec::new();
    for delay in [120, 30, 120] {
        clock::advance(Duration::from_secs(delay));
        let called = service.next().await;
        assert!(is_signed_by(secret, &called));
        assert_eq!((&*called.path, called.header("content-type")), ("/hook", "application/json"));
        sent.push(called);
    }
    let (first, last) = (&sent[0], &sent[2]);
    assert_eq!((first.header("webhook-id"), &first.body), (last.header("webhook-id"), &last.body));
    assert_ne!(first.header("webhook-timestamp"), last.header("webhook-timestamp"));
    let body: Value = serde_json::from_slice(&first.body).unwrap();
    let data = &body["data"];
    assert_eq!((&body["type"], &data["table"]), (&json!("notice.turn"), &json!(code)));
    assert_eq!(data["title"], "Te jössz · Point City");
    assert_eq!(data["url"], json!(format!("http://{}/t/{code}", town.address())));
    assert!(body["timestamp"].as_str().unwrap().ends_with('Z'), "{body}");
    assert_eq!(data["players"].as_array().unwrap().len(), 2);
    // Another secret does not verify it.
    let (_, renewed) = add(&town, &ben, &address("hook?key=1"), json!(null)).await;
    assert_eq!(renewed["channel"]["id"], added["channel"]["id"]);
    assert!(!is_signed_by(renewed["secret"].as_str().unwrap(), first));
    service.next().await;

    let mut of_ben = ben.sit_at(&town, &code).await;
    service.answers.lock().unwrap().push_back(410);
    of_ben.until(|table| table["game"]["to_act"] == json!([table["me"]])).await;
    pass_turn(&mut of_ben).await;
    leave(of_ben).await;
    of_ada.until(|table| table["game"]["to_act"] == json!([table["me"]])).await;
    pass_turn(&mut of_ada).await;
    clock::advance(GRACE);
    let gone = service.next().await;
    assert_ne!(gone.header("webhook-id"), first.header("webhook-id"));
    until(async || problem(&town, &ben).await == "410 Gone").await;
    until(async || log(&town, &ben).await[0] == lines(&[("turn", "failed")])[0]).await;
    assert!(service.pushed.try_recv().is_err());
}

/// Why nothing is sent to a guest's only webhook.
async fn problem(town: &Town, guest: &Guest) -> String {
    guest.get(town, "/api/me/notices").await["channels"][0]["problem"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_webhook_is_sent_nothing_until_it_has_accepted_a_message() {
    let mut service = Service::start().await;
    let town = town().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    // It checks signatures, and does not know the secret yet.
    service.answers.lock().unwrap().extend([401, 403]);
    let (status, added) = add(&town, &ben, &address("hook"), json!(null)).await;
    assert_eq!((status, &added["channel"]["problem"]), (200, &json!("401 Unauthorized")), "{added}");
    let secret = added["secret"].as_str().unwrap();
    service.next().await;
    only_turns(&town, &ben, &added["channel"]).await;
    let (_, mut of_ada, of_ben) = game(&town, &ada, &ben).await;
    leave(of_ben).await;
    pass_turn(&mut of_ada).await;
    clock::advance(GRACE);
    until(async || log(&town, &ben).await.is_empty()).await;
    assert!(service.pushed.try_recv().is_err());
    // Its owner has it tried again, as often as it takes.
    let path = format!("/api/me/channels/{}/check", added["channel"]["id"]);
    assert_eq!(ada.send(&town, Method::POST, &path, json!(null)).await.0, 404);
    for (expected, message) in [("403 Forbidden", "refused"), ("", "accepted")] {
        let (status, channel) = ben.send(&town, Method::POST, &path, json!(null)).await;
        assert_eq!((status, &channel["problem"]), (200, &json!(expected)), "{message}: {channel}");
        assert!(is_signed_by(secret, &service.next().await));
        assert_eq!(problem(&town, &ben).await, expected);
    }
}

#[tokio::test]
async fn an_answer_that_nobody_wants_messages_ends_a_webhook() {
    let mut service = Service::start().await;
    let town = town().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    for (answer, expected) in [
        (401, "401 Unauthorized"),
        (403, "403 Forbidden"),
        (404, "404 Not Found"),
        (405, "405 Method Not Allowed"),
        (410, "410 Gone"),
    ] {
        let (_, added) = add(&town, &ben, &address("hook"), json!(null)).await;
        assert_eq!(added["channel"]["problem"], "");
        service.next().await;
        only_turns(&town, &ben, &added["channel"]).await;
        let (_, mut of_ada, of_ben) = game(&town, &ada, &ben).await;
        leave(of_ben).await;
        service.answers.lock().unwrap().push_back(answer);
        pass_turn(&mut of_ada).await;
        clock::advance(GRACE);
        service.next().await;
        until(async || problem(&town, &ben).await == expected).await;
    }
    assert!(service.pushed.try_recv().is_err());
}

#[tokio::test]
async fn the_first_messages_to_one_host_are_limited_over_all_guests() {
    let _service = Service::start().await;
    let town = Town::with(|config| {
        config.limits = Limits { webhooks_per_host: Rate { burst: 3.0, per_second: 0.0 }, ..Limits::none() };
        config.webhooks.origins = vec![SERVICE.with_borrow(String::clone)];
    })
    .await;
    for (guest, expected) in [("Ada", [200, 200]), ("Ben", [200, 429])] {
        let guest = town.guest(guest).await;
        for (hook, expected) in ["1", "2"].into_iter().zip(expected) {
            assert_eq!(add(&town, &guest, &address(hook), json!(null)).await.0, expected);
        }
    }
}

#[tokio::test]
async fn a_chat_service_is_tried_first_and_then_sent_messages() {
    let mut service = Service::start().await;
    let town = town().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    service.answers.lock().unwrap().push_back(404);
    assert_eq!(add(&town, &ben, &address("old"), json!("discord")).await.0, 400);
    service.next().await;
    let (status, added) = add(&town, &ben, &address("new"), json!("discord")).await;
    assert_eq!((status, &added["secret"]), (200, &json!(null)), "{added}");
    only_turns(&town, &ben, &added["channel"]).await;
    let content = |body: &[u8]| {
        let body: Value = serde_json::from_slice(body).unwrap();
        assert_eq!(body["allowed_mentions"], json!({"parse": []}));
        body["content"].as_str().unwrap().to_owned()
    };
    let hello = content(&service.next().await.body);
    assert_eq!(hello, format!("A Townhall mostantól itt értesít.\n<http://{}>", town.address()));
    let (code, mut of_ada, of_ben) = game(&town, &ada, &ben).await;
    leave(of_ben).await;
    service.answers.lock().unwrap().push_back(204);
    pass_turn(&mut of_ada).await;
    clock::advance(GRACE);
    let turn = content(&service.next().await.body);
    assert!(turn.starts_with("Te jössz · Point City\n"), "{turn}");
    assert!(turn.ends_with(&format!("\n<http://{}/t/{code}>", town.address())), "{turn}");
}

#[tokio::test]
async fn webhooks_are_checked_limited_exported_and_belong_to_their_guest() {
    let _service = Service::start().await;
    let town = town().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    for refused in [
        "http://127.0.0.1:1/hook",
        "http://town.example/hook",
        "https://localhost/hook",
        "https://127.0.0.1/hook",
        "https://[::1]/hook",
        "https://[::ffff:127.0.0.1]/hook",
        "https://169.254.169.254/latest/meta-data",
        "https://10.0.0.1/hook",
        "https://user:password@discord.com/api/webhooks/1/x",
        "https://api.telegram.org/bot1:x/sendMessage",
        "file:///etc/passwd",
        "hook",
        "",
        &format!("https://town.example/{}", "x".repeat(1024)),
    ] {
        let (status, answer) = add(&town, &ben, refused, json!(null)).await;
        assert_eq!((status, &answer["code"]), (400, &json!("malformed")), "{refused}");
    }
    let (_, first) = add(&town, &ben, &address("1"), json!(null)).await;
    for more in ["2", "3"] {
        assert_eq!(add(&town, &ben, &address(more), json!("standard")).await.0, 200);
    }
    assert_eq!(add(&town, &ben, &address("4"), json!(null)).await.0, 429);
    let mine = ben.get(&town, "/api/me/notices").await;
    assert_eq!((&mine["webhooks"], &mine["email"]), (&json!(true), &json!(false)));
    assert_eq!((mine["channels"].as_array().unwrap().len(), &mine["channels"][0]), (3, &first["channel"]));
    assert_eq!(
        first["channel"]["settings"]["reasons"],
        json!(["turn", "late", "started", "over", "invited", "soon"])
    );

    let answer = ben.request(&town, Method::GET, "/api/me/export").send().await.unwrap();
    let exported: Value = serde_json::from_str(answer.text().lines().next().unwrap()).unwrap();
    let channel = &exported["channels"][0];
    assert_eq!((&channel["medium"], &channel["address"]), (&json!("webhook"), &json!(address("1"))));
    assert!(!answer.text().contains("whsec_"));

    let path = format!("/api/me/channels/{}", first["channel"]["id"]);
    let quiet = json!({"from": 0, "to": 60, "zone": "Europe/Madrid"});
    let settings = json!({"reasons": [], "quiet": quiet, "digest": null});
    assert_eq!(ada.send(&town, Method::PUT, &path, settings.clone()).await.0, 404);
    assert_eq!(ada.send(&town, Method::DELETE, &path, json!(null)).await.0, 404);
    let unknown = json!({"reasons": [], "quiet": {"from": 0, "to": 60, "zone": "Mars"}});
    assert_eq!(ben.send(&town, Method::PUT, &path, unknown).await.0, 400);
    assert_eq!(ben.send(&town, Method::PUT, &path, settings.clone()).await.0, 204);
    assert_eq!(ben.get(&town, "/api/me/notices").await["channels"][0]["settings"], settings);
    assert_eq!(ben.send(&town, Method::DELETE, &path, json!(null)).await.0, 204);
    assert_eq!(ben.get(&town, "/api/me/notices").await["channels"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn the_operator_can_switch_webhooks_off() {
    let _service = Service::start().await;
    let town = Town::with(|config| {
        config.webhooks.enabled = false;
        config.webhooks.origins = vec![SERVICE.with_borrow(String::clone)];
    })
    .await;
    let ben = town.guest("Ben").await;
    assert_eq!(add(&town, &ben, &address("1"), json!(null)).await.0, 400);
    assert_eq!(ben.get(&town, "/api/me/notices").await["webhooks"], json!(false));
}
