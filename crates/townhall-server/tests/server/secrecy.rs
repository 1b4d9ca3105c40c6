//! Everything that the server sends in whole games, byte for byte: nothing comes before its time, and sealed
//! choices look alike from outside.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use serde_json::{Map, Value, json};
use tabletop::{Record, Seat, Viewer, prelude::*, record};
use townhall_client::Method;
use townhall_table::protocol::take_in;

use super::{
    engine::Database,
    postgres::nodes::Node,
    town::{Guest, Town, Wire, table},
};

/// The clients of a table: guests with seats, and spectators.
struct Gathering {
    /// By seat, once the game has begun.
    seats: Vec<Wire>,
    others: Vec<Wire>,
}

impl Gathering {
    /// Connects each guest, one of them on a second device too, a spectator, and a client without a cookie. They
    /// connect to the two servers in turn.
    async fn connect(towns: [&Town; 2], code: &str, guests: &[Guest], watcher: &Guest) -> Self {
        let mut seats = Vec::new();
        for (guest, town) in guests.iter().zip(towns.into_iter().cycle()) {
            seats.push(guest.sit_at(town, code).await);
        }
        let [here, there] = towns;
        let others = vec![
            guests[0].sit_at(there, code).await,
            watcher.sit_at(here, code).await,
            there.socket(None, code, 0, None).await.unwrap(),
        ];
        Self { seats, others }
    }

    /// Sends a command of one seat, and has all clients read until they have its effect.
    async fn act(&mut self, seat: usize, action: Value) {
        let id = format!("after-{}", self.seats[seat].received.len());
        self.seats[seat].send(&id, action).await;
        let version = self.seats[seat].answer(&id).await.unwrap();
        for wire in self.seats.iter_mut().chain(&mut self.others) {
            wire.until(|table| table["version"].as_u64() >= Some(version)).await;
        }
    }

    async fn make(&mut self, seat: usize, mv: &Value) {
        self.act(seat, json!({"type": "move", "mv": mv})).await;
    }

    fn asked(&self) -> Vec<usize> {
        (0..self.seats.len()).filter(|seat| self.seats[*seat].asked()).collect()
    }

    fn is_over(&self) -> bool {
        self.seats[0].is_over()
    }
}

/// Guests at a table before the start.
async fn gather<G: Game>(town: &Town, variant: G::Variant, players: usize) -> (String, Vec<Guest>, Guest) {
    let mut guests = Vec::new();
    for number in 0..players {
        guests.push(town.guest(&format!("Guest {number}")).await);
    }
    let mut opening = table(G::ID, &variant.to_string(), &[], false);
    opening["players"] = json!(players);
    let code = guests[0].open(town, opening).await;
    for (chair, guest) in guests.iter().enumerate().skip(1) {
        guest.sit_at(town, &code).await.act(json!({"type": "sit", "chair": chair})).await.unwrap();
    }
    (code, guests, town.guest("Eve").await)
}

/// The truth of each moment, as the record of a game has it afterwards.
struct Truth<G: Game> {
    code: String,
    variant: String,
    seed: String,
    deal: Value,
    names: Vec<String>,
    moves: Vec<(Seat, G::Move)>,
    /// Before the first move, and after each.
    states: Vec<G::State>,
}

impl<G: Game> Truth<G> {
    async fn read(town: &Town, code: &str, variant: G::Variant) -> Self {
        let text = town.ask(Method::GET, &format!("/api/tables/{code}/record")).await.text();
        let record = record::split(&text).unwrap().remove(0);
        let record = Record::<G>::read(record).unwrap();
        record.replay().unwrap();
        record.verify_deal().unwrap();
        let mut states = vec![G::start(&record.setup)];
        record.replay_each(|_, _, _, after| states.push(*after)).unwrap();
        let deal = record.deal.as_ref().unwrap();
        Self {
            code: code.to_owned(),
            variant: variant.to_string(),
            seed: deal.seed.unwrap().to_string(),
            deal: json!({
                "commitment": deal.commitment, "occasion": G::occasion(variant, record.players.len()),
                "seed": null,
            }),
            moves: record.moves().collect(),
            names: record.players,
            states,
        }
    }

    fn over(&self, moves: usize) -> bool {
        moves + 1 == self.states.len()
    }

