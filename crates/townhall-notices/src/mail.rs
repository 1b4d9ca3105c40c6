//! Emails, by the mail server of the settings.
//!
//! The commands of SMTP are sent one by one, because the meaning of a failure depends on the command: a refused sender says nothing of
//! the receiver, and after the end of the message it may have been accepted although no answer comes.

use std::{collections::BTreeMap, fmt, sync::Mutex, time::Duration};

use data_encoding::BASE32_NOPAD;
use lettre::{
    Address, Message as Email,
    message::{
        Mailbox, MultiPart,
        header::{HeaderName, HeaderValue},
    },
    transport::smtp::{
        Error as SmtpError,
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::{AsyncSmtpConnection, TlsParameters},
        commands,
        extension::{ClientId, MailBodyParameter, MailParameter},
    },
};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};
use townhall_system::{SeldomLog, entropy, lock};

use crate::{
    Encryption, Mail, MailError, Password,
    pages::{BUTTON, LINK, SMALL, TITLE, escaped, linked, page},
    text::{Message, Waiting, unlinked, words},
};

/// How long it may take until the mail server accepts sender and receiver, with connecting.
const SEND_TIMEOUT: Duration = Duration::from_secs(15);
/// How long the mail server may take to accept a message after its end, as RFC 5321 says.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10 * 60);
/// How long it may take to accept a code: a person waits for that.
const CODE_TIMEOUT: Duration = Duration::from_secs(15);
/// How long saying goodbye may take.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);
/// After how long the log names a reason again for which the mail server refuses emails.
const REASON_AGAIN: Duration = Duration::from_secs(3600);
/// How long connecting to the mail server may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest email address, in bytes.
const ADDRESS_BYTES: usize = 254;

/// Why an email was not sent.
#[derive(Debug)]
pub enum Unsent {
    /// Another attempt may succeed.
    Late(String),
    /// The mail server can't be reached, or does not answer in time.
    Unreachable(String),
    /// The mail server refuses it for a reason that is not its receiver's, such as a daily limit. The log names the reason.
    Refused(String),
    /// The mailbox does not exist.
    Returned(String),
    /// The mail server refuses the receiver and does not say why.
    Doubtful(String),
}

/// The part of an exchange that a mail server answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// The connection, the login and the sender.
    Start,
    /// The receiver and the message.
    Message,
}

/// Sends emails.
pub struct Mailer {
    host: String,
    port: u16,
    encryption: Encryption,
    /// The parameters of encrypted connections; none without encryption.
    tls: Option<TlsParameters>,
    hello: ClientId,
    credentials: Option<Credentials>,
    sender: Mailbox,
    /// Whether emails that are being sent are to be finished at once.
    hurry: watch::Sender<bool>,
    /// When the log last named each reason of a refusal.
    refusals: Mutex<BTreeMap<String, SeldomLog>>,
}

