//! A table of one game: the fold of its journal, and the actions at it.
//!
//! `match_state` is the game alone, without people: the state, the sealed choices, the moves that can be taken back.
//! The other modules handle the people: their chairs and seats, and their actions.

mod absence;
mod bots;
mod conversation;
mod fold;
mod gallery;
mod hint;
mod lines;
mod lobby;
mod match_state;
mod names;
mod negotiation;
mod occupant;
mod plans;
mod play;
mod record;
mod recorded;
mod replay;
mod talk;
mod turns;
mod view;

use std::collections::VecDeque;

use litemap::LiteMap;
use tabletop::{Game, Seat};
use townhall_bots::BotGame;

use self::{
    conversation::Conversation, lines::Remembered, names::look_alike, occupant::Occupant, turns::Turn,
};
use crate::{
    Json,
    journal::{CommandRef, Entry, EntryKind, JournalError, Millis, Person, PlayerId},
    protocol::{
        Action, Code, Command, LogEntry, LogWhat, Options, Page, Refusal, Remark, TableView, TalkItem,
    },
    room::{Context, Known, Lines, Opening, Room, Summary},
    seen::Seen,
    task::{Attempt, BotReply, HintTask, LookBack, Task, TaskKey},
};

pub use lobby::mode;
pub use match_state::Match;
pub use names::{BOT_NAMES, clean_name};
pub use record::{BOTS, SOFTWARE};
pub use recorded::PlayedGame;
pub(crate) use recorded::normalised;
pub(crate) use replay::{Resumed, replayed, resumed};

/// The number of commands of each person that are remembered, so that none is carried out twice.
const REMEMBERED: usize = 64;

/// The result of a decision: the entries to be written, or the refusal.
type Decision = Result<Vec<EntryKind>, Refusal>;

/// A table at which one game is played.
pub struct Table<G: Game> {
    code: String,
    journal_length: u64,
    version: u64,
    variant: G::Variant,
    options: Options,
    /// The game's own part of the options.
    own_options: G::Options,
    host: PlayerId,
    /// Whether the host has left while no other person could become the host.
    host_left: bool,
    /// Before the start by chair, from then on by seat; automata are not among them.
    chairs: Vec<Occupant>,
    game: Option<Match<G>>,
    log: Remembered<LogEntry>,
    talk: Remembered<TalkItem>,
    /// The latest lines of spectators.
    gallery: VecDeque<(Person, Remark)>,
    /// The number of lines that spectators have written in all.
    remarks: usize,
    conversation: Conversation<G::Move>,
    /// The people whom the host has sent away, and when.
    sent_away: LiteMap<PlayerId, Millis>,
    /// The people who have declined an invitation, or have left.
    declined: Vec<PlayerId>,
    /// By seat, once the game has begun.
    turns: Vec<Turn>,
    /// The votes to let a bot play for a player who is away.
    votes: Vec<Vote>,
    rematch: Option<String>,
    /// The seat of the player who opened the rematch.
    rematch_by: Option<Seat>,
    /// The record of a game that was played elsewhere.
    recorded: Option<String>,
    /// The latest commands of each person, with the version after each.
    done: LiteMap<PlayerId, VecDeque<(String, u64)>>,
}

/// A vote to let a bot play for a player who is away.
#[derive(Clone, Copy, Debug)]
struct Vote {
    by: Seat,
    seat: Seat,
    at: Millis,
}

impl<G: BotGame> Table<G> {
    /// A table to which no entry was applied yet.
    #[must_use]
    pub fn new(code: &str) -> Self {
        Self {
            code: code.to_owned(),
            journal_length: 0,
            version: 0,
            variant: G::variants()[0],
            options: Options::default(),
            own_options: G::Options::default(),
            host: PlayerId(0),
            host_left: false,
            chairs: Vec::new(),
            game: None,
            log: Remembered::default(),
            talk: Remembered::default(),
            gallery: VecDeque::new(),
            remarks: 0,
            conversation: Conversation::default(),
            sent_away: LiteMap::new(),
            declined: Vec::new(),
            turns: Vec::new(),
            votes: Vec::new(),
            rematch: None,
            rematch_by: None,
            recorded: None,
            done: LiteMap::new(),
        }
    }