    /// Lets a seat make a move.
    fn events(state: &G::State, seat: Seat, mv: G::Move) -> impl Iterator<Item = String> {
        let mut after = *state;
        G::play(&mut after, seat, mv).unwrap();
        G::events(state, seat, mv, &after).into_iter().map(|event| json!(event).to_string())
    }

    /// The next move of a seat after so many: if the seat has sealed a choice, this.
    fn next(&self, moves: usize, seat: Seat) -> G::Move {
        self.moves[moves..].iter().find(|(by, _)| *by == seat).unwrap().1
    }

    /// Returns everything that a viewer may see of a table after so many moves, while these choices are sealed. A null
    /// is not compared.
    fn table(&self, me: Option<usize>, moves: usize, sealed: &[Seat]) -> Value {
        let (state, players) = (&self.states[moves], self.names.len());
        let seat = me.map(|me| Seat::new(me as u8));
        let view = G::view(state, seat.map_or(Viewer::Spectator, Viewer::Seat));
        let to_act = G::to_act(state).iter().filter(|seat| seat.index() < players && !sealed.contains(seat));
        let outcome = G::outcome(state);
        let mine = seat.filter(|seat| sealed.contains(seat)).map(|seat| json!(self.next(moves, seat)));
        let mut deal = self.deal.clone();
        if self.over(moves) {
            deal["seed"] = json!(self.seed);
        }
        let chairs = Seat::all(G::seats(state)).map(|seat| {
            let person = self
                .names
                .get(seat.index())
                .map(|name| json!({"kind": "person", "name": name, "colour": "moss", "stand_in": null}));
            json!({
                "sitter": person.unwrap_or(json!({"kind": "automaton"})), "takeover_at": null,
                "vote_at": null,
                "seating": G::seating(state, seat), "online": null, "host": null,
            })
        });
        json!({
            "code": self.code, "game_id": G::ID, "variant": self.variant, "me": me,
            "status": if self.over(moves) { "over" } else { "playing" },
            "options": table(G::ID, "", &[], false)["options"],
            "deal": deal, "chairs": chairs.collect::<Vec<_>>(),
            "proposals": [], "votes": [], "talk": [], "gallery": [], "rematch": null,
            "game": {
                "moves": moves, "view": view, "offers": G::offers(&view),
                "to_act": to_act.collect::<Vec<_>>(), "sealed": sealed, "my_sealed": mine,
                "waiting": [], "goes_first": null, "undo": null, "plan": null,
                "outcome": outcome, "winners": outcome.as_ref().map(G::winners).unwrap_or_default(),
            },
            "version": null, "host": null, "watchers": null, "watcher_names": null, "log": null,
        })
    }

    /// Checks that each frame that the client on seat `me` (or a spectator) was sent holds exactly what this client may
    /// know. Returns the number of frames since the start of the game.
    fn check(&self, wire: &Wire, me: Option<usize>) -> usize {
        let (mut table, mut checked) = (Value::Null, 0);
        for text in &wire.received {
            let frame: Value = serde_json::from_str(text).unwrap();
            assert_eq!(text.len(), frame.to_string().len(), "a key comes twice in {text}");
            let keys: Vec<_> = frame.as_object().unwrap().keys().map(String::as_str).collect();
            match frame["type"].as_str() {
                Some("table") => assert_eq!(keys, ["earlier", "now", "table", "type"]),
                Some("update") => {
                    let known = ["all", "events", "now", "own", "type", "version"];
                    assert!(keys.iter().all(|key| known.contains(key)), "{text}");
                }
                Some("done") => assert_eq!(keys, ["id", "type", "version"]),
                _ => panic!("{text}"),
            }
            take_in(&mut table, &frame);
            assert!(table["status"] == "over" || !text.contains(&self.seed), "the seed shows in {text}");
            if table["status"] == "lobby" {
                assert_eq!((&table["game"], &table["deal"]), (&Value::Null, &Value::Null));
                continue;
            }
            checked += 1;
            let moves = table["game"]["moves"].as_u64().unwrap() as usize;
            let sealed: Vec<Seat> = serde_json::from_value(table["game"]["sealed"].clone()).unwrap();
            assert_same(&table, &self.table(me, moves, &sealed), "table");
            assert!([json!(null), json!("sealed"), json!("move")].contains(&table["game"]["undo"]));
            // Nobody plans at these tables.
            assert_eq!(table["game"]["plan"], Value::Null);
            self.check_log(&table["log"], moves, &sealed);
        }
        checked
    }

