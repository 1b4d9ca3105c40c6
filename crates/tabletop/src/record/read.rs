//! Reading records from text.

use std::str::FromStr;

use serde_json::{Map, Value};

use super::{DealProof, Entry, Place, RecordError, RecordFault, VERSION};
use crate::{Record, Rules, Seat, deal::NotHex};

/// The lines of one game in a file: recognised as a record, but not yet checked by the rules of the game.
#[derive(Clone, Debug)]
pub struct RawRecord {
    game: String,
    header: Map<String, Value>,
    entries: Vec<Map<String, Value>>,
    result: Option<Map<String, Value>>,
    result_extra: Map<String, Value>,
    place: Place,
}

impl RawRecord {
    /// Returns the game's name, such as `point-city`.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Returns the index of the game in its file, from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        self.place.game
    }

    /// Returns the line of the file (from 1) on which its header stands.
    #[must_use]
    pub fn line(&self) -> usize {
        self.place.header
    }

    /// Returns whether the record has a result line.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.result.is_some()
    }

    /// Returns an error that refers to the line of the header.
    #[must_use]
    pub fn fault(&self, fault: RecordFault) -> RecordError {
        RecordError { game: self.place.game, line: self.place.header, fault }
    }
}

/// Finds the games of a file, which must hold at least one.
///
/// # Errors
/// Returns an error for the first line that can't belong to a record.
pub fn split(text: &str) -> Result<Vec<RawRecord>, RecordError> {
    split_each(text).into_iter().collect()
}

/// Finds the games of a file. A line that can't belong to a record makes only its own game invalid, up to the next
/// header. The list has at least one element, which is an error if the file has no game. A byte order mark at the start is
/// skipped.
#[must_use]
pub fn split_each(text: &str) -> Vec<Result<RawRecord, RecordError>> {
    let mut games: Vec<Result<RawRecord, RecordError>> = Vec::new();
    let mut last_line = 1;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (number, line) in text.lines().enumerate().map(|(index, line)| (index + 1, line)) {
        last_line = number;
        if line.trim().is_empty() {
            continue;
        }
        let refused = |game, fault| RecordError { game, line: number, fault };
        let next = games.len();
        let same = next.saturating_sub(1);
        match (object(line), games.last_mut()) {
            (Ok(map), _) if map.contains_key("record") => {
                games.push(begin(map, next, number).map_err(|fault| refused(next, fault)));
            }
            (Ok(_), None) => games.push(Err(refused(next, RecordFault::NoHeader))),
            (Err(fault), None) => games.push(Err(refused(next, fault))),
            (Ok(map), Some(last)) => {
                let added = last.as_mut().map(|record| add_line(record, map, number));
                if let Ok(Err(fault)) = added {
                    *last = Err(refused(same, fault));
                }
            }
            (Err(fault), Some(last)) => {
                let over = last.as_ref().is_ok_and(|record| record.result.is_some());
                if over || looks_like_header(line) {
                    games.push(Err(refused(next, fault)));
                } else if last.is_ok() {
                    *last = Err(refused(same, fault));
                }
            }
        }
    }
    if games.is_empty() {
        games.push(Err(RecordError { game: 0, line: last_line, fault: RecordFault::Empty }));
    }
    games
}

/// Returns whether a line that is not JSON seems to begin a game.
fn looks_like_header(line: &str) -> bool {
    line.contains("\"record\"")
}

fn object(line: &str) -> Result<Map<String, Value>, RecordFault> {
    match serde_json::from_str(line) {
        Ok(Value::Object(map)) => one_thing(map),
        Ok(other) => Err(RecordFault::NotAnObject(type_name(&other))),
        Err(error) if error.is_eof() => Err(RecordFault::Truncated),
        Err(error) => {
            let text = error.to_string();
            let what = text.split(" at line ").next().unwrap_or_default().to_owned();
            Err(RecordFault::NotJson { what, column: error.column() })
        }
    }
}

/// Refuses a line with the keys of more than one kind of line, such as `move` and `result`.
fn one_thing(map: Map<String, Value>) -> Result<Map<String, Value>, RecordFault> {
    let mut kinds = ["record", "move", "result"].into_iter().filter(|&kind| map.contains_key(kind));
    match (kinds.next(), kinds.next()) {
        (Some(one), Some(other)) => Err(RecordFault::Mixed(one, other)),
        _ => Ok(map),
    }
}

