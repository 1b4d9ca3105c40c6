//! Every kind of corrupted record is refused, with the game, the line and the reason.

use high_card::HighCard;
use tabletop::{Record, record::split};

/// Two finished games. The second is at lines 8 to 14.
const GOOD: [&str; 14] = [
    HEADER,
    r#"{"seat":0,"move":"discard 1"}"#,
    r#"{"seat":1,"move":"discard 5"}"#,
    r#"{"seat":0,"move":"play 4"}"#,
    r#"{"seat":1,"move":"play 6"}"#,
    r#"{"seat":1,"move":"play 2"}"#,
    r#"{"seat":0,"move":"play 8"}"#,
    RESULT,
    HEADER,
    r#"{"seat":1,"move":"discard 8"}"#,
    r#"{"seat":0,"move":"discard 4"}"#,
    r#"{"seat":0,"move":"play 1"}"#,
    r#"{"talk":"hm"}"#,
    r#"{"seat":1,"move":"play 5"}"#,
];
const HEADER: &str = r#"{"record":1,"game":"high-card","rules":2,"variant":"standard","players":["Ann","Bob"],"setup":{"deck":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18]},"software":"a pencil"}"#;
const RESULT: &str = r#"{"result":{"players":[{"score":8,"seat":0,"tricks":1},{"score":6,"seat":1,"tricks":1}],"winners":[0]}}"#;
const HEX: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// Reads and replays a file, and returns the text of the error, or "good" if there is none.
fn said(text: &str) -> String {
    let records = match Record::<HighCard>::read_all(text) {
        Ok(records) => records,
        Err(error) => return error.to_string(),
    };
    let wrong = records.iter().find_map(|record| record.replay_unfinished().err());
    wrong.map_or("good".to_owned(), |error| error.to_string())
}

/// Checks the error of the two games after a change to one line (from 1).
#[track_caller]
fn check_line(line: usize, change: impl Fn(&str) -> String, expected: &str) {
    let mut lines = GOOD.map(str::to_owned);
    let changed = change(&lines[line - 1]);
    assert_ne!(changed, lines[line - 1], "nothing is changed");
    lines[line - 1] = changed;
    assert_eq!(said(&lines.join("\n")), expected);
    // Line ends and blank lines do not change the number of any line.
    assert_eq!(said(&lines.join("\r\n")), expected);
}

/// Checks the error after the replacement of a text in one line.
#[track_caller]
fn check(line: usize, from: &str, to: &str, expected: &str) {
    check_line(line, |text| text.replacen(from, to, 1), expected);
}

#[test]
fn the_two_games_are_valid_before_they_are_corrupted() {
    assert_eq!(said(&GOOD.join("\n")), "good");
}

#[test]
fn no_game_at_all() {
    let expected = |line| {
        format!("game 1, line {line}: expected a header line with \"record\", found the end of the file")
    };
    assert_eq!(said(""), expected(1));
    assert_eq!(said("\n"), expected(1));
    assert_eq!(said("\n\n  \n"), expected(3));
}

#[test]
fn a_line_that_breaks_off() {
    let truncated = "the line ends in the middle of a JSON value: the file is truncated";
    let half = |text: &str| text[..text.len() / 2].to_owned();
    check_line(1, half, &format!("game 1, line 1: {truncated}"));
    check_line(2, half, &format!("game 1, line 2: {truncated}"));
    check_line(8, half, &format!("game 1, line 8: {truncated}"));
    check_line(9, half, &format!("game 2, line 9: {truncated}"));
    check_line(14, half, &format!("game 2, line 14: {truncated}"));
    // A header follows an unfinished game.
    let text = format!("{}\n{}\n{}", HEADER, GOOD[1], half(HEADER));
    assert_eq!(said(&text), format!("game 2, line 3: {truncated}"));
}

/// A file that is cut off anywhere gives an error, or is a valid unfinished game.
#[test]
fn a_file_cut_anywhere() {
    let text = GOOD.join("\n") + "\n";
    for end in 0..=text.len() {
        let cut = &text[..end];
        let whole = cut.is_empty() || cut.ends_with('\n') || text[end..].starts_with('\n');
        let line = cut.matches('\n').count() + 1;
        let expected = match (whole, line) {
            _ if end == 0 => {
                "game 1, line 1: expected a header line with \"record\", found the end of the file".to_owned()
            }
            (true, _) => "good".to_owned(),
            (false, _) => format!(
                "game {}, line {line}: the line ends in the middle of a JSON value: the file is truncated",
                1 + usize::from(line >= 9)
            ),
        };
        assert_eq!(said(cut), expected, "cut after {cut:?}");
        if expected == "good" && end > 0 {
            let records = Record::<HighCard>::read_all(cut).unwrap();
            let finished: Vec<bool> = records.iter().map(|record| record.replay().is_ok()).collect();
            let lines = cut.lines().count();
            assert_eq!(
                finished,
                if lines < 8 {
                    vec![false]
                } else if lines == 8 {
                    vec![true]
                } else {
                    vec![true, false]
                }
            );
        }
    }
}

