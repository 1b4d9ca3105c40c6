//! The worker: it takes what is due from the store, finds out whether it is still needed, and sends it.

use std::{collections::HashMap, sync::Arc, time::Duration};

use hyper::{Request, StatusCode, header};
use metrics::{counter, gauge, histogram};
use tokio::{
    sync::{OnceCell, Semaphore, watch},
    task::{self, JoinError, JoinSet},
    time::{Instant, MissedTickBehavior, interval, timeout, timeout_at},
};
use townhall_store::{
    Channel, ChannelId, DeliveryOutcome, DueNotice, Medium, NOTICES_KEPT, QuietHours, Store, StoreError,
    WaitingNotice, kind_word,
};
use townhall_system::{clock, seldom, stopped};
use townhall_table::{
    catalogue::Catalogue, journal::Millis, minute_of_day, protocol::Status, session::NoticeKind,
};

use crate::{
    Looking, Mailer, StoppedLooking, Times, Unsent, Webhooks, metric_names as names,
    news::News,
    post::{Post, PostError},
    push::{PushKey, SubscriptionKeys},
    text::{self, Message, words},
    turns::{Change, Contact, Turn, Turns, medium_of},
    webhook::{self, Hook, WebhookFormat},
};

/// The shortest time between two looks.
const MIN_LOOK: Duration = Duration::from_millis(1);
/// How long a player must have stopped looking before a notice is sent that was held back while they looked: longer than a page
/// takes to load again.
const MIN_ABSENCE: Duration = Duration::from_secs(5);
/// How often old notices are removed, in milliseconds.
const PRUNED: Millis = 3_600_000;
/// How many waiting messages of one target are known at the same time.
const KNOWN_EACH: usize = 1000;
/// How many waiting messages are known at the same time.
const KNOWN: usize = 10_000;
/// How long a message waits for a target that is paused before it is given up, in milliseconds.
const GIVEN_UP: Millis = 86_400_000;
/// After which time a mailbox counts as gone that the mail server refused twice without a reason, in milliseconds.
const DOUBTED: Millis = 86_400_000;
/// For how many leases an email is not taken again while it is being sent: usually 12 minutes, longer than the mail server may
/// take to accept it. If the server is killed meanwhile, the email is sent after this time.
const MAIL_LEASES: Millis = 6;
/// How long emails may take when the server stops, without the last second.
const LAST_MAILS: Duration = Duration::from_secs(14);
/// How long emails may take that are to be finished at once.
const HURRIED: Duration = Duration::from_secs(1);
/// How many times sending is attempted.
const MAX_ATTEMPTS: u32 = 8;
/// The longest delay, in milliseconds.
const MAX_DELAY: Millis = 6 * 3_600_000;
/// How long a push service keeps a message for a browser that is offline, in seconds.
const TIME_TO_LIVE: &str = "43200";
const MINUTE: Millis = 60_000;
pub const DAY_MINUTES: u16 = 1440;

/// Sends notifications.
#[derive(Debug)]
pub struct Notifier {
    pub(crate) store: Arc<Store>,
    pub(crate) players: Arc<dyn Looking>,
    pub(crate) catalogue: Arc<Catalogue>,
    post: Post,
    has_webhooks: bool,
    mailer: Option<Mailer>,
    key: OnceCell<PushKey>,
    /// One journal is read at a time.
    pub(crate) reading: Semaphore,
    pub(crate) times: Times,
}

/// The reception of a message by a service.
enum Reception {
    /// It accepted the message.
    Accepted,
    /// The channel has ended.
    Ended,
    /// It refuses the message for this reason, now and later.
    Refused(String),
    /// Nothing can be sent to this address, for this reason.
    Returned(String),
    /// It answered, and another attempt may succeed.
    Later(String),
    /// It can't be reached, did not answer in time, or refuses everything.
    Unreachable(String),
}

