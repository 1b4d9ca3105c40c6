//! The best move with knowledge of the whole state. It does not contribute to verdicts.

use tabletop::{Record, RecordError, Seat};
use townhall_bots::Evaluate;

use crate::continuation::leads;

/// The best move with knowledge of the whole state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hindsight<M> {
    /// The move with the best result.
    pub best: M,
    /// The advantage of its result over that of the played move, in points.
    pub gain: f64,
}

/// The best move, with knowledge of the whole state, in the place of the move with this number: each legal move is played
/// in the real state together with the real simultaneous choices of the others, and then all seats play on by the rollout
/// policy to the end. `None` if the move was not made by a player.
///
/// # Errors
/// The record is not valid.
pub fn hindsight<G: Evaluate>(
    record: &Record<G>,
    ply: usize,
) -> Result<Option<Hindsight<G::Move>>, RecordError> {
    let Some(moment) = Moment::of(record, ply)? else { return Ok(None) };
    let worth = |mv: G::Move| moment.worth(mv);
    let of_played = worth(moment.played);
    let mut found = Hindsight { best: moment.played, gain: 0.0 };
    G::for_each_legal_move(&moment.before, moment.seat, |mv| {
        let gain = f64::from(worth(mv) - of_played);
        if gain > found.gain {
            found = Hindsight { best: mv, gain };
        }
    });
    Ok(Some(found))
}

/// The real state at a decision.
struct Moment<G: Evaluate> {
    before: G::State,
    seat: Seat,
    played: G::Move,
    /// The simultaneous choices in the order in which they took effect, including the decision itself.
    chosen: Vec<(Seat, G::Move)>,
}

impl<G: Evaluate> Moment<G> {
    fn of(record: &Record<G>, ply: usize) -> Result<Option<Self>, RecordError> {
        let players = G::player_count(&record.setup);
        let mut moment: Option<Self> = None;
        // The state before the choices that are made at the same time, and these choices; no state after they are revealed.
        let mut start: Option<G::State> = None;
        let mut chosen: Vec<(Seat, G::Move)> = Vec::new();
        let mut number = 0;
        record.replay_each(|before, seat, mv, after| {
            if !G::seals(mv) {
                start = None;
            }
            if start.is_none() {
                chosen.clear();
            }
            let from = *start.get_or_insert(*before);
            chosen.push((seat, mv));
            if number == ply && seat.index() < players {
                moment = Some(Self { before: from, seat, played: mv, chosen: Vec::new() });
            }
            if !G::seals(mv) || G::reveals(before, after) {
                start = None;
                if let Some(moment) = moment.as_mut().filter(|moment| moment.chosen.is_empty()) {
                    moment.chosen.clone_from(&chosen);
                }
            }
            number += 1;
        })?;
        Ok(moment)
    }

    /// The result of a move for the player, in the measure by which decisions of the game are judged.
    fn worth(&self, mv: G::Move) -> f32 {
        let mut state = self.before;
        for &(seat, chosen) in &self.chosen {
            G::play_unchecked(&mut state, seat, if seat == self.seat { mv } else { chosen });
        }
        let by_points = G::is_judged_by_points(&state);
        G::play_on(&mut state, usize::MAX);
        let evaluation = G::evaluate(&state);
        let points = G::points_of_seats(&state, &evaluation.parts);
        let seat = self.seat.index();
        if by_points { points[seat] } else { leads(&points[..G::seats(&state)])[seat] }
    }
}