/// Some editors write a byte order mark. Only one is skipped, and only at the start.
#[test]
fn a_byte_order_mark() {
    let text = GOOD.join("\n");
    assert_eq!(said(&format!("\u{feff}{text}")), "good");
    let expected = "game 1, line 1: not JSON: expected value at column 1";
    assert!(said(&format!("\u{feff}\u{feff}{text}")).starts_with(expected));
}

#[test]
fn a_game_cut_at_a_line_is_not_finished() {
    for lines in 1..8 {
        let record = Record::<HighCard>::read_all(&GOOD[..lines].join("\n")).unwrap().remove(0);
        let moves = lines - 1;
        assert_eq!(
            record.replay().unwrap_err().to_string(),
            format!(
                "game 1, line {lines}: expected a result after {moves} moves, found none: the game is unfinished"
            )
        );
    }
    let second = Record::<HighCard>::read_all(&GOOD[..9].join("\n")).unwrap().remove(1);
    assert_eq!(
        second.replay().unwrap_err().to_string(),
        "game 2, line 9: expected a result after 0 moves, found none: the game is unfinished"
    );
}

#[test]
fn a_line_that_is_not_json() {
    check_line(3, |_| "hello".into(), "game 1, line 3: not JSON: expected value at column 1");
    check(3, "1,", "1;", "game 1, line 3: not JSON: expected `,` or `}` at column 10");
    check(3, "{", "  {{", "game 1, line 3: not JSON: key must be a string at column 4");
    check_line(8, |text| format!("{text}}}"), "game 1, line 8: not JSON: trailing characters at column 103");
    check_line(
        9,
        |text| text.replace("1,", "1 "),
        "game 2, line 9: not JSON: expected `,` or `}` at column 13",
    );
    check(
        14,
        "play",
        "pl\tay",
        "game 2, line 14: not JSON: control character (\\u0000-\\u001F) found while parsing a string at column 21",
    );
    let deep = format!("{{\"talk\":{}", "[".repeat(100_000));
    check_line(13, |_| deep.clone(), "game 2, line 13: not JSON: recursion limit exceeded at column 135");
}

#[test]
fn a_line_that_is_not_an_object() {
    let what = |found| format!("game 1, line 3: expected a JSON object, found {found}");
    check_line(3, |text| format!("[{text}]"), &what("a list"));
    check_line(3, |_| "null".into(), &what("null"));
    check_line(3, |_| "true".into(), &what("true or false"));
    check_line(3, |_| "1e3".into(), &what("a number"));
    check_line(3, |text| format!("{text:?}"), &what("a text"));
    check_line(9, |text| format!("[{text}]"), "game 2, line 9: expected a JSON object, found a list");
}

#[test]
fn a_line_before_any_header() {
    let expected = "game 1, line 1: expected a header line with \"record\" before anything else";
    assert_eq!(said(&GOOD[1..].join("\n")), expected);
    assert_eq!(said(RESULT), expected);
    assert_eq!(said("{\"talk\":\"hello\"}"), expected);
    assert_eq!(said("{}"), expected);
    check(1, "\"record\"", "\"recorded\"", expected);
    // Without the second header, the second game belongs to the first one.
    check(
        9,
        "\"record\"",
        "\"recorded\"",
        "game 1, line 10: expected the next game's header after the result, found another move",
    );
}

#[test]
fn a_line_with_the_keys_of_two_kinds() {
    let both = |one, other| {
        format!("expected a header, a move or a result, found both {one:?} and {other:?} in one line")
    };
    check(2, "{", "{\"record\":1,", &format!("game 2, line 2: {}", both("record", "move")));
    check(7, "{", "{\"result\":{},", &format!("game 1, line 7: {}", both("move", "result")));
    check(9, "{", "{\"result\":{},", &format!("game 2, line 9: {}", both("record", "result")));
}

