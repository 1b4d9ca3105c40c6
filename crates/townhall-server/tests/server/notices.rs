//! Notifications, as a push service and a browser get them. Time is set forward.

use std::{
    cell::RefCell,
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU16, Ordering},
    },
    time::Duration,
};

use axum::{Router, body::Bytes, extract::State, http::Uri, routing::post};
use hyper::{HeaderMap, StatusCode};
use p256::ecdsa::{Signature, VerifyingKey, signature::Verifier};
use serde_json::{Value, json};
use sqlx::{ConnectOptions, sqlite::SqliteConnectOptions};
use tokio::{net::TcpListener, sync::mpsc, time::timeout};
use townhall_client::Method;
use townhall_server::config::Limits;
use townhall_system::clock;

use super::{
    correspondence,
    receiver::{AUTH, PUBLIC, bytes, decrypt},
    town::{Guest, Town, Wire, table, until},
};

/// The message of the example.
const MESSAGE: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

pub(crate) const GRACE: Duration = Duration::from_secs(120);
/// How long a player must have stopped looking before a notice is sent that was held back, in milliseconds.
const ABSENCE: u64 = 5000;

thread_local! {
    /// The origin of the push service of the test that runs on this thread.
    pub(crate) static SERVICE: RefCell<String> = const { RefCell::new(String::new()) };
}

#[test]
fn the_receiver_of_these_tests_reads_the_example_of_the_rfc() {
    assert_eq!(decrypt(&bytes(MESSAGE)), b"When I grow up, I want to be a watermelon");
}

/// A request to a push service, or to the receiver of a webhook.
pub(crate) struct Pushed {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Pushed {
    pub(crate) fn notification(&self) -> Value {
        let message: Value = serde_json::from_slice(&decrypt(&self.body)).unwrap();
        assert_eq!(message["web_push"], 8030);
        message["notification"].clone()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }
}

/// Stands for an answer that never comes.
pub(crate) const SILENCE: u16 = 0;

/// A push service or the receiver of a webhook, and the answers that it gives before it accepts everything.
pub(crate) struct Service {
    pub(crate) pushed: mpsc::UnboundedReceiver<Pushed>,
    pub(crate) answers: Arc<Mutex<VecDeque<u16>>>,
    /// The answer when there are no others.
    pub(crate) usual: Arc<AtomicU16>,
}

type Shared = (mpsc::UnboundedSender<Pushed>, Arc<Mutex<VecDeque<u16>>>, Arc<AtomicU16>);

impl Service {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        SERVICE.set(format!("http://{}", listener.local_addr().unwrap()));
        let (sender, pushed) = mpsc::unbounded_channel();
        let (answers, usual) = (Arc::<Mutex<VecDeque<u16>>>::default(), Arc::new(AtomicU16::new(201)));
        let take = |State((sender, answers, usual)): State<Shared>,
                    uri: Uri,
                    headers: HeaderMap,
                    body: Bytes| async move {
            let _ = sender.send(Pushed { path: uri.path().to_owned(), headers, body });
            let answer = answers.lock().unwrap().pop_front();
            let answer = answer.unwrap_or_else(|| usual.load(Ordering::Relaxed));
            if answer == SILENCE {
                std::future::pending::<()>().await;
            }
            StatusCode::from_u16(answer).unwrap()
        };
        let router = Router::new().route("/{*rest}", post(take)).with_state((
            sender,
            Arc::clone(&answers),
            Arc::clone(&usual),
        ));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { pushed, answers, usual }
    }

    pub(crate) async fn next(&mut self) -> Pushed {
        timeout(Duration::from_secs(20), self.pushed.recv()).await.expect("a notification").unwrap()
    }
}

/// A town that sends notifications to the service of this test.
async fn town() -> Town {
    Town::alone(|config| {
        config.limits = Limits::none();
        config.push_services = vec![SERVICE.with_borrow(String::clone)];
        config.times.notice_look = Duration::from_millis(10);
        // A notification that is being sent is not sent again because time is set forward.
        config.times.notice_lease = Duration::from_secs(1_000_000_000);
        // The others do not wait for a player who is away.
        config.times.grace = Duration::from_secs(1_000_000_000);
    })
    .await
}

/// The address of a subscription to the service of this test.
pub(crate) fn address(path: &str) -> String {
    SERVICE.with_borrow(|service| format!("{service}/{path}"))
}

/// The subscription of a browser.
fn subscription(address: &str, settings: Value) -> Value {
    json!({"address": address, "p256dh": PUBLIC, "auth": AUTH, "language": "de", "settings": settings})
}

