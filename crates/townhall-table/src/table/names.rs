//! What people and bots are called, and which texts are fit to be shown.

use crate::protocol::{Code, Refusal};

/// The longest name, in characters.
const LONGEST_NAME: usize = 24;
/// The longest thing that can be said at once, in characters.
const LONGEST_SAYING: usize = 280;

/// What bots are called, as long as nobody else at the table is.
const BOTS: [&str; 16] = [
    "Ada", "Bruno", "Clara", "Dorka", "Emil", "Fanni", "Gus", "Hanna", "Iván", "Jana", "Kálmán", "Lola",
    "Mateo", "Nóra", "Otto", "Pilar",
];

/// A person's name as lists can show it: single blanks between words, none round it, and no characters that
/// can't be seen, with which one name could pass for another or turn the writing of what stands beside it.
///
/// # Errors
/// Nothing is left of it, or more than 24 characters.
///
/// ```
/// use townhall_table::table::clean_name;
/// assert_eq!(clean_name("  Ada \t Lovelace\n").as_deref(), Ok("Ada Lovelace"));
/// assert_eq!(clean_name("Zsófi 🏠").as_deref(), Ok("Zsófi 🏠"));
/// assert_eq!(clean_name("\u{202e}evil").as_deref(), Ok("evil"));
/// assert!(clean_name(" \u{200b} ").is_err());
/// assert!(clean_name(&"x".repeat(25)).is_err());
/// ```
pub fn clean_name(name: &str) -> Result<String, Refusal> {
    let words = name.split_whitespace().map(|word| word.chars().filter(|c| !invisible(*c)).collect());
    let words: Vec<String> = words.filter(|word: &String| !word.is_empty()).collect();
    clean(&words.join(" "), LONGEST_NAME, "a name")
}

/// What is said, without the blanks round it.
pub(super) fn clean_saying(text: &str) -> Result<String, Refusal> {
    clean(text, LONGEST_SAYING, "a text")
}

fn clean(text: &str, longest: usize, what: &str) -> Result<String, Refusal> {
    let text = text.trim();
    let length = text.chars().count();
    if !(1..=longest).contains(&length) || text.chars().any(unfit) {
        let detail = format!("expected {what} of 1 to {longest} characters that can be shown");
        return Err(Refusal::new(Code::BadText, detail).with("most", longest));
    }
    Ok(text.to_owned())
}

/// Whether a character could break a line, or turn the writing of what stands beside it.
fn unfit(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Whether a character of a name can't be seen.
fn invisible(c: char) -> bool {
    unfit(c) || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}')
}

/// A name for one more bot among `taken`, other than those of all chairs if there is one.
pub(super) fn bot_name<'a>(taken: impl Iterator<Item = &'a str>, chair: usize) -> String {
    let taken: Vec<&str> = taken.collect();
    let free = BOTS.iter().cycle().skip(chair).take(BOTS.len()).find(|name| !taken.contains(name));
    free.map_or_else(|| format!("Bot {}", chair + 1), |name| (*name).to_owned())
}
