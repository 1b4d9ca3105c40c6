//! A database that is copied, or into which a copy is written.

use super::{
    link::{Failure, Link},
    lock::Use,
    open,
    read::{column, number},
    upkeep,
};
use crate::{
    DatabaseUrl, OpenError, StoreError,
    migrate::{Latest, PAGE, Page, Part},
};

/// An opened database that no server uses.
#[derive(Debug)]
pub(crate) struct Archive(Box<Link>);

/// A query for a page of rows as JSON, each with its position.
macro_rules! page {
    ($position:literal, $row:literal, $from:literal, $where:literal) => {
        concat!(
            "SELECT ",
            $position,
            ", json_build_object(",
            $row,
            ")::text FROM ",
            $from,
            " WHERE ",
            $where,
            " ORDER BY 1 LIMIT $2"
        )
    };
}

impl Archive {
    pub(crate) async fn open(url: &DatabaseUrl) -> Result<Self, OpenError> {
        let (_, link) = open::open(url, true, Use::Alone).await?;
        Ok(Self(Box::new(link.with_patience(upkeep::PATIENCE))))
    }

    pub(crate) async fn run(&self, sql: &str) -> Result<(), StoreError> {
        self.0.run(sql).await.map_err(Failure::at_commit)
    }

    pub(crate) async fn page(&self, part: Part, after: i64) -> Result<Page, StoreError> {
        let sql = match part {
            Part::Players => {
                page!("id", "'id', id, 'name', name, 'colour', colour, 'since', since", "players", "id > $1")
            }
            Part::Devices => page!(
                "id",
                "'id', id, 'player_id', player_id, 'secret', encode(secret, 'hex'), 'label', label, \
                 'since', since, 'seen', seen",
                "devices",
                "id > $1"
            ),
            Part::Tables => page!(
                "id",
                "'id', id, 'code', code, 'game', game, 'variant', variant, 'players', players, 'status', status, \
                 'listing', listing, 'names', names, 'to_act', to_act, 'stood_in', stood_in, 'host', host, \
                 'ending', ending, 'touched', touched, 'unlisted', unlisted::int, 'closed', closed::int, \
                 'people', array(SELECT player_id FROM people JOIN players ON players.id = player_id \
                   WHERE table_id = tables.id ORDER BY player_id)",
                "tables",
                "id > $1"
            ),
            // The same position as in a file.
            Part::Entries => page!(
                "(table_id << 20) + number",
                "'table_id', table_id, 'number', number, 'body', body",
                "(SELECT * FROM entries WHERE (table_id, number) > ($1::bigint >> 20, $1::bigint & 1048575) \
                 ORDER BY table_id, number LIMIT $2) AS entries",
                "true"
            ),
            Part::Reports => page!(
                "id",
                "'id', id, 'at', at, 'code', code, 'reporter', reporter, 'about', about, 'seat', seat, \
                 'name', name, 'reason', reason",
                "reports",
                "id > $1"
            ),
        };
        let rows = self.0.rows(sql, &[&after, &PAGE]).await.map_err(Failure::before_commit)?;
        rows.iter().map(|row| Ok((column(row, 0)?, column(row, 1)?))).collect()
    }

    pub(crate) async fn put(&self, part: Part, rows: String) -> Result<(), StoreError> {
        let statements: &[&'static str] = match part {
            Part::Players => &["INSERT INTO players (id, name, colour, since) \
                SELECT id, name, colour, since FROM json_populate_recordset(NULL::players, $1::text::json)"],
            Part::Devices => &["INSERT INTO devices (id, player_id, secret, label, since, seen) \
                SELECT id, player_id, decode(secret, 'hex'), label, since, seen \
                FROM json_to_recordset($1::text::json) AS device \
                  (id bigint, player_id bigint, secret text, label text, since bigint, seen bigint)"],
            // How long the journals are is counted in the end.
            Part::Tables => &[
                "INSERT INTO tables (id, code, game, variant, players, status, listing, names, to_act, stood_in, host, \
                   ending, touched, unlisted, closed, length) \
                 SELECT id, code, game, variant, players, status, listing, names, to_act, stood_in, host, ending, \
                   touched, unlisted, closed, 0 FROM json_populate_recordset(NULL::tables, $1::text::json)",
                "INSERT INTO people (player_id, table_id) SELECT who.id::bigint, one.id \
                 FROM json_to_recordset($1::text::json) AS one (id bigint, people json), \
                   json_array_elements_text(one.people) AS who (id)",
            ],
            Part::Entries => &["INSERT INTO entries (table_id, number, body) \
                SELECT table_id, number, body FROM json_populate_recordset(NULL::entries, $1::text::json)"],
            Part::Reports => &["INSERT INTO reports (id, at, code, reporter, about, seat, name, reason) \
                SELECT id, at, code, reporter, about, seat, name, reason \
                FROM json_populate_recordset(NULL::reports, $1::text::json)"],
        };
        for sql in statements {
            self.0.rows(sql, &[&rows]).await.map_err(Failure::before_commit)?;
        }
        Ok(())
    }

    pub(crate) async fn latest(&self) -> Result<Latest, StoreError> {
        let latest = async |sql| number(&self.0.rows(sql, &[]).await.map_err(Failure::before_commit)?);
        let player =
            latest("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM players_id_seq").await?;
        let table =
            latest("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM tables_id_seq").await?;
        Ok((player, table))
    }

    /// Besides, counts how long the journals are. One that misses an entry has more than it has entries, and so can't be
    /// read here either.
    pub(crate) async fn set_latest(&self, (player, table): Latest) -> Result<(), StoreError> {
        let count = "UPDATE tables SET length = counted.latest FROM \
                     (SELECT table_id, max(number) AS latest FROM entries GROUP BY table_id) AS counted \
                     WHERE id = counted.table_id";
        let begin = |of: &str, latest: &str| {
            format!(
                "SELECT setval('{of}_id_seq', greatest(latest, 1), latest > 0) FROM (SELECT {latest} AS latest) AS _"
            )
        };
        self.run(count).await?;
        self.run(&begin("players", &player.to_string())).await?;
        self.run(&begin("tables", &table.to_string())).await?;
        for of in ["devices", "reports"] {
            self.run(&begin(of, &format!("(SELECT coalesce(max(id), 0) FROM {of})"))).await?;
        }
        Ok(())
    }
}
