//! A node's lease: while others can see it renewed, they claim none of its tables.
//!
//! A node that can't renew its lease stops answering for its tables after half of it, long before others may claim them; so
//! nobody is shown by one node what another has already gone on from. Nothing worse than that could happen if it did not: an
//! append under an older claim is refused, whatever any clock says.

use std::{sync::Arc, time::Duration};

use metrics::{counter, gauge, histogram};
use tokio::{
    sync::watch,
    time::{Instant, sleep, sleep_until, timeout},
};

use super::Nodes;
use crate::{
    hub::{Hub, stopped},
    lock::lock,
    metrics::names,
    store::StoreError,
};

/// How often a lease is renewed while it lasts.
const RENEWALS: u32 = 5;
/// How long giving the lease back may take when the server stops.
const FAREWELL: Duration = Duration::from_secs(1);

/// Why a tenure ended.
enum End {
    /// The server stops.
    Stopping,
    /// The lease could not be renewed in time; the database may have said so.
    Lost,
}

impl Nodes {
    /// Renews the lease until the server stops, and then gives it back.
    pub(crate) async fn keep(self: Arc<Self>, hub: Arc<Hub>, mut stopping: watch::Receiver<bool>) {
        loop {
            let (over, tenure) = watch::channel(false);
            self.begin_tenure(tenure);
            let end = self.renew(&hub, &mut stopping).await;
            over.send_replace(true);
            if matches!(end, End::Stopping) {
                break;
            }
            counter!(names::LEASES_LOST).increment(1);
            tracing::error!("this node's lease could not be renewed; its tables are not answered for");
            if self.come_back(&hub, &mut stopping).await.is_none() {
                break;
            }
            tracing::info!("this node has a lease again");
        }
        // From now on, others may claim the tables.
        match timeout(FAREWELL, self.store.leave()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the lease could not be given back; it ends by itself"),
            Err(_) => tracing::warn!("the lease could not be given back in time; it ends by itself"),
        }
    }

    /// Renews the lease for as long as that works.
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
                    Err(error) => tracing::warn!(%error, "this node's lease could not be renewed"),
                }
            }
        }
    }

    /// Renews the lease; false if it is over.
    async fn renew_once(&self, hub: &Hub) -> Result<bool, StoreError> {
        let begun = Instant::now();
        let Some(nodes) = self.store.renew(&hub.attended_tables()).await? else { return Ok(false) };
        histogram!(names::LEASE_SECONDS).record(begun.elapsed());
        gauge!(names::NODES).set(nodes as f64);
        self.note_renewal(begun);
        Ok(true)
    }

    /// Tries to have a lease again, the old one or a new one. None: the server stops.
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
                    self.note_renewal(begun);
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

    /// Notes that the lease is as new as at this time, at least.
    fn note_renewal(&self, at: Instant) {
        *lock(&self.renewed) = at;
    }

    fn begin_tenure(&self, tenure: watch::Receiver<bool>) {
        *lock(&self.tenure) = tenure;
    }
}
