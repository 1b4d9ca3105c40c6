//! Several people at one device: at every step of whole games, each of them is sent exactly the knowledge of their own seat
//! under the rules, and nothing meant for others.

use std::collections::BTreeMap;

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use serde_json::{Value, json};
use tabletop::{DealRng, Seat, Seed, Viewer, prelude::*, random::below};
use townhall_bots::system_clock;
use townhall_table::{
    journal::{Entry, EntryKind},
    protocol::take_in,
};
use townhall_wasm::Engine;

/// A device on which a table runs, and the state of the same game computed by the rules alone.
struct Device<G: Game> {
    engine: Engine,
    /// The engine that computes the bots' moves, and the number of journal entries that it has.
    thinker: (Engine, usize),
    journal: Vec<Value>,
    /// The pending tasks of bots.
    tasks: Vec<Value>,
    people: usize,
    players: usize,
    /// The table as each person's page has assembled it, by the person's number.
    shown: BTreeMap<u64, Value>,
    state: G::State,
    /// The choices that are still sealed.
    sealed: BTreeMap<Seat, G::Move>,
    seed: String,
    events: u64,
    rng: DealRng,
}

impl<G: Game> Device<G> {
    fn start(variant: G::Variant, people: usize, bots: usize) -> Self {
        let players = people + bots;
        let phrase = format!("{variant} for {people} and {bots}");
        let seed = Seed::from_phrase(&phrase);
        let names = || (1..=people).map(|id| json!({"id": id, "name": format!("P{id}"), "colour": "teal"}));
        let mut device = Self {
            engine: Engine::new(system_clock),
            thinker: (Engine::new(system_clock), 0),
            journal: Vec::new(),
            tasks: Vec::new(),
            people,
            players,
            shown: BTreeMap::new(),
            state: G::start(&G::deal_from(&seed, variant, players).0),
            sealed: BTreeMap::new(),
            seed: String::new(),
            events: 0,
            rng: seed.stream("the moves of a test"),
        };
        let options = json!({"pace": "untimed", "talk": "open", "undo": "until-revealed", "bots": "instant",
            "listing": "private", "game": null});
        let table = json!({"game": G::ID, "variant": variant.to_string(), "options": options,
            "people": names().collect::<Vec<_>>(), "bots": vec!["greedy"; bots]});
        let moment = device.moment();
        let opened = device.ask(&json!({"set-up": {"table": table, "moment": moment}}));
        let (code, journal) = (&opened["opened"]["code"], &opened["opened"]["entries"]);
        device.note(journal, variant);
        device.event("restore", json!({"code": code, "journal": journal}), variant);
        for player in names() {
            device.event("connect", json!({"player": player, "since": 0}), variant);
        }
        device
    }

    fn moment(&mut self) -> Value {
        self.events += 1;
        let entropy = Seed::from_phrase("a device").child(self.events);
        json!({"now": 1_700_000_000_000 + self.events, "entropy": entropy})
    }

    fn ask(&mut self, request: &Value) -> Value {
        serde_json::from_str(&self.engine.call(&request.to_string())).expect("an answer is JSON")
    }

    /// Sends an event to the engine, stores its commit, and delivers its frames.
    fn event(&mut self, kind: &str, mut event: Value, variant: G::Variant) {
        event["moment"] = self.moment();
        let mut answer = self.ask(&json!({ kind: event }));
        loop {
            let effects = &answer["effects"];
            for sent in effects["send"].as_array().unwrap_or_else(|| panic!("{kind}: {answer}")) {
                assert_ne!(sent["frame"]["type"], "refused", "{sent}");
                for to in sent["to"].as_array().expect("a list").iter().filter_map(Value::as_u64) {
                    take_in(self.shown.entry(to).or_default(), &sent["frame"]);
                }
            }
            if effects["commit"].is_null() {
                self.tasks.extend(effects["think"].as_array().cloned().unwrap_or_default());
                break;
            }
            self.note(&effects["commit"]["entries"].clone(), variant);
            let moment = self.moment();
            answer = self.ask(&json!({"committed": {"moment": moment}}));
        }
    }

    /// Applies entries of the journal to the state of the rules.
    fn note(&mut self, texts: &Value, variant: G::Variant) {
        let read = |mv: &str| mv.parse::<G::Move>().expect("the journal has moves");
        self.journal.extend(texts.as_array().expect("a list").iter().cloned());
        for text in texts.as_array().expect("a list").iter().filter_map(Value::as_str) {
            match Entry::from_json(1, text).expect("an entry").kind {
                EntryKind::Started { seed, .. } => {
                    self.seed = json!(seed).to_string().trim_matches('"').to_owned();
                    self.state = G::start(&G::deal_from(&seed, variant, self.players).0);
                }
                EntryKind::Sealed { seat, mv } => drop(self.sealed.insert(seat, read(&mv))),
                EntryKind::Played { moves } => {
                    for (seat, mv) in moves {
                        G::play(&mut self.state, seat, read(&mv)).expect("it is legal");
                    }
                    self.sealed.clear();
                }
                _ => {}
            }
        }
    }

