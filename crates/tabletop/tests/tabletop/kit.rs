//! The conformance kit: a correct game passes, and every defect is found by the check for it.

use high_card::{HighCard, House, Variant};
use tabletop::{
    Seed,
    conformance::{check, check_offers, check_secrets, random_record},
    prelude::*,
};

use super::broken::{Broken, defect};

#[test]
fn a_correct_game_passes() {
    check::<HighCard>(12, "honest");
    check_secrets::<HighCard>("honest");
    check_offers::<HighCard>(12, "honest", offered);
}

/// A panic in the tests below comes from the defect and not from the wrapper.
#[test]
fn the_wrapper_without_a_defect_passes() {
    type Intact = Broken<{ defect::NONE }>;
    check::<Intact>(3, "broken");
    check_secrets::<Intact>("broken");
    check_offers::<Intact>(1, "broken", offered);
}

/// Returns the moves of the game's offers.
fn offered(offers: &serde_json::Value) -> Vec<serde_json::Value> {
    offers.as_array().expect("a list").clone()
}

#[test]
fn every_mode_is_tried() {
    let expected = [
        (Variant::Standard, 2),
        (Variant::Standard, 3),
        (Variant::Standard, 4),
        (Variant::Solo(House::Low), 1),
        (Variant::Solo(House::High), 1),
    ];
    assert!(HighCard::modes().eq(expected));
}

#[test]
fn random_records_are_the_same_for_the_same_seed_only() {
    let record =
        |phrase| random_record::<HighCard>(&Seed::from_phrase(phrase), Variant::Standard, 3).to_string();
    assert_eq!(record("one"), record("one"));
    assert_ne!(record("one"), record("two"));
}

/// One test for each defect, with the message with which the kit must fail.
macro_rules! caught {
    ($($name:ident: $defect:ident, $expected:literal;)*) => {$(
        #[test]
        #[should_panic(expected = $expected)]
        fn $name() {
            check::<Broken<{ defect::$defect }>>(3, "broken");
        }
    )*};
}

caught! {
    a_view_that_leaks: VIEW_LEAKS, "can tell a sampled state from the true one";
    bytes_that_leak: BYTES_LEAK, "gets other bytes for a sampled state";
    a_sample_without_recall: SAMPLE_FORGETS, "can tell a sampled state from the true one";
    a_sample_that_cannot_be_played: SAMPLE_UNPLAYABLE, "may act, but has no random move";
    two_moves_with_one_text: SAME_TEXT, "share a text";
    a_text_that_reads_otherwise: TEXT_READS_OTHERWISE, "reads as another move";
    two_moves_with_one_json: SAME_JSON, "share a JSON";
    a_json_that_reads_otherwise: JSON_READS_OTHERWISE, "reads as another move";
    fast_play_that_differs: FAST_DIFFERS, "leads elsewhere";
    a_lost_card: CARD_LOST, "expected the cards [1, 2, 3, 4, 5";
    a_refusal_that_changes_the_state: REFUSAL_CHANGES, "changed the state";
    a_random_move_that_is_illegal: RANDOM_ILLEGAL, "random move \"discard";
    an_unlisted_move_that_is_played: PLAYS_UNLISTED, "is not listed, but played";
    a_game_without_an_outcome: NO_OUTCOME, "no seat may act after 6 moves, but there is no result";
    a_game_that_does_not_end: ENDLESS, "high-card standard, 2 players, Seed(";
    moves_in_another_order: MOVES_REORDERED, "sees other moves than it has";
    the_view_of_another_viewer: WRONG_VIEWER, "the view of another viewer";
    a_view_that_sees_others_to_act: WRONG_TO_ACT, "sees others to act";
    a_setup_that_reads_otherwise: SETUP_READS_OTHERWISE, "the setup is another when it is read back";
    an_automaton_with_a_choice: HOUSE_CHOOSES, "an automaton has one move, the one it makes";
    an_automaton_that_waits: HOUSE_WAITS, "an automaton moves by itself exactly if it may act";
    a_move_without_an_event: NO_EVENT, "the move has no event";
    an_event_that_leaks: EVENT_LEAKS, "give away that it was not \"discard";
    points_that_are_missing: POINTS_MISSING, "points for 1 of 2 seats";
    a_winner_without_a_seat: STRANGER_WINS, "winners without a seat: [Seat(7)]";
    places_that_contradict_the_winners: ALL_FIRST, "are in first place";
    an_outcome_before_the_end: EARLY_OUTCOME, "a game is over exactly when no seat may act";
    moves_out_of_turn: MOVES_OUT_OF_TURN, "may act exactly if it has a move";
    a_random_move_out_of_turn: RANDOM_OUT_OF_TURN, "has a random move exactly if it may act";
    a_random_move_that_is_not_listed: RANDOM_UNLISTED, "random move is not legal";
    a_sampled_game_without_an_end: SAMPLE_WITHOUT_END, "sampled: no seat may act, but there is no result";
    a_variant_that_reads_otherwise: VARIANT_READS_OTHERWISE, "the variant's text is another";
    a_secret_in_a_game_of_perfect_information: CLAIMS_PERFECT, "does not know the whole state";
    a_sampler_of_other_states: SAMPLER_DIFFERS, "draws another state than `sample`";
    a_secret_in_a_game_of_symmetric_information: CLAIMS_SYMMETRIC, "knows more than a spectator";
    a_deal_that_depends_on_more_than_the_seed: DEAL_FORGETS, "the seed deals another setup";
}

#[test]
#[should_panic(expected = "knows the whole truth")]
fn a_view_that_leaks_to_a_sampler_in_the_know() {
    check_secrets::<Broken<{ defect::VIEW_AND_SAMPLE_LEAK }>>("broken");
}

#[test]
#[should_panic(expected = "is offered other moves than it has")]
fn an_offer_that_is_missing() {
    check_offers::<Broken<{ defect::OFFERS_INCOMPLETE }>>(1, "broken", offered);
}

#[test]
#[should_panic(expected = "the common part differs for")]
fn an_open_half_that_is_not_the_same_for_everybody() {
    check_offers::<Broken<{ defect::OPEN_DIFFERS }>>(1, "broken", offered);
}

#[test]
#[should_panic(expected = "has another view than its two halves")]
fn halves_of_a_view_that_are_not_all_of_it() {
    check_offers::<Broken<{ defect::OWN_INCOMPLETE }>>(1, "broken", offered);
}

#[test]
#[should_panic(expected = "high-card standard, 2 players, game 0, before seat ")]
fn a_panic_names_the_place() {
    check::<Broken<{ defect::VIEW_LEAKS }>>(1, "place");
}

#[test]
#[should_panic(expected = "does not end within 100000 moves")]
fn an_endless_game_is_stopped() {
    type Endless = Broken<{ defect::ENDLESS }>;
    random_record::<Endless>(&Seed::from_phrase("x"), Endless::variants()[0], 2);
}
