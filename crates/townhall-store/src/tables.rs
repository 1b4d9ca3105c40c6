//! Tables: opening, journals, and lists.

use townhall_table::{
    TableCode,
    journal::{Listing, Millis, PlayerId},
    protocol::Status,
    room::Ending,
};

use crate::{
    columns::{as_json, from_json, from_word, read_asked, read_status, status_word},
    engine::statement::{Reach, Row, Sql, found, only_number, values},
    error::StoreError,
    journal::{Append, Epoch, NewTable, Rewrite, StoredTable, TableId},
    relations::{Copied, Export, Key, Personal, Relation, Removal, flag, number, person, text},
    store::Store,
};

/// A line of a list of tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    pub code: TableCode,
    pub game: String,
    pub variant: String,
    pub players: usize,
    /// The names of the players, by chair; `None` where a chair is empty.
    pub names: Vec<Option<String>>,
    /// Whether its game is still to begin, being played, or over.
    pub status: Status,
    /// Whether it is in public lists.
    pub listing: Listing,
    /// The people by chair; empty if nothing has changed at the table since an older version stored it.
    pub seated: Vec<Option<PlayerId>>,
    /// Who set it up, or was next when that person left.
    pub host: PlayerId,
    /// When its players meet to begin, before the start.
    pub starts: Option<Millis>,
    /// The people whose turn it is.
    pub to_act: Vec<PlayerId>,
    /// When a bot decides for those of them who play by correspondence.
    pub due: Vec<(PlayerId, Millis)>,
    /// The people for whom a bot plays.
    pub stood_in: Vec<PlayerId>,
    /// When something last happened.
    pub touched: Millis,
    /// How its game ended. None before, and of games that ended before this was stored.
    pub ending: Option<Ending>,
    /// Whether its game was played elsewhere and uploaded.
    pub imported: bool,
}

impl Card {
    /// When a bot decides for a person who plays by correspondence; `None` if nothing is asked of them, or at another pace.
    #[must_use]
    pub fn time_of(&self, who: PlayerId) -> Option<Millis> {
        self.due.iter().find(|(asked, _)| *asked == who).map(|(_, due)| *due)
    }
}

/// Which tables a list shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scope {
    /// The tables of a person.
    Mine(PlayerId),
    /// The finished games of a person.
    Finished {
        who: PlayerId,
        /// Only those that come after the table of this code in the list.
        after: Option<TableCode>,
    },
    /// Public ones that wait for players.
    Open(Public),
    /// Public ones whose game is on.
    Watch(Public),
}

/// Which public tables a list shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Public {
    /// The codes of the tables that may be listed, if they are public and of the status that is asked for.
    pub codes: Vec<TableCode>,
    /// The most tables of one host in the list; the latest changed ones are kept.
    pub per_host: usize,
}

/// The columns by which tables are listed, in the order in which [`as_card`] reads them, and then the rest of a query; two
/// more columns say whether the operator has unlisted and closed the table.
macro_rules! select_card {
    ($($rest:literal),+) => {
        concat!(
            "SELECT code, game, variant, players, names, status, listing, to_act, stood_in, touched, ending, imported, \
             seated, host, starts, unlisted, closed FROM ",
            $($rest),+
        )
    };
}
pub(crate) use select_card;

/// A card from its columns.
pub(crate) fn as_card(row: &Row) -> Result<Card, StoreError> {
    let (to_act, due) = read_asked(row.get(7)?)?;
    Ok(Card {
        code: row.code(0)?,
        game: row.get(1)?,
        variant: row.get(2)?,
        players: row.count(3)?,
        names: from_json(row.get(4)?)?,
        status: read_status(row.get(5)?)?,
        listing: from_word(row.get(6)?)?,
        to_act,
        due,
        stood_in: from_json(row.get(8)?)?,
        touched: row.time(9)?,
        ending: row.get::<Option<&str>>(10)?.map(from_json).transpose()?,
        imported: row.get(11)?,
        seated: row.get::<Option<&str>>(12)?.map(from_json).transpose()?.unwrap_or_default(),
        host: PlayerId(row.get(13)?),
        starts: row.get::<Option<i64>>(14)?.map(i64::unsigned_abs),
    })
}

