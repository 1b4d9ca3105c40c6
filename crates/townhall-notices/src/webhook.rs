//! Webhooks: signed as [Standard Webhooks](https://www.standardwebhooks.com) says, or in the form that a chat service takes.

use std::fmt::Write;

use data_encoding::{BASE64, BASE64URL_NOPAD};
use hyper::{Request, header, http::request::Builder};
use ring::hmac;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use townhall_store::{DueNotice, kind_word};
use townhall_system::entropy;
use townhall_table::{journal::Millis, timestamp};

use crate::{
    post::Service,
    text::{LISTED_BYTES, Message, Waiting, unlinked},
};

/// Begins a secret.
const PREFIX: &str = "whsec_";

/// The format of the messages to a webhook.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum WebhookFormat {
    /// JSON with a signature, by the specification Standard Webhooks.
    Standard,
    /// A message of Discord.
    Discord,
    /// A message of Slack, which Mattermost and others read too.
    Slack,
    /// A message of a bot of Telegram. The address contains the bot's token and the parameter `chat_id`.
    Telegram,
}

impl WebhookFormat {
    /// The format of a known chat service, and else the standard one.
    pub(crate) fn of(host: &str) -> Self {
        let is = |domain: &str| {
            host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        if is("discord.com") || is("discordapp.com") {
            Self::Discord
        } else if is("hooks.slack.com") {
            Self::Slack
        } else if is("api.telegram.org") {
            Self::Telegram
        } else {
            Self::Standard
        }
    }
}

/// The keys of a webhook, as they are stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hook {
    /// The format of its messages.
    pub format: WebhookFormat,
    /// The secret with which messages are signed, if they are.
    pub secret: Option<String>,
}

impl Hook {
    /// A webhook with a fresh secret, if its format has one.
    pub(crate) fn fresh(format: WebhookFormat) -> Self {
        let fresh = || PREFIX.to_owned() + &BASE64.encode(&entropy::bytes::<24>());
        Self { format, secret: (format == WebhookFormat::Standard).then(fresh) }
    }

    /// Whether requests to this address can be written: Telegram has to know the chat.
    pub(crate) fn fits(&self, service: &Service) -> bool {
        self.format != WebhookFormat::Telegram || chat(service).is_some()
    }

    /// The request about a notice: where to, its head and its body. The id of a notice never changes, so that a receiver which
    /// gets it twice can tell.
    pub(crate) fn request(
        &self,
        service: Service,
        notice: &DueNotice,
        message: &Message,
        now: Millis,
    ) -> (Service, Builder, Vec<u8>) {
        if self.format != WebhookFormat::Standard {
            return self.chat_request(service, message);
        }
        let body = if message.tables.is_empty() {
            json!({
                "type": format!("notice.{}", kind_word(notice.kind)),
                "timestamp": timestamp(notice.at),
                "data": {
                    "title": message.title,
                    "players": message.players,
                    "table": notice.code,
                    "url": message.link,
                },
            })
        } else {
            let table = |Waiting { code, game, players, link, due, .. }: &Waiting| json!({ "table": code, "game": game, "players": players, "url": link, "due": due.map(timestamp) });
            let tables: Vec<Value> = message.tables.iter().map(table).collect();
            json!({
                "type": "notice.digest",
                "timestamp": timestamp(now),
                "data": { "title": message.title, "tables": tables, "url": message.link },
            })
        };
        self.signed(service, &id(notice), &body, now)
    }

    /// The first message, which a receiver has to accept before it is sent notices.
    pub(crate) fn greeting(
        &self,
        service: Service,
        message: &Message,
        now: Millis,
    ) -> (Service, Builder, Vec<u8>) {
        if self.format != WebhookFormat::Standard {
            return self.chat_request(service, message);
        }
        let body = json!({
            "type": "channel.added",
            "timestamp": timestamp(now),
            "data": { "title": message.title, "url": message.link },
        });
        let id = format!("channel-{}", BASE64URL_NOPAD.encode(&entropy::bytes::<12>()));
        self.signed(service, &id, &body, now)
    }

    /// A request with a signature.
    fn signed(&self, service: Service, id: &str, body: &Value, now: Millis) -> (Service, Builder, Vec<u8>) {
        let (seconds, body) = (now / 1000, body.to_string());
        let mut request = json_request().header("webhook-id", id).header("webhook-timestamp", seconds);
        if let Some(secret) = &self.secret {
            let key = secret.trim_start_matches(PREFIX).as_bytes();
            let key = hmac::Key::new(hmac::HMAC_SHA256, &BASE64.decode(key).unwrap_or_default());
            let signature = hmac::sign(&key, format!("{id}.{seconds}.{body}").as_bytes());
            request =
                request.header("webhook-signature", format!("v1,{}", BASE64.encode(signature.as_ref())));
        }
        (service, request, body.into_bytes())
    }

