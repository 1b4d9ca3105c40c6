//! The market and the areas of all seats.

use std::fmt::Write as _;

use point_city::{Cell, Pair, PointCity, Score, View};
use tabletop::{Seat, prelude::*};

use super::symbols;
use crate::games::{
    menu::visible_width,
    style::{bold, dim, folded, padded, wrapped},
};

/// How many columns a cell of the market takes, with its card on one line or on two.
const CELL: usize = 18;
const NARROW_CELL: usize = 9;
/// How many columns a player's name takes.
const NAME: usize = 9;
/// How many turns a seat has.
const TURNS: usize = 17;

pub(super) fn draw(view: &View, names: &[String], width: usize) -> String {
    let table = view.table();
    let left = TURNS - table.turns_played() / table.seats();
    let deck = match view.top() {
        Some(top) => format!("{} in the deck, on top {}", table.deck_left(), symbols::kind(top)),
        None => "the deck is empty".to_owned(),
    };
    let turns = bold(&format!("{left} of {TURNS} turns left"));
    let mut text = folded(&format!("{turns} · {deck}"), width) + "\n";
    for seat in Seat::all(table.seats()) {
        text.push_str(&area(view, seat, &names[seat.index()], width));
    }
    text.push_str(&tokens(view, width));
    text.push_str(&market(view, width));
    text
}

fn area(view: &View, seat: Seat, name: &str, width: usize) -> String {
    let area = view.table().area(seat);
    let score = Score::of(view.table(), seat);
    let name = padded(&name.chars().take(NAME).collect::<String>(), NAME);
    let name = if view.viewer().seat() == Some(seat) { bold(&name) } else { name };
    let mut text = format!("{name} {:>3}p  {}", score.total, symbols::counters(area.permanents));
    let mut cards = vec!["cards".to_owned()];
    cards.extend(symbols::card_words(&area.cards));
    let cards_from = visible_width(&text) + 2;
    if cards_from + visible_width(&cards.join(" ")) <= width {
        let _ = write!(text, "  {}", cards.join(" "));
    } else {
        let _ = write!(text, "\n{:10}{}", "", wrapped(&cards, 10, 10, width));
    }
    let tokens: Vec<String> = match score.is_city {
        true => area.tokens.iter().map(|token| token.to_string()).collect(),
        false => score.tokens().map(|token| format!("{} ({})", token.id, token.points)).collect(),
    };
    if !tokens.is_empty() {
        let words: Vec<String> = std::iter::once("tokens".to_owned()).chain(tokens).collect();
        let _ = write!(text, "\n{:10}{}", "", wrapped(&words, 10, 10, width));
    }
    text.push('\n');
    text
}

fn tokens(view: &View, width: usize) -> String {
    let table = view.table();
    let open = table.token_row().iter().filter(|&&token| table.open_tokens().contains(token));
    let words = ["Open", "tokens:"].map(str::to_owned).into_iter().chain(open.map(ToString::to_string));
    format!("{}\n", wrapped(&words.collect::<Vec<String>>(), 0, 2, width))
}

/// The market: what can be taken now is bright, what can't is dim. In the solo game the city's next
/// two cards are marked.
fn market(view: &View, width: usize) -> String {
    let table = view.table();
    let takeable = takeable(view);
    let next = if table.variant().is_solo() { city_pair(table.markers()) } else { Vec::new() };
    let cell_width = if width < 2 + 4 * CELL { NARROW_CELL } else { CELL };
    let columns = (b'a'..=b'd').map(|column| padded(&format!("  {}", char::from(column)), cell_width));
    let mut text = format!("  {}\n", columns.collect::<String>().trim_end());
    for row in 0..4 {
        let mut blocks = Vec::new();
        for column in 0..4 {
            let cell = Cell::at(column, row);
            let mark = if next.contains(&cell) { bold("»") } else { " ".to_owned() };
            let face = table.market().face(cell).map_or(dim("-"), symbols::face);
            let dimmed = |part: String| if takeable[cell.index()] { part } else { dim(&plain(&part)) };
            blocks.push(match face.split_once(symbols::YIELDS) {
                Some((cost, gives)) if cell_width == NARROW_CELL => {
                    let gives = dimmed(format!("{}{gives}", symbols::YIELDS));
                    vec![format!("{mark}{}", dimmed(cost.to_owned())), format!(" {gives}")]
                }
                _ => vec![format!("{mark}{}", dimmed(face))],
            });
        }
        for line in 0..blocks.iter().map(Vec::len).max().unwrap_or(0) {
            let start = if line == 0 { format!("{} ", row + 1) } else { "  ".to_owned() };
            let cells =
                blocks.iter().map(|block| padded(block.get(line).map_or("", String::as_str), cell_width));
            let _ = writeln!(text, "{start}{}", cells.collect::<String>().trim_end());
        }
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
