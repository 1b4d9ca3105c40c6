//! Information-set Monte Carlo tree search with a single observer (SO-ISMCTS; Cowling, Powley, Whitehouse 2012).
//!
//! One tree of moves serves all possible states. Each descent is in another sampled state (a determinisation). It
//! selects among the legal moves there by mean utility, prior and number of tries (PUCT; Rosin 2011, Silver et al.
//! 2017). Each seat selects by its own utility. From a leaf, the game's rollout policy plays on for some turns, and the
//! game's value function evaluates the resulting state.

use tabletop::{Seat, sorting::sort_by};

use crate::{
    Guide, Think, Thought,
    budget::BudgetTimer,
    style::{Style, ThinkRng},
};

/// A game that supports tree search.
pub(crate) trait Lookahead: Think {
    /// Identifies a move at a node across different determinisations.
    type Key: Copy + Eq + Send;
    /// The results of earlier states that help to compute those of similar states. It changes no result.
    type Memory: Send;

    /// A move that is this many points behind the best has a quarter of the best move's prior.
    const PRIOR_SCALE: f32;

    /// Returns an empty memory.
    fn memory() -> Self::Memory;
    /// Adds the [`Best`] moves of a seat, with their prior estimates in points, to `options`, the best first.
    fn find_options(
        state: &Self::State,
        seat: Seat,
        memory: &mut Self::Memory,
        options: &mut Vec<(f32, Self::Move)>,
    );
    /// Returns the key of a move.
    fn key(state: &Self::State, mv: Self::Move) -> Self::Key;
    /// Returns whether a state has come to a horizon.
    fn is_at(state: &Self::State, horizon: usize) -> bool;
    /// Plays on for `depth` turns of each seat. Returns the utility for each seat that makes decisions, between -1
    /// and 1, and the points that the viewer may expect at the end. With `between`, the state at a horizon is stored, or the last
    /// one if that is earlier.
    fn play_on(
        state: &mut Self::State,
        viewer: Seat,
        depth: usize,
        memory: &mut Self::Memory,
        between: Option<(usize, &mut Self::State)>,
    ) -> ([f32; Seat::MAX], f32);
}

/// The best few of many moves by their worth, the best first. Among moves of equal worth, earlier ones come first.
pub(crate) struct Best<T> {
    found: [(f32, T); LATER_WIDTH],
    count: usize,
}

impl<T: Copy> Best<T> {
    /// Creates an empty list. `unused` fills its places.
    pub(crate) fn new(unused: T) -> Self {
        Self { found: [(0.0, unused); LATER_WIDTH], count: 0 }
    }

    /// Adds a move if it is among the best.
    #[inline]
    pub(crate) fn offer(&mut self, worth: f32, mv: T) {
        let mut place = self.count.min(LATER_WIDTH - 1);
        if self.count < LATER_WIDTH {
            self.count += 1;
        } else if self.found[place].0.total_cmp(&worth).is_ge() {
            return;
        }
        while place > 0 && self.found[place - 1].0.total_cmp(&worth).is_lt() {
            self.found[place] = self.found[place - 1];
            place -= 1;
        }
        self.found[place] = (worth, mv);
    }

    /// Returns the moves with their worths.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (f32, T)> {
        self.found[..self.count].iter().copied()
    }
}

/// The exploration constant. A higher one prefers moves that were seldom tried.
const EXPLORATION: f32 = 0.8;
/// The largest numbers of nodes and edges of a tree, whatever the budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Limits {
    nodes: usize,
    edges: usize,
}

/// The tree takes at most 60 MB: an edge takes about 80 bytes with its key, and a list of edges may be half empty.
const LIMITS: Limits = Limits { nodes: 100_000, edges: 350_000 };
/// The largest number of edges of a node, which are searched linearly. Each determinisation may turn up other cards and
/// so add new moves to a node. If nodes were full, such moves would be ignored, and a longer search would ignore more
/// of them.
const MAX_EDGES: usize = 1000;
/// The largest number of moves that are considered for other seats and for later turns.
const LATER_WIDTH: usize = 8;

struct Edge<G: Lookahead> {
    mv: G::Move,
    prior: f32,
    tries: u32,
    total: f32,
    /// The index of the node to which the edge leads, or 0 if there is none yet.
    node: u32,
}

/// A node of the tree. It has an edge for each move that was legal there in some determinisation.
struct Node<G: Lookahead> {
    edges: Vec<Edge<G>>,
    /// The keys of the edges, which are searched linearly.
    keys: Vec<G::Key>,
}