    /// The request for a message of a chat service.
    pub(crate) fn chat_request(
        &self,
        mut service: Service,
        message: &Message,
    ) -> (Service, Builder, Vec<u8>) {
        let lines = |escape: fn(&str) -> String, link: fn(&str) -> String| {
            let named = |text: &str| escape(&unlinked(text));
            let mut text = named(&message.title);
            if !message.others.is_empty() {
                let _ = write!(text, "\n{}", named(&message.others.join(", ")));
            }
            let table = |table: &Waiting| format!("{}\n{}", named(&table.line()), link(&table.link));
            let below = if message.tables.is_empty() {
                link(&message.link)
            } else {
                message.lines(LISTED_BYTES, table)
            };
            let _ = write!(text, "\n{below}");
            text
        };
        let (plain, bracketed) = (|text: &str| text.to_owned(), |link: &str| format!("<{link}>"));
        let body = match self.format {
            // No picture of the page is added, and names such as `@everyone` notify no one.
            WebhookFormat::Discord => json!({
                "content": lines(markdown, bracketed),
                "allowed_mentions": { "parse": [] },
            }),
            WebhookFormat::Slack | WebhookFormat::Standard => {
                json!({ "text": lines(slack, bracketed), "mrkdwn": false })
            }
            WebhookFormat::Telegram => {
                let mut body = json!({
                    "text": lines(plain, plain),
                    "link_preview_options": { "is_disabled": true },
                });
                for (name, value) in chat(&service).unwrap_or_default() {
                    body[name] = Value::String(value);
                }
                let path = service.path.split('?').next().unwrap_or_default().to_owned();
                service.path = path;
                body
            }
        };
        (service, json_request(), body.to_string().into_bytes())
    }
}

fn json_request() -> Builder {
    Request::builder()
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::USER_AGENT, concat!("Townhall/", env!("CARGO_PKG_VERSION")))
}

/// The id of a notice, which is the same for each attempt. A number in the store may be given again after a backup was restored;
/// together with the time it is not.
pub(crate) fn id(notice: &DueNotice) -> String {
    format!("notice-{}-{}", notice.id, notice.at)
}

/// The parameters of a bot's address that say which chat is meant; `None` without a chat.
fn chat(service: &Service) -> Option<Vec<(String, String)>> {
    let (_, query) = service.path.split_once('?')?;
    let parameters = form_urlencoded::parse(query.as_bytes()).into_owned();
    let parameters: Vec<_> = parameters
        .filter(|(name, _)| ["chat_id", "message_thread_id", "disable_notification"].contains(&&**name))
        .collect();
    parameters.iter().any(|(name, value)| name == "chat_id" && !value.is_empty()).then_some(parameters)
}

/// A text in which Discord sees no formatting and no links.
fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii_punctuation() && !",.!?'\"".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// A text in which Slack sees no links and no mentions.
fn slack(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post::Post;

    #[test]
    fn the_format_follows_from_the_host() {
        for (host, expected) in [
            ("discord.com", WebhookFormat::Discord),
            ("ptb.discord.com", WebhookFormat::Discord),
            ("discordapp.com", WebhookFormat::Discord),
            ("evildiscord.com", WebhookFormat::Standard),
            ("discord.com.example", WebhookFormat::Standard),
            ("hooks.slack.com", WebhookFormat::Slack),
            ("slack.com", WebhookFormat::Standard),
            ("api.telegram.org", WebhookFormat::Telegram),
            ("town.example", WebhookFormat::Standard),
        ] {
            assert_eq!(WebhookFormat::of(host), expected, "{host}");
        }
    }

    #[test]
    fn chat_services_get_what_they_read_and_no_mentions() {
        let message = Message {
            title: "Du bist dran · Point City".to_owned(),
            others: vec!["@everyone".to_owned(), "<!here> *Ben*".to_owned()],
            link: "https://town.example/t/ABCDEF".to_owned(),
            ..Message::default()
        };
        let post = Post::new(&[], &[]);
        let sent = |address: &str| {
            let service = post.webhook(address).unwrap();
            let hook = Hook::fresh(WebhookFormat::of(service.host()));
            assert_eq!((hook.fits(&service), &hook.secret), (true, &None));
            let (service, _, body) = hook.chat_request(service, &message);
            (service.path, serde_json::from_slice::<Value>(&body).unwrap())
        };
        let link = "<https://town.example/t/ABCDEF>";
        let title = "Du bist dran · Point City";
        assert_eq!(
            sent("https://discord.com/api/webhooks/1/x?thread_id=7"),
            (
                "/api/webhooks/1/x?thread_id=7".to_owned(),
                json!({
                    "content": format!("{title}\n\\@everyone, \\<!here\\> \\*Ben\\*\n{link}"),
                    "allowed_mentions": { "parse": [] },
                })
            )
        );
        assert_eq!(
            sent("https://hooks.slack.com/services/T/B/x"),
            (
                "/services/T/B/x".to_owned(),
                json!({
                    "text": format!("{title}\n@everyone, &lt;!here&gt; *Ben*\n{link}"),
                    "mrkdwn": false,
                })
            )
        );
        assert_eq!(
            sent(
                "https://api.telegram.org/bot1:x/sendMessage?chat_id=-100%2B7&message_thread_id=3&text=spam"
            ),
            (
                "/bot1:x/sendMessage".to_owned(),
                json!({
                    "text": format!("{title}\n@everyone, <!here> *Ben*\nhttps://town.example/t/ABCDEF"),
                    "link_preview_options": { "is_disabled": true },
                    "chat_id": "-100+7",
                    "message_thread_id": "3",
                })
            )
        );
        for path in ["sendMessage", "sendMessage?chat_id=", "sendMessage?chat=1"] {
            let service = post.webhook(&format!("https://api.telegram.org/bot1:x/{path}")).unwrap();
            assert!(!Hook::fresh(WebhookFormat::Telegram).fits(&service), "{path}");
        }
    }
}
