//! Measures how misbehaving clients affect others. There are no bounds, since machines differ. To run it:
//! `cargo test -p townhall-server --all-features --test server -- --ignored --nocapture figures`.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use townhall_client::Method;

use super::{
    engine::Database,
    postgres::nodes::{Node, insist},
    town::{Town, table},
};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "it prints figures"]
async fn six_endless_thoughts_at_another_table() {
    let mut town = Town::with(|_| ()).await;
    let (eve, ada) = (town.guest("Eve").await, town.guest("Ada").await);
    let endless = table("between-two-cities", "standard", &["expert:100000sims"; 6], true);
    let thinking = eve.open(&town, endless).await;
    let eves = eve.sit_at(&town, &thinking).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let code = ada.open(&town, table("between-two-cities", "standard", &["greedy", "greedy"], true)).await;
    let begun = Instant::now();
    let mut wire = ada.sit_at(&town, &code).await;
    wire.until(|table| table["game"]["sealed"].as_array().unwrap().len() == 2).await;
    println!("both greedy bots have chosen after {:?}", begun.elapsed());
    let begun = Instant::now();
    let (status, _) = ada.send(&town, Method::POST, &format!("/api/tables/{code}/hint"), Value::Null).await;
    println!("a hint after {:?}, status {status}", begun.elapsed());
    let mut longest = Duration::ZERO;
    for _ in 0..6 {
        let begun = Instant::now();
        assert!(wire.play_on().await);
        while !wire.asked() {
            wire.frame().await;
        }
        longest = longest.max(begun.elapsed());
    }
    println!("from a move to the next question: {longest:?} at the longest");
    let begun = Instant::now();
    town.stop().await;
    println!("the server has stopped after {:?}", begun.elapsed());
    drop(eves);
}

/// The memory of this process, in MiB.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok()).unwrap_or_default() / 1024
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "it prints figures"]
async fn a_hundred_sockets_that_read_nothing_at_a_talkative_table() {
    let town = Town::with(|config| {
        config.limits.sockets_per_address = 1000;
        config.limits.connections_per_address = 1000;
        config.limits.requests.burst = 10_000.0;
        // The table may say all that it could say in a quarter of an hour.
        config.limits.messages.burst = 10_000.0;
        config.limits.messages_per_address.burst = 10_000.0;
        config.limits.talk.burst = 4000.0;
        config.limits.talk_per_table.burst = 4000.0;
    })
    .await;
    let ada = town.guest("Ada").await;
    let code = ada.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    let mut wire = ada.sit_at(&town, &code).await;
    let words = "häuser ".repeat(35);
    for _ in 0..1000 {
        wire.act(json!({"type": "say", "text": words})).await.unwrap();
    }
    let before = resident();
    let mut deaf = Vec::new();
    for _ in 0..100 {
        deaf.push(town.deaf_socket(&code).await);
    }
    for _ in 0..3000 {
        wire.act(json!({"type": "say", "text": words})).await.unwrap();
    }
    println!("{before} MiB before, {} MiB with {} sockets that read nothing", resident(), deaf.len());
}

/// Makes 10,000 tables like the one that there is, all of them claimed by the node that claimed it.
const LIKE_IT: &str = "\
    INSERT INTO tables (code, game, variant, players, status, listing, names, to_act, host, touched, epoch, length, owner) \
      SELECT lpad(translate(n::text, '0123456789', 'ABCDEFGHJK'), 6, 'M'), game, variant, players, status, listing, names, \
        to_act, host, touched, epoch, length, owner FROM tables, generate_series(1, 10000) AS n; \
    INSERT INTO people SELECT player_id, id FROM people, tables WHERE id <> table_id; \
    INSERT INTO entries SELECT id, number, body FROM entries, tables WHERE id <> table_id; \
    ANALYZE";

/// Needs a Postgres, as whose URL `POSTGRES_FOR_TESTS` is set; `cargo verify postgres` starts one for its tests alone.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "it prints figures"]
async fn a_node_with_ten_thousand_tables() {
    let database = Database::create().await;
    let mut node = Node::start(&database.url).await;
    let ada = node.town.guest("Ada").await;
    let code = ada.open(&node.town, table("point-city", "standard", &["greedy"], true)).await;
    let mut wire = ada.sit_at(&node.town, &code).await;
    assert!(wire.play_on().await);
    drop(wire);
    let client = database.client().await;
    client.batch_execute(LIKE_IT).await.unwrap();
    let claimed = "SELECT count(*) FROM tables WHERE owner IN (SELECT id FROM nodes)";
    let claimed: i64 = client.query_one(claimed, &[]).await.unwrap().get(0);
    let begun = Instant::now();
    node.town.stop().await;
    println!("{claimed} tables; the node has stopped after {:?}", begun.elapsed());
    let begun = Instant::now();
    let mut next = Node::start(&database.url).await;
    println!("a node has started after {:?}", begun.elapsed());
    drop(insist(&ada, &next.town, "MMMMMC").await);
    println!("and shows one of them after {:?}", begun.elapsed());
    next.kill();
    let begun = Instant::now();
    let last = Node::start(&database.url).await;
    println!("after that one was killed, another has started after {:?}", begun.elapsed());
    drop(insist(&ada, &last.town, "MMMMMD").await);
    println!("and loads a table from the store after {:?}", begun.elapsed());
    drop(insist(&ada, &last.town, "MMMMMC").await);
    println!("and the one that the killed node had, with a lease of 2 s, after {:?}", begun.elapsed());
}
