//! A file that an earlier version wrote: every table in it opens, and those that were not finished go on.
//!
//! `fixtures/townhall-0.1.db` was written by the store of the version before journals had a version of their own. Its
//! tables are among the golden journals of townhall-table; two guests sit at them, whose secrets are 32 ones and 32
//! twos.

use serde_json::json;
use townhall_server::config::Limits;

use crate::town::{Guest, Town};

const FILE: &[u8] = include_bytes!("../fixtures/townhall-0.1.db");

#[tokio::test]
async fn a_file_of_an_earlier_version_is_played_on() {
    let mut town = Town::from_file(FILE, |config| config.limits = Limits::none()).await;
    let (zoe, yann) = (Guest::with_secret([1; 32]), Guest::with_secret([2; 32]));
    assert_eq!(zoe.get(&town, "/api/me").await["name"], "Zoe");
    let mine = zoe.get(&town, "/api/tables?scope=mine").await;
    assert_eq!(mine.as_array().unwrap().len(), 7, "{mine}");
    for (code, game, status) in [
        ("AAAAA2", "between-two-cities", "over"),
        ("AAAAA3", "point-city", "over"),
        ("AAAAA4", "between-two-cities", "lobby"),
        ("AAAAA5", "between-two-cities", "playing"),
        ("AAAAA6", "point-city", "playing"),
        ("AAAAA7", "between-two-cities", "over"),
        ("AAAAA8", "point-city", "over"),
    ] {
        let wire = zoe.sit_at(&town, code).await;
        let table = &wire.table;
        assert_eq!((&table["game_id"], &table["status"]), (&json!(game), &json!(status)), "{code}");
        assert!(!table["me"].is_null() || status == "lobby", "{code}");
    }
    // That version did not store results: they follow from the journals.
    let finished = zoe.get(&town, "/api/tables?scope=finished").await;
    let finished = finished.as_array().unwrap();
    assert_eq!(finished.len(), 4);
    assert!(finished.iter().all(|card| card["result"]["me"].is_u64()), "{finished:?}");
    // Unfinished games are played to their end, and can be opened again after that.
    let mut wires = Vec::new();
    for guest in [&zoe, &yann] {
        wires.push(guest.sit_at(&town, "AAAAA6").await);
    }
    let [mut hers, mut his]: [_; 2] = wires.try_into().ok().unwrap();
    tokio::join!(hers.play_out(), his.play_out());
    drop((hers, his));
    town.again().await;
    assert_eq!(zoe.sit_at(&town, "AAAAA6").await.table["status"], "over");
    let record = town.ask(townhall_client::Method::GET, "/api/tables/AAAAA6/record").await;
    assert_eq!(record.status(), 200);
}
