//! Minimal payments, compared with trying every subset of the cards.

use std::collections::HashSet;

use crate::common::rng;
use point_city::{Amounts, CardId, Cards, Kind, Resource, count_payments, for_each_payment, nth_payment};
use tabletop::random::below;

fn covers(due: Amounts, cards: &Cards) -> bool {
    let short: u8 = Resource::ALL
        .into_iter()
        .map(|resource| {
            let symbols = cards.get(Kind::single(resource)) + 2 * cards.get(Kind::double(resource));
            due.get(resource).saturating_sub(symbols)
        })
        .sum();
    short <= cards.get(Kind::INGENUITY)
}

/// Returns every sub-multiset of the cards.
fn parts(cards: &Cards) -> Vec<Cards> {
    let mut parts = vec![Cards::NONE];
    for (kind, number) in cards.iter() {
        parts = parts.iter().flat_map(|part| (0..=number).map(move |n| *part + Cards::of(kind, n))).collect();
    }
    parts
}

fn is_minimal(due: Amounts, part: &Cards) -> bool {
    covers(due, part) && !part.iter().any(|(kind, _)| covers(due, &(*part - Cards::of(kind, 1))))
}

fn check(due: Amounts, cards: &Cards) {
    let plain: HashSet<Cards> = parts(cards).into_iter().filter(|part| is_minimal(due, part)).collect();
    let mut found = Vec::new();
    for_each_payment(due, cards, |payment| found.push(payment));
    assert_eq!(found.len(), plain.len(), "{due} from {cards}: {found:?}, not {plain:?}");
    assert_eq!(found.iter().copied().collect::<HashSet<_>>(), plain, "{due} from {cards}");
    assert_eq!(count_payments(due, cards) as usize, found.len(), "{due} from {cards}");
    for (number, payment) in found.iter().enumerate() {
        assert_eq!(nth_payment(due, cards, number as u32), *payment, "{due} from {cards}, {number}");
    }
}

#[test]
fn one_resource_in_every_amount() {
    for due in 0..=10 {
        for singles in 0..=7 {
            for doubles in 0..=6 {
                for ingenuity in 0..=4 {
                    let mut cards = Cards::of(Kind::single(Resource::Energy), singles);
                    cards.set(Kind::double(Resource::Energy), doubles);
                    cards.set(Kind::INGENUITY, ingenuity);
                    check(Amounts::only(Resource::Energy, due), &cards);
                }
            }
        }
    }
}

#[test]
fn random_bills_and_handfuls() {
    let mut rng = rng(5);
    for _ in 0..4000 {
        let mut numbers = [0u8; 5];
        for _ in 0..below(&mut rng, 15) {
            let resource = below(&mut rng, 5) as usize;
            numbers[resource] = (numbers[resource] + 1).min(5);
        }
        let mut cards = Cards::of(Kind::INGENUITY, [0, 1, 2, 3, 5, 9][below(&mut rng, 6) as usize]);
        for _ in 0..below(&mut rng, 10) {
            cards.push(Kind::ALL[below(&mut rng, 11) as usize]);
        }
        check(Amounts::of(numbers), &cards);
    }
}

#[test]
fn more_cards_than_could_matter() {
    // One card of each kind suffices among those that pay nothing, since every subset is tried.
    let mut cards = Cards::NONE;
    for kind in Kind::ALL {
        cards.set(kind, 1);
    }
    cards.set(Kind::single(Resource::Community), 14);
    cards.set(Kind::double(Resource::Community), 9);
    check(Amounts::of([10, 2, 0, 0, 0]), &cards);
    cards.set(Kind::INGENUITY, 14);
    check(Amounts::of([7, 0, 0, 0, 3]), &cards);
}

/// The arithmetic gives sixteen bits to a sum of payments, and 10 symbols to a resource.
#[test]
fn no_two_buildings_have_more_payments_than_a_machine_word_holds() {
    let mut plenty = Cards::NONE;
    for kind in Kind::ALL {
        plenty.set(kind, 40);
    }
    let mut most = 0;
    for a in CardId::ALL {
        for b in CardId::ALL.into_iter().filter(|&b| b > a) {
            let cost = a.cost() + b.cost();
            assert!(
                cost.numbers().into_iter().all(|n| n <= 10) && cost.sum() <= 14,
                "{a} and {b} cost {cost}"
            );
            // Without the shared ingenuity, the payments are a product over the resources.
            let parts = Resource::ALL
                .map(|resource| count_payments(Amounts::only(resource, cost.get(resource)), &plenty));
            most = most.max(parts.into_iter().product::<u32>());
            assert_eq!(count_payments(cost, &plenty), parts.into_iter().product::<u32>());
        }
    }
    assert!((1000..1 << 16).contains(&most), "{most}");
}
