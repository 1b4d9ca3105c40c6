//! Digests, as browsers, webhooks and mail servers get them. Time is set forward.

use std::time::Duration;

use serde_json::{Value, json};
use townhall_client::Method;
use townhall_server::config::{Encryption, Limits};
use townhall_system::clock;
use townhall_table::daily;

use super::{
    correspondence::by_correspondence,
    inbox::Inbox,
    mail::{self, PORT},
    notices::{GRACE, SERVICE, Service, address, leave, lines, log, pass_turn, subscribe_at},
    town::{Guest, Town, Wire, table, until},
};

const ZONE: &str = "Europe/Budapest";
/// 8:00, in minutes.
const EIGHT: u16 = 480;
const MINUTE: u64 = 60_000;

async fn town() -> Town {
    Town::alone(|config| {
        config.limits = Limits::none();
        config.push_services = vec![SERVICE.with_borrow(String::clone)];
        config.webhooks.origins = vec![SERVICE.with_borrow(String::clone)];
        config.mail.host = Some("127.0.0.1".to_owned());
        config.mail.port = PORT.get();
        config.mail.encryption = Encryption::None;
        config.mail.sender = Some("Townhall <townhall@town.example>".to_owned());
        config.metrics = Some(([127, 0, 0, 1], 0).into());
        config.times.notice_look = Duration::from_millis(10);
        // The others do not wait for a player who is away.
        config.times.grace = Duration::from_secs(1_000_000_000);
    })
    .await
}

/// Sets the clock to this time.
fn advance_to(at: u64) {
    clock::advance(Duration::from_millis(at - clock::now()));
}

/// A correspondence table at which Ben is asked, and the sockets of both.
async fn asked_of_ben(town: &Town, ada: &Guest, ben: &Guest) -> (String, Wire, Wire) {
    let mut opening = table("point-city", "standard", &["greedy"], false);
    opening["bots"] = json!([]);
    opening["options"]["pace"] = by_correspondence()["options"]["pace"].clone();
    let code = ada.open(town, opening).await;
    let (mut host, mut other) = (ada.sit_at(town, &code).await, ben.sit_at(town, &code).await);
    other.act(json!({"type": "sit", "chair": 1})).await.unwrap();
    host.act(json!({"type": "start"})).await.unwrap();
    pass_turn(&mut host).await;
    other.until(|table| table["game"]["to_act"] == json!([table["me"]])).await;
    other.act(json!({"type": "look", "in_view": false})).await.unwrap();
    (code, host, other)
}

/// Waits until so many turns were handled in this way over each of the three channels.
async fn until_all(town: &Town, outcome: &str, number: u64) {
    for medium in ["push", "webhook", "email"] {
        let name = format!("townhall_notices_total{{outcome=\"{outcome}\",medium=\"{medium}\"}}");
        until(async || town.counted(&name).await >= number).await;
    }
}

