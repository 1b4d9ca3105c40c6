//! What happens at a table: decided, applied, stored, and then told.

use tabletop::Seat;

use super::{Answered, ConnectionId, Moment, OutgoingKind, Session};
use crate::{
    journal::{Entry, EntryKind, JournalError, Millis, Person, PlayerId},
    protocol::{Action, Code, Command, Frame, Refusal},
    room::{Room, Summary},
    task::BotReply,
};

/// What has to be done before the session goes on.
#[derive(Debug)]
pub enum Step {
    /// Nothing.
    Done,
    /// This has to be stored; then [`Session::committed`] or [`Session::failed`] is called.
    Commit(Box<Commit>),
    /// The table decided on what can't be applied, which is a fault of ours. Nothing is to be stored; it has to be read
    /// anew and handed to [`Session::failed`].
    Broken(JournalError),
}

/// Entries that have to be made durable, all or none.
#[derive(Debug)]
pub struct Commit {
    /// The number of the entry that they come after.
    pub after: u64,
    /// The entries, at least one.
    pub entries: Vec<Entry>,
    /// What lists say of the table after them.
    pub summary: Summary,
    /// How much of the summary is new.
    pub change: Change,
    /// A table that has to be opened in the same transaction: it has no journal if the entries are not stored.
    pub opens: Option<NewTable>,
}

/// How much of what lists say of a table is new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing, not even that something happened: nobody may notice it.
    Nothing,
    /// When it happened, and `to_act`.
    Turn,
    /// Everything.
    Everything,
}

/// A new table.
#[derive(Clone, PartialEq, Debug)]
pub struct NewTable {
    /// Its code.
    pub code: String,
    /// The id of its game.
    pub game: String,
    /// Its first entries, at least one.
    pub entries: Vec<Entry>,
    /// What lists say of it after them.
    pub summary: Summary,
}

/// A commit that is being stored.
pub(super) struct Pending {
    answer: Option<Answer>,
    summary: Summary,
}

/// Whom to answer once a command is durable.
struct Answer {
    to: ConnectionId,
    id: String,
    is_move: bool,
}

impl Commit {
    /// When the latest of the entries was written.
    #[must_use]
    pub fn at(&self) -> Millis {
        self.entries.last().map_or(0, |entry| entry.at)
    }
}

impl Session {
    /// Somebody sent a command.
    pub fn command(&mut self, from: ConnectionId, command: Command, moment: Moment) -> Step {
        self.at(moment);
        let Some(connection) = self.connections.get(&from) else { return Step::Done };
        let is_move = matches!(command.action, Action::Move { .. });
        let answer = Answer { to: from, id: command.id.clone(), is_move };
        let Some(person) = connection.person.clone() else {
            let refusal = Refusal::new(Code::Nobody, "expected somebody with a name");
            return self.refuse(answer, refusal);
        };
        if let Some(version) = self.room.version_after(person.id, &command.id) {
            self.done(answer, version);
            return Step::Done;
        }
        match self.room.decide(&person, &command, &self.context) {
            Ok(entries) => self.begin(entries, Some(answer)),
            Err(refusal) => self.refuse(answer, refusal),
        }
    }

    /// A person may have another name or colour now.
    pub fn renamed(&mut self, person: Person, moment: Moment) -> Step {
        self.at(moment);
        for connection in self.connections.values_mut() {
            if let Some(known) = connection.person.as_mut().filter(|known| known.id == person.id) {
                known.clone_from(&person);
            }
        }
        if !self.summary.people.contains(&person.id) {
            return Step::Done;
        }
        // If it can't be stored, the person's next command brings the name along.
        let entries = self.room.renamed(&person, &self.context);
        if entries.is_empty() { Step::Done } else { self.begin(entries, None) }
    }

