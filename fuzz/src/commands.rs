//! Any text as commands of a client: what can't be read is refused, what is refused changes
//! nothing, what is accepted is in the journal and can be read again, and comes twice to nothing.
//!
//! The first byte chooses the game. Each line is one command's JSON, by a person that its length
//! chooses; a line that is a number makes a legal move of some seat, so that the fuzzer gets deep
//! into a game.

use std::collections::BTreeMap;

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use tabletop::Seed;
use townhall_table::{
    catalogue::Catalogue,
    journal::{Entry, Person, PlayerId},
    protocol::{Action, Colour, Command, Options, Status},
    room::{Context, Known, Opening, Room, BotReply},
};

/// Runs one input.
///
/// # Panics
/// If it finds a bug.
pub fn run(text: &str) {
    let catalogue = Catalogue::default().with::<BetweenTwoCities>().with::<PointCity>();
    let choice = usize::from(text.bytes().next().unwrap_or_default());
    let modes: Vec<(String, String, usize)> = catalogue
        .games()
        .flat_map(|game| game.variants.iter().map(|mode| (game.id.clone(), mode.id.clone(), mode.min)))
        .collect();
    let (game, variant, players) = modes[choice % modes.len()].clone();
    let people = (0..players.min(2)).map(|chair| (chair, person(chair))).collect();
    let bots = (players.min(2)..players).map(|chair| (chair, "random".to_owned())).collect();
    let opening =
        Opening { game, variant, players, options: Options::default(), host: person(0), people, bots };
    let mut context = Context {
        now: 1_000_000,
        present: BTreeMap::new(),
        away_since: BTreeMap::new(),
        grace: 90_000,
        entropy: Seed::from_phrase("fuzz"),
        fresh_code: Some("AGAIN2".to_owned()),
    };
    let start = choice % 3 > 0;
    let (mut room, mut journal) =
        catalogue.set_up(&opening, "FUZZED", start, &context).expect("the opening is in order");
    for line in text.lines() {
        context.now += 1000;
        context.away_since = if line.len() % 5 == 0 {
            (0..players.min(2)).map(|number| (person(number).id, context.now)).collect()
        } else {
            BTreeMap::new()
        };
        let who = person(line.len() % 3);
        if line.parse::<usize>().is_ok() {
            bots_move(room.as_mut(), &mut journal, &context);
            continue;
        }
        let Ok(command) = serde_json::from_str::<Command>(line) else { continue };
        let before = seen(room.as_ref(), &context);
        match room.decide(&who, &command, &context) {
            Ok(entries) => {
                let acted = !entries.is_empty();
                take(room.as_mut(), &mut journal, entries);
                assert!(!acted || room.done(who.id, &command.id) == Some(room.version()), "it is remembered");
            }
            Err(refusal) => {
                assert!(!refusal.detail.is_empty());
                assert_eq!(before, seen(room.as_ref(), &context), "a refusal changes nothing");
            }
        }
        let due = room.tick(&context);
        take(room.as_mut(), &mut journal, due);
    }
    // What was stored is the same table.
    let text = serde_json::to_string(&journal).expect("a journal is JSON");
    let journal: Vec<Entry> = serde_json::from_str(&text).expect("a journal can be read");
    let mut again = catalogue.open(&opening.game, "FUZZED").expect("there is the game");
    for entry in &journal {
        again.apply(entry).expect("the journal follows");
    }
    assert_eq!(seen(room.as_ref(), &context), seen(again.as_ref(), &context), "the journal is the table");
});

fn person(number: usize) -> Person {
    Person { id: PlayerId(number as i64 + 1), name: format!("P{number}"), colour: Colour::default() }
}

/// What everybody sees.
fn seen(room: &dyn Room, context: &Context) -> Vec<String> {
    let viewers = (0..3).map(|number| Some(person(number).id)).chain([None]);
    viewers
        .map(|who| serde_json::to_string(&room.view(who, context, Known::default())).expect("a view is JSON"))
        .collect()
}

fn take(room: &mut dyn Room, journal: &mut Vec<Entry>, entries: Vec<Entry>) {
    for entry in entries {
        room.apply(&entry).expect("what was decided follows");
        journal.push(entry);
    }
}

/// Whatever bots have to do; if nobody plays a bot's part, the first people do what is offered.
fn bots_move(room: &mut dyn Room, journal: &mut Vec<Entry>, context: &Context) {
    for task in room.tasks(context) {
        let thought = BotReply { key: task.key, actions: (task.think)() };
        let entries = room.accept_reply(&thought, context);
        take(room, journal, entries);
    }
    for number in 0..2 {
        let who = person(number);
        let view = room.view(Some(who.id), context, Known::default());
        let Some(game) = view.game.filter(|_| view.status == Status::Playing) else { return };
        let offers: serde_json::Value = serde_json::from_str(game.offers.get()).expect("offers are JSON");
        let mv = offers["choose"][0]["mv"].as_str().or_else(|| offers["place"][0]["mv"].as_str());
        let mv = mv.map(str::to_owned).or_else(|| {
            let take = &offers["take"].as_array()?.iter().find(|take| take["civics"] == 0)?;
            let pay = take["payments"][0]["pay"].as_str().filter(|pay| !pay.is_empty());
            let pay = pay.map(|pay| format!(" pay {pay}")).unwrap_or_default();
            Some(format!("take {} {}{pay}", take["cells"][0].as_str()?, take["cells"][1].as_str()?))
        });
        let Some(mv) = mv else { continue };
        let id = format!("m{}", room.version());
        let command = Command { id, on: room.version(), action: Action::Move { mv } };
        if let Ok(entries) = room.decide(&who, &command, context) {
            take(room, journal, entries);
        }
    }
}
