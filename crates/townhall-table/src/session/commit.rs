//! Processing an event: decide, apply, commit, then notify.

use tabletop::Seat;

use super::{
    Answered, ConnectionId, Moment, OutgoingKind, Session,
    notices::{self, Notice},
};
use crate::{
    code::NoCode,
    journal::{Entry, EntryKind, JournalError, Millis, Person, PlayerId},
    protocol::{Action, Code, Command, Frame, Refusal},
    room::{NewTable, Room, Summary},
    task::BotReply,
};

/// The caller's next step, before it reports another event.
#[derive(Debug)]
pub enum Step {
    /// Nothing.
    Done,
    /// The caller has to store these entries, and then to call [`Session::committed`] or [`Session::failed`].
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
    /// Whom the entries concern who may not be looking. They have to be stored in the same transaction. If a table is opened,
    /// invitations are to that table.
    pub notices: Vec<Notice>,
}

/// How much of a table's summary has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing, not even the time of the latest change: other players must not notice these entries.
    Nothing,
    /// The time of the latest change, whose turn it is, and until when.
    Turn,
    /// Everything.
    Everything,
}

/// A command that was sent on a connection.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The connection.
    pub from: ConnectionId,
    /// The command.
    pub command: Command,
    /// When it arrived.
    pub moment: Moment,
}

/// A commit that is being stored.
pub(super) struct Pending {
    answers: Vec<CommandAnswer>,
    summary: Summary,
}

/// The answer to a command, sent once the command's entries are durable.
struct CommandAnswer {
    to: ConnectionId,
    id: String,
    is_move: bool,
    /// The version after it, or the refusal.
    result: Result<u64, Refusal>,
}

/// Entries that are not committed yet. The table has applied them already.
struct Draft {
    /// The journal's length before.
    after: u64,
    /// The table's version before.
    version: u64,
    entries: Vec<Entry>,
    opens: Option<NewTable>,
    /// The error, if an entry could not be applied.
    broken: Option<JournalError>,
}

impl Commit {
    /// When the latest of the entries was written.
    #[must_use]
    pub fn at(&self) -> Millis {
        self.entries.last().map_or(0, |entry| entry.at)
    }
}

impl Session {
    /// A client sent a command.
    pub fn command(&mut self, from: ConnectionId, command: Command, moment: Moment) -> Step {
        self.commands([Sent { from, command, moment }])
    }

    /// Commands were sent, in this order. They are committed together: each is decided on the table as those before it
    /// left it, and all are answered at the end.
    pub fn commands(&mut self, sent: impl IntoIterator<Item = Sent>) -> Step {
        let (mut draft, mut answers) = (self.draft(), Vec::new());
        for Sent { from, command, moment } in sent {
            self.at(moment);
            let Some(connection) = self.connections.get_mut(&from) else { continue };
            let result = match (connection.person.clone(), &command.action) {
                (Some(_), &Action::Look { in_view }) => {
                    connection.in_view = in_view;
                    Ok(self.room.version())
                }
                (Some(person), _) => self.decide(&person, &command, &mut draft),
                (None, _) => Err(Refusal::new(Code::Nobody, "expected a guest with a name")),
            };
            let is_move = matches!(command.action, Action::Move { .. });
            answers.push(CommandAnswer { to: from, id: command.id, is_move, result });
        }
        self.commit(draft, answers)
    }

    fn decide(&mut self, person: &Person, command: &Command, draft: &mut Draft) -> Result<u64, Refusal> {
        if draft.broken.is_some() {
            // The table can't decide until it is restored; then all commands are answered.
            return Err(Refusal::new(Code::Internal, "the table is being restored"));
        }
        if let Some(version) = self.room.version_after(person.id, &command.id) {
            return Ok(version);
        }
        let entries = self.room.decide(person, command, &self.context)?;
        self.add(entries, draft)
    }

    /// A person may have changed their name or colour.
    pub fn renamed(&mut self, person: Person, moment: Moment) -> Step {
        self.at(moment);
        let mut is_new = false;
        for (_, connection) in self.connections.iter_mut() {
            let known = connection.person.as_mut().filter(|known| known.id == person.id);
            if let Some(known) = known.filter(|known| **known != person) {
                known.clone_from(&person);
                is_new = true;
            }
        }
        if let Some(name) = self.context.names.get_mut(&person.id) {
            name.clone_from(&person.name);
        }
        // If it can't be stored, the person's next command carries the new name. Of people who watch, nothing is stored.
        let plays = self.summary.people.contains(&person.id);
        let entries = if plays { self.room.renamed(&person, &self.context) } else { Vec::new() };
        if entries.is_empty() && !is_new { Step::Done } else { self.begin(entries) }
    }

    /// The host of the table invites a person. They are notified, unless they are connected.
    ///
    /// # Errors
    /// As [`Room::invite`].
    pub fn invite(&mut self, by: PlayerId, guest: &Person, moment: Moment) -> Result<Step, Refusal> {
        self.at(moment);
        let entries = self.room.invite(by, guest, &self.context)?;
        Ok(self.begin(entries))
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
        self.begin(entries)
    }

