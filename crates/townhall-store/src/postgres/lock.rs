//! The lock that says that somebody uses the database: a server alone, or several as nodes.
//!
//! It keeps a second server from starting by mistake. Nothing of safety rests on it: whoever adds to a journal must have
//! claimed its table.

use std::time::{Duration, Instant};

use tokio::{sync::watch, time::sleep};

use super::{
    link::{Failure, Link},
    read::{column, number},
    risk::Watched,
    target::Target,
};

/// The advisory lock of the servers that use the database.
const ALONE: &str = "SELECT pg_try_advisory_lock(1416591214, 2)::int::bigint";
const AMONG_OTHERS: &str = "SELECT pg_try_advisory_lock_shared(1416591214, 2)::int::bigint";
/// What no other session on any server has in common with this one.
const SESSION: &str =
    "SELECT concat_ws(' ', pid, backend_start) FROM pg_stat_activity WHERE pid = pg_backend_pid()";
/// Ends a session of ours that the database has not noticed to be gone, and so still holds the lock.
const END_SESSION: &str =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE concat_ws(' ', pid, backend_start) = $1";

/// How long after a server's end its lock may still be held: Postgres notices that a connection was closed, but not at once.
const RELEASE: Duration = Duration::from_secs(2);
/// How often it is looked whether the lock is still held.
const OFTEN: Duration = Duration::from_secs(1);

/// Who uses a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    /// One server.
    Alone,
    /// One of several nodes.
    AmongOthers,
}

/// Takes the lock, which is held until the connection ends. False if others have it.
pub(super) async fn take(link: &Link, by: Use) -> Result<bool, Failure> {
    let lock = match by {
        Use::Alone => ALONE,
        Use::AmongOthers => AMONG_OTHERS,
    };
    let begun = Instant::now();
    while number(&link.rows(lock, &[]).await?)? == 0 {
        if begun.elapsed() > RELEASE {
            return Ok(false);
        }
        sleep(RELEASE / 20).await;
    }
    Ok(true)
}

/// Keeps the lock: when its connection ends, as in a failover, it is taken again. Says so, and ends, when others have taken it
/// meanwhile. Besides, watches whether the database still loses nothing.
pub(super) async fn keep(
    target: Target,
    mut link: Link,
    by: Use,
    mut watched: Watched,
    lost: watch::Sender<bool>,
) {
    loop {
        let session = session(&link).await.unwrap_or_default();
        while watched.look(&link).await.is_ok() {
            sleep(OFTEN).await;
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
                Err(failure) => tracing::debug!(why = failure.words(), "the lock can't be taken again yet"),
            }
            sleep(OFTEN).await;
        };
        tracing::info!("the server has its lock of the database again");
    }
}

async fn session(link: &Link) -> Result<String, Failure> {
    let rows = link.rows(SESSION, &[]).await?;
    Ok(rows.first().map(|row| column(row, 0)).transpose()?.unwrap_or_default())
}

/// Takes the lock on another connection than in an earlier session; none if others have it.
async fn take_again(target: &Target, by: Use, session: &str) -> Result<Option<Link>, Failure> {
    let link = Link::open(target).await?;
    link.rows(END_SESSION, &[&session]).await?;
    Ok(take(&link, by).await?.then_some(link))
}
