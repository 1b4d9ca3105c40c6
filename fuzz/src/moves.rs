//! Any text as moves: each parsed move has one text form, a refused move leaves the state as it was,
//! and a legal one loses no tile, card or token.
//!
//! Each line is one move, made by the first seat that may act in a game that the first byte
//! chooses. A line that is a number makes the legal move of that number, so that the fuzzer gets
//! deep into a game.

use tabletop::{Game, Seat, Seed};

use crate::games::play_chosen;

/// Runs one input.
///
/// # Panics
/// Panics if it finds a bug.
pub fn run(text: &str) {
    play_chosen!(play, text)
}

fn play<G: Game>((variant, players): (G::Variant, usize), text: &str) {
    let (setup, _) = G::deal_from(&Seed::from_phrase("fuzz"), variant, players);
    let mut state = G::start(&setup);
    for line in text.lines() {
        let Some(seat) = G::to_act(&state).iter().next() else { return };
        let Some(mv) = read::<G>(&state, seat, line) else { continue };
        let before = state;
        match G::play(&mut state, seat, mv) {
            Ok(()) => G::audit(&setup, &state).expect("nothing was lost"),
            Err(_) => assert_eq!(state, before, "a refused move changes nothing"),
        }
    }
}

fn read<G: Game>(state: &G::State, seat: Seat, line: &str) -> Option<G::Move> {
    if let Ok(number) = line.parse::<usize>() {
        let mut moves = Vec::new();
        G::for_each_legal_move(state, seat, |mv| moves.push(mv));
        assert!(!moves.is_empty(), "a seat that may act has a move");
        return Some(moves[number % moves.len()]);
    }
    let mv: G::Move = line.parse().ok()?;
    let text = mv.to_string();
    assert_eq!(text.parse(), Ok(mv), "{text} reads as the move that it was written for");
    Some(mv)
}
