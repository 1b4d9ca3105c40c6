//! The names of people and bots, and the cleaning of names and texts before they are shown.

#[cfg(feature = "net")]
use unicode_normalization::char::is_combining_mark;

use crate::protocol::{Code, Refusal};

/// The longest name, in characters as people see them.
pub(super) const LONGEST_NAME: usize = 24;
/// The longest message of talk, in characters as people see them.
const LONGEST_SAYING: usize = 280;
/// How many bytes of UTF-8 a text may have for each character of its longest length. Scripts of India need nine in
/// some words; a character can be made of arbitrarily many joined ones.
const BYTES: usize = 9;
/// How many combining marks a letter may have. No living script needs more, and many marks would be drawn over the
/// lines above and below.
const MARKS: usize = 2;

/// The names of bots. A bot gets one that no other player of the table has.
pub const BOT_NAMES: [&str; 16] = [
    "Ada", "Bruno", "Clara", "Dorka", "Emil", "Fanni", "Gus", "Hanna", "Iván", "Jana", "Kálmán", "Lola",
    "Mateo", "Nóra", "Otto", "Pilar",
];

/// A person's name in a form that is safe to show: single spaces between words, none at either end, and no invisible
/// characters, by which one name could imitate another or change the direction of the text beside it. Characters that join
/// others to one remain where scripts and emoji need them.
///
/// # Errors
/// The cleaned name is empty, has more than 24 characters as people see them, or joins very many to one.
///
/// ```
/// use townhall_table::table::clean_name;
/// assert_eq!(clean_name("  Ada \t Lovelace\n").as_deref(), Ok("Ada Lovelace"));
/// assert_eq!(clean_name("Zsófi 🏠").as_deref(), Ok("Zsófi 🏠"));
/// assert_eq!(clean_name("👩\u{200d}🚀 Ada").as_deref(), Ok("👩\u{200d}🚀 Ada"));
/// assert_eq!(clean_name("\u{202e}evil").as_deref(), Ok("evil"));
/// assert_eq!(clean_name("Z\u{301}\u{302}\u{303}\u{304}oe").as_deref(), Ok("Z\u{301}\u{302}oe"));
/// assert!(clean_name(" \u{200b} ").is_err());
/// assert!(clean_name(&"x".repeat(25)).is_err());
/// ```
pub fn clean_name(name: &str) -> Result<String, Refusal> {
    let words = name.split_whitespace().map(|word| with_few_marks(&without_invisible(word)));
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    clean(&words.join(" "), LONGEST_NAME, "a name")
}

/// Removes invisible characters, except those that join their neighbours to one character.
fn without_invisible(word: &str) -> String {
    let mut kept = String::new();
    let mut rest = word.chars();
    while let Some(c) = rest.next() {
        let next = rest.clone().find(|c| !matches!(c, '\u{200c}' | '\u{200d}'));
        if !invisible(c) || joins(c, kept.chars().next_back(), next) {
            kept.push(c);
        }
    }
    kept
}

/// Whether an invisible character belongs to the visible ones around it: a joiner or its opposite in a script that has them or
/// in emoji, the selector that makes a symbol an emoji, or a tag of the flag of a part of a country.
fn joins(c: char, before: Option<char>, after: Option<char>) -> bool {
    // The scripts of which no letter is joined end before Hebrew; symbols and emoji begin with the punctuation.
    let is_joined = |c: char| c >= '\u{590}' && (!invisible(c) || c == '\u{fe0f}');
    let is_tag = |c: char| matches!(c, '\u{e0020}'..='\u{e007f}');
    match c {
        '\u{200c}' | '\u{200d}' => before.is_some_and(is_joined) && after.is_some_and(is_joined),
        '\u{fe0f}' => before.is_some_and(|before| before >= '\u{2000}' && !invisible(before)),
        tag if is_tag(tag) => before.is_some_and(|before| before == '🏴' || is_tag(before)),
        _ => false,
    }
}

/// The start of a text that has at most `longest` characters as people see them.
#[cfg(feature = "net")]
pub(super) fn shortened(text: &str, longest: usize) -> &str {
    use unicode_segmentation::UnicodeSegmentation;
    text.grapheme_indices(true).nth(longest).map_or(text, |(end, _)| &text[..end])
}

/// Without `net`, a simple rule: marks, selectors and skin tones belong to the character before them, and so does whatever
/// follows a joiner.
#[cfg(not(feature = "net"))]
pub(super) fn shortened(text: &str, longest: usize) -> &str {
    let mut before = ' ';
    let mut starts = text.char_indices().filter(|&(_, c)| {
        let belongs = invisible(c) || is_combining_mark(c) || matches!(c, '\u{1f3fb}'..='\u{1f3ff}');
        let follows = before == '\u{200d}';
        before = c;
        !belongs && !follows
    });
    starts.nth(longest).map_or(text, |(end, _)| &text[..end])
}

/// A message of talk, trimmed and cleaned.
pub(super) fn clean_saying(text: &str) -> Result<String, Refusal> {
    clean(&with_few_marks(text), LONGEST_SAYING, "a text")
}

/// Removes combining marks that have no letter, or whose letter already has enough of them.
fn with_few_marks(text: &str) -> String {
    let mut marks = MARKS;
    let few = |c: &char| {
        marks = if is_combining_mark(*c) { marks + 1 } else { 0 };
        marks <= MARKS
    };
    text.chars().filter(few).collect()
}

