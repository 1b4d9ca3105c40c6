//! Outages: the periods in which no server was there, so that nobody could play. Correspondence tables give this time back.
//!
//! While a server is there, it notes this in the store. When it starts after a while, was suspended, could not write for a while, or
//! its clock was set, the next note is late: the time since the last one was an outage. Until the late note is stored, nobody's
//! time is up.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use metrics::gauge;
use tokio::time::{MissedTickBehavior, interval};
use townhall_store::{Outage, StoreError};
use townhall_system::{clock, lock, seldom};
use townhall_table::journal::Millis;

use super::Hub;
use crate::metrics::names;

/// How often a server looks whether it is time to note that it is there.
const LOOKS: Duration = Duration::from_secs(1);
/// How often it notes that, in milliseconds.
const NOTES: Millis = 30_000;
/// A longer time without a note was an outage, in milliseconds: a restart takes seconds, and after it nothing has to be given back.
const TOLERANCE: Millis = 60_000;

/// The outages of the last months, and when this server was last known to be there.
#[derive(Debug, Default)]
pub(super) struct Outages(Mutex<Known>);

#[derive(Clone, Debug, Default)]
struct Known {
    outages: Arc<[Outage]>,
    /// By the machine's clock; 0 before the first note.
    noted: Millis,
}

/// The time by the clock of the machine.
fn machine_now() -> Millis {
    clock::now().saturating_sub(clock::ahead_of_machine())
}

impl Hub {
    /// The outages, the earliest first, and whether nobody's time may be up now. The clock must have been read just before.
    pub(super) fn outages(&self) -> (Arc<[Outage]>, bool) {
        let Known { outages, noted } = lock(&self.outages.0).clone();
        let is_late = machine_now().saturating_sub(noted) > TOLERANCE;
        (outages, is_late || clock::is_doubtful())
    }

    /// Notes that a server is there.
    ///
    /// # Errors
    /// The store can't be written. Then nobody's time is up.
    pub(crate) async fn note_served(&self) -> Result<(), StoreError> {
        let (before, now) = (lock(&self.outages.0).clone(), machine_now());
        let was_away = now.saturating_sub(before.noted) > TOLERANCE;
        let mut outages = self.store.note_served(now, TOLERANCE, was_away).await?;
        let ahead = clock::ahead_of_machine();
        outages.iter_mut().for_each(|(began, ended)| (*began, *ended) = (*began + ahead, *ended + ahead));
        if was_away
            && let Some((began, ended)) = outages.last()
            && *ended == now + ahead
        {
            let minutes = (ended - began) / 60_000;
            tracing::warn!(
                minutes,
                "no server was there, or the clock was set: correspondence tables give this time back"
            );
        }
        let outages = if *before.outages == *outages { before.outages } else { outages.into() };
        *lock(&self.outages.0) = Known { outages, noted: now };
        Ok(())
    }

    /// Notes from time to time that a server is there. Never returns.
    pub(crate) async fn keep_noting_served(self: Arc<Self>) {
        let mut looks = interval(LOOKS);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            looks.tick().await;
            gauge!(names::CLOCK_DOUBTFUL).set(f64::from(u8::from(clock::is_doubtful())));
            let passed = machine_now().saturating_sub(lock(&self.outages.0).noted);
            if passed >= NOTES
                && self.placement.may_answer()
                && let Err(error) = self.note_served().await
            {
                seldom!(error, %error, "it can't be noted that a server is there; nobody's time is up");
            }
        }
    }
}