fn begin(mut header: Map<String, Value>, game: usize, line: usize) -> Result<RawRecord, RecordFault> {
    let version = header.remove("record").unwrap_or_default();
    if version.as_u64() != Some(VERSION) {
        return Err(RecordFault::UnknownVersion(version.to_string()));
    }
    let name = text(&mut header, "game", "the name of a game")?;
    let place = Place { game, header: line, ..Place::default() };
    Ok(RawRecord { game: name, header, entries: Vec::new(), result: None, result_extra: Map::new(), place })
}

fn add_line(record: &mut RawRecord, mut map: Map<String, Value>, line: usize) -> Result<(), RecordFault> {
    let over = record.result.is_some();
    match map.remove("result") {
        Some(_) if over => Err(RecordFault::AfterResult("result")),
        Some(Value::Object(result)) => {
            record.place.result = line;
            record.result = Some(result);
            record.result_extra = map;
            Ok(())
        }
        Some(other) => Err(wrong_type("result", &other, "an object")),
        None if over && map.contains_key("move") => Err(RecordFault::AfterResult("move")),
        None if map.contains_key("seat") && !map.contains_key("move") && !map.contains_key("talk") => {
            Err(RecordFault::Missing { key: "move", expected: "a move in text form" })
        }
        None => {
            record.place.entries.push(line);
            record.entries.push(map);
            Ok(())
        }
    }
}

impl<G: Rules> Record<G> {
    /// Reads all games of a file, which must all be of this game.
    ///
    /// # Errors
    /// Returns an error for the first invalid line, with the reason.
    pub fn read_all(text: &str) -> Result<Vec<Self>, RecordError> {
        split(text)?.into_iter().map(Self::read).collect()
    }

    /// Reads one game. The setup is validated and the moves are read, but not yet played.
    ///
    /// # Errors
    /// Returns an error for the first invalid line, with the reason.
    pub fn read(raw: RawRecord) -> Result<Self, RecordError> {
        let RawRecord { game, mut header, entries: lines, result, result_extra, place } = raw;
        let mut record = Self::read_header(&game, &mut header).map_err(|fault| RecordError {
            game: place.game,
            line: place.header,
            fault,
        })?;
        record.header_extra = header;
        let last = G::seats(&G::start(&record.setup)) - 1;
        record.entries = lines
            .into_iter()
            .zip(&place.entries)
            .map(|(map, &line)| {
                read_entry(map, last).map_err(|fault| RecordError { game: place.game, line, fault })
            })
            .collect::<Result<_, _>>()?;
        record.result = result;
        record.result_extra = result_extra;
        record.place = place;
        Ok(record)
    }

    /// Removes the known keys from `header` and returns a record made from them; unknown keys are left in `header`.
    fn read_header(game: &str, header: &mut Map<String, Value>) -> Result<Self, RecordFault> {
        if game != G::ID {
            let expected = G::ID.to_owned();
            return Err(RecordFault::UnknownGame { found: game.to_owned(), expected });
        }
        let rules = rules::<G>(header)?;
        let name = text(header, "variant", "the name of a variant")?;
        let variant: G::Variant = name.parse().map_err(|cause| RecordFault::Variant(Box::new(cause)))?;
        let players = names(header)?;
        let range = G::players(variant);
        if !range.contains(&players.len()) {
            return Err(RecordFault::PlayerCount {
                found: players.len(),
                variant: name,
                least: *range.start(),
                most: *range.end(),
            });
        }
        let value = take(header, "setup", "the setup of the game")?;
        let setup = G::read_setup(&name, players.len(), &value)
            .map_err(|cause| RecordFault::Setup(Box::new(cause)))?;
        let setup_extra = unknown_keys(&value, &setup);
        let software = match header.contains_key("software") {
            true => text(header, "software", "the name of a program")?,
            false => String::new(),
        };
        let deal = deal(header)?;
        Ok(Self { rules, setup_extra, ..Self::new(players, setup, &software, deal) })
    }
}