#[test]
fn an_unknown_version() {
    for version in ["2", "0", "-1", "1.0", "\"1\"", "null", "[1]", "true"] {
        let expected = |game, line| {
            format!(
                "game {game}, line {line}: record version {version} is unknown; this program reads version 1"
            )
        };
        check(1, "\"record\":1", &format!("\"record\":{version}"), &expected(1, 1));
        check(9, "\"record\":1", &format!("\"record\":{version}"), &expected(2, 9));
    }
}

#[test]
fn an_unknown_game() {
    check(9, "high-card", "chess", "game 2, line 9: game \"chess\" is unknown; expected high-card");
    check(1, "high-card", "High-Card", "game 1, line 1: game \"High-Card\" is unknown; expected high-card");
}

#[test]
fn unknown_rules() {
    for rules in ["3", "0", "-1", "4294967298", "1.5", "\"2\"", "null"] {
        check(
            9,
            "\"rules\":2",
            &format!("\"rules\":{rules}"),
            &format!(
                "game 2, line 9: rules version {rules} of high-card is unknown; this program knows versions 1 to 2"
            ),
        );
    }
}

#[test]
fn a_missing_key() {
    for (line, key, rest, expected) in [
        (1, "game", "", "the name of a game"),
        (1, "variant", "", "the name of a variant"),
        (1, "players", "", "a list of names"),
        (1, "setup", "", "the setup of the game"),
        (2, "move", "", "a move in text form"),
        (2, "seat", "", "a seat number"),
        (1, "deal.commitment", "\"deal\":{}", "the commitment to the seed"),
        (1, "deal.commitment", "\"deal\":{\"seed\":null}", "the commitment to the seed"),
    ] {
        let change = |text: &str| match rest {
            "" => text.replacen(&format!("\"{key}\""), "\"else\"", 1),
            rest => text.replacen('{', &format!("{{{rest},"), 1),
        };
        let expected =
            |game, line| format!("game {game}, line {line}: the key {key:?} is missing; expected {expected}");
        check_line(line, change, &expected(1, line));
        check_line(line + 8, change, &expected(2, line + 8));
    }
}

#[test]
fn a_value_of_the_wrong_type() {
    let seed = format!("\"deal\":{{\"commitment\":\"{HEX}\",\"seed\":5}},\"software\"");
    for (line, from, to, key, found, expected) in [
        (1, "\"high-card\"", "7", "game", "7", "the name of a game"),
        (1, "\"standard\"", "null", "variant", "null", "the name of a variant"),
        (1, "[\"Ann\",\"Bob\"]", "\"Ann\"", "players", "\"Ann\"", "a list of names"),
        (1, "\"Bob\"", "2", "players", "a list", "a list of names"),
        (1, "\"a pencil\"", "{}", "software", "an object", "the name of a program"),
        (1, "\"software\"", "\"deal\":7,\"software\"", "deal", "7", "an object with a \"commitment\""),
        (1, "\"software\"", "\"deal\":null,\"software\"", "deal", "null", "an object with a \"commitment\""),
        (
            1,
            "\"software\"",
            "\"deal\":{\"commitment\":[]},\"software\"",
            "deal.commitment",
            "a list",
            "the commitment to the seed",
        ),
        (1, "\"software\"", &seed, "deal.seed", "5", "the seed, once the game is over"),
        (2, "\"discard 1\"", "1", "move", "1", "a move in text form"),
        (2, "\"seat\":0", "\"seat\":\"0\"", "seat", "\"0\"", "a seat number, from 0"),
        (2, "\"seat\":0", "\"seat\":0.0", "seat", "0.0", "a seat number, from 0"),
        (2, "\"seat\":0", "\"seat\":-1", "seat", "-1", "a seat number, from 0"),
        (2, "\"seat\":0", "\"seat\":null", "seat", "null", "a seat number, from 0"),
        (8, "{\"result\":", "{\"result\":7,\"was\":", "result", "7", "an object"),
        (8, "{\"result\":", "{\"result\":[],\"was\":", "result", "a list", "an object"),
    ] {
        check(
            line,
            from,
            to,
            &format!("game 1, line {line}: the key {key:?} holds {found}; expected {expected}"),
        );
    }
}

