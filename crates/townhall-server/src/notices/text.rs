//! The words of notifications, in the languages of the client.

use serde_json::{Value, json};
use townhall_table::{protocol::Status, session::NoticeKind};

use super::push::PushKey;
use crate::store::{Card, DueNotice, kind_word};

/// The languages of the client.
pub(crate) const LANGUAGES: [&str; 4] = ["en", "de", "hu", "es"];

/// What is said in one language: the titles of notifications by kind, and the button that switches its kind off.
pub(crate) struct Words {
    turn: &'static str,
    started: &'static str,
    over: &'static str,
    late: &'static str,
    invited: &'static str,
    mute: &'static str,
    /// The first message to a webhook.
    pub(crate) hello: &'static str,
}

pub(crate) const fn words(language: &str) -> Words {
    match language.as_bytes() {
        b"de" => Words {
            turn: "Du bist dran",
            started: "Die Partie hat begonnen",
            over: "Die Partie ist zu Ende",
            late: "Deine Zeit läuft bald ab",
            invited: "Einladung zu einer neuen Partie",
            mute: "Nicht mehr melden",
            hello: "Townhall meldet sich ab jetzt hier.",
        },
        b"hu" => Words {
            turn: "Te jössz",
            started: "Elkezdődött a játszma",
            over: "Véget ért a játszma",
            late: "Hamarosan lejár az időd",
            invited: "Meghívás egy új játszmára",
            mute: "Ne értesíts erről",
            hello: "A Townhall mostantól itt értesít.",
        },
        b"es" => Words {
            turn: "Te toca",
            started: "La partida ha empezado",
            over: "La partida ha terminado",
            late: "Se te acaba el tiempo",
            invited: "Invitación a otra partida",
            mute: "No avisarme más",
            hello: "A partir de ahora, Townhall te avisará aquí.",
        },
        _ => Words {
            turn: "Your turn",
            started: "The game has started",
            over: "The game is over",
            late: "Your time is almost up",
            invited: "Invitation to another game",
            mute: "Stop these notifications",
            hello: "Townhall will notify you here from now on.",
        },
    }
}

/// What a notification says, whatever sends it.
pub(crate) struct Message {
    /// What happened, and the game.
    pub(crate) title: String,
    /// The names of the players.
    pub(crate) players: Vec<String>,
    /// The URL of the table.
    pub(crate) link: String,
}

impl Message {
    /// What a notice about this table says; `game` is the game's name.
    pub(crate) fn new(notice: &DueNotice, card: &Card, game: &str) -> Self {
        let words = words(&notice.channel.language);
        let title = match notice.kind {
            NoticeKind::Turn => words.turn,
            NoticeKind::Started => words.started,
            NoticeKind::Over => words.over,
            NoticeKind::Late => words.late,
            NoticeKind::Invited => words.invited,
        };
        let page = if card.status == Status::Over { "r" } else { "t" };
        Self {
            title: format!("{title} · {game}"),
            players: card.names.iter().flatten().cloned().collect(),
            link: format!("{}/{page}/{}", notice.channel.site, card.code),
        }
    }
}

/// A message in the form of Declarative Web Push: a browser that knows it shows it without the page's service worker, and the
/// service worker reads the same fields.
pub(crate) fn declarative(notice: &DueNotice, message: &Message, key: &PushKey) -> Value {
    json!({
        "web_push": 8030,
        "notification": {
            "title": message.title,
            "body": message.players.join(", "),
            "lang": notice.channel.language,
            "navigate": message.link,
            "tag": notice.code,
            "data": {
                "mute": words(&notice.channel.language).mute,
                "channel": notice.channel_id.0,
                "kind": kind_word(notice.kind),
                "turn": notice.turn,
                "token": key.token(notice.channel_id, notice.kind),
            },
        },
    })
}
