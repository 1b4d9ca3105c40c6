use crate::{townhall, townhall_with};

const SAMPLE: [&str; 6] = [
    "SSSS/HHOm/OPOO/OPHP",
    "mdFF/OeOb/OOOO/SSSS",
    "mdFF/HeFP/SHbP/HHHO",
    "mFFF/PPFP/SSmP/HHHF",
    "mdHH/SeOb/SOHH/SFPP",
    "FSFF/PFPP/FbHP/PPHH",
];

fn totals(line: &str) -> Vec<i64> {
    let value: serde_json::Value = serde_json::from_str(line).expect("one JSON a line");
    let cities = value["cities"].as_array().expect("a list of cities");
    cities.iter().map(|city| city["total"].as_i64().expect("a total")).collect()
}

#[test]
fn scores_the_sample_game_in_the_published_format() {
    let out = townhall(&[&["score", "between-two-cities"], &SAMPLE[..]].concat()).ok();
    assert_eq!(totals(&out), [56, 62, 62, 52, 62, 57]);
    let first = r#"{"cells":"SSSS/HHOm/OPOO/OPHP","factories":0,"houses":12,"offices":17,"parks":10,"shops":16,"taverns":1,"total":56}"#;
    let value: serde_json::Value = serde_json::from_str(&out).expect("one JSON");
    assert_eq!(value["cities"][0], serde_json::from_str::<serde_json::Value>(first).expect("JSON"));
}

#[test]
fn reads_one_table_a_line_from_standard_input() {
    let input =
        format!("{}\n\n.SSS/..S./..S./.SSS\n  FFFF/..../..../.... FF../..../..../....\n", SAMPLE.join(" "));
    let out = townhall_with(&["score", "between-two-cities"], &input).ok();
    assert_eq!(townhall_with(&["score", "between-two-cities"], &format!("\u{feff}{input}")).ok(), out);
    assert_eq!(townhall_with(&["score", "between-two-cities", "-"], &input).ok(), out);
    let lines: Vec<_> = out.lines().map(totals).collect();
    assert_eq!(lines, [vec![56, 62, 62, 52, 62, 57], vec![25], vec![16, 6]]);
}

#[test]
fn names_what_is_wrong_with_a_city_and_where() {
    for (city, complaint) in [
        ("SSSS/HHOm/OPOO", "four rows"),
        ("SSSS/HHOm/OPOO/OPH", "four letters in row 4"),
        ("SSSS/HHOm/OPxO/OPHP", "row 3, column 3"),
        ("", "four rows"),
    ] {
        let err = townhall(&["score", "between-two-cities", SAMPLE[0], city]).refused();
        assert!(err.contains("city 2") && err.contains(complaint), "{city:?}: {err}");
    }
    let err = townhall_with(&["score", "between-two-cities"], "SSSS/HHOm/OPOO/OPHP\nnonsense\n").refused();
    assert!(err.contains("line 2, city 1"), "{err}");
    let all_beds = townhall(&["score", "between-two-cities", "bbbb/bbbb/bbbb/bbbb"]).refused();
    assert!(all_beds.contains("the box has 7 b") && all_beds.contains("have 16"), "{all_beds}");
    let eight = ["..../..../..../...."; 8];
    assert!(townhall(&[&["score", "between-two-cities"], &eight[..]].concat()).refused().contains("1 to 7"));
}

/// The worked example of the rules: 24 printed, 8 + 6 + 6 + 4 by tokens.
const EXAMPLE: &str = "points=24/resources=CCMMMMEENNN/tokens=each-M,pair-CE,types-3,ingenuity/cards=*,*";

fn score_point_city(args: &[&str]) -> serde_json::Value {
    let out = townhall(&[&["score", "point-city"], args].concat()).ok();
    serde_json::from_str(&out).expect("one JSON")
}

#[test]
fn scores_a_table_of_point_city_as_a_record_does() {
    let table = score_point_city(&[EXAMPLE, "points=48/cards=C", "points=48/cards=CC,N,*"]);
    let expected = serde_json::json!({
        "players": [
            {"seat": 0, "printed": 24, "tokens": [
                {"id": "each-M", "points": 8}, {"id": "pair-CE", "points": 6},
                {"id": "types-3", "points": 6}, {"id": "ingenuity", "points": 4},
            ], "total": 48, "cards_left": 2},
            {"seat": 1, "printed": 48, "tokens": [], "total": 48, "cards_left": 1},
            {"seat": 2, "printed": 48, "tokens": [], "total": 48, "cards_left": 3},
        ],
        "winners": [2],
    });
    assert_eq!(table, expected);
}