/// Whether a character is in one of the blocks of combining marks that are common in piled-up text. Without `net` that is
/// enough, and the table of all marks is large.
#[cfg(not(feature = "net"))]
fn is_combining_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
        | '\u{fe20}'..='\u{fe2f}')
}

/// Whether one name could be mistaken for another: they differ only in case, spaces, and letters of other alphabets
/// that look the same.
pub(super) fn look_alike(one: &str, other: &str) -> bool {
    seen(one) == seen(other)
}

/// The visual form of a name: letters that look the same are mapped to one.
#[cfg(feature = "net")]
fn seen(name: &str) -> String {
    use unicode_security::confusable_detection::skeleton;
    let visible: String = name.to_lowercase().chars().filter(|c| !invisible(*c)).collect();
    skeleton(&visible).filter(|c| !c.is_whitespace()).collect()
}

/// A simple form, which ignores only spaces and the case of A to Z: people who play on one device don't imitate each other.
#[cfg(not(feature = "net"))]
fn seen(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace() && !invisible(*c)).map(|c| c.to_ascii_lowercase()).collect()
}

fn clean(text: &str, longest: usize, what: &str) -> Result<String, Refusal> {
    let text = text.trim();
    let fits = shortened(text, longest).len() == text.len() && text.len() <= BYTES * longest;
    if text.is_empty() || !fits || text.chars().any(unfit) {
        let detail = format!("expected {what} of 1 to {longest} characters that can be shown");
        return Err(Refusal::new(Code::BadText, detail).with("most", longest));
    }
    Ok(text.to_owned())
}

/// Whether a character could break a line or change the direction of the text beside it.
fn unfit(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Whether a character is invisible.
fn invisible(c: char) -> bool {
    unfit(c)
        || matches!(
            c,
            // Soft hyphen, grapheme joiner, Arabic letter mark, fillers of Hangul and Khmer, selectors of Mongolian.
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            // Joiners and marks of direction, the blank of Braille, fillers, selectors of variants.
            | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            // A filler, marks of annotations and of music, tags.
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        )
}

/// A name for one more bot among `taken`, other than those of all chairs if there is one.
pub(super) fn bot_name<'a>(taken: impl Iterator<Item = &'a str>, chair: usize) -> String {
    let taken: Vec<&str> = taken.collect();
    let free = BOT_NAMES.iter().cycle().skip(chair).take(BOT_NAMES.len()).find(|name| !taken.contains(name));
    free.map_or_else(|| format!("Bot {}", chair + 1), |name| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_names_are_empty() {
        for name in ["\u{ad}", "\u{2800}\u{2800}", "\u{3164}", "\u{e0041}\u{fe0f}", "\u{301}\u{302}"] {
            assert!(clean_name(name).is_err(), "{name:?}");
        }
        assert_eq!(clean_name("A\u{ad}d\u{fe0f}a").as_deref(), Ok("Ada"));
    }

    #[test]
    fn marks_are_kept_as_far_as_writing_needs_them() {
        for name in ["Zo\u{308}e", "Nguye\u{302}\u{303}n", "ஸ்ரீ", "हिन्दी"] {
            assert_eq!(clean_name(name).as_deref(), Ok(name));
        }
        let heap = format!("a{}", "\u{301}".repeat(20));
        assert_eq!(clean_saying(&heap).as_deref(), Ok("a\u{301}\u{301}"));
    }

    #[test]
    fn joined_characters_stay_joined_and_count_as_one() {
        let family = "👩\u{200d}👩\u{200d}👧";
        let scotland = "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";
        for name in
            [family, "❤\u{fe0f}\u{200d}🔥", "👍🏽", "नि\u{200d}", "می\u{200c}خواهم", "क्\u{200d}ष", scotland]
        {
            let name = name.trim_end_matches('\u{200d}');
            assert_eq!(clean_name(name).as_deref(), Ok(name));
        }
        assert!(clean_name(&"👍🏽".repeat(24)).is_ok());
        assert!(clean_name(&"👍🏽".repeat(25)).is_err());
        assert_eq!(shortened(&format!("{family}ab"), 2), format!("{family}a"));
        // Between letters that are never joined, a joiner would only make one name look like another.
        assert_eq!(clean_name("A\u{200d}da\u{200c}").as_deref(), Ok("Ada"));
        assert_eq!(clean_name("\u{200d}🏠\u{200d}").as_deref(), Ok("🏠"));
        assert!(look_alike("🏠🏠", "🏠\u{200d}🏠"));
    }

    #[test]
    fn a_text_is_bounded_in_bytes_as_well() {
        for (character, most) in [("é", 280), ("語", 280), ("🏠", 280), ("👩\u{200d}👩\u{200d}👧", 140)]
        {
            assert!(clean_saying(&character.repeat(most)).is_ok(), "{character}");
            assert!(clean_saying(&character.repeat(281)).is_err(), "{character}");
        }
    }

    #[cfg(feature = "net")]
    #[test]
    fn names_that_look_alike() {
        for (one, other, alike) in [
            ("Ada", "Ada", true),
            ("Ada", "ADA", true),
            ("Ada L", "AdaL", true),
            ("Ada", "\u{410}d\u{430}", true),
            ("Paul", "Pau1", true),
            ("Ada", "Adam", false),
            ("Zoe", "Zoë", false),
            ("Anna", "Ana", false),
        ] {
            assert_eq!(look_alike(one, other), alike, "{one} and {other}");
        }
    }
}
