//! Playing a game to its end.

use crate::{Rules, Seat, random::Rng};

/// Plays on from `state` until no seat may act, and returns the last state. The forced moves of the game's own automata
/// are made first; for every other move, `choose` returns the move of the lowest-numbered seat that may act. If it
/// returns `None`, the playout ends there. `each` is called with every move and the state before it.
///
/// `choose` must return legal moves: they are not checked.
///
/// ```
/// use high_card::{HighCard, Variant};
/// use tabletop::{Seed, Viewer, play_out, prelude::*};
///
/// let seed = Seed::from_phrase("everybody plays the highest card");
/// let (setup, _) = HighCard::deal_from(&seed, Variant::Standard, 3);
/// let mut moves = 0;
/// let end = play_out::<HighCard>(
///     HighCard::start(&setup),
///     |state, seat| {
///         let view = HighCard::view(state, Viewer::Seat(seat));
///         HighCard::legal_moves(&view).pop().map(|legal| legal.mv)
///     },
///     |_, _, _| moves += 1,
/// );
/// assert!(HighCard::outcome(&end).is_some());
/// assert_eq!(moves, 9, "three players discard one card and play two");
/// ```
pub fn play_out<G: Rules>(
    mut state: G::State,
    mut choose: impl FnMut(&G::State, Seat) -> Option<G::Move>,
    mut each: impl FnMut(&G::State, Seat, G::Move),
) -> G::State {
    while let Some(acting) = G::to_act(&state).first() {
        let next = G::automatic_move(&state).or_else(|| Some((acting, choose(&state, acting)?)));
        let Some((seat, mv)) = next else { break };
        each(&state, seat, mv);
        G::play_unchecked(&mut state, seat, mv);
    }
    state
}

/// Plays random moves from `state` until no seat may act, and returns the last state. The lowest-numbered seat of those
/// that may act moves. `each` is called with every move and the state before it.
///
/// ```
/// use high_card::{HighCard, Variant};
/// use tabletop::{Seed, play_out_randomly, prelude::*};
///
/// let seed = Seed::from_phrase("a random game");
/// let (setup, _) = HighCard::deal_from(&seed, Variant::Standard, 3);
/// let mut rng = seed.stream("moves");
/// let end = play_out_randomly::<HighCard>(HighCard::start(&setup), &mut rng, |_, seat, mv| println!("{seat}: {mv}"));
/// assert!(HighCard::outcome(&end).is_some());
/// ```
#[inline]
pub fn play_out_randomly<G: Rules>(
    mut state: G::State,
    rng: &mut impl Rng,
    mut each: impl FnMut(&G::State, Seat, G::Move),
) -> G::State {
    while let Some(seat) = G::to_act(&state).first() {
        let Some(mv) = G::random_move(&state, seat, rng) else { break };
        each(&state, seat, mv);
        G::play_unchecked(&mut state, seat, mv);
    }
    state
}