impl Reception {
    const fn contact(&self) -> Contact {
        match self {
            Self::Unreachable(_) => Contact::Failed,
            Self::Accepted | Self::Ended | Self::Refused(_) | Self::Returned(_) | Self::Later(_) => {
                Contact::Answered
            }
        }
    }
}

/// The answer of a webhook to a first message.
enum Greeting {
    Accepted,
    /// It refuses messages for this reason.
    Refused(String),
    /// It can't be reached, or does not answer.
    NoAnswer,
}

/// The messages that are being sent, and those that wait.
#[derive(Default)]
struct Deliveries {
    turns: Turns,
    sending: JoinSet<Contact>,
    begun: HashMap<task::Id, Turn>,
}

impl Deliveries {
    /// A message was sent, or its task ended.
    fn ended(&mut self, ended: Result<(task::Id, Contact), JoinError>) {
        let (id, contact) = ended.unwrap_or_else(|error| (error.id(), Contact::None));
        if let Some(turn) = self.begun.remove(&id) {
            self.give_back(&turn, contact);
        }
    }

    /// Waits until no such message is being sent.
    async fn ended_all(&mut self, is_such: impl Fn(&Turn) -> bool) {
        while self.begun.values().any(&is_such) {
            let Some(ended) = self.sending.join_next_with_id().await else { return };
            self.ended(ended);
        }
    }

    /// Gives the place of a message back, and logs if its target hangs or answers again.
    fn give_back(&mut self, turn: &Turn, contact: Contact) {
        let target = turn.target();
        match self.turns.done(turn, contact, clock::now()) {
            Some(change) if turn.medium() == Medium::Webhook.word() => {
                tracing::debug!(target_of = target, ?change, "the host of webhooks");
            }
            Some(Change::Paused) => {
                seldom!(
                    warn,
                    service = target,
                    "a service does not answer, or refuses everything: its notifications wait"
                );
            }
            Some(Change::Answers) => tracing::info!(service = target, "a service answers again"),
            None => {}
        }
    }
}

/// The end of the URL at which a kind is switched off. Only a token is needed there.
pub(crate) const OFF_PATH: &str = "/api/notices/off";

impl Notifier {
    /// A notifier of the players of these tables. Messages are sent to the push services of the known browsers and these
    /// `push_services`, to webhooks if they are enabled, and by email if there is a mailer.
    #[must_use]
    pub fn new(
        store: Arc<Store>,
        players: Arc<dyn Looking>,
        catalogue: Arc<Catalogue>,
        push_services: &[String],
        webhooks: &Webhooks,
        mailer: Option<Mailer>,
        times: Times,
    ) -> Self {
        let post = Post::new(push_services, &webhooks.origins);
        let has_webhooks = webhooks.enabled;
        let (key, reading) = (OnceCell::new(), Semaphore::new(1));
        Self { store, players, catalogue, post, has_webhooks, mailer, key, reading, times }
    }

    /// The server's key, which is created when it is first needed, and then stored.
    ///
    /// # Errors
    /// The store fails, or the stored key can't be read.
    pub async fn key(&self) -> Result<&PushKey, StoreError> {
        let read = || async {
            let fresh = PushKey::fresh().map_err(|_| StoreError::Corrupt("no random numbers".to_owned()))?;
            let stored = self.store.push_key(&fresh).await?;
            PushKey::read(&stored).ok_or_else(|| StoreError::Corrupt("the key of notifications".to_owned()))
        };
        self.key.get_or_try_init(read).await
    }

    /// Whether an address belongs to a known push service.
    #[must_use]
    pub fn is_known(&self, address: &str) -> bool {
        self.post.service(address).is_some()
    }

    /// Whether guests may add webhooks.
    #[must_use]
    pub const fn has_webhooks(&self) -> bool {
        self.has_webhooks
    }

    /// The mailer, if the operator has set one up.
    #[must_use]
    pub const fn mailer(&self) -> Option<&Mailer> {
        self.mailer.as_ref()
    }

