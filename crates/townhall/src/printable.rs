//! Texts of others, made safe for a terminal.

/// A text with its harmful characters replaced: those that a terminal obeys, that end the line, that are invisible, or that
/// change the direction of the text beside them. Joiners remain, because scripts and emoji need them.
pub(crate) fn printable(text: &str) -> String {
    let is_harmful = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' |
                '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
    };
    text.chars().map(|c| if is_harmful(c) { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_others_do_not_change_the_terminal() {
        for (text, printed) in [
            ("Zsófi 🏠", "Zsófi 🏠"),
            ("👩\u{200d}🚀", "👩\u{200d}🚀"),
            ("\u{202e}evil\u{2028}line", "\u{fffd}evil\u{fffd}line"),
            ("\u{1b}[2J", "\u{fffd}[2J"),
            ("\u{9b}2J", "\u{fffd}2J"),
            ("Ada\nwinner: Ada", "Ada\u{fffd}winner: Ada"),
        ] {
            assert_eq!(printable(text), printed);
        }
    }
}
