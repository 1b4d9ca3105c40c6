//! What only a store does that several servers can use, and whose commits can be in doubt.

mod away;
mod forget;
pub(crate) mod nodes;
mod way;

use std::{sync::Arc, time::Duration};

use serde_json::json;
use tokio::time::sleep;
use townhall_server::store::{
    Append, Data, DatabaseUrl, Epoch, OpenError, PostgresStore, Store, StoreError, TableId,
};

use super::{
    engine::Database,
    restart::survives,
    store::{added, append, create, new_table, summary},
    town::{Town, table},
};

/// What a database does when an entry is committed, after the statement that adds it has succeeded.
const AT_COMMIT: &str = "CREATE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
    IF NEW.body = 'warn' THEN RAISE WARNING 'canceling wait for synchronous replication due to user request'; \
    ELSIF NEW.body = 'late' THEN PERFORM pg_sleep(6); \
    ELSIF NEW.body = 'break' THEN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); \
    ELSIF NEW.body = 'full' THEN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; \
    END IF; RETURN NULL; END $$; \
    CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED \
    FOR EACH ROW EXECUTE FUNCTION at_commit()";

/// A store with one table.
async fn with_table(database: &Database) -> (Arc<dyn Store>, TableId) {
    let store: Arc<dyn Store> = Arc::new(database.open().await);
    let table = create(&store, "AAAAAA", summary()).await.unwrap();
    (store, table)
}

