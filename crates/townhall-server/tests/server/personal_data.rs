//! The rights of guests over their data. A value is written for every relation whose rows are exported: it is in the guest's export,
//! and no longer in the database when the guest was forgotten.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tempfile::TempDir;
use townhall_client::Method;
use townhall_server::config::{Encryption, Limits};
use townhall_store::{Export, Snapshot, personal_data};

use super::{
    notices::{SERVICE, Service, address},
    recovery::{self, Authenticator},
    town::{Guest, Town, table},
};

/// An email address to which a code is to be sent.
const EMAIL: &str = "adelaide@mail.example";

/// A value that a guest wrote for a relation.
struct Written {
    /// How the export shows it.
    exported: String,
    /// Its bytes in the database; empty if they stay there after the guest was forgotten, or if only a hash is stored.
    stored: Vec<u8>,
}

impl Written {
    /// A text that is removed with the guest.
    fn text(text: &str) -> Self {
        Self { exported: text.to_owned(), stored: text.into() }
    }

    /// A value that is only looked for in the export.
    fn only_exported(value: impl ToString) -> Self {
        Self { exported: value.to_string(), stored: Vec::new() }
    }
}

/// The table that a guest opens, with a free chair.
fn opened() -> Value {
    let mut table = table("point-city", "standard", &["greedy", "greedy"], false);
    table["bots"] = json!(["greedy"]);
    table
}

/// A guest who has written something for each relation, by its name.
async fn guest_with_everything(town: &Town) -> (Guest, BTreeMap<&'static str, Written>) {
    let request = town.request(Method::PUT, "/api/me").header("user-agent", "Firefox/140.0 iPhone");
    let me = json!({"name": "Adelaide Unwin", "colour": "moss"});
    let ada = Guest::of(&request.json(&me).send().await.unwrap());

    let codes = recovery::codes(town, &ada).await;
    let key = Authenticator::es256(0xad);
    assert_eq!(recovery::add(town, &ada, &key).await.0, 204);
    let webhook = json!({"address": address("of-ada"), "format": null, "language": "en"});
    assert_eq!(ada.send(town, Method::POST, "/api/me/webhooks", webhook).await.0, 200);

    // No mail server listens there, but the address was stored before.
    let email = json!({"address": EMAIL, "language": "en"});
    assert_eq!(ada.send(town, Method::POST, "/api/me/email", email).await.0, 503);

    let hosted = ada.open(town, opened()).await;
    let note = json!({"text": "save the park"});
    assert_eq!(ada.send(town, Method::PUT, &format!("/api/tables/{hosted}/note"), note).await.0, 204);
    let ben = town.guest("Ben").await;
    let joined = ben.open(town, opened()).await;
    let mut wire = ada.sit_at(town, &joined).await;
    wire.act(json!({"type": "sit", "chair": 2})).await.unwrap();
    wire.act(json!({"type": "say", "text": "good evening"})).await.unwrap();
    let mute = json!({"seat": 0, "on": true});
    assert_eq!(ada.send(town, Method::PUT, &format!("/api/tables/{joined}/mutes"), mute).await.0, 204);
    // The name is also in a report, which stays.
    let report = json!({"seat": 2, "reason": "rude"});
    assert_eq!(ben.send(town, Method::POST, &format!("/api/tables/{joined}/reports"), report).await.0, 204);

    let written = [
        ("players", Written::text("Adelaide Unwin")),
        ("devices", Written::text("Firefox, iPhone")),
        ("tables", Written::only_exported(hosted)),
        ("people", Written::only_exported(joined)),
        ("notes", Written::text("save the park")),
        ("mutes", Written::only_exported("Ben")),
        ("channels", Written::text(&address("of-ada"))),
        ("email_codes", Written::text(EMAIL)),
        ("recovery_codes", Written::only_exported(codes.len())),
        ("recovery_events", Written::text("codes-made")),
        ("passkeys", Written { exported: recovery::base64(&key.credential), stored: key.credential.clone() }),
    ];
    (ada, written.into())
}

/// The bytes of a copy of the database, which has no removed rows.
async fn stored(town: &Town) -> Vec<u8> {
    let folder = TempDir::new().unwrap();
    let copy = folder.path().join("copy.db");
    Snapshot::open(&town.file()).await.unwrap().copy_to(&copy).await.unwrap();
    std::fs::read(copy).unwrap()
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[tokio::test]
async fn what_a_guest_writes_is_exported_and_removed_with_the_guest() {
    let _service = Service::start().await;
    let town = Town::with(|config| {
        config.limits = Limits::none();
        config.origins = vec![recovery::ORIGIN.to_owned()];
        config.webhooks.origins = vec![SERVICE.with_borrow(String::clone)];
        config.mail.host = Some("127.0.0.1".to_owned());
        config.mail.port = 9;
        config.mail.encryption = Encryption::None;
        config.mail.sender = Some("Townhall <townhall@town.example>".to_owned());
    })
    .await;
    let (ada, mut written) = guest_with_everything(&town).await;
    let export = ada.request(&town, Method::GET, "/api/me/export").send().await.unwrap().text();
    let lines: Vec<Value> = export.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let before = stored(&town).await;
    assert_eq!(ada.send(&town, Method::DELETE, "/api/me", json!(null)).await.0, 204);
    let after = stored(&town).await;

    for (relation, personal) in personal_data() {
        let Export::At(pointer) = personal.export else { continue };
        let Some(Written { exported, stored }) = written.remove(relation) else {
            panic!("`guest_with_everything` has to write something that is stored in {relation}");
        };
        let found = lines.iter().filter_map(|line| line.pointer(pointer));
        assert!(found.clone().any(|found| found.to_string().contains(&exported)), "{relation}: {exported}");
        if !stored.is_empty() {
            assert!(contains(&before, &stored), "{relation}: {exported} was not in the database");
            assert!(!contains(&after, &stored), "{relation}: {exported} is still in the database");
        }
    }
    assert!(written.is_empty(), "these are no exported relations: {:?}", written.keys());
    for said in ["good evening", "Unwin"] {
        assert!(contains(&before, said.as_bytes()), "{said} was not in the database");
        assert!(!contains(&after, said.as_bytes()), "{said} is still in the database");
    }
}
