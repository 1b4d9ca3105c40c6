//! Views contain no hidden information, and samples are uniformly distributed.

use std::collections::HashMap;

use crate::common::{MODES, assert_uniform, deal, random_game, rng};
use point_city::{CardId, Face, Move, Place, PointCity, Setup, State, View};
use serde_json::{Value, json};
use tabletop::{Seat, SeatSet, Viewer, prelude::*, random::shuffle};

/// Returns the setup with another deck.
fn with_deck(setup: &Setup, deck: &[CardId]) -> Setup {
    let mut value = serde_json::to_value(setup).expect("a setup is JSON");
    value["deck"] = json!(deck);
    Setup::read(setup.variant(), setup.players(), &value).expect("the same cards")
}

fn replayed(setup: &Setup, moves: &[Move]) -> State {
    let mut state = State::start(setup);
    for &mv in moves {
        let seat = state.table().to_act().expect("the game goes on");
        state.play(seat, mv).expect("hidden cards change no legal move");
    }
    state
}

/// Shuffles everything that is unknown after these moves, from the setup alone. Among cards of one tier, it exchanges
/// those of equal backs that never showed their building side, and those never seen with those in the box.
fn shuffled_unknown(setup: &Setup, state: &State, seed: u64) -> Setup {
    let mut rng = rng(seed);
    let table = state.table();
    let mut deck = setup.deck().to_vec();
    let top = deck.len() - table.deck_left();
    for tier in 1..=3 {
        let box_cards: Vec<CardId> =
            CardId::ALL.into_iter().filter(|card| card.tier() == tier && !deck.contains(card)).collect();
        // First the box and the hidden part of the deck exchange cards.
        let hidden: Vec<usize> = (top + 1..deck.len()).filter(|&place| deck[place].tier() == tier).collect();
        let mut cards: Vec<CardId> = hidden.iter().map(|&place| deck[place]).chain(box_cards).collect();
        shuffle(&mut rng, &mut cards);
        let left = cards.split_off(hidden.len());
        hidden.iter().zip(cards).for_each(|(&place, card)| deck[place] = card);
        // Then each card that has shown only its back is exchanged with any other that looks alike.
        let showed_back = |place: &usize| {
            deck[*place].tier() == tier
                && match table.place(*place) {
                    Place::Deck | Place::Taken(_) => true,
                    Place::Built(_) => false,
                    Place::Market(cell) => table.market().face(cell).and_then(Face::kind).is_some(),
                }
        };
        let known: Vec<usize> = (0..(top + 1).min(deck.len())).filter(showed_back).collect();
        let mut spare: Vec<CardId> = left;
        for place in known {
            let alike: Vec<usize> =
                (0..spare.len()).filter(|&i| spare[i].back() == deck[place].back()).collect();
            if let Some(&with) = alike.first() {
                std::mem::swap(&mut spare[with], &mut deck[place]);
            }
            shuffle(&mut rng, &mut spare);
        }
    }
    with_deck(setup, &deck)
}

#[test]
fn states_that_differ_only_in_what_is_hidden_look_alike() {
    for (variant, players) in MODES {
        for seed in 0..12u64 {
            let setup = deal(variant, players, seed);
            let mut moves = Vec::new();
            let mut states = Vec::new();
            random_game(&setup, seed, |state, next| {
                states.push((*state, moves.len()));
                moves.extend(next.map(|(_, mv)| mv));
            });
            let mut changed = 0;
            for (state, length) in states.into_iter().step_by(7) {
                let other_setup = shuffled_unknown(&setup, &state, seed + 1000);
                let other = replayed(&other_setup, &moves[..length]);
                changed += usize::from(other != state);
                for viewer in Viewer::all(state.table().seats()) {
                    let views = [&state, &other].map(|state| View::of(state, viewer));
                    assert_eq!(views[0], views[1]);
                    let bytes = views.map(|view| serde_json::to_vec(&view).expect("a view is JSON"));
                    assert_eq!(bytes[0], bytes[1]);
                }
                let events = |setup: &Setup| -> Vec<Value> {
                    let mut state = State::start(setup);
                    moves[..length]
                        .iter()
                        .flat_map(|&mv| {
                            let (before, seat) = (state, state.table().to_act().expect("it goes on"));
                            state.play_unchecked(mv);
                            PointCity::events(&before, seat, mv, &state)
                        })
                        .map(|event| serde_json::to_value(event).expect("an event is JSON"))
                        .collect()
                };
                assert_eq!(events(&setup), events(&other_setup));
            }
            assert!(changed > 2, "the test changes something");
        }
    }
}

