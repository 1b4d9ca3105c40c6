//! The moves of a seat, asked step by step: which cards, how to pay, which tokens.

use point_city::{Cards, Kind, Move, Pair, PointCity, TokenSet, View};
use tabletop::{LegalMove, prelude::*};

use super::symbols;
use crate::games::{
    menu::{Menu, Then},
    style::{bold, signed},
};

type Legal = LegalMove<Move, point_city::Worth>;

/// A way to take a pair.
struct Way {
    pay: Cards,
    tokens: TokenSet,
    mv: Move,
    points: i16,
}

/// The menu of the seat that is to act.
pub(super) fn menu(view: &View) -> Menu<Move> {
    let legal = PointCity::legal_moves(view);
    let mut pairs: Vec<(Pair, Vec<Way>)> = Vec::new();
    let mut flips = Vec::new();
    let mut rest = Vec::new();
    for Legal { mv, worth } in legal {
        match mv {
            Move::Take { pair, pay, tokens } => {
                let way = Way { pay, tokens, mv, points: worth.points };
                match pairs.iter_mut().find(|(known, _)| *known == pair) {
                    Some((_, ways)) => ways.push(way),
                    None => pairs.push((pair, vec![way])),
                }
            }
            Move::Flip(cell) => flips.push((cell.to_string(), Then::Move(mv))),
            Move::Draw => rest.push(("draw two".to_owned(), Then::Move(mv))),
            Move::Pass => rest.push(("pass: nothing can be taken".to_owned(), Then::Move(mv))),
        }
    }
    let takes = pairs.into_iter().map(|(pair, ways)| {
        let best = ways.iter().map(|way| way.points).max().unwrap_or_default();
        let points = if best == 0 { String::new() } else { format!(" {}", signed(best.into())) };
        (format!("{pair}{points}"), pay_or_move(ways))
    });
    let mut items: Vec<_> = takes.chain(rest).collect();
    if !flips.is_empty() {
        let ask = "Which card do you turn to its building side? It can't be taken back.";
        items.push(("turn a card".to_owned(), Then::Menu(Menu::new(ask, flips))));
    }
    Menu::new(bold("Take two cards that share an edge, or draw the top two of the deck."), items)
}

/// How to pay, unless there is one way only.
fn pay_or_move(mut ways: Vec<Way>) -> Then<Move> {
    // First what keeps ingenuity, then what discards fewer cards.
    ways.sort_by_key(|way| (way.pay.get(Kind::INGENUITY), way.pay.count()));
    let mut payments: Vec<(Cards, Vec<Way>)> = Vec::new();
    for way in ways {
        match payments.iter_mut().find(|(pay, _)| *pay == way.pay) {
            Some((_, ways)) => ways.push(way),
            None => payments.push((way.pay, vec![way])),
        }
    }
    if payments.len() == 1
        && let Some((_, ways)) = payments.pop()
    {
        return token_or_move(ways);
    }
    let items = payments.into_iter().map(|(pay, ways)| (symbols::cards(&pay), token_or_move(ways)));
    Then::Menu(Menu::new("What do you pay with?", items))
}

/// Which tokens, unless there is no choice.
fn token_or_move(ways: Vec<Way>) -> Then<Move> {
    if let [only] = ways.as_slice() {
        return Then::Move(only.mv);
    }
    let items = ways.into_iter().map(|way| {
        let tokens: Vec<String> =
            way.tokens.iter().map(|token| format!("{token}: {}", symbols::token_rule(token))).collect();
        (format!("{} · {} now", tokens.join(" + "), signed(way.points.into())), Then::Move(way.mv))
    });
    Then::Menu(Menu::new("Which token do you take?", items))
}