    /// The log tells of what has happened so far.
    fn check_log(&self, log: &Value, moves: usize, sealed: &[Seat]) {
        let made = self.moves[..moves].iter().zip(&self.states);
        let made = made.flat_map(|((seat, mv), before)| Self::events(before, *seat, *mv));
        let state = &self.states[moves];
        let waits = sealed.iter().flat_map(|seat| Self::events(state, *seat, self.next(moves, *seat)));
        let happened: BTreeSet<String> = made.chain(waits).collect();
        for line in log.as_array().unwrap() {
            let keys: Vec<_> = line.as_object().unwrap().keys().map(String::as_str).collect();
            match line["type"].as_str() {
                Some("started") => assert_eq!(keys, ["at", "type", "version"]),
                Some("game") => {
                    assert_eq!(keys, ["at", "event", "type", "version"]);
                    assert!(happened.contains(&line["event"].to_string()), "{line} has not happened");
                }
                _ => panic!("{line}"),
            }
        }
    }
}

/// Checks that two values are the same, but for what is null in `expected` and public anyway.
fn assert_same(found: &Value, expected: &Value, place: &str) {
    const PUBLIC: [&str; 9] =
        ["version", "host", "watchers", "watcher_names", "log", "online", "vote_at", "undo", "colour"];
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            let keys = |object: &Map<String, Value>| object.keys().cloned().collect::<Vec<_>>();
            assert_eq!(keys(found), keys(expected), "{place}");
            for (key, value) in expected {
                if !PUBLIC.contains(&key.as_str()) {
                    assert_same(&found[key], value, &format!("{place}.{key}"));
                }
            }
        }
        (Value::Array(found), Value::Array(expected)) if place.ends_with("chairs") => {
            assert_eq!(found.len(), expected.len(), "{place}");
            found.iter().zip(expected).for_each(|(found, expected)| assert_same(found, expected, place));
        }
        _ => assert_eq!(found, expected, "{place}"),
    }
}

/// Plays a whole game of guests at a table of the first of two servers, which may be the same, and checks all frames
/// that were sent to any client. Returns the number of frames.
async fn plays<G: Game>(towns: [&Town; 2], variant: G::Variant, players: usize) -> usize {
    let [here, there] = towns;
    let (code, guests, watcher) = gather::<G>(here, variant, players).await;
    let mut all = Gathering::connect(towns, &code, &guests, &watcher).await;
    all.act(0, json!({"type": "start"})).await;
    let dealt = |wire: &Wire| wire.table["me"].as_u64().map(|me| me as usize);
    let (first, last) = (dealt(&all.seats[0]), dealt(&all.seats[players - 1]));
    all.seats.sort_by_key(dealt);
    let mut turn = 0;
    while !all.is_over() {
        let asked = all.asked();
        let seat = asked[turn % asked.len()];
        let moves = all.seats[seat].moves();
        all.make(seat, &moves[turn * 31 % moves.len()]).await;
        turn += 1;
        if turn == 9 {
            // Some come later.
            all.others.push(guests[players - 1].sit_at(there, &code).await);
            all.others.push(here.socket(None, &code, 0, None).await.unwrap());
        }
    }
    let truth = Truth::<G>::read(there, &code, variant).await;
    let seated = all.seats.iter().zip((0..players).map(Some));
    let others = all.others.iter().zip([first, None, None, last, None]);
    seated.chain(others).map(|(wire, me)| truth.check(wire, me)).sum()
}

/// Plays a whole game of each variant, with as few people as it takes.
async fn plays_all<G: Game>(towns: [&Town; 2]) {
    for &variant in G::variants() {
        assert!(plays::<G>(towns, variant, *G::players(variant).start()).await > 100);
    }
}

#[tokio::test]
async fn whole_games_of_between_two_cities_reveal_no_secret() {
    let town = Town::start().await;
    plays_all::<BetweenTwoCities>([&town; 2]).await;
}

