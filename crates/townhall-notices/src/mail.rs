//! Emails, by the mail server of the settings.

use std::time::Duration;

use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport, Message as Email, Tokio1Executor,
    message::{
        Mailbox, MultiPart,
        header::{HeaderName, HeaderValue},
    },
    transport::smtp::{
        authentication::Credentials,
        client::{Tls, TlsParameters},
        extension::ClientId,
    },
};
use tokio::time::timeout;

use crate::{
    Encryption, Mail, MailError, Password,
    pages::{BUTTON, LINK, SMALL, TITLE, escaped, linked, page},
    text::{Message, Waiting, words},
};

/// How long sending an email may take, with connecting.
const SEND_TIMEOUT: Duration = Duration::from_secs(15);
/// How long connecting to the mail server may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest email address, in bytes.
const ADDRESS_BYTES: usize = 254;

/// Why an email was not sent.
#[derive(Debug)]
pub enum Unsent {
    /// Trying again may help.
    Late(String),
    /// The mail server refuses it.
    Refused(String),
    /// The mail server refuses its receiver, now and later.
    Returned(String),
}

/// Sends emails.
#[derive(Debug)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    sender: Mailbox,
}

impl Mail {
    /// Checks what the types of the settings don't. Without a host, none of them has an effect.
    ///
    /// # Errors
    /// The first setting that makes no sense.
    pub fn check(&self, has_password: bool) -> Result<(), MailError> {
        let wrong = |setting, problem: &str| Err(MailError { setting, problem: problem.to_owned() });
        let Some(host) = &self.host else { return Ok(()) };
        let Some(sender) = &self.sender else {
            return wrong("host", "expected a mail.sender as well");
        };
        if sender.parse::<Mailbox>().is_err() {
            return wrong("sender", "expected an address such as \"Townhall <townhall@town.example>\"");
        }
        if self.encryption == Encryption::None && !["localhost", "127.0.0.1", "::1"].contains(&&**host) {
            return wrong("encryption", "expected \"tls\" or \"starttls\", unless the host is this machine");
        }
        if self.user.is_some() != has_password {
            return wrong("user", "expected a user and a password, or neither of them");
        }
        Ok(())
    }
}

impl Mailer {
    /// For these settings; `None` if they name no mail server.
    ///
    /// # Errors
    /// The first setting that makes no sense.
    pub fn of(mail: &Mail, password: Option<&Password>) -> Result<Option<Self>, MailError> {
        mail.check(password.is_some())?;
        let (Some(host), Some(sender)) = (&mail.host, &mail.sender) else { return Ok(None) };
        let failed =
            |setting| move |error: &dyn std::error::Error| MailError { setting, problem: error.to_string() };
        let sender: Mailbox = sender.parse().map_err(|error| failed("sender")(&error))?;
        let parameters = || TlsParameters::new_rustls(host.clone()).map_err(|error| failed("host")(&error));
        let tls = match mail.encryption {
            Encryption::Tls => Tls::Wrapper(parameters()?),
            Encryption::StartTls => Tls::Required(parameters()?),
            Encryption::None => Tls::None,
        };
        let mut transport = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
            .port(mail.port)
            .timeout(Some(CONNECT_TIMEOUT))
            .hello_name(ClientId::Domain(sender.email.domain().to_owned()))
            .tls(tls);
        if let (Some(user), Some(password)) = (&mail.user, password) {
            transport = transport.credentials(Credentials::new(user.clone(), password.0.clone()));
        }
        Ok(Some(Self { transport: transport.build(), sender }))
    }

    /// Sends the code by which a guest shows that an address is theirs. The email has no link and no name of the guest, since
    /// a guest may enter the address of another person.
    ///
    /// # Errors
    /// The mail server refuses the email, or can't be reached.
    pub async fn send_code(&self, address: &str, code: &str, language: &str) -> Result<(), Unsent> {
        let [before, after] = words(language).code;
        let parts = MultiPart::alternative_plain_html(
            format!("{before}: {code}\r\n\r\n{after}\r\n"),
            page(language, before, &format!("<p>{before}: <strong>{code}</strong></p><p>{after}</p>")),
        );
        self.send(address, &format!("{before}: {code}"), None, &[], parts).await
    }

