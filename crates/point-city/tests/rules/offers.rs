//! Offers to clients: they contain all legal moves, without listing every combination of payments and tokens.

use point_city::PointCity;
use serde_json::{Value, json};
use tabletop::{Seed, Viewer, conformance::check_offers, play_out_randomly, prelude::*};

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// Returns the moves that a client makes from the JSON of its offers.
fn moves(offers: &Value) -> Vec<Value> {
    let flip = list(&offers["flip"]).iter().map(|cell| json!({ "kind": "flip", "cell": cell }));
    let mut moves: Vec<Value> = flip.collect();
    for take in list(&offers["take"]) {
        let tokens: Vec<&Value> = list(&take["tokens"]).iter().map(|token| &token["id"]).collect();
        for payment in list(&take["payments"]) {
            for chosen in choices(&tokens, take["civics"].as_u64().expect("a number")) {
                let (cells, pay) = (&take["cells"], &payment["pay"]);
                moves.push(json!({ "kind": "take", "cells": cells, "pay": pay, "tokens": chosen }));
            }
        }
    }
    let also = ["draw", "pass"].into_iter().filter(|&kind| offers[kind] == true);
    moves.extend(also.map(|kind| json!({ "kind": kind })));
    moves
}

/// Returns every subset of `of` with `number` elements.
fn choices<'a>(of: &[&'a Value], number: u64) -> Vec<Vec<&'a Value>> {
    let Some((first, rest)) = of.split_first().filter(|_| number > 0) else {
        return if number == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let with = choices(rest, number - 1).into_iter().map(|mut more| {
        more.insert(0, *first);
        more
    });
    with.chain(choices(rest, number)).collect()
}

#[test]
fn every_legal_move_is_offered() {
    check_offers::<PointCity>(3, "offers", moves);
}

/// The number of offers is small in many games.
#[test]
fn offers_stay_small() {
    let mut most = (0, 0);
    let games = (0..10).flat_map(|game| PointCity::modes().map(move |mode| (game, mode)));
    for (game, (variant, players)) in games {
        let seed = Seed::from_phrase("small").child(game);
        let (setup, _) = PointCity::deal_from(&seed, variant, players);
        play_out_randomly::<PointCity>(
            PointCity::start(&setup),
            &mut seed.stream("moves"),
            |state, seat, _| {
                let view = PointCity::view(state, Viewer::Seat(seat));
                let bytes = serde_json::to_string(&PointCity::offers(&view)).expect("JSON").len();
                most = most.max((bytes, PointCity::legal_moves(&view).len()));
            },
        );
    }
    assert!(most.0 < 24 * 1024, "{} bytes for {} moves", most.0, most.1);
}
