//! Lists of public tables, which are the same for everybody and are reused for a while, so that no number of requests makes
//! the store search more often.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::sync::Mutex;
use townhall_table::protocol::Status;

use townhall_store::{Card, StoreError};

/// A list, and when it was read.
type Read = Option<(Instant, Arc<[Card]>)>;

/// The lists of tables that wait for players, and of those that are being played.
#[derive(Debug, Default)]
pub(crate) struct PublicLists {
    lobby: Mutex<Read>,
    playing: Mutex<Read>,
}

impl PublicLists {
    /// The list of this status: the one that was read at most `reused_for` ago, or else a new one. Concurrent requests wait
    /// for the same one.
    pub(crate) async fn get(
        &self,
        status: Status,
        reused_for: Duration,
        read: impl AsyncFnOnce() -> Result<Vec<Card>, StoreError>,
    ) -> Result<Arc<[Card]>, StoreError> {
        let list = if status == Status::Lobby { &self.lobby } else { &self.playing };
        let mut latest = list.lock().await;
        if let Some((at, cards)) = &*latest
            && at.elapsed() < reused_for
        {
            return Ok(Arc::clone(cards));
        }
        let cards: Arc<[Card]> = read().await?.into();
        *latest = Some((Instant::now(), Arc::clone(&cards)));
        Ok(cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_list_is_read_once_for_all_who_ask_at_the_same_time() {
        let (lists, mut reads) = (PublicLists::default(), 0);
        for (status, reused_for, expected) in [
            (Status::Lobby, Duration::MAX, 1),
            (Status::Lobby, Duration::MAX, 1),
            (Status::Playing, Duration::MAX, 2),
            (Status::Lobby, Duration::ZERO, 3),
        ] {
            let read = async || {
                reads += 1;
                Ok(Vec::new())
            };
            lists.get(status, reused_for, read).await.unwrap();
            assert_eq!(reads, expected, "{status:?} {reused_for:?}");
        }
    }
}
