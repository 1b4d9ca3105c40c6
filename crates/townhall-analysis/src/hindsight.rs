//! What would have been best for somebody who had seen everything. It is no part of any verdict.

use tabletop::{Record, RecordError, Seat};
use townhall_bots::Evaluate;

use crate::continuation::leads;

/// What the open cards would have allowed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hindsight<M> {
    /// The move that would have come to most.
    pub best: M,
    /// By how many points it would have come to more than the one that was played.
    pub gain: f64,
}

/// What the open cards would have allowed the player who made the move with this number: each of its moves is played with
/// everything as it really lay and what others really chose at the same time, and then everybody plays on by the rollout
/// policy to the end. `None` if no player chose there.
///
/// # Errors
/// What is wrong with the record.
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

/// The truth at a decision.
struct Moment<G: Evaluate> {
    before: G::State,
    seat: Seat,
    played: G::Move,
    /// What was chosen at the same time, in the order in which it took effect; the decision itself among it.
    chosen: Vec<(Seat, G::Move)>,
}

impl<G: Evaluate> Moment<G> {
    fn of(record: &Record<G>, ply: usize) -> Result<Option<Self>, RecordError> {
        let players = G::player_count(&record.setup);
        let mut moment: Option<Self> = None;
        // The sealed choices that are not revealed yet, and the state before the first of them.
        let mut sealed: Option<(G::State, Vec<(Seat, G::Move)>)> = None;
        let mut number = 0;
        record.replay_each(|before, seat, mv, after| {
            let (start, mut chosen) = match sealed.take() {
                Some(sealed) if G::seals(mv) => sealed,
                _ => (*before, Vec::new()),
            };
            chosen.push((seat, mv));
            if number == ply && seat.index() < players {
                moment = Some(Self { before: start, seat, played: mv, chosen: Vec::new() });
            }
            let is_open = G::seals(mv) && !G::reveals(before, after);
            let unfinished = moment.as_mut().filter(|moment| !is_open && moment.chosen.is_empty());
            if let Some(moment) = unfinished {
                moment.chosen.clone_from(&chosen);
            }
            sealed = is_open.then_some((start, chosen));
            number += 1;
        })?;
        Ok(moment)
    }

    /// What a move comes to for the player, in the measure by which decisions of the game are judged.
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