fn under(epoch: Epoch, append: Append) -> Append {
    Append { epoch, ..append }
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn whoever_claims_a_table_is_the_only_one_who_adds_to_it() {
    let database = Database::create().await;
    let (store, table) = with_table(&database).await;
    let first = store.claim("AAAAAA").await.unwrap().unwrap();
    assert_eq!((first.id, first.entries), (table, vec!["opened".to_owned()]));
    store.append(under(first.epoch, append(table, 1, &["a"]))).await.unwrap();
    let second = store.claim("AAAAAA").await.unwrap().unwrap();
    assert_eq!(second.entries, ["opened", "a"]);
    assert_ne!(first.epoch, second.epoch);
    // Also if it comes after the right entry.
    let late = store.append(under(first.epoch, append(table, 2, &["late"]))).await;
    assert!(matches!(late, Err(StoreError::Superseded)), "{late:?}");
    store.append(under(second.epoch, append(table, 2, &["b"]))).await.unwrap();
    assert_eq!(added(&store, "AAAAAA").await, ["a", "b"]);
    assert_eq!(store.load("AAAAAA").await.unwrap().unwrap().epoch, second.epoch);
    assert!(store.claim("BBBBBB").await.unwrap().is_none());

    // A rematch is opened under the claim, or not at all.
    let opens = Some(Box::new(new_table("BBBBBB", summary())));
    let rematch = Append { opens, ..append(table, 3, &["rematch"]) };
    let late = store.append(under(first.epoch, rematch.clone())).await;
    assert!(matches!(late, Err(StoreError::Superseded)), "{late:?}");
    assert!(store.load("BBBBBB").await.unwrap().is_none());
    store.append(under(second.epoch, rematch)).await.unwrap();
    let opened = store.claim("BBBBBB").await.unwrap().unwrap();
    store.append(under(opened.epoch, append(opened.id, 1, &["begun"]))).await.unwrap();
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_commit_that_nobody_vouches_for_is_unknown_and_a_claim_tells() {
    let database = Database::create().await;
    let (store, table) = with_table(&database).await;
    database.client().await.batch_execute(AT_COMMIT).await.unwrap();
    // Which of them the journal holds after all.
    for (text, is_kept) in [("warn", true), ("late", true), ("break", false)] {
        let claimed = store.claim("AAAAAA").await.unwrap().unwrap();
        let after = claimed.entries.len() as u64;
        let outcome = store.append(under(claimed.epoch, append(table, after, &[text]))).await;
        assert!(matches!(outcome, Err(StoreError::Unknown(_))), "{text}: {outcome:?}");
        let claimed = store.claim("AAAAAA").await.unwrap().unwrap();
        assert_eq!(claimed.entries.last().is_some_and(|last| last == text), is_kept, "{text}");
        // Whoever asks again and again under the old claim changes nothing.
        let after = claimed.entries.len() as u64;
        let again = store.append(under(Epoch(claimed.epoch.0 - 1), append(table, after, &["again"]))).await;
        assert!(matches!(again, Err(StoreError::Superseded)), "{text}: {again:?}");
    }
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn what_the_database_refuses_at_one_table_does_not_concern_the_others() {
    let database = Database::create().await;
    let (store, full) = with_table(&database).await;
    database.client().await.batch_execute(AT_COMMIT).await.unwrap();
    let mut tables = vec![(full, "full")];
    for n in 0..40 {
        tables.push((create(&store, &format!("TABL{n:02}"), summary()).await.unwrap(), "a"));
    }
    let appends = tables.iter().map(|(table, text)| store.append(append(*table, 1, &[text])));
    let outcomes = futures_util::future::join_all(appends).await;
    assert!(matches!(outcomes[0], Err(StoreError::DiskFull)), "{:?}", outcomes[0]);
    assert!(outcomes[1..].iter().all(Result::is_ok), "{outcomes:?}");
    assert_eq!(added(&store, "AAAAAA").await, [""; 0]);
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn connections_that_broke_are_opened_again() {
    let database = Database::create().await;
    let (store, table) = with_table(&database).await;
    store.append(append(table, 1, &["a"])).await.unwrap();
    assert_eq!(added(&store, "AAAAAA").await, ["a"]);
    let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                WHERE datname = current_database() AND pid <> pg_backend_pid()";
    database.client().await.batch_execute(kill).await.unwrap();
    sleep(Duration::from_millis(200)).await;
    assert_eq!(added(&store, "AAAAAA").await, ["a"]);
    store.append(append(table, 2, &["b"])).await.unwrap();
    create(&store, "BBBBBB", summary()).await.unwrap();
    assert_eq!(added(&store, "AAAAAA").await, ["a", "b"]);
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn databases_that_will_not_do_are_refused_with_the_reason() {
    let database = Database::create().await;
    let refused = async |url: &DatabaseUrl, accept_loss| {
        PostgresStore::open(url, accept_loss).await.err().map_or_else(String::new, |error| error.to_string())
    };
    // The Postgres for tests does not sync.
    let lossy = refused(&database.url, false).await;
    assert!(lossy.contains("its fsync is off") && lossy.contains("--accept-loss"), "{lossy}");

    let first = database.open().await;
    assert!(matches!(PostgresStore::open(&database.url, true).await, Err(OpenError::InUse { .. })));
    first.close().await;
    // Postgres notices that the connection is gone, but not at once.
    let mut second = PostgresStore::open(&database.url, true).await;
    for _ in 0..50 {
        if second.is_ok() {
            break;
        }
        sleep(Duration::from_millis(20)).await;
        second = PostgresStore::open(&database.url, true).await;
    }
    second.unwrap().close().await;

    let client = database.client().await;
    client.batch_execute("INSERT INTO townhall_migrations (version) VALUES (99)").await.unwrap();
    let newer = refused(&database.url, true).await;
    assert!(newer.contains("was written by a newer version of Townhall"), "{newer}");

    let others = Database::create().await;
    others.client().await.batch_execute("CREATE TABLE bookmarks (url text)").await.unwrap();
    let not_ours = refused(&others.url, true).await;
    assert!(not_ours.contains("is not a Townhall database: another program's tables"), "{not_ours}");

    // The Postgres for tests can't encrypt.
    let Data::Postgres(encrypted) = Data::new(&format!("{}&sslmode=require", others.url.reveal())) else {
        panic!()
    };
    let plain = refused(&encrypted, true).await;
    assert!(plain.starts_with("can't reach ") && plain.contains("TLS"), "{plain}");

    let Data::Postgres(nowhere) = Data::new("postgres://ada:secret@127.0.0.1:1/town") else { panic!() };
    let away = refused(&nowhere, true).await;
    assert!(away.starts_with("can't reach postgres://ada:…@127.0.0.1:1/town: "), "{away}");
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_game_is_played_to_its_end_while_the_server_stops_and_starts() {
    survives(Town::on_postgres().await, "point-city", "standard", &["greedy"], 9).await;
}

/// The first commit of an entry with the word in it fails in this way; the sequence counts also what is rolled back.
const ONCE: &str = "CREATE SEQUENCE warned; CREATE SEQUENCE broken; \
    CREATE FUNCTION once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
    IF NEW.body LIKE '%warnme%' AND nextval('warned') = 1 THEN RAISE WARNING 'not replicated'; \
    ELSIF NEW.body LIKE '%breakme%' AND nextval('broken') = 1 THEN \
      PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); \
    END IF; RETURN NULL; END $$; \
    CREATE CONSTRAINT TRIGGER once AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED \
    FOR EACH ROW EXECUTE FUNCTION once()";

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_command_whose_commit_is_in_doubt_is_answered_as_the_journal_says() {
    let town = Town::on_postgres().await;
    let ada = town.guest("Ada").await;
    let code = ada.open(&town, table("point-city", "standard", &["greedy"], false)).await;
    let mut wire = ada.sit_at(&town, &code).await;
    let client = town.database().client().await;
    client.batch_execute(ONCE).await.unwrap();
    // It was committed, though nobody vouched for it: the journal has the command.
    wire.send("warned", json!({"type": "say", "text": "warnme"})).await;
    wire.answer("warned").await.unwrap();
    // It was not: nothing has happened, and whoever sends it again is answered.
    wire.send("broken", json!({"type": "say", "text": "breakme"})).await;
    assert_eq!(wire.answer("broken").await, Err("internal".to_owned()));
    wire.send("broken", json!({"type": "say", "text": "breakme"})).await;
    wire.answer("broken").await.unwrap();
    // Another server takes the table over: whoever is connected connects again, and finds where it is.
    client.batch_execute("UPDATE tables SET epoch = epoch + 1").await.unwrap();
    wire.send("lost", json!({"type": "say", "text": "lost"})).await;
    while wire.next().await.is_ok() {}
    let mut wire = ada.sit_at(&town, &code).await;
    wire.send("lost", json!({"type": "say", "text": "lost"})).await;
    wire.answer("lost").await.unwrap();
    let talk = wire.table["talk"].as_array().unwrap();
    let said: Vec<_> = talk.iter().filter_map(|item| item["text"].as_str()).collect();
    assert_eq!(said, ["warnme", "breakme", "lost"]);
}
