//! The Postgres engine: claims, commits with an unknown outcome, and databases that freeze, are slow, or are taken over.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::{
    net::TcpListener,
    time::{sleep, timeout},
};
use townhall_store::{Append, Data, DatabaseUrl, Epoch, OpenError, Store, StoreError, TableId};

use crate::{
    engine::{Database, open},
    every_store::{added, append, code, create, new_table, numbered, summary},
    way::{Way, url},
};

/// Faults at the commit of an entry, after the statement that adds it has succeeded.
const AT_COMMIT: &str = "CREATE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
    IF NEW.body = 'warn' THEN RAISE WARNING 'canceling wait for synchronous replication due to user request'; \
    ELSIF NEW.body = 'late' THEN PERFORM pg_sleep(6); \
    ELSIF NEW.body = 'break' THEN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); \
    ELSIF NEW.body = 'full' THEN RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; \
    END IF; RETURN NULL; END $$; \
    CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED \
    FOR EACH ROW EXECUTE FUNCTION at_commit()";

async fn with_table(database: &Database) -> (Arc<Store>, TableId) {
    let store: Arc<Store> = Arc::new(database.open().await);
    let table = create(&store, "AAAAAA", summary()).await.unwrap();
    (store, table)
}

fn under(epoch: Epoch, append: Append) -> Append {
    Append { epoch, ..append }
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn only_the_latest_claim_can_add_to_a_journal() {
    let database = Database::create().await;
    let (store, table) = with_table(&database).await;
    let first = store.claim(code("AAAAAA")).await.unwrap().unwrap();
    assert_eq!((first.id, first.entries), (table, vec!["opened".to_owned()]));
    store.append(under(first.epoch, append(table, 1, &["a"]))).await.unwrap();
    let second = store.claim(code("AAAAAA")).await.unwrap().unwrap();
    assert_eq!(second.entries, ["opened", "a"]);
    assert_ne!(first.epoch, second.epoch);
    // Also if it comes after the right entry.
    let late = store.append(under(first.epoch, append(table, 2, &["late"]))).await;
    assert!(matches!(late, Err(StoreError::Superseded)), "{late:?}");
    store.append(under(second.epoch, append(table, 2, &["b"]))).await.unwrap();
    assert_eq!(added(&store, "AAAAAA").await, ["a", "b"]);
    assert_eq!(store.load(code("AAAAAA")).await.unwrap().unwrap().epoch, second.epoch);
    assert!(store.claim(code("BBBBBB")).await.unwrap().is_none());

    // A rematch is opened under the claim, or not at all.
    let opens = Some(Box::new(new_table("BBBBBB", summary())));
    let rematch = Append { opens, ..append(table, 3, &["rematch"]) };
    let late = store.append(under(first.epoch, rematch.clone())).await;
    assert!(matches!(late, Err(StoreError::Superseded)), "{late:?}");
    assert!(store.load(code("BBBBBB")).await.unwrap().is_none());
    store.append(under(second.epoch, rematch)).await.unwrap();
    let opened = store.claim(code("BBBBBB")).await.unwrap().unwrap();
    store.append(under(opened.epoch, append(opened.id, 1, &["begun"]))).await.unwrap();
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn an_unconfirmed_commit_is_unknown_until_the_next_claim() {
    let database = Database::create().await;
    let (store, table) = with_table(&database).await;
    database.client().await.batch_execute(AT_COMMIT).await.unwrap();
    // The faults, and whether the journal contains the entry.
    for (text, is_kept) in [("warn", true), ("late", true), ("break", false)] {
        let claimed = store.claim(code("AAAAAA")).await.unwrap().unwrap();
        let after = claimed.entries.len() as u64;
        let outcome = store.append(under(claimed.epoch, append(table, after, &[text]))).await;
        assert!(matches!(outcome, Err(StoreError::Unknown(_))), "{text}: {outcome:?}");
        let claimed = store.claim(code("AAAAAA")).await.unwrap().unwrap();
        assert_eq!(claimed.entries.last().is_some_and(|last| last == text), is_kept, "{text}");
        // Appends under the old claim change nothing.
        let after = claimed.entries.len() as u64;
        let again = store.append(under(Epoch(claimed.epoch.0 - 1), append(table, after, &["again"]))).await;
        assert!(matches!(again, Err(StoreError::Superseded)), "{text}: {again:?}");
    }
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_refused_append_does_not_affect_other_tables() {
    let database = Database::create().await;
    let (store, full) = with_table(&database).await;
    database.client().await.batch_execute(AT_COMMIT).await.unwrap();
    let mut tables = vec![(full, "full")];
    for n in 0..40 {
        tables.push((create(&store, &numbered(n), summary()).await.unwrap(), "a"));
    }
    let appends = tables.iter().map(|(table, text)| store.append(append(*table, 1, &[text])));
    let outcomes = futures_util::future::join_all(appends).await;
    assert!(matches!(outcomes[0], Err(StoreError::DiskFull)), "{:?}", outcomes[0]);
    assert!(outcomes[1..].iter().all(Result::is_ok), "{outcomes:?}");
    assert_eq!(added(&store, "AAAAAA").await, [""; 0]);
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn broken_connections_are_replaced() {
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
async fn unsuitable_databases_are_refused_with_the_reason() {
    let database = Database::create().await;
    let refused = async |url: &DatabaseUrl, accept_loss| {
        open(url, accept_loss).await.err().map_or_else(String::new, |error| error.to_string())
    };
    // The Postgres for tests does not sync.
    let lossy = refused(&database.url, false).await;
    assert!(lossy.contains("its fsync is off") && lossy.contains("--accept-loss"), "{lossy}");

    let first = database.open().await;
    assert!(matches!(open(&database.url, true).await, Err(OpenError::InUse { .. })));
    first.close().await;
    // Postgres notices that the connection is gone, but not at once.
    let mut second = open(&database.url, true).await;
    for _ in 0..50 {
        if second.is_ok() {
            break;
        }
        sleep(Duration::from_millis(20)).await;
        second = open(&database.url, true).await;
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
async fn a_host_that_never_answers_is_skipped_for_the_next() {
    let database = Database::create().await;
    let way = Way::to(&database).await;
    // The system accepts connections for it, and none is ever answered.
    let frozen = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let hosts = format!("{},localhost:{}", frozen.local_addr().unwrap(), way.address.port());
    let begun = Instant::now();
    let store = open(&url(&database, &hosts), true).await.unwrap();
    store.unfinished(townhall_table::journal::PlayerId(1), 0).await.unwrap();
    // It is tried once, and then last.
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    store.close().await;
    let alone = open(&url(&database, &frozen.local_addr().unwrap().to_string()), true).await;
    assert!(alone.unwrap_err().to_string().ends_with("no answer within 1s"));
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_frozen_primary_is_replaced_and_does_not_delay_closing() {
    let database = Database::create().await;
    let (first, second) = (Way::to(&database).await, Way::to(&database).await);
    let hosts = format!("{},{}", first.address, second.address);
    let store = open(&url(&database, &hosts), true).await.unwrap();
    let store = Arc::new(store);
    let table = create(&store, "AAAAAA", summary()).await.unwrap();
    store.append(append(table, 1, &["a"])).await.unwrap();
    store.load(code("AAAAAA")).await.unwrap();
    first.stall();
    let lost = store.append(append(table, 2, &["lost"])).await;
    assert!(matches!(lost, Err(StoreError::Unknown(_))), "{lost:?}");
    let going_on = async {
        loop {
            // Connections that were in use when it froze are given up; later statements are answered.
            if let Ok(Some(claimed)) = store.claim(code("AAAAAA")).await {
                let after = claimed.entries.len() as u64;
                let again = Append { epoch: claimed.epoch, ..append(table, after, &["again"]) };
                if store.append(again).await.is_ok() && store.load(code("AAAAAA")).await.is_ok() {
                    return;
                }
            }
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(Duration::from_secs(15), going_on).await.expect("the other host is used");

    second.stall();
    let begun = Instant::now();
    let appending = tokio::spawn({
        let store = Arc::clone(&store);
        async move { store.append(append(table, 9, &["b"])).await }
    });
    sleep(Duration::from_millis(100)).await;
    store.close().await;
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
    let unknown = appending.await.unwrap();
    assert!(matches!(unknown, Err(StoreError::Unknown(_))), "{unknown:?}");
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn slow_statements_of_the_operator_do_not_delay_others() {
    let database = Database::create().await;
    let store = database.open().await;
    let slow = "ALTER TABLE players RENAME TO all_players; \
                CREATE VIEW players AS SELECT all_players.* FROM all_players, pg_sleep(5.5)";
    database.client().await.batch_execute(slow).await.unwrap();
    let others = async {
        for _ in 0..50 {
            let begun = Instant::now();
            store.card(code("AAAAAA")).await.unwrap();
            assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
            sleep(Duration::from_millis(100)).await;
        }
    };
    let (found, ()) = tokio::join!(store.find_players("ada", 10), others);
    assert_eq!(found.unwrap(), []);
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_lost_lock_is_taken_again_unless_another_server_has_it() {
    let database = Database::create().await;
    let store = database.open().await;
    let client = database.client().await;
    let held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 1416591214 \
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    client.batch_execute(end).await.unwrap();
    let again = async {
        while client.query_one(held, &[]).await.unwrap().get::<_, i64>(0) == 0 {
            sleep(Duration::from_millis(50)).await;
        }
    };
    // Once it is held again, no other server can take it.
    sleep(Duration::from_millis(100)).await;
    timeout(Duration::from_secs(10), again).await.expect("the lock is taken again");
    assert!(matches!(open(&database.url, true).await, Err(OpenError::InUse { .. })));
    // Another server was faster.
    client.batch_execute(&format!("{end}; SELECT pg_advisory_lock(1416591214, 2)")).await.unwrap();
    timeout(Duration::from_secs(10), store.lost()).await.expect("the store reports the loss");
    store.close().await;
}
