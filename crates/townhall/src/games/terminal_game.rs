//! The interface of a game to the terminal.

use serde::Serialize;
use tabletop::{Event, Game, Seat};

use super::{
    menu::{Menu, Then},
    words::won_by,
};

/// A game that can be played in the terminal. Everything it draws comes from a view, so a player never sees more than
/// their seat knows. Texts may contain ANSI colour codes, but must be readable without them.
///
/// Every item has a default, which is enough to try a new game: the board as JSON and a list of the legal moves.
///
/// # Reserved words
/// A typed line that is the text of a legal move always means that move. These words are commands otherwise: `b`, `back`,
/// `board`, `h`, `help`, `?`, `hint`, `log`, `u`, `undo`, `q`, `quit` and `leave`; numbers select from the menu. A game
/// whose moves have such texts hides the command (or the number) for as long as the move is legal, so longer texts are
/// better.
pub(crate) trait TerminalGame: Game {
    /// The rules in short, and how to type a move: the second part of `help`.
    const HELP: &'static str = "This game has no help for the terminal yet.";

    /// The table as the viewer sees it, at most `width` columns wide, which is at least 40.
    fn draw(view: &Self::View, _names: &[String], _width: usize) -> String {
        serde_json::to_string_pretty(view).expect("a view is JSON with text keys")
    }

    /// A menu that leads to every legal move of the viewer.
    fn menu(view: &Self::View, _names: &[String]) -> Menu<Self::Move> {
        let legal = Self::legal_moves(view).into_iter();
        Menu::new("Your move?", legal.map(|legal| (legal.mv.to_string(), Then::Move(legal.mv))))
    }

    /// The worth of a legal move, shown before it is confirmed.
    fn preview(_view: &Self::View, _mv: Self::Move, _names: &[String]) -> String {
        String::new()
    }

    /// An event as a line of the log; `None` if it is not shown.
    fn tell(event: &Event<Self::EventKind>, names: &[String]) -> Option<String> {
        let what = json(&event.what);
        Some(event.seat.map_or_else(|| what.clone(), |seat| format!("{}: {what}", names[seat.index()])))
    }

    /// The result of a finished game: the scoring and the winners.
    fn result(_state: &Self::State, outcome: &Self::Outcome, names: &[String]) -> String {
        let winners: Vec<&str> =
            Self::winners(outcome).iter().map(|seat| names[seat.index()].as_str()).collect();
        format!("{}\n{}.", json(outcome), won_by(&winners))
    }

    /// The name of an automaton's seat, such as "the city". Seats of players have names of their own.
    fn automaton_name(seat: Seat) -> String {
        format!("Automaton {seat}")
    }
}

/// The compact JSON of a part of a game.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("events and outcomes are JSON with text keys")
}

#[cfg(test)]
mod tests {
    use tabletop::Viewer;

    use crate::games::{GAMES, Playable, Visitor, each_state, menu::visible_width, visit};

    /// Plays a game of each mode, and measures what every player sees in terminals of two widths.
    struct Fits;

    impl Visitor for Fits {
        type Output = ();

        fn visit<G: Playable>(self) {
            let names: Vec<String> = (0..8).map(|seat| format!("Wwwwwwwwwwwwwwwwwwwwwww{seat}")).collect();
            each_state::<G>("width", |(variant, players), state, seat| {
                let view = G::view(state, Viewer::Seat(seat));
                for width in [40, 80] {
                    let drawn = G::draw(&view, &names, width);
                    let wide = drawn.lines().find(|line| visible_width(line) > width);
                    assert_eq!(wide, None, "{} {variant}, {players} players, {width} columns", G::ID);
                }
            });
        }
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for game in GAMES {
            visit(game, Fits).expect("a game of the list");
        }
    }
}
