//! The push service of a run: it accepts everything, and measures how late players are notified.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    time::{Duration, Instant, sleep},
};
use townhall_client::{ClientError, Guest, Method, Site};

/// The keys of a subscription: those of the example in RFC 8291.
const RECEIVER: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// How late a notification may be.
const IN_TIME: Duration = Duration::from_secs(10);

/// How late a notification may be before it is given up.
const LOST: Duration = Duration::from_secs(120);

/// The longest head and body of a request, in bytes.
const REQUEST_BYTES: u64 = 16 * 1024;

/// A push service at an address of this machine.
pub(super) struct PushService {
    origin: String,
    /// The number of this run, which is part of each subscription's path.
    run: u64,
    /// How long after they were asked players are notified who don't look.
    grace: Duration,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    /// The path of each guest's subscription, by their cookie.
    paths: HashMap<Vec<u8>, String>,
    /// By path and code of the table: when the player should be notified of an open turn.
    due: HashMap<(String, String), Instant>,
    /// When they were.
    notified: HashMap<(String, String), Vec<Instant>>,
}

impl PushService {
    /// Listens at this origin, such as `http://127.0.0.1:9000`. Has to be called in a runtime.
    pub(super) async fn start(origin: &str, run: u64, grace: Duration) -> Result<Arc<Self>, ClientError> {
        let listener = TcpListener::bind(Site::new(origin)?.address()).await?;
        let service = Arc::new(Self { origin: origin.to_owned(), run, grace, seen: Mutex::default() });
        let serving = Arc::clone(&service);
        tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                tokio::spawn(Arc::clone(&serving).answer(connection));
            }
        });
        Ok(service)
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Subscribes a guest to all notifications.
    pub(super) async fn subscribe(&self, site: Site, guest: &Guest) -> Result<(), ClientError> {
        let path = {
            let paths = &mut self.seen().paths;
            let path = format!("/{}-{}", self.run, paths.len());
            paths.insert(guest.cookie().as_bytes().to_vec(), path.clone());
            path
        };
        let subscription = json!({
            "address": format!("{}{path}", self.origin), "p256dh": RECEIVER, "auth": SECRET, "language": "en",
        });
        let request = site.request(Method::PUT, "/api/me/notices").by(guest).json(&subscription);
        request.send().await?.accepted("PUT /api/me/notices")?;
        Ok(())
    }

    /// A guest leaves a table at which they have an open turn since `asked`: they should be notified of it, but not before
    /// they have left.
    pub(super) fn left(&self, guest: &Guest, code: &str, asked: Instant) {
        let due = (asked + self.grace).max(Instant::now());
        let mut seen = self.seen();
        if let Some(path) = seen.paths.get(guest.cookie().as_bytes()).cloned() {
            seen.due.insert((path, code.to_owned()), due);
        }
    }

    /// Takes one request and accepts it.
    async fn answer(self: Arc<Self>, connection: TcpStream) -> Option<()> {
        let mut connection = BufReader::new(connection).take(REQUEST_BYTES);
        let (mut path, mut topic, mut length) = (String::new(), String::new(), 0);
        loop {
            let mut line = String::new();
            connection.read_line(&mut line).await.ok().filter(|read| *read > 0)?;
            let line = line.trim_end();
            match line.split_once(": ") {
                _ if path.is_empty() => path = line.split(' ').nth(1)?.to_owned(),
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.parse().ok()?;
                }
                Some((name, value)) if name.eq_ignore_ascii_case("topic") => topic = value.to_owned(),
                Some(_) => {}
                None => break,
            }
        }
        let mut body = (&mut connection).take(length);
        tokio::io::copy(&mut body, &mut tokio::io::sink()).await.ok()?;
        if let Some(code) = topic.strip_suffix("-turn") {
            self.seen().notified.entry((path, code.to_owned())).or_default().push(Instant::now());
        }
        let answer = b"HTTP/1.1 201 Created\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        connection.into_inner().write_all(answer).await.ok()
    }

    /// Waits until all who have left were notified, or much longer than it should take.
    pub(super) async fn all_notified(&self) {
        let is_over = || {
            let seen = self.seen();
            let now = Instant::now();
            seen.due.iter().all(|(whom, due)| seen.notified.contains_key(whom) || now > *due + LOST)
        };
        while !is_over() {
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// How late players were notified.
    pub(super) fn figures(&self) -> Value {
        let seen = self.seen();
        let (mut late, mut early, mut again) = (Vec::new(), 0, 0);
        for (whom, due) in &seen.due {
            let Some([first, more @ ..]) = seen.notified.get(whom).map(Vec::as_slice) else { continue };
            again += more.len();
            late.push(first.saturating_duration_since(*due));
            early += usize::from(first < due);
        }
        late.sort_unstable();
        let at = |share: f64| late.get((late.len() as f64 * share) as usize).or(late.last());
        let seconds = |share: f64| at(share).map(Duration::as_secs_f64);
        let in_time = late.iter().filter(|late| **late <= IN_TIME).count();
        let without_turn = seen.notified.keys().filter(|whom| !seen.due.contains_key(*whom)).count();
        json!({
            "open_turns": seen.due.len(), "notified": late.len(), "within_10_s": in_time, "early": early, "again": again,
            "without_an_open_turn": without_turn,
            "seconds_late": { "p50": seconds(0.5), "p99": seconds(0.99), "max": seconds(1.0) },
        })
    }
}
