use crate::{Folder, modes, read, townhall};

fn simulate(folder: &Folder, name: &str, args: &[&str]) -> String {
    let file = folder.arg(name);
    townhall(&[&["simulate"], args, &["--records", &file]].concat()).ok();
    read(folder.path(name))
}

#[test]
fn gives_the_same_records_for_any_number_of_threads() {
    let folder = Folder::new();
    for game in ["between-two-cities", "point-city"] {
        let args = [game, "--players", "3", "--games", "300", "--seed", "threads", "--bots", "random,greedy"];
        let one = simulate(&folder, "one", &[&args[..], &["--threads", "1"]].concat());
        let three = simulate(&folder, "three", &[&args[..], &["--threads", "3"]].concat());
        assert!(one == three, "{game}: the records differ");
        let other = simulate(&folder, "other", &[&args[..6], &["another seed"]].concat());
        assert!(one != other, "{game}: another seed gave the same games");
    }
}

#[test]
fn every_game_of_every_variant_replays_and_its_deal_verifies() {
    let folder = Folder::new();
    for (game, variant, players) in modes() {
        let args = [game, "--variant", variant, "--players", &players, "--games", "2", "--seed", "9"];
        let records = simulate(&folder, "games", &args);
        assert_eq!(records.matches("\"record\":1").count(), 2, "{variant} {players}");

        let results = townhall(&["replay", &folder.arg("games")]).ok();
        for (result, written) in
            results.lines().zip(records.lines().filter(|line| line.contains("\"result\"")))
        {
            let result: serde_json::Value = serde_json::from_str(result).expect("one JSON a line");
            let written: serde_json::Value = serde_json::from_str(written).expect("one JSON a line");
            assert_eq!(written["result"], result, "{variant} {players}");
        }
        assert_eq!(results.lines().count(), 2);

        let verified = townhall(&["verify", &folder.arg("games")]).ok();
        assert_eq!(verified.lines().count(), 2);
    }
}

#[test]
fn greedy_beats_random() {
    let folder = Folder::new();
    for (game, players) in [("between-two-cities", "2"), ("point-city", "2")] {
        let args =
            [game, "--players", players, "--games", "60", "--seed", "strength", "--bots", "greedy,random"];
        let records = simulate(&folder, "games", &args);
        let wins = records.lines().filter(|line| line.contains("\"winners\":[0]")).count();
        assert!(wins >= 50, "{game}: greedy won {wins} of 60");
    }
}

#[test]
fn leaves_no_file_behind_when_it_is_refused() {
    let folder = Folder::new();
    let file = folder.arg("games");
    let args = ["simulate", "point-city", "--players", "5", "--records", &file];
    assert!(townhall(&args).refused().contains("1 to 4 players"));
    let left: Vec<_> = std::fs::read_dir(folder.path("")).expect("a folder").collect();
    assert!(left.is_empty(), "{left:?}");
}
