//! A table with everything an actor would do for it, but at once and without threads.

use std::collections::BTreeMap;

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use tabletop::{Seat, Seed};
use townhall_table::{
    catalogue::Catalogue,
    journal::{Entry, Millis, Person, PlayerId},
    protocol::{Action, BotPace, Code, Colour, Command, Options, Sitter, TableView},
    room::{BotAction, BotReply, Context, Known, Opening, Room, TaskKey},
};

pub(crate) const BTC: &str = "between-two-cities";
pub(crate) const PC: &str = "point-city";

pub(crate) fn catalogue() -> Catalogue {
    Catalogue::default().with::<BetweenTwoCities>().with::<PointCity>()
}

/// The person with this number.
pub(crate) fn person(id: i64) -> Person {
    let names = ["Zoe", "Yann", "Xenia", "Wim", "Vera", "Udo", "Tara", "Sam"];
    Person { id: PlayerId(id), name: names[id as usize % 8].to_owned(), colour: Colour::Teal }
}

/// Options that suit tests: bots don't dawdle.
pub(crate) fn quick() -> Options {
    Options { bots: BotPace::Instant, ..Options::default() }
}

/// A table with `people` on the first chairs and bots on the others.
pub(crate) fn opening(game: &str, variant: &str, players: usize, people: usize, bots: &str) -> Opening {
    Opening {
        game: game.to_owned(),
        variant: variant.to_owned(),
        players,
        options: quick(),
        host: person(0),
        people: (0..people).map(|chair| (chair, person(chair as i64))).collect(),
        bots: (people..players).map(|chair| (chair, bots.to_owned())).collect(),
    }
}

pub(crate) struct Desk {
    pub(crate) room: Box<dyn Room>,
    pub(crate) journal: Vec<Entry>,
    pub(crate) context: Context,
    game: String,
    commands: u64,
    thinking: BTreeMap<TaskKey, Pending>,
}

/// A thought on its way, and when it may be heeded; none, once it was.
type Pending = Option<(Millis, Box<dyn FnOnce() -> Vec<BotAction> + Send>)>;

impl Desk {
    /// The table of an opening, on which the game has begun; all of its people are there.
    pub(crate) fn playing(opening: &Opening, phrase: &str) -> Self {
        Self::set_up(opening, phrase, true)
    }

    pub(crate) fn set_up(opening: &Opening, phrase: &str, start: bool) -> Self {
        let context = Context {
            now: 1_000_000,
            present: opening.people.iter().map(|(_, person)| (person.id, 1)).collect(),
            away_since: BTreeMap::new(),
            grace: 90_000,
            entropy: Seed::from_phrase(phrase),
            fresh_code: None,
        };
        let (room, journal) = catalogue().set_up(opening, "K7M2QX", start, &context).unwrap();
        Self { room, journal, context, game: opening.game.clone(), commands: 0, thinking: BTreeMap::new() }
    }

    /// The same table, opened from its journal as it would be read from a store.
    pub(crate) fn reopened(&self) -> Box<dyn Room> {
        let mut room = catalogue().open(&self.game, "K7M2QX").unwrap();
        for entry in &self.journal {
            let text = serde_json::to_string(entry).unwrap();
            room.apply(&serde_json::from_str(&text).unwrap()).unwrap();
        }
        room
    }

    pub(crate) fn take(&mut self, entries: Vec<Entry>) {
        for entry in entries {
            self.room.apply(&entry).unwrap();
            self.journal.push(entry);
        }
    }

    /// A command that was decided on what is to be seen now.
    pub(crate) fn act(&mut self, who: i64, action: Action) -> Result<u64, Code> {
        self.act_on(who, self.room.version(), action)
    }

    pub(crate) fn act_on(&mut self, who: i64, on: u64, action: Action) -> Result<u64, Code> {
        self.commands += 1;
        let command = Command { id: format!("c{}", self.commands), on, action };
        let entries = self.room.decide(&person(who), &command, &self.with).map_err(|refusal| refusal.code)?;
        self.take(entries);
        Ok(self.room.version())
    }

