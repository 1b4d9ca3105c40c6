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

/// Words with a space between them, in lines of at most `width` columns of which all but the first are indented. `start`
/// is the number of columns that are taken before the first word.
pub(crate) fn wrapped(words: &[String], start: usize, indent: usize, width: usize) -> String {
    let (mut text, mut column) = (String::new(), start);
    for (index, word) in words.iter().enumerate() {
        let wide = visible_width(word);
        if index > 0 && column + 1 + wide > width {
            text.push_str(&format!("\n{:indent$}", ""));
            column = indent;
        } else if index > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += wide;
    }
    text
}

/// A text in lines of at most `width` columns, of which all but the first are indented by two columns.
pub(crate) fn folded(text: &str, width: usize) -> String {
    let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    wrapped(&words, 0, 2, width)
}

/// Blocks of lines beside each other, `gap` columns apart, as many as fit into `width` columns; the others follow below.
pub(crate) fn beside(blocks: &[Vec<String>], gap: usize, width: usize) -> String {
    let mut taken = 0;
    let fitting = blocks.iter().take_while(|block| {
        taken += width_of(block) + gap;
        taken <= width + gap
    });
    let (row, below) = blocks.split_at(fitting.count().max(1).min(blocks.len()));
    let mut text = row_of(row, gap);
    if !below.is_empty() {
        text.push('\n');
        text.push_str(&beside(below, gap, width));
    }
    text
}

fn width_of(block: &[String]) -> usize {
    block.iter().map(|line| visible_width(line)).max().unwrap_or(0)
}

fn row_of(blocks: &[Vec<String>], gap: usize) -> String {
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = blocks.iter().map(|block| width_of(block)).collect();
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
