//! The commands that can be typed besides moves and numbers.

use super::input::is_leaving;

/// A command while a game is played. [`TerminalGame`](crate::games::TerminalGame) lists the words for authors of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Back,
    Board,
    Help,
    Hint,
    Leave,
    Log,
    Undo,
}

impl Command {
    /// The command that a line names, in upper or lower case.
    pub(crate) fn read(line: &str) -> Option<Self> {
        Some(match line.to_lowercase().as_str() {
            "b" | "back" => Self::Back,
            "board" => Self::Board,
            "?" | "h" | "help" => Self::Help,
            "hint" => Self::Hint,
            "log" => Self::Log,
            "u" | "undo" => Self::Undo,
            word if is_leaving(word) => Self::Leave,
            _ => return None,
        })
    }
}
