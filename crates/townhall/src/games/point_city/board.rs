//! The market and the areas of all seats.

use std::fmt::Write as _;

use point_city::{Cell, Pair, PointCity, Score, View};
use tabletop::{Seat, prelude::*};

use super::symbols;
use crate::games::style::{bold, dim, padded};

/// How many columns a cell of the market takes.
const CELL: usize = 18;
/// How many turns a seat has.
const TURNS: usize = 17;

pub(super) fn draw(view: &View, names: &[String]) -> String {
    let table = view.table();
    let left = TURNS - table.turns_played() / table.seats();
    let mut text = bold(&format!("{left} of {TURNS} turns left"));
    match view.top() {
        Some(top) => {
            let _ =
                writeln!(text, " · {} cards in the deck, on top {}", table.deck_left(), symbols::kind(top));
        }
        None => text.push_str(" · the deck is empty\n"),
    }
    for seat in Seat::all(table.seats()) {
        text.push_str(&area(view, seat, &names[seat.index()]));
    }
    text.push_str(&tokens(view));
    text.push_str(&market(view));
    text
}

fn area(view: &View, seat: Seat, name: &str) -> String {
    let area = view.table().area(seat);
    let score = Score::of(view.table(), seat);
    let name = padded(&name.chars().take(9).collect::<String>(), 9);
    let name = if view.viewer().seat() == Some(seat) { bold(&name) } else { name };
    let mut text = format!(
        "{name} {:>3}p  {}  cards {}",
        score.total,
        symbols::counters(area.permanents),
        symbols::cards(&area.cards)
    );
    let tokens: Vec<String> = match score.is_city {
        true => area.tokens.iter().map(|token| token.to_string()).collect(),
        false => score.tokens().map(|token| format!("{} ({})", token.id, token.points)).collect(),
    };
    if !tokens.is_empty() {
        let _ = write!(text, "\n{:10}tokens {}", "", tokens.join(" "));
    }
    text.push('\n');
    text
}

fn tokens(view: &View) -> String {
    let table = view.table();
    let open = table.token_row().iter().filter(|&&token| table.open_tokens().contains(token));
    let mut lines = vec![String::from("Open tokens:")];
    for token in open.map(ToString::to_string) {
        match lines.last_mut() {
            Some(line) if line.len() + token.len() < 78 => {
                let _ = write!(line, " {token}");
            }
            _ => lines.push(format!("  {token}")),
        }
    }
    format!("{}\n", lines.join("\n"))
}

/// The market: what can be taken now is bright, what can't is dim. In the solo game the city's next
/// two cards are marked.
fn market(view: &View) -> String {
    let table = view.table();
    let takeable = takeable(view);
    let next = if table.variant().is_solo() { city_pair(table.markers()) } else { Vec::new() };
    let columns = (b'a'..=b'd').map(|column| padded(&format!("  {}", char::from(column)), CELL));
    let mut text = format!("  {}\n", columns.collect::<String>().trim_end());
    for row in 0..4 {
        let mut line = format!("{} ", row + 1);
        for column in 0..4 {
            let cell = Cell::at(column, row);
            let mark = if next.contains(&cell) { bold("»") } else { " ".to_owned() };
            let face = table.market().face(cell).map_or(dim("-"), symbols::face);
            let face = if takeable[cell.index()] { face } else { dim(&plain(&face)) };
            line.push_str(&padded(&format!("{mark}{face}"), CELL));
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if !next.is_empty() {
        let _ = writeln!(text, "{}", dim("» what the city takes after you"));
    }
    text
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// For each cell, whether some legal move of the viewer takes its card.
fn takeable(view: &View) -> [bool; 16] {
    let mut takeable = [false; 16];
    for legal in PointCity::legal_moves(view) {
        if let point_city::Move::Take { pair, .. } = legal.mv {
            pair.cells().into_iter().for_each(|cell| takeable[cell.index()] = true);
        }
    }
    takeable
}

fn city_pair(crossing: Cell) -> Vec<Cell> {
    let below = Cell::at(crossing.column(), (crossing.row() + 1) % 4);
    Pair::new(crossing, below).map(|pair| pair.cells().to_vec()).unwrap_or_default()
}
