//! Games in which bots can search: candidate moves, continuations, and the search itself.

use tabletop::{Seat, Viewer, random::below, sorting::sort_by};

use crate::{
    Advantage, BudgetTimer, Greedy, Level,
    halving::halve,
    style::{Outlook, Style, ThinkRng, Thought, utility},
};

/// A game in which bots can search.
///
/// All methods have defaults, which use the one-ply heuristic (`impl Think for MyGame {}`). A game with a better
/// evaluation of positions overrides them.
pub trait Think: Greedy {
    /// Returns the search parameters of a level for this view, or `None` if the level has no search.
    #[must_use]
    fn style(level: Level, _view: &Self::View) -> Option<Style> {
        Style::of(level)
    }
    /// Returns the viewer's candidate moves, each with a prior estimate of its worth in points, the best first. There
    /// are at most [`Style::width`] of them, and at least one if the viewer may act.
    ///
    /// By default these are the moves of the highest [appeal](Greedy::appeal).
    fn candidates(view: &Self::View, style: &Style, _rng: &mut ThinkRng) -> Vec<(f32, Self::Move)> {
        let moves = Self::legal_moves(view).into_iter();
        let mut ranked: Vec<_> = moves.map(|legal| (Self::appeal(view, &legal), legal.mv)).collect();
        sort_by(&mut ranked, |(a, _), (b, _)| b.cmp(a));
        ranked.truncate(style.width);
        ranked.into_iter().map(|(appeal, mv)| (appeal[0] as f32, mv)).collect()
    }
    /// Plays `mv` and a continuation in a possible state, and evaluates the state that is reached for the viewer.
    ///
    /// By default the continuation goes on to the end of the game, alternately with random moves and with greedy moves
    /// by the one-ply heuristic. The lead in points evaluates the result.
    fn try_out(
        view: &Self::View,
        state: &Self::State,
        mv: Self::Move,
        _style: &Style,
        rng: &mut ThinkRng,
    ) -> Outlook {
        play_out::<Self>(view, state, mv, rng)
    }
    /// Searches from a view until the timer says that the budget is used up. It tries moves in the true state if that is
    /// given, which only an [`Oracle`](crate::Oracle) may know, else in states that are possible in the view. Returns the
    /// moves that were tried, the best first. There is at least one if the viewer may act.
    fn think(
        view: &Self::View,
        style: Style,
        timer: BudgetTimer<'_>,
        rng: &mut ThinkRng,
        truth: Option<&Self::State>,
    ) -> Vec<Thought<Self::Move>> {
        search_by_halving::<Self>(view, style, timer, rng, truth)
    }
    /// Returns the advantages of a better move of the seat with this view over the played one, in the game's terms. Each is
    /// given with the moves that the seat makes after it in a row. Every advantage is a true statement about the position. The
    /// default has none.
    #[must_use]
    fn contrast(_view: &Self::View, _played: &[Self::Move], _best: &[Self::Move]) -> Vec<Advantage> {
        Vec::new()
    }
}

/// Returns a function that draws the states in which a search tries moves, see [`Think::think`].
pub(crate) fn states<G: Think>(
    view: &G::View,
    truth: Option<&G::State>,
) -> impl Fn(&mut ThinkRng) -> G::State {
    let draw = G::sampler(view);
    move |rng| truth.copied().unwrap_or_else(|| draw(rng))
}

/// Searches by sequential halving of a game's candidate moves, which is the default of [`Think::think`].
pub(crate) fn search_by_halving<G: Think>(
    view: &G::View,
    style: Style,
    timer: BudgetTimer<'_>,
    rng: &mut ThinkRng,
    truth: Option<&G::State>,
) -> Vec<Thought<G::Move>> {
    let candidates = G::candidates(view, &style, rng);
    let try_out = |state: &G::State, mv, rng: &mut ThinkRng| G::try_out(view, state, mv, &style, rng);
    halve(&candidates, style, timer, rng, states::<G>(view, truth), try_out)
}

/// Returns the result of a move if all seats play on to the end alternately with random and greedy moves.
fn play_out<G: Greedy>(view: &G::View, state: &G::State, mv: G::Move, rng: &mut ThinkRng) -> Outlook {
    let Some(viewer) = G::viewer(view).seat() else { return Outlook::NONE };
    let mut state = *state;
    G::play_unchecked(&mut state, viewer, mv);
    let choose = |state: &G::State, seat: Seat| {
        let mv = if below(rng, 2) == 0 { None } else { greedy_move::<G>(state, seat) };
        mv.or_else(|| G::random_move(state, seat, rng))
    };
    let end = tabletop::play_out::<G>(state, choose, |_, _, _| ());
    let Some(outcome) = G::outcome(&end) else { return Outlook::NONE };
    let points = G::points(&outcome);
    let own = points.get(viewer.index()).copied().unwrap_or(0) as f32;
    let others = points.iter().enumerate().filter(|&(seat, _)| seat != viewer.index());
    let best = others.map(|(_, &points)| points as f32).fold(f32::MIN, f32::max);
    // In a game with a single seat there is no lead, so the points count.
    let lead = if points.len() > 1 { own - best } else { own };
    Outlook { utility: utility(lead), points: own }
}

/// Returns the first of a seat's moves with the highest appeal, by its view.
pub(crate) fn greedy_move<G: Greedy>(state: &G::State, seat: Seat) -> Option<G::Move> {
    let view = G::view(state, Viewer::Seat(seat));
    let moves = G::legal_moves(&view).into_iter().rev();
    moves.max_by_key(|legal| G::appeal(&view, legal)).map(|legal| legal.mv)
}
