//! The catalogue of games. The server is independent of particular games: the program that starts it fills the
//! catalogue.

use serde::Serialize;
use tabletop::{
    Game, Knowledge, ScoreSheet, Seat, Seed, Viewer,
    record::{RawRecord, RecordError},
};
use townhall_bots::BotGame;
use townhall_bots::Level;

use crate::{
    Json,
    code::TableCode,
    journal::{self, Entry, EntryKind, JournalError},
    protocol::{self, Action, Code, Command, Refusal, ReplayStep},
    room::{Context, NewTable, Opening, Room},
    table::{self, PlayedGame, Resumed, Table},
};

/// The games that can be played, in the order in which they are shown.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    games: Vec<Listed>,
}

/// Scores a sheet of a game.
type ScoreFn = fn(&Json) -> Result<Json, Refusal>;

/// Shows a recorded game to a viewer, up to the first fault.
type ReplayFn = fn(RawRecord, Viewer) -> Result<(Vec<ReplayStep>, Option<RecordError>), RecordError>;

/// Begins a recorded game again and brings it to a moment.
type ResumeFn = fn(RawRecord, Seat, usize) -> Result<Resumed, RecordError>;

/// A game of the catalogue.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    info: GameInfo,
    rules: u32,
    open: fn(&str) -> Box<dyn Room>,
    check: fn(&str, usize) -> Result<(), Refusal>,
    score: Option<ScoreFn>,
    pub(crate) normalised: fn(RawRecord) -> Result<PlayedGame, RecordError>,
    pub(crate) replayed: ReplayFn,
    pub(crate) resumed: ResumeFn,
}

/// The facts about a game that a client needs to open a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameInfo {
    /// The name in addresses and on the command line.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The ways to play, the plain one first.
    pub variants: Vec<VariantInfo>,
    /// The levels of bots, the weakest first.
    pub levels: Vec<String>,
    /// Whether the game has perfect information, so that players who share a device may see each other's views.
    pub open: bool,
}

/// A way to play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VariantInfo {
    /// Its text, as on the command line.
    pub id: String,
    /// The fewest players.
    pub min: usize,
    /// The most players.
    pub max: usize,
    /// How many seats the game itself plays.
    pub automata: usize,
}

impl Catalogue {
    /// The catalogue with one more game.
    #[must_use]
    pub fn with<G: BotGame>(mut self) -> Self {
        self.games.push(Listed {
            info: info::<G>(),
            rules: G::VERSION,
            open: |code| Box::new(Table::<G>::new(code)),
            check: |variant, players| table::mode::<G>(variant, players).map(|_| ()),
            score: None,
            normalised: table::normalised::<G>,
            replayed: table::replayed::<G>,
            resumed: table::resumed::<G>,
        });
        self
    }

    /// The catalogue, in which score sheets of this game can be scored if it has the game.
    #[must_use]
    pub fn with_score_sheet<G: ScoreSheet>(mut self) -> Self {
        for listed in self.games.iter_mut().filter(|listed| listed.info.id == G::ID) {
            listed.score = Some(score_sheet::<G>);
        }
        self
    }

    /// The games of the catalogue, in its order.
    pub fn games(&self) -> impl Iterator<Item = &GameInfo> {
        self.games.iter().map(|game| &game.info)
    }

    /// The table of this code, from its journal.
    ///
    /// # Errors
    /// The journal is empty, begins with no opening, is of an unknown game or of other rules, or has an entry that does
    /// not follow from the ones before.
    pub fn restore(&self, code: &str, journal: &[Entry]) -> Result<Box<dyn Room>, JournalError> {
        let mut room = self.open(code, journal)?;
        journal.iter().try_for_each(|entry| room.apply(entry))?;
        Ok(room)
    }

    /// An empty room of the game that a journal is about: no entry is applied yet.
    pub(crate) fn open(&self, code: &str, journal: &[Entry]) -> Result<Box<dyn Room>, JournalError> {
        let first = journal.first().ok_or(JournalError::Empty)?;
        let EntryKind::Opened { game, rules, .. } = &first.kind else {
            let why = "a journal begins with the opening of the table".to_owned();
            return Err(JournalError::DoesNotFollow { number: 1, why });
        };
        let listed = self.listed(game).ok_or_else(|| JournalError::UnknownGame(game.clone()))?;
        if *rules != listed.rules {
            let (game, found, known) = (game.clone(), *rules, listed.rules);
            return Err(JournalError::OtherRules { game, found, known });
        }
        Ok((listed.open)(code))
    }

