//! A table of one game: the fold of its journal, and what may be done at it.
//!
//! `course` is the game alone, without people: the state, choices that are sealed, what can be
//! taken back. Everything else here is about who sits where and what they may do.

mod absence;
mod bots;
mod conversation;
mod course;
mod fold;
mod hint;
mod lobby;
mod names;
mod paper;
mod play;
mod sitting;
mod talk;
mod view;

use std::collections::{BTreeMap, VecDeque};

use tabletop::{Game, Seat};
use townhall_bots::Talker;

use self::{conversation::Conversation, course::Course, sitting::Sitting};
use crate::{
    journal::{Entry, Millis, Person, PlayerId, What},
    protocol::{Action, Code, Command, LogEntry, LogWhat, Options, Refusal, TableView, TalkItem},
    room::{Circumstances, CorruptJournal, Hinting, Known, Opening, Room, Summary, Task, Thought},
};

pub use lobby::mode;
pub use names::clean_name;

/// How many commands of each person are remembered, so that none is carried out twice.
const REMEMBERED: usize = 64;

/// What a decision comes to: the entries to be written, or why not.
type Decision = Result<Vec<What>, Refusal>;

/// A table at which one game is played.
pub struct Table<G: Game> {
    code: String,
    seq: u64,
    version: u64,
    variant: G::Variant,
    options: Options,
    host: PlayerId,
    /// Whether the host went, and nobody was there to follow.
    host_left: bool,
    /// Before the start by chair, from then on by seat; automata are not among them.
    chairs: Vec<Sitting>,
    course: Option<Course<G>>,
    log: Vec<LogEntry>,
    talk: Vec<TalkItem>,
    conversation: Conversation<G::Move>,
    /// Who voted, and when, to let a bot play for whom.
    votes: Vec<Vote>,
    rematch: Option<String>,
    done: BTreeMap<PlayerId, VecDeque<(String, u64)>>,
}

/// A vote to let a bot play for somebody who is away.
#[derive(Clone, Copy, Debug)]
struct Vote {
    by: Seat,
    seat: Seat,
    at: Millis,
}

impl<G: Talker> Table<G> {
    /// A table without a journal, yet.
    #[must_use]
    pub fn new(code: &str) -> Self {
        Self {
            code: code.to_owned(),
            seq: 0,
            version: 0,
            variant: G::variants()[0],
            options: Options::default(),
            host: PlayerId(0),
            host_left: false,
            chairs: Vec::new(),
            course: None,
            log: Vec::new(),
            talk: Vec::new(),
            conversation: Conversation::default(),
            votes: Vec::new(),
            rematch: None,
            done: BTreeMap::new(),
        }
    }

    /// The chair, or from the start on the seat, of a person.
    fn chair_of(&self, who: PlayerId) -> Option<usize> {
        self.chairs.iter().position(|sitting| sitting.person().is_some_and(|person| person.id == who))
    }

    /// The seat of a person who sits at the table.
    fn seated(&self, who: PlayerId) -> Result<Seat, Refusal> {
        let chair = self.chair_of(who).and_then(|chair| u8::try_from(chair).ok());
        chair
            .and_then(|chair| Seat::try_from(chair).ok())
            .ok_or_else(|| Refusal::new(Code::NotSeated, "expected somebody who sits at this table"))
    }

    fn sitting(&self, seat: Seat) -> &Sitting {
        self.chairs.get(seat.index()).unwrap_or(&Sitting::Nobody)
    }

    /// The course of the game, once it has begun.
    fn begun(&self) -> Result<&Course<G>, Refusal> {
        self.course.as_ref().ok_or_else(|| Refusal::new(Code::NotBegun, "the game has not begun yet"))
    }

    /// The course of the game, while it is on.
    fn playing(&self) -> Result<&Course<G>, Refusal> {
        let course = self.begun()?;
        if course.is_over() { Err(Refusal::new(Code::Over, "the game is over")) } else { Ok(course) }
    }