#[test]
fn a_commitment_or_a_seed_that_is_none() {
    let deal = |deal: String| {
        move |text: &str| text.replacen("\"software\"", &format!("\"deal\":{deal},\"software\""), 1)
    };
    check_line(
        1,
        deal("{\"commitment\":\"beef\"}".to_owned()),
        "game 1, line 1: the key \"deal.commitment\": expected 64 hexadecimal digits, found \"beef\"",
    );
    check_line(
        9,
        deal(format!("{{\"commitment\":\"{HEX}\",\"seed\":\"\"}}")),
        "game 2, line 9: the key \"deal.seed\": expected 64 hexadecimal digits, found \"\"",
    );
}

#[test]
fn a_bad_variant() {
    check(
        9,
        "standard",
        "Standard",
        "game 2, line 9: variant: expected standard, solo-low, solo-high or solo, found \"Standard\"",
    );
}

#[test]
fn a_wrong_number_of_players() {
    let expected =
        |found| format!("game 2, line 9: \"players\" names {found} players; variant standard takes 2 to 4");
    check(9, ",\"Bob\"", "", &expected(1));
    check(9, "\"Ann\",\"Bob\"", "", &expected(0));
    check(9, "\"Bob\"", "\"B\",\"C\",\"D\",\"E\"", &expected(5));
    check(1, "standard", "solo", "game 1, line 1: \"players\" names 2 players; variant solo takes 1 to 1");
}

#[test]
fn a_bad_setup() {
    let deck = "\"deck\" must list each of the cards 1 to 18 once";
    check(9, ",18]", "]", &format!("game 2, line 9: setup: {deck}"));
    check(9, ",18]", ",1]", &format!("game 2, line 9: setup: {deck}"));
    check(9, ",18]", ",18,18]", &format!("game 2, line 9: setup: {deck}"));
    check(9, ",18]", ",\"18\"]", &format!("game 2, line 9: setup: {deck}"));
    check(
        9,
        ",18]",
        ",17],\"house\":\"brick\"",
        &format!("game 2, line 9: setup: {deck}; \"house\" must be \"low\" or \"high\""),
    );
    check(
        1,
        ",18]",
        ",18],\"house\":\"low\"",
        "game 1, line 1: setup: \"house\" does not fit the variant standard",
    );
    check_line(
        1,
        |text| text.replace("\"setup\":{", "\"setup\":null,\"old\":{"),
        &format!("game 1, line 1: setup: {deck}"),
    );
}

#[test]
fn a_seat_out_of_range() {
    for (seat, game, line) in [
        ("2", 1, 3),
        ("7", 1, 5),
        ("8", 2, 10),
        ("255", 1, 2),
        ("256", 2, 14),
        ("18446744073709551615", 1, 4),
    ] {
        check_line(
            line,
            |text| text.replacen(&text[8..9], seat, 1),
            &format!("game {game}, line {line}: seat {seat} does not exist: the table has the seats 0 to 1"),
        );
        // The error is found when the file is read, not only when it is played.
        let text = GOOD.join("\n").replacen("\"seat\":1,\"move\"", &format!("\"seat\":{seat},\"move\""), 1);
        assert_eq!(Record::<HighCard>::read_all(&text).unwrap_err().line, 3);
    }
}

#[test]
fn an_ill_formed_move() {
    for text in [
        "",
        "play",
        "play ",
        "play 04",
        "play +4",
        "play 19",
        "play 0",
        "play 4 ",
        " play 4",
        "Play 4",
        "play  4",
        "play 4 4",
        "play ４",
        "play 99999999999",
    ] {
        let expected = format!(
            "game 1, line 4: move {text:?}: expected \"discard\" or \"play\" and a card from 1 to 18"
        );
        check(4, "play 4", text, &expected);
    }
    check(
        14,
        "play 5",
        "playing",
        "game 2, line 14: move \"playing\": expected \"discard\" or \"play\" and a card from 1 to 18",
    );
}

#[test]
fn an_illegal_move() {
    check(
        2,
        "discard 1",
        "discard 5",
        "game 1, line 2: seat 0 can't \"discard 5\": the card 5 is not in its hand",
    );
    check(2, "discard 1", "play 1", "game 1, line 2: seat 0 can't \"play 1\": expected to discard");
    check(4, "play 4", "play 1", "game 1, line 4: seat 0 can't \"play 1\": the card 1 is not in its hand");
    check(14, "play 5", "play 8", "game 2, line 14: seat 1 can't \"play 8\": the card 8 is not in its hand");
}

