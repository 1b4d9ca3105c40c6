//! The moments of a game that are analysed, each as the seat concerned saw it.

use tabletop::{Record, RecordError, Seat, Viewer};
use townhall_bots::{Evaluate, PARTS};

use crate::continuation::{Seats, leads};

/// A move that a player chose.
pub(crate) struct Choice<G: Evaluate> {
    /// The number of the move in the record, from 0.
    pub(crate) ply: usize,
    pub(crate) seat: Seat,
    /// The view of the seat. For a sealed choice it is the view before the first of the simultaneous choices, so that their
    /// order makes no difference.
    pub(crate) view: G::View,
    pub(crate) played: G::Move,
    /// Whether it was the only legal move.
    pub(crate) forced: bool,
    /// The simultaneous sealed choices of seats that build a part together with this one. They do not contribute to
    /// verdicts, because the seat could not know them.
    pub(crate) peers: Vec<Peer<G::Move>>,
}

/// The simultaneous choice of another seat that builds a part together with a seat.
pub(crate) struct Peer<M> {
    pub(crate) seat: Seat,
    pub(crate) mv: M,
    /// The parts that both build.
    pub(crate) parts: Vec<usize>,
}

/// A finished game, taken apart.
pub(crate) struct Timeline<G: Evaluate> {
    pub(crate) players: usize,
    pub(crate) seats: usize,
    /// The view of each player before the first move.
    pub(crate) outsets: Vec<G::View>,
    pub(crate) choices: Vec<Choice<G>>,
    /// Each seat's final lead.
    pub(crate) leads: Seats,
    /// The final points of each part.
    pub(crate) parts: [f32; PARTS],
    /// The players that build each part.
    pub(crate) builders: Vec<Vec<Seat>>,
}

impl<G: Evaluate> Timeline<G> {
    pub(crate) fn of(record: &Record<G>) -> Result<Self, RecordError> {
        let outcome = record.replay()?;
        let points: Vec<f32> = G::points(&outcome).into_iter().map(|points| points as f32).collect();
        let start = G::start(&record.setup);
        let (players, seats) = (G::player_count(&record.setup), G::seats(&start));
        let mut choices = Vec::new();
        // Where the sealed choices of this moment began, while there are some.
        let mut sealed: Option<G::State> = None;
        // For each choice, the number of the moment.
        let (mut moments, mut moment) = (Vec::new(), 0);
        let mut ply = 0;
        let end = record.replay_each(|before, seat, mv, after| {
            let known = match sealed {
                Some(state) if G::seals(mv) => state,
                _ => {
                    moment += 1;
                    *before
                }
            };
            // Players have the lowest seats; the others are automata, which choose nothing.
            if seat.index() < players {
                let view = G::view(&known, Viewer::Seat(seat));
                let mut legal = 0;
                G::for_each_legal_move(before, seat, |_| legal += 1);
                choices.push(Choice { ply, seat, view, played: mv, forced: legal < 2, peers: Vec::new() });
                moments.push(moment);
            }
            sealed = (G::seals(mv) && !G::reveals(before, after)).then_some(known);
            ply += 1;
        })?;
        let evaluation = G::evaluate(&end);
        let builders: Vec<Vec<Seat>> = (0..evaluation.count)
            .map(|part| G::builders(&end, part).iter().filter(|seat| seat.index() < players).collect())
            .collect();
        add_peers(&mut choices, &moments, &builders);
        let outsets = Seat::all(players).map(|seat| G::view(&start, Viewer::Seat(seat))).collect();
        let (leads, parts) = (leads(&points), evaluation.parts);
        Ok(Self { players, seats, outsets, choices, leads, parts, builders })
    }
}

/// Adds to every choice its [`Peer`]s.
fn add_peers<G: Evaluate>(choices: &mut [Choice<G>], moments: &[usize], builders: &[Vec<Seat>]) {
    for index in 0..choices.len() {
        let (seat, moment) = (choices[index].seat, moments[index]);
        let others = choices.iter().zip(moments).filter(|(other, at)| **at == moment && other.seat != seat);
        let peers = others.map(|(other, _)| {
            let both = builders.iter().enumerate();
            let both =
                both.filter(|(_, builders)| builders.contains(&seat) && builders.contains(&other.seat));
            Peer { seat: other.seat, mv: other.played, parts: both.map(|(part, _)| part).collect() }
        });
        let peers = peers.filter(|peer| !peer.parts.is_empty()).collect();
        choices[index].peers = peers;
    }
}
