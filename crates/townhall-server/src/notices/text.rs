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
    pub(crate) mute: &'static str,
    /// The link to the table.
    pub(crate) open: &'static str,
    /// The first message to a webhook.
    pub(crate) hello: &'static str,
    /// What an email with a code says before and after it.
    pub(crate) code: [&'static str; 2],
    /// What the page asks that switches a kind off.
    pub(crate) mute_question: &'static str,
    /// What it says when that is done.
    pub(crate) muted: &'static str,
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
            open: "Zum Tisch",
            hello: "Townhall meldet sich ab jetzt hier.",
            code: [
                "Dein Code für Townhall",
                "Gib ihn auf der Seite ein, um hier benachrichtigt zu werden. Er gilt 15 Minuten. Wenn du das nicht warst, brauchst du nichts zu tun.",
            ],
            mute_question: "Möchtest du solche Benachrichtigungen nicht mehr bekommen?",
            muted: "Du bekommst solche Benachrichtigungen nicht mehr.",
        },
        b"hu" => Words {
            turn: "Te jössz",
            started: "Elkezdődött a játszma",
            over: "Véget ért a játszma",
            late: "Hamarosan lejár az időd",
            invited: "Meghívás egy új játszmára",
            mute: "Ne értesíts erről",
            open: "Az asztalhoz",
            hello: "A Townhall mostantól itt értesít.",
            code: [
                "A Townhall-kódod",
                "Írd be az oldalon, hogy itt kapj értesítéseket. 15 percig érvényes. Ha nem te kérted, nincs teendőd.",
            ],
            mute_question: "Nem kérsz több ilyen értesítést?",
            muted: "Több ilyen értesítést nem kapsz.",
        },
        b"es" => Words {
            turn: "Te toca",
            started: "La partida ha empezado",
            over: "La partida ha terminado",
            late: "Se te acaba el tiempo",
            invited: "Invitación a otra partida",
            mute: "No avisarme más",
            open: "Ir a la mesa",
            hello: "A partir de ahora, Townhall te avisará aquí.",
            code: [
                "Tu código de Townhall",
                "Escríbelo en la página para recibir avisos aquí. Es válido durante 15 minutos. Si no lo has pedido tú, no tienes que hacer nada.",
            ],
            mute_question: "¿Quieres dejar de recibir avisos como este?",
            muted: "Ya no recibirás avisos como este.",
        },
        _ => Words {
            turn: "Your turn",
            started: "The game has started",
            over: "The game is over",
            late: "Your time is almost up",
            invited: "Invitation to another game",
            mute: "Stop these notifications",
            open: "Go to the table",
            hello: "Townhall will notify you here from now on.",
            code: [
                "Your code for Townhall",
                "Enter it on the page to be notified here. It is valid for 15 minutes. If you didn’t ask for it, you don’t have to do anything.",
            ],
            mute_question: "Do you want to stop getting notifications like this one?",
            muted: "You won’t get notifications like this one any more.",
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