    /// The chair, or from the start on the seat, of a person.
    fn chair_of(&self, who: PlayerId) -> Option<usize> {
        self.chairs.iter().position(|occupant| occupant.person().is_some_and(|person| person.id == who))
    }

    /// The seat of a person who sits at the table.
    fn seated(&self, who: PlayerId) -> Result<Seat, Refusal> {
        let chair = self.chair_of(who).and_then(|chair| u8::try_from(chair).ok());
        chair
            .and_then(|chair| Seat::try_from(chair).ok())
            .ok_or_else(|| Refusal::new(Code::NotSeated, "expected a player of this table"))
    }

    fn occupant(&self, seat: Seat) -> &Occupant {
        self.chairs.get(seat.index()).unwrap_or(&Occupant::Vacant)
    }

    /// The match, once the game has begun.
    fn begun(&self) -> Result<&Match<G>, Refusal> {
        self.game.as_ref().ok_or_else(|| Refusal::new(Code::NotBegun, "the game has not begun yet"))
    }

    /// The match, while the game is being played.
    fn playing(&self) -> Result<&Match<G>, Refusal> {
        let game = self.begun()?;
        if game.is_over() { Err(Refusal::new(Code::Over, "the game is over")) } else { Ok(game) }
    }

    fn act(&self, who: &Person, command: &Command, context: &Context) -> Decision {
        match &command.action {
            Action::Sit { chair } => self.sit(who, *chair, context.now),
            Action::Leave => self.leave(who.id),
            Action::SeatBot { chair, level } => self.seat_bot(who.id, *chair, level),
            Action::ClearChair { chair } => self.clear_chair(who.id, *chair),
            Action::SwapChairs { chairs } => self.swap_chairs(who.id, *chairs),
            Action::Configure { variant, players, options } => {
                self.configure(who.id, variant, *players, options, context.now)
            }
            Action::Start => self.start(who.id, context.entropy),
            Action::VoteReplace { seat } => self.vote(self.seated(who.id)?, *seat, context),
            Action::Return => self.come_back(self.seated(who.id)?),
            Action::Away { until } => self.go_away(self.seated(who.id)?, *until, context.now),
            Action::Rematch => self.open_rematch(self.seated(who.id)?, context),
            Action::Say { text } if self.game.is_some() && self.chair_of(who.id).is_none() => {
                self.remark(who, text)
            }
            Action::React { reaction } if self.game.is_some() && self.chair_of(who.id).is_none() => {
                self.remark_by_reaction(who, *reaction)
            }
            _ => self.act_as_person(self.seated(who.id)?, command),
        }
    }

    /// Decides on an action that the person or bot who plays a seat can take.
    fn act_on_seat(&self, seat: Seat, action: &Action, reason: Option<Json>) -> Decision {
        match action {
            Action::Move { mv } => self.make_move(seat, mv),
            Action::Unseal => self.unseal(seat),
            Action::Undo => self.undo(seat),
            Action::Wait { on } => self.wait(seat, *on),
            Action::Say { text } => self.say(seat, text),
            Action::React { reaction } => self.react(seat, *reaction),
            Action::Signal { signal, to } => self.signal(seat, signal, *to),
            Action::Propose { seat: to, mv } => self.propose(seat, *to, mv, reason),
            Action::Answer { proposal, agree } => self.answer(seat, *proposal, *agree, reason),
            Action::Withdraw { proposal } => self.withdraw(seat, *proposal),
            _ => Err(Refusal::new(Code::Malformed, "only people do this")),
        }
    }

    /// Adds a line to the log.
    fn note(&mut self, version: u64, at: Millis, what: LogWhat) {
        self.log.push(LogEntry { version, at, what });
    }

    /// The entry that renames a person, if their name or colour is not the one that the table has. During a game
    /// everybody keeps the name and colour with which they began, and a name that could be mistaken for another's is
    /// not taken over.
    fn rename(&self, who: &Person) -> Option<EntryKind> {
        let mut people = self.chairs.iter().filter_map(Occupant::person);
        let known = people.find(|person| person.id == who.id)?;
        let may = self.game.is_none() && known != who && !self.is_name_taken(who);
        may.then(|| EntryKind::Renamed { person: who.clone() })
    }

