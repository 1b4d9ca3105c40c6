//! The sentences of an email: the latest events at a table, for whom it waits, and until when.

use std::cmp::Reverse;

use serde_json::Value;
use townhall_store::Card;
use townhall_table::{
    LocalTime,
    journal::{Millis, PlayerId},
    local_time,
    session::NoticeKind,
};

use crate::{
    news::{Moved, News},
    text::LANGUAGES,
    things::things,
};

const DAYS: [[&str; 7]; 4] = [
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
    ["hétfő", "kedd", "szerda", "csütörtök", "péntek", "szombat", "vasárnap"],
    ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
];
const MONTHS: [[&str; 12]; 4] = [
    [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
    [
        "január",
        "február",
        "március",
        "április",
        "május",
        "június",
        "július",
        "augusztus",
        "szeptember",
        "október",
        "november",
        "december",
    ],
    [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
];

/// A language of [`LANGUAGES`](crate::text::LANGUAGES).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    English,
    German,
    Hungarian,
    Spanish,
}

impl Language {
    fn of(code: &str) -> Self {
        match code {
            "de" => Self::German,
            "hu" => Self::Hungarian,
            "es" => Self::Spanish,
            _ => Self::English,
        }
    }

    /// The language of [`LANGUAGES`].
    const fn code(self) -> &'static str {
        LANGUAGES[self as usize]
    }

    /// The text of this language.
    fn pick<T>(self, [english, german, hungarian, spanish]: [T; 4]) -> T {
        match self {
            Self::English => english,
            Self::German => german,
            Self::Hungarian => hungarian,
            Self::Spanish => spanish,
        }
    }
}

/// A date and an hour in words: "Sunday, 29 November, 22:00". `None` if the time zone is unknown. `is_foreign`: the zone is not
/// known to be the reader's, and is named.
pub(crate) fn when(language: &str, zone: &str, is_foreign: bool, at: Millis) -> Option<String> {
    let language = Language::of(language);
    let LocalTime { weekday, day, month, hour, minute } = local_time(zone, at)?;
    let weekday = language.pick(DAYS).get(usize::from(weekday))?.to_owned();
    let month = language.pick(MONTHS).get(usize::from(month.checked_sub(1)?))?.to_owned();
    let words = language.pick([
        format!("{weekday}, {day} {month}, {hour:02}:{minute:02}"),
        format!("{weekday}, {day}. {month}, {hour:02}:{minute:02} Uhr"),
        format!("{month} {day}., {weekday} {hour:02}:{minute:02}"),
        format!("{weekday} {day} de {month}, {hour:02}:{minute:02}"),
    ]);
    Some(if is_foreign { format!("{words} ({zone})") } else { words })
}

/// Names in a sentence: "Ada, Ben and Cleo".
fn joined(language: Language, names: &[&str]) -> String {
    let [start @ .., last] = names else { return String::new() };
    if start.is_empty() {
        return (*last).to_owned();
    }
    // Spanish has another word before the sound of an i.
    let lower = last.to_lowercase();
    let is_i =
        ["i", "í", "hi", "hí"].iter().any(|sound| lower.starts_with(sound)) && !lower.starts_with("hie");
    let and = language.pick(["and", "und", "és", if is_i { "e" } else { "y" }]);
    format!("{} {and} {last}", start.join(", "))
}

