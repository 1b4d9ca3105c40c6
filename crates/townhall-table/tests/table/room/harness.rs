//! A table with a runner that does a server's work at once and without threads: it stores commits in a list, applies the
//! frames of each connection, and runs bots when they are due.

use std::{collections::BTreeMap, sync::Arc};

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use serde_json::{Value, json};
use tabletop::{Rules, Seat, Seed};
use townhall_bots::system_clock;
use townhall_games::catalogue;
use townhall_table::{
    Session,
    journal::{BotPace, Colour, Entry, Millis, Options, Person, PlayerId},
    protocol::{Action, Code, Command, Refusal, Sitter, TableView, take_in},
    room::{Context, Lines, Opening, Patience, Room},
    session::{Answered, ConnectionId, Moment, OutgoingKind, Sent, Step},
    task::{BotReply, TaskKey, Thinking},
};

pub(crate) const BTC: &str = BetweenTwoCities::ID;
pub(crate) const PC: &str = PointCity::ID;
pub(crate) const CODE: &str = "K7M2QX";

/// The person with this number.
pub(crate) fn person(id: i64) -> Person {
    let names = ["Zoe", "Yann", "Xenia", "Wim", "Vera", "Udo", "Tara", "Sam"];
    Person { id: PlayerId(id), name: names[id as usize % 8].to_owned(), colour: Colour::Teal }
}

/// Options that suit tests: bots reply at once.
pub(crate) fn quick() -> Options {
    Options { bots: BotPace::Instant, ..Options::default() }
}

/// A table with `people` on the first chairs and bots on the others.
pub(crate) fn opening(game: &str, variant: &str, players: usize, people: usize, bots: &str) -> Opening {
    Opening {
        options: quick(),
        people: (0..people).map(|chair| (chair, person(chair as i64))).collect(),
        bots: (people..players).map(|chair| (chair, bots.to_owned())).collect(),
        ..Opening::new(game, variant, players, person(0))
    }
}

/// The context of a table without connections.
pub(crate) fn empty_table(phrase: &str) -> Context {
    Context::new(1_000_000, Seed::from_phrase(phrase), Patience::default())
}

/// A move as clients send it, from its text. An invalid text becomes an invalid move.
pub(crate) fn json_move(game: &str, text: &str) -> Value {
    fn read<G: Rules>(text: &str) -> Option<Value> {
        serde_json::to_value(text.parse::<G::Move>().ok()?).ok()
    }
    with_game!(game, read(text)).unwrap_or_else(|| json!({ "kind": text }))
}

pub(crate) struct Harness {
    pub(crate) session: Session,
    pub(crate) journal: Vec<Entry>,
    pub(crate) now: Millis,
    pub(crate) game: String,
    entropy: Seed,
    lost: Millis,
    moments: u64,
    commands: u64,
    connections: BTreeMap<i64, ConnectionId>,
    /// The table of each connection's client.
    clients: BTreeMap<ConnectionId, Value>,
    /// The running tasks of bots, and the times of their replies.
    thinking: BTreeMap<TaskKey, (Millis, Thinking)>,
}

impl Harness {
    /// The table of an opening, on which the game has begun; all of its people are connected.
    pub(crate) fn playing(opening: &Opening, phrase: &str) -> Self {
        Self::set_up(opening, phrase, true)
    }

    pub(crate) fn set_up(opening: &Opening, phrase: &str, start: bool) -> Self {
        let context = empty_table(phrase);
        let table = catalogue().set_up(opening, CODE.parse().unwrap(), start, &context).unwrap();
        let journal: Vec<Entry> = table.entries.iter().map(stored).collect();
        let room = catalogue().restore(CODE, &journal).unwrap();
        let moment = Moment { now: context.now, entropy: context.entropy, lost: 0 };
        let session = Session::new(Arc::new(catalogue()), CODE.to_owned(), room, context.patience, moment);
        let mut harness = Self {
            session,
            journal,
            now: context.now,
            game: opening.game.clone(),
            entropy: context.entropy,
            lost: 0,
            moments: 0,
            commands: 0,
            connections: BTreeMap::new(),
            clients: BTreeMap::new(),
            thinking: BTreeMap::new(),
        };
        opening.people.iter().for_each(|(_, person)| harness.comes(person.id.0));
        harness
    }

    fn moment(&mut self) -> Moment {
        self.moments += 1;
        Moment { now: self.now, entropy: self.entropy.child(self.moments), lost: self.lost }
    }

    pub(crate) fn room(&self) -> &dyn Room {
        self.session.room()
    }

    pub(crate) fn context(&self) -> &Context {
        self.session.context()
    }

    /// The table as it is read from its stored journal.
    pub(crate) fn reopened(&self) -> Box<dyn Room> {
        catalogue().restore(CODE, &self.journal).unwrap()
    }