    /// Checks that each person is shown the knowledge of their seat.
    fn check(&self) {
        let over = G::to_act(&self.state).is_empty();
        assert_eq!(self.shown.len(), self.people);
        for (who, shown) in &self.shown {
            let context = format!("{} of {} to {who}, version {}", G::ID, self.people, shown["version"]);
            assert!(over || !shown.to_string().contains(&self.seed), "the seed shows: {context}");
            let seat = Seat::all(self.players).nth(shown["me"].as_u64().expect("a seat") as usize);
            let seat = seat.expect("a seat of the table");
            let mut view = G::view(&self.state, Viewer::Seat(seat));
            assert_eq!(shown["game"]["offers"], json!(G::offers(&view)), "{context}");
            G::withhold(&mut view, G::Options::default());
            assert_eq!(shown["game"]["view"], json!(view), "{context}");
            assert_eq!(shown["game"]["my_sealed"], json!(self.sealed.get(&seat)), "{context}");
        }
    }

    /// Runs bots' tasks until only people have to act.
    fn bots_act(&mut self, variant: G::Variant) {
        while let Some(task) = self.tasks.pop() {
            let (thinker, known) = &mut self.thinker;
            let news = &self.journal[*known..];
            let told = match known {
                0 => json!({"follow": {"code": "K7M2QX", "journal": news}}),
                _ => json!({"append": {"entries": news}}),
            };
            *known = self.journal.len();
            let mut ask = |request: Value| -> Value {
                serde_json::from_str(&thinker.call(&request.to_string())).expect("an answer is JSON")
            };
            assert_eq!(ask(told), "done");
            let thought = ask(json!({"think": {"task": task}}));
            let reply = json!({"key": task["key"], "actions": thought["thought"].as_array().cloned().unwrap_or_default()});
            self.event("reply", json!({"reply": reply}), variant);
            self.check();
        }
    }

    /// Plays random moves to the end; returns their number.
    fn play(mut self, variant: G::Variant) -> usize {
        self.check();
        for moves in 0.. {
            self.bots_act(variant);
            let sealed = |seat: &Seat| self.sealed.contains_key(seat);
            let asked: Vec<Seat> = G::to_act(&self.state)
                .iter()
                .filter(|seat| self.shown.values().any(|shown| shown["me"] == seat.index()) && !sealed(seat))
                .collect();
            let Some(many) = u32::try_from(asked.len()).ok().filter(|many| *many > 0) else {
                assert!(G::outcome(&self.state).is_some(), "the game is over");
                return moves;
            };
            let seat = asked[below(&mut self.rng, many) as usize];
            let mv = G::random_move(&self.state, seat, &mut self.rng).expect("who may act has a move");
            let (who, shown) = self
                .shown
                .iter()
                .find(|(_, shown)| shown["me"] == seat.index())
                .expect("the seat has a player");
            let command = json!({"id": format!("c{moves}"), "on": shown["version"],
                "action": {"type": "move", "mv": mv}});
            self.event("command", json!({"player": *who, "command": command}), variant);
            self.check();
        }
        0
    }
}

fn check<G: Game>(text: &str, people: usize, bots: usize) {
    let variant = G::variants().iter().find(|variant| variant.to_string() == text).expect("a variant");
    let moves = Device::<G>::start(*variant, people, bots).play(*variant);
    assert!(moves > 10, "{text} for {people} and {bots} bots: {moves} moves");
}

#[test]
fn each_person_at_a_device_is_shown_only_their_knowledge_in_between_two_cities() {
    check::<BetweenTwoCities>("two-player", 2, 0);
    for (people, bots) in [(3, 0), (4, 0), (7, 0), (1, 2), (2, 2), (3, 4)] {
        check::<BetweenTwoCities>("standard", people, bots);
    }
    for automa in ["automa-easy", "automa-medium", "automa-hard"] {
        check::<BetweenTwoCities>(automa, 1, 0);
    }
}

#[test]
fn each_person_at_a_device_is_shown_only_their_knowledge_in_point_city() {
    for (people, bots) in [(2, 0), (3, 0), (4, 0), (1, 1), (2, 2)] {
        check::<PointCity>("standard", people, bots);
    }
    for solo in ["solo-easy", "solo-medium", "solo-hard"] {
        check::<PointCity>(solo, 1, 0);
    }
}
