//! The words of notifications, in the languages of the client.

use serde_json::{Value, json};
use townhall_table::{protocol::Status, session::NoticeKind};

use super::push::PushKey;
use crate::store::{Card, DueNotice, kind_word};

/// The languages of the client.
pub(crate) const LANGUAGES: [&str; 4] = ["en", "de", "hu", "es"];

/// What a notification says in one language: the titles by kind, and the button that switches its kind off.
struct Words {
    turn: &'static str,
    started: &'static str,
    over: &'static str,
    late: &'static str,
    invited: &'static str,
    mute: &'static str,
}

const fn words(language: &str) -> Words {
    match language.as_bytes() {
        b"de" => Words {
            turn: "Du bist dran",
            started: "Die Partie hat begonnen",
            over: "Die Partie ist zu Ende",
            late: "Deine Zeit läuft bald ab",
            invited: "Einladung zu einer neuen Partie",
            mute: "Nicht mehr melden",
        },
        b"hu" => Words {
            turn: "Te jössz",
            started: "Elkezdődött a játszma",
            over: "Véget ért a játszma",
            late: "Hamarosan lejár az időd",
            invited: "Meghívás egy új játszmára",
            mute: "Ne értesíts erről",
        },
        b"es" => Words {
            turn: "Te toca",
            started: "La partida ha empezado",
            over: "La partida ha terminado",
            late: "Se te acaba el tiempo",
            invited: "Invitación a otra partida",
            mute: "No avisarme más",
        },
        _ => Words {
            turn: "Your turn",
            started: "The game has started",
            over: "The game is over",
            late: "Your time is almost up",
            invited: "Invitation to another game",
            mute: "Stop these notifications",
        },
    }
}

/// The message of a notification, in the form of Declarative Web Push: a browser that knows it shows it without the page's
/// service worker, and the service worker reads the same fields.
pub(crate) fn message(notice: &DueNotice, card: &Card, game: &str, key: &PushKey) -> Value {
    let words = words(&notice.channel.language);
    let title = match notice.kind {
        NoticeKind::Turn => words.turn,
        NoticeKind::Started => words.started,
        NoticeKind::Over => words.over,
        NoticeKind::Late => words.late,
        NoticeKind::Invited => words.invited,
    };
    let names: Vec<&str> = card.names.iter().flatten().map(String::as_str).collect();
    let page = if card.status == Status::Over { "r" } else { "t" };
    json!({
        "web_push": 8030,
        "notification": {
            "title": format!("{title} · {game}"),
            "body": names.join(", "),
            "lang": notice.channel.language,
            "navigate": format!("{}/{page}/{}", notice.channel.site, card.code),
            "tag": card.code,
            "data": {
                "mute": words.mute,
                "channel": notice.channel_id.0,
                "kind": kind_word(notice.kind),
                "turn": notice.turn,
                "token": key.token(notice.channel_id, notice.kind),
            },
        },
    })
}