/// The nodes that were reached so far.
struct Tree<G: Lookahead> {
    nodes: Vec<Node<G>>,
    /// The number of edges of all nodes together.
    edges: usize,
    limits: Limits,
}

/// Returns the prior of a move that is `behind` points behind the best, before priors are normalised to sum to 1.
fn unnormalised_prior<G: Lookahead>(behind: f32) -> f32 {
    let far = behind / G::PRIOR_SCALE;
    1.0 / (1.0 + 3.0 * far * far)
}

/// Searches from the viewer's candidate moves with their prior estimates in points. Returns their evaluations.
pub(crate) fn think<G: Lookahead>(
    viewer: Seat,
    first: &[(f32, G::Move)],
    style: Style,
    timer: BudgetTimer<'_>,
    rng: &mut ThinkRng,
    possible: impl Fn(&mut ThinkRng) -> G::State,
) -> Vec<Thought<G::Move>> {
    grow::<G>(viewer, first, style, timer, LIMITS, rng, possible).0
}

/// Grows a tree for as long as the budget lasts. Returns the evaluations of the moves at the root, and the tree.
fn grow<G: Lookahead>(
    viewer: Seat,
    first: &[(f32, G::Move)],
    style: Style,
    mut timer: BudgetTimer<'_>,
    limits: Limits,
    rng: &mut ThinkRng,
    possible: impl Fn(&mut ThinkRng) -> G::State,
) -> (Vec<Thought<G::Move>>, Tree<G>) {
    let mut descents = Descents::<G>::new(viewer, first, style.depth, limits, &possible(rng));
    // For each move at the root, the sum of the points to which it led.
    let mut points = vec![0.0f64; first.len()];
    while timer.used() < 1.0 {
        if let Some((first, expected)) = descents.descend(&mut possible(rng), None, None) {
            points[first] += f64::from(expected);
        }
        timer.spend(1);
    }
    let tree = descents.tree;
    let thought = |(edge, points): (&Edge<G>, f64)| {
        let tries = edge.tries.max(1);
        let points = (points / f64::from(tries)) as f32;
        Thought { mv: edge.mv, mean: edge.total / tries as f32, points, tries: edge.tries }
    };
    let mut thoughts: Vec<Thought<G::Move>> = tree.nodes[0].edges.iter().zip(points).map(thought).collect();
    sort_by(&mut thoughts, |a, b| b.tries.cmp(&a.tries).then(b.mean.total_cmp(&a.mean)));
    (thoughts, tree)
}

/// A tree, and the buffers of its descents.
pub(crate) struct Descents<G: Lookahead> {
    tree: Tree<G>,
    viewer: Seat,
    depth: usize,
    /// The edges of the last descent, each with its node and the seat that chose it.
    path: Vec<(u32, u32, usize)>,
    /// The edges of the current node that are legal in the current state.
    legal: Vec<usize>,
    /// The options in the current state.
    options: Vec<(f32, G::Move)>,
    memory: G::Memory,
}

impl<G: Lookahead> Descents<G> {
    /// Creates a tree with only the root: the viewer's moves with their prior estimates in points, in a possible state.
    fn new(
        viewer: Seat,
        first: &[(f32, G::Move)],
        depth: usize,
        limits: Limits,
        possible: &G::State,
    ) -> Self {
        let most = first.iter().map(|&(worth, _)| worth).fold(f32::MIN, f32::max);
        let sum: f32 = first.iter().map(|&(worth, _)| unnormalised_prior::<G>(most - worth)).sum();
        let root = first.iter().map(|&(worth, mv)| Edge {
            mv,
            prior: unnormalised_prior::<G>(most - worth) / sum,
            tries: 0,
            total: 0.0,
            node: 0,
        });
        let root =
            Node { edges: root.collect(), keys: first.iter().map(|&(_, mv)| G::key(possible, mv)).collect() };
        Self {
            tree: Tree { nodes: vec![root], edges: first.len(), limits },
            viewer,
            depth,
            path: Vec::new(),
            legal: Vec::new(),
            options: Vec::with_capacity(LATER_WIDTH),
            memory: G::memory(),
        }
    }

