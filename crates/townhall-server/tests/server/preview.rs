//! Previews of links for messengers, and the list of finished games.

use hyper::Method;
use serde_json::{Value, json};

use crate::town::{Guest, Town, table};

/// The contents of a page's head, by property.
fn property(page: &str, name: &str) -> Option<String> {
    let at = page.split(&format!("<meta property=\"{name}\" content=\"")).nth(1)?;
    Some(at.split('"').next()?.to_owned())
}

async fn page(town: &Town, path: &str) -> String {
    let answer = town.ask(Method::GET, path).await;
    assert_eq!(answer.status(), 200, "{path}");
    answer.text()
}

/// Plays a game to its end and returns its code.
async fn played(town: &Town, guest: &Guest, bots: &[&str]) -> String {
    let code = guest.open(town, table("point-city", "standard", bots, true)).await;
    guest.sit_at(town, &code).await.play_out().await;
    code
}

#[tokio::test]
async fn a_preview_has_the_game_the_players_and_the_result() {
    let town = Town::start().await;
    let ada = town.guest("A<b>\"da").await;
    let lobby = ada.open(&town, table("between-two-cities", "standard", &["greedy", "greedy"], false)).await;
    let shown = page(&town, &format!("/t/{lobby}")).await;
    assert_eq!(property(&shown, "og:title").unwrap(), "Between Two Cities");
    let about = property(&shown, "og:description").unwrap();
    assert!(about.starts_with("A&lt;b&gt;&quot;da · "), "{about}");
    assert!(shown.contains("noindex") && !shown.contains("<b>"), "{shown}");
    // This game has no picture in the client of the tests.
    let address = town.address();
    assert_eq!(property(&shown, "og:image").unwrap(), format!("http://{address}/icon-512.png"));

    let over = played(&town, &ada, &["greedy"]).await;
    let (start, end) = over.split_at(3);
    for (path, folder) in [
        (format!("/r/{over}"), "r"),
        (format!("/t/{}", over.to_lowercase()), "t"),
        // As messengers and word processors leave links.
        (format!("/t/{over})"), "t"),
        (format!("/t/{start}%20{end},"), "t"),
        (format!("/r/%E2%80%8B{over}%E2%80%8E"), "r"),
    ] {
        let shown = page(&town, &path).await;
        assert_eq!(property(&shown, "og:title").unwrap(), "Point City");
        let about = property(&shown, "og:description").unwrap();
        let record = town.ask(Method::GET, &format!("/api/tables/{over}/record")).await.text();
        let result: Value = serde_json::from_str(record.lines().last().unwrap()).unwrap();
        let totals = result["result"]["players"].as_array().unwrap();
        assert_eq!(totals.len(), 2);
        for player in totals {
            assert!(about.contains(&format!(" {}", player["total"])), "{about} of {result}");
        }
        assert!(about.starts_with("🏆 "), "{about}");
        assert_eq!(
            property(&shown, "og:image").unwrap(),
            format!("http://{address}/previews/point-city.jpg")
        );
        assert_eq!(property(&shown, "og:url").unwrap(), format!("http://{address}/{folder}/{over}"));
    }
    // Other pages have no preview.
    for path in ["/", "/games"] {
        assert!(property(&page(&town, path).await, "og:title").is_none(), "{path}");
    }
    // The page also answers addresses at which there is nothing: of unknown tables, and some that the client can't have.
    for path in ["/t/ZZZZZZ", "/r/ZZZZZZ", "/r/nonsense", "/t/", "/elsewhere", "/wp-login.php"] {
        let answer = town.ask(Method::GET, path).await;
        assert_eq!(answer.status(), 404, "{path}");
        let shown = answer.text();
        assert!(shown.contains("<title>") && property(&shown, "og:title").is_none(), "{path}");
    }
}

