//! Typed input.

use std::{
    cell::RefCell,
    io::{self, BufRead, IsTerminal, Write},
};

/// Writes a line to standard output, without colours unless it is a terminal. Returns the error from the
/// calling function if it can't be written.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        writeln!(anstream::stdout(), $($text)*)?
    }};
}
pub(super) use say;

/// Whether a line asks to quit.
pub(crate) fn is_leaving(typed: &str) -> bool {
    matches!(typed, "q" | "quit" | "leave")
}

/// Lines from the keyboard, or from a pipe.
pub(crate) struct Input {
    interactive: bool,
    lines: RefCell<Box<dyn BufRead>>,
}

impl Input {
    pub(crate) fn new() -> Self {
        let interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
        Self { interactive, lines: RefCell::new(Box::new(io::stdin().lock())) }
    }

    /// The lines of a text, as if they came from a pipe.
    #[cfg(test)]
    pub(crate) fn scripted(text: String) -> Self {
        Self { interactive: false, lines: RefCell::new(Box::new(io::Cursor::new(text))) }
    }

    /// Whether input and output are a terminal: only then the screen is cleared.
    pub(crate) fn is_interactive(&self) -> bool {
        self.interactive
    }

    /// Asks, and reads a line. `None` at the end of the input.
    pub(crate) fn ask(&self, prompt: &str) -> io::Result<Option<String>> {
        let mut out = anstream::stdout();
        write!(out, "{prompt}")?;
        out.flush()?;
        let mut line = String::new();
        let read = self.lines.borrow_mut().read_line(&mut line)?;
        if !self.interactive {
            // A terminal echoes what is typed; a transcript should contain it too.
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok((read > 0).then(|| line.trim().to_owned()))
    }

    /// Clears the screen, and leaves what can be scrolled back to.
    pub(crate) fn clear(&self) -> io::Result<()> {
        let mut out = anstream::stdout();
        if self.interactive { write!(out, "\u{1b}[H\u{1b}[2J") } else { writeln!(out) }
    }

    /// Clears the screen and the scrollback buffer, so that the next player does not see the hand of the last.
    pub(crate) fn clear_all(&self) -> io::Result<()> {
        if self.interactive {
            write!(anstream::stdout(), "\u{1b}[3J")?;
        }
        self.clear()
    }

    /// The width of the terminal, in columns.
    pub(crate) fn width(&self) -> usize {
        terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0).clamp(40, 120))
    }
}
