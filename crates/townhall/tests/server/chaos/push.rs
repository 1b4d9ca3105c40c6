//! A push service that fails: it can be killed, lose its answers, and refuse messages. It hands what it accepts to the recipients.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::{mpsc, watch},
};

use super::receiver::{AUTH, PUBLIC, decrypt};

/// What the service does with messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mood {
    /// Accepts them.
    Works,
    /// Connections break before anything is read.
    Dead,
    /// Accepts them and closes without an answer.
    LosesAnswers,
    /// Refuses them for now.
    Refuses,
}

/// The table and the number of a turn of which a recipient was notified.
pub(super) type Notified = (String, u64);

pub(super) struct PushService {
    /// The address that the servers connect to.
    address: SocketAddr,
    mood: watch::Sender<Mood>,
    boxes: Mutex<HashMap<String, mpsc::UnboundedSender<Notified>>>,
    /// How many messages about turns it has accepted.
    pub(super) accepted: AtomicUsize,
}

impl PushService {
    /// Starts one that servers reach at this address.
    pub(super) async fn start(address: SocketAddr) -> Arc<Self> {
        let listener = TcpListener::bind(address).await.expect("the address is ours");
        let (mood, _) = watch::channel(Mood::Works);
        let address = listener.local_addr().expect("it is bound");
        let service =
            Arc::new(Self { address, mood, boxes: Mutex::default(), accepted: AtomicUsize::new(0) });
        let serving = Arc::clone(&service);
        tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                tokio::spawn(Arc::clone(&serving).serve(connection));
            }
        });
        service
    }

    pub(super) fn set(&self, mood: Mood) {
        self.mood.send_replace(mood);
    }

    /// The setting with which a server knows it.
    pub(super) fn setting(&self) -> String {
        format!("push_services=[\"http://{}\"]", self.address)
    }

    /// The subscription of a recipient by this name, and the turns of which they are notified.
    pub(super) fn subscribe(&self, name: &str) -> (Value, mpsc::UnboundedReceiver<Notified>) {
        let (mail, received) = mpsc::unbounded_channel();
        self.boxes.lock().expect("no thread has panicked").insert(format!("/{name}"), mail);
        let subscription = json!({
            "address": format!("http://{}/{name}", self.address), "p256dh": PUBLIC, "auth": AUTH, "language": "en",
            "settings": { "reasons": ["turn"], "quiet": null },
        });
        (subscription, received)
    }

    /// Answers one request, unless the service is dead.
    async fn serve(self: Arc<Self>, connection: TcpStream) {
        let mut dies = self.mood.subscribe();
        tokio::select! {
            _ = dies.wait_for(|mood| *mood == Mood::Dead) => {}
            _ = self.answer(connection) => {}
        }
    }

    async fn answer(&self, connection: TcpStream) -> Option<()> {
        let mut connection = BufReader::new(connection);
        let (mut path, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            connection.read_line(&mut line).await.ok().filter(|read| *read > 0)?;
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(number) = line.strip_prefix("content-length:") {
                length = number.trim().parse().ok()?;
            } else if path.is_empty() {
                path = line.split(' ').nth(1)?.to_owned();
            } else if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        connection.read_exact(&mut body).await.ok()?;
        let mood = *self.mood.borrow();
        if mood != Mood::Refuses {
            let message: Value = serde_json::from_slice(&decrypt(&body)).expect("messages are JSON");
            let data = &message["notification"]["data"];
            assert_eq!(data["kind"], "turn");
            let code = message["notification"]["tag"].as_str().expect("a table has a code").to_owned();
            let turn = data["turn"].as_u64().expect("a turn has a number");
            self.accepted.fetch_add(1, Relaxed);
            let boxes = self.boxes.lock().expect("no thread has panicked");
            // The recipient may have stopped.
            let _ = boxes.get(&path).map(|mail| mail.send((code, turn)));
        }
        let answer = match mood {
            Mood::Works => "201 Created",
            Mood::Refuses => "503 Service Unavailable",
            Mood::LosesAnswers | Mood::Dead => return None,
        };
        let answer = format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        connection.write_all(answer.as_bytes()).await.ok()
    }
}
