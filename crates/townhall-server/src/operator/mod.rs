//! The operator's commands on a server's tables, guests and database file.
//!
//! [`check`] and [`back_up`] only read, and so work whether or not a server has the file open. Every other request is an
//! [`Order`]. If a server has the file open, the server carries it out, so that tables in memory learn of it at once;
//! [`order`] hands it over through a Unix socket beside the file, which only the file's owner can open. Otherwise
//! [`order`] opens the file itself and does the same with the same code.

mod backup;
mod check;
#[cfg(unix)]
mod control;
mod restore;

use std::sync::Arc;

use futures_util::{StreamExt, stream};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use townhall_table::{
    Catalogue, TableCode,
    journal::{Listing, Millis, PlayerId},
    protocol::{Status, TalkWhat},
};

pub use self::{
    backup::{BackupError, back_up},
    check::{CheckError, Damage, Findings, check},
    restore::{RestoreError, restore},
};
#[cfg(unix)]
pub(crate) use control::Control;

use crate::{
    blocks::Subject,
    clock,
    config::{Limits, Times},
    hub::{ClusterEvent, Hub, Local},
    identity::SignInCode,
    store::{
        Block, Card, Data, Guest, LoggedNotice, OpenError, Report, Snapshot, Store, StoreError, WithheldCard,
        Withholding, status_word,
    },
};

/// How many tables are removed at once: their removals share a commit.
const REMOVED_AT_ONCE: usize = 64;
/// How many guests a search finds at most.
const MAX_FOUND_GUESTS: usize = 100;
/// How many messages of the reported player come with a report.
const QUOTED_MESSAGES: usize = 10;

/// A command of the operator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "kebab-case")]
pub enum Order {
    /// Unlists or closes a table, or takes that back.
    Withhold {
        /// The table's code.
        code: String,
        /// Whether to unlist or to close it.
        what: Withholding,
        /// Whether to do it or to undo it.
        on: bool,
    },
    /// Removes a table.
    RemoveTable {
        /// The table's code.
        code: String,
    },
    /// Removes the tables that have not changed for a while, and the guests who came before that and are at no other
    /// table.
    Prune {
        /// How long they have not changed, in milliseconds.
        older_than: Millis,
        /// How long those have not changed that are removed earlier, in milliseconds: tables that never began, and public tables whose
        /// game was abandoned.
        #[serde(default)]
        abandoned: Option<Millis>,
        /// Whether to go on although the clock seems wrong.
        #[serde(default)]
        force: bool,
        /// Whether only to count what would be removed.
        dry_run: bool,
    },
    /// Lists tables, the latest touched first.
    Tables {
        /// Only those in public lists.
        public: bool,
        /// How many at most.
        limit: usize,
    },
    /// Looks for guests, the latest first.
    Guests {
        /// A part of their name, in any case.
        name: String,
    },
    /// Forgets a guest: their cookies become invalid, and their name and what they wrote are removed from all journals.
    Forget {
        /// The guest's number.
        guest: PlayerId,
    },
    /// Makes a code by which a guest who has lost all devices signs in again.
    Recover {
        /// The guest's number.
        guest: PlayerId,
    },
    /// Lists the reports of players.
    Reports,
    /// Removes a report that was dealt with.
    RemoveReport {
        /// The report's number.
        report: i64,
    },
    /// Removes all reports by one guest.
    RemoveReportsBy {
        /// The guest's number.
        guest: PlayerId,
    },
    /// Blocks an address, network or guest.
    Block {
        /// What to block, as the text of a [`Subject`].
        subject: String,
        /// For how long, in milliseconds; `None`: until it is unblocked.
        lasting: Option<Millis>,
    },
    /// Removes a block.
    Unblock {
        /// What was blocked.
        subject: String,
    },
    /// Lists the blocks in force.
    Blocks,
    /// Lists notifications.
    Notices {
        /// How many at most.
        limit: usize,
    },
}

/// The outcome of an [`Order`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Outcome {
    /// The order was carried out.
    Done,
    /// The tables and guests that a prune removed, or would remove.
    Pruned(Pruned),
    /// The tables in the requested list.
    Tables {
        /// The tables, the one that was changed last first.
        tables: Vec<TableLine>,
    },
    /// The guests that were searched for: at most 100.
    Guests {
        /// The guests, the newest first.
        guests: Vec<Guest>,
    },
    /// A guest was forgotten.
    Forgotten {
        /// At how many tables something was changed.
        tables: usize,
        /// The codes of those that can't be read, and so may still name the guest.
        unreadable: Vec<String>,
    },
    /// A code by which a guest signs in again, once.
    Recovery {
        /// The guest's name.
        name: String,
        /// The code.
        code: String,
        /// Until when it is valid.
        until: Millis,
    },
    /// The reports of players.
    Reports {
        /// The reports, the oldest first.
        reports: Vec<QuotedReport>,
    },
    /// The reports of one guest were removed.
    ReportsRemoved {
        /// How many there were.
        reports: u64,
    },
    /// The blocks in force.
    Blocks {
        /// The blocks, the oldest first.
        blocks: Vec<Block>,
    },
    /// Notifications that are waiting, or were sent or given up.
    Notices {
        /// The notifications, the latest first.
        notices: Vec<LoggedNotice>,
    },
    /// The order was not carried out.
    Refused {
        /// The reason, in a sentence.
        why: String,
    },
}

