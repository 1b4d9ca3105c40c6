//! Between Two Cities in the terminal and on the command line.

mod board;
mod city;
mod result;
mod score;

use between_two_cities::{
    BetweenTwoCities, Building, City, EventKind, Kind, Move, Passing, Phase, Piece, View,
};
use serde_json::Value;
use tabletop::{Event, LegalMove, Seat, prelude::*};

use super::{
    Playable, TerminalGame,
    menu::{Item, Menu, Then},
    style::{bold, signed},
};
use crate::failure::Failure;

impl Playable for BetweenTwoCities {
    fn benched() -> Vec<usize> {
        vec![2, 4, 7]
    }

    fn score_table(words: &[&str], variant: Option<&str>) -> Result<Value, Failure> {
        score::score_table(words, variant)
    }
}

type Legal = LegalMove<Move, between_two_cities::Worth>;

impl TerminalGame for BetweenTwoCities {
    const HELP: &'static str = "\
Between Two Cities. You build a city with each neighbour, and the LOWER of your two cities counts;
two players build two cities each, and the SUM of both counts. Alone, your neighbours are two Automas
that follow cards: you also place their tiles in your two cities, and both must beat the Automas' own.
Each turn everybody keeps two tiles of a hand and passes the rest on; then one goes to each city.
A tile must touch the city, and the city must stay within four by four.
 S shop     2, 5, 10, 16 for 1 to 4 in a straight line
 F factory  4 each in the city with the most, 3 in the next, 2 in all others
 d e m b    tavern: 1, 4, 9, 17 for 1 to 4 different ones
 O office   1, 3, 6, 10, 15, 21 for 1 to 6, and 1 more for each beside a tavern
 P park     2, 8, 12, then 1 more each, for a connected group
 H house    1 for each other type in the city; 1 beside a factory
Moves: `choose S O` keeps two tiles, `place S 2 -1,0` lays one in city [2], one to the left of its
first tile (x to the right, y down); a duplex tile is named by its left or top half.";

    fn draw(view: &View, names: &[String], width: usize) -> String {
        board::draw(view, names, width)
    }

    fn menu(view: &View, names: &[String]) -> Menu<Move> {
        let legal = Self::legal_moves(view);
        match view.phase() {
            Phase::Choose => choose_menu(view, &legal),
            _ => place_menu(view, &legal, names),
        }
    }

    fn preview(view: &View, mv: Move, names: &[String]) -> String {
        let legal = Self::legal_moves(view).into_iter().find(|legal| legal.mv == mv);
        let Some(worth) = legal.map(|legal| legal.worth) else { return String::new() };
        let parts: Vec<String> = Building::ALL
            .into_iter()
            .filter(|&building| worth.of(building) != 0)
            .map(|building| format!("{building} {}", signed(worth.of(building).into())))
            .collect();
        let split = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
        let total = signed(worth.total.into());
        match mv {
            Move::Choose(_) => format!("At the best spots of your cities now: {total}{split}."),
            Move::Place { city, .. } => {
                let score = view.scores()[usize::from(city)].total;
                let after = i32::from(score) + i32::from(worth.total);
                let title = board::capital(&board::title(view, city, names));
                format!("{title}: {total}{split}, from {score} to {after} points.")
            }
        }
    }

    fn tell(event: &Event<EventKind>, names: &[String]) -> Option<String> {
        let who = event.seat.map_or("", |seat| &names[seat.index()]);
        Some(match &event.what {
            EventKind::Sealed => return None,
            EventKind::Revealed { choices } => {
                let choices = choices.iter().zip(names);
                let texts: Vec<String> = choices.map(|(pair, name)| format!("{name} {pair}")).collect();
                format!("Revealed: {}", texts.join(" · "))
            }
            EventKind::AutomaServed { card, to_left, to_right } => {
                format!("{who}, card {}: {to_left} to the left, {to_right} to the right", card.card)
            }
            EventKind::Discarded { .. } => "The last tile of each hand is discarded.".to_owned(),
            EventKind::Placed { piece, city, spot } => {
                format!("{who}: {piece} to city {} at {spot}", board::mark(*city))
            }
            EventKind::HandsPassed { to: Passing::Left } => "The hands go to the left.".to_owned(),
            EventKind::HandsPassed { to: Passing::Right } => "The hands go to the right.".to_owned(),
            EventKind::RoundBegan { round, kind: Kind::Tiles } => format!("Round {round}: building tiles."),
            EventKind::RoundBegan { round, kind: Kind::Duplexes } => format!("Round {round}: duplex tiles."),
            EventKind::GameOver => "All cities are built.".to_owned(),
        })
    }

