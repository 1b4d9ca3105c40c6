//! Databases that freeze, are slow, or are taken over by others.

use std::time::{Duration, Instant};

use tokio::{
    net::TcpListener,
    time::{sleep, timeout},
};
use townhall_server::store::{Append, OpenError, PostgresStore, Store, StoreError, Upkeep};

use super::way::{Way, url};
use crate::{
    engine::Database,
    store::{append, create, summary},
    town::Town,
};

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_host_that_takes_connections_and_says_nothing_keeps_nobody_from_the_next() {
    let database = Database::create().await;
    let way = Way::to(&database).await;
    // The system takes connections for it, and nobody ever answers.
    let frozen = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let hosts = format!("{},localhost:{}", frozen.local_addr().unwrap(), way.address.port());
    let begun = Instant::now();
    let store = PostgresStore::open(&url(&database, &hosts), true).await.unwrap();
    store.unfinished(townhall_table::journal::PlayerId(1), 0).await.unwrap();
    // It is tried once, and then last.
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    store.close().await;
    let alone = PostgresStore::open(&url(&database, &frozen.local_addr().unwrap().to_string()), true).await;
    assert!(alone.unwrap_err().to_string().ends_with("no answer within 1s"));
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_primary_that_freezes_is_given_up_for_another_and_keeps_no_server_from_stopping() {
    let database = Database::create().await;
    let (first, second) = (Way::to(&database).await, Way::to(&database).await);
    let hosts = format!("{},{}", first.address, second.address);
    let store = PostgresStore::open(&url(&database, &hosts), true).await.unwrap();
    let store: std::sync::Arc<dyn Store> = std::sync::Arc::new(store);
    let table = create(&store, "AAAAAA", summary()).await.unwrap();
    store.append(append(table, 1, &["a"])).await.unwrap();
    store.load("AAAAAA").await.unwrap();
    first.stall();
    let lost = store.append(append(table, 2, &["lost"])).await;
    assert!(matches!(lost, Err(StoreError::Unknown(_))), "{lost:?}");
    let going_on = async {
        loop {
            // Whatever was in use when it froze is given up; who asks again is answered.
            if let Ok(Some(claimed)) = store.claim("AAAAAA").await {
                let after = claimed.entries.len() as u64;
                let again = Append { epoch: claimed.epoch, ..append(table, after, &["again"]) };
                if store.append(again).await.is_ok() && store.load("AAAAAA").await.is_ok() {
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
        let store = std::sync::Arc::clone(&store);
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
async fn what_the_operator_asks_for_may_take_long_and_delays_nobody() {
    let database = Database::create().await;
    let store = database.open().await;
    let slow = "ALTER TABLE players RENAME TO all_players; \
                CREATE VIEW players AS SELECT all_players.* FROM all_players, pg_sleep(5.5)";
    database.client().await.batch_execute(slow).await.unwrap();
    let others = async {
        for _ in 0..50 {
            let begun = Instant::now();
            store.card("AAAAAA").await.unwrap();
            assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
            sleep(Duration::from_millis(100)).await;
        }
    };
    let (found, ()) = tokio::join!(store.find_players("ada", 10), others);
    assert_eq!(found.unwrap(), []);
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_database_that_could_lose_something_is_counted_also_if_that_is_accepted() {
    // The Postgres for tests does not sync.
    let database = Database::create().await;
    let counting = Town::at(database.url.clone(), |config| config.metrics = Some(([127, 0, 0, 1], 0).into()));
    let town = counting.await.unwrap();
    let told = async {
        while town.counted("townhall_database_lossy").await != 1 {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(10), told).await.expect("it is counted");
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_lone_server_takes_its_lock_again_unless_another_was_faster() {
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
    // As soon as Postgres answers again, nobody else can have it.
    sleep(Duration::from_millis(100)).await;
    timeout(Duration::from_secs(10), again).await.expect("the lock is taken again");
    assert!(matches!(PostgresStore::open(&database.url, true).await, Err(OpenError::InUse { .. })));
    // Somebody else was faster.
    client.batch_execute(&format!("{end}; SELECT pg_advisory_lock(1416591214, 2)")).await.unwrap();
    timeout(Duration::from_secs(10), store.lost()).await.expect("the store says so");
    store.close().await;
}
