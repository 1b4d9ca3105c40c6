//! Guests who have lost all devices, and an authenticator of their passkeys.

use data_encoding::BASE64URL_NOPAD;
use hyper::Method;
use p256::ecdsa::{Signature, SigningKey, signature::Signer};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use townhall_server::config::{Limits, Rate};

use crate::{
    devices::enter,
    town::{Guest, Town, table},
};

/// New paper codes of this guest.
pub(crate) async fn codes(town: &Town, guest: &Guest) -> Vec<String> {
    let (status, made) = guest.send(town, Method::POST, "/api/me/recovery-codes", json!(null)).await;
    assert_eq!(status, 200, "{made}");
    made["codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

/// The events of a guest's codes and passkeys, the latest first.
fn steps(recovery: &Value) -> Vec<&str> {
    recovery["events"].as_array().unwrap().iter().map(|event| event["what"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn paper_codes_bring_a_guest_back_once_each() {
    let town = Town::start().await;
    let ada = town.guest("Ada").await;
    let code = ada.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    assert_eq!(
        ada.get(&town, "/api/me/recovery").await,
        json!({"codes_left": 0, "passkeys": [], "events": []})
    );
    let first = codes(&town, &ada).await;
    assert_eq!(first.iter().map(|code| code.len()).collect::<Vec<_>>(), [19, 19, 19]);

    // As it is read from paper.
    let phone = enter(&town, &first[1].to_lowercase().replace('-', " ")).await.unwrap();
    assert_eq!(phone.get(&town, "/api/tables?scope=mine").await[0]["code"], code.as_str());
    assert_eq!(enter(&town, &first[1]).await.err().unwrap().0, 404);
    let recovery = ada.get(&town, "/api/me/recovery").await;
    assert_eq!((&recovery["codes_left"], steps(&recovery)), (&json!(2), vec!["code-used", "codes-made"]));
    assert!(recovery["events"][0]["at"].as_u64() >= recovery["events"][1]["at"].as_u64());

    // New codes, for example after a code was read by others, make the earlier ones void.
    let second = codes(&town, &phone).await;
    assert_eq!(enter(&town, &first[0]).await.err().unwrap().0, 404);
    let tablet = enter(&town, &second[0]).await.unwrap();

    let export = tablet.request(&town, Method::GET, "/api/me/export").send().await.unwrap().text();
    let owner: Value = serde_json::from_str(export.lines().next().unwrap()).unwrap();
    assert_eq!((&owner["recovery"]["codes_left"], steps(&owner["recovery"]).len()), (&json!(2), 4));
    assert!(!export.contains(&second[1]));

    // The codes of a guest who was forgotten are void.
    assert_eq!(tablet.send(&town, Method::DELETE, "/api/me", json!(null)).await.0, 204);
    assert_eq!(enter(&town, &second[1]).await.err().unwrap().0, 404);
    for (method, path) in [
        (Method::GET, "/api/me/recovery"),
        (Method::POST, "/api/me/recovery-codes"),
        (Method::POST, "/api/me/passkeys/challenge"),
        (Method::DELETE, "/api/me/passkeys/1"),
    ] {
        assert_eq!(ada.send(&town, method, path, json!(null)).await.0, 401, "{path}");
    }
}

/// The origin of the pages for which passkeys are made, and its host.
pub(crate) const ORIGIN: &str = "https://town.example";
const HOST: &str = "town.example";

async fn town_with_passkeys() -> Town {
    Town::with(|config| {
        config.limits = Limits::none();
        config.origins = [ORIGIN, "https://other.example"].map(str::to_owned).to_vec();
    })
    .await
}

/// A request of a page of [`ORIGIN`], of a guest or a browser without a cookie.
async fn post(town: &Town, guest: Option<&Guest>, path: &str, body: Value) -> (u16, Value, Option<Guest>) {
    post_at(town, ORIGIN, guest, path, body).await
}

async fn post_at(
    town: &Town,
    origin: &str,
    guest: Option<&Guest>,
    path: &str,
    body: Value,
) -> (u16, Value, Option<Guest>) {
    let request = match guest {
        Some(guest) => guest.request(town, Method::POST, path),
        None => town.request(Method::POST, path),
    };
    let answer = request.header("origin", origin).json(&body).send().await.unwrap();
    let signed_in = answer.headers().contains_key("set-cookie").then(|| Guest::of(&answer));
    (answer.status().as_u16(), answer.json().unwrap_or_default(), signed_in)
}

/// The private key of a passkey.
enum Key {
    Es256(SigningKey),
    EdDsa(Ed25519KeyPair),
}

/// A software authenticator with one passkey.
pub(crate) struct Authenticator {
    key: Key,
    pub(crate) credential: Vec<u8>,
    counter: u32,
    /// The site for which it acts.
    host: &'static str,
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}

/// The bytes that a browser signs for a page of this origin.
fn client_data(ceremony: &str, challenge: &Value, origin: &str) -> Vec<u8> {
    let (ceremony, crossed) = (format!("webauthn.{ceremony}"), false);
    json!({"type": ceremony, "challenge": challenge, "origin": origin, "crossOrigin": crossed})
        .to_string()
        .into_bytes()
}

impl Authenticator {
    fn new(key: Key, credential: u8) -> Self {
        Self { key, credential: vec![credential; 32], counter: 0, host: HOST }
    }

    pub(crate) fn es256(n: u8) -> Self {
        Self::new(Key::Es256(SigningKey::from_slice(&[n; 32]).unwrap()), n)
    }

    fn ed_dsa(n: u8) -> Self {
        Self::new(Key::EdDsa(Ed25519KeyPair::from_seed_unchecked(&[n; 32]).unwrap()), n)
    }

    /// Site, flags, counter.
    fn head(&self, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(self.host.as_bytes()).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// Makes the passkey: the body of the request that adds it.
    fn make(&self, client_data: &[u8]) -> Value {
        let mut data = self.head(0b0100_0101);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.credential.len()).unwrap().to_be_bytes());
        data.extend(&self.credential);
        // A COSE key follows, which the server does not read.
        data.extend([0xa5, 1, 2]);
        let key = match &self.key {
            Key::Es256(key) => {
                let head = "3059301306072a8648ce3d020106082a8648ce3d030107034200";
                let point = key.verifying_key().to_sec1_point(false);
                [data_encoding::HEXLOWER.decode(head.as_bytes()).unwrap(), point.as_bytes().to_vec()].concat()
            }
            Key::EdDsa(key) => {
                let head = data_encoding::HEXLOWER.decode(b"302a300506032b6570032100").unwrap();
                [head, key.public_key().as_ref().to_vec()].concat()
            }
        };
        let (client_data, data) = (base64(client_data), base64(&data));
        json!({"client_data": client_data, "authenticator_data": data, "public_key": base64(&key)})
    }

    /// Signs: the body of the request that signs in.
    fn sign(&self, client_data: &[u8]) -> Value {
        let data = self.head(0b0000_0001);
        let message = [data.clone(), Sha256::digest(client_data).to_vec()].concat();
        let signature = match &self.key {
            Key::Es256(key) => Signer::<Signature>::sign(key, &message).to_der().as_bytes().to_vec(),
            Key::EdDsa(key) => key.sign(&message).as_ref().to_vec(),
        };
        json!({
            "credential": base64(&self.credential),
            "client_data": base64(client_data),
            "authenticator_data": base64(&data),
            "signature": base64(&signature),
        })
    }
}

/// A challenge for a guest who adds a passkey, or for a browser that signs in.
async fn challenge(town: &Town, guest: Option<&Guest>) -> Value {
    let path = if guest.is_some() { "/api/me/passkeys/challenge" } else { "/api/passkeys/challenge" };
    let (status, offered, _) = post(town, guest, path, json!(null)).await;
    assert_eq!((status, &offered["site"]), (200, &json!(HOST)), "{offered}");
    offered
}

/// Adds a passkey to a guest.
pub(crate) async fn add(town: &Town, guest: &Guest, authenticator: &Authenticator) -> (u16, Value) {
    let offered = challenge(town, Some(guest)).await;
    let made = authenticator.make(&client_data("create", &offered["challenge"], ORIGIN));
    let (status, answer, _) = post(town, Some(guest), "/api/me/passkeys", made).await;
    (status, answer)
}

/// Signs in with a passkey.
async fn sign_in(town: &Town, authenticator: &Authenticator) -> Result<Guest, (u16, Value)> {
    let offered = challenge(town, None).await;
    let signed = authenticator.sign(&client_data("get", &offered["challenge"], ORIGIN));
    let (status, answer, guest) = post(town, None, "/api/passkeys", signed).await;
    guest.ok_or((status, answer["code"].clone()))
}

#[tokio::test]
async fn a_passkey_brings_its_guest_back() {
    let town = town_with_passkeys().await;
    let ada = town.guest("Ada").await;
    let (mut key, phone) = (Authenticator::es256(1), Authenticator::ed_dsa(2));
    key.counter = 5;
    for authenticator in [&key, &phone] {
        assert_eq!(add(&town, &ada, authenticator).await.0, 204);
    }
    // An authenticator that has a passkey of this guest already makes no other.
    let known = challenge(&town, Some(&ada)).await["known"].clone();
    assert_eq!(known, json!([base64(&key.credential), base64(&phone.credential)]));
    // A passkey has one owner.
    let ben = town.guest("Ben").await;
    let (status, refusal) = add(&town, &ben, &phone).await;
    assert_eq!((status, refusal["detail"].as_str()), (409, Some("this passkey was added before")));

    key.counter = 6;
    for authenticator in [&key, &phone, &phone] {
        let again = sign_in(&town, authenticator).await.unwrap();
        assert_eq!(again.get(&town, "/api/me").await["name"], "Ada");
    }
    // A counter that does not grow is that of a copied key.
    assert_eq!(sign_in(&town, &key).await.err().unwrap(), (404, json!("unknown")));

    // The device of another guest becomes Ada's.
    let signed = phone.sign(&client_data("get", &challenge(&town, None).await["challenge"], ORIGIN));
    let (_, me, again) = post(&town, Some(&ben), "/api/passkeys", signed).await;
    assert_eq!((&me["name"], ben.get(&town, "/api/me").await), (&json!("Ada"), json!(null)));

    let again = again.unwrap();
    let recovery = again.get(&town, "/api/me/recovery").await;
    assert_eq!(recovery["passkeys"].as_array().unwrap().len(), 2);
    assert_eq!(recovery["passkeys"][0]["site"], HOST);
    let id = &recovery["passkeys"][0]["id"];
    let eve = town.guest("Eve").await;
    for (guest, status) in [(&eve, 404), (&again, 204), (&again, 404)] {
        let removed = guest.send(&town, Method::DELETE, &format!("/api/me/passkeys/{id}"), json!(null)).await;
        assert_eq!(removed.0, status, "{}", removed.1);
    }
    key.counter = 7;
    assert_eq!(sign_in(&town, &key).await.err().unwrap(), (404, json!("unknown")));
    let recovery = again.get(&town, "/api/me/recovery").await;
    assert_eq!(steps(&recovery)[..2], ["passkey-removed", "passkey-used"]);
    let export = again.request(&town, Method::GET, "/api/me/export").send().await.unwrap().text();
    assert!(export.contains(&base64(&phone.credential)) && !export.contains(&base64(&key.credential)));
}

#[tokio::test]
async fn the_refusal_of_one_passkey_too_many_says_how_many_there_may_be() {
    let town = town_with_passkeys().await;
    let ada = town.guest("Ada").await;
    for number in 1..=10 {
        assert_eq!(add(&town, &ada, &Authenticator::ed_dsa(number)).await.0, 204);
    }
    let (status, refusal) = add(&town, &ada, &Authenticator::ed_dsa(11)).await;
    assert_eq!(
        (status, &refusal["code"], &refusal["params"]["most"]),
        (429, &json!("too-many"), &json!("10"))
    );
}

#[tokio::test]
async fn only_the_passkey_itself_signs_in() {
    let town = town_with_passkeys().await;
    let (ada, eve) = (town.guest("Ada").await, town.guest("Eve").await);
    let key = Authenticator::es256(1);
    assert_eq!(add(&town, &ada, &key).await.0, 204);

    let fresh = || async { challenge(&town, None).await["challenge"].clone() };
    let get = |challenge: &Value| client_data("get", challenge, ORIGIN);
    let used = fresh().await;
    assert_eq!(post(&town, None, "/api/passkeys", key.sign(&get(&used))).await.0, 200);
    let of_ada = challenge(&town, Some(&ada)).await["challenge"].clone();
    let stranger = Authenticator { credential: key.credential.clone(), ..Authenticator::es256(9) };
    let elsewhere = Authenticator { host: "other.example", ..Authenticator::es256(1) };
    let mut absent = key.sign(&get(&fresh().await));
    absent["authenticator_data"] = base64(&key.head(0)).into();
    let mut other_data = key.sign(&get(&fresh().await));
    other_data["client_data"] = base64(&get(&fresh().await)).into();
    let mut padded = key.sign(&get(&fresh().await));
    padded["signature"] = format!("{}=", padded["signature"].as_str().unwrap()).into();
    for (what, signed, status) in [
        ("a challenge that was used", key.sign(&get(&used)), 404),
        ("an unknown challenge", key.sign(&get(&json!(base64(&[1; 32])))), 404),
        ("a challenge for a registration", key.sign(&get(&of_ada)), 404),
        ("an unknown passkey", Authenticator::es256(3).sign(&get(&fresh().await)), 404),
        ("another key", stranger.sign(&get(&fresh().await)), 400),
        ("another site", elsewhere.sign(&get(&fresh().await)), 400),
        ("another page", key.sign(&client_data("get", &fresh().await, "https://other.example")), 400),
        ("another ceremony", key.sign(&client_data("create", &fresh().await, ORIGIN)), 400),
        ("without a person", absent, 400),
        ("other client data", other_data, 400),
        ("padding", padded, 400),
        (
            "nothing",
            json!({"credential": "", "client_data": "", "authenticator_data": "", "signature": ""}),
            400,
        ),
    ] {
        let (found, answer, guest) = post(&town, None, "/api/passkeys", signed).await;
        assert_eq!((found, guest.is_none()), (status, true), "{what}: {answer}");
    }
    // A passkey is used only at the site where it was made, even if the server has several.
    let signed = elsewhere.sign(&client_data("get", &fresh().await, "https://other.example"));
    assert_eq!(post_at(&town, "https://other.example", None, "/api/passkeys", signed).await.0, 404);

    // Neither is a passkey added to another guest than the one who asked, or twice.
    let made = Authenticator::es256(4).make(&client_data("create", &of_ada, ORIGIN));
    assert_eq!(post(&town, Some(&eve), "/api/me/passkeys", made.clone()).await.0, 404);
    assert_eq!(post(&town, Some(&ada), "/api/me/passkeys", made.clone()).await.0, 204);
    assert_eq!(post(&town, Some(&ada), "/api/me/passkeys", made).await.0, 404);
    // Pages without a host name or https get no challenge, and those of other sites nothing at all.
    for (origin, status) in [
        (format!("http://{}", town.address()), 400),
        (format!("http://localhost:{}", town.address().port()), 403),
        ("https://evil.example".to_owned(), 403),
    ] {
        assert_eq!(post_at(&town, &origin, None, "/api/passkeys/challenge", json!(null)).await.0, status);
    }
}

#[tokio::test]
async fn codes_and_challenges_are_limited_for_each_address() {
    let town = Town::with(|config| {
        config.origins = vec![ORIGIN.to_owned()];
        config.limits.device_codes = Rate { burst: 3.0, per_second: 0.001 };
    })
    .await;
    let ada = town.guest("Ada").await;
    codes(&town, &ada).await;
    assert_eq!(post(&town, Some(&ada), "/api/me/passkeys/challenge", json!(null)).await.0, 200);
    assert_eq!(enter(&town, "ABCD-EFGH-2345-6789").await.err().unwrap().0, 404);
    for path in ["/api/me/recovery-codes", "/api/me/passkeys/challenge", "/api/passkeys/challenge"] {
        assert_eq!(post(&town, Some(&ada), path, json!(null)).await.0, 429, "{path}");
    }
}