/// The sentences of a notice about this table to `owner`. `until` is when their time is up or, before the start, when the players
/// meet.
pub(crate) fn told(
    language: &str,
    kind: NoticeKind,
    (card, owner): (&Card, PlayerId),
    news: &News,
    until: Option<&str>,
) -> Vec<String> {
    let language = Language::of(language);
    let chair_of = |who: PlayerId| card.seated.iter().position(|seated| *seated == Some(who));
    let name = |chair: usize| card.names.get(chair).and_then(Option::as_deref);
    let mine = chair_of(owner);
    let names = |chairs: &[usize]| -> Vec<&str> { chairs.iter().filter_map(|chair| name(*chair)).collect() };
    let awaited = || -> Vec<usize> {
        card.to_act.iter().filter(|who| **who != owner).filter_map(|who| chair_of(*who)).collect()
    };
    let mut told = Vec::new();
    match kind {
        NoticeKind::Turn | NoticeKind::Late => {
            if kind == NoticeKind::Turn {
                told.extend(moved(language, &card.game, &news.moved, name));
                told.extend(news.late.iter().filter_map(|chair| {
                    if Some(*chair) == mine {
                        Some(late_yourself(language))
                    } else {
                        Some(late(language, name(*chair)?))
                    }
                }));
            }
            told.push(turn(language, until));
            told.extend(also(language, &names(&awaited())));
        }
        NoticeKind::Started => told.extend(waiting(language, &names(&awaited()))),
        NoticeKind::Over => told.extend(ranking(card)),
        NoticeKind::Invited => {
            told.extend(chair_of(card.host).and_then(name).map(|host| invited(language, host)));
            told.extend(until.map(|at| meeting(language, at)));
        }
        NoticeKind::Soon => told.extend(until.map(|at| meeting(language, at))),
    }
    told
}

/// A sentence about players, which has a text in each language. Without players there is none.
fn about(language: Language, names: &[&str], texts: impl Fn(&str) -> [String; 4]) -> Option<String> {
    (!names.is_empty()).then(|| language.pick(texts(&joined(language, names))))
}

/// The most cards or tiles of a player that are named.
const MOST_THINGS: usize = 6;

/// Who has moved, and the cards or tiles that they took or placed, as far as they have names.
fn moved<'a>(
    language: Language,
    game: &str,
    moved: &[Moved],
    name: impl Fn(usize) -> Option<&'a str>,
) -> Vec<String> {
    let things = |events: &[Value]| -> Vec<String> {
        events.iter().flat_map(|event| things(game, event, language.code())).collect()
    };
    let named = moved.iter().filter_map(|one| Some((name(one.chair)?, things(&one.events))));
    let (plain, named): (Vec<_>, Vec<_>) = named.partition(|(_, things)| things.is_empty());
    let plain: Vec<&str> = plain.into_iter().map(|(name, _)| name).collect();
    let named = named.into_iter().map(|(name, mut things)| {
        if things.len() > MOST_THINGS {
            things.truncate(MOST_THINGS);
            things.push("…".to_owned());
        }
        let things = things.join(", ");
        language.pick([
            format!("{name} has moved: {things}."),
            format!("{name} hat gezogen: {things}."),
            format!("{name} lépett: {things}."),
            format!("{name} ha jugado: {things}."),
        ])
    });
    have_moved(language, &plain).into_iter().chain(named).collect()
}

fn have_moved(language: Language, names: &[&str]) -> Option<String> {
    about(language, names, |who| {
        let [english, german, spanish] = if names.len() == 1 {
            ["has moved", "hat gezogen", "ha jugado"]
        } else {
            ["have moved", "haben gezogen", "han jugado"]
        };
        [
            format!("{who} {english}."),
            format!("{who} {german}."),
            format!("{who} lépett."),
            format!("{who} {spanish}."),
        ]
    })
}

fn late(language: Language, name: &str) -> String {
    language.pick([
        format!("Time was up: a bot decided for {name}."),
        format!("Die Zeit war um: Ein Bot hat für {name} entschieden."),
        format!("Lejárt az idő: {name} helyett egy bot döntött."),
        format!("Se acabó el tiempo: un bot decidió por {name}."),
    ])
}

fn late_yourself(language: Language) -> String {
    let sentence = language.pick([
        "Your time was up: a bot decided for you.",
        "Deine Zeit war um: Ein Bot hat für dich entschieden.",
        "Lejárt az időd: helyetted egy bot döntött.",
        "Se te acabó el tiempo: un bot decidió por ti.",
    ]);
    sentence.to_owned()
}