/// How many tables and guests a prune removed, or would remove.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pruned {
    /// Tables whose game was over.
    pub finished: u64,
    /// Tables whose game was on.
    pub unfinished: u64,
    /// Tables whose game had not begun.
    pub never_begun: u64,
    /// Guests who are at no other table.
    pub guests: u64,
}

/// A table as the operator sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableLine {
    /// The code.
    pub code: String,
    /// The id of the game.
    pub game: String,
    /// Its status: `lobby`, `playing` or `over`.
    pub status: String,
    /// Whether its game was played elsewhere and uploaded.
    #[serde(default)]
    pub is_imported: bool,
    /// Whether its host wants it in public lists.
    pub is_public: bool,
    /// Whether the operator keeps it out of lists.
    pub is_unlisted: bool,
    /// Whether the operator closed it.
    pub is_closed: bool,
    /// The names of its players.
    pub names: Vec<String>,
    /// When it last changed.
    pub touched: Millis,
}

/// A report, and the latest messages of the reported person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct QuotedReport {
    /// The report.
    #[serde(flatten)]
    pub report: Report,
    /// The latest lines that the reported person wrote at the table, the oldest first; none if the table is gone.
    pub said: Vec<String>,
}

/// The milliseconds of a day.
const DAY: Millis = 86_400_000;
/// How long the code of [`Order::Recover`] is valid, in milliseconds.
const RECOVERY_VALID_FOR: Millis = DAY;
/// If nothing has happened at any table for more days than this, the clock may be wrong.
const IDLE_DAYS: u64 = 30;

/// Why an order can't be handed to a server or carried out here.
#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    /// The file or database can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The order only reads, which must not upgrade the file.
    #[error(
        "{path} was written by an earlier version of Townhall, and this command does not change it: start the server, which \
         upgrades it, or use `townhall check`",
        path = path.display()
    )]
    Older {
        /// The file.
        path: std::path::PathBuf,
    },
    /// A server has the file open, and does not answer.
    #[error("the server that has {path} open does not answer: {error}", path = path.display())]
    Server {
        /// The file.
        path: std::path::PathBuf,
        /// The error of the connection to its socket.
        error: std::io::Error,
    },
}

/// Carries out the operator's orders on the tables of a hub.
#[derive(Clone, Debug)]
pub struct Operator {
    hub: Arc<Hub>,
}

impl Operator {
    /// On the tables of this hub.
    #[must_use]
    pub const fn new(hub: Arc<Hub>) -> Self {
        Self { hub }
    }

    /// Carries out an order.
    pub async fn carry_out(&self, order: Order) -> Outcome {
        tracing::info!(order = order.name(), "the operator gave an order");
        let subject = order.subject();
        self.obey(order).await.unwrap_or_else(|error| Outcome::Refused {
            why: match error {
                StoreError::Missing => format!("there is no {subject}"),
                other => other.to_string(),
            },
        })
    }

