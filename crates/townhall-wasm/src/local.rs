//! A table that this engine runs: a session and its viewers.

use std::sync::Arc;

use litemap::LiteMap;
use townhall_table::{
    Catalogue, Json, Session,
    journal::{self, JournalError, Millis, PlayerId},
    protocol::Code,
    protocol::{Command, Refusal},
    room::{self, Patience, Room},
    session::{self, ConnectionId, Step},
    task::{BotReply, Task, TaskKey},
};

use crate::{
    answer::{Card, Commit, Effects, Sent, Stored},
    request::{Moment, Player, ToThink},
};

/// Delays that never expire: people who share a device are never away while one of them plays.
pub(crate) const UNLIMITED_PATIENCE: Patience = Patience { takeover: Millis::MAX / 4, vote: Millis::MAX / 4 };

/// A table that this engine runs.
pub(crate) struct LocalTable {
    catalogue: Arc<Catalogue>,
    code: String,
    game: String,
    session: Session,
    connections: LiteMap<PlayerId, ConnectionId>,
    /// The keys of the tasks that were returned to the worker and are still pending.
    handed_out: Vec<TaskKey>,
}

/// Returns a room from the texts of its journal, with the id of its game.
pub(crate) fn restore(
    catalogue: &Catalogue,
    code: &str,
    journal: &[String],
) -> Result<(Box<dyn Room>, String), JournalError> {
    let entries = journal::read(journal)?;
    let room = catalogue.restore(code, &entries)?;
    let game = match entries.into_iter().next().map(|entry| entry.kind) {
        Some(journal::EntryKind::Opened { game, .. }) => game,
        _ => String::new(),
    };
    Ok((room, game))
}

/// Returns the refusal for a journal that can't be read.
pub(crate) fn unreadable(error: &JournalError) -> Refusal {
    Refusal::new(Code::Unreadable, error.to_string())
}

/// Returns the stored form of entries.
pub(crate) fn texts(entries: &[journal::Entry]) -> Result<Vec<String>, Refusal> {
    let texts = entries.iter().map(journal::Entry::to_json).collect::<Result<_, _>>();
    texts.map_err(|error| Refusal::new(Code::Internal, error.to_string()))
}

/// Returns the form in which the worker stores a new table.
pub(crate) fn stored(table: room::NewTable) -> Result<Stored, Refusal> {
    let room::NewTable { code, game, entries, summary } = table;
    Ok(Stored { code: code.to_string(), entries: texts(&entries)?, card: Card::new(&game, summary) })
}

fn moment(Moment { now, entropy }: Moment) -> session::Moment {
    // Tables on a device have no time limits, so the time for which the device was suspended does not count.
    session::Moment { now, entropy, lost: 0 }
}

impl LocalTable {
    /// Restores a table from its journal.
    pub(crate) fn restore(
        catalogue: &Arc<Catalogue>,
        code: String,
        journal: &[String],
        at: Moment,
    ) -> Result<Self, Refusal> {
        let (room, game) = restore(catalogue, &code, journal).map_err(|error| unreadable(&error))?;
        let session = Session::new(Arc::clone(catalogue), code.clone(), room, UNLIMITED_PATIENCE, moment(at));
        let catalogue = Arc::clone(catalogue);
        let (connections, handed_out) = (LiteMap::new(), Vec::new());
        Ok(Self { catalogue, code, game, session, connections, handed_out })
    }

    pub(crate) fn room(&self) -> &dyn Room {
        self.session.room()
    }

    /// Connects a viewer. A viewer who was connected already is sent the whole table again.
    pub(crate) fn connect(&mut self, player: Player, since: u64, at: Moment) -> Result<Effects, Refusal> {
        let person = journal::Person::from(player);
        let id = person.id;
        if let Some(old) = self.connections.remove(&id) {
            self.session.disconnect(old, moment(at));
        }
        let connection = self.session.connect(Some(person), since, moment(at));
        self.connections.insert(id, connection);
        self.effects(Step::Done, at.now)
    }

    pub(crate) fn command(
        &mut self,
        player: PlayerId,
        command: Command,
        at: Moment,
    ) -> Result<Effects, Refusal> {
        let Some(&connection) = self.connections.get(&player) else {
            return Err(Refusal::new(Code::Nobody, "this player is not connected to the table"));
        };
        let step = self.session.command(connection, command, moment(at));
        self.effects(step, at.now)
    }

    pub(crate) fn reply(&mut self, reply: &BotReply, at: Moment) -> Result<Effects, Refusal> {
        self.handed_out.retain(|key| *key != reply.key);
        let step = self.session.reply(reply, moment(at));
        self.effects(step, at.now)
    }

    pub(crate) fn bot_failed(&mut self, key: TaskKey, at: Moment) -> Result<Effects, Refusal> {
        self.handed_out.retain(|other| *other != key);
        self.session.bot_failed(key);
        self.effects(Step::Done, at.now)
    }

    pub(crate) fn tick(&mut self, at: Moment) -> Result<Effects, Refusal> {
        let step = self.session.tick(moment(at));
        self.effects(step, at.now)
    }

    pub(crate) fn committed(&mut self, at: Moment) -> Result<Effects, Refusal> {
        self.session.committed();
        self.effects(Step::Done, at.now)
    }

    pub(crate) fn failed(&mut self, journal: &[String], at: Moment) -> Result<Effects, Refusal> {
        let (room, _) = restore(&self.catalogue, &self.code, journal).map_err(|error| unreadable(&error))?;
        self.session.failed(Refusal::new(Code::Internal, "it could not be kept; nothing was changed"), room);
        self.effects(Step::Done, at.now)
    }

    /// Converts a step of the session to the actions that the worker must take.
    fn effects(&mut self, step: Step, now: Millis) -> Result<Effects, Refusal> {
        let commit = match step {
            Step::Done => None,
            Step::Commit(commit) => Some(*commit),
            Step::Broken(error) => return Err(unreadable(&error)),
        };
        let send = self.session.take_outgoing().into_iter().map(|outgoing| self.sent(outgoing)).collect();
        if let Some(session::Commit { after, entries, summary, opens, .. }) = commit {
            let (entries, card) = (texts(&entries)?, Card::new(&self.game, summary));
            let commit = Commit { after, entries, card, opens: opens.map(stored).transpose()? };
            // The tasks of bots follow once the commit is stored.
            return Ok(Effects { commit: Some(commit), send, ..Effects::default() });
        }
        let tasks = self.session.take_tasks(now);
        self.handed_out.retain(|key| self.session.is_wanted(*key));
        self.handed_out.extend(tasks.iter().map(|task| task.key));
        let context = self.session.context();
        let to_think = |Task { key, attempt, pace, .. }: Task| {
            let context = context.clone();
            ToThink { key, attempt, pace, context }
        };
        let think = tasks.into_iter().map(to_think).collect();
        let wanted = self.handed_out.clone();
        Ok(Effects { commit: None, send, think, wanted, due: self.session.due(now) })
    }

    fn sent(&self, outgoing: session::Outgoing) -> Sent {
        let to = self.connections.iter().filter(|(_, connection)| outgoing.to.contains(connection));
        let to = to.map(|(player, _)| player.0).collect();
        // Every frame is JSON, because the session serialised it.
        Sent { to, frame: Json::try_from(outgoing.text).unwrap_or_default() }
    }
}
