//! Records: reading, writing and continuing them.

use high_card::{HighCard, Kind, Move, State, Variant};
use serde_json::{Map, Value, json};
use tabletop::{
    Record, Seat, Seed,
    conformance::random_record,
    prelude::*,
    record::{Entry, split, split_each},
};

/// A finished game of two, written by hand, with unknown keys wherever they may stand.
const GAME: &str = r#"{"record":1,"game":"high-card","rules":2,"variant":"standard","players":["Ann","Bob"],"setup":{"deck":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18],"sleeves":"red"},"software":"a pencil","deal":{"commitment":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f","seed":"202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f","shown":"on a slip"},"event":{"round":1},"place":"the kitchen"}
{"talk":"hello","seat":0}
{"seat":0,"move":"discard 1"}
{"seat":1,"move":"discard 5","ms":1.5}
{"seat":1,"move":"play 6"}
{"clock":[1,null]}
{"seat":0,"move":"play 4","proud":true}
{"seat":0,"move":"play 8"}
{"talk":"oh"}
{"seat":1,"move":"play 2"}
{"result":{"players":[{"score":8,"seat":0,"tricks":1},{"score":6,"seat":1,"tricks":1}],"winners":[0]},"signed":"Ann"}
"#;

fn read(text: &str) -> Vec<Record<HighCard>> {
    Record::read_all(text).unwrap_or_else(|error| panic!("{error}"))
}

fn game() -> Record<HighCard> {
    read(GAME).remove(0)
}

