//! The offers to a client: all legal moves, and the moves that partners could make.

use std::collections::BTreeSet;

use between_two_cities::{BetweenTwoCities, Variant};
use serde_json::{Value, json};
use tabletop::{Seat, Seed, Viewer, conformance::check_offers, prelude::*};

/// Returns the moves that a client makes from the JSON of its offers.
fn moves(offers: &Value) -> Vec<Value> {
    let list = |list: &str| offers[list].as_array().expect("a list").iter();
    let choose = list("choose").map(|offer| json!({ "kind": "choose", "pieces": offer["pieces"] }));
    let place = list("place")
        .map(|of| json!({ "kind": "place", "piece": of["piece"], "city": of["city"], "spot": of["spot"] }));
    choose.chain(place).collect()
}

#[test]
fn every_legal_move_is_offered() {
    check_offers::<BetweenTwoCities>(2, "offers", moves);
}

/// The suggestions are exactly the partners' legal placements in shared cities, with the same worth as in
/// the partners' own offers.
#[test]
fn suggestions_are_moves_of_partners_in_shared_cities() {
    for players in 3..=7 {
        let seed = Seed::from_phrase("suggestions").child(players);
        let mut rng = seed.stream("moves");
        let (setup, _) = BetweenTwoCities::deal_from(&seed, Variant::Standard, players as usize);
        let mut state = BetweenTwoCities::start(&setup);
        let mut found = 0;
        while let Some(seat) = BetweenTwoCities::to_act(&state).iter().last() {
            let offers: Vec<_> = Seat::all(players as usize)
                .map(|seat| BetweenTwoCities::offers(&BetweenTwoCities::view(&state, Viewer::Seat(seat))))
                .collect();
            for (viewer, own) in Seat::all(players as usize).zip(&offers) {
                let suggested: BTreeSet<_> =
                    own.suggest.iter().map(|of| (of.seat, of.mv().to_string(), of.worth.total)).collect();
                assert_eq!(suggested.len(), own.suggest.len(), "each once");
                let others = Seat::all(players as usize).zip(&offers).filter(|(other, _)| *other != viewer);
                let proposable: BTreeSet<_> = others
                    .flat_map(|(other, offers)| offers.place.iter().map(move |of| (other, of)))
                    .filter(|(other, of)| BetweenTwoCities::may_propose(&state, viewer, *other, of.mv()))
                    .map(|(other, of)| (other, of.mv().to_string(), of.worth.total))
                    .collect();
                assert_eq!(suggested, proposable);
                found += suggested.len();
            }
            let mv = BetweenTwoCities::random_move(&state, seat, &mut rng).expect("a move");
            BetweenTwoCities::play_unchecked(&mut state, seat, mv);
        }
        assert!(found > 0);
    }
}

#[test]
fn worth_leaves_out_what_does_not_change() {
    let (setup, _) = BetweenTwoCities::deal_from(&Seed::from_phrase("worth"), Variant::Standard, 3);
    let state = BetweenTwoCities::start(&setup);
    let offers = BetweenTwoCities::offers(&BetweenTwoCities::view(&state, Viewer::Seat(Seat::new(0))));
    for offer in serde_json::to_value(&offers).expect("JSON")["choose"].as_array().expect("a list") {
        let worth = offer["worth"].as_object().expect("an object");
        assert!(worth.contains_key("total"));
        assert!(worth.iter().all(|(key, points)| key == "total" || points != 0), "{worth:?}");
    }
}

/// In an Automa game the player also places the Automas' tiles, as moves of its own seat.
#[test]
fn beside_automas_all_is_placed_by_the_player() {
    let variant: Variant = "automa".parse().expect("a variant");
    let (setup, _) = BetweenTwoCities::deal_from(&Seed::from_phrase("automa"), variant, 1);
    let mut state = BetweenTwoCities::start(&setup);
    let mut rng = Seed::from_phrase("automa").stream("moves");
    for seat in [0, 1, 2].map(Seat::new) {
        let mv = BetweenTwoCities::random_move(&state, seat, &mut rng).expect("a move");
        BetweenTwoCities::play_unchecked(&mut state, seat, mv);
    }
    let view = BetweenTwoCities::view(&state, Viewer::Seat(Seat::new(0)));
    let offers = BetweenTwoCities::offers(&view);
    assert!(offers.suggest.is_empty());
    let placed: BTreeSet<_> = offers.place.iter().map(|of| of.piece).collect();
    let automas = [view.choice(0, Seat::new(1)), view.choice(0, Seat::new(2))];
    let theirs = automas.into_iter().flatten().flat_map(between_two_cities::Pair::pieces);
    assert!(theirs.filter(|piece| placed.contains(piece)).count() >= 2);
}
