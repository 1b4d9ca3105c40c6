//! A file that is copied, or into which a copy is written.

use std::{fs::File, path::Path};

use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

use super::{OpenError, StoreError, open, statements};
use crate::migrate::{Latest, PAGE, Page, Part};

/// An opened file that no server uses.
#[derive(Debug)]
pub(crate) struct Archive {
    connection: SqliteConnection,
    _lock: File,
}

impl Archive {
    /// Opens a file that `exists`, or else makes one.
    pub(crate) async fn open(path: &Path, exists: bool) -> Result<Self, OpenError> {
        if !exists {
            open::create(path)?;
        }
        let path = &open::resolved(path).map_err(|error| OpenError::File { path: path.to_owned(), error })?;
        let lock = open::lock(path)?;
        let (connection, readers) = open::connect(path).await?;
        readers.close().await;
        open::keep_private(path);
        Ok(Self { connection, _lock: lock })
    }

    pub(crate) async fn run(&mut self, sql: &'static str) -> Result<(), StoreError> {
        statements::execute(&mut self.connection, sql).await
    }

    pub(crate) async fn page(&mut self, part: Part, after: i64) -> Result<Page, StoreError> {
        let (position, row, of) = match part {
            Part::Players => ("id", "'id', id, 'name', name, 'colour', colour, 'since', since", "players"),
            Part::Devices => (
                "id",
                "'id', id, 'player_id', player_id, 'secret', lower(hex(secret)), 'label', label, 'since', since, \
                 'seen', seen",
                "devices",
            ),
            Part::Tables => (
                "id",
                "'id', id, 'code', code, 'game', game, 'variant', variant, 'players', players, 'status', status, \
                 'listing', listing, 'names', names, 'to_act', to_act, 'stood_in', stood_in, 'host', host, \
                 'ending', ending, 'touched', touched, 'unlisted', unlisted, 'closed', closed, 'people', \
                 json((SELECT json_group_array(player_id) FROM \
                   (SELECT player_id FROM people WHERE table_id = tables.id ORDER BY player_id)))",
                "tables",
            ),
            Part::Entries => {
                ("key", "'table_id', key >> 20, 'number', key & 1048575, 'body', body", "entries")
            }
            Part::Reports => (
                "id",
                "'id', id, 'at', at, 'code', code, 'reporter', reporter, 'about', about, 'seat', seat, \
                 'name', name, 'reason', reason",
                "reports",
            ),
        };
        let sql = format!(
            "SELECT {position}, json_object({row}) FROM {of} WHERE {position} > ? ORDER BY {position} LIMIT {PAGE}"
        );
        Ok(sqlx::query_as(AssertSqlSafe(sql)).bind(after).fetch_all(&mut self.connection).await?)
    }

    pub(crate) async fn put(&mut self, part: Part, rows: String) -> Result<(), StoreError> {
        let statements: &[&'static str] = match part {
            Part::Players => &["INSERT INTO players (id, name, colour, since) \
                SELECT value->>'id', value->>'name', value->>'colour', value->>'since' FROM json_each(?)"],
            Part::Devices => &["INSERT INTO devices (id, player_id, secret, label, since, seen) \
                SELECT value->>'id', value->>'player_id', unhex(value->>'secret'), value->>'label', \
                  value->>'since', value->>'seen' FROM json_each(?)"],
            Part::Tables => &[
                "INSERT INTO tables (id, code, game, variant, players, status, listing, names, to_act, stood_in, \
                   host, ending, touched, unlisted, closed) \
                 SELECT value->>'id', value->>'code', value->>'game', value->>'variant', value->>'players', \
                   value->>'status', value->>'listing', value->>'names', value->>'to_act', value->>'stood_in', \
                   value->>'host', value->>'ending', value->>'touched', value->>'unlisted', value->>'closed' \
                 FROM json_each(?)",
                "INSERT INTO people (player_id, table_id) SELECT who.value, one.value->>'id' \
                 FROM json_each(?) AS one, json_each(one.value, '$.people') AS who",
            ],
            Part::Entries => &["INSERT INTO entries (key, body) \
                SELECT ((value->>'table_id') << 20) + (value->>'number'), value->>'body' FROM json_each(?)"],
            Part::Reports => &["INSERT INTO reports (id, at, code, reporter, about, seat, name, reason) \
                SELECT value->>'id', value->>'at', value->>'code', value->>'reporter', value->>'about', \
                  value->>'seat', value->>'name', value->>'reason' FROM json_each(?)"],
        };
        for sql in statements {
            sqlx::query(*sql).bind(rows.as_str()).execute(&mut self.connection).await?;
        }
        Ok(())
    }

    pub(crate) async fn latest(&mut self) -> Result<Latest, StoreError> {
        let latest = |of: &str| {
            format!(
                "max((SELECT coalesce(max(id), 0) FROM {of}), \
                 coalesce((SELECT id FROM used_ids WHERE kind = '{of}'), 0))"
            )
        };
        let sql = format!("SELECT {}, {}", latest("players"), latest("tables"));
        Ok(sqlx::query_as(AssertSqlSafe(sql)).fetch_one(&mut self.connection).await?)
    }

    pub(crate) async fn set_latest(&mut self, (player, table): Latest) -> Result<(), StoreError> {
        let sql = "INSERT INTO used_ids (kind, id) VALUES ('players', ?), ('tables', ?) \
                   ON CONFLICT (kind) DO UPDATE SET id = excluded.id";
        sqlx::query(sql).bind(player).bind(table).execute(&mut self.connection).await?;
        Ok(())
    }

    pub(crate) async fn close(self) {
        if let Err(error) = self.connection.close().await {
            tracing::warn!(%error, "could not close the file");
        }
    }
}
