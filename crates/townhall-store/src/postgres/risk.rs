//! Whether a database could lose what it has acknowledged.

use metrics::gauge;

use super::{
    link::{Failure, Link},
    read::column,
};
use crate::metric_names;

/// Counts the replicas for which no commit waits, and those about which this user is told nothing.
///
/// A replica replays what it is sent, and could be promoted. What receives the log for other purposes says nothing of
/// replaying (`pg_basebackup`, `pg_receivewal` and the tools on top of them), or uses a logical slot; none of these can become the
/// primary, so what they miss is lost to nobody. A standby that has just connected has not said yet what it has
/// replayed; it is looked at again later.
const REPLICAS: &str = "\
    SELECT current_setting('fsync') = 'off', current_setting('synchronous_standby_names') = '', \
      count(*) FILTER (WHERE sync_state = 'async' AND replay_lsn IS NOT NULL AND slot_name IS NULL), \
      count(*) FILTER (WHERE sync_state IS NULL AND replica.pid IS NOT NULL), quote_ident(current_user) \
    FROM pg_stat_replication AS replica \
      LEFT JOIN pg_replication_slots ON active_pid = replica.pid AND slot_type = 'logical'";

/// How a database could lose what it has acknowledged, if it could.
pub(super) async fn of(link: &Link) -> Result<Option<String>, Failure> {
    let rows = link.rows(REPLICAS, &[]).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let (unsynced, waits_for_none): (bool, bool) = (column(row, 0)?, column(row, 1)?);
    let (asynchronous, unseen): (i64, i64) = (column(row, 2)?, column(row, 3)?);
    let mut risks = Vec::new();
    if unsynced {
        risks.push("its fsync is off".to_owned());
    }
    if asynchronous > 0 && waits_for_none {
        risks.push(
            "it has replicas, and waits for none of them (synchronous_standby_names is empty)".to_owned(),
        );
    } else if asynchronous > 0 {
        risks.push(format!(
            "it does not wait for {asynchronous} of its replicas: what these have not received would be lost if one of them \
             were promoted (see pg_stat_replication and synchronous_standby_names)"
        ));
    }
    if unseen > 0 {
        risks.push(format!(
            "it has replicas of which this user may not know whether they are synchronous (an administrator can change \
             that: GRANT pg_read_all_stats TO {})",
            column::<String>(row, 4)?
        ));
    }
    Ok((!risks.is_empty()).then(|| risks.join("; ")))
}

/// What is known of a database's risks, so that each is told once.
#[derive(Debug)]
pub(super) struct Watched {
    /// Whether the operator has accepted them all.
    accepted: bool,
    known: Option<String>,
}

impl Watched {
    /// Nothing is known yet.
    pub(super) const fn new(accepted: bool) -> Self {
        Self { accepted, known: None }
    }

    /// Looks again, and tells what is new.
    pub(super) async fn look(&mut self, link: &Link) -> Result<(), Failure> {
        let risk = of(link).await?;
        gauge!(metric_names::LOSSY).set(if risk.is_some() { 1.0 } else { 0.0 });
        if self.known != risk && !self.accepted {
            match &risk {
                Some(why) => tracing::error!(why, "the database could lose moves that were acknowledged"),
                None => tracing::info!("the database loses nothing that was acknowledged"),
            }
        }
        self.known = risk;
        Ok(())
    }
}
