//! Notifications by email, as a mail server gets them. Time is set forward.

use std::{cell::Cell, sync::atomic::Ordering, time::Duration};

use serde_json::{Value, json};
use tokio::time::sleep;
use townhall_client::Method;
use townhall_server::config::{Encryption, Limits, Rate};
use townhall_system::clock;

use super::{
    channels::only_turns,
    inbox::{Email, Inbox},
    notices::{GRACE, game, leave, lines, log, pass_turn},
    town::{Guest, Town, Wire, until},
};

thread_local! {
    /// The port of the mail server of the test that runs on this thread.
    pub(crate) static PORT: Cell<u16> = const { Cell::new(0) };
}

async fn inbox() -> Inbox {
    let inbox = Inbox::open(None).await;
    PORT.set(inbox.port);
    inbox
}

/// A town that sends emails to the mail server of this test.
async fn town() -> Town {
    Town::alone(|config| {
        config.limits = Limits { email_codes: Rate { burst: 2.0, per_second: 0.0 }, ..Limits::none() };
        config.mail.host = Some("127.0.0.1".to_owned());
        config.mail.port = PORT.get();
        config.mail.encryption = Encryption::None;
        config.mail.sender = Some("Townhall <townhall@town.example>".to_owned());
        config.times.notice_look = Duration::from_millis(10);
        // The others do not wait for a player who is away.
        config.times.grace = Duration::from_secs(1_000_000_000);
    })
    .await
}

async fn ask_for_code(town: &Town, guest: &Guest, address: &str) -> u16 {
    let body = json!({"address": address, "language": "de"});
    guest.send(town, Method::POST, "/api/me/email", body).await.0
}

async fn enter(town: &Town, guest: &Guest, code: &str) -> (u16, Value) {
    let body = json!({"code": code, "language": "de"});
    guest.send(town, Method::POST, "/api/me/email/code", body).await
}

fn code_in(email: &Email) -> String {
    let subject = email.header("Subject");
    let code = subject.strip_prefix("Dein Code für Townhall: ").unwrap().to_owned();
    assert!(code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()), "{subject}");
    assert!(email.body().contains(&code) && !email.body().contains("http"), "{}", email.body());
    code
}

/// Adds an email address.
pub(crate) async fn add(town: &Town, inbox: &mut Inbox, guest: &Guest, address: &str) -> Value {
    assert_eq!(ask_for_code(town, guest, address).await, 204);
    let code = code_in(&inbox.next().await);
    let (status, channel) = enter(town, guest, &code).await;
    assert_eq!((status, &channel["medium"]), (200, &json!("email")), "{channel}");
    channel
}