impl fmt::Debug for Mailer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mailer").field("host", &self.host).field("port", &self.port).finish_non_exhaustive()
    }
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
        let tls = match mail.encryption {
            Encryption::None => None,
            Encryption::Tls | Encryption::StartTls => {
                Some(TlsParameters::new_rustls(host.clone()).map_err(|error| failed("host")(&error))?)
            }
        };
        let credentials = match (&mail.user, password) {
            (Some(user), Some(password)) => Some(Credentials::new(user.clone(), password.0.clone())),
            _ => None,
        };
        Ok(Some(Self {
            host: host.clone(),
            port: mail.port,
            encryption: mail.encryption,
            tls,
            hello: ClientId::Domain(sender.email.domain().to_owned()),
            credentials,
            sender,
            hurry: watch::Sender::new(false),
            refusals: Mutex::default(),
        }))
    }

    /// Finishes the emails that are being sent: one whose message the mail server has counts as sent, and the others are sent later.
    pub(crate) fn hurry(&self) {
        self.hurry.send_replace(true);
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
        let id = format!("code-{}", BASE32_NOPAD.encode(&entropy::bytes::<20>()).to_lowercase());
        self.send(address, &format!("{before}: {code}"), &id, &[], parts, CODE_TIMEOUT).await
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
        let (words, link) = (words(language), &message.link);
        // Mail programs make links of names that look like addresses.
        let title = &unlinked(&message.title);
        let (text, html) = if message.tables.is_empty() {
            let others = message.others.join(", ");
            let lines = message.told.iter().chain((!others.is_empty()).then_some(&others));
            let lines: Vec<String> = lines.map(|line| unlinked(line)).collect();
            let html: String = lines.iter().map(|line| format!("<p>{}</p>", escaped(line))).collect();
            let text: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
            let button = format!("<p>{}</p>", linked(link, words.open, BUTTON));
            (format!("{text}\r\n{}: {link}\r\n", words.open), html + &button)
        } else {
            let line = |table: &Waiting| unlinked(&table.line());
            let text = |table: &Waiting| format!("\r\n{}\r\n{}\r\n", line(table), table.link);
            let item = |table: &Waiting| format!("<li>{}</li>", linked(&table.link, &line(table), LINK));
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
        self.send(address, title, id, &headers, parts, ANSWER_TIMEOUT).await
    }

    async fn send(
        &self,
        address: &str,
        subject: &str,
        id: &str,
        headers: &[(&'static str, String)],
        parts: MultiPart,
        answer_within: Duration,
    ) -> Result<(), Unsent> {
        let invalid = |error: &dyn std::error::Error| Unsent::Returned(error.to_string());
        let to: Address = address.parse().map_err(|error| invalid(&error))?;
        let mut email = Email::builder()
            .from(self.sender.clone())
            .to(Mailbox::new(None, to.clone()))
            .subject(subject)
            .message_id(Some(format!("<{id}@{}>", self.sender.email.domain())))
            .multipart(parts)
            .map_err(|error| invalid(&error))?;
        for (name, value) in [("Auto-Submitted", "auto-generated".to_owned())].iter().chain(headers) {
            // An address must not be broken into lines.
            let name = HeaderName::new_from_ascii_str(name);
            let value = HeaderValue::dangerous_new_pre_encoded(name, value.clone(), value.clone());
            email.headers_mut().insert_raw(value);
        }
        let sent = self.transmit(to, &email.formatted(), answer_within).await;
        if let Err(Unsent::Refused(why) | Unsent::Doubtful(why)) = &sent {
            self.warn(why);
        }
        sent
    }

    /// Gives a message to the mail server.
    async fn transmit(&self, to: Address, message: &[u8], answer_within: Duration) -> Result<(), Unsent> {
        let late = || Unsent::Unreachable("the mail server did not answer in time".to_owned());
        let mut connection = tokio::select! {
            connection = timeout(SEND_TIMEOUT, self.introduce(to, message.is_ascii())) => {
                connection.map_err(|_| late())??
            }
            () = self.hurried() => return Err(Unsent::Late("the server was stopped".to_owned())),
        };
        tokio::select! {
            answer = connection.message(message) => {
                let answer = answer.map(drop).map_err(|error| unsent(Step::Message, &error));
                let _ = timeout(QUIT_TIMEOUT, connection.quit()).await;
                answer
            }
            // The mail server has the message. If it were sent again, the receiver might get it twice.
            () = sleep(answer_within) => Ok(()),
            () = self.hurried() => Ok(()),
        }
    }

    /// Connects to the mail server, up to the point where it waits for the message.
    async fn introduce(&self, to: Address, is_ascii: bool) -> Result<AsyncSmtpConnection, Unsent> {
        let at_start = |error: SmtpError| unsent(Step::Start, &error);
        let tls = self.tls.clone().filter(|_| self.encryption == Encryption::Tls);
        let server = (&*self.host, self.port);
        let connecting =
            AsyncSmtpConnection::connect_tokio1(server, Some(CONNECT_TIMEOUT), &self.hello, tls, None);
        let mut connection = connecting.await.map_err(at_start)?;
        let introducing = async {
            if let (Encryption::StartTls, Some(tls)) = (self.encryption, &self.tls) {
                connection.starttls(tls.clone(), &self.hello).await.map_err(at_start)?;
            }
            if let Some(credentials) = &self.credentials {
                connection.auth(DEFAULT_MECHANISMS, credentials).await.map_err(at_start)?;
            }
            let eight_bits = (!is_ascii).then_some(MailParameter::Body(MailBodyParameter::EightBitMime));
            let from = commands::Mail::new(Some(self.sender.email.clone()), eight_bits.into_iter().collect());
            connection.command(from).await.map_err(at_start)?;
            let in_message = |error: SmtpError| unsent(Step::Message, &error);
            connection.command(commands::Rcpt::new(to, Vec::new())).await.map_err(in_message)?;
            connection.command(commands::Data).await.map_err(in_message)
        };
        match introducing.await {
            Ok(_) => Ok(connection),
            Err(error) => {
                let _ = timeout(QUIT_TIMEOUT, connection.abort()).await;
                Err(error)
            }
        }
    }

    /// Waits until emails that are being sent are to be finished.
    async fn hurried(&self) {
        let mut hurry = self.hurry.subscribe();
        // The sender lives as long as `self`.
        let _ = hurry.wait_for(|hurry| *hurry).await;
    }

    /// Logs why the mail server refuses emails, each reason at most once an hour. The text may contain addresses.
    fn warn(&self, why: &str) {
        let code = why.split(['(', ')']).nth(1).unwrap_or_default();
        let reason = format!("{code} {}", enhanced_code(why).unwrap_or_default()).trim().to_owned();
        let mut refusals = lock(&self.refusals);
        let log = refusals.entry(reason.clone()).or_insert_with(|| SeldomLog::every(REASON_AGAIN));
        if let Some(times) = log.count() {
            tracing::warn!(reason, times, "the mail server refuses emails; they are tried again");
        }
    }
}

/// The enhanced code in an answer, such as `5.1.1` (RFC 3463).
fn enhanced_code(text: &str) -> Option<&str> {
    let is_number =
        |part: &str| (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_code = |word: &&str| {
        let parts: Vec<&str> = word.split('.').collect();
        parts.len() == 3 && ["4", "5"].contains(&parts[0]) && parts.iter().all(|part| is_number(part))
    };
    text.split_whitespace().map(|word| word.trim_start_matches('#')).find(is_code)
}

/// The meaning of a failure at a step.
fn unsent(step: Step, error: &SmtpError) -> Unsent {
    refusal(step, error.status().map(u16::from), error.to_string())
}

/// The meaning of an answer with this code and text. Only a few enhanced codes say that a mailbox does not exist. All other refusals are of
/// the sender, the provider or the text, and may end when the operator or the provider acts.
fn refusal(step: Step, code: Option<u16>, text: String) -> Unsent {
    match (code, enhanced_code(&text), step) {
        (None | Some(421), ..) => Unsent::Unreachable(text),
        (Some(..500), _, Step::Start) => Unsent::Unreachable(text),
        (Some(..500), ..) => Unsent::Late(text),
        (Some(_), Some("5.1.1" | "5.1.2" | "5.1.3" | "5.1.6" | "5.1.10"), Step::Message) => {
            Unsent::Returned(text)
        }
        // The mailbox is full or switched off.
        (Some(_), Some(code), Step::Message) if code.starts_with("5.2.") => Unsent::Late(text),
        (Some(550), None, Step::Message) => Unsent::Doubtful(text),
        _ => Unsent::Refused(text),
    }
}

/// The mailbox to which an address belongs, and its domain: without quotes and `+…`, in lower case, and without dots for providers that
/// ignore them. Two spellings of one mailbox have one such form, which is not an address to send to.
#[must_use]
pub fn mailbox_of(address: &str) -> (String, String) {
    let (local, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    let mut domain = domain.trim_end_matches('.').to_lowercase();
    let unquoted = local.strip_prefix('"').and_then(|local| local.strip_suffix('"'));
    let local = unquoted.map_or_else(|| local.to_owned(), |local| local.replace('\\', "")).to_lowercase();
    let base = local.split('+').next().filter(|base| !base.is_empty());
    let mut local = base.unwrap_or(&local).to_owned();
    if ["gmail.com", "googlemail.com"].contains(&&*domain) {
        (local, domain) = (local.replace('.', ""), "gmail.com".to_owned());
    }
    (format!("{local}@{domain}"), domain)
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
        let (start, message) = (Step::Start, Step::Message);
        for (step, code, text, expected) in [
            (message, Some(550), "permanent error (550): 5.1.1 no such user", "returned"),
            (message, Some(550), "permanent error (550): #5.1.10 no such user", "returned"),
            (message, Some(553), "permanent error (553): 5.1.3 bad address", "returned"),
            (message, Some(550), "permanent error (550): no such user", "doubtful"),
            (message, Some(550), "permanent error (550): version 5.1 of 1.2.3.4 refuses", "doubtful"),
            (message, Some(550), "permanent error (550): 5.4.5 Daily user sending limit exceeded", "refused"),
            (message, Some(550), "permanent error (550): 5.1.8 Sender domain does not exist", "refused"),
            (message, Some(550), "permanent error (550): 5.7.1 sender is blocked", "refused"),
            (message, Some(551), "permanent error (551): user not local", "refused"),
            (message, Some(554), "permanent error (554): transaction failed", "refused"),
            (message, Some(552), "permanent error (552): 5.2.2 mailbox full", "late"),
            (message, Some(451), "transient error (451): 4.7.1 later", "late"),
            (message, Some(421), "transient error (421): closing", "unreachable"),
            (start, Some(550), "permanent error (550): 5.1.1 sender unknown", "refused"),
            (start, Some(550), "permanent error (550): not you", "refused"),
            (start, Some(535), "permanent error (535): wrong password", "refused"),
            (start, Some(451), "transient error (451): later", "unreachable"),
            (start, None, "Connection error", "unreachable"),
            (message, None, "network error", "unreachable"),
        ] {
            let found = match refusal(step, code, text.to_owned()) {
                Unsent::Returned(_) => "returned",
                Unsent::Doubtful(_) => "doubtful",
                Unsent::Refused(_) => "refused",
                Unsent::Late(_) => "late",
                Unsent::Unreachable(_) => "unreachable",
            };
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_mailbox_has_one_form_for_all_its_spellings() {
        for (expected, spellings) in [
            (
                "v@a.example",
                &["v@a.example", "V@A.example", "\"v\"@a.example", "\"\\v\"@a.example", "v+1@a.example"][..],
            ),
            ("ada.lace@gmx.example", &["Ada.Lace+town@gmx.example"]),
            (
                "adalace@gmail.com",
                &["ada.lace@gmail.com", "adalace@googlemail.com", "\"a.d.a.lace+x\"@Gmail.com."],
            ),
            ("+@a.example", &["+@a.example"]),
        ] {
            for spelling in spellings {
                assert_eq!(mailbox_of(spelling).0, expected, "{spelling}");
            }
        }
        assert_eq!(mailbox_of("a@Googlemail.com").1, "gmail.com");
    }
}
