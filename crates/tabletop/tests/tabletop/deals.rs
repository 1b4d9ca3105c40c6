//! Deals: they never change, are uniformly distributed, and are bound to their occasion.

use high_card::{HighCard, House, Variant};
use rand_core::{Infallible, TryRng};
use tabletop::{
    Commitment, Record, Seed,
    conformance::random_record,
    prelude::*,
    random::{Rng, below, shuffle},
    record::DealProof,
};

const ENTROPY: [u8; 32] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
    29, 30, 31,
];
const OCCASION: &str = "high-card 2 standard 3";

// ---- Golden vectors. None of these may ever change, since old seeds would then deal other games. ----

#[test]
fn golden_commitment() {
    let seed = Seed::new(ENTROPY);
    assert_eq!(seed.to_string(), "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    assert_eq!(
        seed.commitment(OCCASION).to_string(),
        "0e44a2548d72855d146bfefbb454f9a25395595024f20d7dd2f04cd7eb502b10"
    );
    assert_eq!(
        seed.commitment("").to_string(),
        "4a0a256c8d5f0413f54fa160973a38c9eb0cbec47155b209f6e56403f9fbe1f9"
    );
}

#[test]
fn golden_seeds_of_phrases_and_children() {
    assert_eq!(
        Seed::from_phrase("a windy evening").to_string(),
        "e2841332da9b65f6974e364b5ed88ea18b78d3fa1067a46e813b9607486c86b5"
    );
    assert_eq!(
        Seed::from_phrase("").to_string(),
        "44c42cb0366f81fa24ada75c0f986f571c3c2d4c1f1201d0b944b48e8263a49e"
    );
    let seed = Seed::new(ENTROPY);
    assert_eq!(seed.child(0).to_string(), "b6995061b040df83bb2e18b97b5a6b0259ff17535335196aec50115f06fbcf6b");
    assert_eq!(
        seed.child(0x0102_0304_0506_0708).to_string(),
        "de2d5557d70f2471a4c1a2ee04c4d017716037b31f1e913d3acf11d37acac8a1"
    );
}

#[test]
fn golden_stream() {
    let mut stream = Seed::new(ENTROPY).stream(OCCASION);
    let words: Vec<u32> = (0..8).map(|_| stream.next_u32()).collect();
    assert_eq!(
        words,
        [
            0xe2c2_1348,
            0xea3e_ce94,
            0x167f_65aa,
            0x684c_c1ff,
            0xcb70_4a8a,
            0x1689_896e,
            0x1a50_eff1,
            0x6432_baee
        ]
    );
}

#[test]
fn golden_ranges() {
    let mut stream = Seed::new(ENTROPY).stream(OCCASION);
    let bounds = [1, 2, 3, 6, 10, 18, 100, 1000, 1 << 16, 1 << 31, (1 << 31) + 1, u32::MAX];
    let drawn: Vec<u32> = bounds.iter().map(|&bound| below(&mut stream, bound)).collect();
    assert_eq!(drawn, [0, 1, 0, 2, 7, 1, 10, 391, 52653, 270339771, 582374241, 1155282069]);
}

#[test]
fn golden_shuffle() {
    let mut items: Vec<u8> = (0..20).collect();
    shuffle(&mut Seed::new(ENTROPY).stream(OCCASION), &mut items);
    assert_eq!(items, [7, 0, 3, 16, 4, 8, 10, 2, 11, 15, 13, 9, 5, 14, 18, 12, 6, 1, 19, 17]);
}

#[test]
fn golden_deal() {
    let (setup, commitment) = HighCard::deal_from(&Seed::new(ENTROPY), Variant::Standard, 3);
    assert_eq!(setup.deck, [15, 1, 3, 4, 6, 10, 8, 11, 14, 9, 5, 13, 17, 12, 7, 2, 18, 16]);
    assert_eq!(commitment, Seed::new(ENTROPY).commitment(OCCASION), "the occasion is what the docs say");
}

// ---- Comparison with the definitions, so that others can write a checker of their own. ----

