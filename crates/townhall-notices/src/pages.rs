//! The pages at which a person switches a kind of notifications off, and the HTML of emails.

use crate::text::{LANGUAGES, words};

/// A language of the client: this one, or the first.
#[must_use]
pub fn known_language(language: &str) -> &'static str {
    LANGUAGES.into_iter().find(|known| *known == language).unwrap_or(LANGUAGES[0])
}

/// The page that asks whether a kind is to be switched off. It changes nothing, because programs open links too, to check
/// them: its button does.
#[must_use]
pub fn ask_off(language: &str) -> String {
    let words = words(language);
    // Without an action, the form is sent to the page's own address.
    let form = format!(
        "<h1>Townhall</h1><form method=\"post\"><p>{}</p><button style=\"font: inherit; padding: .6rem 1rem\">{}</button></form>",
        words.mute_question, words.mute
    );
    page(language, "Townhall", &form)
}

/// The page that says that a kind was switched off.
#[must_use]
pub fn turned_off(language: &str) -> String {
    page(language, "Townhall", &format!("<h1>Townhall</h1><p>{}</p>", words(language).muted))
}

/// A page, or the HTML of an email.
pub(crate) fn page(language: &str, title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{}</title></head>\
         <body style=\"font: 1.1rem/1.5 sans-serif; max-width: 32rem; margin: 2rem auto; padding: 0 1rem\">\
         <main>{body}</main></body></html>",
        escaped(title)
    )
}

/// Escapes a text for HTML, also within an attribute.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut escaped, char| {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            char => escaped.push(char),
        }
        escaped
    })
}
