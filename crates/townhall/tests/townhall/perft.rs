use crate::{Folder, townhall};

fn perft(file: &str, after: usize, depth: usize) -> u64 {
    let (after, depth) = (after.to_string(), depth.to_string());
    let out = townhall(&["perft", file, "--game", "2", "--after", &after, "--depth", &depth]).ok();
    out.trim().parse().expect("a number")
}

/// How many distinct pairs a hand of tiles has.
fn pairs(hand: &str) -> u64 {
    let mut pairs = std::collections::HashSet::new();
    for (index, first) in hand.char_indices() {
        for second in hand[index + 1..].chars() {
            pairs.insert((first.min(second), first.max(second)));
        }
    }
    pairs.len() as u64
}

#[test]
fn counts_the_sealed_choices_of_the_first_turn() {
    let folder = Folder::new();
    let file = folder.arg("games");
    let args = ["simulate", "between-two-cities", "--players", "4", "--games", "2", "--seed", "perft"];
    townhall(&[&args[..], &["--records", &file]].concat()).ok();
    let text = crate::read(&file);
    let header: serde_json::Value = serde_json::from_str(
        text.lines().filter(|line| line.contains("\"record\"")).nth(1).expect("two games"),
    )
    .expect("JSON");
    let tiles = header["setup"]["tiles"].as_str().expect("the tiles");
    let hands: Vec<u64> = (0..4).map(|seat| pairs(&tiles[7 * seat..7 * seat + 7])).collect();
    assert_eq!(perft(&file, 0, 0), 1);
    assert_eq!(perft(&file, 0, 1), hands[0]);
    assert_eq!(perft(&file, 0, 2), hands[0] * hands[1]);
    assert_eq!(perft(&file, 2, 2), hands[2] * hands[3]);
    // Seat 0 then places the first of two tiles: each fits at 0,0 of both its empty cities.
    let kept = text.lines().find(|line| line.contains("choose")).expect("a choice");
    assert!(kept.contains("\"seat\":0"), "{kept}");
    assert!([2, 4].contains(&perft(&file, 4, 1)));
}

#[test]
fn refuses_a_position_that_is_not_there() {
    let folder = Folder::new();
    let file = folder.arg("games");
    townhall(&["simulate", "point-city", "--players", "2", "--games", "1", "--records", &file]).ok();
    assert!(townhall(&["perft", &file, "--depth", "1", "--game", "2"]).refused().contains("no game 2"));
    let err = townhall(&["perft", &file, "--depth", "1", "--after", "1000"]).refused();
    assert!(err.contains("fewer than 1000"), "{err}");
}
