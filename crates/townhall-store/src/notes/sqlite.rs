//! Notes in an SQLite file.

use async_trait::async_trait;
use townhall_table::journal::PlayerId;

use super::Notes;
use crate::{
    copy::part::Queries,
    error::StoreError,
    sqlite::{SqliteStore, statement::found},
};

#[async_trait]
impl Notes for SqliteStore {
    async fn note(&self, who: PlayerId, code: &str) -> Result<String, StoreError> {
        let sql = "SELECT text FROM notes JOIN tables ON tables.id = table_id \
                   WHERE player_id = ? AND code = ? AND NOT closed";
        let text: Option<String> =
            sqlx::query_scalar(sql).bind(who.0).bind(code).fetch_optional(&self.readers).await?;
        Ok(text.unwrap_or_default())
    }

    async fn set_note(&self, who: PlayerId, code: &str, text: &str) -> Result<(), StoreError> {
        let (code, text) = (code.to_owned(), text.to_owned());
        // Who belongs to a table may follow from an append of the same batch.
        let write = self.writer.write_after_appends(move |db| {
            Box::pin(async move {
                let sql = "INSERT INTO notes (player_id, table_id, text) \
                           SELECT player_id, table_id, ?3 FROM people JOIN tables ON tables.id = table_id \
                           WHERE player_id = ?1 AND code = ?2 AND NOT closed \
                           ON CONFLICT (player_id, table_id) DO UPDATE SET text = excluded.text";
                let query = sqlx::query(sql).bind(who.0).bind(code).bind(text);
                found(query.execute(&mut *db).await?)?;
                sqlx::query("DELETE FROM notes WHERE player_id = ? AND text = ''")
                    .bind(who.0)
                    .execute(db)
                    .await?;
                Ok(())
            })
        });
        write.await
    }
}

/// See [`Queries`].
pub(super) const NOTES: Queries = Queries {
    page: "SELECT id, json_object('id', id, 'player_id', player_id, 'table_id', table_id, 'text', text) FROM notes \
           WHERE id > ? ORDER BY id LIMIT ?",
    put: &["INSERT INTO notes (id, player_id, table_id, text) \
            SELECT value->>'id', value->>'player_id', value->>'table_id', value->>'text' FROM json_each(?)"],
};