#[tokio::test]
async fn finished_games_are_listed_by_pages_and_downloaded_as_one_file() {
    let mut town = Town::start().await;
    let (ada, eve) = (town.guest("Ada").await, town.guest("Eve").await);
    let mut codes = Vec::new();
    for _ in 0..3 {
        codes.insert(0, played(&town, &ada, &["greedy"]).await);
    }
    ada.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    town.again().await;
    let finished = ada.get(&town, "/api/tables?scope=finished").await;
    let listed =
        |cards: &Value| cards.as_array().unwrap().iter().map(|card| card["code"].clone()).collect::<Vec<_>>();
    assert_eq!(listed(&finished), codes);
    for card in finished.as_array().unwrap() {
        let result = &card["result"];
        let me = result["me"].as_u64().unwrap() as usize;
        assert_eq!((&card["names"][me], result["points"].as_array().unwrap().len()), (&json!("Ada"), 2));
        assert!(!result["winners"].as_array().unwrap().is_empty());
    }
    let rest = ada.get(&town, &format!("/api/tables?scope=finished&after={}", codes[0])).await;
    assert_eq!(listed(&rest), codes[1..]);
    for nothing in [format!("&after={}", codes[2]), "&after=ZZZZZZ".to_owned(), "&after=%00".to_owned()] {
        assert_eq!(ada.get(&town, &format!("/api/tables?scope=finished{nothing}")).await, json!([]));
    }
    assert_eq!(eve.get(&town, "/api/tables?scope=finished").await, json!([]));

    let file = ada.request(&town, Method::GET, "/api/me/records").send().await.unwrap().text();
    let mut expected = String::new();
    for code in &codes {
        expected += &town.ask(Method::GET, &format!("/api/tables/{code}/record")).await.text();
    }
    assert_eq!(file, expected);
    assert_eq!(town.ask(Method::GET, "/api/me/records").await.status(), 401);
    assert_eq!(eve.request(&town, Method::GET, "/api/me/records").send().await.unwrap().text(), "");
}

#[tokio::test]
async fn looking_back_in_a_running_game_reveals_nothing_new() {
    let town = Town::start().await;
    let ada = town.guest("Ada").await;
    let code = ada.open(&town, table("between-two-cities", "standard", &["greedy", "greedy"], true)).await;
    let mut wire = ada.sit_at(&town, &code).await;
    for _ in 0..5 {
        wire.play_on().await;
    }
    wire.until(|table| table["game"]["to_act"].as_array().unwrap().contains(&table["me"])).await;
    let path = format!("/api/tables/{code}/look-back");
    let hers = ada.get(&town, &path).await;
    let steps = hers["steps"].as_array().unwrap();
    assert!(steps.len() > 3 && hers["fault"].is_null());
    // Bots may have moved since then.
    let view = &wire.table["game"]["view"];
    assert!(steps.iter().any(|step| step["table"]["game"]["view"] == *view));
    let hands = |step: &Value| step["table"]["game"]["view"]["known_hands"].as_array().unwrap().len();
    assert!(steps.iter().all(|step| step["table"]["me"] == wire.table["me"] && hands(step) > 0));
    // Spectators see no hand.
    let watched: Value = town.ask(Method::GET, &path).await.json().unwrap();
    let watched = watched["steps"].as_array().unwrap();
    // Bots may move between the requests.
    let later = ada.get(&town, &path).await["steps"].as_array().unwrap().len();
    assert!((steps.len()..=later).contains(&watched.len()));
    assert!(watched.iter().all(|step| step["table"]["me"].is_null() && hands(step) == 0));
    // At a table that does not show passed hands, its players are not sent them, neither in the game nor later.
    let mut by_heart = table("between-two-cities", "standard", &["greedy", "greedy"], true);
    by_heart["options"]["game"] = json!({"passed_hands": false});
    let code = ada.open(&town, by_heart).await;
    let mut wire = ada.sit_at(&town, &code).await;
    for _ in 0..5 {
        wire.play_on().await;
        assert_eq!(wire.table["game"]["view"]["known_hands"], json!([]));
    }
    let back = ada.get(&town, &format!("/api/tables/{code}/look-back")).await;
    assert!(back["steps"].as_array().unwrap().iter().all(|step| hands(step) == 0), "{back}");
    let lobby = ada.open(&town, table("point-city", "standard", &["greedy"], false)).await;
    let answer = ada.request(&town, Method::GET, &format!("/api/tables/{lobby}/look-back")).send().await;
    assert_eq!(answer.unwrap().status(), 409);
}