    /// Whether another player of the table has a name that could be mistaken for this person's.
    fn is_name_taken(&self, who: &Person) -> bool {
        let mut others = self.chairs.iter().filter_map(Occupant::person).filter(|other| other.id != who.id);
        others.any(|other| look_alike(&other.name, &who.name))
    }
}

/// The entries of a decision, with the time `now`.
fn entries(now: Millis, kinds: Vec<EntryKind>) -> Vec<Entry> {
    kinds.into_iter().map(|kind| Entry { at: now, kind, command: None }).collect()
}

impl<G: BotGame> Room for Table<G> {
    fn journal_length(&self) -> u64 {
        self.journal_length
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn version_after(&self, who: PlayerId, command: &str) -> Option<u64> {
        let done = self.done.get(&who)?;
        done.iter().rev().find(|(id, _)| id == command).map(|&(_, version)| version)
    }

    fn decide(&self, who: &Person, command: &Command, context: &Context) -> Result<Vec<Entry>, Refusal> {
        let mut kinds = self.act(who, command, context)?;
        if !kinds.is_empty() {
            // The renaming comes first, so that the following entries are shown with the new name.
            kinds.splice(0..0, self.rename(who));
            kinds.splice(0..0, self.unserved(context));
        }
        let mut entries = entries(context.now, kinds);
        if let Some(last) = entries.last_mut() {
            last.command = Some(CommandRef { by: who.id, id: command.id.clone() });
        }
        Ok(entries)
    }

    fn renamed(&self, who: &Person, context: &Context) -> Vec<Entry> {
        entries(context.now, self.rename(who).into_iter().collect())
    }

    fn invite(&self, by: PlayerId, guest: &Person, context: &Context) -> Result<Vec<Entry>, Refusal> {
        Ok(entries(context.now, self.invited(by, guest)?))
    }

    fn accept_reply(&self, reply: &BotReply, context: &Context) -> Vec<Entry> {
        let mut kinds = self.replied(reply, context);
        if !kinds.is_empty() {
            kinds.splice(0..0, self.unserved(context));
        }
        entries(context.now, kinds)
    }

    fn tick(&self, context: &Context) -> Vec<Entry> {
        entries(context.now, self.overdue(context))
    }

    fn due(&self, context: &Context) -> Option<Millis> {
        self.next_due(context).map(|(at, _)| at)
    }

    fn clock_runs(&self, context: &Context) -> bool {
        self.people_there(context).next().is_some()
    }

    fn pending_tasks(&self, context: &Context) -> Vec<TaskKey> {
        self.task_keys(context)
    }

    fn task(&self, key: TaskKey, attempt: Attempt, context: &Context) -> Option<Task> {
        self.task_of(key, attempt, context)
    }

    fn hint(&self, who: PlayerId) -> Result<HintTask, Refusal> {
        self.hint_task(who)
    }

    fn apply(&mut self, entry: &Entry) -> Result<(), JournalError> {
        let number = self.journal_length + 1;
        self.fold(entry).map_err(|error| JournalError::DoesNotFollow { number, why: error.to_string() })
    }

    fn view(&self, who: Option<PlayerId>, context: &Context, lines: Lines) -> TableView {
        self.view_with(self.own(who), context, lines)
    }

    fn seen(&self, viewers: &[Option<PlayerId>], context: &Context, known: Known) -> Seen {
        self.parts_seen(viewers, context, known)
    }

    fn log_before(&self, before: usize, most: usize) -> Page<LogEntry> {
        self.log.before(before, most)
    }

    fn talk_before(&self, before: usize, most: usize) -> Page<TalkItem> {
        self.talk.before(before, most)
    }

    fn summary(&self) -> Summary {
        self.summed_up()
    }

    fn look_back(&self, who: Option<PlayerId>) -> Result<LookBack, Refusal> {
        self.steps_so_far(who)
    }

    fn record(&self) -> Option<String> {
        self.finished_record()
    }

    fn host(&self) -> PlayerId {
        self.host
    }

    fn person_at(&self, seat: Seat) -> Option<&Person> {
        self.occupant(seat).person()
    }

    fn gallery(&self) -> &VecDeque<(Person, Remark)> {
        &self.gallery
    }

    fn rematch(&self, by: Option<Seat>) -> Opening {
        self.opening_again(by)
    }
}