fn unknown_keys(read: &Value, understood: &impl serde::Serialize) -> Map<String, Value> {
    let known = serde_json::to_value(understood).expect("a setup serialises");
    let keys = read.as_object().into_iter().flatten();
    keys.filter(|(key, _)| known.get(key).is_none())
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

fn read_entry<M: FromStr<Err: std::error::Error + Send + Sync + 'static>>(
    mut map: Map<String, Value>,
    last: usize,
) -> Result<Entry<M>, RecordFault> {
    if !map.contains_key("move") {
        return Ok(Entry::Other(map));
    }
    let text = text(&mut map, "move", "a move in text form")?;
    let number = take(&mut map, "seat", "a seat number")?;
    let seat = number.as_u64().ok_or_else(|| wrong_type("seat", &number, "a seat number, from 0"))?;
    if seat > last as u64 {
        return Err(RecordFault::NoSuchSeat { seat, last });
    }
    let mv = text.parse().map_err(|cause| RecordFault::MoveText { text, cause: Box::new(cause) })?;
    Ok(Entry::Move { seat: Seat::new(seat as u8), mv, extra: map })
}

/// Returns the version of the rules. Headers that were written before the first change of the rules do not name it.
fn rules<G: Rules>(header: &mut Map<String, Value>) -> Result<u32, RecordFault> {
    let Some(value) = header.remove("rules") else { return Ok(1) };
    let rules = value.as_u64().and_then(|rules| u32::try_from(rules).ok());
    rules.filter(|rules| (1..=G::VERSION).contains(rules)).ok_or_else(|| RecordFault::UnknownRules {
        found: value.to_string(),
        game: G::ID,
        known: G::VERSION,
    })
}

fn deal(header: &mut Map<String, Value>) -> Result<Option<DealProof>, RecordFault> {
    const COMMITMENT: &str = "the commitment to the seed";
    let mut extra = match header.remove("deal") {
        None => return Ok(None),
        Some(Value::Object(deal)) => deal,
        Some(other) => return Err(wrong_type("deal", &other, "an object with a \"commitment\"")),
    };
    let missing = RecordFault::Missing { key: "deal.commitment", expected: COMMITMENT };
    let commitment = extra.remove("commitment").ok_or(missing)?;
    let commitment = hex("deal.commitment", &commitment, COMMITMENT)?;
    let seed = extra.remove("seed").filter(|seed| !seed.is_null());
    let seed = seed.map(|seed| hex("deal.seed", &seed, "the seed, once the game is over")).transpose()?;
    Ok(Some(DealProof { commitment, seed, extra }))
}

fn hex<T: FromStr<Err = NotHex>>(
    key: &'static str,
    value: &Value,
    expected: &'static str,
) -> Result<T, RecordFault> {
    let text = value.as_str().ok_or_else(|| wrong_type(key, value, expected))?;
    text.parse().map_err(|cause| RecordFault::NotHex { key, cause })
}

fn take(
    map: &mut Map<String, Value>,
    key: &'static str,
    expected: &'static str,
) -> Result<Value, RecordFault> {
    map.remove(key).ok_or(RecordFault::Missing { key, expected })
}

fn text(
    map: &mut Map<String, Value>,
    key: &'static str,
    expected: &'static str,
) -> Result<String, RecordFault> {
    match take(map, key, expected)? {
        Value::String(text) => Ok(text),
        other => Err(wrong_type(key, &other, expected)),
    }
}

fn names(header: &mut Map<String, Value>) -> Result<Vec<String>, RecordFault> {
    const EXPECTED: &str = "a list of names";
    let value = take(header, "players", EXPECTED)?;
    let names: Option<Vec<String>> = value
        .as_array()
        .and_then(|names| names.iter().map(|name| name.as_str().map(str::to_owned)).collect());
    names.ok_or_else(|| wrong_type("players", &value, EXPECTED))
}

fn wrong_type(key: &'static str, found: &Value, expected: &'static str) -> RecordFault {
    let found = match found {
        Value::Array(_) | Value::Object(_) => type_name(found).to_owned(),
        plain => plain.to_string(),
    };
    RecordFault::WrongType { key, found, expected }
}

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