    /// A bot has replied to its task.
    pub fn reply(&mut self, reply: &BotReply, moment: Moment) -> Step {
        self.at(moment);
        let entries = self.room.accept_reply(reply, &self.context);
        self.begin(entries)
    }

    /// Time has passed: carries out the first thing that is due. To be called again until it returns [`Step::Done`].
    pub fn tick(&mut self, moment: Moment) -> Step {
        self.at(moment);
        let entries = self.room.tick(&self.context);
        self.begin(entries)
    }

    /// Commits entries that are not the answer to a command.
    fn begin(&mut self, entries: Vec<Entry>) -> Step {
        let mut draft = self.draft();
        // No client waits for an answer, so a refusal to open a rematch has no receiver.
        let _ = self.add(entries, &mut draft);
        self.commit(draft, Vec::new())
    }

    fn draft(&self) -> Draft {
        let (after, version) = (self.room.journal_length(), self.room.version());
        Draft { after, version, entries: Vec::new(), opens: None, broken: None }
    }

    /// Adds entries to a draft, and returns the version after them. They are applied at once, so that one that can't be
    /// applied is never stored.
    fn add(&mut self, entries: Vec<Entry>, draft: &mut Draft) -> Result<u64, Refusal> {
        if let Some(opens) = self.rematch(&entries)? {
            draft.opens = Some(opens);
        }
        for entry in entries {
            if let Err(error) = self.room.apply(&entry) {
                draft.broken = Some(error);
                break;
            }
            draft.entries.push(entry);
        }
        Ok(self.room.version())
    }

    /// Begins the commit of a draft.
    fn commit(&mut self, draft: Draft, answers: Vec<CommandAnswer>) -> Step {
        let Draft { after, version, entries, opens, broken } = draft;
        if let Some(error) = broken {
            self.pending = Some(Pending { answers, summary: self.summary.clone() });
            return Step::Broken(error);
        }
        if entries.is_empty() {
            self.finish(answers);
            return Step::Done;
        }
        let summary = self.room.summary();
        let change = match summary.differs_only_in_turn(&self.summary) {
            true if self.room.version() == version => Change::Nothing,
            true => Change::Turn,
            false => Change::Everything,
        };
        let mut notices = notices::between(&self.summary, &summary, |who| self.is_connected(who));
        let moment = (self.room.version(), self.context.now);
        notices.extend(notices::appointments(Some(&self.summary), &summary, moment));
        notices.extend(notices::invitations(Some(&self.summary), &summary, |who| self.is_connected(who)));
        if let Some(opens) = &opens {
            notices.extend(notices::invitations(None, &opens.summary, |who| self.is_connected(who)));
        }
        self.pending = Some(Pending { answers, summary: summary.clone() });
        Step::Commit(Box::new(Commit { after, entries, summary, change, opens, notices }))
    }

    /// The table that a rematch among the entries opens.
    fn rematch(&self, entries: &[Entry]) -> Result<Option<NewTable>, Refusal> {
        let opens = entries.iter().find_map(|entry| match &entry.kind {
            EntryKind::Rematch { code, by } => Some((code, self.room.rematch(*by))),
            _ => None,
        });
        let Some((code, opening)) = opens else { return Ok(None) };
        let code = code.parse().map_err(|error: NoCode| Refusal::new(Code::Internal, error.to_string()))?;
        self.catalogue.set_up(&opening, code, false, &self.context).map(Some)
    }

    /// The commit is durable: queues the updates, then the answers.
    pub fn committed(&mut self) {
        let Some(Pending { answers, summary }) = self.pending.take() else { return };
        let people_changed = summary.people != self.summary.people;
        self.summary = summary;
        if people_changed {
            self.people_changed();
        }
        self.finish(answers);
    }

    /// The commit could not be stored, or its outcome is unknown: the table goes on from `room`, which was restored from the stored
    /// journal. Commands that are there are answered as done.
    pub fn failed(&mut self, refusal: Refusal, room: Box<dyn Room>) {
        let answers = self.pending.take().map(|pending| pending.answers).unwrap_or_default();
        self.room = room;
        self.summary = self.room.summary();
        self.in_flight.clear();
        self.people_changed();
        self.send_news();
        for mut answer in answers {
            let person = self.connections.get(&answer.to).and_then(|connection| connection.person.as_ref());
            let version = person.and_then(|person| self.room.version_after(person.id, &answer.id));
            answer.result = version.ok_or_else(|| refusal.clone());
            self.answer(answer);
        }
    }

    /// Queues the updates first and then the answers, so that a client has seen the result when it learns that its command is done.
    fn finish(&mut self, answers: Vec<CommandAnswer>) {
        if answers.is_empty() || answers.iter().any(|answer| answer.result.is_ok()) {
            self.send_news();
        }
        answers.into_iter().for_each(|answer| self.answer(answer));
    }

    fn answer(&mut self, CommandAnswer { to, id, is_move, result }: CommandAnswer) {
        let (answered, frame) = match result {
            Ok(version) => (Answered::Done { is_move }, Frame::Done { id, version }),
            Err(refusal) => (Answered::Refused(refusal.code), Frame::Refused { id, refusal }),
        };
        self.send(vec![to], OutgoingKind::Answer(answered), &frame);
    }
}
