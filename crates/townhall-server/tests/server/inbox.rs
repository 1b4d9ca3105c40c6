//! A mail server for tests.

use std::{
    collections::VecDeque,
    io,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use data_encoding::BASE64;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::{sleep, timeout},
};
use tokio_rustls::TlsAcceptor;

/// An email as the mail server got it.
pub(crate) struct Email {
    /// The name and the password by which the client authenticated, if it did.
    pub(crate) login: Option<String>,
    /// Whether the connection was encrypted.
    pub(crate) is_encrypted: bool,
    /// The sender and the receiver of the envelope.
    pub(crate) envelope: (String, String),
    /// The mail server's answer; empty if it closed the connection instead.
    #[allow(dead_code, reason = "for tests of the program")]
    pub(crate) answer: &'static str,
    text: String,
}

impl Email {
    /// A header, without its line breaks and encodings; empty if it is missing.
    pub(crate) fn header(&self, name: &str) -> String {
        let head = self.text.split("\r\n\r\n").next().unwrap_or_default().replace("\r\n ", " ");
        let line = head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        let word = |word: &str| {
            let encoded = word.strip_prefix("=?utf-8?b?").and_then(|word| word.strip_suffix("?="));
            let bytes = encoded.map(|encoded| BASE64.decode(encoded.as_bytes()).unwrap());
            bytes.map_or_else(|| format!(" {word} "), |bytes| String::from_utf8(bytes).unwrap())
        };
        let words: String = line.unwrap_or_default().split(' ').map(word).collect();
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Everything after the head, decoded from quoted-printable.
    pub(crate) fn body(&self) -> String {
        let (_, body) = self.text.split_once("\r\n\r\n").unwrap_or_default();
        // A line that begins with a dot was sent with another one.
        let body = body.replace("\r\n..", "\r\n.").replace("=\r\n", "");
        let mut parts = body.split('=');
        let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
        for part in parts {
            match part.get(..2).map(|hex| u8::from_str_radix(hex, 16)) {
                Some(Ok(byte)) => {
                    bytes.push(byte);
                    bytes.extend(&part.as_bytes()[2..]);
                }
                _ => bytes.extend(format!("={part}").bytes()),
            }
        }
        String::from_utf8(bytes).unwrap()
    }
}

/// A mail server.
pub(crate) struct Inbox {
    /// Its port on 127.0.0.1.
    pub(crate) port: u16,
    /// The answers to the next emails, before it accepts all. Instead of an empty answer it closes the connection, and one such as
    /// `RCPT 550 no` is the answer to this command.
    pub(crate) answers: Arc<Mutex<VecDeque<&'static str>>>,
    /// How many milliseconds it takes to accept an email.
    #[allow(dead_code, reason = "for tests of the server")]
    pub(crate) delay: Arc<AtomicU64>,
    /// How many emails it has accepted.
    #[allow(dead_code, reason = "for tests of the server")]
    pub(crate) accepted: Arc<AtomicU64>,
    emails: mpsc::UnboundedReceiver<Email>,
}

/// The state that the tasks of connections share.
#[derive(Clone)]
struct Shared {
    /// Encrypts, if the server does.
    tls: Option<TlsAcceptor>,
    answers: Arc<Mutex<VecDeque<&'static str>>>,
    delay: Arc<AtomicU64>,
    accepted: Arc<AtomicU64>,
    emails: mpsc::UnboundedSender<Email>,
}

impl Inbox {
    /// A mail server that encrypts nothing; with `tls` it accepts emails only after `STARTTLS` and a login.
    pub(crate) async fn open(tls: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (sender, emails) = mpsc::unbounded_channel();
        let answers = Arc::<Mutex<VecDeque<&'static str>>>::default();
        let (delay, accepted) = (Arc::<AtomicU64>::default(), Arc::<AtomicU64>::default());
        let shared = Shared {
            tls,
            answers: Arc::clone(&answers),
            delay: Arc::clone(&delay),
            accepted: Arc::clone(&accepted),
            emails: sender,
        };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let shared = shared.clone();
                tokio::spawn(async move { shared.receive(stream).await });
            }
        });
        Self { port, answers, delay, accepted, emails }
    }

    pub(crate) async fn next(&mut self) -> Email {
        timeout(Duration::from_secs(20), self.emails.recv()).await.expect("an email").unwrap()
    }

    /// The next email, however long it takes.
    #[allow(dead_code, reason = "for tests of the program")]
    pub(crate) async fn receive(&mut self) -> Option<Email> {
        self.emails.recv().await
    }

    /// Whether no email has come.
    pub(crate) fn is_empty(&mut self) -> bool {
        self.emails.try_recv().is_err()
    }
}

