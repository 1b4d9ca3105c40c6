//! A third game, which the server's code does not name, with bots that work and bots that panic.

use high_card::HighCard;
use serde_json::{Value, json};
use tabletop::{LegalMove, Record, prelude::*, record};
use townhall_bots::{BotGame, Greedy, Talker, Think};
use townhall_client::Method;
use townhall_games::catalogue;
use townhall_server::{config::Limits, metrics::names};
use townhall_table::Catalogue;

use super::town::{Town, table};

/// High Card in a wrapper, for which other bots can be implemented.
#[path = "../../../tabletop/tests/tabletop/broken.rs"]
mod broken;

type Panicky = broken::Broken<{ broken::defect::NONE }>;

impl Greedy for Panicky {
    fn appeal(_: &Self::View, _: &LegalMove<Self::Move, Self::Worth>) -> [i32; 3] {
        panic!("this bot panics on purpose")
    }
}

impl Think for Panicky {}

impl Talker for Panicky {}

/// A server of this game and all others, which serves metrics.
async fn town_with<G: BotGame>() -> Town {
    fn games<G: BotGame>() -> Catalogue {
        catalogue().with::<G>()
    }
    Town::of(games::<G>, |config| {
        config.limits = Limits::none();
        config.metrics = Some(([127, 0, 0, 1], 0).into());
    })
    .await
}

/// The record of a finished game, which must be complete.
async fn record_of<G: Game>(town: &Town, code: &str) -> Record<G> {
    let text = town.ask(Method::GET, &format!("/api/tables/{code}/record")).await.text();
    let record = Record::<G>::read(record::split(&text).unwrap().remove(0)).unwrap();
    record.replay().unwrap();
    record.verify_deal().unwrap();
    record
}

#[tokio::test]
async fn an_unknown_third_game_is_listed_and_played() {
    let mut town = town_with::<HighCard>().await;
    let games: Value = town.ask(Method::GET, "/api/games").await.json().unwrap();
    let game = games.as_array().unwrap().iter().find(|game| game["id"] == HighCard::ID).unwrap();
    assert_eq!(game["name"], HighCard::NAME);
    let variants: Vec<_> =
        game["variants"].as_array().unwrap().iter().map(|variant| &variant["id"]).collect();
    assert_eq!(variants, ["standard", "solo-low", "solo-high"]);

    let ada = town.guest("Ada").await;
    for (variant, bots) in
        [("standard", &["greedy"][..]), ("standard", &["greedy", "greedy", "greedy"]), ("solo-high", &[])]
    {
        let code = ada.open(&town, table(HighCard::ID, variant, bots, true)).await;
        let mut wire = ada.sit_at(&town, &code).await;
        let mut watcher = town.socket(None, &code, 0, None).await.unwrap();
        assert!(wire.play_on().await);
        // The game goes on after a restart.
        town.again().await;
        wire = ada.sit_at(&town, &code).await;
        watcher = match watcher.is_over() {
            true => watcher,
            false => town.socket(None, &code, 0, None).await.unwrap(),
        };
        wire.play_out().await;
        watcher.until(|table| table["status"] == "over").await;
        let record = record_of::<HighCard>(&town, &code).await;
        let outcome = json!(record.replay().unwrap());
        assert_eq!((&wire.table["game"]["outcome"], &watcher.table["game"]["outcome"]), (&outcome, &outcome));
        assert_eq!(wire.table["deal"]["seed"], json!(record.deal.unwrap().seed));
    }
    let unknown =
        ada.send(&town, Method::POST, "/api/tables", table(HighCard::ID, "blitz", &["greedy"], true));
    assert_eq!(unknown.await.0, 404);
}

#[tokio::test]
async fn a_simpler_bot_moves_for_one_that_panics() {
    let town = town_with::<Panicky>().await;
    let ada = town.guest("Ada").await;
    // Metrics cover the whole process, but no other test has a bot that fails.
    let before = town.counted(names::BOT_FAILURES).await;
    let code = ada.open(&town, table(Panicky::ID, "standard", &["greedy"], true)).await;
    let mut wire = ada.sit_at(&town, &code).await;
    wire.play_out().await;
    assert!(wire.table["game"]["outcome"].is_object());
    let me = wire.table["me"].as_u64().unwrap() as usize;
    let record = record_of::<Panicky>(&town, &code).await;
    let of_bots = record.moves().filter(|(seat, _)| seat.index() != me).count() as u64;
    assert_eq!(of_bots, 3, "a card is discarded and two are played");
    assert_eq!(town.counted(names::BOT_FAILURES).await - before, of_bots);

    // Other games of the same server are not affected.
    let code = ada.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    ada.sit_at(&town, &code).await.play_out().await;
}
