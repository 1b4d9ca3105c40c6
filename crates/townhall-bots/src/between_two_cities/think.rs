//! Thinking about Between Two Cities.

use between_two_cities::{BetweenTwoCities, Move, Phase, State, Variant, View};
use tabletop::{Seat, prelude::*};

use super::{
    policy::{Cities, rank_choices, rank_places, rollout_move, spread, standing},
    value::{CELLS, VALUE},
};
use crate::{
    Level, Think,
    search::{Outlook, Style, ThinkRng, utility},
};

/// How much the best other seat's standing counts with two players, beside one's own against what is
/// usual. Among more, where every rival near by is a partner too, it brought nothing but poorer cities.
/// Alone, all that counts is to be ahead of the Automa city.
const RIVALRY: f32 = 0.5;
/// How many points a tile adds to the Automa city, on average: it comes to about 55.
const AUTOMA_TILE: f32 = 3.45;

/// By how many points a casual player may misjudge a move, and a hard one. Where cities are shared, a first
/// look at the moves is nearly as good as a long one: players who never erred would all be level.
const CASUAL_NOISE: f32 = 1.6;
/// The same of a hard player.
const HARD_NOISE: f32 = 0.8;
/// Which part of that is left where no partner makes up for it.
const NOISE_ALONE: f32 = 0.6;
/// For how many turns an expert plays on: about a round.
const EXPERT_DEPTH: usize = 3;
/// How many continuations an expert's first sight of a move counts for.
const EXPERT_TRUST: f32 = 20.0;

impl Think for BetweenTwoCities {
    fn style(level: Level, view: &View) -> Option<Style> {
        let style = Style::of(level)?;
        let part = if matches!(view.variant(), Variant::Automa(_)) { NOISE_ALONE } else { 1.0 };
        Some(match level {
            Level::Casual(_) => Style { noise: part * CASUAL_NOISE, ..style },
            Level::Hard(_) => Style { noise: part * HARD_NOISE, ..style },
            Level::Expert(_) => Style { depth: EXPERT_DEPTH, tree: false, trust: EXPERT_TRUST, ..style },
            Level::Random | Level::Greedy => style,
        })
    }

    fn candidates(view: &View, style: &Style, rng: &mut ThinkRng) -> Vec<(f32, Move)> {
        let Some(seat) = view.viewer().seat() else { return Vec::new() };
        let mut ranked: Vec<(f32, Move)> = Vec::new();
        let state = BetweenTwoCities::sample(view, rng);
        let mut each = |worth, mv| ranked.push((worth, mv));
        match state.phase() {
            Phase::Choose => rank_choices(&VALUE, &state, seat, &mut each),
            _ => rank_places(&VALUE, &state, seat, &mut each),
        };
        ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        ranked.truncate(style.width);
        ranked
    }

    fn try_out(view: &View, state: &State, mv: Move, style: &Style, _: &mut ThinkRng) -> Outlook {
        let Some(seat) = view.viewer().seat() else { return Outlook::NONE };
        let mut state = *state;
        Self::play_unchecked(&mut state, seat, mv);
        play_turns(&mut state, style.depth);
        outlook(&state, seat)
    }
}

/// What happens next if everybody plays by the rollout policy.
fn others_move(state: &State) -> Option<(Seat, Move)> {
    BetweenTwoCities::automatic_move(state).or_else(|| {
        let acting = BetweenTwoCities::to_act(state).first()?;
        Some((acting, rollout_move(&VALUE, state, acting)?))
    })
}

/// Plays by the rollout policy until the cities have grown by what so many turns bring, and the turn is over.
fn play_turns(state: &mut State, turns: usize) {
    let cities = state.variant().cities(BetweenTwoCities::seats(state)) as u32;
    // Where two share a city, it grows by two cells a turn; a player's own, by one.
    let each = if state.variant() == Variant::TwoPlayer { 1 } else { 2 };
    let end = built(state) + turns as u32 * each * cities;
    while state.phase() != Phase::Choose || built(state) < end {
        let Some((seat, mv)) = others_move(state) else { break };
        BetweenTwoCities::play_unchecked(state, seat, mv);
    }
}

/// How many cells are built on.
fn built(state: &State) -> u32 {
    (0..state.variant().cities(BetweenTwoCities::seats(state))).map(|city| state.city(city).len()).sum()
}

/// How good a state looks for a seat.
fn outlook(state: &State, seat: Seat) -> Outlook {
    let variant = state.variant();
    let seats = BetweenTwoCities::seats(state);
    let cities = Cities::of(state);
    let mut values = [0.0; 7];
    for (city, value) in values.iter_mut().enumerate().take(cities.number) {
        *value = VALUE.of(state.city(city), cities.rivals(city));
    }
    let of = |seat: Seat| {
        let [one, other] = variant.cities_of(seat, seats as u8).map(usize::from);
        let spread = spread(state.city(one).len());
        let tie = if variant == Variant::TwoPlayer { 0.0 } else { 0.03 * values[one].max(values[other]) };
        (standing(variant, values[one], values[other], spread), tie)
    };
    let (points, tie) = of(seat);
    let own = points + tie;
    let expected = if variant == Variant::TwoPlayer { 112.0 } else { 57.0 };
    let usual = match variant {
        Variant::TwoPlayer => {
            let others = Seat::all(seats).filter(|&other| other != seat).map(|other| of(other).0);
            (1.0 - RIVALRY) * expected + RIVALRY * others.fold(f32::MIN, f32::max)
        }
        Variant::Automa(difficulty) => {
            let automa = state.scores()[Variant::AUTOMA_CITY].total;
            // Between turns all cities are equally large.
            let free = CELLS as f32 - state.city(0).len() as f32;
            f32::from(automa) + f32::from(difficulty.bonus()) + AUTOMA_TILE * free
        }
        Variant::Standard => expected,
    };
    Outlook { utility: utility(own - usual), points }
}