    /// A person leaves whom nobody can be any more: before the start their chair is free again, during the game a bot
    /// plays on. Nothing happens if they don't sit here.
    pub fn leaves(&mut self, who: PlayerId, moment: Moment) -> Step {
        self.at(moment);
        let mut seats = (0..=u8::MAX).map_while(|seat| Seat::try_from(seat).ok());
        let person = seats.find_map(|seat| self.room.person_at(seat).filter(|person| person.id == who));
        let Some(person) = person.cloned() else { return Step::Done };
        let command = Command { id: "leave".to_owned(), on: self.room.version(), action: Action::Leave };
        // It is refused once the game is over: then there is nothing to leave.
        let mut entries = self.room.decide(&person, &command, &self.context).unwrap_or_default();
        entries.iter_mut().for_each(|entry| entry.command = None);
        self.begin(entries, None)
    }

    /// A bot has thought about its task.
    pub fn reply(&mut self, reply: &BotReply, moment: Moment) -> Step {
        self.at(moment);
        let entries = self.room.accept_reply(reply, &self.context);
        self.begin(entries, None)
    }

    /// Time has passed: does the first thing that is due. Call it again until it has nothing to do.
    pub fn tick(&mut self, moment: Moment) -> Step {
        self.at(moment);
        let entries = self.room.tick(&self.context);
        self.begin(entries, None)
    }

    /// The entries are applied first, so that one that can't be applied is never stored.
    fn begin(&mut self, entries: Vec<Entry>, answer: Option<Answer>) -> Step {
        if entries.is_empty() {
            self.finish(answer);
            return Step::Done;
        }
        let (after, version) = (self.room.journal_length(), self.room.version());
        let opens = match self.rematch(&entries) {
            Ok(opens) => opens,
            Err(refusal) => return answer.map_or(Step::Done, |answer| self.refuse(answer, refusal)),
        };
        for entry in &entries {
            if let Err(error) = self.room.apply(entry) {
                self.pending = Some(Pending { answer, summary: self.summary.clone() });
                return Step::Broken(error);
            }
        }
        let summary = self.room.summary();
        let change = match summary.differs_only_in_turn(&self.summary) {
            true if self.room.version() == version => Change::Nothing,
            true => Change::Turn,
            false => Change::Everything,
        };
        self.pending = Some(Pending { answer, summary: summary.clone() });
        Step::Commit(Box::new(Commit { after, entries, summary, change, opens }))
    }

    /// The table that a rematch among the entries opens.
    fn rematch(&self, entries: &[Entry]) -> Result<Option<NewTable>, Refusal> {
        let code = entries.iter().find_map(|entry| match &entry.kind {
            EntryKind::Rematch { code } => Some(code),
            _ => None,
        });
        code.map(|code| self.catalogue.set_up(&self.room.rematch(), code, false, &self.context)).transpose()
    }

    /// The commit is durable: everybody is told.
    pub fn committed(&mut self) {
        let Some(Pending { answer, summary }) = self.pending.take() else { return };
        let people_changed = summary.people != self.summary.people;
        self.summary = summary;
        if people_changed {
            self.people_changed();
        }
        self.finish(answer);
    }

    /// The commit could not be stored: the table goes on from `room`, which was read anew from what is stored.
    pub fn failed(&mut self, refusal: Refusal, room: Box<dyn Room>) {
        let answer = self.pending.take().and_then(|pending| pending.answer);
        self.room = room;
        self.summary = self.room.summary();
        self.in_flight.clear();
        self.people_changed();
        self.send_news();
        if let Some(answer) = answer {
            self.refuse(answer, refusal);
        }
    }

    /// The news go first, so that a client that hears that its command is done has seen what came of it.
    fn finish(&mut self, answer: Option<Answer>) {
        self.send_news();
        if let Some(answer) = answer {
            let version = self.room.version();
            self.done(answer, version);
        }
    }

    fn done(&mut self, Answer { to, id, is_move }: Answer, version: u64) {
        self.send(vec![to], OutgoingKind::Answer(Answered::Done { is_move }), &Frame::Done { id, version });
    }

    fn refuse(&mut self, answer: Answer, refusal: Refusal) -> Step {
        let kind = OutgoingKind::Answer(Answered::Refused(refusal.code));
        self.send(vec![answer.to], kind, &Frame::Refused { id: answer.id, refusal });
        Step::Done
    }
}
