//! The words of notifications, in the languages of the client.

use std::fmt::Write;

use serde_json::{Value, json};
use townhall_store::{Card, Channel, DueNotice, kind_word};
use townhall_table::{
    TableCode,
    catalogue::Catalogue,
    journal::{Millis, PlayerId},
    protocol::Status,
    session::NoticeKind,
};

use crate::{
    news::News,
    push::PushKey,
    told::{told, when},
};

/// The languages of the client.
pub(crate) const LANGUAGES: [&str; 4] = ["en", "de", "hu", "es"];

/// It is invisible, and no line is broken there.
const WORD_JOINER: char = '\u{2060}';

/// The most bytes of the lines of a digest where its receiver limits messages: Discord accepts 2000 characters.
pub(crate) const LISTED_BYTES: usize = 1500;

/// A text in which programs see no links: an invisible character follows each dot before a letter, and each colon before slashes. Names
/// of players such as `evil.example` are in messages to others.
pub(crate) fn unlinked(text: &str) -> String {
    let mut unlinked = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        unlinked.push(character);
        let next = rest.peek();
        if (character == '.' && next.is_some_and(|next| next.is_alphabetic()))
            || (character == ':' && next == Some(&'/'))
        {
            unlinked.push(WORD_JOINER);
        }
    }
    unlinked
}