    /// The table of this code, from the texts of its journal. They are parsed one at a time, to save memory.
    ///
    /// # Errors
    /// As [`Catalogue::restore`], or a text is not an entry.
    pub fn restore_texts<T: AsRef<str>>(
        &self,
        code: &str,
        texts: &[T],
    ) -> Result<Box<dyn Room>, JournalError> {
        let (opening, others) = texts.split_at(texts.len().min(1));
        let mut room = self.restore(code, &journal::read(opening)?)?;
        for (number, text) in (2..).zip(others) {
            room.apply(&Entry::from_json(number, text.as_ref())?)?;
        }
        Ok(room)
    }

    /// A new table with its first entries, which are to be stored. If `start` is set, the game has begun.
    ///
    /// # Errors
    /// Why there can't be such a table.
    pub fn set_up(
        &self,
        opening: &Opening,
        code: TableCode,
        start: bool,
        context: &Context,
    ) -> Result<NewTable, Refusal> {
        let Opening { game, variant, players, options, host, people, kept, bots, bot_names } =
            opening.clone();
        let listed = self.find(&game)?;
        (listed.check)(&variant, players)?;
        protocol::Options::from(options.clone()).check(None, context.now)?;
        let mut room = (listed.open)(&code.to_string());
        let mut entries = Vec::new();
        let mut take = |room: &mut Box<dyn Room>, fresh: Vec<Entry>| {
            for mut entry in fresh {
                entry.command = None;
                if let EntryKind::BotSat { chair, name, .. } = &mut entry.kind {
                    if let Some((_, kept)) = bot_names.iter().find(|(at, _)| at == chair) {
                        name.clone_from(kept);
                    }
                }
                room.apply(&entry).map_err(|error| Refusal::new(Code::Internal, error.to_string()))?;
                entries.push(entry);
            }
            Ok::<(), Refusal>(())
        };
        let rules = listed.rules;
        let opened =
            EntryKind::Opened { game: game.clone(), rules, variant, players, options, host: host.id };
        let entry = |kind| Entry { at: context.now, kind, command: None };
        take(&mut room, vec![entry(opened)])?;
        let kept = kept.into_iter().map(|(chair, person)| entry(EntryKind::Kept { chair, person }));
        take(&mut room, kept.collect())?;
        let steps = people
            .into_iter()
            .map(|(chair, person)| (person, Action::Sit { chair }))
            .chain(bots.into_iter().map(|(chair, level)| (host.clone(), Action::SeatBot { chair, level })))
            .chain(start.then(|| (host.clone(), Action::Start)));
        for (who, action) in steps {
            let command = Command { id: "set-up".to_owned(), on: room.version(), action };
            let fresh = room.decide(&who, &command, context)?;
            take(&mut room, fresh)?;
        }
        Ok(NewTable { code, game, entries, summary: room.summary() })
    }

    /// Scores a table that was played elsewhere and entered by people: sheet and scores are JSON of the game's own
    /// ([`ScoreSheet::Sheet`], [`ScoreSheet::Scored`]).
    ///
    /// # Errors
    /// There is no such game, it has no score sheets, or the sheet is invalid.
    pub fn score_sheet(&self, game: &str, sheet: &Json) -> Result<Json, Refusal> {
        let score = self.find(game)?.score.ok_or_else(|| {
            Refusal::new(Code::Unknown, format!("tables of {game} can't be entered")).with("game", game)
        })?;
        score(sheet)
    }

    /// The game of this id.
    pub(crate) fn listed(&self, game: &str) -> Option<&Listed> {
        self.games.iter().find(|listed| listed.info.id == game)
    }

    fn find(&self, game: &str) -> Result<&Listed, Refusal> {
        self.listed(game).ok_or_else(|| {
            let known: Vec<_> = self.games().map(|game| game.id.as_str()).collect();
            Refusal::new(Code::Unknown, format!("expected one of {known:?}, found the game {game:?}"))
                .with("game", game)
        })
    }
}

fn score_sheet<G: ScoreSheet>(sheet: &Json) -> Result<Json, Refusal> {
    let malformed = |detail: String| Refusal::new(Code::Malformed, detail);
    let sheet = sheet.read::<G::Sheet>().map_err(|error| malformed(error.to_string()))?;
    let scored = G::score_sheet(&sheet).map_err(|error| malformed(error.to_string()))?;
    Ok(Json::of(&scored))
}

fn info<G: Game>() -> GameInfo {
    let variants = G::variants().iter().map(|&variant| {
        let players = G::players(variant);
        let (setup, _) = G::deal_from(&Seed::from_phrase("an example"), variant, *players.start());
        let automata = G::seats(&G::start(&setup)) - players.start();
        VariantInfo { id: variant.to_string(), min: *players.start(), max: *players.end(), automata }
    });
    GameInfo {
        id: G::ID.to_owned(),
        name: G::NAME.to_owned(),
        variants: variants.collect(),
        levels: Level::ALL.map(|level| level.name().to_owned()).into(),
        open: G::KNOWLEDGE == Knowledge::Perfect,
    }
}