/// Returns the keystream of ChaCha20 with nonce 0, as in RFC 8439, but written plainly.
fn chacha20(key: &[u8; 32], block: u32) -> [u32; 16] {
    let mut start =
        [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574, 0, 0, 0, 0, 0, 0, 0, 0, block, 0, 0, 0];
    for (word, bytes) in start[4..12].iter_mut().zip(key.chunks(4)) {
        *word = u32::from_le_bytes(bytes.try_into().unwrap());
    }
    let mut x = start;
    let mut quarter = |a: usize, b: usize, c: usize, d: usize| {
        for (to, from, by, turn) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
            x[to] = x[to].wrapping_add(x[from]);
            x[by] = (x[by] ^ x[to]).rotate_left(turn);
        }
    };
    for _ in 0..10 {
        for i in 0..4 {
            quarter(i, i + 4, i + 8, i + 12);
        }
        for i in 0..4 {
            quarter(i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12);
        }
    }
    std::array::from_fn(|i| x[i].wrapping_add(start[i]))
}

#[test]
fn the_stream_is_plain_chacha20_keyed_by_blake3() {
    let material = [&ENTROPY, OCCASION.as_bytes()].concat();
    let key = blake3::derive_key("townhall 2026-11-21 deal stream v1", &material);
    let mut stream = Seed::new(ENTROPY).stream(OCCASION);
    for block in 0..20 {
        for word in chacha20(&key, block) {
            assert_eq!(stream.next_u32(), word, "block {block}");
        }
    }
}

#[test]
fn the_commitment_is_blake3_of_seed_and_occasion() {
    let material = [&ENTROPY, OCCASION.as_bytes()].concat();
    let hash = blake3::derive_key("townhall 2026-11-21 deal commitment v1", &material);
    assert_eq!(
        Seed::new(ENTROPY).commitment(OCCASION).to_string(),
        blake3::Hash::from_bytes(hash).to_string()
    );
}

// ---- Fairness. ----

/// A random source that returns the given words.
struct Words<I>(I);

impl<I: Iterator<Item = u32>> TryRng for Words<I> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.next().expect("no word is left"))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        panic!("ranges and shuffles are made of 32-bit words")
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        panic!("ranges and shuffles are made of 32-bit words")
    }
}

/// Returns the number of words that give `value` for `bound`: the words from the first whose product reaches `value`
/// times 2^32, less the rejected ones.
fn words_that_give(value: u64, bound: u64) -> u64 {
    let accepted = |word: u64| {
        let mut words = Words([word as u32, 1].into_iter());
        let drawn = below(&mut words, bound as u32);
        words.0.len() == 1 && u64::from(drawn) == value
    };
    let first = (value << 32).div_ceil(bound);
    let next = ((value + 1) << 32).div_ceil(bound);
    assert!(!accepted(first.wrapping_sub(1)) || value == 0, "{value} of {bound} begins before {first}");
    // Only the first words of the interval can fall short of the threshold, at most one of them.
    let rejected = u64::from(!accepted(first));
    assert!(accepted(first + rejected) && accepted(next - 1), "{value} of {bound}");
    next - first - rejected
}

#[test]
fn every_number_of_a_range_is_given_by_equally_many_words() {
    for bound in (1..=300).chain([1000, 4096, 65_535, 65_537]) {
        let expected = (1 << 32) / bound;
        let all: Vec<u64> = (0..bound.min(2000)).map(|value| words_that_give(value, bound)).collect();
        assert!(all.iter().all(|&words| words == expected), "below {bound}: {all:?}, not all {expected}");
    }
}

#[test]
fn words_that_would_bias_are_thrown_away() {
    // 2^32 mod 3 is 1, so only the word 0 is rejected.
    assert_eq!(below(&mut Words([0, u32::MAX].into_iter()), 3), 2);
    assert_eq!(below(&mut Words([1].into_iter()), 3), 0);
    // No word is rejected if the bound is a power of two.
    assert_eq!(below(&mut Words([0].into_iter()), 4), 0);
    // 2^32 mod (2^31 + 1) is 2^31 - 1, so nearly every other word is rejected, sometimes many in a row.
    let bound = (1 << 31) + 1;
    assert_eq!(below(&mut Words([0, 2, 4, 6, 1].into_iter()), bound), 0);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "a range must not be empty")]
