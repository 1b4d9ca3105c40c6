//! Digests: turns at correspondence tables that a player wants to be sent together, once or twice a day.
//!
//! A turn that becomes due is put off until shortly before the next time of the digest. The node that has its table then finds
//! out whether it is still open and its player doesn't look at it, as for every notice, and collects it. At the time of the digest, one node
//! takes all that were collected for a channel, wherever their tables are, and sends one message.

use townhall_store::{Card, DeliveryOutcome, DigestTimes, DueNotice, StoreError};
use townhall_system::{clock, seldom};
use townhall_table::{daily, journal::Millis, session::NoticeKind};

use crate::{
    notifier::{Notifier, count, quiet_until},
    text::Message,
    turns::Contact,
};

/// How long before a digest turns are collected, in milliseconds: longer than all nodes take for that.
const AHEAD: Millis = 60_000;

impl Notifier {
    /// The outcome for a notice that a digest sends; `None` if the notice is sent for itself.
    pub(crate) fn collected(
        &self,
        notice: &DueNotice,
        card: &Card,
        is_looking: bool,
    ) -> Option<DeliveryOutcome> {
        let digest = notice.channel.digest.as_ref()?;
        if notice.kind != NoticeKind::Turn || card.time_of(notice.channel.owner).is_none() {
            return None;
        }
        let due = notice.at + clock::millis(self.times.grace);
        Some(match step(digest, due, clock::now())? {
            Step::Collect(at) if is_looking => {
                DeliveryOutcome::Again(daily(&digest.zone, &digest.times, at)?.1 - AHEAD, None)
            }
            Step::Collect(at) => DeliveryOutcome::Collected(at),
            Step::Wait(until) => DeliveryOutcome::Again(until, None),
        })
    }

    /// Sends the collected notices of a channel, which became due at a time, as one message, and stores what became of them.
    pub(crate) async fn send_together(&self, notices: &[DueNotice], due: Millis, now: Millis) -> Contact {
        let (outcomes, contact) = self.send_digest(notices, due, now).await;
        // The message has the number of the first notice, which is settled last: if the server is killed meanwhile, the message
        // of the others has the same number.
        for (notice, outcome) in notices.iter().zip(outcomes).rev() {
            count(&outcome, notice.channel.medium);
            if let Err(error) = self.store.settle_notice(notice.id, outcome).await {
                seldom!(warn, %error, "the outcome of a notification can't be stored");
            }
        }
        contact
    }

    /// Sends the collected notices of a channel as one message, without those whose turn is over or whose player looks at the
    /// table now. Returns what became of each.
    async fn send_digest(
        &self,
        notices: &[DueNotice],
        due: Millis,
        now: Millis,
    ) -> (Vec<DeliveryOutcome>, Contact) {
        let Some(first) = notices.first() else { return (Vec::new(), Contact::None) };
        if let Some(end) = first.channel.quiet.as_ref().and_then(|quiet| quiet_until(quiet, now)) {
            return (vec![DeliveryOutcome::Collected(end); notices.len()], Contact::None);
        }
        let (mut cards, mut outcomes) = (Vec::new(), Vec::new());
        for notice in notices {
            let outcome = match self.open_turn(notice).await {
                Ok(None) => Some(DeliveryOutcome::Needless),
                Ok(Some(_)) if self.players.looking(notice.code, notice.channel.owner).await.is_some() => {
                    Some(DeliveryOutcome::Collected(next(notice, now)))
                }
                Ok(Some(card)) => {
                    cards.push(card);
                    None
                }
                Err(error) => {
                    tracing::debug!(%error, "a table of a digest can't be read");
                    Some(DeliveryOutcome::Collected(next(notice, now)))
                }
            };
            outcomes.push(outcome);
        }
        // The soonest deadline first.
        cards.sort_by_key(|card| card.time_of(first.channel.owner));
        let (sent, contact) = if cards.is_empty() {
            (DeliveryOutcome::Needless, Contact::None)
        } else {
            let message = Message::digest(&first.channel, &cards, &self.catalogue);
            self.deliver(first, &message, due, now).await
        };
        (outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(|| sent.clone())).collect(), contact)
    }

    /// The table of a collected notice, if its turn is still open.
    async fn open_turn(&self, notice: &DueNotice) -> Result<Option<Card>, StoreError> {
        let DueNotice { channel, kind, code, is_outdated, .. } = notice;
        if *is_outdated || !channel.kinds.contains(*kind) || !channel.problem.is_empty() {
            return Ok(None);
        }
        let card = self.store.card(*code).await?;
        Ok(card.filter(|card| card.to_act.contains(&channel.owner)))
    }
}

/// The next digest of a notice's channel. Without one, as after it was switched off, a while later.
fn next(notice: &DueNotice, now: Millis) -> Millis {
    let digest = notice.channel.digest.as_ref();
    let times = digest.and_then(|digest| daily(&digest.zone, &digest.times, now));
    times.map_or(now + AHEAD, |(_, next)| next)
}

/// The next step for a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// It is looked at again at this time.
    Wait(Millis),
    /// It is a part of the digest of this time.
    Collect(Millis),
}

/// The next step for a turn that became due at a time; `None` if the time zone is unknown.
fn step(digest: &DigestTimes, due: Millis, now: Millis) -> Option<Step> {
    let (last, next) = daily(&digest.zone, &digest.times, now)?;
    Some(if next - now <= AHEAD {
        Step::Collect(next)
    } else if due <= last {
        // No server was running at that time.
        Step::Collect(now + AHEAD)
    } else {
        Step::Wait(next - AHEAD)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_wait_for_the_next_digest_and_are_never_left_behind() {
        let minute = 60_000;
        // 2026-10-24 at 8:00 in Budapest; the next day has 25 hours, and the digest comes at 8:00 again.
        let eight = 1_792_821_600_000;
        let tomorrow = eight + 25 * 60 * minute;
        let at = |times: &[u16]| DigestTimes { times: times.to_vec(), zone: "Europe/Budapest".to_owned() };
        let once = &[480][..];
        for (what, times, due, now, expected) in [
            ("in the evening", once, eight - 600 * minute, eight - 600 * minute, Step::Wait(eight - minute)),
            ("shortly before", once, eight - 600 * minute, eight - minute, Step::Collect(eight)),
            ("since just now", once, eight - 1, eight - 1, Step::Collect(eight)),
            ("after it", once, eight + 1, eight + 1, Step::Wait(tomorrow - minute)),
            ("missed", once, eight, eight + 9 * minute, Step::Collect(eight + 10 * minute)),
            ("twice a day", &[480, 1080], eight + 1, eight + 1, Step::Wait(eight + 599 * minute)),
        ] {
            assert_eq!(step(&at(times), due, now), Some(expected), "{what}");
        }
        assert_eq!(step(&DigestTimes { zone: "Mars".to_owned(), ..at(once) }, 0, 0), None);
    }
}