    /// Plays on in a possible state. It first makes a move at the root, the given one or a selected one, then the moves
    /// that the tree selects, and from the leaf on those of the rollout policy. Returns the move at the root and the
    /// points that the viewer may expect, or `None` if there was nothing to choose. With `between`, the state at a horizon is
    /// stored.
    fn descend(
        &mut self,
        state: &mut G::State,
        first: Option<usize>,
        mut between: Option<(usize, &mut G::State)>,
    ) -> Option<(usize, f32)> {
        let Self { tree, path, legal, options, memory, .. } = self;
        path.clear();
        let mut at = 0u32;
        loop {
            // At the root the viewer moves, even if other seats may act too.
            let seat = if at == 0 { Some(self.viewer) } else { G::to_act(state).first() };
            let Some(seat) = seat else { break };
            legal.clear();
            if at == 0 {
                let all = 0..tree.nodes[0].edges.len();
                legal.extend(all.filter(|&edge| first.is_none_or(|first| first == edge)));
            } else {
                options.clear();
                G::find_options(state, seat, memory, options);
                tree.expand(at as usize, state, options, legal);
            }
            let Some(edge) = select(&tree.nodes[at as usize], legal) else { break };
            let chosen = &tree.nodes[at as usize].edges[edge];
            let next = chosen.node;
            G::play_unchecked(state, seat, chosen.mv);
            if let Some((_, there)) = between.take_if(|(horizon, _)| G::is_at(state, *horizon)) {
                *there = *state;
            }
            path.push((at, edge as u32, seat.index()));
            if next == 0 {
                if tree.nodes.len() < tree.limits.nodes {
                    tree.nodes[at as usize].edges[edge].node = tree.nodes.len() as u32;
                    tree.nodes.push(Node { edges: Vec::new(), keys: Vec::new() });
                }
                break;
            }
            at = next;
        }
        let (results, expected) = G::play_on(state, self.viewer, self.depth, memory, between);
        for &(node, edge, seat) in &*path {
            let edge = &mut tree.nodes[node as usize].edges[edge as usize];
            edge.tries += 1;
            edge.total += results[seat];
        }
        path.first().map(|&(_, edge, _)| (edge as usize, expected))
    }
}

/// Returns a tree that guides continuations of some moves of the viewer, with their prior estimates in points.
pub(crate) fn guide<G: Lookahead>(
    viewer: Seat,
    first: &[(f32, G::Move)],
    depth: usize,
    possible: &G::State,
) -> Box<dyn Guide<G>> {
    Box::new(Descents::<G>::new(viewer, first, depth, LIMITS, possible))
}

impl<G: Lookahead> Guide<G> for Descents<G> {
    fn play_on(&mut self, state: &mut G::State, first: Option<usize>, horizon: usize) -> G::State {
        let mut there = *state;
        self.descend(state, first, Some((horizon, &mut there)));
        there
    }

    fn favourite(&self) -> Option<usize> {
        let edges = self.tree.nodes[0].edges.iter().enumerate();
        edges.max_by_key(|(at, edge)| (edge.tries, std::cmp::Reverse(*at))).map(|(at, _)| at)
    }
}

impl<G: Lookahead> Tree<G> {
    /// Ensures that a node has edges for the options in a state, the best first, and adds their indices to `legal`.
    fn expand(&mut self, at: usize, state: &G::State, options: &[(f32, G::Move)], legal: &mut Vec<usize>) {
        let most = options.first().map_or(0.0, |&(worth, _)| worth);
        let sum: f32 = options.iter().map(|&(worth, _)| unnormalised_prior::<G>(most - worth)).sum();
        let Node { edges, keys } = &mut self.nodes[at];
        for &(worth, mv) in options {
            let key = G::key(state, mv);
            let prior = unnormalised_prior::<G>(most - worth) / sum;
            let place = match keys.iter().position(|&other| other == key) {
                Some(place) => {
                    // The prior of a move differs a little between determinisations.
                    let edge = &mut edges[place];
                    edge.prior += 0.1 * (prior - edge.prior);
                    place
                }
                None if edges.len() == MAX_EDGES || self.edges >= self.limits.edges => continue,
                None => {
                    edges.push(Edge { mv, prior, tries: 0, total: 0.0, node: 0 });
                    keys.push(key);
                    self.edges += 1;
                    edges.len() - 1
                }
            };
            legal.push(place);
        }
    }
}

/// Returns the next move to try among the legal ones.
fn select<G: Lookahead>(node: &Node<G>, legal: &[usize]) -> Option<usize> {
    let here = || legal.iter().map(|&place| (place, &node.edges[place]));
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
        let worth = mean + EXPLORATION * edge.prior * root / (1.0 + edge.tries as f32);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, place));
        }
    }
    best.map(|(_, place)| place)
}

#[cfg(test)]
mod tests {
    use point_city::{Move, PointCity, State, View};
    use tabletop::{Seed, Viewer, play_out, prelude::*, random::below};