/// The words of one language: the titles of notifications by kind, and the button that switches a kind off.
pub(crate) struct Words {
    turn: &'static str,
    /// The title of a digest, before and after the number of tables.
    turns: [&'static str; 2],
    /// The word before the time until which a player has to move.
    until: &'static str,
    started: &'static str,
    over: &'static str,
    late: &'static str,
    invited: &'static str,
    soon: &'static str,
    pub(crate) mute: &'static str,
    /// The link to the table.
    pub(crate) open: &'static str,
    /// The first message to a webhook.
    pub(crate) hello: &'static str,
    /// The words before and after the code in an email.
    pub(crate) code: [&'static str; 2],
    /// The question of the page that switches a kind off.
    pub(crate) mute_question: &'static str,
    /// The words of that page once it is done.
    pub(crate) muted: &'static str,
    /// The way from that page to the start.
    pub(crate) home: &'static str,
    /// Where other notifications are changed.
    pub(crate) settings: &'static str,
}

pub(crate) const fn words(language: &str) -> Words {
    match language.as_bytes() {
        b"de" => Words {
            turn: "Du bist dran",
            turns: ["Du bist an ", " Tischen dran"],
            until: "bis ",
            started: "Die Partie hat begonnen",
            over: "Die Partie ist zu Ende",
            late: "Deine Zeit läuft bald ab",
            invited: "Einladung zu einer neuen Partie",
            soon: "Deine Verabredung beginnt bald",
            mute: "Nicht mehr melden",
            open: "Zum Tisch",
            hello: "Townhall meldet sich ab jetzt hier.",
            code: [
                "Dein Code für Townhall",
                "Gib ihn auf der Seite ein, um hier benachrichtigt zu werden. Er gilt 15 Minuten. Wenn du das nicht warst, brauchst du nichts zu tun.",
            ],
            mute_question: "Möchtest du solche Benachrichtigungen nicht mehr bekommen?",
            muted: "Du bekommst solche Benachrichtigungen nicht mehr.",
            home: "Zu Townhall",
            settings: "Alle Benachrichtigungen stellst du bei deinem Namen ein.",
        },
        b"hu" => Words {
            turn: "Te jössz",
            turns: ["", " asztalnál te jössz"],
            until: "eddig: ",
            started: "Elkezdődött a játszma",
            over: "Véget ért a játszma",
            late: "Hamarosan lejár az időd",
            invited: "Meghívás egy új játszmára",
            soon: "Hamarosan kezdődik a játszmátok",
            mute: "Ne értesíts erről",
            open: "Az asztalhoz",
            hello: "A Townhall mostantól itt értesít.",
            code: [
                "A Townhall-kódod",
                "Írd be az oldalon, hogy itt kapj értesítéseket. 15 percig érvényes. Ha nem te kérted, nincs teendőd.",
            ],
            mute_question: "Nem kérsz több ilyen értesítést?",
            muted: "Több ilyen értesítést nem kapsz.",
            home: "Vissza a Townhallba",
            settings: "Az összes értesítést a nevednél állíthatod be.",
        },
        b"es" => Words {
            turn: "Te toca",
            turns: ["Te toca en ", " mesas"],
            until: "hasta el ",
            started: "La partida ha empezado",
            over: "La partida ha terminado",
            late: "Se te acaba el tiempo",
            invited: "Invitación a otra partida",
            soon: "Tu partida empieza pronto",
            mute: "No avisarme más",
            open: "Ir a la mesa",
            hello: "A partir de ahora, Townhall te avisará aquí.",
            code: [
                "Tu código de Townhall",
                "Escríbelo en la página para recibir avisos aquí. Es válido durante 15 minutos. Si no lo has pedido tú, no tienes que hacer nada.",
            ],
            mute_question: "¿Quieres dejar de recibir avisos como este?",
            muted: "Ya no recibirás avisos como este.",
            home: "Ir a Townhall",
            settings: "Todos los avisos se ajustan en tu nombre.",
        },
        _ => Words {
            turn: "Your turn",
            turns: ["Your turn at ", " tables"],
            until: "until ",
            started: "The game has started",
            over: "The game is over",
            late: "Your time is almost up",
            invited: "Invitation to another game",
            soon: "Your game begins soon",
            mute: "Stop these notifications",
            open: "Go to the table",
            hello: "Townhall will notify you here from now on.",
            code: [
                "Your code for Townhall",
                "Enter it on the page to be notified here. It is valid for 15 minutes. If you didn’t ask for it, you don’t have to do anything.",
            ],
            mute_question: "Do you want to stop getting notifications like this one?",
            muted: "You won’t get notifications like this one any more.",
            home: "Go to Townhall",
            settings: "All notifications are set at your name.",
        },
    }
}

/// The contents of a notification, for every medium.
#[derive(Default)]
pub(crate) struct Message {
    /// The event and the game.
    pub(crate) title: String,
    /// The names of all players.
    pub(crate) players: Vec<String>,
    /// The names of the players other than the receiver.
    pub(crate) others: Vec<String>,
    /// The URL of the table, or of the list of tables.
    pub(crate) link: String,
    /// The tables of a digest; otherwise empty.
    pub(crate) tables: Vec<Waiting>,
    /// Sentences about the latest events, for whom the table waits, and until when. Only emails have them.
    pub(crate) told: Vec<String>,
}

/// A table of a digest.
pub(crate) struct Waiting {
    pub(crate) code: TableCode,
    /// The name of the game.
    pub(crate) game: String,
    /// The names of all players.
    pub(crate) players: Vec<String>,
    /// The names of the players other than the receiver.
    others: Vec<String>,
    /// Its URL.
    pub(crate) link: String,
    /// Until when the player has to move.
    pub(crate) due: Option<Millis>,
    /// The time of `due` in words; empty if it is unknown.
    until: String,
}

impl Waiting {
    /// The game, the other players, and until when the player has to move.
    pub(crate) fn line(&self) -> String {
        let mut line = format!("{} ({})", self.game, self.others.join(", "));
        if !self.until.is_empty() {
            let _ = write!(line, ", {}", self.until);
        }
        line
    }
}

fn names(card: &Card) -> Vec<String> {
    card.names.iter().flatten().cloned().collect()
}

fn name_of<'a>(game: &'a str, catalogue: &'a Catalogue) -> &'a str {
    catalogue.games().find(|info| info.id == game).map_or(game, |info| &info.name)
}

/// The names of the players other than this one.
fn others(card: &Card, who: PlayerId) -> Vec<String> {
    let mine = card.seated.iter().position(|seated| *seated == Some(who));
    let named = card.names.iter().enumerate().filter(|(chair, _)| Some(*chair) != mine);
    named.filter_map(|(_, name)| name.clone()).collect()
}

/// A time in words, in the zone of the channel's quiet hours or digest, else in `zone`, else in UTC.
fn local(channel: &Channel, zone: Option<&str>, at: Millis) -> String {
    let own = channel.quiet.as_ref().map(|quiet| &*quiet.zone);
    let own = own.or_else(|| channel.digest.as_ref().map(|digest| &*digest.zone));
    let zones = [own.map(|zone| (zone, false)), zone.map(|zone| (zone, true)), Some(("UTC", true))];
    let words = |(zone, is_foreign)| when(&channel.language, zone, is_foreign, at);
    zones.into_iter().flatten().find_map(words).unwrap_or_default()
}

impl Message {
    /// A digest of these tables.
    pub(crate) fn digest(channel: &Channel, cards: &[Card], catalogue: &Catalogue) -> Self {
        let words = words(&channel.language);
        let table = |card: &Card| {
            let due = card.time_of(channel.owner);
            Waiting {
                code: card.code,
                game: name_of(&card.game, catalogue).to_owned(),
                players: names(card),
                others: others(card, channel.owner),
                link: format!("{}/t/{}", channel.site, card.code),
                due,
                until: due
                    .map_or_else(String::new, |due| format!("{}{}", words.until, local(channel, None, due))),
            }
        };
        let tables: Vec<Waiting> = cards.iter().map(table).collect();
        let (title, link) = match tables.as_slice() {
            [only] => (format!("{} · {}", words.turn, only.game), only.link.clone()),
            several => {
                let [before, after] = words.turns;
                (format!("{before}{}{after}", several.len()), format!("{}/", channel.site))
            }
        };
        Self { title, link, tables, ..Self::default() }
    }

    /// The lines below the title, each made by `line` of a table of a digest, as long as they are shorter than this together,
    /// in bytes.
    pub(crate) fn lines(&self, limit: usize, line: impl Fn(&Waiting) -> String) -> String {
        let mut lines = String::new();
        for table in &self.tables {
            let next = line(table);
            if lines.len() + next.len() > limit {
                return lines + "…";
            }
            lines.push_str(&next);
            lines.push('\n');
        }
        lines.truncate(lines.trim_end().len());
        lines
    }

    /// By this, a push service replaces an earlier message that has not reached the browser.
    pub(crate) fn topic(&self, notice: &DueNotice) -> String {
        if self.tables.is_empty() {
            format!("{}-{}", notice.code, kind_word(notice.kind))
        } else {
            "digest".to_owned()
        }
    }

    /// The message of a notice about this table.
    pub(crate) fn new(notice: &DueNotice, card: &Card, catalogue: &Catalogue) -> Self {
        let words = words(&notice.channel.language);
        let title = match notice.kind {
            NoticeKind::Turn => words.turn,
            NoticeKind::Started => words.started,
            NoticeKind::Over => words.over,
            NoticeKind::Late => words.late,
            NoticeKind::Invited => words.invited,
            NoticeKind::Soon => words.soon,
        };
        let page = if card.status == Status::Over { "r" } else { "t" };
        Self {
            title: format!("{title} · {}", name_of(&card.game, catalogue)),
            players: names(card),
            others: others(card, notice.channel.owner),
            link: format!("{}/{page}/{}", notice.channel.site, card.code),
            ..Self::default()
        }
    }

    /// Adds the sentences about the latest events, for whom the table waits, and until when.
    pub(crate) fn with_news(mut self, notice: &DueNotice, card: &Card, news: &News) -> Self {
        let channel = &notice.channel;
        let until =
            card.time_of(channel.owner).or(card.starts).map(|due| local(channel, news.zone.as_deref(), due));
        self.told = told(&channel.language, notice.kind, (card, channel.owner), news, until.as_deref());
        self
    }
}

/// A message in the form of Declarative Web Push: a browser that knows it shows it without the page's service worker, and the
/// service worker reads the same fields.
pub(crate) fn declarative(notice: &DueNotice, message: &Message, key: &PushKey) -> Value {
    let is_digest = !message.tables.is_empty();
    let body = if is_digest { message.lines(LISTED_BYTES, Waiting::line) } else { message.others.join(", ") };
    // Receivers recognise a digest that was sent twice by the number of its first notice.
    let (tag, turn) = match is_digest {
        true => ("digest".to_owned(), notice.id),
        false => (notice.code.to_string(), notice.turn.into()),
    };
    json!({
        "web_push": 8030,
        "notification": {
            "title": message.title,
            "body": body,
            "lang": notice.channel.language,
            "navigate": message.link,
            "tag": tag,
            "data": {
                "mute": words(&notice.channel.language).mute,
                "channel": notice.channel_id.0,
                "kind": kind_word(notice.kind),
                "turn": turn,
                "token": key.token(notice.channel_id, notice.kind),
            },
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_like_addresses_are_no_links() {
        for (name, expected) in [
            ("evil.example/free", "evil.\u{2060}example/free"),
            ("http://evil.example", "http:\u{2060}//evil.\u{2060}example"),
            ("Dr. No", "Dr. No"),
            ("until 22.11. 9:30", "until 22.11. 9:30"),
            ("", ""),
        ] {
            assert_eq!(unlinked(name), expected, "{name}");
        }
    }
}
