//! Point City in the terminal and on the command line.

mod board;
mod menu;
mod result;
mod score;
mod symbols;

use point_city::{EventKind, Face, Move, PointCity, Side, View};
use serde_json::Value;
use tabletop::{Event, Seat, prelude::*};

use super::{Playable, TerminalGame, menu::Menu, style::signed};
use crate::failure::Failure;

impl Playable for PointCity {
    fn benched() -> Vec<usize> {
        vec![1, 2, 4]
    }

    fn score_table(words: &[&str], variant: Option<&str>) -> Result<Value, Failure> {
        score::score_table(words, variant)
    }
}

impl TerminalGame for PointCity {
    const HELP: &'static str = "\
Point City. Each turn take two cards that share an edge, or the top two of the deck.
A resource is yours; a building is built at once and must be paid: `MME▸☻C 1p` costs two M and
one E, gives a permanent C and one point. Permanent resources pay once a turn, from your next turn
on; resource cards are discarded; ★* stands for any one symbol. A civic building gives a token.
Gaps are filled with the other side of what was taken. First, if a row or column shows resources
only, you may turn one of its cards. 17 turns each; then points on buildings, and tokens.
 ☻C community  ¤M economy  ↯E energy  ☼I industry  ♠N ecology  ★* ingenuity
Moves: `take b2 c2`, with `pay C,CC,*` for buildings and `token pair-CM` for each civic building;
`draw`; `flip b3`. Columns are a to d, rows 1 to 4.";

    fn draw(view: &View, names: &[String], width: usize) -> String {
        board::draw(view, names, width)
    }

    fn menu(view: &View, _names: &[String]) -> Menu<Move> {
        menu::menu(view)
    }

    fn preview(view: &View, mv: Move, _names: &[String]) -> String {
        let legal = Self::legal_moves(view).into_iter().find(|legal| legal.mv == mv);
        let Some(worth) = legal.map(|legal| legal.worth) else { return String::new() };
        if let Move::Flip(_) = mv {
            return "What is turned shows something hidden: this can't be taken back.".to_owned();
        }
        let unknown = if worth.unknown_cards > 0 { " and an unknown card" } else { "" };
        let mut text = format!("{} points now", signed(worth.points.into()));
        if worth.tokens != 0 {
            text.push_str(&format!(", {} of them by tokens", signed(worth.tokens.into())));
        }
        text.push_str(&format!(
            ". Then you have {}\nand these cards: {}{unknown}.",
            symbols::counters(worth.permanents),
            symbols::cards(&worth.cards)
        ));
        let refills = worth.refills.iter().flatten().map(|refill| {
            let card = refill.back.map_or("a hidden card".to_owned(), symbols::kind);
            let side = if refill.side == Side::Building { "as a building" } else { "as a resource" };
            format!("{}: {card} {side}", refill.cell)
        });
        let refills: Vec<String> = refills.collect();
        if !refills.is_empty() {
            text.push_str(&format!("\nInto the gaps come {}.", refills.join(", ")));
        }
        text
    }

    fn tell(event: &Event<EventKind>, names: &[String]) -> Option<String> {
        let who = event.seat.map_or("", |seat| &names[seat.index()]);
        let building = |card| symbols::face(Face::building(card));
        Some(match &event.what {
            EventKind::Flipped { cell, card } => format!("{who}: {cell} turned, it is {}", building(*card)),
            EventKind::Took { cell, kind } => format!("{who}: {} from {cell}", symbols::kind(*kind)),
            EventKind::Built { cell, card } => format!("{who}: built {} from {cell}", building(*card)),
            EventKind::Paid { cards } => format!("{who}: paid {}", symbols::cards(cards)),
            EventKind::TookToken { token } => {
                format!("{who}: token {token}, {}", symbols::token_rule(*token))
            }
            EventKind::Drew { kinds } => {
                format!("{who}: {} and {} from the deck", symbols::kind(kinds[0]), symbols::kind(kinds[1]))
            }
            // The market shows what came, and where the markers are.
            EventKind::Refilled { .. } | EventKind::MarkersMoved { .. } => return None,
            EventKind::Passed => format!("{who}: nothing can be taken"),
            EventKind::GameOver => "The last turn is over.".to_owned(),
        })
    }

    fn result(state: &Self::State, outcome: &Self::Outcome, names: &[String]) -> String {
        result::draw(state, outcome, names)
    }

    fn automaton_name(_seat: Seat) -> String {
        "The city".to_owned()
    }
}