async fn subscribe(town: &Town, guest: &Guest, path: &str, settings: Value) {
    subscribe_at(town, guest, &address(path), settings).await;
}

/// Subscribes a guest's browser at this address.
pub(crate) async fn subscribe_at(town: &Town, guest: &Guest, address: &str, settings: Value) {
    let body = subscription(address, settings);
    let (status, answer) = guest.send(town, Method::PUT, "/api/me/notices", body).await;
    assert_eq!(status, 200, "{answer}");
}

/// A game of two people, and the sockets of both.
pub(crate) async fn game(town: &Town, ada: &Guest, ben: &Guest) -> (String, Wire, Wire) {
    let mut opening = table("point-city", "standard", &["greedy"], false);
    opening["bots"] = json!([]);
    let code = ada.open(town, opening).await;
    let (mut host, mut other) = (ada.sit_at(town, &code).await, ben.sit_at(town, &code).await);
    other.act(json!({"type": "sit", "chair": 1})).await.unwrap();
    host.act(json!({"type": "start"})).await.unwrap();
    for wire in [&mut host, &mut other] {
        wire.until(|table| table["status"] == "playing").await;
    }
    (code, host, other)
}

/// Plays until it is the turn of the other.
pub(crate) async fn pass_turn(wire: &mut Wire) {
    while wire.asked() {
        wire.play_on().await;
    }
}

/// Closes a page. At this moment it is not in view any more, whenever the server notices that it is closed.
pub(crate) async fn leave(mut wire: Wire) {
    wire.act(json!({"type": "look", "in_view": false})).await.unwrap();
}

/// For how many milliseconds each of the notices waits that are not being sent, the one that is due first first.
async fn waits(town: &Town) -> Vec<u64> {
    let mut file = SqliteConnectOptions::new().filename(town.file()).connect().await.unwrap();
    let sql = "SELECT due FROM notices WHERE state = 'waiting' AND attempts = 0 ORDER BY due";
    let due: Vec<i64> = sqlx::query_scalar(sql).fetch_all(&mut file).await.unwrap();
    due.into_iter().map(|due| due.unsigned_abs().saturating_sub(clock::now())).collect()
}

/// The latest notifications of a guest.
pub(crate) async fn log(town: &Town, guest: &Guest) -> Vec<(String, String)> {
    let log = guest.get(town, "/api/me/notices").await["log"].clone();
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    log.as_array().unwrap().iter().map(|line| (word(&line["reason"]), word(&line["state"]))).collect()
}

pub(crate) fn lines(lines: &[(&str, &str)]) -> Vec<(String, String)> {
    lines.iter().map(|(reason, state)| ((*reason).to_owned(), (*state).to_owned())).collect()
}

#[tokio::test]
async fn a_player_who_is_away_is_notified_once_of_each_turn() {
    let mut service = Service::start().await;
    let mut town = town().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    subscribe(&town, &ben, "ben", json!(null)).await;
    let (code, mut of_ada, of_ben) = game(&town, &ada, &ben).await;
    leave(of_ben).await;
    // The server of the subscription: it listens at another port when it is started again.
    let site = town.address();
    let mut turns = Vec::new();
    for turn in 1..=2 {
        pass_turn(&mut of_ada).await;
        assert_eq!(log(&town, &ben).await.len(), turn);
        clock::advance(GRACE);
        let pushed = service.next().await;
        let shown = pushed.notification();
        assert_eq!((&*pushed.path, pushed.header("topic")), ("/ben", &*format!("{code}-turn")));
        assert_eq!((pushed.header("content-encoding"), pushed.header("urgency")), ("aes128gcm", "high"));
        assert_eq!(shown["title"], "Du bist dran · Point City");
        assert_eq!(shown["body"], "Ada");
        assert_eq!(shown["navigate"], json!(format!("http://{site}/t/{code}")));
        turns.push(pushed);
        // Neither a day later nor by a server that was started again is it sent again.
        town.again().await;
        clock::advance(Duration::from_secs(86_400));
        let mut of_ben = ben.sit_at(&town, &code).await;
        of_ada = ada.sit_at(&town, &code).await;
        pass_turn(&mut of_ben).await;
        leave(of_ben).await;
        of_ada.until(|table| table["game"]["to_act"] == json!([table["me"]])).await;
    }
    assert_eq!(log(&town, &ben).await[..2], lines(&[("turn", "sent"), ("turn", "sent")]));
    assert!(service.pushed.try_recv().is_err());

    // The service knows the server by the key with which the browser subscribed, which outlives the server.
    let key = ben.get(&town, "/api/me/notices").await["key"].as_str().unwrap().to_owned();
    for pushed in turns {
        let (token, sender) =
            pushed.header("authorization").strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(sender, key);
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let signature = Signature::from_slice(&bytes(signature)).unwrap();
        let verifying = VerifyingKey::from_sec1_bytes(&bytes(&key)).unwrap();
        verifying.verify(signed.as_bytes(), &signature).unwrap();
        let claims: Value = serde_json::from_slice(&bytes(signed.split_once('.').unwrap().1)).unwrap();
        assert_eq!(claims["aud"], json!(SERVICE.with_borrow(String::clone)));
    }
}