    /// The keys of a new webhook at this address, and why it did not accept a first message, which is empty if it did; `None` if it
    /// can't be the address of a webhook, or can't be reached. A chat service has to accept the message. `format` is found out from
    /// the address if it is left out.
    pub async fn hook(
        &self,
        address: &str,
        format: Option<WebhookFormat>,
        language: &str,
        site: &str,
    ) -> Option<(Hook, String)> {
        let service = self.post.webhook(address)?;
        let hook = Hook::fresh(format.unwrap_or_else(|| WebhookFormat::of(service.host())));
        if !hook.fits(&service) {
            return None;
        }
        match self.greet(&hook, address, language, site).await {
            Greeting::Accepted => Some((hook, String::new())),
            // A receiver that checks signatures does not know the secret yet.
            Greeting::Refused(why) if hook.format == WebhookFormat::Standard => Some((hook, why)),
            Greeting::Refused(_) | Greeting::NoAnswer => None,
        }
    }

    /// Sends a first message to a webhook.
    async fn greet(&self, hook: &Hook, address: &str, language: &str, site: &str) -> Greeting {
        let Some(service) = self.post.webhook(address) else { return Greeting::NoAnswer };
        let title = words(language).hello.to_owned();
        let message = Message { title, link: site.to_owned(), ..Message::default() };
        let (service, request, body) = hook.greeting(service, &message, clock::now());
        match self.post.send(&service, request, body).await {
            Ok(status) if status.is_success() => Greeting::Accepted,
            Ok(status) => Greeting::Refused(status.to_string()),
            Err(_) => Greeting::NoAnswer,
        }
    }

    /// Sends a first message to a stored webhook again. Returns why it was not accepted, which is empty if it was.
    pub async fn greet_again(&self, channel: &Channel) -> String {
        let Ok(hook) = serde_json::from_str::<Hook>(&channel.keys) else { return "no keys".to_owned() };
        match self.greet(&hook, &channel.address, &channel.language, &channel.site).await {
            Greeting::Accepted => String::new(),
            Greeting::Refused(why) => why,
            Greeting::NoAnswer => "no answer".to_owned(),
        }
    }

    /// The host in the address of a webhook whose requests are limited in number; `None` for a chat service, which limits them by itself.
    #[must_use]
    pub fn limited_host(&self, address: &str) -> Option<String> {
        let service = self.post.webhook(address)?;
        let is_chat = WebhookFormat::of(service.host()) != WebhookFormat::Standard;
        (!is_chat).then(|| service.host().to_lowercase())
    }

    /// Sends what becomes due until the server stops. Messages that are being sent then are finished, so that they are not sent again.
    pub async fn run(self: Arc<Self>, mut stopping: watch::Receiver<bool>) {
        let mut looks = interval(self.times.look.max(MIN_LOOK));
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // Each message is a task of its own; `turns` decides how many there are of each target, medium and person.
        let mut deliveries = Deliveries::default();
        let mut pruned = 0;
        loop {
            let mut is_time = false;
            tokio::select! {
                biased;
                () = stopped(&mut stopping) => break,
                Some(ended) = deliveries.sending.join_next_with_id() => deliveries.ended(ended),
                _ = looks.tick() => is_time = true,
            }
            while let Some(ended) = deliveries.sending.try_join_next_with_id() {
                deliveries.ended(ended);
            }
            let now = clock::now();
            if let Err(error) = self.send_due(now, is_time, &mut deliveries).await {
                tracing::debug!(%error, "notifications can't be read");
            }
            if now.saturating_sub(pruned) > PRUNED {
                pruned = now;
                if let Err(error) = self.prune(now, &deliveries.turns.paused(now)).await {
                    tracing::debug!(%error, "old notifications can't be removed");
                }
            }
        }
        self.finish(&mut deliveries).await;
    }

