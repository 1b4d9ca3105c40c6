//! Whole games in the terminal, through a pipe.

use crate::{Folder, modes, read, townhall, townhall_with};

/// Input that plays the first hint for every move and confirms it.
fn first_answers() -> String {
    "hint\n\n".repeat(400)
}

#[test]
fn a_game_of_every_variant_can_be_played_to_the_end() {
    let folder = Folder::new();
    for (game, variant, players) in modes() {
        let name = format!("{game}-{variant}-{players}");
        let file = folder.arg(&name);
        let args = [
            "play",
            game,
            "--variant",
            variant,
            "--players",
            &players,
            "--seed",
            "pipe",
            "--record",
            &file,
            "--hints",
            "greedy",
        ];
        let out = townhall_with(&args, &first_answers()).ok();
        assert!(!out.contains('\u{1b}'), "{name}: colours in a pipe");
        let wide = out.lines().find(|line| line.chars().count() > 110 && !line.contains("townhall"));
        assert!(wide.is_none(), "{name}: too wide: {wide:?}");
        assert!(out.contains("Check the deal with"), "{name}: it did not end:\n{}", &out[out.len() - 2000..]);
        townhall(&["replay", &file]).ok();
        townhall(&["verify", &file]).ok();
    }
}

#[test]
fn a_game_that_was_left_goes_on_from_its_record() {
    let folder = Folder::new();
    let file = folder.arg("evening.jsonl");
    let args = [
        "play",
        "between-two-cities",
        "--players",
        "3",
        "--seed",
        "pause",
        "--record",
        &file,
        "--hints",
        "greedy",
    ];
    let out = townhall_with(&args, "hint\n\nhint\n\nquit\n").ok();
    assert!(out.contains("Go on with"), "{out}");
    let left = read(&file);
    assert!(!left.contains("\"result\"") && left.contains("choose"), "{left}");

    let out = townhall_with(&["play", "--record", &file, "--hints", "greedy"], &first_answers()).ok();
    assert!(out.contains("Check the deal with"), "{out}");
    let ended = read(&file);
    let moves = |text: &str| text.lines().filter(|line| line.contains("\"move\"")).count();
    assert_eq!(moves(&ended), 63);
    let kept: Vec<_> = left.lines().skip(1).collect();
    assert_eq!(
        ended.lines().skip(1).take(kept.len()).collect::<Vec<_>>(),
        kept,
        "the moves before the pause stand"
    );
    townhall(&["verify", &file]).ok();

    // The next game is appended to the same file.
    townhall_with(&args, &first_answers()).ok();
    assert_eq!(townhall(&["replay", &file]).ok().lines().count(), 2);
}

#[test]
fn a_placement_can_be_taken_back_until_something_hidden_is_revealed() {
    let folder = Folder::new();
    let file = folder.arg("undo.jsonl");
    let args = ["play", "between-two-cities", "--players", "3", "--seed", "undo", "--record", &file];
    // A choice is revealed at once, because the bots have chosen, and can't be undone. A placement reveals nothing.
    let out = townhall_with(&args, "hint\n\nundo\nhint\n\nundo\nquit\n").ok();
    assert!(out.contains("None of your moves can be taken back"), "{out}");
    // The prompt is shown first, again after the refused `undo`, and a third time after the placement was undone.
    assert_eq!(out.matches("Place a tile. Which").count(), 3, "{out}");
    let record = read(&file);
    assert!(!record.contains("place"), "the placement is gone from the record: {record}");
}

#[test]
fn a_hint_lists_moves_and_what_to_expect_of_them() {
    let args = ["play", "point-city", "--players", "2", "--seed", "hint", "--hints", "expert:200sims"];
    let out = townhall_with(&args, "hint\n\nquit\n").ok();
    let listed: Vec<_> = out.lines().filter(|line| line.contains("points at the end")).collect();
    assert!((2..=5).contains(&listed.len()), "{out}");
    let first = listed[0].trim_start_matches([' ', '1']).split("  ").next().unwrap_or_default();
    assert!(out.contains(&format!("\n{first}\n")), "the best is proposed: {first:?} in {out}");
    let refused = townhall_with(&["play", "point-city", "--hints", "oracle"], "").refused();
    assert!(refused.contains("no bot is called"), "{refused}");
}

#[test]
fn several_people_share_a_keyboard_behind_a_curtain() {
    let args = ["play", "point-city", "--players", "2", "--people", "Ada,Ben", "--seed", "curtain"];
    let out = townhall_with(&args, "\nhint\n\n\nhint\n\nquit\n").ok();
    let (ada, ben) = (out.find("Ada, take the keyboard"), out.find("Ben, take the keyboard"));
    assert!(ada.is_some() && ben.is_some(), "{out}");
}

#[test]
fn as_many_seats_as_people_are_named() {
    let out = townhall_with(&["play", "between-two-cities", "--people", "A,B,C,D,E"], "").ok();
    assert!(out.contains("A, take the keyboard"), "{out}");
}

/// A closed pipe, as of `head`, is not a panic.
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    use std::process::{Command, Stdio};
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut program = Command::new(env!("CARGO_BIN_EXE_townhall"));
    program.args(["play", "point-city", "--seed", "pipe"]).stdin(Stdio::null()).stdout(writer);
    let output = program.stderr(Stdio::piped()).output().expect("the program runs");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!((err.as_ref(), output.status.code()), ("", Some(1)));
}

#[test]
fn the_menu_asks_what_to_play() {
    let out = townhall_with(&["play"], "1\n3\nquit\n").ok();
    assert!(out.contains("What would you like to play?") && out.contains("Choose two tiles"), "{out}");
    assert!(!townhall_with(&["play"], "q\n").ok().contains("How many"));
}

#[test]
fn invalid_input_is_answered_and_changes_nothing() {
    let args = ["play", "between-two-cities", "--players", "3", "--seed", "sense"];
    let out = townhall_with(&args, "99\n1 2 3 4\ndance\nplace S 0 0,0\nhelp\nlog\nboard\nback\nquit\n").ok();
    assert!(out.contains("99 is not in the list"), "{out}");
    assert!(out.contains("`help` says what you can type"), "{out}");
    assert!(out.contains("Left."), "{out}");
}
