//! The pages at which a person switches a kind of notifications off, and the HTML of emails.

use crate::text::{LANGUAGES, words};

/// A language of the client: this one, or the first.
#[must_use]
pub fn known_language(language: &str) -> &'static str {
    LANGUAGES.into_iter().find(|known| *known == language).unwrap_or(LANGUAGES[0])
}

/// The styles of Townhall's pages and emails. Mail programs read styles at the elements only, so that each element has its own.
pub(crate) const TITLE: &str = "margin:0 0 12px;font:600 22px/1.3 Georgia,serif";
pub(crate) const SMALL: &str = "margin:24px 0 0;font-size:14px;color:#5b5244";
pub(crate) const LINK: &str = "color:#0b5f57";
pub(crate) const BUTTON: &str = "display:inline-block;margin:8px 0;padding:12px 20px;border:0;border-radius:10px;\
     background:#0b5f57;color:#ffffff;font:600 16px/1.25 system-ui,sans-serif;text-decoration:none;cursor:pointer";
const BODY: &str =
    "margin:0;padding:24px 12px;background:#e4d3b4;color:#26211a;font:17px/1.5 system-ui,sans-serif";
const SHEET: &str = "max-width:544px;margin:0 auto;border:1px solid #dccbab;border-radius:10px;background:#fffaf0;overflow:hidden";
const EDGE: &str = "padding:12px 24px;background:#4a3523;color:#f3e9d8;font:600 20px/1.3 Georgia,serif";

/// The page that asks whether a kind is to be switched off. It changes nothing, because programs open links too, to check
/// them: its button does.
#[must_use]
pub fn ask_off(language: &str) -> String {
    let words = words(language);
    // Without an action, the form is sent to the page's own address.
    let form = format!(
        "<form method=\"post\"><h1 style=\"{TITLE}\">{}</h1><button style=\"{BUTTON}\">{}</button></form>",
        words.mute_question, words.mute
    );
    page(language, "Townhall", &(form + &way_back(language)))
}

/// The page that says that a kind was switched off.
#[must_use]
pub fn turned_off(language: &str) -> String {
    let done = format!("<h1 style=\"{TITLE}\">{}</h1>", words(language).muted);
    page(language, "Townhall", &(done + &way_back(language)))
}

fn way_back(language: &str) -> String {
    let words = words(language);
    format!("<p style=\"{SMALL}\">{} {}</p>", words.settings, linked("/", words.home, LINK))
}

/// A link with one of the styles.
pub(crate) fn linked(link: &str, text: &str, style: &str) -> String {
    format!("<a href=\"{}\" style=\"{style}\">{}</a>", escaped(link), escaped(text))
}

/// A page, or the HTML of an email.
pub(crate) fn page(language: &str, title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{}</title></head>\
         <body style=\"{BODY}\"><div style=\"{SHEET}\"><header style=\"{EDGE}\">Townhall</header>\
         <main style=\"padding:20px 24px 24px\">{body}</main></div></body></html>",
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