#[test]
fn samples_look_like_the_truth() {
    for (variant, players) in MODES {
        let setup = deal(variant, players, 3);
        let mut rng = rng(4);
        let mut differ = 0;
        let mut moves = Vec::new();
        random_game(&setup, 5, |state, next| {
            let view = View::of(state, Viewer::Spectator);
            let sample = view.sample(&mut rng);
            assert_eq!(View::of(&sample, Viewer::Spectator), view);
            differ += usize::from(sample != *state);
            let sampled = setup.of_sample(&sample);
            let json = serde_json::to_value(&sampled).expect("a setup is JSON");
            assert_eq!(Setup::read(variant, players, &json).as_ref(), Ok(&sampled), "it is a legal deal");
            assert_eq!(replayed(&sampled, &moves), sample);
            assert_eq!(PointCity::audit(&sampled, &sample), Ok(()));
            moves.extend(next.map(|(_, mv)| mv));
        });
        assert!(differ > 20);
    }
}

/// Late in the game each possible deck is as likely as any other. The test compares samples with all cards that could
/// be at two places.
#[test]
fn samples_are_uniform() {
    let mut rng = rng(6);
    for (variant, players, seed) in [(MODES[0].0, 2, 1u64), (MODES[1].0, 3, 2), (MODES[3].0, 1, 3)] {
        let setup = deal(variant, players, seed);
        let mut chosen = None;
        random_game(&setup, seed, |state, _| {
            if state.table().deck_left() == 12 && chosen.is_none() {
                chosen = Some(*state);
            }
        });
        let state = chosen.expect("the deck runs down");
        let view = View::of(&state, Viewer::Spectator);
        let known: Vec<CardId> = view.seen().iter().filter_map(|seen| seen.and_then(Face::card)).collect();
        let unknown = |card: &CardId| card.tier() == 3 && !known.contains(card);
        let last = view.seen().len() - 1;

        // The top card shows its back, and the last card shows nothing. Any pair of different fitting cards may be
        // there, as long as the backs already seen can still be filled.
        let seen_backs = |kind| {
            let tier_three = (0..=last).filter(|&place| setup.size().tier_at(place) == 3);
            tier_three.filter(|&place| view.seen()[place].and_then(Face::kind) == Some(kind)).count()
        };
        // The weight of a card at the last place is the number of cards with its back that are left over.
        let top = view.seen().len() - 12;
        let top_back = view.top().expect("the deck has a top card");
        let cards: Vec<CardId> = CardId::ALL.into_iter().filter(unknown).collect();
        let of_back = |kind| cards.iter().filter(|card| card.back() == kind).count();
        let mut counts: HashMap<(CardId, CardId), u32> = HashMap::new();
        for _ in 0..60_000 {
            let sample = view.sample(&mut rng);
            *counts.entry((sample.deck()[top], sample.deck()[last])).or_default() += 1;
        }
        let tops: Vec<CardId> = cards.iter().copied().filter(|card| card.back() == top_back).collect();
        // The card on top is distributed uniformly among those with its back.
        let top_counts: Vec<u32> = tops
            .iter()
            .map(|card| counts.iter().filter(|((top, _), _)| top == card).map(|(_, n)| n).sum())
            .collect();
        if tops.len() > 1 {
            assert_uniform(&top_counts, "the top card");
        }
        // The probability of a card at the last place is proportional to the left-over share of its back.
        let left_over = |kind| of_back(kind) - seen_backs(kind);
        let total: usize = point_city::Kind::ALL.into_iter().map(left_over).sum();
        let mut statistic = 0.0;
        let mut cells = 0;
        for card in &cards {
            let probability = left_over(card.back()) as f64 / of_back(card.back()) as f64 / total as f64;
            let found: u32 = counts.iter().filter(|((_, last), _)| last == card).map(|(_, n)| n).sum();
            if probability == 0.0 {
                assert_eq!(found, 0, "{card} can't be last");
                continue;
            }
            let expected = 60_000.0 * probability;
            statistic += (f64::from(found) - expected).powi(2) / expected;
            cells += 1;
        }
        let limit = f64::from(cells) + 4.0 * (2.0 * f64::from(cells)).sqrt() + 8.0;
        assert!(statistic < limit, "the last card: {statistic} for {cells} cards, limit {limit}");
    }
}

/// A seat that waits plans its move from what it knows. It waits as long as it has a turn left.
#[test]
fn plans_depend_on_nothing_hidden() {
    for (variant, players) in MODES {
        let mut hidden = rng(3);
        random_game(&deal(variant, players, 5), 5, |state, _| {
            for seat in Seat::all(players) {
                let viewer = Viewer::Seat(seat);
                let ahead = PointCity::ahead(state, seat);
                let waits = state.table().to_act().is_some_and(|acts| acts != seat) && !variant.is_solo();
                assert_eq!(ahead.is_some(), waits && state.table().turns_left(seat) > 0);
                let Some(ahead) = ahead else { continue };
                assert_eq!(PointCity::to_act(&ahead), SeatSet::EMPTY.with(seat));
                let other = PointCity::sample(&View::of(state, viewer), &mut hidden);
                let other = PointCity::ahead(&other, seat).expect("whose turn it is, is known");
                assert_eq!(View::of(&other, viewer), View::of(&ahead, viewer));
            }
        });
    }
}
