//! Score sheets, compared with games that were played to their end.

use between_two_cities::{BetweenTwoCities, Built, Decided, Scored, Sheet, Tile, Variant};
use serde_json::{Value, json};
use tabletop::{ScoreSheet, Seed, play_out_randomly, prelude::*};

fn sheet(variant: &str, players: usize, cities: &[&str]) -> Sheet {
    serde_json::from_value(json!({"variant": variant, "players": players, "cities": cities}))
        .expect("a sheet")
}

fn scored(variant: &str, players: usize, cities: &[&str]) -> Scored {
    BetweenTwoCities::score_sheet(&sheet(variant, players, cities)).expect("scores")
}

const SAMPLE: [&str; 6] = [
    "SSSS/HHOm/OPOO/OPHP",
    "mdFF/OeOb/OOOO/SSSS",
    "mdFF/HeFP/SHbP/HHHO",
    "mFFF/PPFP/SSmP/HHHF",
    "mdHH/SeOb/SOHH/SFPP",
    "FSFF/PFPP/FbHP/PPHH",
];

#[test]
fn the_sample_game() {
    let scored = scored("standard", 6, &SAMPLE);
    let totals: Vec<u8> = scored.cities.iter().map(|city| city.score.total).collect();
    assert_eq!(totals, [56, 62, 62, 52, 62, 57]);
    let players: Vec<(u16, u8)> = scored.players.iter().map(|player| (player.score, player.place)).collect();
    // The players follow clockwise from Ben. Matthew's other city is better than Ben's. Margaux and Peter have equal
    // totals, and Peter has more shops.
    assert_eq!(players, [(56, 4), (56, 3), (62, 1), (52, 6), (52, 5), (57, 2)]);
    assert_eq!(scored.decided, Decided::Score);
    assert!(scored.complete);
}

/// The sheet of a finished game agrees with its outcome and lacks nothing.
#[test]
fn a_sheet_of_a_finished_game_agrees_with_its_outcome() {
    for variant in Variant::ALL {
        for players in variant.players() {
            for game in 0..12 {
                let seed = Seed::from_phrase(&format!("sheet {variant} {players} {game}"));
                let (setup, _) = BetweenTwoCities::deal_from(&seed, variant, players);
                let mut rng = seed.stream("moves");
                let end = play_out_randomly::<BetweenTwoCities>(
                    BetweenTwoCities::start(&setup),
                    &mut rng,
                    |_, _, _| {},
                );
                let outcome = BetweenTwoCities::outcome(&end).expect("the game is over");
                let texts: Vec<String> = outcome
                    .cities()
                    .iter()
                    .map(|city| match city.built {
                        Built::Grid(layout) => layout.to_string(),
                        Built::Tally { tiles, .. } => Tile::ALL
                            .iter()
                            .zip(tiles)
                            .flat_map(|(tile, many)| std::iter::repeat_n(tile.letter(), many.into()))
                            .collect(),
                    })
                    .collect();
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                let scored = scored(&variant.to_string(), players, &texts);
                let expected: Value = serde_json::to_value(outcome).expect("JSON");
                let found = serde_json::to_value(&scored).expect("JSON");
                assert_eq!(found["winners"], expected["winners"]);
                assert_eq!(scored.decided, outcome.decided(variant));
                for (one, other) in scored.cities.iter().zip(outcome.cities()) {
                    assert_eq!(one.score, other.score);
                    assert_eq!(one.missing, 0);
                }
                for (one, other) in scored.players.iter().zip(outcome.players()) {
                    assert_eq!((one.seat, one.score), (other.seat, other.score));
                    assert_eq!(one.place == 1, outcome.winners().contains(one.seat));
                    assert_eq!(one.buildings.iter().sum::<u8>(), 32);
                }
                assert!(scored.complete);
            }
        }
    }
}

#[test]
fn an_empty_sheet_says_what_the_form_needs() {
    for (variant, players, builders) in [
        ("standard", 3, vec![[0, 1], [1, 2], [2, 0]]),
        ("two-player", 2, vec![[0, 0], [0, 0], [1, 1], [1, 1]]),
        ("automa-hard", 1, vec![[0, 1], [1, 2], [2, 0]]),
    ] {
        let scored = scored(variant, players, &[]);
        let found: Vec<_> = scored.cities.iter().map(|city| city.builders.map(|seat| seat.index())).collect();
        assert_eq!(found, builders, "{variant}");
        assert!(scored.cities.iter().all(|city| city.missing == 16) && !scored.complete);
        assert!(scored.left.iter().map(|kind| kind.left).sum::<i16>() == 108 + 48);
        let bonuses: Vec<i8> = scored.cities.iter().map(|city| city.bonus).collect();
        assert_eq!(bonuses.contains(&2), variant == "automa-hard");
    }
}

#[test]
fn the_automa_city_may_be_written_as_a_board() {
    let of = |text: &str| scored("automa-medium", 1, &["", text]).cities[1].clone();
    assert_eq!(of("SSSF/.b../..../...."), of("bFSSS"));
    assert_eq!(of("bFSSS").tiles.as_deref(), Some("SSSFb"));
}

#[test]
fn more_tiles_than_the_box_has_are_noticed() {
    let taverns = ["bbbb/bbbb/PPPP/PPPP", "SSSS/SSSS/SSSS/SSSS", "OOOO/OOOO/OOOO/OOOO"];
    let scored = scored("standard", 3, &taverns);
    let left = |tile: Tile| scored.left.iter().find(|kind| kind.tile == tile).expect("a kind").left;
    assert_eq!((left(Tile::Bed), left(Tile::Shop), left(Tile::Office)), (-1, 8, 12));
    assert!(scored.cities.iter().all(|city| city.missing == 0) && !scored.complete);
}

#[test]
fn what_is_no_sheet_is_refused_with_the_reason() {
    let refused = |variant: &str, players: usize, cities: &[&str]| {
        let refused = BetweenTwoCities::score_sheet(&sheet(variant, players, cities));
        refused.expect_err("no sheet").to_string()
    };
    assert!(refused("standard", 8, &[]).contains("3 to 7 players, not 8"));
    assert!(refused("two-player", 2, &["", "", "", "", ""]).contains("1 to 4 cities, not 5"));
    assert!(refused("standard", 3, &["SSSS/HHO"]).contains("city 1"));
    assert!(refused("automa", 1, &["", "SSSSSSSSSSSSSSSSS"]).contains("at most 16"));
    assert!(refused("automa", 1, &["", "SX"]).contains("Automa city"));
    let unknown = json!({"variant": "blitz", "players": 3});
    assert!(serde_json::from_value::<Sheet>(unknown).is_err());
}
