//! Games that were played elsewhere and are to be shown at a table: read from record files, checked by the rules.

use tabletop::{
    Seat, Viewer,
    record::{RawRecord, RecordError, RecordFault, split},
};

use crate::{
    catalogue::{Catalogue, Listed},
    code::TableCode,
    journal::{Entry, EntryKind, Millis, Options, Person, PlayerId},
    protocol::{Code, Refusal, Replay},
    room::{Context, NewTable, Opening},
    table::{PlayedGame, Resumed},
};

/// The most games that are read from one file.
const MOST_GAMES: usize = 100;

/// The continuation of a recorded game by a guest.
#[derive(Clone, Debug)]
pub struct GoOn {
    /// The number of moves that are kept. Within a step, the game continues from before that step.
    pub moves: usize,
    /// The guest who continues the game.
    pub person: Person,
    /// The guest's seat.
    pub seat: Seat,
    /// The level of the bots on all other seats.
    pub level: String,
}

impl Catalogue {
    /// The games of a record file: all of them are finished, follow the rules, and have the right result.
    ///
    /// # Errors
    /// The first line that is wrong, and why: [`Code::BadRecord`].
    pub fn played_games(&self, file: &str) -> Result<Vec<PlayedGame>, Refusal> {
        let records = split(file).map_err(|error| bad_record(&error))?;
        if records.len() > MOST_GAMES {
            let detail = format!("expected at most {MOST_GAMES} games, found {}", records.len());
            return Err(Refusal::new(Code::TooLarge, detail));
        }
        let check = |raw: RawRecord| {
            let listed = self.listed_in(&raw)?;
            (listed.normalised)(raw)
        };
        records.into_iter().map(|raw| check(raw).map_err(|error| bad_record(&error))).collect()
    }

    /// The first game of a record file, step by step, as a viewer was shown it.
    ///
    /// # Errors
    /// The first invalid line, or that the viewer's seat had no player: [`Code::BadRecord`].
    pub fn replay(&self, file: &str, viewer: Viewer) -> Result<Replay, Refusal> {
        let show = || -> Result<_, RecordError> {
            let raw = split(file)?.swap_remove(0);
            let listed = self.listed_in(&raw)?;
            (listed.replayed)(raw, viewer)
        };
        let (steps, fault) = show().map_err(|error| bad_record(&error))?;
        Ok(Replay { steps, fault: fault.as_ref().map(bad_record) })
    }

    /// A new table at which a guest goes on from a moment of the first game of a record file, against bots, with its
    /// entries, which are to be stored. Hidden cards and tiles stay as they were dealt.
    ///
    /// # Errors
    /// The record is invalid or does not prove its deal ([`Code::BadRecord`]), or there are no bots of this level.
    pub fn go_on(
        &self,
        file: &str,
        from: &GoOn,
        code: TableCode,
        context: &Context,
    ) -> Result<NewTable, Refusal> {
        let resume = || -> Result<_, RecordError> {
            let raw = split(file)?.swap_remove(0);
            (self.listed_in(&raw)?.resumed)(raw, from.seat, from.moves)
        };
        let Resumed { game, variant, players, entries } = resume().map_err(|error| bad_record(&error))?;
        let chair = from.seat.index();
        let others = (0..players).filter(|&other| other != chair);
        let opening = Opening {
            people: vec![(chair, from.person.clone())],
            bots: others.map(|chair| (chair, from.level.clone())).collect(),
            ..Opening::new(game, variant, players, from.person.clone())
        };
        let mut table = self.set_up(&opening, code, false, context)?;
        table.entries.extend(entries.into_iter().map(|kind| Entry { at: context.now, kind, command: None }));
        let room = self.restore(&code.to_string(), &table.entries);
        let room = room.map_err(|error| Refusal::new(Code::Internal, error.to_string()))?;
        Ok(NewTable { summary: room.summary(), ..table })
    }

    /// The game that a record is of.
    fn listed_in(&self, raw: &RawRecord) -> Result<&Listed, RecordError> {
        self.listed(raw.game()).ok_or_else(|| {
            let known: Vec<_> = self.games().map(|game| game.id.as_str()).collect();
            let (found, expected) = (raw.game().to_owned(), known.join(" or "));
            raw.fault(RecordFault::UnknownGame { found, expected })
        })
    }

    /// A table that shows a game, with its entries, which are to be stored. It belongs to the guest who brought the game.
    ///
    /// # Errors
    /// [`Code::Internal`]: the game is not of this catalogue.
    pub fn show(
        &self,
        played: &PlayedGame,
        host: PlayerId,
        attempt: u64,
        now: Millis,
    ) -> Result<NewTable, Refusal> {
        let PlayedGame { game, rules, variant, players, record } = played.clone();
        let options = Options::default();
        let opened = EntryKind::Opened { game: game.to_owned(), rules, variant, players, options, host };
        let kinds = [opened, EntryKind::Recorded { record }];
        let entries = Vec::from(kinds.map(|kind| Entry { at: now, kind, command: None }));
        let code = played.code(attempt);
        let room = self.restore(&code.to_string(), &entries);
        let room = room.map_err(|error| Refusal::new(Code::Internal, error.to_string()))?;
        Ok(NewTable { code, game: game.to_owned(), entries, summary: room.summary() })
    }
}

/// The fault of a record as a refusal: the number of the line, and the kind of fault.
#[must_use]
pub fn bad_record(error: &RecordError) -> Refusal {
    let fault = match &error.fault {
        RecordFault::Unfinished { .. } => "unfinished",
        RecordFault::UnknownGame { .. }
        | RecordFault::UnknownRules { .. }
        | RecordFault::UnknownVersion(_)
        | RecordFault::Variant(_) => "unknown",
        RecordFault::NoSuchSeat { .. }
        | RecordFault::MoveText { .. }
        | RecordFault::IllegalMove { .. }
        | RecordFault::AfterResult(_) => "move",
        RecordFault::WrongResult { .. } | RecordFault::NotOver { .. } => "result",
        RecordFault::WrongCommitment { .. } | RecordFault::WrongSetup => "deal",
        RecordFault::NotRevealed => "seed",
        _ => "form",
    };
    let detail = format!("line {}: {}", error.line, error.fault);
    Refusal::new(Code::BadRecord, detail).with("line", error.line).with("fault", fault)
}