#[tokio::test]
async fn a_turn_is_sent_once_and_its_kind_is_switched_off_without_signing_in() {
    let mut inbox = inbox().await;
    let town = town().await;
    let (ada, ben) = (town.guest("<b>Ada").await, town.guest("Ben").await);
    let channel = add(&town, &mut inbox, &ben, "Ben@Mail.Example").await;
    assert_eq!(channel["address"], "Ben@mail.example");
    only_turns(&town, &ben, &channel).await;
    let (code, mut of_ada, mut of_ben) = game(&town, &ada, &ben).await;
    // Either of them may begin. The email is about Ben's turn after a move of Ada.
    pass_turn(&mut of_ben).await;
    leave(of_ben).await;
    of_ada.until(|table| table["game"]["to_act"] == json!([table["me"]])).await;
    // The mail server is busy at first.
    inbox.answers.lock().unwrap().push_back("451 later");
    pass_turn(&mut of_ada).await;
    clock::advance(GRACE);
    let first = inbox.next().await;
    until(async || log(&town, &ben).await == lines(&[("turn", "waiting")])).await;
    clock::advance(Duration::from_secs(30));
    let email = inbox.next().await;
    assert_eq!(email.header("Message-ID"), first.header("Message-ID"));
    assert!(email.header("Message-ID").ends_with("@town.example>"), "{}", email.header("Message-ID"));
    let envelope = ("FROM:<townhall@town.example>".to_owned(), "TO:<Ben@mail.example>".to_owned());
    assert_eq!(email.envelope, envelope);
    assert!(!email.is_encrypted && email.login.is_none());
    assert_eq!(email.header("From"), "Townhall <townhall@town.example>");
    assert_eq!(email.header("Subject"), "Du bist dran · Point City");
    assert_eq!(email.header("Auto-Submitted"), "auto-generated");
    assert_eq!(email.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    let table = format!("http://{}/t/{code}", town.address());
    let body = email.body();
    // It names the two cards that Ada took. Their codes have no small letters.
    let moved = body.split("\r\n").find(|line| line.contains("hat gezogen")).unwrap_or_default();
    let taken = moved.strip_prefix("<b>Ada hat gezogen: ").and_then(|rest| rest.strip_suffix('.'));
    let taken: Vec<&str> = taken.unwrap_or_else(|| panic!("{moved}: {body}")).split(", ").collect();
    assert!(taken.len() == 2 && taken.iter().all(|name| name.contains(char::is_lowercase)), "{moved}");
    for part in [
        "Content-Type: multipart/alternative",
        "Content-Type: text/plain",
        "Content-Type: text/html",
        &format!("Zum Tisch: {table}\r\n"),
        &format!("<a href=\"{table}\""),
        ">Zum Tisch</a>",
        "<html lang=\"de\">",
        &format!("</h1><p>{}</p><p>Du bist dran.</p>", moved.replace("<b>", "&lt;b&gt;")),
        &format!("\r\n\r\n{moved}\r\nDu bist dran.\r\n"),
    ] {
        let text = format!("Content-Type: {}\r\n{body}", email.header("Content-Type"));
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!body.contains("Ben"), "one's own name says nothing: {body}");
    let link = email.header("List-Unsubscribe");
    let link = link.trim_start_matches('<').trim_end_matches('>');
    assert!(body.contains(link), "{body}");

    // Opening the link changes nothing, but its button, or a mail program, does.
    let path = link.strip_prefix(&format!("http://{}", town.address())).unwrap();
    let reasons = async || ben.get(&town, "/api/me/notices").await["channels"][0]["settings"].clone();
    let page = town.ask(Method::GET, path).await;
    assert_eq!(page.status().as_u16(), 200);
    assert!(page.headers()["content-type"].to_str().unwrap().starts_with("text/html"));
    let page = page.text();
    assert!(page.contains("<form method=\"post\">") && page.contains("Nicht mehr melden"), "{page}");
    assert_eq!(reasons().await["reasons"], json!(["turn"]));
    let wrong = path.replace("token=", "token=A");
    assert_eq!(town.ask(Method::POST, &wrong).await.status().as_u16(), 404);
    let other = path.replace("kind=turn", "kind=over");
    assert_eq!(town.ask(Method::POST, &other).await.status().as_u16(), 404);
    assert_eq!(reasons().await["reasons"], json!(["turn"]));
    let done = town.ask(Method::POST, path).await;
    assert_eq!(done.status().as_u16(), 200);
    let done = done.text();
    assert!(done.contains("nicht mehr") && done.contains("<a href=\"/\""), "{done}");
    assert_eq!(reasons().await["reasons"], json!([]));
    assert!(inbox.is_empty());
}

#[tokio::test]
async fn codes_are_limited_in_time_attempts_and_number() {
    let mut inbox = inbox().await;
    let town = town().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    for refused in
        ["", "ben", "ben@localhost", "ben@[127.0.0.1]", "ben@mail.example, ada@mail.example", "b\n@m.example"]
    {
        assert_eq!(ask_for_code(&town, &ben, refused).await, 400, "{refused}");
    }
    assert_eq!(enter(&town, &ben, "123456").await.0, 404);
    assert_eq!(ask_for_code(&town, &ben, "ben@mail.example").await, 204);
    let code = code_in(&inbox.next().await);
    let wrong = if code == "111111" { "222222" } else { "111111" };
    assert_eq!(enter(&town, &ada, &code).await.0, 404, "it is another guest's");
    for _ in 0..5 {
        assert_eq!(enter(&town, &ben, wrong).await.0, 404);
    }
    assert_eq!(enter(&town, &ben, &code).await.0, 404, "it was tried too often");
    assert_eq!(ask_for_code(&town, &ben, "ben@mail.example").await, 204);
    let code = code_in(&inbox.next().await);
    clock::advance(Duration::from_secs(15 * 60));
    assert_eq!(enter(&town, &ben, &code).await.0, 404, "it has expired");
    for spelling in ["BEN@mail.example", "\"ben\"@mail.example", "ben+1@mail.example"] {
        assert_eq!(
            ask_for_code(&town, &ada, spelling).await,
            429,
            "a mailbox gets a limited number of codes"
        );
    }
    inbox.answers.lock().unwrap().extend(["550 no such user", "451 later"]);
    assert_eq!(ask_for_code(&town, &ben, "gone@mail.example").await, 400);
    assert_eq!(ask_for_code(&town, &ben, "gone@mail.example").await, 503);
    assert_eq!(ben.get(&town, "/api/me/notices").await["channels"], json!([]));
}

#[tokio::test]
async fn an_address_whose_emails_come_back_gets_no_more_until_it_is_added_again() {
    let mut inbox = inbox().await;
    let town = town().await;
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    let channel = add(&town, &mut inbox, &ben, "ben@mail.example").await;
    only_turns(&town, &ben, &channel).await;
    let (code, mut of_ada, of_ben) = game(&town, &ada, &ben).await;
    leave(of_ben).await;
    inbox.answers.lock().unwrap().push_back("550 5.1.1 no such user");
    pass_turn(&mut of_ada).await;
    clock::advance(GRACE);
    inbox.next().await;
    until(async || log(&town, &ben).await == lines(&[("turn", "failed")])).await;
    let returned = async || ben.get(&town, "/api/me/notices").await["channels"][0]["problem"].clone();
    assert_eq!(returned().await, json!("permanent error (550): 5.1.1 no such user"));
    let mut of_ben = ben.sit_at(&town, &code).await;
    pass_turn(&mut of_ben).await;
    leave(of_ben).await;
    of_ada.until(|table| table["game"]["to_act"] == json!([table["me"]])).await;
    pass_turn(&mut of_ada).await;
    assert_eq!(log(&town, &ben).await.len(), 2);
    clock::advance(GRACE);
    until(async || log(&town, &ben).await == lines(&[("turn", "failed")])).await;
    assert!(inbox.is_empty());
    add(&town, &mut inbox, &ben, "ben@mail.example").await;
    assert_eq!(returned().await, json!(""));
}

/// A game at which it is Ben's turn and Ben, who has an email address, is away.
async fn waiting_for_ben(town: &Town, inbox: &mut Inbox) -> (Guest, Guest, Wire) {
    let (ada, ben) = (town.guest("evil.example/free").await, town.guest("Ben").await);
    let channel = add(town, inbox, &ben, "ben@mail.example").await;
    only_turns(town, &ben, &channel).await;
    let (_, mut of_ada, of_ben) = game(town, &ada, &ben).await;
    leave(of_ben).await;
    pass_turn(&mut of_ada).await;
    (ada, ben, of_ada)
}

#[tokio::test]
async fn only_a_refused_mailbox_ends_an_address_and_without_a_reason_only_on_two_days() {
    let mut inbox = inbox().await;
    let town = town().await;
    let (ada, ben, mut of_ada) = waiting_for_ben(&town, &mut inbox).await;
    let returned = async || ben.get(&town, "/api/me/notices").await["channels"][0]["problem"].clone();
    let attempts = async |detail: &str| {
        until(async || {
            let log = ben.get(&town, "/api/me/notices").await["log"].clone();
            log[0]["detail"].as_str().is_some_and(|found| found.contains(detail))
        })
        .await;
    };
    let mut wait = GRACE;
    for answer in [
        "RCPT 550 5.4.5 Daily user sending limit exceeded",
        "MAIL 550 5.1.8 Sender domain does not exist",
        "RCPT 550 nobody of this name",
    ] {
        inbox.answers.lock().unwrap().push_back(answer);
        clock::advance(wait);
        attempts(answer.split_once(' ').unwrap().1.trim_start_matches("550 ")).await;
        assert_eq!(returned().await, json!(""), "{answer}");
        wait = Duration::from_secs(3600);
    }
    // The next day it is refused again.
    inbox.answers.lock().unwrap().push_back("RCPT 550 still nobody");
    clock::advance(Duration::from_secs(86_400));
    until(async || returned().await != json!("")).await;
    assert!(inbox.is_empty());
    drop((ada, of_ada.act(json!({"type": "look", "in_view": false})).await));
}

#[tokio::test]
async fn names_are_no_links_in_emails_and_codes_have_an_id_of_the_site() {
    let mut inbox = inbox().await;
    let town = town().await;
    let ben = town.guest("Ben").await;
    assert_eq!(ask_for_code(&town, &ben, "ben@mail.example").await, 204);
    let code = inbox.next().await.header("Message-ID");
    assert!(code.starts_with("<code-") && code.ends_with("@town.example>"), "{code}");
    let _waiting = waiting_for_ben(&town, &mut inbox).await;
    clock::advance(GRACE);
    let email = inbox.next().await;
    let all = format!("{} {}", email.header("Subject"), email.body());
    assert!(all.contains("evil.\u{2060}example") && !all.contains("evil.example"), "{all}");
}

#[tokio::test]
async fn emails_that_are_being_sent_when_the_server_stops_are_sent_once() {
    let mut inbox = inbox().await;
    let mut town = town().await;
    let _waiting = waiting_for_ben(&town, &mut inbox).await;
    inbox.delay.store(4000, Ordering::Relaxed);
    clock::advance(GRACE);
    // It has the message, and has not accepted it yet.
    inbox.next().await;
    town.again().await;
    assert_eq!(inbox.accepted.load(Ordering::Relaxed), 2, "a code and the turn");
    clock::advance(Duration::from_secs(86_400));
    sleep(Duration::from_millis(300)).await;
    assert!(inbox.is_empty());
}
