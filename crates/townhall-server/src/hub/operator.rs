//! The operator's actions on tables, whether they are in memory or not.

use std::{collections::BTreeSet, sync::Arc};

use futures_util::{StreamExt, stream};
use tabletop::Seat;
use tokio::sync::{mpsc, oneshot};
use townhall_store::{Rewrite, Store, StoreError, Withholding};
use townhall_system::seldom;
use townhall_table::{
    TableCode,
    journal::{self, Millis, Person, PlayerId},
    protocol::{Refusal, Remark},
    room::Summary,
    session::Session,
};

use super::{ClusterEvent, Hub, NotServedHere, Request};
use crate::failure::store_refusal;

/// The number of tables at which a person is forgotten concurrently. Tables of a server that does not answer occupy a place
/// until a timeout.
const FORGOTTEN_AT_ONCE: usize = 16;

/// The result of forgetting a person.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Forgotten {
    /// The number of tables from which the person was removed.
    pub tables: usize,
    /// The codes of tables that can't be read, and so may still name the person.
    pub unreadable: Vec<TableCode>,
}

impl Hub {
    /// The persistent storage of this hub's tables.
    #[must_use]
    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// Closes a table, so that it can't be opened, or opens it again.
    ///
    /// # Errors
    /// There is no such table, or the store fails.
    pub async fn close(&self, code: TableCode, on: bool) -> Result<(), StoreError> {
        self.store.withhold(code, Withholding::Closed, on).await?;
        self.let_go(code).await;
        Ok(())
    }

    /// Removes a table, unless something has happened there since `before`.
    ///
    /// # Errors
    /// There is no such table, something has happened there, or the store fails.
    pub async fn remove(&self, code: TableCode, before: Option<Millis>) -> Result<(), StoreError> {
        // Later appends of the table's actor are refused, because the table is missing.
        self.store.remove_table(code, before).await?;
        self.let_go(code).await;
        Ok(())
    }

    /// Notifies the other servers that a table was closed, opened again or removed.
    pub async fn announce_withheld(&self, code: TableCode) {
        self.placement.announce(ClusterEvent::Withheld(code.to_owned())).await;
    }

    /// The guest whom a report about a seat of a table concerns, and the name on that seat; before the start, by the
    /// number of the chair. At a table that shows an uploaded game, it is the guest who uploaded it.
    ///
    /// # Errors
    /// There is no such table, or it can't be read.
    pub(crate) async fn reported_at(
        self: &Arc<Self>,
        code: TableCode,
        seat: usize,
    ) -> Result<Option<(PlayerId, String)>, Refusal> {
        let who = move |session: &Session| {
            let Summary { imported, host, names, .. } = session.summary();
            if *imported {
                return Ok(names.get(seat).map(|name| (*host, name.clone().unwrap_or_default())));
            }
            let seat = u8::try_from(seat).ok().and_then(|seat| Seat::try_from(seat).ok());
            let person = seat.and_then(|seat| session.room().person_at(seat));
            Ok(person.map(|person| (person.id, person.name.clone())))
        };
        Ok(self.read(code, who).await?)
    }

    /// The spectator who wrote a line of talk, by the table's version after it.
    ///
    /// # Errors
    /// There is no such table, or it can't be read.
    pub(crate) async fn author_of(
        self: &Arc<Self>,
        code: TableCode,
        remark: u64,
    ) -> Result<Option<(PlayerId, String)>, Refusal> {
        let author = move |(person, line): &(Person, Remark)| {
            (line.version == remark).then(|| (person.id, person.name.clone()))
        };
        Ok(self.read(code, move |session| Ok(session.room().gallery().iter().find_map(author))).await?)
    }

    /// Forgets a person at a table of this server; returns whether the table named them.
    ///
    /// # Errors
    /// Another server has the table, or it can't be changed.
    pub async fn forget_here(
        self: &Arc<Self>,
        code: TableCode,
        who: PlayerId,
    ) -> Result<bool, NotServedHere> {
        let asked = self.ask(code, |_| {
            let (reply, replied) = oneshot::channel();
            (Request::Forget { who, reply }, replied)
        });
        asked.await
    }

    /// Ends a table's actor, if there is one, because the table was closed or removed.
    pub(crate) async fn let_go(&self, code: TableCode) {
        let mailbox = self.lock().get(&code).cloned();
        if let Some(mailbox) = mailbox
            && mailbox.send(Request::Removed.into()).await.is_ok()
        {
            mailbox.closed().await;
            let mut tables = self.lock();
            if tables.get(&code).is_some_and(mpsc::Sender::is_closed) {
                tables.remove(&code);
            }
        }
    }

