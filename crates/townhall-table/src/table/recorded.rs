//! A game that was played elsewhere: its record is checked, and shown.

use serde_json::{Map, Value, json};
use tabletop::{
    Record, Seed,
    record::{DealProof, RawRecord, RecordError, RecordFault, split},
};
use townhall_bots::{BotGame, Level};

use super::{
    Table,
    fold::{FoldError, bad_move},
    match_state::{Dealt, Match},
    names::{LONGEST_NAME, clean_name, shortened},
    occupant::{Occupant, colour_of},
    record::BOTS,
};
use crate::{
    code::TableCode,
    journal::{Entry, EntryKind, Millis},
    protocol::LogWhat,
};

/// A finished game, checked by the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    pub(crate) game: &'static str,
    pub(crate) rules: u32,
    pub(crate) variant: String,
    pub(crate) players: usize,
    pub(crate) record: String,
}

impl PlayedGame {
    /// The code of its table. It follows from the record, so that the same game, brought twice, is the same table; if
    /// another table has the code, the next attempt has another one.
    #[must_use]
    pub fn code(&self, attempt: u64) -> TableCode {
        TableCode::from_entropy(&Seed::from_phrase(&self.record).child(attempt))
    }

    /// Whether the table of this journal shows this game.
    #[must_use]
    pub fn is_shown_by<T: AsRef<str>>(&self, journal: &[T]) -> bool {
        let second = journal.get(1).and_then(|text| Entry::from_json(2, text.as_ref()).ok());
        second.is_some_and(
            |entry| matches!(entry.kind, EntryKind::Recorded { record } if record == self.record),
        )
    }
}

/// The finished game of a record, if it follows the rules, has the right result, and was dealt as it says. Free-form
/// content is dropped: talk, and unknown keys.
pub(crate) fn normalised<G: BotGame>(raw: RawRecord) -> Result<PlayedGame, RecordError> {
    let header = raw.fault(RecordFault::NotRevealed);
    let found = Record::<G>::read(raw)?;
    let outcome = found.replay()?;
    let seed = found.deal.as_ref().and_then(|deal| deal.seed);
    if seed.is_some() {
        found.verify_deal()?;
    }
    if found.rules != G::VERSION {
        let (found, game, known) = (found.rules.to_string(), G::ID, G::VERSION);
        return Err(RecordError { fault: RecordFault::UnknownRules { found, game, known }, ..header });
    }
    let names = found.players.iter().enumerate().map(|(seat, name)| shown_name(name, seat));
    let deal = found.deal.as_ref().filter(|_| seed.is_some());
    let deal = deal.map(|deal| DealProof { commitment: deal.commitment, seed, extra: Map::new() });
    let software = clean_name(&found.software).unwrap_or_default();
    let levels = levels(&found.header_extra, found.players.len());
    let (variant, players) = (G::variant(&found.setup).to_string(), found.players.len());
    let mut record = Record::<G>::new(names.collect(), found.setup.clone(), &software, deal);
    let levels: Vec<Option<String>> =
        levels.iter().map(|level| level.map(|level| level.to_string())).collect();
    record.header_extra.insert(BOTS.to_owned(), json!(levels));
    found.moves().for_each(|(seat, mv)| record.push(seat, mv));
    record.finish(&outcome, seed);
    Ok(PlayedGame { game: G::ID, rules: G::VERSION, variant, players, record: record.to_string() })
}

/// A name of a record as it can be shown; the seat's letter if there is none.
fn shown_name(name: &str, seat: usize) -> String {
    clean_name(shortened(name, LONGEST_NAME)).unwrap_or_else(|_| char::from(b'A' + seat as u8).to_string())
}

/// The levels of the bots, by seat; none for people, and for bots of other programs.
fn levels(extra: &Map<String, Value>, players: usize) -> Vec<Option<Level>> {
    let named = |seat| extra.get(BOTS)?.get(seat)?.as_str()?.parse().ok();
    (0..players).map(named).collect()
}

/// The seed and the commitment of a record's deal, if the record has both.
pub(super) fn dealt<G: BotGame>(record: &Record<G>) -> Option<Dealt> {
    let proof = record.deal.as_ref()?;
    Some(Dealt { seed: proof.seed?, commitment: proof.commitment })
}

impl<G: BotGame> Table<G> {
    /// Shows the game of a record that was checked before.
    pub(super) fn take_record(&mut self, text: &str, version: u64, at: Millis) -> Result<(), FoldError> {
        let record = Record::<G>::read(split(text)?.swap_remove(0))?;
        let players = record.players.len();
        let expected = (self.variant, self.chairs.len());
        if self.game.is_some() || (G::variant(&record.setup), players) != expected {
            return Err(FoldError::OtherMode { players: self.chairs.len() });
        }
        self.seat_recorded(&record);
        let mut game = Match::of(&record.setup, dealt(&record), players, version, at);
        let moves: Vec<_> = record.moves().collect();
        let events = game.play(&moves, version, at).map_err(bad_move)?;
        if !game.is_over() {
            return Err(FoldError::Unfinished);
        }
        self.note(version, at, LogWhat::Started);
        self.tell(version, at, &events);
        self.game = Some(game);
        self.recorded = Some(text.to_owned());
        Ok(())
    }

    /// Seats those who played a recorded game.
    pub(super) fn seat_recorded(&mut self, record: &Record<G>) {
        let levels = levels(&record.header_extra, record.players.len());
        let seats = record.players.iter().zip(levels).enumerate();
        let occupant = |(seat, (name, level)): (usize, (&String, Option<Level>))| {
            let name = shown_name(name, seat);
            match level {
                Some(level) => Occupant::Bot { name, level, colour: colour_of(seat) },
                None => Occupant::Recorded { name },
            }
        };
        self.chairs = seats.map(occupant).collect();
    }
}
