use serde_json::Value;

use crate::{modes, townhall};

fn arena(args: &[&str]) -> Value {
    let out = townhall(&[&["arena"], args, &["--seed", "arena", "--json"]].concat()).ok();
    serde_json::from_str(&out).expect("one JSON")
}

/// A report without the figures that depend on the machine.
fn timeless(mut report: Value) -> Value {
    for bot in report["bots"].as_object_mut().expect("bots").values_mut() {
        for time in ["ms_p50", "ms_p99"] {
            assert!(bot.as_object_mut().expect("a bot").remove(time).is_some_and(|ms| ms.is_number()));
        }
    }
    report
}

#[test]
fn finds_the_stronger_bot_and_says_how_sure_it_is() {
    let report = arena(&["point-city", "--players", "2", "--bots", "greedy,random", "--games", "60"]);
    let [greedy, random] = ["greedy", "random"].map(|name| &report["bots"][name]);
    let number = |value: &Value| value.as_f64().expect("a number");
    assert_eq!((&report["deals"], &report["games"], &greedy["games"]), (&30.into(), &60.into(), &60.into()));
    assert!(number(&greedy["win_share"]) > 0.9 && number(&greedy["ci95"][0]) > 0.8);
    assert!((number(&greedy["win_share"]) + number(&random["win_share"]) - 1.0).abs() < 1e-3);
    assert!(number(&greedy["mean_score"]) > number(&random["mean_score"]));
    assert!(number(&greedy["rating"]) > number(&random["rating"]));
    assert!(number(&greedy["ci95"][0]) <= number(&greedy["win_share"]));
    assert!(number(&greedy["ci95"][1]) >= number(&greedy["win_share"]));
}

#[test]
fn is_the_same_for_any_number_of_threads() {
    for (game, players) in [("between-two-cities", "3"), ("point-city", "3")] {
        let bots = ["--bots", "casual:12sims,oracle:12sims,greedy", "--games", "6"];
        let args = [&[game, "--players", players], &bots[..]].concat();
        let [one, three] =
            ["1", "3"].map(|threads| timeless(arena(&[&args[..], &["--threads", threads]].concat())));
        assert_eq!(one, three, "{game}");
    }
}

#[test]
fn plays_no_seating_twice() {
    let alike = arena(&["point-city", "--players", "4", "--bots", "greedy", "--games", "3"]);
    assert_eq!((&alike["deals"], &alike["games"]), (&3.into(), &3.into()));
    assert_eq!(alike["bots"]["greedy"]["win_share"], 0.25);
    let one_of_three =
        arena(&["between-two-cities", "--players", "3", "--bots", "greedy,random,random", "--games", "3"]);
    assert_eq!((&one_of_three["deals"], &one_of_three["games"]), (&1.into(), &3.into()));
    assert_eq!(one_of_three["bots"]["random"]["seats"], 6);
}

#[test]
fn stops_when_it_is_clear() {
    let args = ["point-city", "--players", "2", "--bots", "greedy,random", "--games", "100000"];
    let report = arena(&[&args[..], &["--sprt", "0.5,0.55"]].concat());
    assert_eq!(report["sprt"], "high");
    assert!(report["games"].as_u64().is_some_and(|games| games < 1000), "{report}");
}

#[test]
fn refuses_what_makes_no_sense() {
    let refused =
        |args: &[&str]| townhall(&[&["arena", "point-city", "--players", "2"], args].concat()).refused();
    assert!(refused(&["--bots", "greedy,greedy,greedy"]).contains("3 bots for 2 players"));
    assert!(refused(&["--bots", "genius"]).contains("no bot is called \"genius\""));
    assert!(refused(&["--bots", "expert:soon"]).contains("200ms or 1s"));
    assert!(refused(&["--bots", "greedy:1s"]).contains("does not search"));
    assert!(refused(&["--bots", "greedy", "--sprt", "0.6,0.5"]).contains("the low one first"));
    assert!(refused(&[]).contains("--bots"));
}

#[test]
fn a_ladder_has_a_row_for_every_rung() {
    let args = ["ladder", "--levels", "random,greedy,casual:6sims", "--games", "12", "--seed", "ladder"];
    let table = |threads| townhall(&[&args[..], &["--threads", threads]].concat()).ok();
    let out = table("1");
    assert_eq!(out, table("2"));
    let rows: Vec<_> = out.lines().skip(2).collect();
    assert_eq!(rows.len(), 2 * modes().count(), "{out}");
    assert!(rows.iter().all(|row| row.matches('|').count() == 9), "{out}");
    let four =
        rows.iter().find(|row| row.starts_with("| Point City, standard, 4 | greedy | random | 12 | **"));
    assert!(four.is_some(), "{out}");
}
