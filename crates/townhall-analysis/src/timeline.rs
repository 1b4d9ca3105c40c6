//! The moments of a game that are analysed, each as the seat concerned saw it.

use tabletop::{Record, RecordError, Seat, Viewer};
use townhall_bots::{Evaluate, PARTS};

use crate::continuation::{Seats, leads};

/// A move that a player chose.
pub(crate) struct Choice<G: Evaluate> {
    /// The number of the move in the record, from 0.
    pub(crate) ply: usize,
    pub(crate) seat: Seat,
    /// What the seat knew. Of choices that are sealed until all have chosen, what it knew before the first of them: the
    /// order in which people happen to choose then makes no difference.
    pub(crate) view: G::View,
    pub(crate) played: G::Move,
    /// Whether it was the only legal move.
    pub(crate) forced: bool,
    /// Of a sealed choice, what those chose at the same time who build something together with the seat. They are part of
    /// no verdict: nobody knew them.
    pub(crate) peers: Vec<Peer<G::Move>>,
}

/// Somebody who builds something together with a seat, and chose at the same time.
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
    /// What each player knew before the first move.
    pub(crate) openings: Vec<G::View>,
    pub(crate) choices: Vec<Choice<G>>,
    /// Each seat's final lead.
    pub(crate) leads: Seats,
    /// The final points of each part.
    pub(crate) parts: [f32; PARTS],
    /// The players who build each part.
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
        let openings = Seat::all(players).map(|seat| G::view(&start, Viewer::Seat(seat))).collect();
        let (leads, parts) = (leads(&points), evaluation.parts);
        Ok(Self { players, seats, openings, choices, leads, parts, builders })
    }
}

/// Notes for every choice who else chose at the same moment, and builds something together with the seat.
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
