//! Guests are forgotten on all nodes, even if the first attempt fails in part.

use serde_json::json;
use townhall_client::{Method, tungstenite::protocol::frame::coding::CloseCode};
use townhall_operator::{Order, OrderOutcome};
use townhall_store::{Data, DatabaseUrl};
use townhall_table::{Catalogue, journal::PlayerId};

use super::nodes::{Node, insist, secret};
use crate::{engine::Database, town::table};

/// Makes rewriting the entries of these tables fail.
const STUCK: &str = "CREATE TABLE stuck (id bigint); \
    CREATE FUNCTION stick() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
    IF EXISTS (SELECT FROM stuck WHERE id = NEW.table_id) THEN RAISE EXCEPTION 'not now'; END IF; RETURN NEW; END $$; \
    CREATE TRIGGER stick BEFORE UPDATE ON entries FOR EACH ROW EXECUTE FUNCTION stick(); \
    INSERT INTO stuck SELECT table_id FROM entries WHERE body LIKE '%forget me%' ORDER BY table_id LIMIT 2";

/// The operator's order to forget a guest, which one of the nodes carries out.
async fn forget(url: &DatabaseUrl, guest: i64) -> OrderOutcome {
    let order = Order::Forget { guest: PlayerId(guest) };
    let data = Data::Postgres(url.clone());
    townhall_cluster::order(&data, Catalogue::default(), Some(secret()), order).await.unwrap()
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn a_guest_whom_the_operator_forgets_is_signed_out_at_every_node_and_has_no_seat() {
    let database = Database::create().await;
    let (first, second) = tokio::join!(Node::start(&database.url), Node::start(&database.url));
    let ada = first.town.guest("Ada").await;
    let two = json!({"game": "point-city", "variant": "standard", "players": 2});
    // A table in memory at each node, and a spectator of each table at each node.
    let mut sockets = Vec::new();
    let ben = first.town.guest("Ben").await;
    let mut tables = Vec::new();
    for node in [&first, &second] {
        let code = ada.open(&node.town, two.clone()).await;
        tables.push((ada.sit_at(&node.town, &code).await, code));
    }
    for (_, code) in &tables {
        for node in [&first, &second] {
            sockets.push(ben.sit_at(&node.town, code).await);
        }
    }
    let client = database.client().await;
    let number: i64 =
        client.query_one("SELECT id FROM players WHERE name = 'Ben'", &[]).await.unwrap().get(0);
    let forgotten = forget(&database.url, number).await;
    assert_eq!(forgotten, OrderOutcome::Forgotten { tables: 0, unreadable: vec![] });
    for mut wire in sockets {
        let closed = loop {
            if let Err(code) = wire.next().await {
                break code;
            }
        };
        assert!([Some(CloseCode::Library(4005)), Some(CloseCode::Error)].contains(&closed), "{closed:?}");
    }
    for (_, code) in &tables {
        let host = insist(&ada, &first.town, code).await;
        assert!(!host.table.to_string().contains("Ben"), "{}", host.table);
    }
    let again = forget(&database.url, number).await;
    assert_eq!(again, OrderOutcome::Refused { why: format!("there is no guest {number}") });
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn forgetting_a_guest_continues_where_it_failed() {
    let database = Database::create().await;
    let node = Node::start(&database.url).await;
    let (ada, ben) = (node.town.guest("Ada").await, node.town.guest("Ben").await);
    let mut codes = Vec::new();
    for _ in 0..5 {
        let code = ada.open(&node.town, table("point-city", "standard", &["greedy"], true)).await;
        let own = ben.open(&node.town, table("point-city", "standard", &["greedy"], true)).await;
        ben.sit_at(&node.town, &own).await.act(json!({"type": "say", "text": "forget me"})).await.unwrap();
        codes.extend([code, own]);
    }
    let client = database.client().await;
    let number: i64 =
        client.query_one("SELECT id FROM players WHERE name = 'Ben'", &[]).await.unwrap().get(0);
    client.batch_execute(STUCK).await.unwrap();
    let named = async || {
        let sql =
            "SELECT count(DISTINCT table_id) FROM entries WHERE body LIKE '%Ben%' OR body LIKE '%forget me%'";
        client.query_one(sql, &[]).await.unwrap().get::<_, i64>(0)
    };
    assert_eq!(named().await, 5);
    let gone = ben.request(&node.town, Method::DELETE, "/api/me").send().await.unwrap();
    assert_eq!(gone.status().as_u16(), 503, "{}", gone.text());
    assert_eq!(named().await, 2, "what fails at one table does not concern the others");
    client.batch_execute("DELETE FROM stuck").await.unwrap();
    assert_eq!(
        forget(&database.url, number).await,
        OrderOutcome::Forgotten { tables: 2, unreadable: vec![] }
    );
    assert_eq!(named().await, 0);
}
