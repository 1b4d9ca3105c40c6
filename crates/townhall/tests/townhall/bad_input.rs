use crate::{Folder, read, townhall};

/// A finished game of three, as lines.
fn game(folder: &Folder, game: &str) -> Vec<String> {
    let file = folder.arg("whole");
    townhall(&["simulate", game, "--players", "3", "--games", "1", "--seed", "bad", "--records", &file]).ok();
    read(&file).lines().map(str::to_owned).collect()
}

fn replay(folder: &Folder, lines: &[String]) -> String {
    let file = folder.file("bad", &lines.join("\n"));
    townhall(&["replay", &file]).refused()
}

#[test]
fn each_corruption_of_a_record_is_refused_with_its_line() {
    type Corruption = fn(&mut Vec<String>);
    let folder = Folder::new();
    let whole = game(&folder, "between-two-cities");
    let cases: &[(&str, Corruption, &str, &str)] = &[
        ("nothing", |lines| lines.clear(), "line 1", "end of the file"),
        ("no header", |lines| drop(lines.remove(0)), "line 1", "header"),
        (
            "future record",
            |lines| lines[0] = lines[0].replace("\"record\":1", "\"record\":2"),
            "line 1",
            "version 2",
        ),
        (
            "future rules",
            |lines| lines[0] = lines[0].replace("\"rules\":1", "\"rules\":9"),
            "line 1",
            "rules version 9",
        ),
        ("variant", |lines| lines[0] = lines[0].replace("standard", "reversed"), "line 1", "reversed"),
        (
            "unknown game",
            |lines| lines[0] = lines[0].replace("between-two-cities", "between-three-cities"),
            "line 1",
            "game \"between-three-cities\" is unknown; expected between-two-cities or point-city",
        ),
        (
            "tile count",
            |lines| lines[0] = lines[0].replacen("\"tiles\":\"", "\"tiles\":\"S", 1),
            "line 1",
            "setup",
        ),
        ("not JSON", |lines| lines[4] = "choose S O".to_owned(), "line 5", "not JSON"),
        ("no move", |lines| lines[4] = "{\"seat\":1}".to_owned(), "line 5", "\"move\" is missing"),
        (
            "bad move",
            |lines| lines[1] = "{\"seat\":0,\"move\":\"choose S\"}".to_owned(),
            "line 2",
            "choose S",
        ),
        ("seat twice", |lines| lines[2] = lines[1].clone(), "line 3", "seat 0"),
        ("no such seat", |lines| lines[1] = lines[1].replace("\"seat\":0", "\"seat\":3"), "line 2", "seat 3"),
        ("a move lost", |lines| drop(lines.remove(5)), "line", "can't"),
        (
            "cut at a line",
            |lines| lines.truncate(20),
            "line 20",
            "after 19 moves, found none: the game is unfinished",
        ),
        (
            "cut in a line",
            |lines| {
                lines.truncate(20);
                lines[19].truncate(12);
            },
            "line 20",
            "truncated",
        ),
        (
            "wrong result",
            |lines| {
                let last = lines.len() - 1;
                lines[last] = lines[last].replacen("\"shops\":", "\"shops\":1", 1);
            },
            "line 65",
            "cities[0].shops",
        ),
        ("two results", |lines| lines.push(lines[lines.len() - 1].clone()), "line 66", "after the result"),
    ];
    assert_eq!(whole.len(), 65, "63 moves between header and result");
    for (name, corrupt, line, complaint) in cases {
        let mut lines = whole.clone();
        corrupt(&mut lines);
        let err = replay(&folder, &lines);
        assert!(err.contains("game 1") && err.contains(line) && err.contains(complaint), "{name}: {err}");
    }
}

#[test]
fn an_unfinished_game_replays_only_on_request() {
    let folder = Folder::new();
    let whole = game(&folder, "point-city");
    let file = folder.file("half", &whole[..9].join("\n"));
    assert!(
        townhall(&["replay", &file]).refused().contains("after 8 moves, found none: the game is unfinished")
    );
    assert_eq!(townhall(&["replay", &file, "--unfinished"]).ok(), "{\"unfinished\":{\"moves\":8}}\n");
}

#[test]
fn a_deal_that_was_not_the_promised_one_is_refused() {
    let folder = Folder::new();
    let whole = game(&folder, "between-two-cities");
    let header: serde_json::Value = serde_json::from_str(&whole[0]).expect("JSON");
    let seed = header["deal"]["seed"].as_str().expect("the seed is shown");
    let commitment = header["deal"]["commitment"].as_str().expect("the commitment is shown");
    let zeros = "0".repeat(64);
    for (from, to, complaint) in [
        (seed, zeros.as_str(), "does not have the commitment"),
        (commitment, zeros.as_str(), "does not have the commitment"),
        ("\"deal\":", "\"dealt\":", "no commitment to check"),
        ("\"seed\":", "\"seedling\":", "not revealed"),
    ] {
        let mut lines = whole.clone();
        lines[0] = lines[0].replace(from, to);
        let file = folder.file("bad", &lines.join("\n"));
        let err = townhall(&["verify", &file]).refused();
        assert!(err.contains(complaint), "{from}: {err}");
        townhall(&["replay", &file]).ok();
    }
}

#[test]
fn invalid_arguments_are_refused() {
    for (args, complaint) in [
        (&["play", "chess"][..], "between-two-cities"),
        (&["play", "point-city", "--players", "9"], "1 to 4"),
        (&["play", "point-city", "--variant", "solo-medium", "--players", "2"], "takes 1 players"),
        (&["play", "point-city", "--variant", "solo-lunatic"], "solo-lunatic"),
        (&["play", "point-city", "--bots", "oracle"], "oracle"),
        (&["play", "point-city", "--players", "2", "--people", "A,B,C"], "3 people for 2 seats"),
        (&["play", "point-city", "--people", "Ada,Ada"], "\"Ada\" twice"),
        (&["simulate", "point-city", "--players", "2", "--bots", "greedy,greedy,greedy"], "3 bots for 2"),
        (&["simulate", "point-city", "--games", "many"], "many"),
        (&["replay", "no-such-file.jsonl"], "can't read no-such-file.jsonl"),
        (&["score", "chess"], "between-two-cities"),
        (&["dance"], "dance"),
    ] {
        let err = townhall(args).refused();
        assert!(err.contains(complaint), "{args:?}: {err}");
    }
}
