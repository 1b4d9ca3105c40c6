//! Colour, bold and blocks of lines side by side.

use super::menu::visible_width;

/// A text on a background, both as numbers of the 256 colours that terminals share.
pub(crate) fn painted(text: &str, ink: u8, ground: u8) -> String {
    format!("\u{1b}[1;38;5;{ink};48;5;{ground}m{text}\u{1b}[0m")
}

pub(crate) fn inked(text: &str, ink: u8) -> String {
    format!("\u{1b}[38;5;{ink}m{text}\u{1b}[0m")
}

pub(crate) fn bold(text: &str) -> String {
    format!("\u{1b}[1m{text}\u{1b}[0m")
}

pub(crate) fn dim(text: &str) -> String {
    format!("\u{1b}[2m{text}\u{1b}[0m")
}

/// A text with spaces up to `width` columns.
pub(crate) fn padded(text: &str, width: usize) -> String {
    format!("{text}{:pad$}", "", pad = width.saturating_sub(visible_width(text)))
}

/// Blocks of lines beside each other, `gap` columns apart, each with an end of line.
pub(crate) fn beside(blocks: &[Vec<String>], gap: usize) -> String {
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> =
        blocks.iter().map(|block| block.iter().map(|line| visible_width(line)).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in 0..height {
        let mut line = String::new();
        for (block, width) in blocks.iter().zip(&widths) {
            line.push_str(&padded(block.get(row).map_or("", String::as_str), width + gap));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// `+3`, `-1`, `±0`: a change.
pub(crate) fn signed(change: i32) -> String {
    if change == 0 { "±0".to_owned() } else { format!("{change:+}") }
}