    async fn obey(&self, order: Order) -> Result<Outcome, StoreError> {
        let store = self.hub.store();
        match order {
            Order::Withhold { code, what: Withholding::Closed, on } => {
                self.hub.close(&tidy(&code), on).await?;
                self.hub.announce_withheld(&tidy(&code)).await;
            }
            Order::Withhold { code, what, on } => store.withhold(&tidy(&code), what, on).await?,
            Order::RemoveTable { code } => {
                self.hub.remove(&tidy(&code), None).await?;
                self.hub.announce_withheld(&tidy(&code)).await;
                store.settle().await?;
            }
            Order::Prune { older_than, abandoned, force, dry_run } => {
                let now = clock::now();
                if !force && let Some(why) = self.wrong_clock(now).await? {
                    return Ok(Outcome::Refused { why });
                }
                let before = now.saturating_sub(older_than);
                let abandoned = abandoned.map(|abandoned| now.saturating_sub(abandoned).max(before));
                return self.prune(now, before, abandoned, dry_run).await.map(Outcome::Pruned);
            }
            Order::Tables { public, limit } => {
                let tables = store.tables(limit, public).await?.into_iter().map(line).collect();
                return Ok(Outcome::Tables { tables });
            }
            Order::Guests { name } => {
                return Ok(Outcome::Guests { guests: store.find_players(&name, MAX_FOUND_GUESTS).await? });
            }
            Order::Forget { guest } => {
                let forgotten = self.hub.forget_person(guest).await?;
                return Ok(Outcome::Forgotten { tables: forgotten.tables, unreadable: forgotten.unreadable });
            }
            Order::Recover { guest } => {
                let (code, now) = (SignInCode::for_recovery(), clock::now());
                let until = now.saturating_add(RECOVERY_VALID_FOR);
                let person = store.offer_recovery_link(guest, code.hash(), now, until).await?;
                return Ok(Outcome::Recovery { name: person.name, code: code.to_string(), until });
            }
            Order::Reports => return self.reports().await,
            Order::Notices { limit } => {
                return Ok(Outcome::Notices { notices: store.notices(None, limit).await? });
            }
            Order::RemoveReport { report } => store.remove_report(report).await?,
            Order::RemoveReportsBy { guest } => {
                return Ok(Outcome::ReportsRemoved { reports: store.remove_reports_by(guest).await? });
            }
            Order::Block { subject, lasting } => match subject.parse::<Subject>() {
                Ok(subject) => {
                    let at = clock::now();
                    let until = lasting.map(|lasting| at.saturating_add(lasting));
                    store.block(Block { subject: subject.to_string(), at, until }).await?;
                    self.blocks_changed().await;
                }
                Err(unknown) => return Ok(Outcome::Refused { why: unknown.to_string() }),
            },
            Order::Unblock { subject } => {
                let subject = subject.parse::<Subject>().map_or(subject, |subject| subject.to_string());
                store.unblock(&subject).await?;
                self.blocks_changed().await;
            }
            Order::Blocks => return Ok(Outcome::Blocks { blocks: store.blocks(clock::now()).await? }),
        }
        Ok(Outcome::Done)
    }

    /// Has this server and all others read the blocks again.
    async fn blocks_changed(&self) {
        self.hub.read_blocks().await;
        self.hub.placement().announce(ClusterEvent::Blocked).await;
    }

    /// Why the clock seems wrong: the latest change of any table is long ago or in the future, so that a prune could
    /// remove everything.
    async fn wrong_clock(&self, now: Millis) -> Result<Option<String>, StoreError> {
        let Some(latest) = self.hub.store().latest_change().await? else { return Ok(None) };
        let days = now.saturating_sub(latest) / DAY;
        Ok((days > IDLE_DAYS).then(|| {
            format!(
                "nothing has happened at any table for {days} days by this machine's clock; if the clock is right, repeat with \
                 --force"
            )
        }))
    }

    async fn prune(
        &self,
        now: Millis,
        before: Millis,
        abandoned: Option<Millis>,
        dry_run: bool,
    ) -> Result<Pruned, StoreError> {
        let store = self.hub.store();
        let with_limit = |tables: Vec<Card>, before| tables.into_iter().map(move |table| (table, before));
        let mut tables: Vec<_> = with_limit(store.untouched_since(before).await?, before).collect();
        if let Some(abandoned) = abandoned {
            // Those that are old enough anyway are there already.
            let newer = with_limit(store.abandoned_since(abandoned).await?, abandoned);
            tables.extend(newer.filter(|(table, _)| table.touched >= before));
        }
        let mut pruned = Pruned::default();
        let count = |pruned: &mut Pruned, status| match status {
            Status::Over => pruned.finished += 1,
            Status::Playing => pruned.unfinished += 1,
            Status::Lobby => pruned.never_begun += 1,
        };
        if dry_run {
            tables.iter().for_each(|(table, _)| count(&mut pruned, table.status));
            pruned.guests = store.count_idle_players(before).await?;
            return Ok(pruned);
        }
        store.correct_times(now + DAY, now).await?;
        let remove = |(Card { code, status, .. }, before)| async move {
            (status, self.hub.remove(&code, Some(before)).await)
        };
        let mut removals = stream::iter(tables).map(remove).buffer_unordered(REMOVED_AT_ONCE);
        while let Some((status, removed)) = removals.next().await {
            match removed {
                Ok(()) => count(&mut pruned, status),
                // The table has changed in the meantime, or was removed already.
                Err(StoreError::Missing) => {}
                Err(error) => return Err(error),
            }
        }
        pruned.guests = store.remove_idle_players(before).await?;
        store.settle().await?;
        Ok(pruned)
    }

    async fn reports(&self) -> Result<Outcome, StoreError> {
        let mut reports = Vec::new();
        for report in self.hub.store().reports().await? {
            let said = self.said(&report).await?;
            reports.push(QuotedReport { report, said });
        }
        Ok(Outcome::Reports { reports })
    }