    use super::*;
    use crate::{Budget, Level, hints, search::view_rng, system_clock, think::states};

    /// Returns an expert's evaluations from a view, with a budget of `sims`, and its tree.
    fn grown(view: &View, sims: u32, limits: Limits) -> (Vec<Thought<Move>>, Tree<PointCity>) {
        let seat = view.viewer().seat().expect("a seat's view");
        let style = PointCity::style(Level::Expert(Budget::Sims(sims)), view).expect("an expert thinks");
        let rng = &mut view_rng::<PointCity>(&Seed::from_phrase("a tree"), view);
        let first = PointCity::candidates(view, &style, rng);
        let timer = BudgetTimer::start(style.budget, &system_clock);
        grow::<PointCity>(seat, &first, style, timer, limits, rng, states::<PointCity>(view, None))
    }

    #[test]
    fn the_best_of_many_moves_are_found_in_their_order() {
        let mut rng = Seed::from_phrase("the best").stream("moves");
        for number in 0..3 * LATER_WIDTH {
            // Few different worths, so that many are equal.
            let mut moves: Vec<(f32, usize)> =
                (0..number).map(|mv| (below(&mut rng, 4) as f32, mv)).collect();
            let mut best = Best::new(usize::MAX);
            moves.iter().for_each(|&(worth, mv)| best.offer(worth, mv));
            moves.sort_by(|(one, _), (other, _)| other.total_cmp(one));
            moves.truncate(LATER_WIDTH);
            assert_eq!(best.iter().collect::<Vec<_>>(), moves);
        }
    }

    /// The tree stays within its limits however long the search is, and the search still finds a move.
    #[test]
    fn a_tree_does_not_outgrow_its_limits() {
        let seed = Seed::from_phrase("a tree");
        let state = PointCity::start(&PointCity::deal_from(&seed, PointCity::variants()[0], 4).0);
        let seat = PointCity::to_act(&state).first().expect("a seat begins");
        let view = PointCity::view(&state, Viewer::Seat(seat));
        let grown = |nodes, edges| {
            let (thoughts, tree) = grown(&view, 4000, Limits { nodes, edges });
            assert_eq!(thoughts.iter().map(|thought| thought.tries).sum::<u32>(), 4000);
            assert_eq!(tree.edges, tree.nodes.iter().map(|node| node.edges.len()).sum::<usize>());
            assert!(tree.nodes.iter().all(|node| node.edges.len() <= MAX_EDGES));
            (tree.nodes.len(), tree.edges)
        };
        let (nodes, edges) = grown(LIMITS.nodes, LIMITS.edges);
        assert!(nodes > 1000 && edges > 1000, "{nodes} nodes, {edges} edges");
        assert_eq!(grown(nodes / 2, LIMITS.edges).0, nodes / 2);
        assert_eq!(grown(LIMITS.nodes, edges / 2).1, edges / 2);
        let (most, _) = grown(1, 1);
        assert_eq!(most, 1);
        let edge = size_of::<Edge<PointCity>>() + size_of::<<PointCity as Lookahead>::Key>();
        let bytes = 2 * LIMITS.edges * edge + 2 * LIMITS.nodes * size_of::<Node<PointCity>>();
        assert!(bytes < 64_000_000, "{bytes} bytes");
        assert!(
            !hints::<PointCity>(Level::Expert(Budget::Sims(50)), &seed, &view, 3, system_clock).is_empty()
        );
    }

    /// Each determinisation turns up other cards, and nodes must have room for the moves that these add. Otherwise a
    /// longer search would find worse moves.
    #[test]
    fn nodes_have_room_for_moves_with_turned_cards() {
        let seed = Seed::from_phrase("room");
        let state = PointCity::start(&PointCity::deal_from(&seed, PointCity::variants()[0], 2).0);
        let mut busiest = 0;
        let choose = |state: &State, seat| {
            let view = PointCity::view(state, Viewer::Seat(seat));
            // Some of the turns have a long search.
            let sims = if state.table().turns_played() % 11 == 10 { 3000 } else { 30 };
            let (thoughts, tree) = grown(&view, sims, LIMITS);
            busiest = tree.nodes.iter().map(|node| node.edges.len()).fold(busiest, usize::max);
            Some(thoughts[0].mv)
        };
        play_out::<PointCity>(state, choose, |_, _, _| ());
        assert!((100..MAX_EDGES).contains(&busiest), "{busiest} moves in one place");
    }
}