    /// Carries out a step.
    pub(crate) fn carry_out(&mut self, step: Step) -> Vec<Result<u64, Code>> {
        match step {
            Step::Done => {}
            Step::Commit(commit) => {
                assert_eq!(commit.after, self.journal.len() as u64);
                self.journal.extend(commit.entries.iter().map(stored));
                self.session.committed();
            }
            Step::Broken(error) => panic!("{error}"),
        }
        self.deliver()
    }

    /// Brings every client up to date, and returns the answers to commands.
    fn deliver(&mut self) -> Vec<Result<u64, Code>> {
        let mut answers = Vec::new();
        for outgoing in self.session.take_outgoing() {
            let frame: Value = serde_json::from_str(&outgoing.text).unwrap();
            match outgoing.kind {
                OutgoingKind::Answer(Answered::Done { .. }) => {
                    answers.push(Ok(frame["version"].as_u64().unwrap()));
                }
                OutgoingKind::Answer(Answered::Refused(code)) => answers.push(Err(code)),
                OutgoingKind::News | OutgoingKind::Whole => {
                    for id in outgoing.to {
                        take_in(self.clients.entry(id).or_default(), &frame);
                    }
                }
            }
        }
        answers
    }

    /// The table of a person's client.
    pub(crate) fn client(&self, who: i64) -> &Value {
        &self.clients[&self.connections[&who]]
    }

    /// Checks that the table of each client equals the one that a new connection would be sent. Of log and talk, a client
    /// has at least the latest lines.
    pub(crate) fn check_clients(&self) {
        for (who, id) in &self.connections {
            let client = &self.clients[id];
            let mut table: Value = serde_json::from_str(&self.wire(Some(*who))).unwrap();
            for lines in ["log", "talk"] {
                let (all, known) = (table[lines].as_array_mut().unwrap(), client[lines].as_array().unwrap());
                assert!(known.len() >= all.len().min(100), "{lines} of person {who}");
                all.drain(..all.len() - known.len());
            }
            assert_eq!(client, &table, "the table of person {who}");
        }
    }

    /// A person's action on the present version of the table.
    pub(crate) fn act(&mut self, who: i64, action: Action) -> Result<u64, Code> {
        self.act_on(who, self.room().version(), action)
    }

    pub(crate) fn act_on(&mut self, who: i64, on: u64, action: Action) -> Result<u64, Code> {
        self.commands += 1;
        self.command(&person(who), Command { id: format!("c{}", self.commands), on, action })
    }

    /// The host invites a person.
    pub(crate) fn invite(&mut self, by: i64, guest: &Person) -> Result<(), Code> {
        let moment = self.moment();
        let step = self.session.invite(PlayerId(by), guest, moment).map_err(|refusal| refusal.code)?;
        self.carry_out(step);
        Ok(())
    }

    /// A person has changed their name or colour.
    pub(crate) fn renamed(&mut self, person: Person) {
        let moment = self.moment();
        let step = self.session.renamed(person, moment);
        self.carry_out(step);
    }

    /// A command of a person. Connects them first if necessary.
    pub(crate) fn command(&mut self, who: &Person, command: Command) -> Result<u64, Code> {
        let known = self.connections.get(&who.id.0).copied().filter(|_| *who == person(who.id.0));
        let id = known.unwrap_or_else(|| {
            let moment = self.moment();
            self.session.connect(Some(who.clone()), 0, moment)
        });
        self.deliver();
        let moment = self.moment();
        let step = self.session.command(id, command, moment);
        let answer = self.carry_out(step).pop().expect("a command is answered");
        if known.is_none() {
            let moment = self.moment();
            self.session.disconnect(id, moment);
            self.clients.remove(&id);
            self.deliver();
            self.clients.remove(&id);
        }
        answer
    }

    /// Commands of people who are connected, which all arrive before the first of them is stored.
    pub(crate) fn act_together(&mut self, on: u64, actions: &[(i64, Action)]) -> Vec<Result<u64, Code>> {
        let step = self.send_together(on, actions);
        self.carry_out(step)
    }

    /// Commands as those of [`Self::act_together`], but nothing is stored yet.
    pub(crate) fn send_together(&mut self, on: u64, actions: &[(i64, Action)]) -> Step {
        let mut sent = Vec::new();
        for (who, action) in actions.iter().cloned() {
            self.commands += 1;
            let command = Command { id: format!("c{}", self.commands), on, action };
            sent.push(Sent { from: self.connections[&who], command, moment: self.moment() });
        }
        self.session.commands(sent)
    }

    /// A commit fails, though it may have been stored.
    pub(crate) fn fails(&mut self, step: Step, stored: bool) -> Vec<Result<u64, Code>> {
        let Step::Commit(commit) = step else { panic!("there is something to store: {step:?}") };
        if stored {
            self.journal.extend(commit.entries.iter().map(self::stored));
        }
        let room = self.reopened();
        self.session.failed(Refusal::new(Code::Internal, "the disk is full"), room);
        self.deliver()
    }

    /// A move from its text.
    pub(crate) fn mv(&mut self, who: i64, mv: &str) -> Result<u64, Code> {
        let mv = json_move(&self.game, mv);
        self.act(who, Action::Move { mv })
    }

