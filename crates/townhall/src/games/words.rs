//! Names and sentences about players.

/// The default name of the person at the keyboard.
pub(crate) const PERSON: &str = "You";

/// The winners, as a sentence without its full stop.
pub(crate) fn won_by(winners: &[&str]) -> String {
    match winners {
        [] => "There is no winner".to_owned(),
        [only] if *only == PERSON => "You win".to_owned(),
        [only] => format!("{only} wins"),
        several => format!("{} share the win", several.join(" and ")),
    }
}
