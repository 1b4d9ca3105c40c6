//! Processing an event: decide, apply, commit, then notify.

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
    /// The caller has to store this, and then to call [`Session::committed`] or [`Session::failed`].
    Commit(Box<Commit>),
    /// The table decided on an entry that can't be applied, which is a bug. Nothing is to be stored; the caller has to
    /// restore the table from the store and hand it to [`Session::failed`].
    Broken(JournalError),
}

/// Entries that have to be made durable, all or none.
#[derive(Debug)]
pub struct Commit {
    /// The number of the entry that they come after.
    pub after: u64,
    /// The entries, at least one.
    pub entries: Vec<Entry>,
    /// The table's summary for lists after these entries.
    pub summary: Summary,
    /// How much of the summary is new.
    pub change: Change,
    /// A table that has to be opened in the same transaction (a rematch): either both are stored or neither.
    pub opens: Option<NewTable>,
}

/// How much of a table's summary has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing, not even the time of the latest change: nobody may notice these entries.
    Nothing,
    /// The time of the latest change, and `to_act`.
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
    /// Its summary for lists after these entries.
    pub summary: Summary,
}

/// A commit that is being stored.
pub(super) struct Pending {
    answer: Option<Answer>,
    summary: Summary,
}

/// The connection to answer once a command is durable.
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

    /// A person may have changed their name or colour.
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
        // If it can't be stored, the person's next command carries the new name.
        let entries = self.room.renamed(&person, &self.context);
        if entries.is_empty() { Step::Done } else { self.begin(entries, None) }
    }

    /// A person who is being forgotten leaves: before the start their chair becomes free, during the game a bot plays
    /// on. Nothing happens if they don't sit at this table.
    pub fn leaves(&mut self, who: PlayerId, moment: Moment) -> Step {
        self.at(moment);
        let mut seats = (0..=u8::MAX).map_while(|seat| Seat::try_from(seat).ok());
        let person = seats.find_map(|seat| self.room.person_at(seat).filter(|person| person.id == who));
        let Some(person) = person.cloned() else { return Step::Done };
        let command = Command { id: "leave".to_owned(), on: self.room.version(), action: Action::Leave };
        // The command is refused once the game is over; then nothing has to be done.
        let mut entries = self.room.decide(&person, &command, &self.context).unwrap_or_default();
        entries.iter_mut().for_each(|entry| entry.command = None);
        self.begin(entries, None)
    }

    /// A bot has replied to its task.
    pub fn reply(&mut self, reply: &BotReply, moment: Moment) -> Step {
        self.at(moment);
        let entries = self.room.accept_reply(reply, &self.context);
        self.begin(entries, None)
    }

    /// Time has passed: carries out the first thing that is due. To be called again until it returns [`Step::Done`].
    pub fn tick(&mut self, moment: Moment) -> Step {
        self.at(moment);
        let entries = self.room.tick(&self.context);
        self.begin(entries, None)
    }

    /// Begins a commit. The entries are applied first, so that one that can't be applied is never stored.
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

    /// The commit is durable: queues the frames that tell everybody.
    pub fn committed(&mut self) {
        let Some(Pending { answer, summary }) = self.pending.take() else { return };
        let people_changed = summary.people != self.summary.people;
        self.summary = summary;
        if people_changed {
            self.people_changed();
        }
        self.finish(answer);
    }

    /// The commit could not be stored, or nobody knows: the table goes on from `room`, which was restored from the stored
    /// journal. If the command is there, it is answered as done.
    pub fn failed(&mut self, refusal: Refusal, room: Box<dyn Room>) {
        let answer = self.pending.take().and_then(|pending| pending.answer);
        self.room = room;
        self.summary = self.room.summary();
        self.in_flight.clear();
        self.people_changed();
        self.send_news();
        let Some(answer) = answer else { return };
        let person = self.connections.get(&answer.to).and_then(|connection| connection.person.as_ref());
        match person.and_then(|person| self.room.version_after(person.id, &answer.id)) {
            Some(version) => self.done(answer, version),
            None => drop(self.refuse(answer, refusal)),
        }
    }

    /// Queues the updates first and then the answer, so that a client that learns that its command is done has already
    /// seen the result.
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