    /// Sends a notification. `id` never changes, so that a receiver which gets it twice can tell; the kind is switched off at
    /// `off`.
    pub(crate) async fn send_message(
        &self,
        address: &str,
        id: &str,
        message: &Message,
        language: &str,
        off: &str,
    ) -> Result<(), Unsent> {
        let (words, Message { title, link, .. }) = (words(language), message);
        let (text, html) = if message.tables.is_empty() {
            let others = message.others.join(", ");
            let lines: Vec<&String> =
                message.told.iter().chain((!others.is_empty()).then_some(&others)).collect();
            let html: String = lines.iter().map(|line| format!("<p>{}</p>", escaped(line))).collect();
            let text: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
            let button = format!("<p>{}</p>", linked(link, words.open, BUTTON));
            (format!("{text}\r\n{}: {link}\r\n", words.open), html + &button)
        } else {
            let text = |table: &Waiting| format!("\r\n{}\r\n{}\r\n", table.line(), table.link);
            let item = |table: &Waiting| format!("<li>{}</li>", linked(&table.link, &table.line(), LINK));
            let items: String = message.tables.iter().map(item).collect();
            (message.tables.iter().map(text).collect(), format!("<ul>{items}</ul>"))
        };
        let text = format!("{title}\r\n\r\n{text}\r\n--\r\n{}: {off}\r\n", words.mute);
        let html = format!(
            "<h1 style=\"{TITLE}\">{}</h1>{html}<p style=\"{SMALL}\">{}</p>",
            escaped(title),
            linked(off, words.mute, LINK)
        );
        let parts = MultiPart::alternative_plain_html(text, page(language, title, &html));
        let headers = [
            ("List-Unsubscribe", format!("<{off}>")),
            ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()),
        ];
        self.send(address, title, Some(id), &headers, parts).await
    }

    async fn send(
        &self,
        address: &str,
        subject: &str,
        id: Option<&str>,
        headers: &[(&'static str, String)],
        parts: MultiPart,
    ) -> Result<(), Unsent> {
        let refused = |error: &dyn std::error::Error| Unsent::Refused(error.to_string());
        let to: Address = address.parse().map_err(|error| refused(&error))?;
        let id = id.map(|id| format!("<{id}@{}>", self.sender.email.domain()));
        let mut email = Email::builder()
            .from(self.sender.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .message_id(id)
            .multipart(parts)
            .map_err(|error| refused(&error))?;
        for (name, value) in [("Auto-Submitted", "auto-generated".to_owned())].iter().chain(headers) {
            // An address must not be broken into lines.
            let name = HeaderName::new_from_ascii_str(name);
            let value = HeaderValue::dangerous_new_pre_encoded(name, value.clone(), value.clone());
            email.headers_mut().insert_raw(value);
        }
        match timeout(SEND_TIMEOUT, self.transport.send(email)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(unsent(error.status().map(u16::from), error.to_string())),
            Err(_) => Err(Unsent::Late("the mail server did not answer in time".to_owned())),
        }
    }
}

/// The meaning of a mail server's answer with this code and text. `lettre` doesn't say which command was answered, but these codes
/// are about mailboxes (RFC 5321), unless an enhanced code such as 5.7.1 says that it was a matter of policy (RFC 3463).
fn unsent(code: Option<u16>, text: String) -> Unsent {
    let is_policy = text.split_whitespace().any(|word| word.starts_with("5.6.") || word.starts_with("5.7."));
    match code {
        Some(550 | 551 | 553 | 556) if !is_policy => Unsent::Returned(text),
        Some(550..560) => Unsent::Refused(text),
        // Other refusals are of us, such as a wrong password, and end when the operator corrects the settings.
        _ => Unsent::Late(text),
    }
}

/// The normal form of an email address that can be sent to; `None` if a text is none.
#[must_use]
pub fn email_address(text: &str) -> Option<String> {
    let text = text.trim();
    let address: Address = text.parse().ok()?;
    let domain = address.domain();
    let fits =
        text.len() <= ADDRESS_BYTES && text.is_ascii() && domain.contains('.') && !domain.starts_with('[');
    fits.then(|| format!("{}@{}", address.user(), domain.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_refusals_of_the_mailbox_end_its_emails() {
        for (code, text, expected) in [
            (Some(550), "permanent error (550): 5.1.1 no such user", "returned"),
            (Some(550), "permanent error (550): no such user", "returned"),
            (Some(551), "permanent error (551): user not local", "returned"),
            (Some(550), "permanent error (550): 5.7.1 sender is blocked", "refused"),
            (Some(552), "permanent error (552): 5.2.2 mailbox full", "refused"),
            (Some(554), "permanent error (554): transaction failed", "refused"),
            (Some(535), "permanent error (535): wrong password", "late"),
            (Some(451), "transient error (451): later", "late"),
            (None, "Connection error", "late"),
        ] {
            let found = match unsent(code, text.to_owned()) {
                Unsent::Returned(_) => "returned",
                Unsent::Refused(_) => "refused",
                Unsent::Late(_) => "late",
            };
            assert_eq!(found, expected, "{text}");
        }
    }
}
