//! The confirmation of a decision: a search looks for a move that it prefers to the played one. If there is one, the search chooses
//! the moves of the continuations after both.

use townhall_bots::{Evaluate, Guide, ThinkRng};

use crate::{
    continuation::{End, Noise, end_of},
    stats::Mean,
    timeline::Choice,
    trial::{PLAYED, Trial},
};

/// The most continuations of a confirmation.
const MOST: usize = 20_000;
/// The most continuations of a confirmation for each one that was played before it, so that a small budget stays small.
const PER_CONTINUATION: usize = 40;
/// The part of them in which the search looks for its favourite.
const SEARCH: f64 = 0.2;
/// The part of them in which the search learns how to go on after the played move, which it may have tried seldom. Their results
/// do not count.
const LEARN: f64 = 0.1;
/// The fewest states in which both moves are compared.
const FEWEST: u32 = 100;
/// A confirmation ends early if the standard error of the difference is at most this part of the error that more continuations
/// do not reduce, [`Evaluate::guide_error`].
const PRECISION: f64 = 0.3;
/// A confirmation also ends early if the standard error of the difference is at most this part of the difference.
const PART_PRECISION: f64 = 0.1;

/// A confirmation under way.
pub(crate) struct Confirmation<G: Evaluate> {
    guide: Box<dyn Guide<G>>,
    rng: ThinkRng,
    /// The number of continuations, at most and so far.
    sims: usize,
    spent: usize,
    /// The moves that the search may prefer, the played one first.
    moves: Vec<G::Move>,
    /// The played move and the one that the search prefers to it, once that is known.
    pair: Option<[(usize, Trial<G::Move>); 2]>,
    difference: Mean,
    /// See [`Evaluate::guide_error`].
    pub(crate) guide_error: f64,
}

impl<G: Evaluate> Confirmation<G> {
    /// Begins the confirmation of a decision for which so many continuations were played. The played move is the first one.
    /// `None` if the game has no search for it.
    pub(crate) fn begin(
        view: &G::View,
        moves: Vec<G::Move>,
        continuations: usize,
        mut rng: ThinkRng,
    ) -> Option<Self> {
        let guide = G::guide(view, &moves, &mut rng)?;
        let sims = MOST.min(PER_CONTINUATION * continuations);
        let guide_error = G::guide_error(&G::sample(view, &mut rng.clone())).into();
        Some(Self { guide, rng, sims, spent: 0, moves, pair: None, difference: Mean::default(), guide_error })
    }

    /// Plays about so many continuations. At the end, returns the measurements of the played move and of the better one; none
    /// if the search prefers the played move.
    pub(crate) fn refine(
        &mut self,
        choice: &Choice<G>,
        by_points: bool,
        sims: usize,
    ) -> Option<Vec<Trial<G::Move>>> {
        let until = self.sims.min(self.spent.saturating_add(sims));
        let part = |part: f64| (part * self.sims as f64) as usize;
        let (search, learn) = (part(SEARCH), part(SEARCH + LEARN));
        while self.spent < until && !self.is_precise() {
            if self.spent < search {
                self.guide.play_on(&mut G::sample(&choice.view, &mut self.rng), None, 0);
                self.spent += 1;
                continue;
            }
            if self.pair.is_none() {
                let favourite = self.guide.favourite().filter(|&favourite| favourite != PLAYED);
                let Some(favourite) = favourite else { return Some(Vec::new()) };
                self.pair =
                    Some([PLAYED, favourite].map(|index| (index, Trial::new(self.moves[index], None))));
            }
            self.compare(choice, by_points, self.spent >= learn);
        }
        (self.spent >= self.sims || self.is_precise())
            .then(|| self.pair.take().into_iter().flatten().map(|(_, trial)| trial).collect())
    }

    fn is_precise(&self) -> bool {
        let enough = (PRECISION * self.guide_error).max(PART_PRECISION * self.difference.mean().abs());
        self.difference.number() >= FEWEST && self.difference.error() <= enough
    }

    /// Plays on after both moves in the same state.
    fn compare(&mut self, choice: &Choice<G>, by_points: bool, counts: bool) {
        let Some(pair) = &mut self.pair else { return };
        let state = G::sample(&choice.view, &mut self.rng);
        let noise = Noise::draw(&mut self.rng);
        let horizon = G::horizon(&state);
        let ends = pair.each_ref().map(|&(index, _)| {
            let mut state = state;
            let there = self.guide.play_on(&mut state, Some(index), horizon);
            // The search looks further ahead after the move that it prefers, and resources count less later.
            let end = End { aspects: G::aspects(&there), ..end_of::<G>(&state, &noise) };
            (end, end.parts)
        });
        self.spent += 2;
        if counts {
            let half = (self.difference.number() % 2) as usize;
            let [played, favourite] = ends.map(|(end, _)| end.leads[choice.seat.index()]);
            self.difference.add(f64::from(favourite - played));
            for ((_, trial), end) in pair.iter_mut().zip(&ends) {
                trial.add(choice.seat, by_points, half, end, &ends[PLAYED]);
            }
        }
    }

    /// How much of it is done, from 0 to 1.
    pub(crate) fn progress(&self) -> f64 {
        self.spent as f64 / self.sims.max(1) as f64
    }
}
