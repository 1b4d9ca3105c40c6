//! The record file of a game, with the levels of its bots.

use std::path::PathBuf;

use serde_json::{Map, Value, json};
use tabletop::{
    Record, Seed,
    record::{DealProof, RawRecord},
};
use townhall_bots::{Bot, Level, bot, system_clock};
use townhall_table::table::{BOT_NAMES, BOTS, SOFTWARE};

use crate::{
    cli,
    commands::mode::{Chosen, choose_mode, default_players, fresh_seed},
    failure::Failure,
    files,
    games::{Playable, words::PERSON},
};

/// The key for the seed in an unfinished record, which holds the whole setup anyway.
const SEALED_SEED_KEY: &str = "sealed_seed";

/// The record of a game, and the file to which it is saved, if there is one.
pub(crate) struct RecordFile<G: Playable> {
    /// The game so far.
    pub(crate) record: Record<G>,
    /// The level of the bot on each player's seat; `None` for a person.
    levels: Vec<Option<Level>>,
    seed: Option<Seed>,
    path: Option<PathBuf>,
    /// The text of the file before this game.
    earlier: String,
}

impl<G: Playable> RecordFile<G> {
    /// Deals a new game.
    pub(crate) fn begin(args: cli::Play) -> Result<Self, Failure> {
        let people = args.people.clone().unwrap_or_else(|| vec![PERSON.to_owned()]);
        let mut mode = args.mode.clone();
        if mode.variant.is_none() && mode.players.is_none() && people.len() > default_players::<G>() {
            mode.players = Some(people.len());
        }
        if let Some(twice) = (1..people.len()).find(|&index| people[..index].contains(&people[index])) {
            return Err(Failure::BadInput(format!(
                "--people names {:?} twice: players are told apart by their names",
                people[twice]
            )));
        }
        let Chosen { variant, players } = choose_mode::<G>(&mode)?;
        if people.len() > players {
            return Err(Failure::BadInput(format!(
                "--people names {} people for {players} seats",
                people.len()
            )));
        }
        let levels = levels(&args, people.len(), players)?;
        let bot_names = BOT_NAMES.iter().filter(|name| !people.iter().any(|person| person == *name));
        let names = people.iter().cloned().chain(bot_names.map(ToString::to_string)).take(players).collect();

        let seed = fresh_seed(&args.mode)?;
        let (setup, commitment) = G::deal_from(&seed, variant, players);
        let extra = Map::from_iter([(SEALED_SEED_KEY.to_owned(), json!(seed))]);
        let mut record =
            Record::new(names, setup, SOFTWARE, Some(DealProof { commitment, seed: None, extra }));
        let names_of_levels: Vec<_> =
            levels.iter().map(|level| level.map(|level| level.to_string())).collect();
        record.header_extra.insert(BOTS.to_owned(), json!(names_of_levels));
        let earlier = match args.record.as_ref().filter(|path| path.exists()) {
            Some(path) => with_line_end(files::read(path)?),
            None => String::new(),
        };
        Ok(Self { record, levels, seed: Some(seed), path: args.record, earlier })
    }

    /// Continues a game of a file.
    pub(crate) fn resume(args: cli::Play, raw: RawRecord) -> Result<Self, Failure> {
        let path = args.record.clone().unwrap_or_default();
        let first_line = raw.line();
        let mut record = Record::<G>::read(raw).map_err(files::bad_record(&path))?;
        record.replay_unfinished().map_err(files::bad_record(&path))?;
        let players = record.players.len();
        let levels = match record.header_extra.get(BOTS).and_then(|bots| read_levels(bots, players)) {
            Some(levels) => levels,
            None => {
                let people = args.people.as_ref().map_or(1, Vec::len).min(players);
                levels(&args, people, players)?
            }
        };
        let sealed = |deal: &mut DealProof| deal.extra.get(SEALED_SEED_KEY)?.as_str()?.parse().ok();
        let seed = record.deal.as_mut().and_then(sealed);
        let text = files::read(&path)?;
        let earlier = text.split_inclusive('\n').take(first_line - 1).collect();
        Ok(Self { record, levels, seed, path: Some(path), earlier })
    }

    /// The bots of the players' seats, which choose the next moves.
    pub(crate) fn bots(&self) -> Vec<Option<Box<dyn Bot<G>>>> {
        // The bots' randomness must not depend on where the game was interrupted; any fixed seed will do.
        let randomness = self.seed.unwrap_or_else(|| Seed::from_phrase("a record without a seed"));
        let seeds = (self.record.moves().count() as u64 + 1..).map(|number| randomness.child(number));
        let seated = self.levels.iter().zip(seeds);
        seated.map(|(level, seed)| level.map(|level| bot::<G>(level, &seed, system_clock))).collect()
    }

    /// Writes the game in its current state, if it is saved to a file.
    pub(crate) fn save(&self) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        files::write(path, &format!("{}{}", self.earlier, self.record))
    }

    /// Writes the result, and reveals the seed of the deal.
    pub(crate) fn finish(&mut self, outcome: &G::Outcome) -> Result<(), Failure> {
        if let Some(deal) = &mut self.record.deal {
            deal.extra.remove(SEALED_SEED_KEY);
        }
        self.record.finish(outcome, self.seed);
        self.save()
    }

    /// The file to which the game is saved.
    pub(crate) fn path(&self) -> Option<&PathBuf> {
        self.path.as_ref()
    }
}

/// The bots on the seats after the people.
fn levels(args: &cli::Play, people: usize, players: usize) -> Result<Vec<Option<Level>>, Failure> {
    let bots = players - people;
    let named = args.bots.clone().unwrap_or_else(|| vec![Level::Greedy]);
    if args.bots.is_some() && named.len() != bots && named.len() != 1 {
        return Err(Failure::BadInput(format!("--bots names {} bots for {bots} seats", named.len())));
    }
    let levels = named.into_iter().cycle().take(bots).map(Some);
    Ok(std::iter::repeat_n(None, people).chain(levels).collect())
}

fn read_levels(value: &Value, players: usize) -> Option<Vec<Option<Level>>> {
    let levels = value.as_array().filter(|levels| levels.len() == players)?;
    levels
        .iter()
        .map(|level| match level {
            Value::Null => Some(None),
            level => level.as_str()?.parse().ok().map(Some),
        })
        .collect()
}

fn with_line_end(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}