    /// A proposal of a move from its text.
    pub(crate) fn propose(&mut self, who: i64, seat: Seat, mv: &str) -> Result<u64, Code> {
        let mv = json_move(&self.game, mv);
        self.act(who, Action::Propose { seat, mv })
    }

    pub(crate) fn view(&self, who: i64) -> TableView {
        self.room().view(Some(PlayerId(who)), self.context(), Lines::default())
    }

    /// The table as a viewer sees it (`None`: a spectator without a name), as JSON.
    pub(crate) fn wire(&self, who: Option<i64>) -> String {
        wire(self.room(), who, self.context())
    }

    /// The bot's reply that is due first, with its time.
    fn next_reply(&mut self) -> Option<(Millis, TaskKey)> {
        for task in self.session.take_tasks(self.now) {
            self.thinking.insert(task.key, (self.now + task.pace, task.think));
        }
        self.thinking.iter().map(|(key, (due, _))| (*due, *key)).min()
    }

    fn reply(&mut self, key: TaskKey) {
        let Some((_, think)) = self.thinking.remove(&key) else { return };
        let moment = self.moment();
        let step = match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| think(&system_clock))) {
            Ok(actions) => self.session.reply(&BotReply { key, actions }, moment),
            Err(_) => {
                self.session.bot_failed(key);
                Step::Done
            }
        };
        self.carry_out(step);
    }

    /// Lets bots play, however long they would take, until they wait for a player or the game is over.
    pub(crate) fn think_on(&mut self) {
        while let Some((_, key)) = self.next_reply() {
            self.reply(key);
        }
    }

    /// Lets time pass. Everything that becomes due happens.
    pub(crate) fn pass(&mut self, millis: u64) {
        let until = self.now + millis;
        loop {
            let reply = self.next_reply().filter(|&(at, _)| at <= until);
            let due = self.session.due(self.now).filter(|&at| at <= until);
            match (reply, due) {
                (Some((at, key)), due) if due.is_none_or(|due| at <= due) => {
                    self.now = self.now.max(at);
                    self.reply(key);
                }
                (_, Some(due)) => {
                    self.now = self.now.max(due);
                    let moment = self.moment();
                    let step = self.session.tick(moment);
                    assert!(matches!(step, Step::Commit(_)), "a due tick makes entries");
                    self.carry_out(step);
                }
                _ => break,
            }
        }
        self.now = until;
        self.session.due(until);
    }

    /// The machine sleeps: when it wakes, its clock shows a later time.
    pub(crate) fn sleep(&mut self, millis: u64) {
        self.now += millis;
        self.lost += millis;
        let moment = self.moment();
        let step = self.session.tick(moment);
        self.carry_out(step);
    }

    /// No server is there for so long. The next one knows of all such periods.
    pub(crate) fn is_unserved(&mut self, millis: u64) {
        let (from, until) = (self.now, self.now + millis);
        let mut periods = self.session.context().unserved.clone();
        periods.push((from, until));
        self.session.note_unserved(&periods, false);
        self.now = until;
        self.pass(0);
    }

    /// The seat of a person.
    pub(crate) fn seat(&self, who: i64) -> Seat {
        Seat::new(self.view(who).me.unwrap() as u8)
    }

    /// The people whose turn it is.
    pub(crate) fn asked(&self) -> Vec<i64> {
        self.room().summary().to_act.iter().map(|id| id.0).collect()
    }

    /// Whether a bot plays for a person.
    pub(crate) fn replaced(&self, who: i64) -> bool {
        let chair = &self.view(who).chairs[self.seat(who).index()];
        matches!(&chair.sitter, Sitter::Person { stand_in: Some(_), .. })
    }

    /// All people whose turn it is make a move.
    pub(crate) fn everybody_moves(&mut self, randomness: u64) {
        for who in self.asked() {
            let mv = super::moves::any(self, who, randomness).unwrap();
            self.mv(who, &mv).unwrap();
        }
    }

    pub(crate) fn goes_away(&mut self, who: i64) {
        if let Some(id) = self.connections.remove(&who) {
            let moment = self.moment();
            self.session.disconnect(id, moment);
            self.clients.remove(&id);
            self.deliver();
        }
    }

    pub(crate) fn comes(&mut self, who: i64) {
        if !self.connections.contains_key(&who) {
            let moment = self.moment();
            let id = self.session.connect(Some(person(who)), 0, moment);
            self.connections.insert(who, id);
            self.deliver();
        }
    }
}

/// An entry after it was written and read.
pub(crate) fn stored(entry: &Entry) -> Entry {
    let again = Entry::from_json(1, &entry.to_json().unwrap()).unwrap();
    assert_eq!(again, *entry);
    again
}

pub(crate) fn wire(room: &dyn Room, who: Option<i64>, context: &Context) -> String {
    serde_json::to_string(&room.view(who.map(PlayerId), context, Lines::default())).unwrap()
}
