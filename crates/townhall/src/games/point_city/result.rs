//! The end of a game: everybody's points and what for, then who won.

use std::fmt::Write as _;

use point_city::{Outcome, PointCity, Score, State};
use tabletop::{Seat, prelude::*};

use super::symbols;
use crate::games::{
    style::{bold, padded},
    words::won_by,
};

pub(super) fn draw(state: &State, outcome: &Outcome, names: &[String]) -> String {
    let table = state.table();
    let mut text = String::new();
    let mut standings = Vec::new();
    for seat in Seat::all(table.seats()) {
        let score = Score::of(table, seat);
        let permanents = table.area(seat).permanents;
        let _ = writeln!(text, "\n{} {}", bold(&names[seat.index()]), symbols::counters(permanents));
        let mut line = |what: &str, points: u16| {
            let _ = writeln!(text, "  {} {points:>3}", padded(what, 56));
        };
        line("printed on buildings", score.printed);
        for token in score.tokens() {
            line(&format!("token {}: {}", token.id, symbols::token_rule(token.id)), token.points.into());
        }
        if score.is_city {
            line("permanent resources", score.permanent_points);
            line(&format!("tokens: {}", table.area(seat).tokens.len()), score.token_points);
            line("ingenuity cards", score.ingenuity_points);
        }
        line("total", score.total);
        standings.push(score);
    }
    let _ = writeln!(text, "\n{}", bold(&verdict(outcome, &standings, names)));
    text
}

fn verdict(outcome: &Outcome, standings: &[Score], names: &[String]) -> String {
    let winners: Vec<&str> =
        PointCity::winners(outcome).iter().map(|seat| names[seat.index()].as_str()).collect();
    let best = standings.iter().map(|score| score.total).max().unwrap_or_default();
    let tied = standings.iter().filter(|score| score.total == best).count();
    let solo = standings.iter().any(|score| score.is_city);
    let verdict = won_by(&winners);
    match winners.as_slice() {
        [_] if tied > 1 && solo => format!("{verdict}: a tie is the city's."),
        [_] if tied > 1 => format!("{verdict}: most cards left break the tie."),
        _ => format!("{verdict}."),
    }
}