#[test]
fn scores_the_solo_city_which_wins_a_tie() {
    let city = "points=24/resources=CCMMMMEENNN/tokens=4/cards=*,*";
    for (variant, total) in
        [("solo-easy", 24 + 11 + 12), ("solo-medium", 24 + 10 + 20), ("solo-hard", 24 + 18 + 28 + 2)]
    {
        let player = format!("points={total}");
        let table = score_point_city(&["--variant", variant, &player, city]);
        assert_eq!(table["players"][1]["total"], total, "{table}");
        assert_eq!(table["winners"], serde_json::json!([1]));
        let player = format!("points={}", total + 1);
        assert_eq!(
            score_point_city(&["--variant", variant, &player, city])["winners"],
            serde_json::json!([0])
        );
    }
}

#[test]
fn buildings_count_what_is_printed_on_them() {
    let by_name = score_point_city(&["buildings=01C,01M,01E/tokens=each-C"]);
    assert_eq!(by_name, score_point_city(&["points=0/resources=CME/tokens=each-C"]));
    let out = townhall_with(&["score", "point-city"], "points=3 points=4\n\n-\n");
    assert!(out.out.lines().count() == 1 && out.refused().contains("line 3, seat 1 (\"-\")"));
}

/// The seats of a table together have no more of anything than the box.
#[test]
fn cards_that_the_box_does_not_have_are_refused() {
    let (ten, twenty) = (format!("resources={}", "E".repeat(10)), format!("resources={}", "E".repeat(20)));
    let cards = |kind: &str, number: usize| format!("cards={}", vec![kind; number].join(","));
    let (stars, doubles) = (cards("*", 21), cards("NN", 9));
    for (table, complaint) in [
        ([&twenty[..], "resources=E"], "resources: the box has 20 buildings that give E; this table has 21"),
        ([&ten, &format!("{ten}E")], "this table has 21"),
        (["buildings=01E", &twenty], "this table has 21"),
        ([&stars, &cards("*", 20)], "cards: the box has 40 cards with *; this table has 41"),
        ([&doubles, &doubles], "cards with NN; this table has 18"),
    ] {
        let err = townhall(&[&["score", "point-city"], &table[..]].concat()).refused();
        assert!(err.contains(&format!("seat 2 ({:?})", table[1])) && err.contains(complaint), "{err}");
    }
    let full = townhall(&["score", "point-city", &twenty, &cards("*", 34), &cards("*", 6)]).ok();
    assert!(full.contains("\"cards_left\":34"), "{full}");
}

#[test]
fn names_what_is_wrong_with_a_seat_and_what_was_expected() {
    for (seat, complaint) in [
        ("points=many", "points: expected a number from 0 to 999, found \"many\""),
        ("points=1000", "from 0 to 999"),
        ("points=1/points=2", "expected points= once"),
        ("villas=3", "expected points=NUMBER"),
        ("resources=CMX", "resources: expected"),
        ("buildings=01C,99Z", "buildings: expected"),
        ("buildings=01C,01C", "01C was built before"),
        ("buildings=01C/points=3", "leave out points="),
        ("tokens=each-X", "tokens: expected a token"),
        ("tokens=4", "tokens: expected a token"),
        ("tokens=flat-5", "flat-5 was taken before"),
        ("cards=CCC", "cards: expected"),
        ("", "expected points=NUMBER"),
    ] {
        let err = townhall(&["score", "point-city", "tokens=flat-5", seat]).refused();
        assert!(err.contains(&format!("seat 2 ({seat:?})")) && err.contains(complaint), "{seat:?}: {err}");
    }
    for (args, complaint) in [
        (&["a", "b", "c", "d", "e"][..], "1 to 4 seats"),
        (&["--variant", "solo-easy", "points=3"], "2 seats, the city's last"),
        (&["--variant", "blitz", "points=3"], "solo-hard"),
    ] {
        let err = townhall(&[&["score", "point-city"], args].concat()).refused();
        assert!(err.contains(complaint), "{args:?}: {err}");
    }
}
