//! Records with random contents are read back unchanged, and damaged ones never cause a panic.

use std::sync::OnceLock;

use high_card::HighCard;
use proptest::prelude::*;
use serde_json::{Map, Value};
use tabletop::{
    Commitment, Record, Seed,
    conformance::random_record,
    prelude::*,
    record::{Entry, VERSION},
};

/// Any JSON, not too deep.
fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Unknown keys.
fn extra() -> impl Strategy<Value = Map<String, Value>> {
    const KNOWN: [&str; 15] = [
        "record",
        "game",
        "rules",
        "variant",
        "players",
        "setup",
        "software",
        "deal",
        "seat",
        "move",
        "result",
        "commitment",
        "seed",
        "deck",
        "house",
    ];
    let key =
        prop_oneof![any::<String>(), "[a-z]{1,8}"].prop_filter("known", |key| !KNOWN.contains(&key.as_str()));
    prop::collection::btree_map(key, json(), 0..3).prop_map(|map| map.into_iter().collect())
}

prop_compose! {
    /// Returns a record of any mode, finished or not, with unknown keys everywhere.
    fn record()(
        mode in 0..5_usize,
        entropy in any::<[u8; 32]>(),
        names in prop::collection::vec(any::<String>(), 4),
        software in any::<String>(),
        moves in prop::option::of(0..13_usize),
        rules in 1..=2_u32,
        (deal, shown) in any::<(bool, bool)>(),
        extras in prop::collection::vec(extra(), 5),
        talk in prop::collection::vec((0..13_usize, extra()), 0..4),
    ) -> Record<HighCard> {
        let (variant, players) = HighCard::modes().nth(mode).expect("there are five");
        let mut record = random_record::<HighCard>(&Seed::new(entropy), variant, players);
        record.players = names[..players].to_vec();
        record.software = software;
        record.rules = rules;
        let [header, setup, result, of_deal, of_move] = <[Map<String, Value>; 5]>::try_from(extras).expect("five");
        record.header_extra = header;
        record.setup_extra = setup;
        record.result_extra = result;
        if let Some(proof) = &mut record.deal {
            proof.extra = of_deal;
            proof.seed = proof.seed.filter(|_| shown);
        }
        record.deal = record.deal.filter(|_| deal);
        if let Some(Entry::Move { extra, .. }) = record.entries.last_mut() {
            *extra = of_move;
        }
        for (at, map) in talk {
            record.entries.insert(at.min(record.entries.len()), Entry::Other(map));
        }
        if let Some(moves) = moves {
            record.truncate_moves(moves);
        }
        record
    }
}

/// Reads a text that may not be a record, and calls every function of the records that were read.
fn try_everything(text: &str) -> Result<(), TestCaseError> {
    let records = match Record::<HighCard>::read_all(text) {
        Ok(records) => records,
        Err(error) => {
            let lines = text.lines().count().max(1);
            prop_assert!((1..=lines).contains(&error.line), "{error}: there are {lines} lines");
            prop_assert!(!error.to_string().is_empty());
            return Ok(());
        }
    };
    let written: String = records.iter().map(ToString::to_string).collect();
    prop_assert_eq!(&Record::<HighCard>::read_all(&written).expect("what is written is read"), &records);
    for mut record in records {
        let _ =
            (record.replay_unfinished().is_ok(), record.verify_deal().is_ok(), record.state_after(2).is_ok());
        if let Err(error) = record.replay() {
            prop_assert!((1..=text.lines().count()).contains(&error.line), "{error}");
        }
        record.truncate_moves(1);
        let _ = record.replay();
    }
    Ok(())
}

/// Returns a short game with talk and a deal, made once.
fn sample_text() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let (variant, players) = HighCard::modes().last().expect("there are modes");
        let record = random_record::<HighCard>(&Seed::from_phrase("damage"), variant, players);
        record.to_string().replacen("{\"seat\"", "{\"talk\":\"oh\\u00e9\"}\n{\"seat\"", 1)
    })
}

fn characters() -> impl Strategy<Value = char> {
    prop_oneof![
        any::<char>(),
        prop::sample::select("{}[]\",:\\0123456789-.eE+ntu \n\r\t\0é\u{feff}".chars().collect::<Vec<_>>())
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(192) })]

    #[test]
    fn written_text_reads_as_the_same_record(record in record()) {
        let text = record.to_string();
        let read = Record::<HighCard>::read_all(&text).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(&read, std::slice::from_ref(&record));
        prop_assert_eq!(read[0].to_string(), text.clone());
        prop_assert_eq!(record.replay_unfinished().is_ok(), true);
        prop_assert_eq!(record.replay().is_ok(), record.result.is_some());
        prop_assert_eq!(text.lines().count(), 1 + record.entries.len() + usize::from(record.result.is_some()));
        try_everything(&text)?;
    }

    #[test]
    fn damage_never_panics(record in record(), places in prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8, characters()), 1..4)) {
        let mut text: Vec<char> = record.to_string().chars().collect();
        for (place, kind, by) in places {
            let place = place.index(text.len());
            match kind {
                0 => { text.remove(place); }
                1 => text[place] = by,
                _ => text.insert(place, by),
            }
        }
        try_everything(&text.into_iter().collect::<String>())?;
    }

    #[test]
    fn lines_out_of_place_never_panic(record in record(), swaps in prop::collection::vec(any::<(prop::sample::Index, prop::sample::Index)>(), 1..4)) {
        let text = record.to_string();
        let mut lines: Vec<&str> = text.lines().collect();
        for (one, other) in swaps {
            let (one, other) = (one.index(lines.len()), other.index(lines.len()));
            if one == other { lines.remove(one); } else { lines.swap(one, other); }
            if lines.is_empty() { break; }
        }
        try_everything(&lines.join("\n"))?;
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), value in json()) {
        try_everything(&text)?;
        try_everything(&value.to_string())?;
        try_everything(&format!("{{\"record\":{VERSION},\"game\":\"high-card\",\"setup\":{value}}}"))?;
        let hex = text.parse::<Commitment>();
        prop_assert!(hex.is_err());
    }
}

#[test]
fn every_single_character_lost_or_replaced() {
    let text = sample_text();
    assert!(Record::<HighCard>::read_all(text).expect("it is good")[0].replay().is_ok());
    let mut refused = 0;
    for (at, character) in text.char_indices() {
        let (before, after) = (&text[..at], &text[at + character.len_utf8()..]);
        for by in ["", "\"", "{", "}", "[", "]", ",", ":", "\\", "0", "9", "-", ".", "e", "x", " ", "\n", "é"]
        {
            let damaged = format!("{before}{by}{after}");
            refused += usize::from(Record::<HighCard>::read_all(&damaged).is_err());
            try_everything(&damaged).unwrap_or_else(|error| panic!("{damaged:?}: {error}"));
        }
    }
    assert!(refused > 10 * text.len(), "most damage shows: {refused} of {}", 18 * text.len());
}
