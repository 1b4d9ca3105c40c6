//! The people whom guests have muted. What is said is hidden by the client; the server only needs to know that neither can invite the
//! other.

use townhall_table::journal::{Colour, PlayerId};

use crate::{
    columns::{as_json, from_word},
    engine::statement::{Reach, Row, Sql, values},
    error::StoreError,
    relations::{Copied, Key, Personal, Relation, person},
    store::Store,
};

/// How many people a guest can mute.
const MOST: usize = 1000;

/// Selects those of a list of people who still exist, where neither has muted the other, with their colours.
macro_rules! select_reachable {
    ($others:literal) => {
        concat!(
            "SELECT id, colour FROM players WHERE id IN (",
            $others,
            ") AND NOT EXISTS (SELECT 1 FROM mutes WHERE (player_id = $1 AND muted_id = players.id) \
               OR (player_id = players.id AND muted_id = $1))"
        )
    };
}

const REACHABLE: Sql = Sql {
    sqlite: select_reachable!("SELECT value FROM json_each($2)"),
    postgres: select_reachable!("SELECT json_array_elements_text($2::text::json)::bigint"),
};

/// Storage of mutes.
impl Store {
    /// Mutes a person, or hears them again. Nothing happens if the person does not exist, or after 1000 others.
    pub async fn set_mute(&self, who: PlayerId, muted: PlayerId, on: bool) -> Result<(), StoreError> {
        let removing = "DELETE FROM mutes WHERE player_id = $1 AND muted_id = $2";
        let adding = "INSERT INTO mutes (player_id, muted_id) SELECT $1, id FROM players WHERE id = $2 AND id <> $1 \
                      AND (SELECT count(*) FROM mutes WHERE player_id = $1) < $3 ON CONFLICT DO NOTHING";
        if on {
            self.engine.write(Reach::Subject, adding, values![who, muted, MOST]).await.map(drop)
        } else {
            self.engine.write(Reach::Subject, removing, values![who, muted]).await.map(drop)
        }
    }

    /// The names of the people whom a person has muted.
    pub async fn muted(&self, who: PlayerId) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT name FROM mutes JOIN players ON players.id = muted_id WHERE mutes.player_id = $1 ORDER BY name";
        self.engine.read(sql, values![who]).await?.iter().map(|row| row.get(0)).collect()
    }

    /// Returns the people of `others` who still exist, where neither has muted the other, with their colours.
    pub async fn reachable(
        &self,
        who: PlayerId,
        others: &[PlayerId],
    ) -> Result<Vec<(PlayerId, Colour)>, StoreError> {
        let rows = self.engine.read(REACHABLE, values![who, as_json(others)?]).await?;
        rows.iter().map(|row: &Row| Ok((row.player(0)?, from_word(row.get(1)?)?))).collect()
    }
}

/// The relations of this subject.
pub(crate) const RELATIONS: [Relation; 1] = [Relation {
    name: "mutes",
    columns: &[person("player_id"), person("muted_id")],
    key: Key::Columns(&["player_id", "muted_id"]),
    copied: Copied::All,
    personal: Some(Personal::exported("/muted")),
}];
