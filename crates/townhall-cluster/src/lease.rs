//! A node's lease: as long as it is renewed in the database, other nodes claim none of this node's tables.
//!
//! A node that can't renew its lease stops answering for its tables after half of the lease's duration, before others may
//! claim them. So no client is shown a state that another node has already changed. Correctness does not depend on this: an
//! append under an older claim is refused, independent of any clock.

use std::time::Duration;

use metrics::{counter, gauge, histogram};
use tokio::{
    sync::watch,
    time::{Instant, sleep, sleep_until, timeout},
};
use townhall_server::{hub::Hub, metrics::names};
use townhall_store::StoreError;
use townhall_system::{lock, seldom, stopped};

use crate::node::Node;

/// The number of renewals in the duration of a lease.
const RENEWALS: u32 = 5;
/// The time limit for giving the lease back when the server stops.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(1);

/// The reason why a tenure ended.
enum End {
    /// The server stops.
    Stopping,
    /// The lease could not be renewed in time, or the database reported its end.
    Lost,
}

impl Node {
    /// Renews the lease until the server stops, and then gives it back.
    pub(crate) async fn keep_lease(&self, hub: &Hub, mut stopping: watch::Receiver<bool>) {
        loop {
            let (over, tenure) = watch::channel(false);
            *lock(&self.tenure) = tenure;
            let end = self.renew(hub, &mut stopping).await;
            over.send_replace(true);
            if matches!(end, End::Stopping) {
                break;
            }
            counter!(names::LEASES_LOST).increment(1);
            tracing::error!("this node's lease could not be renewed; it does not answer for its tables");
            if self.come_back(hub, &mut stopping).await.is_none() {
                break;
            }
            tracing::info!("this node has a lease again");
        }
        // From now on, others may claim the tables.
        match timeout(LEAVE_TIMEOUT, self.store.leave()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the lease could not be given back; it ends by itself"),
            Err(_) => tracing::warn!("the lease could not be given back in time; it ends by itself"),
        }
    }

    /// Renews the lease until that fails or the server stops.
    async fn renew(&self, hub: &Hub, stopping: &mut watch::Receiver<bool>) -> End {
        loop {
            let renewing = async {
                sleep(self.lease / RENEWALS).await;
                self.renew_once(hub).await
            };
            tokio::select! {
                biased;
                () = stopped(stopping) => return End::Stopping,
                () = sleep_until(self.answers_until()) => return End::Lost,
                outcome = renewing => match outcome {
                    Ok(true) => {}
                    Ok(false) => return End::Lost,
                    // It is tried again before half of the lease is over.
                    Err(error) => seldom!(warn, %error, "this node's lease could not be renewed"),
                }
            }
        }
    }

    /// Renews the lease; false if it is over.
    async fn renew_once(&self, hub: &Hub) -> Result<bool, StoreError> {
        let begun = Instant::now();
        let Some(nodes) = self.store.renew(&hub.listed_tables()).await? else { return Ok(false) };
        histogram!(names::LEASE_SECONDS).record(begun.elapsed());
        gauge!(names::NODES).set(nodes as f64);
        *lock(&self.renewed) = begun;
        Ok(true)
    }

    /// Tries to get a lease again, the old one or a new one. None: the server stops.
    async fn come_back(&self, hub: &Hub, stopping: &mut watch::Receiver<bool>) -> Option<()> {
        loop {
            let trying = async {
                sleep(self.lease / RENEWALS / 4).await;
                if self.renew_once(hub).await? {
                    return Ok(true);
                }
                let begun = Instant::now();
                let joined = self.store.join().await?;
                if joined {
                    *lock(&self.renewed) = begun;
                }
                Ok::<_, StoreError>(joined)
            };
            tokio::select! {
                biased;
                () = stopped(stopping) => return None,
                outcome = trying => match outcome {
                    Ok(true) => return Some(()),
                    Ok(false) => tracing::error!("another node has this one's address"),
                    Err(error) => tracing::debug!(%error, "there is still no lease"),
                }
            }
        }
    }
}
