//! Looking several moves ahead, whoever makes them.
//!
//! One tree of moves for all possible states: each walk down it is in another one, and chooses among
//! the moves that are legal there. A take is known by the cards that it takes, so that what is built
//! in one possible state is not mistaken for what is built in another. Everybody is taken to play for
//! their own good. Where the tree ends, the quick player plays on for a turn, and the value judges.

use point_city::{Face, Move, State};

use super::{
    policy::{for_each_option, quick_move},
    think::outlook,
    value::{MOST_TURNS, VALUE},
};
use crate::{
    Thought,
    budget::Clock,
    search::{Style, ThinkRng},
};

/// How strongly moves that were seldom tried are preferred.
const CURIOSITY: f32 = 0.8;
/// For how many turns of everybody the quick player plays on.
const DEPTH: usize = 1;
/// A move that is so many points behind the best promises a quarter as much.
const TASTE: f32 = 1.7;
/// The most nodes of a tree, whatever the budget: about 40 MB.
const MOST_NODES: usize = 100_000;
/// The most moves of a place: a bit of a word for each.
const MOST_EDGES: usize = 64;
/// How many moves of others and of later turns are considered at most.
const LATER_WIDTH: usize = 8;

/// What tells moves apart: the move and the faces that it takes.
type Key = (Move, [Option<Face>; 2]);

struct Edge {
    key: Key,
    prior: f32,
    tries: u32,
    total: f32,
    /// The node after it; 0 if there is none yet.
    node: u32,
}

/// A place in the tree: the moves that were legal in some possible state.
#[derive(Default)]
struct Node {
    edges: Vec<Edge>,
}

fn key(state: &State, mv: Move) -> Key {
    let faces = match mv {
        Move::Take { pair, .. } => pair.cells().map(|cell| state.table().market().face(cell)),
        _ => [None; 2],
    };
    (mv, faces)
}

/// How much moves that come to this promise, without regard to their number.
fn promise(behind: f32) -> f32 {
    let far = behind / TASTE;
    1.0 / (1.0 + 3.0 * far * far)
}

/// Thinks, beginning with these moves and what they come to.
pub(crate) fn think(
    first: &[(f32, Move)],
    style: Style,
    rng: &mut ThinkRng,
    possible: impl Fn(&mut ThinkRng) -> State,
) -> Vec<Thought<Move>> {
    let mut clock = Clock::start(style.budget);
    let most = first.iter().map(|&(worth, _)| worth).fold(f32::MIN, f32::max);
    let sum: f32 = first.iter().map(|&(worth, _)| promise(most - worth)).sum();
    let mut nodes = vec![Node::default()];
    let known = possible(rng);
    for &(worth, mv) in first {
        let prior = promise(most - worth) / sum;
        nodes[0].edges.push(Edge { key: key(&known, mv), prior, tries: 0, total: 0.0, node: 0 });
    }
    let mut path: Vec<(u32, u32, usize)> = Vec::new();
    while clock.used() < 1.0 {
        let mut state = possible(rng);
        path.clear();
        let mut at = 0u32;
        while let Some(seat) = state.table().to_act() {
            if let Some(mv) = state.table().city_move() {
                state.play_unchecked(mv);
                continue;
            }
            let available = if at == 0 { u64::MAX } else { expand(&mut nodes[at as usize], &state) };
            let Some(edge) = select(&nodes[at as usize], available) else { break };
            let chosen = &nodes[at as usize].edges[edge];
            let next = chosen.node;
            state.play_unchecked(chosen.key.0);
            path.push((at, edge as u32, seat.index()));
            if next == 0 {
                if nodes.len() < MOST_NODES {
                    nodes[at as usize].edges[edge].node = nodes.len() as u32;
                    nodes.push(Node::default());
                }
                break;
            }
            at = next;
        }
        let results = play_on(&mut state);
        for &(node, edge, seat) in &path {
            let edge = &mut nodes[node as usize].edges[edge as usize];
            edge.tries += 1;
            edge.total += results[seat];
        }
        clock.spend(1);
    }
    let thought = |edge: &Edge| {
        let mean = edge.total / (edge.tries.max(1)) as f32;
        Thought { mv: edge.key.0, mean, tries: edge.tries }
    };
    let mut thoughts: Vec<Thought<Move>> = nodes[0].edges.iter().map(thought).collect();
    thoughts.sort_by(|a, b| b.tries.cmp(&a.tries).then(b.mean.total_cmp(&a.mean)));
    thoughts
}

/// Makes sure that a node has the moves that are worth a thought in a state; which they are, a bit each.
fn expand(node: &mut Node, state: &State) -> u64 {
    let mut options: Vec<(f32, Move)> = Vec::with_capacity(32);
    for_each_option(&VALUE, state, |worth, mv| options.push((worth, mv)));
    options.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    options.truncate(LATER_WIDTH);
    let most = options.first().map_or(0.0, |&(worth, _)| worth);
    let sum: f32 = options.iter().map(|&(worth, _)| promise(most - worth)).sum();
    let mut available = 0;
    for (worth, mv) in options {
        let key = key(state, mv);
        let prior = promise(most - worth) / sum;
        let place = match node.edges.iter().position(|edge| edge.key == key) {
            Some(place) => {
                // What it promises differs a little from state to state.
                let edge = &mut node.edges[place];
                edge.prior += 0.1 * (prior - edge.prior);
                place
            }
            // More moves in one place are more than can be told apart in time.
            None if node.edges.len() == MOST_EDGES => continue,
            None => {
                node.edges.push(Edge { key, prior, tries: 0, total: 0.0, node: 0 });
                node.edges.len() - 1
            }
        };
        available |= 1u64 << place;
    }
    available
}

/// The move to try next among those that are available.
fn select(node: &Node, available: u64) -> Option<usize> {
    let here = || node.edges.iter().enumerate().filter(move |&(place, _)| available >> place & 1 == 1);
    let (mut tries, mut total) = (0, 0.0);
    for (_, edge) in here() {
        tries += edge.tries;
        total += edge.total;
    }
    let usual = if tries > 0 { total / tries as f32 - 0.05 } else { 0.0 };
    let root = (tries as f32 + 1.0).sqrt();
    let mut best: Option<(f32, usize)> = None;
    for (place, edge) in here() {
        let mean = if edge.tries > 0 { edge.total / edge.tries as f32 } else { usual };
        let worth = mean + CURIOSITY * edge.prior * root / (1.0 + edge.tries as f32);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, place));
        }
    }
    best.map(|(_, place)| place)
}

/// The quick player plays on for a while; then, how good it looks for each seat.
fn play_on(state: &mut State) -> [f32; 4] {
    let seats = state.table().seats();
    let depth = if state.table().variant().is_solo() { MOST_TURNS } else { DEPTH };
    let begun = state.table().turns_played().div_ceil(seats);
    let end = MOST_TURNS.min(begun + depth) * seats;
    while state.table().turns_played() < end || state.table().has_flipped() {
        let mv = state.table().city_move().unwrap_or_else(|| quick_move(&VALUE, state));
        state.play_unchecked(mv);
    }
    let mut results = [0.0; 4];
    for (seat, result) in tabletop::Seat::all(seats).zip(&mut results) {
        *result = outlook(state.table(), seat);
    }
    results
}