    /// Waits for messages that are being sent, for emails longer than for others, because they would be sent twice.
    async fn finish(&self, deliveries: &mut Deliveries) {
        let stopped = Instant::now();
        let email = Medium::Email.word();
        let _ = timeout(self.times.farewell, deliveries.ended_all(|_| true)).await;
        let _ = timeout_at(stopped + LAST_MAILS, deliveries.ended_all(|turn| turn.medium() == email)).await;
        if let Some(mailer) = &self.mailer {
            mailer.hurry();
            let _ = timeout(HURRIED, deliveries.ended_all(|turn| turn.medium() == email)).await;
        }
    }

    /// Gives up what waited for a paused target for too long, and removes old notices and codes.
    async fn prune(&self, now: Millis, paused: &[String]) -> Result<(), StoreError> {
        let given_up = self
            .store
            .give_up_notices(now.saturating_sub(GIVEN_UP), paused, "the service did not answer for a day")
            .await?;
        if given_up > 0 {
            tracing::warn!(
                given_up,
                "notifications were given up, because services did not answer for a day"
            );
        }
        self.store.prune_email_codes(now).await?;
        self.store.prune_notices(now.saturating_sub(NOTICES_KEPT)).await
    }

    /// Begins to send what is due at this time, as far as there are places. The store is searched if it is time for that, or if all
    /// that was found was sent.
    async fn send_due(
        self: &Arc<Self>,
        now: Millis,
        is_time: bool,
        deliveries: &mut Deliveries,
    ) -> Result<(), StoreError> {
        if is_time || deliveries.turns.is_dry() {
            let overdue = self.store.overdue_notices(now).await?;
            let paused = deliveries.turns.paused(now);
            measure(&overdue, &paused, now);
            let waiting = if overdue.is_empty() {
                Vec::new()
            } else {
                self.store.waiting_notices(now, &paused, KNOWN_EACH, KNOWN).await?
            };
            deliveries.turns.fill(waiting, KNOWN_EACH);
        }
        let next: Vec<_> = std::iter::from_fn(|| deliveries.turns.next(now)).collect();
        if next.is_empty() {
            return Ok(());
        }
        let waiting: Vec<WaitingNotice> = next.iter().map(|(notice, _)| notice.clone()).collect();
        let lease = clock::millis(self.times.lease);
        let (mails, others): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|notice| notice.medium == Medium::Email.word());
        let (mut taken, mut failure) = (Vec::new(), None);
        for (waiting, lease) in [(others, lease), (mails, MAIL_LEASES * lease)] {
            if !waiting.is_empty() {
                match self.store.take_notices(now, now + lease, &waiting).await {
                    Ok(notices) => taken.extend(notices),
                    Err(error) => failure = Some(error),
                }
            }
        }
        let mut notices = HashMap::<_, Vec<DueNotice>>::new();
        for notice in taken {
            let key = if notice.is_collected { Err(notice.channel_id) } else { Ok(notice.id) };
            notices.entry(key).or_default().push(notice);
        }
        for (WaitingNotice { id, channel_id, is_collected, due, .. }, turn) in next {
            // Another worker may have taken it.
            let Some(notices) = notices.remove(&if is_collected { Err(channel_id) } else { Ok(id) }) else {
                deliveries.give_back(&turn, Contact::None);
                continue;
            };
            let notifier = Arc::clone(self);
            let task = deliveries.sending.spawn(async move {
                match notices.as_slice() {
                    [notice] if !is_collected => notifier.send(notice, due, now).await,
                    notices => notifier.send_together(notices, due, now).await,
                }
            });
            deliveries.begun.insert(task.id(), turn);
        }
        failure.map_or(Ok(()), Err)
    }

    /// Sends a notice that became due at a time, if it is needed, and stores what became of it.
    async fn send(&self, notice: &DueNotice, due: Millis, now: Millis) -> Contact {
        let mut looking = None;
        let (outcome, contact) = match self.message(notice, now, &mut looking).await {
            Ok(message) => self.deliver(notice, &message, due, now).await,
            Err(outcome) => (outcome, Contact::None),
        };
        count(&outcome, notice.channel.medium);
        let held_until = if let DeliveryOutcome::Again(due, None) = outcome { Some(due) } else { None };
        // A notice whose outcome can't be stored is due again later.
        if let Err(error) = self.store.settle_notice(notice.id, outcome).await {
            seldom!(warn, %error, "the outcome of a notification can't be stored");
        } else if let (Some(due), Some(stopped)) = (held_until, looking) {
            self.release(notice.id, due, stopped);
        }
        contact
    }

    /// Makes a notice due soon after its person stops looking, which was held back until `due` because they look. If the server
    /// ends before that, the notice is still due at that time.
    fn release(&self, id: i64, due: Millis, stopped: StoppedLooking) {
        let (store, grace) = (Arc::clone(&self.store), self.times.grace);
        tokio::spawn(async move {
            // After this time, the notice is taken again.
            let Ok(Ok(())) = timeout(grace, stopped).await else { return };
            let soon = clock::now() + clock::millis(MIN_ABSENCE);
            if soon < due
                && let Err(error) = store.hasten_notice(id, due, soon).await
            {
                tracing::debug!(%error, "a notification can't be made due");
            }
        });
    }

    /// The message of a notice, or what becomes of a notice that is not sent now. If it is held back because its person looks at the
    /// table, `looking` gets what tells that they have stopped.
    async fn message(
        &self,
        notice: &DueNotice,
        now: Millis,
        looking: &mut Option<StoppedLooking>,
    ) -> Result<Message, DeliveryOutcome> {
        let (channel, kind) = (&notice.channel, notice.kind);
        if !channel.kinds.contains(kind) || notice.is_outdated || !channel.problem.is_empty() {
            return Err(DeliveryOutcome::Needless);
        }
        let card = match self.store.card(notice.code).await {
            Ok(Some(card)) => card,
            Ok(None) => return Err(DeliveryOutcome::Needless),
            Err(error) => return Err(self.delayed(notice, error.to_string(), now)),
        };
        let is_true = match kind {
            NoticeKind::Turn | NoticeKind::Late => card.to_act.contains(&channel.owner),
            // Players who have come are notified of the start.
            NoticeKind::Invited => card.status == Status::Lobby,
            NoticeKind::Soon => card.starts.is_some_and(|starts| now < starts),
            NoticeKind::Started => card.status == Status::Playing,
            NoticeKind::Over => card.status == Status::Over,
        };
        if !is_true {
            return Err(DeliveryOutcome::Needless);
        }
        // The person may have left since, or declined.
        if matches!(kind, NoticeKind::Invited | NoticeKind::Soon) {
            match self.store.belongs(channel.owner, notice.code).await {
                Ok(true) => {}
                Ok(false) => return Err(DeliveryOutcome::Needless),
                Err(error) => return Err(self.delayed(notice, error.to_string(), now)),
            }
        }
        *looking = self.players.looking(notice.code, channel.owner).await;
        if let Some(outcome) = self.collected(notice, &card, looking.is_some()) {
            return Err(outcome);
        }
        if looking.is_some() {
            return Err(match kind {
                // They may go away again without having moved.
                NoticeKind::Turn | NoticeKind::Late => {
                    DeliveryOutcome::Again(now + clock::millis(self.times.grace), None)
                }
                NoticeKind::Started | NoticeKind::Over | NoticeKind::Invited | NoticeKind::Soon => {
                    DeliveryOutcome::Needless
                }
            });
        }
        if let Some(end) = channel.quiet.as_ref().and_then(|quiet| quiet_until(quiet, now)) {
            return Err(DeliveryOutcome::Again(end, None));
        }
        let mut message = Message::new(notice, &card, &self.catalogue);
        if channel.medium == Medium::Email {
            let news = match kind {
                NoticeKind::Turn | NoticeKind::Late => self.news(&card, channel.owner).await,
                NoticeKind::Started | NoticeKind::Over | NoticeKind::Invited | NoticeKind::Soon => {
                    News::default()
                }
            };
            message = message.with_news(notice, &card, &news);
        }
        Ok(message)
    }

    /// Sends a message over the channel of a notice that became due at a time. Receivers know it by the number of the notice if they
    /// get it twice.
    pub(crate) async fn deliver(
        &self,
        notice: &DueNotice,
        message: &Message,
        due: Millis,
        now: Millis,
    ) -> (DeliveryOutcome, Contact) {
        let channel = &notice.channel;
        let sent = match channel.medium {
            Medium::Push(_) => self.push(notice, message, now).await,
            Medium::Webhook => self.call(notice, message, now).await,
            Medium::Email => self.mail(notice, message, now).await,
        };
        let reception = match sent {
            Ok(reception) => reception,
            Err(why) => return (self.delayed(notice, why, now), Contact::None),
        };
        let contact = reception.contact();
        let outcome = match reception {
            Reception::Accepted => {
                let seconds = clock::now().saturating_sub(due) as f64 / 1000.0;
                histogram!(names::NOTICE_SECONDS).record(seconds);
                DeliveryOutcome::Sent
            }
            // With the channel, its notices are removed.
            Reception::Ended => match self.store.remove_channel(notice.channel_id, &channel.address).await {
                Ok(()) => DeliveryOutcome::Failed("the subscription has ended".to_owned()),
                Err(error) => self.delayed(notice, error.to_string(), now),
            },
            Reception::Refused(why) => DeliveryOutcome::Failed(why),
            Reception::Returned(why) => {
                match self.store.fail_channel(notice.channel_id, &channel.address, &why).await {
                    Ok(()) => DeliveryOutcome::Failed(why),
                    Err(error) => self.delayed(notice, error.to_string(), now),
                }
            }
            Reception::Later(why) | Reception::Unreachable(why) => self.delayed(notice, why, now),
        };
        (outcome, contact)
    }

    /// The outcome of an attempt that failed for this reason: another attempt later, or none after too many.
    fn delayed(&self, notice: &DueNotice, why: String, now: Millis) -> DeliveryOutcome {
        match later(now, self.times.retry, notice.attempts) {
            Some(at) => DeliveryOutcome::Again(at, Some(why)),
            None => DeliveryOutcome::Failed(why),
        }
    }

    /// Sends a notice to the push service of a browser. An error may be gone later.
    async fn push(&self, notice: &DueNotice, message: &Message, now: Millis) -> Result<Reception, String> {
        let key = self.key().await.map_err(|error| error.to_string())?;
        let channel = &notice.channel;
        let service = self.post.service(&channel.address).ok_or("the push service is not allowed")?;
        let keys: SubscriptionKeys =
            serde_json::from_str(&channel.keys).map_err(|error| error.to_string())?;
        let text = text::declarative(notice, message, key).to_string();
        let unencrypted = |_| "the message can't be encrypted".to_owned();
        let body = keys.encrypt(text.as_bytes()).map_err(unencrypted)?;
        let authorization = key.authorization(&service.origin, &channel.site, now).map_err(unencrypted)?;
        let request = Request::builder()
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header("ttl", TIME_TO_LIVE)
            .header("urgency", urgency(notice.kind))
            .header("topic", message.topic(notice));
        let status = match self.post.send(&service, request, body).await {
            Ok(status) => status,
            Err(error) => return unreachable_by(&error),
        };
        match status {
            status if status.is_success() => Ok(Reception::Accepted),
            // The browser has ended its subscription.
            StatusCode::NOT_FOUND | StatusCode::GONE => Ok(Reception::Ended),
            status if status.is_client_error() && status != StatusCode::TOO_MANY_REQUESTS => {
                let address = &channel.site;
                seldom!(warn, %status, address, "a push service refused a notification");
                Ok(Reception::Refused(status.to_string()))
            }
            status => Ok(Reception::Later(status.to_string())),
        }
    }

    /// Sends a notice to a webhook. An error of the receiver may be gone later.
    async fn call(&self, notice: &DueNotice, message: &Message, now: Millis) -> Result<Reception, String> {
        if !self.has_webhooks {
            return Ok(Reception::Refused("webhooks are switched off".to_owned()));
        }
        let channel = &notice.channel;
        let service = self.post.webhook(&channel.address).ok_or("the address is not allowed")?;
        let hook: Hook = serde_json::from_str(&channel.keys).map_err(|error| error.to_string())?;
        let (service, request, body) = hook.request(service, notice, message, now);
        let status = match self.post.send(&service, request, body).await {
            Ok(status) => status,
            Err(error) => return unreachable_by(&error),
        };
        match status {
            status if status.is_success() => Ok(Reception::Accepted),
            // Nobody there wants messages. Its owner sees the answer, and can have it tried again.
            status @ (StatusCode::UNAUTHORIZED
            | StatusCode::FORBIDDEN
            | StatusCode::NOT_FOUND
            | StatusCode::METHOD_NOT_ALLOWED
            | StatusCode::GONE) => Ok(Reception::Returned(status.to_string())),
            status => Ok(Reception::Later(status.to_string())),
        }
    }

    /// Sends a notice by email. An error may be gone later.
    async fn mail(&self, notice: &DueNotice, message: &Message, now: Millis) -> Result<Reception, String> {
        let Some(mailer) = &self.mailer else {
            return Ok(Reception::Refused("emails are switched off".to_owned()));
        };
        let key = self.key().await.map_err(|error| error.to_string())?;
        let (channel, language) = (&notice.channel, &*notice.channel.language);
        let (ChannelId(number), kind) = (notice.channel_id, kind_word(notice.kind));
        let off = format!(
            "{}{OFF_PATH}?channel={number}&kind={kind}&language={language}&token={}",
            channel.site,
            key.token(notice.channel_id, notice.kind)
        );
        match mailer.send_message(&channel.address, &webhook::id(notice), message, language, &off).await {
            Ok(()) => {
                if let Err(error) = self.store.trust_channel(notice.channel_id).await {
                    tracing::debug!(%error, "a channel can't be changed");
                }
                Ok(Reception::Accepted)
            }
            Err(Unsent::Doubtful(why)) => {
                let first = self.store.doubt_channel(notice.channel_id, now).await;
                let first = first.map_err(|error| error.to_string())?;
                let is_sure = now.saturating_sub(first) >= DOUBTED;
                Ok(if is_sure { Reception::Returned(why) } else { Reception::Later(why) })
            }
            Err(Unsent::Returned(why)) => Ok(Reception::Returned(why)),
            Err(Unsent::Late(why)) => Ok(Reception::Later(why)),
            // It would refuse others too.
            Err(Unsent::Refused(why) | Unsent::Unreachable(why)) => Ok(Reception::Unreachable(why)),
        }
    }
}