#[test]
fn a_move_of_the_wrong_seat() {
    check(
        3,
        "\"seat\":1",
        "\"seat\":0",
        "game 1, line 3: seat 0 can't \"discard 5\": it is not the turn of seat 0",
    );
    check(
        14,
        "\"seat\":1",
        "\"seat\":0",
        "game 2, line 14: seat 0 can't \"play 5\": it is not the turn of seat 0",
    );
}

#[test]
fn a_lost_or_doubled_move() {
    check_line(3, |_| String::new(), "game 1, line 4: seat 0 can't \"play 4\": it is not the turn of seat 0");
    check_line(
        3,
        |text| format!("{text}\n{text}"),
        "game 1, line 4: seat 1 can't \"discard 5\": expected to play",
    );
}

#[test]
fn a_move_after_the_end() {
    check_line(
        8,
        |text| format!("{}\n{text}", GOOD[6]),
        "game 1, line 8: seat 0 can't \"play 8\": the game is over",
    );
    let after = "expected the next game's header after the result, found another";
    check_line(8, |text| format!("{text}\n{}", GOOD[6]), &format!("game 1, line 9: {after} move"));
    check_line(8, |text| format!("{text}\n\n{text}"), &format!("game 1, line 10: {after} result"));
}

#[test]
fn talk_after_the_end_is_allowed() {
    let text = format!("{}\n{{\"talk\":\"well played\"}}\n{HEADER}", GOOD[..8].join("\n"));
    assert_eq!(said(&text), "good");
    let records = Record::<HighCard>::read_all(&text).unwrap();
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].entries.len(), 7);
    assert_eq!(Record::<HighCard>::read_all(&records[0].to_string()).unwrap(), records[..1]);
}

#[test]
fn a_result_before_the_end() {
    check_line(
        7,
        |_| String::new(),
        "game 1, line 8: a result stands here, but the game is not over after 5 moves",
    );
    check_line(
        14,
        |text| format!("{text}\n{{\"result\":{{}}}}"),
        "game 2, line 15: a result stands here, but the game is not over after 4 moves",
    );
    check_line(
        1,
        |text| format!("{text}\n{RESULT}"),
        "game 1, line 3: expected the next game's header after the result, found another move",
    );
}

#[test]
fn a_wrong_result() {
    for (from, to, path, found, expected) in [
        ("\"score\":8", "\"score\":9", "players[0].score", "9", "8"),
        ("\"score\":6", "\"score\":null", "players[1].score", "null", "6"),
        ("\"score\":6", "\"score\":6.0", "players[1].score", "6.0", "6"),
        ("\"score\":6", "\"score\":\"6\"", "players[1].score", "\"6\"", "6"),
        ("\"score\":6", "\"points\":6", "players[1].score", "nothing", "6"),
        ("\"players\"", "\"people\"", "players", "nothing", "a list of 2"),
        ("\"winners\":[0]", "\"winners\":[]", "winners", "a list of 0", "a list of 1"),
        ("\"winners\":[0]", "\"winners\":[0,1]", "winners", "a list of 2", "a list of 1"),
        ("\"winners\":[0]", "\"winners\":[1]", "winners[0]", "1", "0"),
        ("\"winners\":[0]", "\"winners\":0", "winners", "0", "a list of 1"),
        ("\"winners\":[0]", "\"winners\":{\"0\":0}", "winners", "an object", "a list of 1"),
        ("\"players\":[{", "\"players\":[7,{", "players", "a list of 3", "a list of 2"),
        ("{\"score\":8,\"seat\":0,\"tricks\":1}", "[8]", "players[0]", "a list of 1", "an object"),
    ] {
        check(
            8,
            from,
            to,
            &format!("game 1, line 8: the result says {found} at {path}; the moves give {expected}"),
        );
    }
}

#[test]
fn a_result_with_unknown_keys_is_allowed() {
    check(8, "\"score\":8", "\"score\":8,\"mood\":\"fine\"", "good");
    check(8, "\"winners\"", "\"losers\":[1],\"winners\"", "good");
}

#[test]
fn errors_of_format_are_reported_before_errors_of_the_rules() {
    // The shape of all lines is checked first, then the text of moves, and the rules last.
    let text = GOOD.join("\n").replace("discard 8", "play 8").replacen("play 4", "sing", 1);
    assert!(said(&text).starts_with("game 1, line 4: move \"sing\""), "{}", said(&text));
    assert!(said(&(text + "\n?")).starts_with("game 2, line 15: not JSON"));
    assert!(split("?").is_err());
}
