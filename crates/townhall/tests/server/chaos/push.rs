//! A push service that fails: it can be killed, lose its answers, and refuse messages. It hands what it accepts to the
//! recipients. Some of them have a webhook instead of a subscription.

use std::{net::SocketAddr, sync::Arc};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::{mpsc, watch},
};

use super::{
    boxes::{Boxes, Mood, Notified},
    receiver::{AUTH, PUBLIC, decrypt},
};

pub(super) struct PushService {
    /// The address that the servers connect to.
    address: SocketAddr,
    mood: watch::Sender<Mood>,
    boxes: Arc<Boxes>,
}

impl PushService {
    /// Starts one that servers reach at this address.
    pub(super) async fn start(address: SocketAddr, boxes: Arc<Boxes>) -> Arc<Self> {
        let listener = TcpListener::bind(address).await.expect("the address is ours");
        let (mood, _) = watch::channel(Mood::Works);
        let address = listener.local_addr().expect("it is bound");
        let service = Arc::new(Self { address, mood, boxes });
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

    /// The settings with which a server knows it.
    pub(super) fn settings(&self) -> Vec<String> {
        ["push_services", "webhooks.origins"]
            .map(|key| format!("{key}=[\"http://{}\"]", self.address))
            .to_vec()
    }

    /// The URL of a recipient's webhook, and the turns of which they are notified.
    pub(super) fn webhook(&self, name: &str) -> (String, mpsc::UnboundedReceiver<Notified>) {
        (format!("http://{}/{name}", self.address), self.boxes.open(&format!("/{name}")))
    }

    /// The subscription of a recipient by this name, and the turns of which they are notified.
    pub(super) fn subscribe(&self, name: &str) -> (Value, mpsc::UnboundedReceiver<Notified>) {
        let (address, received) = self.webhook(name);
        let subscription = json!({
            "address": address, "p256dh": PUBLIC, "auth": AUTH, "language": "en",
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
        let (mut path, mut id, mut length) = (String::new(), None, 0);
        loop {
            let mut line = String::new();
            connection.read_line(&mut line).await.ok().filter(|read| *read > 0)?;
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(number) = line.strip_prefix("content-length:") {
                length = number.trim().parse().ok()?;
            } else if let Some(value) = line.strip_prefix("webhook-id:") {
                id = Some(value.trim().to_owned());
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
            let body = if id.is_some() { body } else { decrypt(&body) };
            let message: Value = serde_json::from_slice(&body).expect("messages are JSON");
            if message["type"] == "channel.added" {
                // The first message to a webhook is about no table.
            } else if let Some(id) = id {
                assert_eq!(message["type"], "notice.turn");
                let code = message["data"]["table"].as_str().expect("a table has a code");
                self.boxes.put_by_id(&path, code, &id);
            } else {
                let data = &message["notification"]["data"];
                assert_eq!(data["kind"], "turn");
                let code = message["notification"]["tag"].as_str().expect("a table has a code");
                self.boxes.put(&path, code, data["turn"].as_u64().expect("a turn has a number"));
            }
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