#[tokio::test]
async fn tables_that_wait_are_sent_together_at_the_time_of_the_player() {
    let (mut service, mut inbox) = (Service::start().await, Inbox::open(None).await);
    PORT.set(inbox.port);
    let town = town().await;
    // The evening before the clocks change: a day of 23 or 25 hours.
    let mut day = clock::now();
    let next = loop {
        let (last, next) = daily(ZONE, &[EIGHT], day).unwrap();
        if next - last != 24 * 60 * MINUTE {
            advance_to(last + 10 * 60 * MINUTE);
            break next;
        }
        day = next;
    };
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    let settings = json!({"reasons": ["turn"], "quiet": null, "digest": {"times": [EIGHT], "zone": ZONE}});
    subscribe_at(&town, &ben, &address("ben"), settings.clone()).await;
    let hook = json!({"address": address("hook"), "format": "standard", "language": "hu"});
    let (_, added) = ben.send(&town, Method::POST, "/api/me/webhooks", hook).await;
    // The first message.
    service.next().await;
    let email = mail::add(&town, &mut inbox, &ben, "ben@mail.example").await;
    for channel in [&added["channel"], &email] {
        let path = format!("/api/me/channels/{}", channel["id"]);
        assert_eq!(ben.send(&town, Method::PUT, &path, settings.clone()).await.0, 204);
    }
    let mine = ben.get(&town, "/api/me/notices").await;
    assert_eq!((&mine["settings"], &mine["channels"][1]["settings"]), (&settings, &settings));

    let (first, _ada1, mut ben1) = asked_of_ben(&town, &ada, &ben).await;
    let (second, _ada2, mut ben2) = asked_of_ben(&town, &ada, &ben).await;
    let (_, mut ada3, mut ben3) = asked_of_ben(&town, &ada, &ben).await;
    let (_, _ada4, mut ben4) = asked_of_ben(&town, &ada, &ben).await;
    clock::advance(GRACE);
    until_all(&town, "postponed", 4).await;
    // At one of them Ben has moved, at another one Ben looks.
    pass_turn(&mut ben3).await;
    ben4.act(json!({"type": "look", "in_view": true})).await.unwrap();
    advance_to(next - MINUTE);
    until_all(&town, "collected", 2).await;
    until_all(&town, "needless", 1).await;
    until_all(&town, "postponed", 5).await;
    assert!(service.pushed.try_recv().is_err() && inbox.is_empty());
    // Each of them fails at first.
    service.answers.lock().unwrap().extend([503, 503]);
    inbox.answers.lock().unwrap().push_back("451 later");
    advance_to(next);
    let mut attempts = Vec::new();
    for _ in 0..2 {
        let mut sent = vec![service.next().await, service.next().await];
        sent.sort_by(|a, b| a.path.cmp(&b.path));
        attempts.push((sent, inbox.next().await));
        until_all(&town, "again", 2).await;
        clock::advance(Duration::from_secs(30));
    }
    let [(before, email_before), (sent, email)] = attempts.try_into().ok().unwrap();

    let site = town.address();
    let shown = sent[0].notification();
    assert_eq!((before[0].header("topic"), sent[0].header("topic")), ("digest", "digest"));
    assert_eq!(before[0].notification()["data"], shown["data"]);
    assert_eq!((&shown["title"], &shown["tag"]), (&json!("Du bist an 2 Tischen dran"), &json!("digest")));
    assert_eq!(
        (&shown["navigate"], &shown["data"]["kind"]),
        (&json!(format!("http://{site}/")), &json!("turn"))
    );
    let body: Vec<&str> = shown["body"].as_str().unwrap().lines().collect();
    assert_eq!(body.len(), 2, "{body:?}");
    for line in body {
        assert!(line.starts_with("Point City (Ada), bis ") && line.ends_with(" Uhr"), "{line}");
    }

    assert_eq!(before[1].header("webhook-id"), sent[1].header("webhook-id"));
    let body: Value = serde_json::from_slice(&sent[1].body).unwrap();
    assert_eq!(
        (&body["type"], &body["data"]["title"]),
        (&json!("notice.digest"), &json!("2 asztalnál te jössz"))
    );
    let mut codes: Vec<&Value> =
        body["data"]["tables"].as_array().unwrap().iter().map(|table| &table["table"]).collect();
    codes.sort_by_key(|code| code.to_string());
    let mut expected = [&json!(first), &json!(second)];
    expected.sort_by_key(|code| code.to_string());
    assert_eq!(codes, expected);
    let of_table = &body["data"]["tables"][0];
    assert_eq!((&of_table["game"], of_table["players"].as_array().unwrap().len()), (&json!("Point City"), 2));
    assert!(of_table["due"].as_str().unwrap().ends_with('Z'), "{of_table}");

    assert_eq!(email.header("Message-ID"), email_before.header("Message-ID"));
    assert_eq!(email.header("Subject"), "Du bist an 2 Tischen dran");
    let text = email.body();
    for code in [&first, &second] {
        let link = format!("http://{site}/t/{code}");
        assert!(text.contains(&format!("\r\n{link}\r\n")), "{text}");
        assert!(text.contains(&format!("<li><a href=\"{link}\"")), "{text}");
    }
    assert!(email.header("List-Unsubscribe").contains("kind=turn"), "{}", email.header("List-Unsubscribe"));

    // Ben moves at all of them, and is asked again at one, where he moves before the next digest.
    for wire in [&mut ben1, &mut ben4] {
        pass_turn(wire).await;
    }
    ada3.until(|table| table["game"]["to_act"] == json!([table["me"]])).await;
    pass_turn(&mut ada3).await;
    ben3.until(|table| table["game"]["to_act"] == json!([table["me"]])).await;
    clock::advance(GRACE);
    until_all(&town, "postponed", 6).await;
    pass_turn(&mut ben3).await;
    leave(ben4).await;
    pass_turn(&mut ben2).await;
    advance_to(next + 24 * 60 * MINUTE);
    until_all(&town, "needless", 3).await;
    // An outcome is counted before it is stored.
    until(async || log(&town, &ben).await == lines(&[("turn", "sent"); 6])).await;
    assert!(service.pushed.try_recv().is_err() && inbox.is_empty());
}

#[tokio::test]
async fn a_digest_has_one_or_two_times_of_a_known_zone() {
    let _service = Service::start().await;
    let town = town().await;
    let ben = town.guest("Ben").await;
    let hook = json!({"address": address("hook"), "format": "standard", "language": "en"});
    let (_, added) = ben.send(&town, Method::POST, "/api/me/webhooks", hook).await;
    let path = format!("/api/me/channels/{}", added["channel"]["id"]);
    for (expected, digest) in [
        (400, json!({"times": [], "zone": ZONE})),
        (400, json!({"times": [60, 120, 180], "zone": ZONE})),
        (400, json!({"times": [1440], "zone": ZONE})),
        (400, json!({"times": [60], "zone": "Mars"})),
        (204, json!({"times": [60, 1439], "zone": ZONE})),
    ] {
        let settings = json!({"reasons": ["turn"], "quiet": null, "digest": digest});
        assert_eq!(ben.send(&town, Method::PUT, &path, settings).await.0, expected, "{digest}");
    }
    let answer = ben.request(&town, Method::GET, "/api/me/export").send().await.unwrap();
    let exported: Value = serde_json::from_str(answer.text().lines().next().unwrap()).unwrap();
    let digest = &exported["channels"][0]["settings"]["digest"];
    assert_eq!(*digest, json!({"times": [60, 1439], "zone": ZONE}));
}
