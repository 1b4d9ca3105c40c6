//! The interface of a game to the terminal.

use tabletop::{Event, Game, Seat};

use super::menu::Menu;

/// A game that can be played in the terminal. All it draws comes from a view, so that nobody is
/// shown what their seat can't know. Texts may be coloured by ANSI codes, but are readable without.
pub(crate) trait TerminalGame: Game {
    /// The rules in short, and how to type a move: for `help`.
    const HELP: &'static str;

    /// The table as the viewer sees it, at most 80 wide.
    fn draw(view: &Self::View, names: &[String]) -> String;

    /// What the viewer can do now, as a menu that leads to every legal move.
    fn menu(view: &Self::View, names: &[String]) -> Menu<Self::Move>;

    /// What a legal move would be worth, before it is confirmed.
    fn preview(view: &Self::View, mv: Self::Move, names: &[String]) -> String;

    /// An event in words; `None` if it is not shown.
    fn tell(event: &Event<Self::EventKind>, names: &[String]) -> Option<String>;

    /// How the game ended: the scoring, explained, and who won.
    fn result(state: &Self::State, outcome: &Self::Outcome, names: &[String]) -> String;

    /// What an automaton's seat is called, such as "the city". Seats of players have names.
    fn automaton_name(seat: Seat) -> String;
}