/// The meaning of a request without an answer: an error if the fault is not the receiver's.
fn unreachable_by(error: &PostError) -> Result<Reception, String> {
    let why = error.to_string();
    match error {
        PostError::NotAllowed | PostError::NoCertificates | PostError::Request(_) => Err(why),
        PostError::Private | PostError::Late | PostError::Io(_) | PostError::Http(_) | PostError::Tls(_) => {
            Ok(Reception::Unreachable(why))
        }
    }
}

/// Measures how long notices of each medium have been overdue, and how many targets are paused.
fn measure(overdue: &[(&'static str, Millis)], paused: &[String], now: Millis) {
    for medium in Medium::WORDS {
        let due = overdue.iter().find(|(of, _)| *of == medium).map_or(now, |(_, due)| *due);
        gauge!(names::NOTICE_OVERDUE, "medium" => medium).set(now.saturating_sub(due) as f64 / 1000.0);
        let paused = paused.iter().filter(|target| medium_of(target) == medium).count();
        gauge!(names::NOTICE_PAUSED, "medium" => medium).set(paused as f64);
    }
}

/// How soon a push service should wake a sleeping device, as RFC 8030 names it.
const fn urgency(kind: NoticeKind) -> &'static str {
    match kind {
        NoticeKind::Turn | NoticeKind::Late | NoticeKind::Soon => "high",
        NoticeKind::Started | NoticeKind::Over | NoticeKind::Invited => "normal",
    }
}

/// When a notice is tried again whose attempt of this number failed; `None` if it is given up. Each delay is four times as long
/// as the one before.
fn later(now: Millis, first_delay: Duration, attempts: u32) -> Option<Millis> {
    let factor = 4_u64.saturating_pow(attempts.saturating_sub(1));
    let delay = clock::millis(first_delay).saturating_mul(factor).min(MAX_DELAY);
    (attempts < MAX_ATTEMPTS).then(|| now + delay)
}

/// The end of the quiet hours, if it is one of them now.
pub(crate) fn quiet_until(quiet: &QuietHours, now: Millis) -> Option<Millis> {
    let minute = minute_of_day(&quiet.zone, now)?;
    let since = (minute + DAY_MINUTES - quiet.from) % DAY_MINUTES;
    let length = (quiet.to + DAY_MINUTES - quiet.from) % DAY_MINUTES;
    let rest = length.checked_sub(since).filter(|rest| *rest > 0)?;
    // To the full minute. If the clocks change in between, it is looked at again then.
    Some((now / MINUTE + Millis::from(rest)) * MINUTE)
}

pub(crate) fn count(outcome: &DeliveryOutcome, medium: Medium) {
    let outcome = match outcome {
        DeliveryOutcome::Sent => "sent",
        DeliveryOutcome::Needless => "needless",
        DeliveryOutcome::Collected(_) => "collected",
        DeliveryOutcome::Again(_, None) => "postponed",
        DeliveryOutcome::Again(_, Some(_)) => "again",
        DeliveryOutcome::Failed(_) => "failed",
    };
    counter!(names::NOTICES, "outcome" => outcome, "medium" => medium.word()).increment(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_hours_follow_the_time_zone_and_its_changes() {
        let quiet = |from, to| QuietHours { from, to, zone: "Europe/Budapest".to_owned() };
        // 2026-10-24 22:00 UTC is midnight there; at 1:00 UTC the clocks go back from 3:00 to 2:00.
        let midnight = 1_792_879_200_000;
        let at = |hours: u64| midnight + hours * 3_600_000;
        for (what, quiet, now, expected) in [
            ("an hour before", quiet(1320, 480), at(0) - 7_200_001, None),
            ("the first minute", quiet(1320, 480), at(0) - 7_200_000, Some(at(8))),
            ("midnight", quiet(1320, 480), at(0), Some(at(8))),
            ("the time that was computed before the change", quiet(1320, 480), at(8), Some(at(9))),
            ("the end", quiet(1320, 480), at(9), None),
            ("within one day", quiet(0, 60), at(0), Some(at(1))),
            ("never", quiet(60, 60), at(1), None),
        ] {
            assert_eq!(quiet_until(&quiet, now), expected, "{what}");
        }
        assert_eq!(quiet_until(&QuietHours { zone: "Mars".to_owned(), ..quiet(0, 1439) }, midnight), None);
    }

    #[test]
    fn failures_delay_the_next_attempt_longer_and_longer() {
        let first = Duration::from_secs(30);
        let delays: Vec<_> = (1..=9).map(|attempts| later(0, first, attempts).map(|at| at / 1000)).collect();
        let expected = [Some(30), Some(120), Some(480), Some(1920), Some(7680), Some(21600), Some(21600)];
        assert_eq!(delays[..7], expected);
        assert_eq!(delays[7..], [None, None]);
    }
}
