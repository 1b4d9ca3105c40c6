//! `/t/{code}` and `/r/{code}`: the page of a table, with the preview that messengers show beside a link to it.
//!
//! Messengers read the preview from the head of the page ([Open Graph](https://ogp.me)): the game, the players, and the
//! result. It holds only what everyone with the code may know, and no text that would have to be translated.
//!
//! The text is about the table, but the picture only about the game. A picture of each table would need a renderer with
//! fonts (resvg brings 39 crates), a second drawing of every tile and card beside the client's, in a crate that names no
//! game, and processor time for each request. The client draws a picture of the final table and shares it as a file.

use std::{fmt::Write, sync::Arc};

use axum::{
    extract::{Path, State},
    http::{HeaderMap, Method, Uri, header},
    response::{Html, IntoResponse, Response},
};
use rust_embed::RustEmbed;
use townhall_notices::pages::escaped;
use townhall_store::Card;
use townhall_table::{journal::Millis, protocol::Status, room::Ending, timestamp};

use super::{
    assets,
    extract::{Client, read_code, site},
};
use crate::app::App;

/// The folder of the games' pictures.
const PICTURES: &str = "previews";
/// The picture of a game that has none of its own.
const ICON: &str = "icon-512.png";
/// Separates the names of players.
const BETWEEN: &str = " · ";
/// A chair that is free, in a preview that invites. A picture needs no translation.
const FREE: &str = "🪑";

/// The page of a table of the client `C`, with a preview if there is such a table. Else the status says that there is none
/// here; the page is the same, since its browser may have that table itself. Links may have lost their form on the way:
/// messengers and word processors add punctuation, spaces and invisible characters. The client reads codes in the same way.
pub(super) async fn page<C: RustEmbed>(
    State(app): State<Arc<App>>,
    client: Client,
    Path(code): Path<String>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let code: String = code.chars().filter(|letter| letter.is_alphanumeric()).collect();
    let Ok(code) = read_code(&code) else { return assets::not_found::<C>() };
    let may_ask = app.requests.take(client.address);
    let card = if may_ask { app.store.card(code).await.ok() } else { None };
    let (card, page) = match (card, assets::page::<C>()) {
        (Some(Some(card)), Some(page)) => (card, page),
        (Some(None), _) => return assets::not_found::<C>(),
        _ => return assets::serve::<C>(method, uri, headers).await,
    };
    let game = app.hub.catalogue().games().find(|game| game.id == card.game);
    let title = game.map_or(card.game.as_str(), |game| game.name.as_str());
    let picture = format!("{PICTURES}/{}.jpg", card.game);
    let picture = if C::get(&picture).is_some() { picture } else { ICON.to_owned() };
    let ending = app.hub.ending(&card).await;
    // The address without what was added to the code.
    let folder = if uri.path().starts_with("/r/") { "r" } else { "t" };
    let path = format!("/{folder}/{code}");
    let head = head(&Preview {
        title,
        about: about(&card, ending.as_ref()),
        site: site(&headers, client.is_https),
        path: &path,
        picture: &picture,
    });
    // The preview of a running game changes, and search engines must not store the players of a private table.
    let about = [(header::CACHE_CONTROL, "no-cache")];
    (about, Html(page.replacen("</head>", &(head + "</head>"), 1))).into_response()
}

/// Marks a game that was played elsewhere and uploaded.
const IMPORTED: &str = "📥";

/// The preview that a messenger shows beside a link.
struct Preview<'a> {
    title: &'a str,
    about: String,
    /// The server's address, such as `https://town.example`, if it is known.
    site: Option<String>,
    path: &'a str,
    picture: &'a str,
}

/// The lines of a page's head.
fn head(preview: &Preview<'_>) -> String {
    let Preview { title, about, site, path, picture } = preview;
    let large = picture.starts_with(PICTURES);
    let mut head = String::from("<meta name=\"robots\" content=\"noindex\" />");
    let mut add = |property: &str, content: &str| {
        // Writing to a string does not fail.
        let _ = write!(head, "<meta property=\"{property}\" content=\"{}\" />", escaped(content));
    };
    add("og:type", "website");
    add("og:site_name", "Townhall");
    add("og:title", title);
    add("og:description", about);
    if let Some(site) = site {
        add("og:url", &format!("{site}{path}"));
        add("og:image", &format!("{site}/{picture}"));
        if large {
            add("og:image:width", "1200");
            add("og:image:height", "630");
        }
    }
    add("twitter:card", if large { "summary_large_image" } else { "summary" });
    head
}

/// Who plays, and the result: "Ada · Ben · 🪑" while a chair is free, "🏆 Ada 56 · Ben 52" in the end. Automata are left out.
/// A game that was played elsewhere is marked, and names no winner.
fn about(card: &Card, ending: Option<&Ending>) -> String {
    let about = players(card, ending);
    if card.imported { format!("{IMPORTED}{BETWEEN}{about}") } else { about }
}

