//! Outages: the periods in which no server was there, so that nobody could play.

use townhall_table::{journal::Millis, session::NoticeKind};

use crate::{
    columns::kind_bit,
    engine::{
        Transaction,
        statement::{Reach, Row, values},
    },
    error::StoreError,
    relations::{Copied, Key, Relation, number},
    store::Store,
};

/// How long an outage is remembered, in milliseconds: longer than a table that can't be read stays unnoticed.
const REMEMBERED: Millis = 90 * 86_400_000;

/// The beginning and the end of an outage.
pub type Outage = (Millis, Millis);

/// Outages.
impl Store {
    /// Notes that a server is there now, and returns the outages of the last months, the earliest first.
    ///
    /// If no server has done this for longer than `tolerance`, and this server has not either (`was_away`), there was an outage. Then
    /// the server looks at all correspondence tables, and reminders of turns wait for as much longer.
    pub async fn note_served(
        &self,
        now: Millis,
        tolerance: Millis,
        was_away: bool,
    ) -> Result<Vec<Outage>, StoreError> {
        let noting = self.engine.transaction(Reach::Journals, move |mut db| {
            Box::pin(async move {
                let open = db.rows("SELECT id, began FROM outages WHERE ended IS NULL", values![]).await?;
                let open = open.first().map(|row| Ok::<_, StoreError>((row.get::<i64>(0)?, row.time(1)?)));
                match open.transpose()? {
                    None => begin(&mut db, now).await?,
                    Some((id, began)) if was_away && began.saturating_add(tolerance) < now => {
                        // Another server may have ended it at this moment.
                        let sql =
                            "UPDATE outages SET ended = $2 WHERE id = $1 AND ended IS NULL RETURNING id";
                        if !db.rows(sql, values![id, now]).await?.is_empty() {
                            begin(&mut db, now).await?;
                            give_back(&mut db, (began, now)).await?;
                        }
                    }
                    Some((id, began)) => {
                        // The clocks of several servers differ a little. After its clock was set back, a server starts with the new one.
                        if was_away {
                            db.rows("DELETE FROM outages WHERE ended > $1", values![now]).await?;
                        }
                        let at = if was_away { now } else { now.max(began) };
                        db.rows("UPDATE outages SET began = $2 WHERE id = $1", values![id, at]).await?;
                    }
                }
                let sql = "SELECT began, ended FROM outages WHERE ended IS NOT NULL ORDER BY id";
                let outage = |row: &Row| Ok((row.time(0)?, row.time(1)?));
                db.rows(sql, values![]).await?.iter().map(outage).collect()
            })
        });
        noting.await
    }
}

async fn begin(db: &mut Transaction<'_>, now: Millis) -> Result<(), StoreError> {
    db.rows("INSERT INTO outages (began) VALUES ($1)", values![now]).await?;
    let before = now.saturating_sub(REMEMBERED);
    db.rows("DELETE FROM outages WHERE ended < $1", values![before]).await.map(drop)
}

/// Each table gives the time back itself, in its journal; then the exact times of its clocks and reminders are known.
async fn give_back(db: &mut Transaction<'_>, (began, ended): Outage) -> Result<(), StoreError> {
    db.rows("UPDATE tables SET due = $2 WHERE due > $1", values![began, ended]).await?;
    let sql = "UPDATE notices SET due = due + $2 WHERE kind = $3 AND state = 'waiting' AND due > $1";
    db.rows(sql, values![began, ended - began, kind_bit(NoticeKind::Late)]).await.map(drop)
}

/// The relations of this subject.
pub(crate) const RELATIONS: [Relation; 1] = [Relation {
    name: "outages",
    columns: &[number("id"), number("began"), number("ended")],
    key: Key::Numbered,
    copied: Copied::All,
    personal: None,
}];