    /// The latest messages of the reported person at the table, the oldest first.
    async fn said(&self, report: &Report) -> Result<Vec<String>, StoreError> {
        let Some(table) = self.hub.store().load(&report.code).await? else { return Ok(Vec::new()) };
        let Ok(room) = self.hub.catalogue().restore_texts(&report.code, &table.entries) else {
            return Ok(Vec::new());
        };
        let mut said: Vec<String> = if report.seat.is_some() {
            let talk = room.talk_before(usize::MAX, usize::MAX).lines;
            // At the start the chairs are shuffled: what was said before it has a name, what was said later a seat.
            let said = talk.into_iter().filter(|item| match &item.name {
                Some(name) => *name == report.name,
                None => room.person_at(item.seat).is_some_and(|person| person.id == report.about),
            });
            said.filter_map(|item| match item.what {
                TalkWhat::Said { text } => Some(text),
                _ => None,
            })
            .collect()
        } else {
            let lines = room.gallery().iter().filter(|(person, _)| person.id == report.about);
            lines.map(|(_, line)| line.text.clone()).collect()
        };
        Ok(said.split_off(said.len().saturating_sub(QUOTED_MESSAGES)))
    }
}

/// The normal form of a table's code that a person typed.
fn tidy(code: &str) -> String {
    code.parse::<TableCode>().map_or_else(|_| code.to_owned(), |code| code.to_string())
}

fn line(WithheldCard { card, is_unlisted, is_closed }: WithheldCard) -> TableLine {
    let status = status_word(card.status);
    TableLine {
        code: card.code,
        game: card.game,
        status: status.to_owned(),
        is_imported: card.imported,
        is_public: card.listing == Listing::Public,
        is_unlisted,
        is_closed,
        names: card.names.into_iter().flatten().collect(),
        touched: card.touched,
    }
}

impl Order {
    /// The order's name in the log, without codes and names of people.
    const fn name(&self) -> &'static str {
        match self {
            Self::Withhold { .. } => "withhold",
            Self::RemoveTable { .. } => "remove-table",
            Self::Prune { .. } => "prune",
            Self::Tables { .. } => "tables",
            Self::Guests { .. } => "guests",
            Self::Forget { .. } => "forget-guest",
            Self::Recover { .. } => "recover",
            Self::Reports => "reports",
            Self::RemoveReport { .. } => "remove-report",
            Self::RemoveReportsBy { .. } => "remove-reports-by",
            Self::Block { .. } => "block",
            Self::Unblock { .. } => "unblock",
            Self::Blocks => "blocks",
            Self::Notices { .. } => "notices",
        }
    }

    /// Whether it changes nothing.
    const fn only_reads(&self) -> bool {
        matches!(
            self,
            Self::Tables { .. }
                | Self::Guests { .. }
                | Self::Reports
                | Self::Blocks
                | Self::Notices { .. }
                | Self::Prune { dry_run: true, .. }
        )
    }

    /// The object of an order, for the message that it does not exist.
    fn subject(&self) -> String {
        match self {
            Self::Withhold { code, .. } | Self::RemoveTable { code } => format!("table {code}"),
            Self::Forget { guest } | Self::Recover { guest } => format!("guest {}", guest.0),
            Self::Unblock { subject } => format!("block of {subject}"),
            Self::RemoveReport { report } => format!("report {report}"),
            _ => "such thing".to_owned(),
        }
    }
}

/// Has an order carried out: by the server that has the file open, or else here. A server that uses a database has to be
/// stopped, unless it is one of several, of which `townhall-cluster` asks one.
///
/// # Errors
/// The file or database can't be opened, or the server does not answer.
pub async fn order(data: &Data, catalogue: Catalogue, order: Order) -> Result<Outcome, OrderError> {
    if let Data::File(path) = data
        && order.only_reads()
        && !Snapshot::open(path).await?.is_current().await
    {
        // A server that has the file open may be of the earlier version, and answers.
        #[cfg(unix)]
        if let Ok(outcome) = control::ask(path, &order).await {
            return Ok(outcome);
        }
        return Err(OrderError::Older { path: path.clone() });
    }
    let store = match (Store::open_existing(data).await, data) {
        (Ok(store), _) => Arc::new(store),
        #[cfg(unix)]
        (Err(OpenError::InUse { .. }), Data::File(path)) => {
            let answer = control::ask(path, &order).await;
            return answer.map_err(|error| OrderError::Server { path: path.clone(), error });
        }
        (Err(error), _) => return Err(error.into()),
    };
    let (stop, stopping) = watch::channel(false);
    let hub = Hub::new(
        Arc::clone(&store),
        catalogue,
        Times::default(),
        Limits::default(),
        stopping,
        Arc::new(Local),
    );
    let outcome = Operator::new(hub).carry_out(order).await;
    stop.send_replace(true);
    store.close().await;
    Ok(outcome)
}
