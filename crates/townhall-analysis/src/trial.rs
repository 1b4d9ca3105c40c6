//! A move that is compared with the played one, and the results of its continuations.

use tabletop::Seat;
use townhall_bots::{ASPECTS, Evaluate, PARTS};

use crate::{
    continuation::End,
    stats::{Mean, Spread},
};

/// The index of the played move among the moves that are compared.
pub(crate) const PLAYED: usize = 0;

/// A move that is being compared.
pub(crate) struct Trial<M> {
    pub(crate) mv: M,
    /// The move that the seat makes next, if it makes several in a row.
    pub(crate) then: Option<M>,
    /// Whether it is followed by the best move that is found once the seat knows what it shows, see [`Evaluate::goes_on`].
    pub(crate) is_followed: bool,
    pub(crate) alive: bool,
    /// The measure by which decisions are judged, in each sampled state: the mover's expected lead, or its points.
    pub(crate) worths: Vec<f32>,
    pub(crate) worth: Mean,
    pub(crate) lead: Spread,
    /// The mover's chance to win.
    pub(crate) win: Mean,
    /// Comparisons with the played move, over the even and over the odd samples.
    pub(crate) halves: [Tally; 2],
}

/// The advantage of a move over the played one, over some samples.
#[derive(Clone, Default)]
pub(crate) struct Tally {
    pub(crate) leads: [Mean; Seat::MAX],
    /// The leads less the mean of all leads, see `Decision::effect`.
    pub(crate) standings: [Mean; Seat::MAX],
    pub(crate) points: [Mean; Seat::MAX],
    /// The chances to win.
    pub(crate) wins: [Mean; Seat::MAX],
    pub(crate) parts: [Mean; PARTS],
    /// The points of each part by aspect; empty once the move is dropped.
    pub(crate) aspects: Vec<[Mean; ASPECTS]>,
    /// The mover's share of its effect on parts that several players build, see `Decision::sample_peers`.
    pub(crate) shares: [Mean; PARTS],
}

impl Tally {
    pub(crate) fn add(
        &mut self,
        (one, share): &(End, [f32; PARTS]),
        (played, played_share): &(End, [f32; PARTS]),
    ) {
        fn differences<const N: usize>(means: &mut [Mean; N], one: &[f32; N], other: &[f32; N]) {
            let both = one.iter().zip(other);
            means.iter_mut().zip(both).for_each(|(mean, (a, b))| mean.add(f64::from(a - b)));
        }
        differences(&mut self.leads, &one.leads, &played.leads);
        differences(&mut self.standings, &one.standings, &played.standings);
        differences(&mut self.points, &one.points, &played.points);
        differences(&mut self.wins, &one.wins, &played.wins);
        differences(&mut self.parts, &one.parts, &played.parts);
        differences(&mut self.shares, share, played_share);
        self.aspects.resize(one.count, Default::default());
        let both = one.aspects.iter().zip(&played.aspects);
        self.aspects.iter_mut().zip(both).for_each(|(means, (one, played))| differences(means, one, played));
    }
}

impl<M: Copy> Trial<M> {
    pub(crate) fn new(mv: M, then: Option<M>) -> Self {
        let halves = Default::default();
        let (worth, lead, win) = (Mean::default(), Spread::default(), Mean::default());
        Self { mv, then, is_followed: false, alive: true, worths: Vec::new(), worth, lead, win, halves }
    }

    /// Makes the moves in a state.
    pub(crate) fn play<G: Evaluate<Move = M>>(&self, state: &mut G::State, seat: Seat) {
        std::iter::once(self.mv).chain(self.then).for_each(|mv| G::play_unchecked(state, seat, mv));
    }

    /// Returns its moves.
    pub(crate) fn moves(&self) -> Vec<M> {
        std::iter::once(self.mv).chain(self.then).collect()
    }

    /// Adds the result of a continuation of a seat's move with the move's share of it, and those of the played move in the same
    /// state.
    pub(crate) fn add(
        &mut self,
        seat: Seat,
        by_points: bool,
        half: usize,
        one: &(End, [f32; PARTS]),
        played: &(End, [f32; PARTS]),
    ) {
        let (end, lead) = (&one.0, one.0.leads[seat.index()]);
        let worth = if by_points { end.points[seat.index()] } else { lead };
        self.worths.push(worth);
        self.worth.add(worth.into());
        self.lead.add(lead.into(), end.squares[seat.index()].into());
        self.win.add(end.wins[seat.index()].into());
        self.halves[half].add(one, played);
    }

    /// Forgets what only matters for moves that may still be the best.
    pub(crate) fn forget(&mut self) {
        self.worths = Vec::new();
        self.halves.iter_mut().for_each(|half| half.aspects = Vec::new());
    }

    /// By how much this move is better than another, over the states in which both were tried.
    pub(crate) fn ahead_of(&self, other: &Self) -> Mean {
        let mut mean = Mean::default();
        self.worths.iter().zip(&other.worths).for_each(|(one, other)| mean.add(f64::from(one - other)));
        mean
    }
}