    fn result(state: &Self::State, outcome: &Self::Outcome, names: &[String]) -> String {
        result::draw(state, outcome, names)
    }

    fn automaton_name(seat: Seat) -> String {
        format!("Automa {seat}")
    }
}

/// Two questions: one tile, then the other. Tiles keep their numbers.
fn choose_menu(view: &View, legal: &[Legal]) -> Menu<Move> {
    let hand: Vec<Piece> = view.hand().map(|hand| hand.iter().collect()).unwrap_or_default();
    let rest = if view.turn().is_last_of_deal() {
        "The last one is discarded."
    } else if view.turn().passing == Passing::Left {
        "The others go to the left."
    } else {
        "The others go to the right."
    };
    let numbered = || hand.iter().copied().zip(1..);
    let second = |first: Piece, taken: usize| {
        let others = numbered().filter(move |&(_, number)| number != taken);
        let items = others.filter_map(|(piece, number)| {
            let mv = Move::Choose(between_two_cities::Pair::new(first, piece));
            let legal = legal.iter().find(|legal| legal.mv == mv)?;
            let label = format!("{} {:>3}", city::piece(piece), signed(legal.worth.total.into()));
            Some(Item { number, label, then: Then::Move(mv) })
        });
        Menu { question: format!("{} and which other?", city::piece(first)), items: items.collect() }
    };
    let items = numbered().map(|(piece, number)| Item {
        number,
        label: city::piece(piece),
        then: Then::Menu(second(piece, number)),
    });
    Menu { question: format!("{} {rest}", bold("Choose two tiles.")), items: items.collect() }
}

/// Two questions: which tile to which city, then where. The first is left out if nothing is open.
fn place_menu(view: &View, legal: &[Legal], names: &[String]) -> Menu<Move> {
    let mut groups: Vec<((Piece, u8), Vec<&Legal>)> = Vec::new();
    for legal in legal {
        let Move::Place { piece, city, .. } = legal.mv else { continue };
        match groups.iter_mut().find(|(key, _)| *key == (piece, city)) {
            Some((_, group)) => group.push(legal),
            None => groups.push(((piece, city), vec![legal])),
        }
    }
    let mut items: Vec<(String, Then<Move>)> = groups
        .into_iter()
        .map(|((piece, city), group)| {
            let best = group.iter().map(|legal| legal.worth.total).max().unwrap_or_default();
            let title = board::title(view, city, names);
            let label = format!("{} to {title}, best {}", city::piece(piece), signed(best.into()));
            (label, Then::Menu(spot_menu(view.city(city.into()), piece, &title, &group)))
        })
        .collect();
    if items.len() == 1
        && let Some((_, Then::Menu(only))) = items.pop()
    {
        return only;
    }
    Menu::new(bold("Place a tile. Which, and to which city?"), items)
}

fn spot_menu(city: City, piece: Piece, title: &str, legal: &[&Legal]) -> Menu<Move> {
    let mut marks = Vec::new();
    let mut items = Vec::new();
    for (legal, number) in legal.iter().zip(1..) {
        let Move::Place { spot, .. } = legal.mv else { continue };
        marks.push((spot, bold(&format!("{number:>2} "))));
        let label = format!("{spot} {:>3}", signed(legal.worth.total.into()));
        items.push(Item { number, label, then: Then::Move(legal.mv) });
    }
    let picture = city::floating(city, &marks).join("\n");
    let asked = bold(&format!("{} to {title}. Where?", city::piece(piece)));
    Menu { question: format!("{picture}\n{asked}"), items }
}
