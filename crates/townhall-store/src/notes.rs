//! Notes: what people write down for themselves at tables where they play.

use townhall_table::{TableCode, journal::PlayerId};

use crate::{
    engine::statement::{Reach, found, values},
    error::StoreError,
    relations::{Copied, Key, Personal, Relation, number, person, text},
    store::Store,
};

/// Storage of notes. Only their author reads them, and they are removed with the author or the table.
impl Store {
    /// A person's note at the table of this code; empty if there is none.
    pub async fn note(&self, who: PlayerId, code: TableCode) -> Result<String, StoreError> {
        let sql = "SELECT text FROM notes JOIN tables ON tables.id = table_id \
                   WHERE player_id = $1 AND code = $2 AND NOT closed";
        let rows = self.engine.read(sql, values![who, code]).await?;
        rows.first().map_or(Ok(String::new()), |row| row.get(0))
    }

    /// Sets it; an empty text removes it. [`StoreError::Missing`] if the person does not belong to such a table.
    pub async fn set_note(&self, who: PlayerId, code: TableCode, text: &str) -> Result<(), StoreError> {
        let values = values![who, code, text];
        let setting = self.engine.transaction(Reach::Journals, move |mut db| {
            Box::pin(async move {
                let sql = "INSERT INTO notes (player_id, table_id, text) \
                           SELECT player_id, table_id, $3 FROM people JOIN tables ON tables.id = table_id \
                           WHERE player_id = $1 AND code = $2 AND NOT closed \
                           ON CONFLICT (player_id, table_id) DO UPDATE SET text = excluded.text RETURNING id";
                found(&db.rows(sql, values).await?)?;
                let sql = "DELETE FROM notes WHERE player_id = $1 AND text = ''";
                db.rows(sql, values![who]).await.map(drop)
            })
        });
        setting.await
    }
}

/// The relations of this subject.
pub(crate) const RELATIONS: [Relation; 1] = [Relation {
    name: "notes",
    columns: &[number("id"), person("player_id"), number("table_id"), text("text")],
    key: Key::Numbered,
    copied: Copied::All,
    personal: Some(Personal::exported("/note")),
}];
