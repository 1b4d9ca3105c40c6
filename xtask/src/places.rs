//! Checks that the tutorial for adding a game lists every file that names all games, so that no list of games is missed.

use crate::links::{Files, inline_code};

/// The tutorial. It lists the places that a new game has to be added to, and the files that use the games as examples.
const TUTORIAL: &str = "docs/third-game.md";

/// The heading of the tutorial's list.
const PLACES: &str = "## All places";

/// The spellings of each game.
const GAMES: [[&str; 3]; 2] = [
    ["between-two-cities", "between_two_cities", "BetweenTwoCities"],
    ["point-city", "point_city", "PointCity"],
];

/// Endings of files that are made from others, or that document.
const DERIVED: [&str; 4] = [".md", ".svg", ".lock", ".jsonl"];

/// The files that name all games and that the tutorial does not list, neither by name nor by a folder (`tests/`).
pub(crate) fn unlisted(files: &Files) -> Vec<String> {
    let tutorial = files.get(TUTORIAL).and_then(Option::as_deref).unwrap_or_default();
    let places = tutorial.split_once(PLACES).map_or("", |(_, places)| places);
    let listed: Vec<String> = inline_code(places).collect();
    let is_listed = |path: &str| {
        listed.iter().any(|place| path == place || (place.ends_with('/') && path.starts_with(place)))
    };
    let names_all = |text: &str| GAMES.iter().all(|game| game.iter().any(|name| text.contains(name)));
    let belongs_to_a_game =
        |path: &str| path.split(['/', '.']).any(|part| GAMES.as_flattened().contains(&part));
    files
        .iter()
        .filter_map(|(path, text)| Some((path, text.as_deref()?)))
        .filter(|(path, text)| names_all(text) && !belongs_to_a_game(path))
        .filter(|(path, _)| !DERIVED.iter().any(|end| path.ends_with(end)) && !is_listed(path))
        .map(|(path, _)| format!("{path}: names all games, but {TUTORIAL} does not list it"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{TUTORIAL, unlisted};
    use crate::links::Files;

    #[test]
    fn files_that_name_all_games_are_listed() {
        let both = "between_two_cities PointCity";
        let files: Files = [
            (TUTORIAL, "`b.rs` `fuzz/`\n## All places\n`a.rs` `{d,e}.rs` `tests/` `fuzz`"),
            ("a.rs", both),
            ("d.rs", both),
            ("b.rs", both),
            ("tests/b.rs", both),
            ("fuzz/b.rs", both),
            ("c.rs", "PointCity"),
            ("crates/point-city/src/lib.rs", both),
            ("web/tests/players/point-city.ts", both),
            ("notes.md", both),
        ]
        .into_iter()
        .map(|(path, text)| (path.to_owned(), Some(text.to_owned())))
        .collect();
        let unlisted_file =
            |path| format!("{path}: names all games, but docs/third-game.md does not list it");
        assert_eq!(unlisted(&files), ["b.rs", "fuzz/b.rs"].map(unlisted_file));
    }
}