fn a_range_is_not_empty() {
    below(&mut Words([0].into_iter()), 0);
}

/// Returns the distance of the counts from equal ones; it has `counts.len() - 1` degrees of freedom.
fn chi_square(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}

#[test]
fn ranges_are_even() {
    let mut stream = Seed::from_phrase("even").stream("ranges");
    // One in a million fair streams exceeds the limits, and this stream is always the same.
    for (bound, limit) in [(2, 24.0), (3, 27.7), (7, 38.3), (18, 60.9), (108, 193.0)] {
        let mut counts = vec![0; bound as usize];
        (0..bound * 2000).for_each(|_| counts[below(&mut stream, bound) as usize] += 1);
        let found = chi_square(&counts);
        assert!(found < limit, "below {bound}: chi-square {found}");
    }
}

#[test]
fn every_order_is_as_likely() {
    let mut stream = Seed::from_phrase("even").stream("shuffles");
    let mut counts = std::collections::BTreeMap::<[u8; 4], u32>::new();
    for _ in 0..24_000 {
        let mut items = [0, 1, 2, 3];
        shuffle(&mut stream, &mut items);
        *counts.entry(items).or_default() += 1;
    }
    let counts: Vec<u32> = counts.into_values().collect();
    assert_eq!(counts.len(), 24);
    let found = chi_square(&counts);
    assert!(found < 70.5, "chi-square {found} of 23 degrees");
}

#[test]
fn shuffles_of_nothing_and_of_one_take_no_words() {
    let mut none = Words(std::iter::empty());
    shuffle::<u8, _>(&mut none, &mut []);
    shuffle(&mut none, &mut [7]);
}

// ---- Texts. ----

#[test]
fn seeds_and_commitments_are_their_hexadecimal_digits() {
    for phrase in ["", "a", "b"] {
        let seed = Seed::from_phrase(phrase);
        assert_eq!(seed.to_string().parse(), Ok(seed));
        assert_eq!(seed.to_string().to_uppercase().parse(), Ok(seed));
        assert_eq!(serde_json::from_str::<Seed>(&format!("\"{seed}\"")).unwrap(), seed);
        assert_eq!(serde_json::to_string(&seed).unwrap(), format!("\"{seed}\""));
        assert_eq!(format!("{seed:?}"), format!("Seed({seed})"));
        let commitment = seed.commitment(OCCASION);
        assert_eq!(commitment.to_string().parse(), Ok(commitment));
        assert_eq!(serde_json::from_str::<Commitment>(&format!("\"{commitment}\"")).unwrap(), commitment);
        assert_eq!(format!("{commitment:?}"), format!("Commitment({commitment})"));
    }
}