    /// Forgets a person: they are signed out everywhere, their name and texts are removed from all journals, and a bot
    /// takes over their seats. This continues if the caller is dropped. A failure at one table does not affect the others, and
    /// the call can be repeated.
    ///
    /// # Errors
    /// There is no such person, or some tables still name them.
    pub async fn forget_person(self: &Arc<Self>, who: PlayerId) -> Result<Forgotten, StoreError> {
        let hub = Arc::clone(self);
        let forgetting = tokio::spawn(async move { hub.forget_everywhere(who).await });
        forgetting.await.unwrap_or(Err(StoreError::Closed))
    }

    async fn forget_everywhere(self: &Arc<Self>, who: PlayerId) -> Result<Forgotten, StoreError> {
        let devices = self.store.devices(who).await?;
        // First the person's cookies become invalid and their sockets are closed, so that they can't act while their tables
        // are changed.
        let was_there = match self.store.remove_player(who).await {
            Ok(()) => true,
            // An earlier attempt may have stopped after this.
            Err(StoreError::Missing) => false,
            Err(error) => return Err(error),
        };
        for device in devices {
            self.sign_out(device.id).await;
        }
        let mut codes: BTreeSet<TableCode> = self.store.tables_naming(who).await?.into_iter().collect();
        // The person may also be connected to tables at which they have not sat down.
        codes.extend(self.in_memory());
        codes.extend(self.placement.in_memory().await?);
        let (mut forgotten, mut failed) = (Forgotten::default(), None);
        let at_each =
            codes.into_iter().map(|code| async move { (self.forget_at_table(code, who).await, code) });
        let mut at_each = stream::iter(at_each).buffer_unordered(FORGOTTEN_AT_ONCE);
        while let Some((done, code)) = at_each.next().await {
            match done {
                Ok(changed) => forgotten.tables += usize::from(changed),
                Err(Unforgotten::Store(error)) => failed = Some(error),
                Err(Unforgotten::Unreadable) => forgotten.unreadable.push(code),
            }
        }
        forgotten.unreadable.sort_unstable();
        self.store.settle().await?;
        match failed {
            Some(error) => {
                seldom!(error, guest = who.0, %error, "some tables still name a guest; `townhall forget-guest` tries again");
                Err(error)
            }
            None if !was_there && forgotten == Forgotten::default() => Err(StoreError::Missing),
            None => Ok(forgotten),
        }
    }

    /// Forgets a person at a table, wherever it is; returns whether the table named them.
    async fn forget_at_table(self: &Arc<Self>, code: TableCode, who: PlayerId) -> Result<bool, Unforgotten> {
        match self.forget_here(code, who).await {
            Ok(changed) => Ok(changed),
            Err(NotServedHere::Elsewhere(server))
                if let Some(changed) = self.placement.forget(server, code, who).await =>
            {
                Ok(changed)
            }
            // A table that the operator closed has no actor.
            Err(_) => forget_at(self, code, who).await,
        }
    }
}

/// The reason why a table still names a guest.
pub(super) enum Unforgotten {
    /// Its journal can't be read.
    Unreadable,
    /// The changed journal could not be stored.
    Store(StoreError),
}

impl From<StoreError> for Unforgotten {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<Unforgotten> for Refusal {
    fn from(error: Unforgotten) -> Self {
        match error {
            Unforgotten::Unreadable => {
                Self::new(townhall_table::protocol::Code::Unreadable, "it can't be read")
            }
            Unforgotten::Store(error) => store_refusal(error),
        }
    }
}

/// Removes a person from a journal, and returns whether it named them. An actor that has the table in memory must
/// reload it.
pub(super) async fn forget_at(hub: &Hub, code: TableCode, who: PlayerId) -> Result<bool, Unforgotten> {
    let Some(table) = hub.store.load(code).await? else { return Ok(false) };
    let without = || {
        let mut entries = journal::read(&table.entries).ok()?;
        let changed = hub.catalogue.forget(&code.to_string(), &entries, who).ok()?;
        let mut texts = Vec::with_capacity(changed.len());
        for (number, entry) in changed {
            texts.push((number, entry.to_json().ok()?));
            *entries.get_mut(usize::try_from(number).ok()?.checked_sub(1)?)? = entry;
        }
        let summary = hub.catalogue.restore(&code.to_string(), &entries).ok()?.summary();
        Some((texts, summary))
    };
    let (entries, summary) = without().ok_or(Unforgotten::Unreadable)?;
    if entries.is_empty() {
        return Ok(false);
    }
    let length = table.entries.len() as u64;
    hub.store.rewrite(Rewrite { table: table.id, length, entries, summary }).await?;
    Ok(true)
}
