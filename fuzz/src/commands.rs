//! Any text as commands of a client. Unreadable commands are refused. A refused command changes nothing. An accepted
//! command is in the journal and can be restored, it has no effect if it is repeated, and its result is sent to every
//! client.
//!
//! The first byte chooses the game. Each line is one command's JSON, by a person that its length chooses; a line that
//! is a number makes a legal move of some seat, so that the fuzzer gets deep into a game.

use std::sync::Arc;

use serde_json::{Value, json};
use tabletop::Seed;
use townhall_bots::system_clock;
use townhall_table::{
    Session,
    catalogue::Catalogue,
    journal::{Colour, Entry, Person, PlayerId},
    protocol::{Action, Command, Status},
    room::{Context, Lines, Opening, Patience, Room},
    session::{Answered, ConnectionId, Moment, OutgoingKind, Step},
    task::BotReply,
};

/// A table in use, and its journal as it is stored.
struct Table {
    session: Session,
    journal: Vec<String>,
    now: u64,
    clients: Vec<ConnectionId>,
}

/// Runs one input.
///
/// # Panics
/// Panics if it finds a bug.
pub fn run(text: &str) {
    let catalogue = Arc::new(townhall_games::catalogue());
    let choice = usize::from(text.bytes().next().unwrap_or_default());
    let modes: Vec<(String, String, usize)> = catalogue
        .games()
        .flat_map(|game| game.variants.iter().map(|mode| (game.id.clone(), mode.id.clone(), mode.min)))
        .collect();
    let (game, variant, players) = modes[choice % modes.len()].clone();
    let people = (0..players.min(2)).map(|chair| (chair, person(chair))).collect();
    let bots = (players.min(2)..players).map(|chair| (chair, "random".to_owned())).collect();
    let opening = Opening { people, bots, ..Opening::new(game, variant, players, person(0)) };
    let mut table = Table::open(&catalogue, &opening, choice % 3 > 0);
    for line in text.lines() {
        table.now += 1000;
        if line.parse::<usize>().is_ok() {
            table.everybody_moves();
        } else if let Ok(command) = serde_json::from_str::<Command>(line) {
            table.command(line.len() % 3, command);
        } else {
            continue;
        }
        if line.len() % 5 == 0 {
            table.reconnect(line.len() % 3);
        }
        let moment = table.moment();
        let step = table.session.tick(moment);
        table.carry_out(step);
    }
    // Restoring the stored journal gives an equal table.
    let entries = townhall_table::journal::read(&table.journal).expect("the journal can be read");
    let again = catalogue.restore("FUZZED", &entries).expect("the journal follows");
    let context = table.session.context();
    assert_eq!(
        seen(table.session.room(), context),
        seen(again.as_ref(), context),
        "the journal is the table"
    );
}

fn person(number: usize) -> Person {
    Person { id: PlayerId(number as i64 + 1), name: format!("P{number}"), colour: Colour::default() }
}

/// Returns the views of all viewers.
fn seen(room: &dyn Room, context: &Context) -> Vec<String> {
    let viewers = (0..3).map(|number| Some(person(number).id)).chain([None]);
    viewers
        .map(|who| serde_json::to_string(&room.view(who, context, Lines::default())).expect("a view is JSON"))
        .collect()
}

fn text(entry: &Entry) -> String {
    entry.to_json().expect("an entry is JSON")
}

impl Table {
    fn open(catalogue: &Arc<Catalogue>, opening: &Opening, start: bool) -> Self {
        let moment = Moment { now: 1_000_000, entropy: Seed::from_phrase("fuzz"), lost: 0 };
        let context = Context::new(moment.now, moment.entropy, Patience::default());
        let new = catalogue
            .set_up(opening, "FUZZED".parse().expect("a code"), start, &context)
            .expect("the opening is in order");
        let room = catalogue.restore("FUZZED", &new.entries).expect("the opening follows");
        let session =
            Session::new(Arc::clone(catalogue), "FUZZED".to_owned(), room, context.patience, moment);
        let journal = new.entries.iter().map(text).collect();
        let mut table = Self { session, journal, now: moment.now, clients: Vec::new() };
        for number in 0..3 {
            let moment = table.moment();
            table.clients.push(table.session.connect(Some(person(number)), 0, moment));
        }
        table
    }

