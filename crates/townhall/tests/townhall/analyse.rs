use crate::{Folder, Run, read, townhall, townhall_with};

fn games(mode: &str) -> String {
    let folder = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/records/v1");
    folder.join(format!("{mode}.jsonl")).to_str().expect("the path is UTF-8").to_owned()
}

/// There is one line of JSON for each game, independent of the number of threads, and the parts of each lead add up to it.
#[test]
fn prints_a_line_of_json_for_each_game() {
    for mode in ["between-two-cities-standard-3", "between-two-cities-automa-hard-1", "point-city-standard-2"]
    {
        let args = ["analyse", &games(mode), "--budget", "300sims", "--json", "--threads"];
        let one = townhall(&[&args[..], &["1"]].concat()).ok();
        assert_eq!(one, townhall(&[&args[..], &["3"]].concat()).ok(), "{mode}");
        assert_eq!(one.lines().count(), read(games(mode)).matches("\"record\":1").count());
        for line in one.lines() {
            let report: serde_json::Value = serde_json::from_str(line).expect("one JSON a line");
            for seat in report["seats"].as_array().expect("a list of seats") {
                let part = |name: &str| seat["parts"][name].as_f64().expect("a number");
                let sum = part("deal") + part("draws") + part("own") + part("others");
                assert!((sum - seat["lead"].as_f64().expect("a number")).abs() < 1e-9, "{mode}: {seat}");
            }
        }
    }
}

/// One game is described in detail, several are summed up by player.
#[test]
fn describes_one_game_and_counts_up_several() {
    let folder = Folder::new();
    let all = read(games("point-city-standard-2"));
    let end = all.match_indices("{\"record\"").nth(1).map_or(all.len(), |(at, _)| at);
    let one = folder.file("one", &all[..end]);
    let words = townhall(&["analyse", &one, "--budget", "2000sims", "--seat", "2"]).ok();
    assert!(words.contains("seat 2, random 2: a lead of") && !words.contains("seat 1, "), "{words}");
    assert!(words.contains("blunder. Better: "), "{words}");
    let table = townhall(&["analyse", &games("point-city-standard-2"), "--budget", "300sims"]).ok();
    assert_eq!(table.lines().count(), 3, "{table}");
    // A city has the number by which moves name it, and its builders.
    let all = read(games("between-two-cities-standard-3"));
    let end = all.match_indices("{\"record\"").nth(1).map_or(all.len(), |(at, _)| at);
    let words = townhall(&["analyse", &folder.file("cities", &all[..end]), "--budget", "300sims"]).ok();
    assert!(words.contains("\ncity [0] of "), "{words}");
    // One sample says nothing about its error.
    let words = townhall(&["analyse", &one, "--budget", "1sims"]).ok();
    assert!(words.contains("± not known") && !words.contains("± inf"), "{words}");
}

#[test]
fn says_what_can_not_be_analysed() {
    let folder = Folder::new();
    let all = read(games("point-city-standard-2"));
    let cut: Vec<&str> = all.lines().take(9).collect();
    let file = folder.file("cut", &cut.join("\n"));
    assert!(townhall(&["analyse", &file]).refused().contains("the game is unfinished"));
}

/// The names of a record are texts of strangers.
#[test]
fn names_in_records_do_not_change_the_terminal() {
    let folder = Folder::new();
    let all = read(games("point-city-standard-2"));
    let forged = all.replace("random 2", "\\u001b]0;title\\u0007Ada\\nwinner: Ada\\u202e");
    assert_ne!(forged, all, "the name is replaced");
    let words = townhall(&["analyse", &folder.file("names", &forged), "--budget", "300sims"]).ok();
    assert!(words.contains("\u{fffd}]0;title\u{fffd}Ada\u{fffd}winner: Ada\u{fffd}"), "{words}");
    let end = forged.match_indices("{\"record\"").nth(1).map_or(forged.len(), |(at, _)| at);
    let cut: Vec<&str> = forged[..end].lines().take(9).collect();
    let file = folder.file("unfinished", &(cut.join("\n") + "\n"));
    let table = townhall_with(&["play", "--record", &file], "log\nquit\n").ok();
    assert!(table.contains("Ada\u{fffd}winner: Ada\u{fffd}") && !table.contains('\u{202e}'), "{table}");
}

/// A game that is damaged, unfinished or without the seat is reported and left out; the others are summed up.
#[test]
fn goes_on_after_a_game_that_can_not_be_analysed() {
    let folder = Folder::new();
    let two = read(games("point-city-standard-2"));
    let cut: Vec<&str> = two.lines().take(9).collect();
    let damaged = format!("{}\n{two}", cut.join("\n").replace("\"move\":\"take", "\"move\":take"));
    let alone = read(games("point-city-solo-easy-1"));
    let file = folder.file("many", &format!("{damaged}{}\n{alone}", cut.join("\n")));
    let Run { code, out, err } = townhall(&["analyse", &file, "--budget", "300sims", "--seat", "2"]);
    assert_eq!(code, 1, "{err}");
    assert_eq!(out.lines().count(), 2, "{out}");
    for said in ["line 3: ", "the game is unfinished", "has no player on seat 2", "games were left out"] {
        assert!(err.contains(said), "{said} in {err}");
    }
}