impl Shared {
    /// The answer that this command gets instead of the usual one.
    fn refusal(&self, verb: &str) -> Option<&'static str> {
        let mut answers = self.answers.lock().unwrap();
        let refusal = answers.front()?.strip_prefix(verb)?.trim_start();
        answers.pop_front();
        Some(refusal)
    }

    async fn receive(self, mut stream: TcpStream) -> io::Result<()> {
        stream.write_all(b"220 inbox\r\n").await?;
        if self.talk(&mut stream, false).await?
            && let Some(tls) = &self.tls
        {
            let mut stream = tls.accept(stream).await?;
            self.talk(&mut stream, true).await?;
        }
        Ok(())
    }

    /// Answers until the connection ends, or is to be encrypted: then true.
    async fn talk(
        &self,
        stream: &mut (impl AsyncRead + AsyncWrite + Unpin + Send),
        is_encrypted: bool,
    ) -> io::Result<bool> {
        let mut stream = BufReader::new(stream);
        let (mut login, mut from, mut to) = (None, String::new(), String::new());
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).await? == 0 {
                return Ok(false);
            }
            let line = line.trim_end();
            let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
            let refusal = self.refusal(verb);
            let answer = match verb {
                _ if refusal.is_some() => refusal.unwrap_or_default(),
                "EHLO" if self.tls.is_some() && !is_encrypted => "250-inbox\r\n250 STARTTLS",
                "EHLO" => "250-inbox\r\n250 AUTH PLAIN",
                "STARTTLS" => {
                    stream.write_all(b"220 ready\r\n").await?;
                    return Ok(true);
                }
                "AUTH" => {
                    let text = BASE64.decode(rest.trim_start_matches("PLAIN ").as_bytes()).unwrap();
                    login = Some(String::from_utf8(text).unwrap().replace('\0', " ").trim().to_owned());
                    "235 welcome"
                }
                "MAIL" if self.tls.is_some() && login.is_none() => "530 authenticate first",
                "MAIL" => {
                    from = rest.to_owned();
                    "250 fine"
                }
                "RCPT" => {
                    to = rest.to_owned();
                    "250 fine"
                }
                "DATA" => {
                    stream.write_all(b"354 go on\r\n").await?;
                    let mut text = String::new();
                    while !text.ends_with("\r\n.\r\n") {
                        if stream.read_line(&mut text).await? == 0 {
                            return Ok(false);
                        }
                    }
                    let (login, envelope) = (login.clone(), (from.clone(), to.clone()));
                    let answer = self.answers.lock().unwrap().pop_front().unwrap_or("250 accepted");
                    let _ = self.emails.send(Email { login, is_encrypted, envelope, answer, text });
                    if answer.is_empty() {
                        return Ok(false);
                    }
                    sleep(Duration::from_millis(self.delay.load(Ordering::Relaxed))).await;
                    if answer.starts_with('2') {
                        self.accepted.fetch_add(1, Ordering::Relaxed);
                    }
                    answer
                }
                "QUIT" => "221 bye",
                _ => "500 what?",
            };
            stream.write_all(format!("{answer}\r\n").as_bytes()).await?;
        }
    }
}