#[test]
fn a_text_that_is_not_64_hexadecimal_digits_is_refused() {
    let good = Seed::new(ENTROPY).to_string();
    let too_long = format!("{good}0");
    let umlaut = format!("{}ü", &good[2..]);
    for text in
        ["", "00", &good[1..], &too_long, &umlaut, &good.replace('f', "g"), &format!(" {}", &good[1..])]
    {
        let expected = format!("expected 64 hexadecimal digits, found {text:?}");
        assert_eq!(text.parse::<Seed>().unwrap_err().to_string(), expected);
        assert_eq!(text.parse::<Commitment>().unwrap_err().to_string(), expected);
        let error = serde_json::from_value::<Seed>(text.into()).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

// ---- Binding to the occasion. ----

#[test]
fn a_seed_means_another_deal_on_every_occasion() {
    let seed = Seed::new(ENTROPY);
    let mut occasions = vec!["point-city 2 standard 3".to_owned(), "high-card 1 standard 3".to_owned()];
    for (variant, players) in HighCard::modes() {
        occasions.push(HighCard::occasion(variant, players));
    }
    assert!(occasions.contains(&OCCASION.to_owned()));
    assert!(occasions.contains(&"high-card 2 solo-high 1".to_owned()));
    let commitments: std::collections::HashSet<_> = occasions.iter().map(|on| seed.commitment(on)).collect();
    assert_eq!(commitments.len(), occasions.len());
    let streams: std::collections::HashSet<_> =
        occasions.iter().map(|on| seed.stream(on).next_u64()).collect();
    assert_eq!(streams.len(), occasions.len());
}

// ---- Verification. ----

fn played() -> Record<HighCard> {
    random_record(&Seed::new(ENTROPY), Variant::Standard, 3)
}

fn verify(change: impl FnOnce(&mut Record<HighCard>, &mut DealProof)) -> String {
    let mut record = played();
    let mut deal = record.deal.take().unwrap();
    change(&mut record, &mut deal);
    record.deal = Some(deal);
    // An error of a record that was read names the place of the header.
    let text = format!("\n{}{record}", played());
    let read = Record::<HighCard>::read_all(&text).unwrap();
    read[0].verify_deal().unwrap();
    let header = 2 + played().to_string().lines().count();
    match (record.verify_deal(), read[1].verify_deal()) {
        (Ok(()), Ok(())) => "good".to_owned(),
        (Err(new), Err(read)) => {
            assert_eq!(new.to_string(), format!("game 1, line 1: {}", new.fault));
            assert_eq!(read.to_string(), format!("game 2, line {header}: {}", new.fault));
            new.fault.to_string()
        }
        (new, read) => panic!("new: {new:?}, read: {read:?}"),
    }
}

#[test]
fn an_honest_deal_verifies() {
    assert_eq!(verify(|_, _| ()), "good");
    for variant in [Variant::Solo(House::Low), Variant::Solo(House::High)] {
        random_record::<HighCard>(&Seed::new(ENTROPY), variant, 1).verify_deal().unwrap();
    }
}

#[test]
fn another_seed_is_refused() {
    let commitment = played().deal.unwrap().commitment;
    assert_eq!(
        verify(|_, deal| deal.seed = Some(Seed::from_phrase("a better one"))),
        format!("the seed does not have the commitment {commitment} that was shown before play")
    );
}

#[test]
fn another_setup_is_refused() {
    let expected = "the seed deals another setup than the one that was played";
    assert_eq!(verify(|record, _| record.setup.deck.swap(16, 17)), expected);
}

#[test]
fn a_seed_committed_for_other_rules_or_variants_is_refused() {
    let wrong = |of: &str| format!("the seed does not have the commitment {of} that was shown before play");
    let commitment = Seed::new(ENTROPY).commitment("high-card 1 standard 3");
    assert_eq!(verify(|_, deal| deal.commitment = commitment), wrong(&commitment.to_string()));
    let committed = played().deal.unwrap().commitment.to_string();
    assert_eq!(verify(|record, _| record.rules = 1), wrong(&committed));
}

#[test]
fn a_record_of_older_rules_is_verified_by_them() {
    let seed = Seed::new(ENTROPY);
    let occasion = "high-card 1 standard 3";
    let mut record = played();
    record.rules = 1;
    record.setup = HighCard::deal(Variant::Standard, 3, &mut seed.stream(occasion));
    record.deal.as_mut().unwrap().commitment = seed.commitment(occasion);
    record.verify_deal().unwrap();
    let read = Record::<HighCard>::read_all(&record.to_string()).unwrap();
    assert_eq!(read[0].rules, 1);
    read[0].verify_deal().unwrap();
}

#[test]
fn a_secret_seed_can_not_be_verified() {
    let expected = "the deal's seed is not revealed: nothing to check the commitment against";
    assert_eq!(verify(|_, deal| deal.seed = None), expected);
}

#[test]
fn without_a_deal_there_is_nothing_to_verify() {
    let mut record = played();
    record.deal = None;
    let expected = "game 1, line 1: the header has no \"deal\": there is no commitment to check";
    assert_eq!(record.verify_deal().unwrap_err().to_string(), expected);
}