/// The time at which players meet. A messenger does not say in which zone its user lives.
fn appointment(at: Millis) -> String {
    // Written as 2026-11-28T19:00:00Z.
    let time = timestamp(at).replace('T', " ");
    format!("📅 {} UTC", time.get(..16).unwrap_or_default())
}

fn players(card: &Card, ending: Option<&Ending>) -> String {
    if card.status == Status::Lobby {
        let taken = card.names.iter().flatten().map(String::as_str);
        let free = card.names.iter().filter(|name| name.is_none()).map(|_| FREE);
        let starts = card.starts.map(appointment);
        return taken.chain(free).chain(starts.as_deref()).collect::<Vec<_>>().join(BETWEEN);
    }
    let named = card.names.iter().enumerate().filter_map(|(seat, name)| Some((seat, name.as_deref()?)));
    let Some(Ending { points, winners, .. }) = ending else {
        return named.map(|(_, name)| name).collect::<Vec<_>>().join(BETWEEN);
    };
    let won = |seat: usize| winners.iter().any(|winner| winner.index() == seat);
    let mut ranked: Vec<_> =
        named.filter_map(|(seat, name)| Some((won(seat), *points.get(seat)?, name))).collect();
    ranked.sort_by_key(|&(won, points, _)| std::cmp::Reverse((won, points)));
    let cup = |won| if won && !card.imported { "🏆 " } else { "" };
    let line = |(won, points, name)| format!("{}{name} {points}", cup(won));
    ranked.into_iter().map(line).collect::<Vec<_>>().join(BETWEEN)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use tabletop::Seat;
    use townhall_table::{journal::PlayerId, protocol::Listing};

    use super::*;

    fn card(names: &[Option<&str>]) -> Card {
        Card {
            code: "ABC234".parse().unwrap(),
            game: "point-city".to_owned(),
            variant: "standard".to_owned(),
            players: names.len(),
            names: names.iter().map(|name| name.map(str::to_owned)).collect(),
            status: Status::Over,
            listing: Listing::Private,
            seated: vec![],
            host: PlayerId(0),
            starts: None,
            to_act: vec![],
            due: vec![],
            stood_in: vec![],
            touched: 0,
            ending: None,
            imported: false,
        }
    }

    #[test]
    fn the_winner_comes_first_and_automata_are_left_out() {
        let card = card(&[Some("Ada"), None, Some("Ben")]);
        assert_eq!(about(&card, None), "Ada · Ben");
        let winner = Seat::all(3).nth(2).unwrap();
        let ending =
            Ending { points: vec![52, 60, 52, 70], winners: vec![winner], places: None, people: vec![] };
        assert_eq!(about(&card, Some(&ending)), "🏆 Ben 52 · Ada 52");
        // The stored result may be of fewer seats than there are names.
        let short = Ending { points: vec![52], ..ending.clone() };
        assert_eq!(about(&card, Some(&short)), "Ada 52");
        let imported = Card { imported: true, ..card };
        assert_eq!(about(&imported, Some(&ending)), "📥 · Ben 52 · Ada 52");
    }

    #[test]
    fn a_preview_before_the_start_shows_the_free_chairs() {
        let card = Card { status: Status::Lobby, ..card(&[None, Some("Ada"), None, Some("Ben")]) };
        assert_eq!(about(&card, None), "Ada · Ben · 🪑 · 🪑");
        // 2026-11-29 at 21:05 UTC.
        let dated = Card { starts: Some(1_795_986_300_000), ..card };
        assert_eq!(about(&dated, None), "Ada · Ben · 🪑 · 🪑 · 📅 2026-11-29 21:05 UTC");
    }

    #[test]
    fn previews_escape_html() {
        let head = head(&Preview {
            title: "Point City",
            about: "🏆 \"><script>'&amp; 1".to_owned(),
            site: Some("https://town.example".to_owned()),
            path: "/r/ABC234",
            picture: "previews/point-city.jpg",
        });
        assert!(head.contains("content=\"🏆 &quot;&gt;&lt;script&gt;&#39;&amp;amp; 1\""), "{head}");
        assert!(
            head.contains("\"og:image\" content=\"https://town.example/previews/point-city.jpg\""),
            "{head}"
        );
    }

    #[test]
    fn invalid_hosts_are_left_out() {
        for (host, expected) in [
            ("town.example:8730", Some("http://town.example:8730")),
            ("[::1]:8730", Some("http://[::1]:8730")),
            ("town.example/evil", None),
            ("evil.example/x?", None),
            ("evil.example?", None),
            ("evil.example#", None),
            ("town.example@evil.example", None),
            ("town.example:80:90", None),
            ("\"><b>", None),
            ("", None),
        ] {
            let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_str(host).unwrap())]);
            assert_eq!(site(&headers, false).as_deref(), expected, "{host:?}");
        }
        assert_eq!(site(&HeaderMap::new(), true), None);
    }
}