#[tokio::test]
async fn whole_games_of_point_city_reveal_no_secret() {
    let town = Town::start().await;
    plays_all::<PointCity>([&town; 2]).await;
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn postgres_nodes_tell_each_others_sockets_nothing_before_its_time() {
    let database = Database::create().await;
    let (here, there) = tokio::join!(Node::start(&database.url), Node::start(&database.url));
    plays_all::<BetweenTwoCities>([&here.town, &there.town]).await;
    plays_all::<PointCity>([&here.town, &there.town]).await;
}

/// A text without the numbers after this key, the first so many times that it comes.
fn without_numbers(text: &str, key: &str, times: usize) -> String {
    let mut pieces = text.splitn(times.saturating_add(1), key);
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + key + piece.trim_start_matches(|c: char| c.is_ascii_digit()))
}

/// Frames without what depends on when they were sent: the server's time, which comes first in a frame, the time of the
/// log's lines, and when there may be votes.
fn timeless(received: &[String]) -> impl Iterator<Item = String> {
    received.iter().map(|text| {
        let text = without_numbers(text, "\"at\":", usize::MAX);
        without_numbers(&without_numbers(&text, "\"vote_at\":", usize::MAX), "\"now\":", 1)
    })
}

/// Plays the same game at two tables with the same deal. Each round `hides` seals its choice, at the second
/// table first another one, which it exchanges before the last of the others makes theirs.
async fn looks_alike(variant: &str, players: usize, hides: usize) {
    let mut town = Town::start().await;
    let variant = variant.parse().unwrap();
    let (code, guests, watcher) = gather::<BetweenTwoCities>(&town, variant, players).await;
    guests[0].sit_at(&town, &code).await.act(json!({"type": "start"})).await.unwrap();
    town.stop().await;
    let twins = [town.twin().await, town.twin().await];
    let mut tables = Vec::new();
    for town in &twins {
        let mut all = Gathering::connect([town; 2], &code, &guests, &watcher).await;
        all.seats.sort_by_key(|wire| wire.table["me"].as_u64());
        tables.push(all);
    }
    let idle =
        async || watcher.get(&twins[1], &format!("/api/tables/{code}")).await["idle_ms"].as_u64().unwrap();
    let mut turn = 0;
    while !tables[0].is_over() {
        let asked = tables[0].asked();
        assert_eq!(asked, tables[1].asked());
        let moves = |seat: usize| tables[0].seats[seat].moves();
        if moves(asked[0])[0]["kind"] != "choose" {
            let (seat, moves) = (asked[turn % asked.len()], moves(asked[turn % asked.len()]));
            for all in &mut tables {
                all.make(seat, &moves[turn * 31 % moves.len()]).await;
            }
            turn += 1;
            continue;
        }
        let choices: Vec<Vec<Value>> = (0..players).map(moves).collect();
        let others: Vec<usize> = (0..players).filter(|seat| *seat != hides).collect();
        for (at, all) in tables.iter_mut().enumerate() {
            let (last, before) = others.split_last().unwrap();
            let (first, second) = before.split_at(before.len() / 2);
            for seat in first {
                all.make(*seat, &choices[*seat][0]).await;
            }
            // A hand may leave no choice.
            let other = (choices[hides].len() - 1) * at;
            all.make(hides, &choices[hides][other]).await;
            for seat in second {
                all.make(*seat, &choices[*seat][0]).await;
            }
            if at == 1 {
                let (before, since) = (idle().await, Instant::now());
                tokio::time::sleep(Duration::from_millis(20)).await;
                all.make(hides, &choices[hides][0]).await;
                let passed = since.elapsed().as_millis() as u64;
                assert!(idle().await >= before + passed, "lists reveal when a choice was changed");
            }
            all.make(*last, &choices[*last][0]).await;
        }
    }
    let mut compared = 0;
    let [one, other] = &tables[..] else { unreachable!("there are two tables") };
    let both = one.seats.iter().chain(&one.others).zip(other.seats.iter().chain(&other.others));
    for (one, other) in both.filter(|(one, _)| one.table["me"] != hides) {
        for (one, other) in timeless(&one.received).zip(timeless(&other.received)) {
            assert_eq!(one, other);
            compared += 1;
        }
        assert_eq!(one.received.len(), other.received.len());
    }
    assert!(compared > 100, "{compared}");
    let own = |all: &Gathering| timeless(&all.seats[hides].received).collect::<Vec<_>>();
    assert_ne!(own(one), own(other), "one's own choice is shown to oneself");
}

#[tokio::test]
async fn a_sealed_choice_and_a_changed_one_look_like_any_other() {
    looks_alike("two-player", 2, 0).await;
    looks_alike("standard", 3, 1).await;
    looks_alike("standard", 4, 3).await;
}
