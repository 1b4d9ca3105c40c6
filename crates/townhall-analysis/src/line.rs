//! The turns that probably follow a move.

use tabletop::Seat;
use townhall_bots::{Evaluate, Json, ThinkRng};

use crate::{reason::NextTurn, trial::Trial};

/// In how many sampled states the next turns are played.
const STATES: usize = 24;
/// The most turns.
const MOST: usize = 3;

/// The turns that follow a move of the seat with this view in most of the states that are possible then, if everybody plays
/// by the rollout policy. If the seat makes several moves in a row, the next of them comes first. A turn that depends on what
/// is not known yet ends the line, since it can't be told from the view.
pub(crate) fn line<G: Evaluate>(
    view: &G::View,
    seat: Seat,
    trial: &Trial<G::Move>,
    mut rng: ThinkRng,
) -> Vec<NextTurn> {
    let mut states: Vec<G::State> = (0..STATES)
        .map(|_| {
            let mut state = G::sample(view, &mut rng);
            trial.play::<G>(&mut state, seat);
            state
        })
        .collect();
    let mut line: Vec<_> = trial.then.iter().map(|mv| NextTurn { seat, r#move: Json::of(mv) }).collect();
    while line.len() < MOST {
        let mut next: Vec<(Seat, G::Move, Vec<G::State>)> = Vec::new();
        for mut state in states {
            while let Some((seat, mv)) = G::automatic_move(&state) {
                G::play_unchecked(&mut state, seat, mv);
            }
            let Some(seat) = G::to_act(&state).first() else { continue };
            let Some(mv) = G::rollout_move(&state, seat).filter(|&mv| G::is_foreseen(view, &state, mv))
            else {
                continue;
            };
            G::play_unchecked(&mut state, seat, mv);
            match next.iter_mut().find(|(other, known, _)| (*other, *known) == (seat, mv)) {
                Some((_, _, after)) => after.push(state),
                None => next.push((seat, mv, vec![state])),
            }
        }
        let Some((seat, mv, after)) = next.into_iter().find(|(_, _, after)| 2 * after.len() > STATES) else {
            break;
        };
        line.push(NextTurn { seat, r#move: Json::of(&mv) });
        states = after;
    }
    line
}