/// Tables that the operator closed, or unlisted, are never in public lists. Tables whose host is unknown count as having
/// different hosts.
macro_rules! select_public {
    ($codes:literal) => {
        select_card!(
            "(SELECT *, row_number() OVER \
               (PARTITION BY CASE host WHEN 0 THEN -id ELSE host END ORDER BY touched DESC) AS nth FROM tables \
               WHERE code IN (",
            $codes,
            ") AND listing = 'public' AND status = $1 AND NOT unlisted AND NOT closed) AS listed \
             WHERE nth <= $3 ORDER BY touched DESC LIMIT $4"
        )
    };
}

/// Public tables of a status, among those of given codes; in a database also among those to which the players of other nodes
/// are connected.
const PUBLIC: Sql = Sql {
    sqlite: select_public!("SELECT value FROM json_each($2)"),
    postgres: select_public!(
        "SELECT json_array_elements_text($2::text::json) \
         UNION SELECT unnest(attended) FROM nodes WHERE until > now()"
    ),
};

/// Takes tables at which something is due. The tables of other nodes with a lease are left to these.
const TAKE_DUE: Sql = Sql {
    sqlite: "UPDATE tables SET due = $2 WHERE id IN \
               (SELECT id FROM tables WHERE due <= $1 AND NOT closed ORDER BY due LIMIT $3) RETURNING code",
    postgres: "UPDATE tables SET due = $2 WHERE id IN \
                 (SELECT id FROM tables WHERE due <= $1 AND NOT closed AND NOT EXISTS \
                   (SELECT FROM nodes WHERE nodes.id = owner AND until > now() AND nodes.id <> $4) \
                  ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING code",
};

/// Finds tables at which a person is, or whose journal contains a text.
const NAMING: Sql = Sql {
    sqlite: "SELECT code FROM tables WHERE id IN (SELECT table_id FROM people WHERE player_id = $1) \
             OR id IN (SELECT DISTINCT key >> 20 FROM entries WHERE instr(body, $2) > 0) ORDER BY id",
    postgres: "SELECT code FROM tables WHERE id IN (SELECT table_id FROM people WHERE player_id = $1) \
               OR id IN (SELECT table_id FROM entries WHERE strpos(body, $2) > 0) ORDER BY id",
};

const REMOVE_ENTRIES: Sql = Sql {
    sqlite: "DELETE FROM entries WHERE key BETWEEN $1 << 20 AND ($1 << 20) + 1048575",
    postgres: "DELETE FROM entries WHERE table_id = $1",
};

/// Storage of tables and their journals.
impl Store {
    /// Adds a table; [`StoreError::CodeTaken`] if there is one of this code.
    pub async fn create_table(&self, table: NewTable) -> Result<TableId, StoreError> {
        self.engine.create_table(table).await
    }