fn object(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

#[test]
fn everything_that_stands_in_a_record_is_read() {
    let record = game();
    assert_eq!(record.players, ["Ann", "Bob"]);
    assert_eq!(record.rules, 2);
    assert_eq!(record.setup.deck, (1..=18).collect::<Vec<u8>>());
    assert_eq!(record.software, "a pencil");
    let deal = record.deal.as_ref().unwrap();
    assert!(deal.commitment.to_string().starts_with("000102"));
    assert!(deal.seed.unwrap().to_string().starts_with("202122"));
    assert_eq!(deal.extra, object(json!({"shown": "on a slip"})));
    assert_eq!(record.header_extra, object(json!({"event": {"round": 1}, "place": "the kitchen"})));
    assert_eq!(record.setup_extra, object(json!({"sleeves": "red"})));
    assert_eq!(record.result_extra, object(json!({"signed": "Ann"})));
    assert_eq!(record.entries.len(), 9);
    assert_eq!(record.entries[0], Entry::Other(object(json!({"talk": "hello", "seat": 0}))));
    let (seat, mv) = (Seat::new(1), Move::new(Kind::Discard, 5));
    assert_eq!(record.entries[2], Entry::Move { seat, mv, extra: object(json!({"ms": 1.5})) });
    assert_eq!(record.entries[4], Entry::Other(object(json!({"clock": [1, null]}))));
    let moves: Vec<String> = record.moves().map(|(seat, mv)| format!("{seat} {mv}")).collect();
    assert_eq!(moves, ["0 discard 1", "1 discard 5", "1 play 6", "0 play 4", "0 play 8", "1 play 2"]);
    let outcome = record.replay().unwrap();
    assert_eq!(HighCard::points(&outcome), [8, 6]);
}

#[test]
fn a_record_is_written_as_it_was_read() {
    let text = game().to_string();
    // Only unknown keys may have changed places.
    let lines =
        |text: &str| text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>();
    assert_eq!(lines(&text), lines(GAME));
    assert_eq!(read(&text), [game()]);
    assert_eq!(read(&text)[0].to_string(), text);
    assert!(text.starts_with(r#"{"record":1,"game":"high-card","rules":2,"variant":"standard","players":["Ann","Bob"],"setup":{"deck":[1,"#));
    assert!(text.contains("\n{\"seat\":1,\"move\":\"discard 5\",\"ms\":1.5}\n"));
    assert!(text.ends_with("]}, \"signed\":\"Ann\"}\n") || text.ends_with("]},\"signed\":\"Ann\"}\n"));
}

#[test]
fn unknown_numbers_are_kept_to_the_last_bit() {
    for number in [
        "0.1",
        "5e-324",
        "1.7976931348623157e308",
        "2.2250738585072011e-308",
        "9007199254740993",
        "18446744073709551615",
        "-9223372036854775808",
        "1.2345678901234567e-200",
    ] {
        let text = GAME.replace("1.5", number);
        let written = read(&text)[0].to_string();
        let value = |text: &str| text.lines().nth(3).map(|line| serde_json::from_str::<Value>(line).unwrap());
        let kept = written.lines().nth(3).unwrap();
        let kept = kept.split("\"ms\":").nth(1).unwrap().trim_end_matches('}');
        assert_eq!(
            kept.parse::<f64>().unwrap().to_bits(),
            number.parse::<f64>().unwrap().to_bits(),
            "{number}"
        );
        assert_eq!(value(&written), value(&text), "{number}");
    }
}

#[test]
fn blank_lines_and_line_ends_do_not_matter() {
    for text in [
        GAME.replace('\n', "\r\n"),
        GAME.replace('\n', "\n\n"),
        format!("\n \t\n{GAME}\n   \n"),
        GAME.replace('\n', " \n  "),
        GAME.trim_end().to_owned(),
    ] {
        assert_eq!(read(&text), [game()], "{text:?}");
    }
}

#[test]
fn text_beyond_ascii_is_kept() {
    let text = GAME.replace("Ann", "Änne \u{2028}\u{1f3e0}").replace("hello", "\\u0000\\n\\\"\\ud83c\\udfe0");
    let record = read(&text).remove(0);
    assert_eq!(record.players[0], "Änne \u{2028}\u{1f3e0}");
    let Entry::Other(talk) = &record.entries[0] else { panic!("expected a line of talk") };
    assert_eq!(talk["talk"], "\0\n\"\u{1f3e0}");
    assert_eq!(read(&record.to_string()), [record]);
}

#[test]
fn a_file_holds_many_games() {
    let mut text = String::new();
    let mut records = Vec::new();
    for (number, (variant, players)) in HighCard::modes().enumerate() {
        let mut record =
            random_record::<HighCard>(&Seed::from_phrase("many").child(number as u64), variant, players);
        if number == 1 {
            // An unfinished game may stand anywhere.
            record.truncate_moves(3);
        }
        text += &format!("{record}\n");
        records.push(record);
    }
    assert_eq!(read(&text), records);
    let raw = split(&text).unwrap();
    assert_eq!(raw.iter().map(|raw| raw.index()).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert!(raw.iter().all(|raw| raw.game() == "high-card"));
    for (index, record) in read(&text).iter().enumerate() {
        assert_eq!(record.replay().is_ok(), index != 1);
        assert_eq!(record.result.is_some(), index != 1);
    }
}

#[test]
fn a_file_may_hold_games_of_several_kinds() {
    let text = format!("{}{GAME}", GAME.replace("high-card", "low-card"));
    let raw = split(&text).unwrap();
    assert_eq!(raw.iter().map(|raw| raw.game()).collect::<Vec<_>>(), ["low-card", "high-card"]);
    let [low, high] = raw.try_into().unwrap();
    let error = low.fault(tabletop::record::RecordFault::NoDeal);
    assert_eq!((error.game, error.line), (0, 1));
    assert_eq!(high.fault(tabletop::record::RecordFault::NoDeal).line, 12);
    assert!(Record::<HighCard>::read(low).is_err());
    assert_eq!(Record::<HighCard>::read(high).unwrap(), game());
}

/// An error in one game says nothing about the others. The error of the file is that of the first invalid game.
#[test]
fn a_line_spoils_its_own_game_only() {
    let cut: String = GAME.lines().take(4).flat_map(|line| [line, "\n"]).collect();
    let older = GAME.replace("{\"record\":1", "{\"record\":0");
    let files = [
        (format!("?\n{GAME}"), vec![Some(1), None]),
        (format!("{}\n?\n?\n{GAME}", cut.trim_end()), vec![Some(5), None]),
        (format!("{GAME}?\n{GAME}"), vec![None, Some(12), None]),
        (format!("{GAME}{older}{GAME}"), vec![None, Some(12), None]),
        (format!("{cut}{{\"record\":\n{GAME}"), vec![None, Some(5), None]),
        (format!("{GAME}{{\"move\":\"play 1\",\"seat\":0}}\n{GAME}"), vec![Some(12), None]),
        (String::new(), vec![Some(1)]),
    ];
    for (file, expected) in files {
        let games = split_each(&file);
        let faults: Vec<_> = games.iter().map(|game| game.as_ref().err().map(|error| error.line)).collect();
        assert_eq!(faults, expected, "{file}");
        for (number, game) in games.into_iter().enumerate() {
            assert_eq!(game.map_or_else(|error| error.game, |raw| raw.index()), number, "{file}");
        }
        let first = expected.into_iter().flatten().next();
        assert_eq!(split(&file).err().map(|error| error.line), first, "{file}");
    }
}

#[test]
fn optional_keys_of_a_header() {
    let header = GAME.lines().next().unwrap();
    let mut keys = object(serde_json::from_str(header).unwrap());
    for key in ["rules", "software", "deal", "event", "place"] {
        keys.remove(key);
    }
    let record = read(&GAME.replace(header, &Value::Object(keys).to_string())).remove(0);
    assert_eq!((record.rules, record.software.as_str(), &record.deal), (1, "", &None));
    record.replay().unwrap();
    assert_eq!(read(&record.to_string()), [record]);
}

#[test]
fn the_setup_says_more_than_the_name_of_the_variant() {
    for house in [high_card::House::Low, high_card::House::High] {
        let variant = Variant::Solo(house);
        let text = random_record::<HighCard>(&Seed::from_phrase("solo"), variant, 1).to_string();
        assert!(text.contains("\"variant\":\"solo\""), "{text}");
        assert_eq!(HighCard::variant(&read(&text)[0].setup), variant);
    }
}

#[test]
fn seeds_are_shown_after_the_end_only() {
    let mut record = random_record::<HighCard>(&Seed::from_phrase("secret"), Variant::Standard, 2);
    assert!(record.to_string().contains(&Seed::from_phrase("secret").to_string()));
    record.deal.as_mut().unwrap().seed = None;
    let text = record.to_string();
    assert!(!text.contains("\"seed\""), "{text}");
    assert_eq!(read(&text), [record.clone()]);
    let null = text.replace("\"commitment\"", "\"seed\":null,\"commitment\"");
    assert_eq!(read(&null), [record]);
}

// ---- Unfinished games and their continuation. ----

fn state_by_hand(moves: &[(u8, Kind, u8)]) -> State {
    let mut state = HighCard::start(&game().setup);
    for &(seat, kind, card) in moves {
        HighCard::play(&mut state, Seat::new(seat), Move::new(kind, card)).unwrap();
    }
    state
}

#[test]
fn an_unfinished_game_is_replayed_as_far_as_it_goes() {
    let text: String = GAME.lines().take(5).flat_map(|line| [line, "\n"]).collect();
    let record = read(&text).remove(0);
    let (state, outcome) = record.replay_unfinished().unwrap();
    let expected = state_by_hand(&[(0, Kind::Discard, 1), (1, Kind::Discard, 5), (1, Kind::Play, 6)]);
    assert_eq!((state, outcome), (expected, None));
    let error = record.replay().unwrap_err().to_string();
    assert_eq!(error, "game 1, line 5: expected a result after 3 moves, found none: the game is unfinished");
}

#[test]
fn a_game_that_is_over_needs_its_result_to_be_finished() {
    let text = GAME.lines().take(10).collect::<Vec<_>>().join("\n");
    let record = read(&text).remove(0);
    let (_, outcome) = record.replay_unfinished().unwrap();
    assert_eq!(outcome.map(|outcome| HighCard::points(&outcome)), Some(vec![8, 6]));
    let error = record.replay().unwrap_err().to_string();
    assert_eq!(error, "game 1, line 10: expected a result after 6 moves, found none: the game is unfinished");
}

#[test]
fn the_state_after_any_number_of_moves() {
    let record = game();
    let moves: Vec<_> = record.moves().collect();
    for count in 0..=moves.len() + 2 {
        let moves: Vec<_> =
            moves.iter().take(count).map(|(seat, mv)| (seat.index() as u8, mv.kind, mv.card)).collect();
        assert_eq!(record.state_after(count).unwrap(), state_by_hand(&moves), "after {count}");
    }
    // A move that is illegal later does not matter.
    let broken = read(&GAME.replace("play 8", "play 18")).remove(0);
    assert!(broken.state_after(4).is_ok() && broken.state_after(5).is_err());
}

#[test]
fn replaying_tells_of_each_move_in_order() {
    let record = game();
    let mut last = HighCard::start(&record.setup);
    let mut moves = Vec::new();
    let end = record.replay_each(|before, seat, mv, after| {
        assert_eq!(*before, last);
        last = *after;
        moves.push((seat, mv));
    });
    assert_eq!(end.unwrap(), last);
    assert!(moves.into_iter().eq(record.moves()));
}

#[test]
fn taking_back_moves() {
    // After the moves are taken back, talk stays unless a move before it was taken back.
    for (count, left) in [(0, 1), (1, 2), (2, 3), (3, 5), (4, 6), (5, 8)] {
        let mut record = game();
        record.truncate_moves(count);
        assert_eq!(record.entries, game().entries[..left], "{count} moves");
        assert_eq!((record.result.as_ref(), record.result_extra.len()), (None, 0), "{count} moves");
        assert_eq!(record.deal, game().deal);
        assert_eq!(read(&record.to_string()), [record.clone()]);
        assert!(record.replay_unfinished().is_ok());
    }
    for count in [6, 7, usize::MAX] {
        let mut record = game();
        record.truncate_moves(count);
        assert_eq!(record, game(), "{count} moves");
    }
    let mut empty = Record::<HighCard>::new(vec![], game().setup, "", None);
    empty.truncate_moves(0);
    assert!(empty.entries.is_empty());
}

#[test]
fn going_on_after_taking_back_names_the_right_lines() {
    // The file has two games and blank lines. New lines would stand behind the remaining ones.
    let mut record = read(&format!("{GAME}\n{}", GAME.replace('\n', "\n\n"))).remove(1);
    record.truncate_moves(2);
    assert_eq!(record.entries.len(), 3);
    record.push(Seat::new(0), Move::new(Kind::Play, 3));
    record.push(Seat::new(0), Move::new(Kind::Play, 4));
    let error = record.replay().unwrap_err().to_string();
    assert_eq!(error, "game 2, line 21: seat 0 can't \"play 4\": it is not the turn of seat 0");
    record.truncate_moves(3);
    assert_eq!(record.replay().unwrap_err().line, 20);
    for (seat, card) in [(1, 6), (0, 7), (1, 2)] {
        record.push(Seat::new(seat), Move::new(Kind::Play, card));
    }
    let (_, outcome) = record.replay_unfinished().unwrap();
    let mut outcome = outcome.unwrap();
    record.finish(&outcome, None);
    assert_eq!(record.replay().unwrap(), outcome);
    assert_eq!(record.deal.as_ref().unwrap().seed, None);
    outcome.players[1].score = 99;
    record.finish(&outcome, None);
    let error = record.replay().unwrap_err().to_string();
    assert_eq!(error, "game 2, line 24: the result says 99 at players[1].score; the moves give 6");
}

#[test]
fn a_new_record_names_the_lines_that_it_would_have() {
    let mut record = Record::<HighCard>::new(vec!["Ann".into(), "Bob".into()], game().setup, "x 1", None);
    assert_eq!(record.replay().unwrap_err().line, 1);
    record.push(Seat::new(0), Move::new(Kind::Discard, 1));
    assert_eq!(record.replay().unwrap_err().line, 2);
    record.push(Seat::new(0), Move::new(Kind::Discard, 2));
    assert_eq!(record.replay().unwrap_err().line, 3);
    record.truncate_moves(1);
    record.push(Seat::new(7), Move::new(Kind::Discard, 2));
    let error = record.replay().unwrap_err().to_string();
    assert_eq!(error, "game 1, line 3: seat 7 does not exist: the table has the seats 0 to 1");
    assert_eq!(read(GAME)[0], game(), "places say nothing about the game");
}