    fn act(&self, who: &Person, command: &Command, with: &Circumstances) -> Decision {
        match &command.action {
            Action::Sit { chair } => self.sit(who, *chair),
            Action::Leave => self.leave(who.id),
            Action::SeatBot { chair, level } => self.seat_bot(who.id, *chair, level),
            Action::ClearChair { chair } => self.clear_chair(who.id, *chair),
            Action::Configure { variant, players, options } => {
                self.configure(who.id, variant, *players, *options)
            }
            Action::Start => self.start(who.id, with.entropy),
            Action::Replace { seat } => self.vote(self.seated(who.id)?, *seat, with),
            Action::Return => self.come_back(self.seated(who.id)?),
            Action::Rematch => self.again_at(self.seated(who.id)?, with),
            action => {
                let seat = self.seated(who.id)?;
                self.not_replaced(seat, action)?;
                self.not_stale(seat, action, command.on)?;
                self.do_at(seat, action, None)
            }
        }
    }

    /// What whoever plays a seat can do there, person or bot.
    fn do_at(
        &self,
        seat: Seat,
        action: &Action,
        reason: Option<Box<serde_json::value::RawValue>>,
    ) -> Decision {
        match action {
            Action::Move { mv } => self.make_move(seat, mv),
            Action::Unseal => self.unseal(seat),
            Action::Undo => self.undo(seat),
            Action::Wait { on } => self.wait(seat, *on),
            Action::Say { text } => self.say(seat, text),
            Action::Signal { signal, to, city } => self.signal(seat, *signal, *to, *city),
            Action::Propose { seat: to, mv } => self.propose(seat, *to, mv, reason),
            Action::Answer { proposal, agree } => self.answer(seat, *proposal, *agree, reason),
            Action::Withdraw { proposal } => self.withdraw(seat, *proposal),
            _ => Err(Refusal::new(Code::Malformed, "only people do this")),
        }
    }

    /// Adds a line to the log.
    fn note(&mut self, n: u64, at: Millis, what: LogWhat) {
        self.log.push(LogEntry { n, at, what });
    }

    /// What a person is called, if it is not what the table calls them.
    fn renamed(&self, who: &Person) -> Option<What> {
        let known = self.chairs.iter().filter_map(Sitting::person).find(|person| person.id == who.id)?;
        (known != who).then(|| What::Renamed { person: who.clone() })
    }
}

/// Entries of what was decided at `now`.
fn entries(now: Millis, whats: Vec<What>) -> Vec<Entry> {
    whats.into_iter().map(|what| Entry { at: now, what, command: None }).collect()
}

impl<G: Talker> Room for Table<G> {
    fn seq(&self) -> u64 {
        self.seq
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn done(&self, who: PlayerId, command: &str) -> Option<u64> {
        let done = self.done.get(&who)?;
        done.iter().rev().find(|(id, _)| id == command).map(|&(_, n)| n)
    }

    fn decide(&self, who: &Person, command: &Command, with: &Circumstances) -> Result<Vec<Entry>, Refusal> {
        if !(1..=40).contains(&command.id.len()) {
            return Err(Refusal::new(Code::Malformed, "expected an id of 1 to 40 characters"));
        }
        let mut whats = self.act(who, command, with)?;
        if !whats.is_empty() {
            // The name first, so that what follows is told under it.
            whats.splice(0..0, self.renamed(who));
        }
        let mut entries = entries(with.now, whats);
        if let Some(last) = entries.last_mut() {
            last.command = Some((who.id, command.id.clone()));
        }
        Ok(entries)
    }

    fn heed(&self, thought: &Thought, with: &Circumstances) -> Vec<Entry> {
        entries(with.now, self.heeded(thought, with))
    }

    fn tick(&self, with: &Circumstances) -> Vec<Entry> {
        entries(with.now, self.overdue(with))
    }

    fn due(&self, with: &Circumstances) -> Option<Millis> {
        self.next_due(with).map(|(at, _)| at)
    }

    fn tasks(&self, with: &Circumstances) -> Vec<Task> {
        self.thoughts(with)
    }

    fn hint(&self, who: PlayerId) -> Result<Hinting, Refusal> {
        self.hint_for(who)
    }

    fn apply(&mut self, entry: &Entry) -> Result<(), CorruptJournal> {
        self.fold(entry).map_err(|why| CorruptJournal { number: self.seq + 1, why })
    }

    fn view(&self, who: Option<PlayerId>, with: &Circumstances, known: Known) -> TableView {
        self.seen_by(who, with, known)
    }

    fn summary(&self) -> Summary {
        self.summed_up()
    }

    fn record(&self) -> Option<String> {
        self.on_paper()
    }

    fn again(&self) -> Opening {
        self.same_again()
    }
}
