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
        assert!(err.contains("city 1") && err.contains(complaint), "{city:?}: {err}");
    }
    let err = townhall_with(&["score", "between-two-cities"], "SSSS/HHOm/OPOO/OPHP\nnonsense\n").refused();
    assert!(err.contains("line 2, city 0"), "{err}");
    let eight = [SAMPLE[0]; 8];
    assert!(townhall(&[&["score", "between-two-cities"], &eight[..]].concat()).refused().contains("1 to 7"));
}
