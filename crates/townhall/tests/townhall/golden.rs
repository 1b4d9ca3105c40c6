//! Recorded games of every variant and number of players, replayed on every run, because old records
//! must always be readable. A file is never changed; a new version of rules or records adds files.

use std::path::PathBuf;

use crate::{modes, read, townhall};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/records/v1")
}

#[test]
fn golden_records_replay_and_verify() {
    for (game, variant, players) in modes() {
        let path = folder().join(format!("{game}-{variant}-{players}.jsonl"));
        let arg = path.to_str().expect("the path is UTF-8");
        let text = read(&path);
        let games = text.matches("\"record\":1").count();
        assert!(games > 0, "{arg} holds no game");
        assert_eq!(townhall(&["replay", arg]).ok().lines().count(), games);
        assert_eq!(townhall(&["verify", arg]).ok().lines().count(), games);
    }
}

#[test]
fn the_same_seed_still_plays_the_golden_games() {
    for (game, variant, players) in modes() {
        let new = crate::Folder::new();
        let file = new.arg("again");
        let args = ["--variant", variant, "--players", &players, "--games", "2", "--seed", "golden"];
        let args = [&["simulate", game, "--bots", "random", "--records", &file], &args[..]].concat();
        townhall(&args).ok();
        let golden = read(folder().join(format!("{game}-{variant}-{players}.jsonl")));
        // They name the version that wrote them.
        let found = read(&file).replace(concat!("townhall ", env!("CARGO_PKG_VERSION")), "townhall 0.1.0");
        assert!(found == golden, "{game} {variant} with {players} players is dealt or played otherwise");
    }
}