    /// Adds entries to a journal, all or none; [`StoreError::Conflict`] if the entry that they are to
    /// come after is not the latest, [`StoreError::Superseded`] if the table was claimed since,
    /// [`StoreError::CodeTaken`] if they open a table whose code is taken. Appends to one journal are carried out in the
    /// order of the calls.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.engine.append(append).await
    }

    /// Claims the table of this code and reads it, also if it is closed. Appends under earlier claims fail from then on, and
    /// everything that was read is durable. A file has one user only, so that this is the same as [`Store::load`].
    /// [`StoreError::Elsewhere`] if another node has the table, [`StoreError::NoLease`] if this node has no lease.
    pub async fn claim(&self, code: TableCode) -> Result<Option<StoredTable>, StoreError> {
        self.engine.claim(code).await
    }

    /// Lets other nodes claim a table at once, unless it was claimed since.
    pub async fn release(&self, table: TableId, epoch: Epoch) -> Result<(), StoreError> {
        self.engine.release(table, epoch).await
    }

    /// The table of this code, also if it is closed.
    pub async fn load(&self, code: TableCode) -> Result<Option<StoredTable>, StoreError> {
        self.engine.load(code).await
    }

    /// Replaces the texts of stored entries; [`StoreError::Conflict`] if the journal has another length than the rewrite
    /// expects.
    pub async fn rewrite(&self, rewrite: Rewrite) -> Result<(), StoreError> {
        self.engine.rewrite(rewrite).await
    }

    /// The summary of the table of this code; `None` if there is none or it is closed.
    pub async fn card(&self, code: TableCode) -> Result<Option<Card>, StoreError> {
        let sql = select_card!("tables WHERE code = $1 AND NOT closed");
        self.engine.read(sql, values![code]).await?.first().map(as_card).transpose()
    }

    /// A list of at most `limit` tables, the latest changed first; a person's unfinished ones before the others. Tables
    /// that the operator closed are left out, and in public lists also those that the operator unlisted.
    pub async fn list(&self, scope: Scope, limit: usize) -> Result<Vec<Card>, StoreError> {
        let mine = select_card!(
            "people JOIN tables ON tables.id = people.table_id WHERE people.player_id = $1 AND NOT closed \
             ORDER BY status = 'over', touched DESC LIMIT $2"
        );
        let finished = select_card!(
            "people JOIN tables ON tables.id = people.table_id WHERE people.player_id = $1 AND NOT closed \
             AND status = 'over' AND (CAST($2 AS text) IS NULL \
               OR (touched, id) < (SELECT last.touched, last.id FROM tables AS last WHERE last.code = $2)) \
             ORDER BY touched DESC, id DESC LIMIT $3"
        );
        let public = |status, Public { codes, per_host }: Public| {
            Ok::<_, StoreError>((PUBLIC, values![status_word(status), as_json(&codes)?, per_host, limit]))
        };
        let (sql, values) = match scope {
            Scope::Mine(who) => (mine.into(), values![who, limit]),
            Scope::Finished { who, after } => (finished.into(), values![who, after, limit]),
            Scope::Open(listed) => public(Status::Lobby, listed)?,
            Scope::Watch(listed) => public(Status::Playing, listed)?,
        };
        self.engine.read(sql, values).await?.iter().map(as_card).collect()
    }

    /// The codes of at most `limit` tables at which something is due at `now`, the earliest first, without closed tables and
    /// those that another node has. They count as due again at `again`, unless something happens there before: until then
    /// no other call returns them.
    pub async fn take_due(
        &self,
        now: Millis,
        again: Millis,
        limit: usize,
    ) -> Result<Vec<TableCode>, StoreError> {
        // Usually nothing is due, and then nothing is written.
        let any = "SELECT id FROM tables WHERE due <= $1 AND NOT closed LIMIT 1";
        if self.engine.read(any, values![now]).await?.is_empty() {
            return Ok(Vec::new());
        }
        let values = values![now, again, limit, self.engine.node()];
        let rows = self.engine.write(Reach::Subject, TAKE_DUE, values).await?;
        rows.iter().map(|row| row.code(0)).collect()
    }

    /// The number of unfinished tables of a host at which something has happened since `since`, that go on by themselves, or
    /// whose players meet later than that.
    pub async fn unfinished(&self, host: PlayerId, since: Millis) -> Result<usize, StoreError> {
        let sql = "SELECT count(*) FROM tables WHERE host = $1 AND status <> 'over' AND NOT closed \
                   AND (touched >= $2 OR due IS NOT NULL OR starts >= $2)";
        let unfinished = only_number(&self.engine.read(sql, values![host, since]).await?)?;
        Ok(usize::try_from(unfinished).unwrap_or_default())
    }

    /// The tables at which nothing has happened since `before`, the oldest first. Closed ones are among them.
    pub async fn untouched_since(&self, before: Millis) -> Result<Vec<Card>, StoreError> {
        let sql = select_card!("tables WHERE touched < $1 ORDER BY touched");
        self.engine.scan(sql, values![before]).await?.iter().map(as_card).collect()
    }

    /// The tables at which nothing has happened since `before` and whose game either has not begun, also if the players wanted to meet
    /// for it before then, or is public and not finished.
    pub async fn abandoned_since(&self, before: Millis) -> Result<Vec<Card>, StoreError> {
        let sql = select_card!(
            "tables WHERE touched < $1 AND (status = 'lobby' AND coalesce(starts, 0) < $1 \
               OR status = 'playing' AND listing = 'public') \
             ORDER BY touched"
        );
        self.engine.scan(sql, values![before]).await?.iter().map(as_card).collect()
    }

    /// The codes of at most `limit` tables whose game has not begun, at which nothing has happened since `before`, and whose players
    /// have not met to begin since then.
    pub async fn old_lobbies(&self, before: Millis, limit: usize) -> Result<Vec<TableCode>, StoreError> {
        // With the first condition, databases use the small index of tables that are not over.
        let sql = "SELECT code FROM tables WHERE status <> 'over' AND status = 'lobby' AND touched < $1 \
             AND coalesce(starts, 0) < $1 LIMIT $2";
        self.engine.scan(sql, values![before, limit]).await?.iter().map(|row| row.code(0)).collect()
    }

    /// When something last happened at any table.
    pub async fn latest_change(&self) -> Result<Option<Millis>, StoreError> {
        let rows = self.engine.scan("SELECT max(touched) FROM tables", values![]).await?;
        let latest: Option<i64> = rows.first().map(|row| row.get(0)).transpose()?.flatten();
        Ok(latest.map(i64::unsigned_abs))
    }

    /// Sets the times of changes that are later than `latest`, because the clock was wrong, to `now`.
    pub async fn correct_times(&self, latest: Millis, now: Millis) -> Result<(), StoreError> {
        let sql = "UPDATE tables SET touched = $1 WHERE touched > $2";
        self.engine.write(Reach::Journals, sql, values![now, latest]).await.map(drop)
    }

    /// Whether a person sits at a table, or is invited to it.
    pub async fn belongs(&self, who: PlayerId, code: TableCode) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM people JOIN tables ON tables.id = people.table_id WHERE player_id = $1 AND code = $2";
        Ok(!self.engine.read(sql, values![who, code]).await?.is_empty())
    }

    /// The codes of all tables whose journals name a person, also those that they left again.
    pub async fn tables_naming(&self, who: PlayerId) -> Result<Vec<TableCode>, StoreError> {
        // Searches all journals, because people who have left a table are in no other list. A person is written in an
        // entry as `{"id":7,"name":…`.
        let named = format!("\"id\":{},", who.0);
        self.engine.scan(NAMING, values![who, named]).await?.iter().map(|row| row.code(0)).collect()
    }

    /// Removes a table and its journal; [`StoreError::Missing`] if there is none of this code, or if something has
    /// happened there since `before`. Its number is never used again, so that a task that still has the table in memory
    /// can't add to a table that was opened since.
    pub async fn remove_table(&self, code: TableCode, before: Option<Millis>) -> Result<(), StoreError> {
        let values = values![code, before.unwrap_or(Millis::MAX)];
        let removing = self.engine.transaction(Reach::Journals, move |mut db| {
            Box::pin(async move {
                // The change locks the row, so that nothing is added to the journal meanwhile.
                let sql = "UPDATE tables SET touched = touched WHERE code = $1 AND touched < $2 RETURNING id";
                let id: i64 = found(&db.rows(sql, values).await?)?.get(0)?;
                db.rows(REMOVE_ENTRIES, values![id]).await?;
                db.rows("DELETE FROM people WHERE table_id = $1", values![id]).await?;
                db.rows("DELETE FROM notices WHERE table_id = $1", values![id]).await?;
                db.rows("DELETE FROM tables WHERE id = $1", values![id]).await.map(drop)
            })
        });
        removing.await
    }
}