    pub(crate) fn mv(&mut self, who: i64, mv: &str) -> Result<u64, Code> {
        self.act(who, Action::Move { mv: mv.to_owned() })
    }

    pub(crate) fn view(&self, who: i64) -> TableView {
        self.room.view(Some(PlayerId(who)), &self.with, Known::default())
    }

    /// The view of whoever it is, none for a stranger, as it goes over the wire.
    pub(crate) fn wire(&self, who: Option<i64>) -> String {
        wire(&*self.room, who, &self.with)
    }

    /// The thought that may be heeded first, and when.
    fn next_thought(&mut self) -> Option<(Millis, TaskKey)> {
        let tasks = self.room.tasks(&self.with);
        self.thinking.retain(|key, _| tasks.iter().any(|task| task.key == *key));
        for task in tasks {
            let due = self.with.now + task.pace;
            self.thinking.entry(task.key).or_insert(Some((due, task.think)));
        }
        let pending = self.thinking.iter();
        pending.filter_map(|(key, thought)| Some((thought.as_ref()?.0, *key))).min()
    }

    fn accept_reply(&mut self, key: TaskKey) {
        if let Some((_, think)) = self.thinking.get_mut(&key).and_then(Option::take) {
            let entries = self.room.accept_reply(&BotReply { key, actions: think() }, &self.with);
            self.take(entries);
        }
    }

    /// Lets bots play, however long they would take, until they wait for somebody or the game is over.
    pub(crate) fn think_on(&mut self) {
        while let Some((_, key)) = self.next_thought() {
            self.accept_reply(key);
        }
    }

    /// Lets time pass, and what is due happen.
    pub(crate) fn pass(&mut self, millis: u64) {
        let until = self.with.now + millis;
        loop {
            let thought = self.next_thought().filter(|&(at, _)| at <= until);
            let due = self.room.due(&self.with).filter(|&at| at <= until);
            match (thought, due) {
                (Some((at, key)), due) if due.is_none_or(|due| at <= due) => {
                    self.with.now = self.with.now.max(at);
                    self.accept_reply(key);
                }
                (_, Some(due)) => {
                    self.with.now = self.with.now.max(due);
                    let entries = self.room.tick(&self.with);
                    assert!(!entries.is_empty(), "what is due must happen");
                    self.take(entries);
                }
                _ => break,
            }
        }
        self.with.now = until;
    }

    /// The seat of a person.
    pub(crate) fn seat(&self, who: i64) -> Seat {
        Seat::new(self.view(who).me.unwrap() as u8)
    }

    /// Of whom something is asked.
    pub(crate) fn asked(&self) -> Vec<i64> {
        self.room.summary().to_act.iter().map(|id| id.0).collect()
    }

    /// Whether a bot plays for a person.
    pub(crate) fn replaced(&self, who: i64) -> bool {
        let chair = &self.view(who).chairs[self.seat(who).index()];
        matches!(&chair.sitter, Sitter::Person { stand_in: Some(_), .. })
    }

    /// All people of whom something is asked make a move.
    pub(crate) fn everybody_moves(&mut self, chance: u64) {
        for who in self.asked() {
            let mv = crate::moves::any(self, who, chance).unwrap();
            self.mv(who, &mv).unwrap();
        }
    }

    pub(crate) fn goes_away(&mut self, who: i64) {
        self.with.present.remove(&PlayerId(who));
        self.with.away_since.insert(PlayerId(who), self.with.now);
    }

    pub(crate) fn comes(&mut self, who: i64) {
        self.with.present.insert(PlayerId(who), 1);
        self.with.away_since.remove(&PlayerId(who));
    }
}

pub(crate) fn wire(room: &dyn Room, who: Option<i64>, context: &Context) -> String {
    serde_json::to_string(&room.view(who.map(PlayerId), context, Known::default())).unwrap()
}
