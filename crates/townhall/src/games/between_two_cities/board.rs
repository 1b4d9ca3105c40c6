//! The table as one seat sees it.

use between_two_cities::{Building, CityScore, Kind, Passing, Phase, Tile, Variant, View};
use tabletop::Seat;

use super::city;
use crate::games::style::{beside, bold, dim, folded, padded, signed, wrapped};

/// How many columns a name takes above a city of others.
const NAME: usize = 5;

/// All cities, the viewer's own two large.
pub(super) fn draw(view: &View, names: &[String], width: usize) -> String {
    let own = view.viewer().seat().map(|seat| view.cities_of(seat)).unwrap_or_default();
    let mut text = format!("{}\n\n", folded(&heading(view), width));
    let blocks = own.map(|city| large(view, city, names));
    text.push_str(&beside(&blocks, 5, width));
    let others: Vec<Vec<String>> = (0..view.city_count() as u8)
        .filter(|city| !own.contains(city) && !view.is_automa_city((*city).into()))
        .map(|city| small(view, city, names))
        .collect();
    if !others.is_empty() {
        text.push('\n');
        text.push_str(&beside(&others, 3, width));
    }
    for city in (0..view.city_count()).filter(|&city| view.is_automa_city(city)) {
        text.push_str(&automa_city(view, city, width));
    }
    if let Some(seat) = view.viewer().seat().filter(|_| view.phase() == Phase::Place) {
        text.push_str(&to_place(view, seat, width));
    }
    text
}

fn heading(view: &View) -> String {
    let turn = view.turn();
    let mut text = bold(&format!("Round {}", view.round()));
    match turn.kind {
        Kind::Tiles => {
            let way = if turn.passing == Passing::Left { "to the left ←" } else { "to the right →" };
            text.push_str(&format!(" · turn {} of {} · hands go {way}", turn.step + 1, turn.steps));
        }
        Kind::Duplexes => text.push_str(" · duplex tiles: keep two of three"),
    }
    if matches!(view.variant(), Variant::TwoPlayer) {
        text.push_str(" · both cities count");
    }
    text
}

/// A city as moves name it. Records number cities from 0, so this is the mark of a city and not its place in an order.
pub(super) fn mark(city: u8) -> String {
    format!("[{city}]")
}

/// The title of a city: its mark, and with whom it is shared.
pub(super) fn title(view: &View, city: u8, names: &[String]) -> String {
    let builders = view.builders(city.into());
    let me = view.viewer().seat();
    let name = |seat: Seat| names[seat.index()].as_str();
    let city = mark(city);
    match builders {
        [one, other] if one == other && Some(one) == me => format!("your city {city}"),
        [one, other] if one == other => format!("city {city} of {}", name(one)),
        [one, other] if Some(one) == me => format!("city {city} with {}", name(other)),
        [one, other] if Some(other) == me => format!("city {city} with {}", name(one)),
        [one, other] => format!("city {city} of {} and {}", name(one), name(other)),
    }
}

fn large(view: &View, city: u8, names: &[String]) -> Vec<String> {
    let mut lines = vec![bold(&capital(&title(view, city, names)))];
    lines.extend(city::floating(view.city(city.into()), &[]));
    lines.push(score_line(&view.scores()[usize::from(city)]));
    lines
}

fn small(view: &View, city: u8, names: &[String]) -> Vec<String> {
    let cut = |seat: Seat| names[seat.index()].chars().take(NAME).collect::<String>();
    let [one, other] = view.builders(city.into()).map(cut);
    let title = if one == other { one } else { format!("{one}·{other}") };
    let mut lines = vec![padded(&title, 2 * NAME + 1)];
    lines.extend(city::small(view.city(city.into()).layout()));
    lines.push(dim(&format!("{}: {} p", mark(city), view.scores()[usize::from(city)].total)));
    lines
}

fn automa_city(view: &View, city: usize, width: usize) -> String {
    let tally = view.automa_city();
    let tiles: Vec<String> = Tile::ALL
        .iter()
        .flat_map(|&tile| std::iter::repeat_n(city::tile(tile), usize::from(tally[tile.index()])))
        .collect();
    let tiles = wrapped(&tiles, 0, 2, width);
    let bonus = match view.variant() {
        Variant::Automa(difficulty) => difficulty.bonus(),
        _ => 0,
    };
    let mut score = view.scores()[city];
    score.total = score.total.saturating_add_signed(bonus);
    let bonus = signed(bonus.into());
    let points = folded(&format!("{}, {bonus} for the difficulty included", score_line(&score)), width);
    format!("\nThe Automas' own city:\n{tiles}\n{points}\n")
}

fn to_place(view: &View, seat: Seat, width: usize) -> String {
    let mut pieces = Vec::new();
    for piece in view.to_place(seat).into_iter().flatten() {
        if !pieces.contains(&piece) {
            pieces.push(piece);
        }
    }
    let mut words = vec!["To place:".to_owned()];
    words.extend(pieces.into_iter().map(city::piece));
    format!("\n{}\n", wrapped(&words, 0, 2, width))
}

/// `S 5 F 3 T 4 O 0 P 8 H 1 = 21`.
pub(super) fn score_line(score: &CityScore) -> String {
    let parts = Building::ALL.map(|building| format!("{} {}", initial(building), score.of(building)));
    format!("{} = {}", parts.join(" "), bold(&score.total.to_string()))
}

/// The letter of a building type; `T` for all taverns.
pub(super) fn initial(building: Building) -> char {
    match building {
        Building::Shop => 'S',
        Building::Factory => 'F',
        Building::Tavern => 'T',
        Building::Office => 'O',
        Building::Park => 'P',
        Building::House => 'H',
    }
}

/// A text with a capital at the start.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