fn turn(language: Language, until: Option<&str>) -> String {
    let Some(until) = until else {
        return language.pick(["It’s your turn.", "Du bist dran.", "Te jössz.", "Te toca."]).to_owned();
    };
    language.pick([
        format!("It’s your turn, until {until}."),
        format!("Du bist dran, bis {until}."),
        format!("Te jössz, eddig: {until}."),
        format!("Te toca, hasta el {until}."),
    ])
}

fn also(language: Language, names: &[&str]) -> Option<String> {
    about(language, names, |who| {
        [
            format!("The table also waits for {who}."),
            format!("Der Tisch wartet auch auf {who}."),
            format!("{who} is következik."),
            format!("La mesa espera también a {who}."),
        ]
    })
}

fn waiting(language: Language, names: &[&str]) -> Option<String> {
    about(language, names, |who| {
        [
            format!("The table waits for {who}."),
            format!("Der Tisch wartet auf {who}."),
            format!("{who} következik."),
            format!("La mesa espera a {who}."),
        ]
    })
}

fn invited(language: Language, host: &str) -> String {
    language.pick([
        format!("{host} invites you and keeps a chair for you."),
        format!("{host} lädt dich ein und hält dir einen Stuhl frei."),
        format!("{host} meghívott, és fenntart neked egy széket."),
        format!("{host} te invita y te guarda una silla."),
    ])
}

fn meeting(language: Language, at: &str) -> String {
    language.pick([
        format!("You meet to play: {at}."),
        format!("Ihr trefft euch zum Spielen: {at}."),
        format!("Ekkor találkoztok játszani: {at}."),
        format!("Quedáis para jugar: {at}."),
    ])
}

/// The result in every language: "🏆 Ada 56 · Ben 52".
fn ranking(card: &Card) -> Option<String> {
    let ending = card.ending.as_ref()?;
    let won = |chair: usize| ending.winners.iter().any(|winner| winner.index() == chair);
    // Ties are broken by the rules of the game, if the ending has the places.
    let place = |chair: usize| ending.places.as_ref().and_then(|places| places.get(chair).copied());
    let named = card.names.iter().enumerate().filter_map(|(chair, name)| {
        let points = *ending.points.get(chair)?;
        let order = (place(chair), Reverse((won(chair), points)));
        Some((order, won(chair), points, name.as_deref()?))
    });
    let mut ranked: Vec<_> = named.collect();
    ranked.sort_by_key(|&(order, ..)| order);
    let line = |(_, won, points, name)| format!("{}{name} {points}", if won { "🏆 " } else { "" });
    Some(ranked.into_iter().map(line).collect::<Vec<_>>().join(" · "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_each_language_writes_them() {
        // 2026-11-29 at 21:05 UTC.
        let at = 1_795_986_300_000;
        for (language, expected) in [
            ("en", "Sunday, 29 November, 22:05"),
            ("de", "Sonntag, 29. November, 22:05 Uhr"),
            ("hu", "november 29., vasárnap 22:05"),
            ("es", "domingo 29 de noviembre, 22:05"),
        ] {
            assert_eq!(when(language, "Europe/Budapest", false, at).as_deref(), Some(expected));
        }
        assert_eq!(when("en", "UTC", true, at).as_deref(), Some("Sunday, 29 November, 21:05 (UTC)"));
        assert_eq!(when("en", "Mars", true, at), None);
    }

    #[test]
    fn names_are_joined() {
        for (language, names, expected) in [
            (Language::English, &["Ada"][..], "Ada"),
            (Language::English, &["Ada", "Ben", "Cleo"], "Ada, Ben and Cleo"),
            (Language::Spanish, &["Ada", "Ben"], "Ada y Ben"),
            (Language::Spanish, &["Ada", "Iván"], "Ada e Iván"),
            (Language::Spanish, &["Ada", "Hierro"], "Ada y Hierro"),
        ] {
            assert_eq!(joined(language, names), expected);
        }
    }
}