/// The relations of this subject.
pub(crate) const RELATIONS: [Relation; 3] = [
    Relation {
        name: "tables",
        columns: &[
            number("id"),
            text("code"),
            text("game"),
            text("variant"),
            number("players"),
            text("status"),
            text("listing"),
            text("names"),
            text("to_act"),
            text("stood_in"),
            person("host"),
            text("ending"),
            flag("imported"),
            number("touched"),
            number("due"),
            flag("unlisted"),
            flag("closed"),
            text("seated"),
            number("starts"),
        ],
        key: Key::Numbered,
        copied: Copied::All,
        personal: Some(Personal {
            export: Export::At("/code"),
            removal: Removal::Kept(
                "a table belongs to all who play there; the name is taken out of its journal",
            ),
        }),
    },
    Relation {
        name: "people",
        columns: &[person("player_id"), number("table_id")],
        key: Key::Columns(&["player_id", "table_id"]),
        copied: Copied::Where("EXISTS (SELECT 1 FROM players WHERE players.id = player_id)"),
        personal: Some(Personal::exported("/code")),
    },
    Relation {
        name: "entries",
        columns: &[number("table_id"), number("number"), text("body")],
        key: Key::Columns(&["table_id", "number"]),
        copied: Copied::All,
        personal: None,
    },
];
