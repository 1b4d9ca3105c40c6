//! Views contain no secrets: at every step of whole games, each seat and a spectator see exactly the view of the rules, and
//! other viewers can't tell one sealed choice from another.

use std::collections::{BTreeMap, BTreeSet};

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tabletop::{Seat, Seed, Viewer, prelude::*, random::below};
use townhall_bots::BotGame;
use townhall_games::catalogue;
use townhall_table::{
    journal::{Colour, Entry, EntryKind, Person, PlayerId},
    protocol::{Action, Command},
    room::{Context, Lines, Opening, Patience, Room},
};

/// A spectator.
const STRANGER: PlayerId = PlayerId(99);

fn person(number: usize) -> Person {
    let id = PlayerId(i64::try_from(number).expect("few people") + 1);
    Person { id, name: format!("P{number}"), colour: Colour::default() }
}

fn circumstances(entropy: Seed) -> Context {
    Context::new(1_000_000, entropy, Patience::default())
}

/// The compared parts of a table's JSON.
#[derive(Deserialize)]
struct Shown<'a> {
    me: Option<usize>,
    #[serde(borrow)]
    game: GameShown<'a>,
    #[serde(borrow)]
    log: Vec<Line<'a>>,
}

#[derive(Deserialize)]
struct GameShown<'a> {
    #[serde(borrow)]
    view: &'a RawValue,
    #[serde(borrow)]
    offers: &'a RawValue,
    #[serde(borrow)]
    my_sealed: Option<&'a RawValue>,
    #[serde(borrow)]
    outcome: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    event: Option<&'a RawValue>,
}

/// A table of people only, and the state of the same game by the rules.
struct Watched<G: BotGame> {
    room: Box<dyn Room>,
    journal: Vec<Entry>,
    context: Context,
    seed: String,
    players: usize,
    state: G::State,
    /// All public events.
    happened: BTreeSet<String>,
    /// The choices that are not revealed.
    sealed: BTreeMap<Seat, G::Move>,
    commands: usize,
}

impl<G: BotGame> Watched<G> {
    fn start(variant: G::Variant, players: usize, phrase: &str) -> Self {
        let seed = Seed::from_phrase(phrase);
        let context = circumstances(seed);
        let opening = Opening {
            people: (0..players).map(|chair| (chair, person(chair))).collect(),
            ..Opening::new(G::ID, variant.to_string(), players, person(0))
        };
        let journal = catalogue()
            .set_up(&opening, "SECRET".parse().unwrap(), true, &context)
            .expect("it is in order")
            .entries;
        let room = catalogue().restore("SECRET", &journal).expect("it follows");
        let (setup, _) = G::deal_from(&seed, variant, players);
        let mut watched = Self {
            room,
            journal: Vec::new(),
            context,
            seed: serde_json::to_string(&seed).expect("a seed has a text").trim_matches('"').to_owned(),
            players,
            state: G::start(&setup),
            happened: BTreeSet::new(),
            sealed: BTreeMap::new(),
            commands: 0,
        };
        for entry in &journal {
            watched.note(entry);
        }
        watched.journal = journal;
        watched
    }

    /// The table as it is restored from its journal.
    fn twin(&self) -> Box<dyn Room> {
        catalogue().restore("SECRET", &self.journal).expect("it follows")
    }

    /// Applies an entry to the state of the rules.
    fn note(&mut self, entry: &Entry) {
        let mut happens = |state: &G::State, seat, mv: G::Move| {
            let mut after = *state;
            G::play(&mut after, seat, mv).expect("it is legal");
            for event in G::events(state, seat, mv, &after) {
                self.happened.insert(serde_json::to_string(&event).expect("an event is JSON"));
            }
            after
        };
        let read = |mv: &str| mv.parse::<G::Move>().expect("the journal has moves");
        match &entry.kind {
            EntryKind::Sealed { seat, mv } => {
                happens(&self.state, *seat, read(mv));
                self.sealed.insert(*seat, read(mv));
            }
            EntryKind::Played { moves } => {
                for (seat, mv) in moves {
                    self.state = happens(&self.state, *seat, read(mv));
                }
                self.sealed.clear();
            }
            _ => {}
        }
    }

    /// The person on a seat.
    fn on(&self, seat: Seat) -> Person {
        (0..self.players)
            .map(person)
            .find(|person| {
                self.room.view(Some(person.id), &self.context, Lines::default()).me == Some(seat.index())
            })
            .expect("a player sits there")
    }

    fn command(&mut self, mv: G::Move) -> Command {
        self.commands += 1;
        Command {
            id: format!("c{}", self.commands),
            on: self.room.version(),
            action: Action::Move { mv: as_json(&mv) },
        }
    }

    fn make(&mut self, seat: Seat, command: &Command) {
        let entries = self.room.decide(&self.on(seat), command, &self.context).expect("it is legal");
        for entry in entries {
            self.room.apply(&entry).expect("it follows");
            self.note(&entry);
            self.journal.push(entry);
        }
    }

    /// All viewers: the players, a spectator with a name, a spectator without.
    fn viewers(&self) -> Vec<Option<PlayerId>> {
        let players = (0..self.players).map(|number| Some(person(number).id));
        players.chain([Some(STRANGER), None]).collect()
    }