#[tokio::test]
async fn who_looks_at_the_table_or_has_moved_is_not_notified() {
    let mut service = Service::start().await;
    let town = town().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    subscribe(&town, &ben, "ben", json!(null)).await;
    let (_, mut of_ada, mut of_ben) = game(&town, &ada, &ben).await;
    pass_turn(&mut of_ada).await;
    of_ben.until(|table| table["game"]["to_act"] == json!([table["me"]])).await;
    clock::advance(GRACE);
    // It is considered again as long as the turn is open.
    assert_eq!(log(&town, &ben).await, lines(&[("turn", "waiting")]));
    pass_turn(&mut of_ben).await;
    of_ada.until(|table| table["game"]["to_act"] == json!([table["me"]])).await;
    pass_turn(&mut of_ada).await;
    of_ben.until(|table| table["game"]["to_act"] == json!([table["me"]])).await;
    clock::advance(GRACE);
    // A notice that is held back is due soon after its player has hidden the page, unless they are back by then.
    for is_back in [true, false] {
        until(async || matches!(*waits(&town).await, [for_ms] if for_ms > ABSENCE)).await;
        of_ben.act(json!({"type": "look", "in_view": false})).await.unwrap();
        until(async || matches!(*waits(&town).await, [for_ms] if for_ms <= ABSENCE)).await;
        assert!(service.pushed.try_recv().is_err());
        of_ben.act(json!({"type": "look", "in_view": is_back})).await.unwrap();
        // The clock does not follow shorter jumps.
        clock::advance(Duration::from_secs(20));
    }
    service.next().await;
    clock::advance(GRACE);
    // The first turn is needless, and the second one is sent.
    until(async || log(&town, &ben).await == lines(&[("turn", "sent")])).await;
    assert!(service.pushed.try_recv().is_err());
}

#[tokio::test]
async fn failures_are_retried_and_ended_subscriptions_removed() {
    let mut service = Service::start().await;
    let town = town().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    subscribe(&town, &ben, "ben", json!(null)).await;
    let (_, mut of_ada, of_ben) = game(&town, &ada, &ben).await;
    leave(of_ben).await;
    service.answers.lock().unwrap().extend([503, 429, 410]);
    pass_turn(&mut of_ada).await;
    let latest = async || ben.get(&town, "/api/me/notices").await["log"][0].clone();
    for (delay, status) in [(120, "503"), (30, "429")] {
        clock::advance(Duration::from_secs(delay));
        service.next().await;
        until(async || latest().await["detail"].as_str().is_some_and(|detail| detail.starts_with(status)))
            .await;
        assert_eq!(log(&town, &ben).await, lines(&[("turn", "waiting")]));
    }
    clock::advance(Duration::from_secs(120));
    service.next().await;
    until(async || ben.get(&town, "/api/me/notices").await["settings"].is_null()).await;
    assert_eq!(log(&town, &ben).await, []);
}

#[tokio::test]
async fn a_service_that_does_not_answer_holds_up_no_other_notification() {
    let mut service = Service::start().await;
    let town = town().await;
    let [ada, ben, cleo] = [town.guest("Ada").await, town.guest("Ben").await, town.guest("Cleo").await];
    service.answers.lock().unwrap().push_back(SILENCE);
    for (guest, path) in [(&ben, "/ben"), (&cleo, "/cleo")] {
        subscribe(&town, guest, &path[1..], json!(null)).await;
        let (_, mut of_ada, other) = game(&town, &ada, guest).await;
        leave(other).await;
        pass_turn(&mut of_ada).await;
        clock::advance(GRACE);
        assert_eq!(service.next().await.path, path);
    }
    // The first one is still being sent.
    let latest = ben.get(&town, "/api/me/notices").await["log"][0].clone();
    assert_eq!((&latest["state"], &latest["detail"]), (&json!("waiting"), &json!("")));
}

