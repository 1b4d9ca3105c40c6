//! A mail server that fails: it can be killed, lose its answers, and refuse emails. It hands what it accepted to the recipients.

use std::{
    collections::{HashMap, VecDeque},
    fs,
    net::IpAddr,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use tokio::sync::mpsc;

use super::{
    boxes::{Boxes, Mood, Notified},
    way::{Traffic, Way},
};
use crate::{
    inbox::{Email, Inbox},
    mail::{acceptor, certificate},
};

/// How the servers log in.
const LOGIN: [&str; 2] = ["town", "open sesame"];
/// More emails than the servers send during one fault.
const MANY: usize = 10_000;

/// The codes by which recipients show that an address is theirs, by address.
type Codes = Arc<Mutex<HashMap<String, mpsc::UnboundedSender<String>>>>;

pub(super) struct MailServer {
    /// How the servers reach it.
    way: Way,
    /// The answers to the next emails, before it accepts all.
    answers: Arc<Mutex<VecDeque<&'static str>>>,
    /// The file with the certificate that the servers trust.
    authority: PathBuf,
    boxes: Arc<Boxes>,
    codes: Codes,
}

impl MailServer {
    /// Starts one that servers reach at this address. Its certificate is put into the folder.
    pub(super) async fn start(address: IpAddr, folder: &Path, boxes: Arc<Boxes>) -> Self {
        let (key, text) = certificate(&address.to_string());
        let authority = folder.join("authority.pem");
        fs::write(&authority, text).expect("the folder is ours");
        let mut inbox = Inbox::open(Some(acceptor(key))).await;
        let way = Way::at(address, ([127, 0, 0, 1], inbox.port).into()).await;
        let (answers, codes) = (Arc::clone(&inbox.answers), Codes::default());
        let server = Self { way, answers, authority, boxes: Arc::clone(&boxes), codes: Arc::clone(&codes) };
        tokio::spawn(async move {
            while let Some(email) = inbox.receive().await {
                if !email.answer.starts_with('4') {
                    deliver(&email, &boxes, &codes);
                }
            }
        });
        server
    }

    pub(super) fn set(&self, mood: Mood) {
        self.way.set(if mood == Mood::Dead { Traffic::Cut } else { Traffic::Flows });
        let answer = match mood {
            Mood::Works | Mood::Dead => None,
            Mood::LosesAnswers => Some(""),
            Mood::Refuses => Some("451 later"),
        };
        let mut answers = self.answers.lock().expect("no thread has panicked");
        answers.clear();
        answers.extend(answer.into_iter().flat_map(|answer| std::iter::repeat_n(answer, MANY)));
    }

    /// The settings with which a server knows it.
    pub(super) fn settings(&self) -> Vec<String> {
        let address = self.way.address;
        [
            format!("host={}", address.ip()),
            format!("port={}", address.port()),
            "encryption=starttls".to_owned(),
            format!("user={}", LOGIN[0]),
            "sender=Town <town@town.example>".to_owned(),
        ]
        .map(|setting| format!("mail.{setting}"))
        .to_vec()
    }

    /// The variables of the environment with which a server knows it.
    pub(super) fn variables(&self) -> Vec<(&'static str, String)> {
        let authority = self.authority.display().to_string();
        vec![("TOWNHALL_MAIL_PASSWORD", LOGIN[1].to_owned()), ("SSL_CERT_FILE", authority)]
    }

    /// The address of a recipient by this name, the codes that are sent there, and the turns of which they are notified.
    pub(super) fn address(
        &self,
        name: &str,
    ) -> (String, mpsc::UnboundedReceiver<String>, mpsc::UnboundedReceiver<Notified>) {
        let address = format!("{name}@mail.example");
        let (sender, codes) = mpsc::unbounded_channel();
        self.codes.lock().expect("no thread has panicked").insert(address.clone(), sender);
        let received = self.boxes.open(&address);
        (address, codes, received)
    }
}

fn deliver(email: &Email, boxes: &Boxes, codes: &Codes) {
    let to = &email.envelope.1;
    let address = to.strip_prefix("TO:<").and_then(|to| to.strip_suffix('>')).expect("one recipient");
    if let Some(code) = email.header("Subject").strip_prefix("Your code for Townhall: ") {
        let codes = codes.lock().expect("no thread has panicked");
        // The recipient may have given up.
        let _ = codes.get(address).map(|sender| sender.send(code.to_owned()));
        return;
    }
    assert_eq!(email.header("Subject"), "Your turn · Between Two Cities");
    let body = email.body();
    let table = body.split("/t/").nth(1).and_then(|rest| rest.split_whitespace().next());
    boxes.put_by_id(address, table.expect("a link to the table"), &email.header("Message-ID"));
}
