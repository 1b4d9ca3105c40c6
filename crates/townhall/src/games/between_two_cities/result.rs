//! The end of a game: every city's points and why, then who won.

use std::fmt::Write as _;

use between_two_cities::{BetweenTwoCities, Built, Decided, Explanation, Group, Outcome, State, Variant};
use tabletop::{Viewer, prelude::*};

use super::{board, city};
use crate::games::{
    menu::visible_width,
    style::{beside, bold, padded, signed},
    words::won_by,
};

/// How many columns a result may take.
const WIDTH: usize = 80;
/// How many columns of them there are beside a city's picture.
const REASONS: usize = 68;

pub(super) fn draw(state: &State, outcome: &Outcome, names: &[String]) -> String {
    let view = BetweenTwoCities::view(state, Viewer::Spectator);
    let mut text = String::new();
    for (number, (result, explanation)) in outcome.cities().iter().zip(view.explanations()).enumerate() {
        let title = board::capital(&board::title(&view, number as u8, names));
        let _ = writeln!(text, "\n{}: {}", bold(&title), board::score_line(&result.score));
        match (&result.built, explanation) {
            (Built::Grid(layout), Some(explanation)) => {
                text.push_str(&beside(&[city::small(*layout), reasons(&explanation)], 3, WIDTH));
            }
            (Built::Tally { bonus, .. }, _) => {
                let _ = writeln!(text, "{} for the difficulty included", signed((*bonus).into()));
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
    text.push_str(&winners(outcome, names, view.variant()));
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
    let columns = beside(&[lines[..half].to_vec(), lines[half..].to_vec()], 3, WIDTH);
    if columns.lines().all(|line| visible_width(line) <= REASONS) {
        return columns.lines().map(str::to_owned).collect();
    }
    lines
}

/// Who won; and if final scores were equal, what decided between the winner and the next best.
fn winners(outcome: &Outcome, names: &[String], variant: Variant) -> String {
    let winners: Vec<&str> = outcome.winners().iter().map(|seat| names[seat.index()].as_str()).collect();
    let verdict = won_by(&winners);
    let reason = match outcome.decided(variant) {
        Decided::Score => ".",
        Decided::OtherCity => ": the higher city breaks the tie.",
        Decided::Shops => ": the number of shops breaks the tie.",
        Decided::Factories => ": the number of factories breaks the tie.",
        Decided::Taverns => ": the number of taverns breaks the tie.",
        Decided::Offices => ": the number of offices breaks the tie.",
        Decided::Parks => ": the number of parks breaks the tie.",
        Decided::Houses => ": the number of houses breaks the tie.",
        Decided::Shared => ": all tie-breaks are equal.",
    };
    format!("\n{}\n", bold(&format!("{verdict}{reason}")))
}

#[cfg(test)]
mod tests {
    use between_two_cities::{Layout, Variant, final_scores};

    use super::winners;

    #[test]
    fn the_sentence_about_the_winner_names_the_comparison_that_decided() {
        let names = ["Ada", "Ben", "Cleo", "Dan"].map(str::to_owned);
        for (cities, expected) in [
            // Cities of 16, 10 and 5 points: Ada has 5, Ben 10, Cleo 5.
            (&["SSSS", "SSS.", "SS.."][..], "Ben wins."),
            // 5, 16, 2 and 10 points: Ada and Ben have 5, and their other cities 10 and 16.
            (&["SS..", "SSSS", "S...", "SSS."], "Ben wins: the higher city breaks the tie."),
            // 5, 5 and 10 points: all have 5, Ada and Cleo both 10 in the other city, and Ada has more shops.
            (&["SS..", "POO.", "SSS."], "Ada wins: the number of shops breaks the tie."),
            (&["SS..", "SS..", "SSS."], "Ada and Cleo share the win: all tie-breaks are equal."),
        ] {
            let layouts: Vec<Layout> = cities
                .iter()
                .map(|row| format!("{row}/..../..../....").parse().expect("a city of one row"))
                .collect();
            let outcome = final_scores(Variant::Standard, &layouts).expect("three or four cities");
            let text =
                anstream::adapter::strip_str(&winners(&outcome, &names, Variant::Standard)).to_string();
            assert_eq!(text.trim(), expected, "{cities:?}");
        }
    }
}
