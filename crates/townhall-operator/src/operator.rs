//! Carrying out orders on the tables of a hub.

use std::sync::Arc;

use futures_util::{StreamExt, stream};
use townhall_server::{
    hub::{ClusterEvent, Hub, blocks::Subject},
    identity::SignInCode,
};
use townhall_store::{Block, Card, Report, StoreError, WithheldCard, Withholding, status_word};
use townhall_system::clock;
use townhall_table::{
    journal::{Listing, Millis},
    protocol::{Status, TalkWhat},
};

use crate::{Order, OrderOutcome, Pruned, QuotedReport, TableLine};

/// How many tables are removed at once: their removals share a commit.
const REMOVED_AT_ONCE: usize = 64;
/// How many guests a search finds at most.
const MAX_FOUND_GUESTS: usize = 100;
/// How many messages of the reported player come with a report.
const QUOTED_MESSAGES: usize = 10;

/// The milliseconds of a day.
const DAY: Millis = 86_400_000;
/// How long the code of [`Order::Recover`] is valid, in milliseconds.
const RECOVERY_VALID_FOR: Millis = DAY;
/// If nothing has happened at any table for more days than this, the clock may be wrong.
const IDLE_DAYS: u64 = 30;

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

    pub async fn carry_out(&self, order: Order) -> OrderOutcome {
        tracing::info!(order = order.name(), "the operator gave an order");
        let subject = order.subject();
        self.obey(order).await.unwrap_or_else(|error| OrderOutcome::Refused {
            why: match error {
                StoreError::Missing => format!("there is no {subject}"),
                other => other.to_string(),
            },
        })
    }

    async fn obey(&self, order: Order) -> Result<OrderOutcome, StoreError> {
        let store = self.hub.store();
        match order {
            Order::Withhold { code, what: Withholding::Closed, on } => {
                self.hub.close(code, on).await?;
                self.hub.announce_withheld(code).await;
            }
            Order::Withhold { code, what, on } => store.withhold(code, what, on).await?,
            Order::RemoveTable { code } => {
                self.hub.remove(code, None).await?;
                self.hub.announce_withheld(code).await;
                store.settle().await?;
            }
            Order::Prune { older_than, abandoned, force, dry_run } => {
                let now = clock::now();
                if !force && let Some(why) = self.wrong_clock(now).await? {
                    return Ok(OrderOutcome::Refused { why });
                }
                let before = now.saturating_sub(older_than);
                let abandoned = abandoned.map(|abandoned| now.saturating_sub(abandoned).max(before));
                return self.prune(now, before, abandoned, dry_run).await.map(OrderOutcome::Pruned);
            }
            Order::Tables { public, limit } => {
                let tables = store.tables(limit, public).await?.into_iter().map(line).collect();
                return Ok(OrderOutcome::Tables { tables });
            }
            Order::Guests { name } => {
                return Ok(OrderOutcome::Guests {
                    guests: store.find_players(&name, MAX_FOUND_GUESTS).await?,
                });
            }
            Order::Forget { guest } => {
                let forgotten = self.hub.forget_person(guest).await?;
                return Ok(OrderOutcome::Forgotten {
                    tables: forgotten.tables,
                    unreadable: forgotten.unreadable,
                });
            }
            Order::Recover { guest } => {
                let (code, now) = (SignInCode::for_recovery(), clock::now());
                let until = now.saturating_add(RECOVERY_VALID_FOR);
                let person = store.offer_recovery_link(guest, code.hash(), now, until).await?;
                return Ok(OrderOutcome::Recovery { name: person.name, code: code.to_string(), until });
            }
            Order::Reports => return self.reports().await,
            Order::Notices { limit } => {
                return Ok(OrderOutcome::Notices { notices: store.notices(None, limit).await? });
            }
            Order::ConfirmClock => {
                clock::confirm();
                self.hub.placement().announce(ClusterEvent::ClockConfirmed).await;
            }
            Order::ReviveEmails => {
                return Ok(OrderOutcome::Revived { channels: store.revive_channels().await? });
            }
            Order::RemoveReport { report } => store.remove_report(report).await?,
            Order::RemoveReportsBy { guest } => {
                return Ok(OrderOutcome::ReportsRemoved { reports: store.remove_reports_by(guest).await? });
            }
            Order::Block { subject, lasting } => match subject.parse::<Subject>() {
                Ok(subject) => {
                    if let Subject::Guest(guest) = subject {
                        store.person(guest).await?;
                    }
                    let at = clock::now();
                    let until = lasting.map(|lasting| at.saturating_add(lasting));
                    store.block(Block { subject: subject.to_string(), at, until }).await?;
                    self.blocks_changed().await;
                }
                Err(unknown) => return Ok(OrderOutcome::Refused { why: unknown.to_string() }),
            },
            Order::Unblock { subject } => {
                let subject = subject.parse::<Subject>().map_or(subject, |subject| subject.to_string());
                store.unblock(&subject).await?;
                self.blocks_changed().await;
            }
            Order::Blocks => return Ok(OrderOutcome::Blocks { blocks: store.blocks(clock::now()).await? }),
        }
        Ok(OrderOutcome::Done)
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
            // Tables that are old enough anyway are there already.
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
            (status, self.hub.remove(code, Some(before)).await)
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

    async fn reports(&self) -> Result<OrderOutcome, StoreError> {
        let mut reports = Vec::new();
        for (id, report) in self.hub.store().reports().await? {
            let said = self.said(&report).await?;
            reports.push(QuotedReport { id, report, said });
        }
        Ok(OrderOutcome::Reports { reports })
    }

    /// The latest messages of the reported person at the table, the oldest first.
    async fn said(&self, report: &Report) -> Result<Vec<String>, StoreError> {
        let Some(table) = self.hub.store().load(report.code).await? else { return Ok(Vec::new()) };
        let Ok(room) = self.hub.catalogue().restore_texts(&report.code.to_string(), &table.entries) else {
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
            lines.map(|(_, line)| line.text.clone()).filter(|text| !text.is_empty()).collect()
        };
        Ok(said.split_off(said.len().saturating_sub(QUOTED_MESSAGES)))
    }
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