    fn shown(&self, who: Option<PlayerId>) -> String {
        shown(self.room.as_ref(), who, &self.context)
    }

    /// Checks that each viewer sees exactly their view under the rules.
    fn check(&self) {
        let over = G::to_act(&self.state).is_empty();
        for who in self.viewers() {
            let text = self.shown(who);
            let context = format!("{} of {} to {who:?}, entry {}", G::ID, self.players, self.room.version());
            assert!(over || !text.contains(&self.seed), "the seed shows: {context}");
            let shown: Shown<'_> = serde_json::from_str(&text).expect("a table is JSON");
            let seat = shown.me.and_then(|me| Seat::all(self.players).nth(me));
            assert_eq!(seat.is_some(), who.is_some_and(|who| who != STRANGER), "{context}");
            let mut view = G::view(&self.state, seat.map_or(Viewer::Spectator, Viewer::Seat));
            let offers = G::offers(&view);
            G::withhold(&mut view, G::Options::default());
            let known = serde_json::to_string(&view).expect("a view is JSON");
            assert_eq!(shown.game.view.get(), known, "{context}");
            let offers = serde_json::to_string(&offers).expect("offers are JSON");
            assert_eq!(shown.game.offers.get(), offers, "{context}");
            let own = seat.and_then(|seat| self.sealed.get(&seat));
            let own = own.map(|mv| serde_json::to_string(mv).expect("a move is JSON"));
            assert_eq!(shown.game.my_sealed.map(RawValue::get), own.as_deref(), "{context}");
            assert!(over || shown.game.outcome.is_none(), "a result before the end: {context}");
            for event in shown.log.iter().filter_map(|line| line.event) {
                assert!(self.happened.contains(event.get()), "{} never happened: {context}", event.get());
            }
        }
    }
}

/// A move as clients send it.
fn as_json<M: Serialize>(mv: &M) -> serde_json::Value {
    serde_json::to_value(mv).expect("a move is JSON")
}

fn shown(room: &dyn Room, who: Option<PlayerId>, context: &Context) -> String {
    serde_json::to_string(&room.view(who, context, Lines::default())).expect("a table is JSON")
}

/// Plays a whole game of random moves. While choices are sealed, a second table holds another choice of
/// one seat, and must look the same to all other viewers. Returns how often the two were compared.
fn play<G: BotGame>(variant: G::Variant, players: usize, phrase: &str) -> usize {
    let mut table = Watched::<G>::start(variant, players, phrase);
    let mut rng = Seed::from_phrase(phrase).stream("the moves of a test");
    let mut twin: Option<(Seat, Box<dyn Room>)> = None;
    let mut compared = 0;
    table.check();
    loop {
        let asked: Vec<Seat> = G::to_act(&table.state)
            .iter()
            .filter(|seat| seat.index() < players && !table.sealed.contains_key(seat))
            .collect();
        let Some(many) = u32::try_from(asked.len()).ok().filter(|many| *many > 0) else { break };
        let seat = asked[below(&mut rng, many) as usize];
        let mv = G::random_move(&table.state, seat, &mut rng).expect("a seat that may act has a move");
        let command = table.command(mv);
        if G::seals(mv) && many > 1 {
            let other = (0..50).filter_map(|_| G::random_move(&table.state, seat, &mut rng));
            let other = other.into_iter().find(|other| *other != mv);
            let (hides, mut room) = match (twin.take(), other) {
                (Some(twin), _) => twin,
                (None, Some(_)) => (seat, table.twin()),
                (None, None) => panic!("a hand has more than one pair"),
            };
            let in_twin = match other.filter(|_| hides == seat) {
                Some(other) => Command { action: Action::Move { mv: as_json(&other) }, ..command.clone() },
                None => command.clone(),
            };
            let entries = room.decide(&table.on(seat), &in_twin, &table.context).expect("it is legal");
            for entry in &entries {
                room.apply(entry).expect("it follows");
            }
            twin = Some((hides, room));
        } else {
            twin = None;
        }
        table.make(seat, &command);
        table.check();
        if let Some((hides, room)) = &twin {
            for who in table.viewers().into_iter().filter(|who| *who != Some(table.on(*hides).id)) {
                assert_eq!(
                    table.shown(who),
                    shown(room.as_ref(), who, &table.context),
                    "{who:?} sees a choice"
                );
                compared += 1;
            }
        }
    }
    assert!(G::outcome(&table.state).is_some(), "the game is over");
    assert!(table.shown(None).contains(&table.seed), "after the end the seed is shown");
    compared
}

#[test]
fn between_two_cities_shows_only_views_of_the_rules() {
    for (variant, players) in BetweenTwoCities::modes() {
        let compared = play::<BetweenTwoCities>(variant, players, &format!("{variant} {players}"));
        assert!(players < 2 || compared > 10, "choices were compared: {compared}");
    }
}

#[test]
fn point_city_shows_only_views_of_the_rules() {
    for (variant, players) in PointCity::modes() {
        play::<PointCity>(variant, players, &format!("{variant} {players}"));
    }
}
