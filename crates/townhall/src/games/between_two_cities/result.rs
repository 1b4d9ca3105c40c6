//! The end of a game: every city's points and why, then who won.

use std::fmt::Write as _;

use between_two_cities::{
    BetweenTwoCities, Building, Built, Explanation, Group, Outcome, State, Tile, Variant,
};
use tabletop::{Seat, Viewer, prelude::*};

use super::{board, city};
use crate::games::{
    menu::visible_width,
    style::{beside, bold, padded},
    words::won_by,
};

/// How many columns there are beside a city's picture.
const REASONS: usize = 68;

/// The whole result.
pub(super) fn draw(state: &State, outcome: &Outcome, names: &[String]) -> String {
    let view = BetweenTwoCities::view(state, Viewer::Spectator);
    let mut text = String::new();
    for (number, (result, explanation)) in outcome.cities().iter().zip(view.explanations()).enumerate() {
        let title = board::capital(&board::title(&view, number as u8, names));
        let _ = writeln!(text, "\n{}: {}", bold(&title), board::score_line(&result.score));
        match (&result.built, explanation) {
            (Built::Grid(layout), Some(explanation)) => {
                text.push_str(&beside(&[city::small(*layout), reasons(&explanation)], 3));
            }
            (Built::Tally { bonus, .. }, _) if *bonus > 0 => {
                let _ = writeln!(text, "{bonus} of them for the difficulty");
            }
            _ => {}
        }
    }
    let _ = writeln!(text, "\n{}", bold("Final scores"));
    for player in outcome.players() {
        let totals = view.cities_of(player.seat).map(|city| outcome.cities()[usize::from(city)].score.total);
        let rule = if matches!(view.variant(), Variant::TwoPlayer) { "the sum" } else { "the lower" };
        let name = padded(&names[player.seat.index()], 12);
        let _ = writeln!(text, "{name} {:>3}  {rule} of {} and {}", player.score, totals[0], totals[1]);
    }
    text.push_str(&winners(outcome, names, |seat| view.cities_of(seat)));
    text
}

fn reasons(explanation: &Explanation) -> Vec<String> {
    let sizes = |groups: &[Group]| {
        let texts: Vec<String> =
            groups.iter().map(|group| format!("{} ({})", group.cells.len(), group.points)).collect();
        texts.join(" + ")
    };
    let mut lines = Vec::new();
    if !explanation.shops.is_empty() {
        lines.push(format!("shops: lines of {}", sizes(&explanation.shops)));
    }
    let factories = &explanation.factories;
    if !factories.cells.is_empty() {
        lines.push(format!("factories: {} at {} each", factories.cells.len(), factories.each));
    }
    if !explanation.taverns.is_empty() {
        lines.push(format!("taverns: sets of {}", sizes(&explanation.taverns)));
    }
    if !explanation.offices.is_empty() {
        let near = explanation.offices_by_taverns.len();
        lines.push(format!("offices: {}, {near} by a tavern", sizes(&explanation.offices)));
    }
    if !explanation.parks.is_empty() {
        lines.push(format!("parks: groups of {}", sizes(&explanation.parks)));
    }
    if let Some(house) = explanation.houses.first() {
        let poor = explanation.houses.iter().filter(|house| !house.factories.is_empty()).count();
        let count = explanation.houses.len();
        lines.push(format!("houses: {count}, {} other types, {poor} by a factory", house.types.len()));
    }
    // Two columns, so that a city takes no more lines than its picture; if they fit.
    let half = lines.len().div_ceil(2);
    let columns = beside(&[lines[..half].to_vec(), lines[half..].to_vec()], 3);
    if columns.lines().all(|line| visible_width(line) <= REASONS) {
        return columns.lines().map(str::to_owned).collect();
    }
    lines
}

/// Who won; and if final scores were equal, what decided.
fn winners(outcome: &Outcome, names: &[String], cities_of: impl Fn(Seat) -> [u8; 2]) -> String {
    let winners: Vec<&str> = outcome.winners().iter().map(|seat| names[seat.index()].as_str()).collect();
    let verdict = won_by(&winners);
    let best = outcome.players().iter().map(|player| player.score).max().unwrap_or_default();
    let tied: Vec<Seat> =
        outcome.players().iter().filter(|player| player.score == best).map(|player| player.seat).collect();
    if tied.len() < 2 {
        return format!("\n{}\n", bold(&format!("{verdict}.")));
    }
    let results = |seat: Seat| cities_of(seat).map(|city| &outcome.cities()[usize::from(city)]);
    let higher = |&seat: &Seat| results(seat).map(|city| city.score.total).into_iter().max();
    let count = |building: Building, &seat: &Seat| -> u32 {
        results(seat).map(|city| buildings(&city.built, building)).iter().sum()
    };
    let differs = |values: Vec<u32>| values.iter().any(|&value| value != values[0]);
    let sum_counts = outcome.cities().len() == 4 && outcome.players().len() == 2;
    let reason = if !sum_counts && differs(tied.iter().map(|seat| higher(seat).unwrap_or(0).into()).collect())
    {
        "the higher city breaks the tie".to_owned()
    } else {
        let decisive = Building::ALL
            .into_iter()
            .find(|&building| differs(tied.iter().map(|seat| count(building, seat)).collect()));
        match decisive {
            Some(building) => format!("the number of {} breaks the tie", plural(building)),
            None => "all tie-breaks are equal".to_owned(),
        }
    };
    format!("\n{}\n", bold(&format!("{verdict}: {reason}.")))
}

fn buildings(built: &Built, building: Building) -> u32 {
    match built {
        Built::Grid(layout) => layout.count(building).into(),
        Built::Tally { tiles, .. } => {
            let of_type = Tile::ALL.iter().filter(|tile| tile.building() == building);
            of_type.map(|tile| u32::from(tiles[tile.index()])).sum()
        }
    }
}

fn plural(building: Building) -> &'static str {
    match building {
        Building::Shop => "shops",
        Building::Factory => "factories",
        Building::Tavern => "taverns",
        Building::Office => "offices",
        Building::Park => "parks",
        Building::House => "houses",
    }
}
