//! The advisory lock of servers on the database: exclusive for a single server, shared by nodes.
//!
//! It keeps a second server from starting by mistake. Correctness does not depend on it: entries are added to a journal only
//! under a valid claim.

use std::time::{Duration, Instant};

use tokio::{sync::watch, time::sleep};

use super::{
    link::{Failure, Link},
    risk::RiskMonitor,
    rows::{column, number},
    target::Target,
};

/// The advisory lock of the servers that use the database.
const ALONE: &str = "SELECT pg_try_advisory_lock(1416591214, 2)::int::bigint";
const AMONG_OTHERS: &str = "SELECT pg_try_advisory_lock_shared(1416591214, 2)::int::bigint";
/// An identification of this session, unique across servers.
const SESSION: &str =
    "SELECT concat_ws(' ', pid, backend_start) FROM pg_stat_activity WHERE pid = pg_backend_pid()";
/// Ends an earlier session of this server that still holds the lock, because the database has not noticed that it is gone.
const END_SESSION: &str =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE concat_ws(' ', pid, backend_start) = $1";

/// The time for which a server's lock may still be held after its end, because Postgres detects a closed connection late.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(2);
/// The interval between checks that the server still holds the lock.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// How a database is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// One server.
    Alone,
    /// Several nodes, of which this server is one.
    AmongOthers,
}

/// Tries to take the lock, which is held until the connection ends. False if other servers hold it.
pub(crate) async fn take(link: &Link, by: Use) -> Result<bool, Failure> {
    let lock = match by {
        Use::Alone => ALONE,
        Use::AmongOthers => AMONG_OTHERS,
    };
    let begun = Instant::now();
    while number(&link.rows(lock, &[]).await?)? == 0 {
        if begun.elapsed() > RELEASE_TIMEOUT {
            return Ok(false);
        }
        sleep(RELEASE_TIMEOUT / 20).await;
    }
    Ok(true)
}

/// Keeps the lock: when its connection ends, as in a failover, it is taken again. Sets `lost`, and ends, when another server
/// has taken it meanwhile. Also monitors whether the database could lose acknowledged writes.
pub(crate) async fn keep(
    target: Target,
    mut link: Link,
    by: Use,
    mut risks: RiskMonitor,
    lost: watch::Sender<bool>,
) {
    loop {
        let session = session(&link).await.unwrap_or_default();
        while risks.check(&link).await.is_ok() {
            sleep(CHECK_INTERVAL).await;
        }
        tracing::warn!("the connection broke that holds the server's lock of the database");
        link = loop {
            match take_again(&target, by, &session).await {
                Ok(Some(fresh)) => break fresh,
                Ok(None) => {
                    tracing::error!("another server has taken the database over");
                    lost.send_replace(true);
                    return;
                }
                Err(failure) => tracing::debug!(why = failure.message(), "the lock can't be taken again yet"),
            }
            sleep(CHECK_INTERVAL).await;
        };
        tracing::info!("the server has its lock of the database again");
    }
}

async fn session(link: &Link) -> Result<String, Failure> {
    let rows = link.rows(SESSION, &[]).await?;
    Ok(rows.first().map(|row| column(row, 0)).transpose()?.unwrap_or_default())
}

/// Tries to take the lock on a new connection; `None` if other servers hold it.
async fn take_again(target: &Target, by: Use, session: &str) -> Result<Option<Link>, Failure> {
    let link = Link::open(target).await?;
    link.rows(END_SESSION, &[&session]).await?;
    Ok(take(&link, by).await?.then_some(link))
}