#[tokio::test]
async fn a_kind_is_switched_off_by_the_notification_alone() {
    let mut service = Service::start().await;
    let town = town().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    subscribe(&town, &ben, "ben", json!({"reasons": ["turn", "over"], "quiet": null})).await;
    let (_, mut of_ada, of_ben) = game(&town, &ada, &ben).await;
    leave(of_ben).await;
    pass_turn(&mut of_ada).await;
    clock::advance(GRACE);
    let data = service.next().await.notification()["data"].clone();
    let token = |token: &Value| json!({"channel": data["channel"], "kind": data["kind"], "token": token});
    let mute = async |body: Value| {
        let request = town.request(Method::POST, "/api/notices/mute").json(&body);
        request.send().await.unwrap().status().as_u16()
    };
    let reasons = async || ben.get(&town, "/api/me/notices").await["settings"]["reasons"].clone();
    assert_eq!(mute(token(&json!("AAAA"))).await, 404);
    assert_eq!(town.ask(Method::GET, "/api/notices/mute").await.status().as_u16(), 405);
    assert_eq!(reasons().await, json!(["turn", "over"]));
    assert_eq!(mute(token(&data["token"])).await, 204);
    assert_eq!(reasons().await, json!(["over"]));
    // The client's next start does not switch it on again.
    subscribe(&town, &ben, "ben", json!(null)).await;
    assert_eq!(reasons().await, json!(["over"]));
}

#[tokio::test]
async fn a_player_is_reminded_once_when_the_time_is_almost_up() {
    let mut service = Service::start().await;
    let town = town().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    for (guest, path) in [(&ada, "ada"), (&ben, "ben")] {
        subscribe(&town, guest, path, json!({"reasons": ["late"], "quiet": null})).await;
    }
    correspondence::begun(&town, &ada, &ben).await;
    let is_asked = async |guest: &Guest| correspondence::card(&town, guest).await["your_turn"] == true;
    until(async || is_asked(&ada).await || is_asked(&ben).await).await;
    let (slow, path) = if is_asked(&ada).await { (&ada, "/ada") } else { (&ben, "/ben") };
    // Of a bank of 24 hours a tenth is left after 21.6.
    clock::advance(Duration::from_secs(77_700));
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(log(&town, slow).await, lines(&[("late", "waiting")]));
    clock::advance(Duration::from_secs(70));
    let pushed = service.next().await;
    assert_eq!((&*pushed.path, pushed.header("urgency")), (path, "high"));
    assert_eq!(pushed.notification()["title"], "Deine Zeit läuft bald ab · Point City");
    // Not again, and not when the time is up.
    clock::advance(Duration::from_secs(8_000));
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(service.pushed.try_recv().is_err());
}

#[tokio::test]
async fn players_are_reminded_once_of_the_latest_time_at_which_they_meet() {
    const HOUR: u64 = 3_600_000;
    let mut service = Service::start().await;
    let town = town().await;
    let [ada, ben, cleo] = [town.guest("Ada").await, town.guest("Ben").await, town.guest("Cleo").await];
    for (guest, path) in [(&ada, "ada"), (&ben, "ben"), (&cleo, "cleo")] {
        subscribe(&town, guest, path, json!({"reasons": ["soon"], "quiet": null})).await;
    }
    let mut opening = table("point-city", "standard", &["greedy", "greedy"], false);
    opening["bots"] = json!([]);
    let code = ada.open(&town, opening).await;
    let mut of_ada = ada.sit_at(&town, &code).await;
    let now = clock::now();
    let mut meet = async |starts: Option<u64>| {
        let mut options = of_ada.table["options"].clone();
        options["starts"] = json!(starts);
        let configure = json!({"type": "configure", "variant": "standard", "players": 3, "options": options});
        of_ada.act(configure).await.unwrap();
    };
    meet(Some(now + 30 * HOUR)).await;
    let mut of_ben = ben.sit_at(&town, &code).await;
    of_ben.act(json!({"type": "sit", "chair": 1})).await.unwrap();
    leave(of_ben).await;
    // Earlier, not at all, and later.
    meet(Some(now + 5 * HOUR)).await;
    meet(None).await;
    meet(Some(now + 10 * HOUR)).await;
    let mut of_cleo = cleo.sit_at(&town, &code).await;
    of_cleo.act(json!({"type": "sit", "chair": 2})).await.unwrap();
    of_cleo.act(json!({"type": "leave"})).await.unwrap();
    leave(of_cleo).await;
    let card = &ben.get(&town, "/api/tables?scope=mine").await[0];
    assert_eq!(card["starts"], json!(now + 10 * HOUR));
    clock::advance(Duration::from_millis(9 * HOUR + 60_000));
    let pushed = service.next().await;
    assert_eq!((&*pushed.path, pushed.header("urgency")), ("/ben", "high"));
    assert_eq!(pushed.notification()["title"], "Deine Verabredung beginnt bald · Point City");
    // Ada looks at the table, Cleo has left, and the other times don't hold.
    clock::advance(Duration::from_millis(30 * HOUR));
    until(async || log(&town, &ben).await == lines(&[("soon", "sent")])).await;
    assert!(service.pushed.try_recv().is_err());
}

