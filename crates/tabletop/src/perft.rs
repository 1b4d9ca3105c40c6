//! Perft: counting the legal sequences of moves.

use crate::{Rules, Seat};

/// Returns the number of legal move sequences of length `depth` from `state`; where several seats may act, the
/// lowest-numbered one moves. Moves with the same text count once. Sequences that end before `depth` because the game
/// is over do not count.
///
/// These numbers are the classic test of a rules engine: two engines that agree on them most likely agree on the rules.
pub fn perft<G: Rules>(state: &G::State, depth: u32) -> u64 {
    let Some(seat) = G::to_act(state).first() else { return u64::from(depth == 0) };
    match depth {
        0 => 1,
        1 => count::<G>(state, seat),
        _ => {
            let mut total = 0;
            G::for_each_legal_move(state, seat, |mv| {
                let mut next = *state;
                G::play_unchecked(&mut next, seat, mv);
                total += perft::<G>(&next, depth - 1);
            });
            total
        }
    }
}

fn count<G: Rules>(state: &G::State, seat: Seat) -> u64 {
    let mut total = 0;
    G::for_each_legal_move(state, seat, |_| total += 1);
    total
}
