//! Notes in a Postgres database.

use async_trait::async_trait;
use townhall_table::journal::PlayerId;

use super::Notes;
use crate::{
    copy::part::Queries,
    error::StoreError,
    postgres::{
        PostgresStore,
        rows::{column, found},
    },
};

#[async_trait]
impl Notes for PostgresStore {
    async fn note(&self, who: PlayerId, code: &str) -> Result<String, StoreError> {
        let sql = "SELECT text FROM notes JOIN tables ON tables.id = table_id \
                   WHERE player_id = $1 AND code = $2 AND NOT closed";
        let rows = self.readers.rows(sql, &[&who.0, &code]).await?;
        rows.first().map_or(Ok(String::new()), |row| column(row, 0))
    }

    async fn set_note(&self, who: PlayerId, code: &str, text: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO notes (player_id, table_id, text) \
                   SELECT player_id, table_id, $3 FROM people JOIN tables ON tables.id = table_id \
                   WHERE player_id = $1 AND code = $2 AND NOT closed \
                   ON CONFLICT (player_id, table_id) DO UPDATE SET text = excluded.text RETURNING id";
        let transaction = self.writers.begin().await?;
        let Err(error) = found(&transaction.rows(sql, &[&who.0, &code, &text]).await?) else {
            transaction.rows("DELETE FROM notes WHERE player_id = $1 AND text = ''", &[&who.0]).await?;
            return transaction.commit().await;
        };
        transaction.roll_back().await?;
        Err(error)
    }
}

/// See [`Queries`].
pub(super) const NOTES: Queries = Queries {
    page: "SELECT id, json_build_object('id', id, 'player_id', player_id, 'table_id', table_id, 'text', text)::text \
           FROM notes WHERE id > $1 ORDER BY id LIMIT $2",
    put: &["INSERT INTO notes (id, player_id, table_id, text) SELECT id, player_id, table_id, text \
            FROM json_populate_recordset(NULL::notes, $1::text::json)"],
};