#[tokio::test]
async fn the_players_of_a_game_are_invited_to_the_next_one() {
    let mut service = Service::start().await;
    let town = town().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    for (guest, path) in [(&ada, "ada"), (&ben, "ben")] {
        subscribe(&town, guest, path, json!({"reasons": ["invited"], "quiet": null})).await;
    }
    let (_, mut of_ada, mut of_ben) = game(&town, &ada, &ben).await;
    tokio::join!(of_ada.play_out(), of_ben.play_out());
    let seat = of_ben.table["me"].as_u64().unwrap() as usize;
    leave(of_ben).await;
    of_ada.until(|table| table["chairs"][seat]["online"] == false).await;
    of_ada.act(json!({"type": "rematch"})).await.unwrap();
    let next = of_ada.table["rematch"].as_str().unwrap();
    clock::advance(GRACE);
    let pushed = service.next().await;
    let shown = pushed.notification();
    assert_eq!(
        (&*pushed.path, &shown["title"]),
        ("/ben", &json!("Einladung zu einer neuen Partie · Point City"))
    );
    assert_eq!(shown["navigate"], json!(format!("http://{}/t/{next}", town.address())));
    let data = shown["data"].clone();
    let token = json!({"channel": data["channel"], "kind": data["kind"], "token": data["token"]});
    let muted = town.request(Method::POST, "/api/notices/mute").json(&token).send().await.unwrap();
    assert_eq!(muted.status().as_u16(), 204);
    let mine = ben.get(&town, "/api/me/notices").await;
    assert_eq!(mine["settings"]["reasons"], json!([]));
    // The device has no label, so its push service is named.
    let host = SERVICE.with_borrow(|service| service.split("//").nth(1).map(ToOwned::to_owned));
    assert_eq!((&mine["log"][0]["reason"], &mine["log"][0]["device"]), (&json!("invited"), &json!(host)));
    assert!(service.pushed.try_recv().is_err(), "Ada opened it");
}

#[tokio::test]
async fn subscriptions_are_checked_exported_and_end_with_their_guest() {
    let _service = Service::start().await;
    let town = town().await;
    let ben = town.guest("Ben").await;
    let quiet = |zone: &str, from: u32| json!({"reasons": ["turn"], "quiet": {"from": from, "to": 480, "zone": zone}, "digest": null});
    let good = subscription(&address("ben"), quiet("Europe/Budapest", 1320));
    let with = |name: &str, value: Value| {
        let mut changed = good.clone();
        changed[name] = value;
        changed
    };
    for (expected, body) in [
        (400, with("address", json!("http://127.0.0.1:1/ben"))),
        (400, with("address", json!("https://localhost/ben"))),
        (400, with("address", json!(format!("https://fcm.googleapis.com/{}", "x".repeat(1024))))),
        (400, with("p256dh", json!(AUTH))),
        (400, with("auth", json!(""))),
        (400, with("settings", quiet("Mars/Olympus", 1320))),
        (400, with("settings", quiet("Europe/Budapest", 1440))),
        (200, good.clone()),
    ] {
        let (status, answer) = ben.send(&town, Method::PUT, "/api/me/notices", body.clone()).await;
        assert_eq!(status, expected, "{body}: {answer}");
    }
    assert_eq!(ben.get(&town, "/api/me/notices").await["settings"], good["settings"]);
    let answer = ben.request(&town, Method::GET, "/api/me/export").send().await.unwrap();
    let first: Value = serde_json::from_str(answer.text().lines().next().unwrap()).unwrap();
    let channel = &first["channels"][0];
    assert_eq!((&channel["address"], &channel["settings"]), (&good["address"], &good["settings"]));
    let (status, _) = ben.send(&town, Method::DELETE, "/api/me/notices", json!(null)).await;
    assert_eq!((status, &ben.get(&town, "/api/me/notices").await["settings"]), (204, &json!(null)));
}
