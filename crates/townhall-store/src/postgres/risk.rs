//! Whether a database could lose what it has acknowledged.

use metrics::gauge;

use super::{
    link::{Failure, Link},
    rows::column,
};
use crate::metric_names;

/// Counts the replicas for which no commit waits, and those whose state this user may not read.
///
/// A replica replays the log that it receives, and could be promoted. Other receivers of the log either report no replay position
/// (`pg_basebackup`, `pg_receivewal` and the tools on top of them), or use a logical slot; none of these can become the
/// primary, so what they miss does not matter. A standby that has just connected has not reported a replay position yet; it is
/// counted at a later check.
const REPLICAS: &str = "\
    SELECT current_setting('fsync') = 'off', current_setting('synchronous_standby_names') = '', \
      count(*) FILTER (WHERE sync_state = 'async' AND replay_lsn IS NOT NULL AND slot_name IS NULL), \
      count(*) FILTER (WHERE sync_state IS NULL AND replica.pid IS NOT NULL), quote_ident(current_user) \
    FROM pg_stat_replication AS replica \
      LEFT JOIN pg_replication_slots ON active_pid = replica.pid AND slot_type = 'logical'";

/// How a database could lose what it has acknowledged, if it could.
pub(crate) async fn of(link: &Link) -> Result<Option<String>, Failure> {
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

/// The risks of a database as last seen, so that each change is logged once.
#[derive(Debug)]
pub(crate) struct RiskMonitor {
    /// Whether the operator has accepted them all.
    accepted: bool,
    known: Option<String>,
}

impl RiskMonitor {
    /// Nothing is known yet.
    pub(crate) const fn new(accepted: bool) -> Self {
        Self { accepted, known: None }
    }

    /// Checks again, and logs a change.
    pub(crate) async fn check(&mut self, link: &Link) -> Result<(), Failure> {
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