    fn moment(&self) -> Moment {
        Moment { now: self.now, entropy: Seed::from_phrase("fuzz").child(self.now), lost: 0 }
    }

    fn carry_out(&mut self, step: Step) {
        match step {
            Step::Done => {}
            Step::Commit(commit) => {
                assert_eq!(commit.after, self.journal.len() as u64, "entries come after the latest");
                self.journal.extend(commit.entries.iter().map(text));
                self.session.committed();
            }
            Step::Broken(error) => panic!("{error}"),
        }
    }

    fn command(&mut self, who: usize, command: Command) {
        let before = (seen(self.session.room(), self.session.context()), self.journal.len());
        for again in [false, true] {
            let entries = self.journal.len();
            self.session.take_outgoing();
            let moment = self.moment();
            let step = self.session.command(self.clients[who], command.clone(), moment);
            self.carry_out(step);
            let outgoing = self.session.take_outgoing();
            let answers: Vec<_> = outgoing
                .iter()
                .filter_map(|outgoing| match outgoing.kind {
                    OutgoingKind::Answer(answered) => Some(answered),
                    _ => None,
                })
                .collect();
            match answers[..] {
                [Answered::Done { .. }] if again && !before.0.is_empty() => {
                    let empty = self.journal.len() == entries;
                    assert!(empty || before.1 == entries, "a command is carried out once");
                }
                [Answered::Done { .. }] => {}
                [Answered::Refused(_)] => {
                    if !again {
                        let now = seen(self.session.room(), self.session.context());
                        assert_eq!(before, (now, self.journal.len()), "a refusal changes nothing");
                    }
                }
                _ => panic!("a command has one answer: {answers:?}"),
            }
        }
    }

    /// Disconnects a person and connects them again.
    fn reconnect(&mut self, who: usize) {
        let moment = self.moment();
        self.session.disconnect(self.clients[who], moment);
        self.clients[who] = self.session.connect(Some(person(who)), 0, moment);
    }

    /// Carries out the pending tasks of bots. Then each person makes the first offered move.
    fn everybody_moves(&mut self) {
        for task in self.session.take_tasks(self.now) {
            let reply = BotReply { key: task.key, actions: (task.think)(&system_clock) };
            let moment = self.moment();
            let step = self.session.reply(&reply, moment);
            self.carry_out(step);
        }
        for number in 0..2 {
            let room = self.session.room();
            let view = room.view(Some(person(number).id), self.session.context(), Lines::default());
            let Some(game) = view.game.filter(|_| view.status == Status::Playing) else { return };
            let Some(mv) = offered(&game.offers.read().expect("offers are JSON")) else { continue };
            let id = format!("m{}", room.version());
            let command = Command { id, on: room.version(), action: Action::Move { mv } };
            let moment = self.moment();
            let step = self.session.command(self.clients[number], command, moment);
            self.carry_out(step);
        }
    }
}

/// Returns the first move among the offers.
fn offered(offers: &Value) -> Option<Value> {
    if let Some(choose) = offers["choose"].get(0) {
        return Some(json!({ "kind": "choose", "pieces": choose["pieces"] }));
    }
    if let Some(place) = offers["place"].get(0) {
        let (piece, city, spot) = (&place["piece"], &place["city"], &place["spot"]);
        return Some(json!({ "kind": "place", "piece": piece, "city": city, "spot": spot }));
    }
    let take = offers["take"].as_array()?.iter().find(|take| take["civics"] == 0)?;
    Some(json!({ "kind": "take", "cells": take["cells"], "pay": take["payments"][0]["pay"] }))
}
