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

/// A person's name without the blanks round it.
///
/// # Errors
/// It has no or more than 24 characters, or some that can't be shown.
///
/// ```
/// use townhall_table::table::clean_name;
/// assert_eq!(clean_name("  Emil ").as_deref(), Ok("Emil"));
/// assert!(clean_name(" ").is_err());
/// assert!(clean_name("a\nb").is_err());
/// ```
pub fn clean_name(name: &str) -> Result<String, Refusal> {
    clean(name, LONGEST_NAME, "a name")
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

/// A name for one more bot among `taken`, other than those of all chairs if there is one.
pub(super) fn bot_name<'a>(taken: impl Iterator<Item = &'a str>, chair: usize) -> String {
    let taken: Vec<&str> = taken.collect();
    let free = BOTS.iter().cycle().skip(chair).take(BOTS.len()).find(|name| !taken.contains(name));
    free.map_or_else(|| format!("Bot {}", chair + 1), |name| (*name).to_owned())
}
