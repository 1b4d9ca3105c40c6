//! Attacks on a server with its usual limits: clients of one address, or of a few, try to take it away from others.
//!
//! These tests are small and check that others are served at all. `cargo xtask attack` runs them with full numbers and
//! checks how fast (SECURITY.md has the figures): then each prints a line.
//!
//! The attackers and their victims come from different addresses of this machine's loopback network.

use std::{
    cell::RefCell,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use tokio::{net::TcpListener, time::sleep};
use townhall_client::Method;
use townhall_server::config::{Config, Encryption, Limits, Rate};

use super::{
    inbox::Inbox,
    mail::PORT,
    notices::{SERVICE, SILENCE, Service, address, leave, subscribe_at},
    town::{Guest, Town, Wire, table},
};

/// The attackers' address.
const EVE: [u8; 4] = [127, 0, 1, 1];
/// The addresses of two other guests.
const ADA: [u8; 4] = [127, 0, 2, 1];
const BEN: [u8; 4] = [127, 0, 3, 1];

/// A bot that would think for minutes.
const ENDLESS: &str = "expert:100000sims";

/// Whether to attack with full numbers and to check how fast others are served.
fn is_full() -> bool {
    std::env::var_os("TOWNHALL_ATTACK").is_some()
}

/// The small number, or the full one.
fn many(small: usize, full: usize) -> usize {
    if is_full() { full } else { small }
}

/// Checks, with full numbers only, that the slowest of these times, or the slowest but the given share, is short enough.
fn check_times(what: &str, mut times: Vec<Duration>, share: f64, limit: Duration) {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    println!(
        "{what}: {} times, median {:.0?}, p99 {:.0?}, longest {:.0?}; at most {limit:.0?}",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    assert!(!is_full() || at(share) <= limit, "{what}");
}

/// Repeats a creation that the limit on one address refuses for now.
async fn until_allowed<T>(mut create: impl AsyncFnMut() -> Result<T, Value>) -> T {
    loop {
        match create().await {
            Ok(made) => return made,
            Err(refusal) => {
                assert_eq!(refusal["code"], "too-many", "{refusal}");
                sleep(Duration::from_millis(500)).await;
            }
        }
    }
}

async fn opened(town: &Town, host: &Guest, table: &Value) -> Result<String, Value> {
    let (status, answer) = host.send(town, Method::POST, "/api/tables", table.clone()).await;
    if status == 200 { Ok(answer["code"].as_str().unwrap().to_owned()) } else { Err(answer) }
}

/// Attackers of one address, each at a table of six bots that think without end.
async fn thinkers(town: &Town, number: usize) -> Vec<Wire> {
    let mut wires = Vec::new();
    for _ in 0..number {
        let eve = until_allowed(async || town.try_guest_from(EVE, "Eve").await).await;
        let endless = table("between-two-cities", "standard", &[ENDLESS; 6], true);
        let code = until_allowed(async || opened(town, &eve, &endless).await).await;
        wires.push(eve.sit_at(town, &code).await);
    }
    wires
}

#[tokio::test]
async fn bots_and_hints_of_others_answer_while_one_address_thinks_without_end() {
    let town = Town::with(|config| {
        config.metrics = Some(([127, 0, 0, 1], 0).into());
        // With the usual limits it would take half an hour to seat so many of these bots.
        (config.limits.creations, config.limits.long_bots) = (Rate::UNLIMITED, Rate::UNLIMITED);
    })
    .await;
    let _thinking = thinkers(&town, many(4, 30)).await;
    let (mut answers, mut hints) = (Vec::new(), Vec::new());
    for address in [ADA, BEN] {
        let ada = town.guest_from(address, "Ada").await;
        let code = ada.open(&town, table("point-city", "standard", &["hard", "hard"], true)).await;
        let mut wire = ada.sit_at(&town, &code).await;
        for _ in 0..many(3, 15) {
            wire.play_on().await;
            let begun = Instant::now();
            wire.until(|table| is_asked(table) || table["status"] == "over").await;
            answers.push(begun.elapsed());
        }
        for _ in 0..3 {
            let begun = Instant::now();
            let path = format!("/api/tables/{code}/hint");
            let (status, hint) = ada.send(&town, Method::POST, &path, Value::Null).await;
            assert_eq!(status, 200, "{hint}");
            hints.push(begun.elapsed());
        }
    }
    check_times("answers of two hard bots", answers, 1.0, Duration::from_secs(5));
    check_times("hints", hints, 1.0, Duration::from_secs(2));
    println!("cut: {}", town.counted("townhall_bot_thoughts_cut_total").await);
}

/// Whether the viewer has to act.
fn is_asked(table: &Value) -> bool {
    table["game"]["to_act"].as_array().is_some_and(|seats| seats.contains(&table["me"]))
}

#[tokio::test]
async fn hints_are_given_while_eight_addresses_ask_for_them() {
    let town = Town::with(|_| {}).await;
    let solo = table("point-city", "solo-easy", &[], true);
    let mut asking = tokio::task::JoinSet::new();
    for address in 1..=8 {
        for _ in 0..many(2, 10) {
            let eve = town.guest_from([127, 0, 1, address], "Eve").await;
            let code = eve.open(&town, solo.clone()).await;
            let path = format!("/api/tables/{code}/hint");
            let request = eve.request(&town, Method::POST, &path);
            asking.spawn(async move { request.send().await.unwrap().status().as_u16() });
        }
    }
    let ada = town.guest_from(ADA, "Ada").await;
    let code = ada.open(&town, solo).await;
    let begun = Instant::now();
    let path = format!("/api/tables/{code}/hint");
    let (status, hint) = ada.send(&town, Method::POST, &path, Value::Null).await;
    assert_eq!(status, 200, "{hint}");
    check_times("a hint beside those of eight addresses", vec![begun.elapsed()], 1.0, Duration::from_secs(2));
    while let Some(status) = asking.join_next().await {
        assert_eq!(status.unwrap(), 200, "every hint is given");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logins_do_not_wait_for_lists_of_many_public_tables() {
    let mut town = Town::with(|config| {
        config.times.list_reuse = Duration::from_secs(1);
        config.limits.requests = Rate { burst: 200.0, per_second: 20.0 };
    })
    .await;
    let ada = town.guest_from(ADA, "Ada").await;
    for status in ["lobby", "playing"] {
        ada.open(&town, table("point-city", "standard", &["greedy"], status == "playing")).await;
    }
    town.stop().await;
    // As many as an attacker opens in days, all of them public, unfinished and deserted.
    let copies = many(500, 101_500);
    let mut file = SqliteConnectOptions::new().filename(town.file()).connect().await.unwrap();
    for id in [1, 2] {
        let sql = "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2) \
             INSERT INTO tables (code, game, variant, players, status, listing, names, to_act, touched, host) \
             SELECT printf('%d-%06d', ?1, n), game, variant, players, status, listing, names, '[]', touched, 1000 + n \
             FROM tables, n WHERE id = ?1";
        sqlx::query(sql).bind(id).bind(copies as i64).execute(&mut file).await.unwrap();
    }
    file.close().await.unwrap();
    town.again().await;
    let listed: Value = town.ask(Method::GET, "/api/tables?scope=watch").await.json().unwrap();
    assert_eq!(listed, json!([]), "deserted tables are in no list");
    let _here = [ada.sit_at(&town, &code_of(&town, &ada, 0).await).await];

    // One address asks for lists as often as it may.
    let until = Instant::now() + Duration::from_secs(many(1, 20) as u64);
    let eves = [town.guest_from(EVE, "Eve").await, town.guest_from(EVE, "Eve").await];
    let flood = async {
        let mut asked = 0;
        while Instant::now() < until {
            for (eve, scope) in eves.iter().zip(["open", "watch"]) {
                let path = format!("/api/tables?scope={scope}");
                let answer = eve.request(&town, Method::GET, &path).send().await.unwrap();
                assert!([200, 429].contains(&answer.status().as_u16()));
                asked += 1;
            }
        }
        asked
    };
    let logins = async {
        let mut times = Vec::new();
        while Instant::now() < until {
            let begun = Instant::now();
            assert_eq!(ada.get(&town, "/api/me").await["name"], "Ada");
            times.push(begun.elapsed());
            sleep(Duration::from_millis(60)).await;
        }
        times
    };
    let (asked, times) = tokio::join!(flood, logins);
    assert!(asked > 0 && !times.is_empty());
    println!("{asked} lists beside {} public tables", 2 * copies);
    check_times("/api/me", times, 0.99, Duration::from_millis(50));
}

/// The code of one of a guest's tables.
async fn code_of(town: &Town, guest: &Guest, at: usize) -> String {
    guest.get(town, "/api/tables?scope=mine").await[at]["code"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn one_address_can_not_fill_the_list_of_open_tables() {
    // With the usual limit it takes a minute to open so many tables.
    let town = Town::with(|config| config.limits.creations = Rate::UNLIMITED).await;
    let gathering = table("point-city", "standard", &["greedy"], false);
    let mut wires = Vec::new();
    for _ in 0..many(5, 17) {
        let eve = until_allowed(async || town.try_guest_from(EVE, "Eve").await).await;
        for _ in 0..3 {
            let code = until_allowed(async || opened(&town, &eve, &gathering).await).await;
            wires.push(eve.sit_at(&town, &code).await);
        }
    }
    let ada = town.guest_from(ADA, "Ada").await;
    let code = ada.open(&town, gathering.clone()).await;
    let _here = ada.sit_at(&town, &code).await;
    // A word at a table makes it the one that changed last.
    for wire in &mut wires {
        wire.act(json!({"type": "say", "text": "hello"})).await.unwrap();
    }
    let list = ada.get(&town, "/api/tables?scope=open").await;
    let codes: Vec<&str> =
        list.as_array().unwrap().iter().map(|card| card["code"].as_str().unwrap()).collect();
    println!("{} of {} tables of one address are listed", codes.len() - 1, wires.len());
    assert!(codes.contains(&code.as_str()) && codes.len() == 7, "{codes:?}");
}

#[tokio::test]
async fn one_guest_and_one_address_store_no_more_than_their_quota() {
    let town = Town::with(|config| {
        let rate = |burst| Rate { burst, per_second: 1.0 };
        if !is_full() {
            config.limits.stored_per_guest = rate(40_000.0);
            config.limits.stored_per_address = rate(100_000.0);
        }
        (config.limits.messages, config.limits.talk) = (Rate::UNLIMITED, Rate::UNLIMITED);
        (config.limits.talk_per_table, config.limits.messages_per_address) =
            (Rate::UNLIMITED, Rate::UNLIMITED);
        config.metrics = Some(([127, 0, 0, 1], 0).into());
    })
    .await;
    let say = json!({"type": "say", "text": "漢".repeat(280)});
    let lobby = table("point-city", "standard", &["greedy"], false);
    let before = town.counted("townhall_stored_bytes_total").await;
    let mut refused = 0;
    // As many guests of one address as it takes.
    for _ in 0..20 {
        let Ok(eve) = town.try_guest_from(EVE, "Eve").await else { break };
        let Ok(code) = opened(&town, &eve, &lobby).await else { break };
        let mut wire = eve.sit_at(&town, &code).await;
        let code = loop {
            if let Err(code) = wire.act(say.clone()).await {
                break code;
            }
        };
        assert_eq!(code, "full");
        refused += 1;
    }
    assert!((2..20).contains(&refused), "{refused} guests stored their quota before their address had");
    let stored = town.counted("townhall_stored_bytes_total").await - before;
    let quota = many(100_000, 30_000_000) as u64;
    println!("one address stored {stored} bytes of {quota}");
    assert!((quota..quota * 11 / 10).contains(&stored), "{stored} of {quota}");
    assert!(town.counted("townhall_quota_refusals_total{whose=\"address\"}").await > 0);
    // Others are not affected.
    let ada = town.guest_from(ADA, "Ada").await;
    let code = ada.open(&town, lobby).await;
    ada.sit_at(&town, &code).await.act(say).await.unwrap();
}

thread_local! {
    /// The origin of the attackers' webhooks.
    static HOOKS: RefCell<String> = const { RefCell::new(String::new()) };
}

/// How long after a question a player is notified in these tests.
const NOTICE_GRACE: Duration = Duration::from_secs(1);
/// A push that has to wait for a request without an answer is later than this.
const HELD_UP: Duration = Duration::from_secs(8);

/// Opens a table at which it is at once a guest's turn, and leaves it.
async fn open_and_leave(town: &Town, guest: &Guest) {
    let solo = table("point-city", "solo-easy", &[], false);
    let code = until_allowed(async || opened(town, guest, &solo).await).await;
    let mut wire = guest.sit_at(town, &code).await;
    wire.act(json!({"type": "start"})).await.unwrap();
    leave(wire).await;
}

/// How much later than at its time a guest who opens a table is notified of the first turn there.
async fn push_delay(town: &Town, guest: &Guest, pushes: &mut Service) -> Duration {
    let begun = Instant::now();
    open_and_leave(town, guest).await;
    pushes.next().await;
    let delay = begun.elapsed().saturating_sub(NOTICE_GRACE);
    assert!(delay < HELD_UP, "{delay:?}");
    delay
}

/// A guest with a browser that is notified of turns.
async fn subscriber(town: &Town) -> Guest {
    let ada = town.guest_from(ADA, "Ada").await;
    subscribe_at(town, &ada, &address("ada"), json!({"reasons": ["turn"], "quiet": null})).await;
    ada
}

#[tokio::test]
async fn pushes_do_not_wait_for_webhooks_of_a_host_that_never_answers() {
    let hooks = Service::start().await;
    HOOKS.set(SERVICE.take());
    let mut pushes = Service::start().await;
    let town = Town::with(|config| {
        config.push_services = vec![SERVICE.with_borrow(String::clone)];
        config.webhooks.origins = vec![HOOKS.with_borrow(String::clone)];
        config.times.notice_grace = NOTICE_GRACE;
    })
    .await;
    let mut eves = Vec::new();
    for _ in 0..2 {
        let eve = town.guest_from(EVE, "Eve").await;
        for hook in 0..5 {
            let address = HOOKS.with_borrow(|origin| format!("{origin}/{hook}"));
            let body = json!({"address": address, "format": null, "language": "en"});
            let (status, answer) = eve.send(&town, Method::POST, "/api/me/webhooks", body).await;
            assert_eq!(status, 200, "{answer}");
        }
        eves.push(eve);
    }
    hooks.usual.store(SILENCE, Ordering::Relaxed);
    let ada = subscriber(&town).await;
    let until = Instant::now() + Duration::from_secs(many(0, 150) as u64);
    let mut delays = Vec::new();
    while delays.is_empty() || Instant::now() < until {
        for eve in eves.iter().cycle().take(8) {
            open_and_leave(&town, eve).await;
        }
        delays.push(push_delay(&town, &ada, &mut pushes).await);
    }
    check_times("pushes beside webhooks without an answer", delays, 1.0, Duration::from_secs(5));
}

/// Gives Eve so many email addresses, which are sent turns, without a code for each.
async fn add_addresses(town: &mut Town, number: usize) {
    town.stop().await;
    let mut file = SqliteConnectOptions::new().filename(town.file()).connect().await.unwrap();
    let sql = "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1) \
         INSERT INTO channels (player_id, medium, address, keys, site, language, kinds, since) \
         SELECT id, 'email', printf('eve%d@mail.example', n), '', 'http://town.example', 'en', 1, 0 \
         FROM players, n WHERE name = 'Eve'";
    sqlx::query(sql).bind(number as i64).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
    town.again().await;
}

/// Sends emails to the mail server of this test.
fn send_emails(config: &mut Config) {
    config.mail.host = Some("127.0.0.1".to_owned());
    config.mail.port = PORT.get();
    config.mail.encryption = Encryption::None;
    config.mail.sender = Some("Townhall <townhall@town.example>".to_owned());
}

#[tokio::test]
async fn one_mailbox_gets_few_codes_by_any_spelling_and_from_any_address() {
    let mut inbox = Inbox::open(None).await;
    PORT.set(inbox.port);
    let town = Town::with(send_emails).await;
    let local = ["v", "\"v\"", "\"\\v\"", "V", "v+1", "v+2", "\"v+3\"", "\"V+\""];
    let mut sent = 0;
    for attacker in 0..many(6, 60) {
        let eve = town.guest_from([127, 0, 1, attacker as u8 + 1], "Eve").await;
        for spelling in local.iter().cycle().skip(attacker).take(4) {
            let body = json!({"address": format!("{spelling}@mail.example"), "language": "en"});
            let (status, answer) = eve.send(&town, Method::POST, "/api/me/email", body).await;
            assert!([204, 429].contains(&status), "{spelling}: {answer}");
            sent += usize::from(status == 204);
        }
    }
    println!("{sent} codes to one mailbox");
    assert_eq!(sent, 3);
    for _ in 0..sent {
        inbox.next().await;
    }
    assert!(inbox.is_empty());
}

#[tokio::test]
async fn no_email_is_sent_twice_because_the_server_stops() {
    let mut inbox = Inbox::open(None).await;
    PORT.set(inbox.port);
    let mut town = Town::with(|config| {
        send_emails(config);
        config.times.notice_grace = NOTICE_GRACE;
        config.times.notice_look = Duration::from_millis(100);
        config.times.notice_retry = Duration::from_millis(100);
        config.times.notice_lease = Duration::from_secs(5);
    })
    .await;
    let eve = town.guest_from(EVE, "Eve").await;
    let number = 20;
    add_addresses(&mut town, number).await;
    inbox.delay.store(many(500, 5000) as u64, Ordering::Relaxed);
    open_and_leave(&town, &eve).await;
    let mut receivers = vec![inbox.next().await.envelope.1];
    town.again().await;
    while receivers.len() < number {
        receivers.push(inbox.next().await.envelope.1);
    }
    sleep(Duration::from_secs(2)).await;
    receivers.sort();
    receivers.dedup();
    println!("{} of {number} receivers got an email", receivers.len());
    assert!(receivers.len() == number && inbox.is_empty());
}

#[tokio::test]
async fn pushes_do_not_wait_for_a_mail_server_that_never_answers() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    PORT.set(silent.local_addr().unwrap().port());
    let mut pushes = Service::start().await;
    let mut town = Town::with(|config| {
        config.limits = Limits::none();
        config.push_services = vec![SERVICE.with_borrow(String::clone)];
        send_emails(config);
        config.times.notice_grace = NOTICE_GRACE;
        config.times.notice_look = Duration::from_millis(100);
    })
    .await;
    let (ada, eve) = (subscriber(&town).await, town.guest_from(EVE, "Eve").await);
    add_addresses(&mut town, many(20, 50)).await;
    for _ in 0..many(4, 8) {
        open_and_leave(&town, &eve).await;
    }
    let mut delays = Vec::new();
    for _ in 0..many(1, 20) {
        delays.push(push_delay(&town, &ada, &mut pushes).await);
    }
    check_times("pushes beside 400 mails without an answer", delays, 1.0, Duration::from_secs(2));
    drop(silent);
}
