//! The server on Postgres, where commits can have an unknown outcome and another server can take tables over.

mod forget;
pub(crate) mod nodes;
#[allow(dead_code, reason = "shared with the tests of the store")]
#[path = "../../../townhall-store/tests/store/way.rs"]
mod way;

use serde_json::json;
use townhall_server::metrics::names;

use super::{
    engine::Database,
    restart::survives,
    town::{Town, table, until},
};

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_game_is_played_to_its_end_while_the_server_stops_and_starts() {
    survives(Town::on_postgres().await, "point-city", "standard", &["greedy"], 9).await;
}

/// Makes the first commit of an entry that contains the word fail in this way. A sequence counts the attempts, because
/// rollbacks don't reset it.
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
    // The command was committed although the server got no confirmation: the journal has it.
    wire.send("warned", json!({"type": "say", "text": "warnme"})).await;
    wire.answer("warned").await.unwrap();
    // The command was not committed: nothing has changed, and a client that sends it again gets an answer.
    wire.send("broken", json!({"type": "say", "text": "breakme"})).await;
    assert_eq!(wire.answer("broken").await, Err("internal".to_owned()));
    wire.send("broken", json!({"type": "say", "text": "breakme"})).await;
    wire.answer("broken").await.unwrap();
    // Another server takes the table over: connected clients connect again, and are routed to it.
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

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_database_that_could_lose_something_is_counted_also_if_that_is_accepted() {
    // The Postgres for tests has `fsync` turned off.
    let database = Database::create().await;
    let counting = Town::at(database.url.clone(), |config| config.metrics = Some(([127, 0, 0, 1], 0).into()));
    let town = counting.await.unwrap();
    until(async || town.counted(names::LOSSY).await == 1).await;
}
