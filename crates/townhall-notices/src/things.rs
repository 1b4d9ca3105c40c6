//! The names of the cards and tiles in events. A test of the client (`web/src/games/things.test.ts`) writes and checks the file of
//! names, so that an email has the words of the board.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;
use serde_json::Value;

use crate::text::LANGUAGES;

/// The names of one thing, by language.
type Names = [String; LANGUAGES.len()];

#[derive(Deserialize, Default)]
struct File {
    languages: Vec<String>,
    games: HashMap<String, Game>,
}

#[derive(Deserialize)]
struct Game {
    /// The field that names a thing, or a list of them, by event.
    fields: HashMap<String, String>,
    /// The names, by the code that events have for the thing.
    names: HashMap<String, Names>,
}

static FILE: LazyLock<File> =
    LazyLock::new(|| serde_json::from_str(include_str!("things.json")).unwrap_or_default());

/// The names of what a player took or placed in this event, in a language. There are none of a game without names.
pub(crate) fn things(game: &str, event: &Value, language: &str) -> Vec<String> {
    let codes = FILE.games.get(game).and_then(|game| {
        let field = game.fields.get(event.get("event")?.as_str()?)?;
        Some((game, event.get(field)?))
    });
    let language = FILE.languages.iter().position(|known| known == language).unwrap_or(0);
    match codes {
        Some((game, Value::String(code))) => game.name(code, language).into_iter().collect(),
        Some((game, Value::Array(codes))) => {
            codes.iter().filter_map(|code| game.name(code.as_str()?, language)).collect()
        }
        _ => Vec::new(),
    }
}

impl Game {
    fn name(&self, code: &str, language: usize) -> Option<String> {
        let name = |code: &str| self.names.get(code)?.get(language).cloned();
        name(code).or_else(|| {
            // A duplex tile has the letters of both halves, and a stroke between them if it stands upright.
            let halves = code.chars().filter(|letter| *letter != '/');
            let halves: Option<Vec<String>> =
                halves.map(|letter| name(letter.encode_utf8(&mut [0; 4]))).collect();
            Some(halves?.join(" + "))
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn events_name_what_was_taken_or_placed() {
        assert_eq!(FILE.languages, LANGUAGES);
        for (game, event, language, expected) in [
            ("point-city", json!({ "event": "took", "cell": "a1", "kind": "E" }), "de", &["Energie"][..]),
            ("point-city", json!({ "event": "built", "cell": "a1", "card": "22C" }), "hu", &["Óratorony"]),
            ("point-city", json!({ "event": "drew", "kinds": ["E", "*"] }), "es", &["energía", "ingenio"]),
            ("point-city", json!({ "event": "flipped", "cell": "a1", "card": "22C" }), "en", &[]),
            ("between-two-cities", json!({ "event": "placed", "piece": "P" }), "de", &["Park"]),
            ("between-two-cities", json!({ "event": "placed", "piece": "S/F" }), "en", &["shop + factory"]),
            ("between-two-cities", json!({ "event": "placed", "piece": "?" }), "en", &[]),
            ("high-card", json!({ "event": "placed", "piece": "P" }), "en", &[]),
        ] {
            assert_eq!(things(game, &event, language), expected, "{event}");
        }
    }
}
