//! Decides which of the waiting messages are sent next.
//!
//! A target is a medium and a host: all messages to one push service, to the webhooks of one host, or to the mail server. Each target
//! and each medium has a number of places, and the owner of a channel who was served the least comes first. So neither a host
//! without an answer nor a person with many messages delays those of others. A target at which several messages in a row failed is
//! paused and then tried with one message; each further pause is twice as long.
//!
//! Nothing here reads a clock or waits.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use townhall_store::WaitingNotice;
use townhall_table::journal::{Millis, PlayerId};

use crate::WebhookFormat;

/// How many messages are sent to one target at the same time.
const TARGET_PLACES: usize = 4;
/// How many messages of one medium are sent at the same time.
const MEDIUM_PLACES: usize = 32;
/// How many of these may go to targets that have not answered lately.
const DOUBTFUL_PLACES: usize = 16;
/// How many messages of one medium are sent to one person at the same time.
const OWNER_PLACES: usize = 4;
/// After how many failures in a row a target is paused.
const FAILURES: u32 = 3;
/// How many messages may go at once to the webhooks of one host that is no known chat service; a chat service limits them by itself.
const HOOKS_AT_ONCE: f64 = 30.0;
/// How many messages may then go there a second.
const HOOKS_A_SECOND: f64 = 1.0;
/// The first pause, in milliseconds.
const FIRST_PAUSE: Millis = 30_000;
/// The longest pause, in milliseconds.
const LONGEST_PAUSE: Millis = 10 * 60_000;
/// The time after which half of what a person was served is forgotten, in milliseconds.
const HALF_LIFE: f64 = 60_000.0;
/// When this many targets or persons are known, those that say nothing are forgotten.
const SWEEP_AT: usize = 1000;

/// The outcome of an attempt to reach a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Contact {
    /// It was not needed.
    None,
    /// The target answered, whatever the answer was.
    Answered,
    /// The target can't be reached, does not answer in time, or refuses everything.
    Failed,
}

/// A change of a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// It is paused, and was not before.
    Paused,
    /// It answers again.
    Answers,
}

/// The state of a target.
#[derive(Clone, Copy, Debug, Default)]
struct Target {
    running: usize,
    /// How many attempts in a row failed, without those that began before a pause.
    failures: u32,
    paused_until: Millis,
    /// Whether its latest attempt was answered.
    answers: bool,
    /// How many messages have gone to webhooks there lately.
    used: f64,
    /// When they were counted.
    at: Millis,
}

impl Target {
    const fn was_paused(&self) -> bool {
        self.failures >= FAILURES
    }

    /// How many messages have gone there lately.
    fn used(&self, now: Millis) -> f64 {
        (self.used - now.saturating_sub(self.at) as f64 / 1000.0 * HOOKS_A_SECOND).max(0.0)
    }

    const fn is_open(&self, now: Millis) -> bool {
        // After a pause, one message finds out whether it answers.
        now >= self.paused_until && self.running < if self.was_paused() { 1 } else { TARGET_PLACES }
    }
}

/// The account of a person in a medium.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    running: usize,
    /// The messages, and the seconds that they took, of which half is forgotten after each half-life.
    served: f64,
    at: Millis,
}

impl Account {
    fn served(&self, now: Millis) -> f64 {
        self.served * (-(now.saturating_sub(self.at) as f64) / HALF_LIFE).exp2()
    }

    fn charge(&mut self, served: f64, now: Millis) {
        (self.served, self.at) = (self.served(now) + served, now);
    }
}

/// A message that is being sent.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    medium: &'static str,
    target: String,
    owner: PlayerId,
    begun: Millis,
}

impl Turn {
    pub(crate) fn target(&self) -> &str {
        &self.target
    }

    pub(crate) const fn medium(&self) -> &'static str {
        self.medium
    }
}

/// The waiting messages, and what is known of their targets and persons.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    /// By target, and there in the order in which they were given.
    waiting: BTreeMap<String, VecDeque<WaitingNotice>>,
    /// The targets of which more messages may wait than were given.
    cut: BTreeSet<String>,
    targets: HashMap<String, Target>,
    accounts: HashMap<(&'static str, PlayerId), Account>,
    /// How many messages of each medium are being sent.
    running: HashMap<&'static str, usize>,
}

impl Turns {
    /// Replaces the waiting messages. `each` is the most that were asked for of one target.
    pub(crate) fn fill(&mut self, waiting: Vec<WaitingNotice>, each: usize) {
        self.waiting.clear();
        for notice in waiting {
            self.waiting.entry(notice.target.clone()).or_default().push_back(notice);
        }
        let cut = self.waiting.iter().filter(|(_, waiting)| waiting.len() >= each);
        self.cut = cut.map(|(target, _)| target.clone()).collect();
    }

    /// Whether all known messages of a target were sent, and more may wait.
    pub(crate) fn is_dry(&self) -> bool {
        self.cut.iter().any(|target| !self.waiting.contains_key(target))
    }

    /// The message that comes next, which gets a place; `None` if no message has one.
    pub(crate) fn next(&mut self, now: Millis) -> Option<(WaitingNotice, Turn)> {
        let (target, place) = self.best(now)?;
        let waiting = self.waiting.get_mut(&target)?;
        let notice = waiting.remove(place)?;
        if waiting.is_empty() {
            self.waiting.remove(&target);
        }
        let state = self.targets.entry(target.clone()).or_default();
        state.running += 1;
        (state.used, state.at) = (state.used(now) + 1.0, now);
        *self.running.entry(notice.medium).or_default() += 1;
        let account = self.accounts.entry((notice.medium, notice.owner)).or_default();
        account.running += 1;
        account.charge(1.0, now);
        let turn = Turn { medium: notice.medium, target, owner: notice.owner, begun: now };
        Some((notice, turn))
    }

    /// The target and the place there of the message that comes next.
    fn best(&self, now: Millis) -> Option<(String, usize)> {
        let doubtful = self.doubtful();
        let mut best: Option<(f64, Millis, &String, usize)> = None;
        for (target, waiting) in &self.waiting {
            let Some(medium) = waiting.front().map(|notice| notice.medium) else { continue };
            let state = self.targets.get(target).copied().unwrap_or_default();
            let is_full = self.running.get(medium).is_some_and(|running| *running >= MEDIUM_PLACES);
            let in_doubt = doubtful.get(medium).is_some_and(|running| *running >= DOUBTFUL_PLACES);
            let is_used_up = is_limited(target) && state.used(now) + 1.0 > HOOKS_AT_ONCE;
            if is_full || !state.is_open(now) || (!state.answers && in_doubt) || is_used_up {
                continue;
            }
            for (place, notice) in waiting.iter().enumerate() {
                let account = self.accounts.get(&(medium, notice.owner)).copied().unwrap_or_default();
                if account.running >= OWNER_PLACES {
                    continue;
                }
                let served = account.served(now);
                let is_better = best.is_none_or(|(least, due, ..)| {
                    served.total_cmp(&least).then(notice.due.cmp(&due)).is_lt()
                });
                if is_better {
                    best = Some((served, notice.due, target, place));
                }
            }
        }
        best.map(|(_, _, target, place)| (target.clone(), place))
    }

    /// How many messages of each medium are being sent to targets that have not answered lately.
    fn doubtful(&self) -> HashMap<&str, usize> {
        let mut doubtful = HashMap::new();
        for (target, state) in self.targets.iter().filter(|(_, state)| !state.answers && state.running > 0) {
            *doubtful.entry(medium_of(target)).or_default() += state.running;
        }
        doubtful
    }

    /// Gives the place of a message back. Returns how its target changed, if it did.
    pub(crate) fn done(&mut self, turn: &Turn, contact: Contact, now: Millis) -> Option<Change> {
        let account = self.accounts.entry((turn.medium, turn.owner)).or_default();
        account.running = account.running.saturating_sub(1);
        account.charge(now.saturating_sub(turn.begun) as f64 / 1000.0, now);
        let running = self.running.entry(turn.medium).or_default();
        *running = running.saturating_sub(1);
        let target = self.targets.entry(turn.target.clone()).or_default();
        target.running = target.running.saturating_sub(1);
        let was_paused = target.was_paused();
        let change = match contact {
            Contact::None => None,
            Contact::Answered => {
                (target.failures, target.paused_until, target.answers) = (0, 0, true);
                was_paused.then_some(Change::Answers)
            }
            // It began before the pause.
            Contact::Failed if now < target.paused_until => None,
            Contact::Failed => {
                (target.failures, target.answers) = (target.failures.saturating_add(1), false);
                if target.was_paused() {
                    let doublings = (target.failures - FAILURES).min(16);
                    target.paused_until = now + (FIRST_PAUSE << doublings).min(LONGEST_PAUSE);
                }
                (!was_paused && target.was_paused()).then_some(Change::Paused)
            }
        };
        self.sweep(now);
        change
    }

    /// The targets to which nothing is sent now.
    pub(crate) fn paused(&self, now: Millis) -> Vec<String> {
        let paused = self.targets.iter().filter(|(_, target)| now < target.paused_until);
        paused.map(|(target, _)| target.clone()).collect()
    }

    /// Forgets targets that are like new ones, and persons who were served next to nothing lately. Of very many targets, as of a
    /// person who has a name for each message, those are forgotten as well that are not paused now.
    fn sweep(&mut self, now: Millis) {
        if self.accounts.len() >= SWEEP_AT {
            self.accounts.retain(|_, account| account.running > 0 || account.served(now) >= 0.1);
        }
        if self.targets.len() >= SWEEP_AT {
            self.targets
                .retain(|_, target| target.running > 0 || now < target.paused_until || target.answers);
        }
        if self.targets.len() >= 10 * SWEEP_AT {
            self.targets.retain(|_, target| target.running > 0);
        }
    }
}

/// The word of a target's medium.
pub(crate) fn medium_of(target: &str) -> &str {
    target.split_once(' ').map_or(target, |(medium, _)| medium)
}

/// Whether a target is a host of webhooks to which only so many messages go.
fn is_limited(target: &str) -> bool {
    target.strip_prefix("webhook ").is_some_and(|host| WebhookFormat::of(host) == WebhookFormat::Standard)
}

#[cfg(test)]
mod tests {
    use townhall_store::ChannelId;

    use super::*;

    fn notice(owner: i64, medium: &'static str, host: &str, due: Millis) -> WaitingNotice {
        WaitingNotice {
            id: 0,
            channel_id: ChannelId(owner),
            owner: PlayerId(owner),
            medium,
            target: format!("{medium} {host}"),
            due,
            is_collected: false,
        }
    }

    /// Begins all that has a place, and returns whose messages these are.
    fn begin(turns: &mut Turns, now: Millis) -> Vec<(i64, Turn)> {
        std::iter::from_fn(|| turns.next(now)).map(|(notice, turn)| (notice.owner.0, turn)).collect()
    }

    fn owners(begun: &[(i64, Turn)]) -> Vec<i64> {
        begun.iter().map(|(owner, _)| *owner).collect()
    }

    #[test]
    fn a_silent_host_keeps_no_place_from_others() {
        let mut turns = Turns::default();
        let mut waiting: Vec<_> = (0..100).map(|n| notice(n, "webhook", "silent", n as Millis)).collect();
        waiting.push(notice(200, "webhook", "good", 1000));
        waiting.push(notice(201, "push", "silent", 1000));
        turns.fill(waiting, 1000);
        let begun = begin(&mut turns, 2000);
        assert_eq!(owners(&begun), [0, 1, 2, 3, 201, 200]);
        for (place, (_, turn)) in begun[..4].iter().enumerate() {
            let change = turns.done(turn, Contact::Failed, 12_000);
            assert_eq!(change, (place == 2).then_some(Change::Paused), "{place}");
        }
        assert_eq!(turns.paused(12_000), ["webhook silent"]);
        assert_eq!(owners(&begin(&mut turns, 41_999)), [0; 0]);
        // One message finds out that it is still silent, and the next pause is twice as long.
        let probe = begin(&mut turns, 42_000);
        assert_eq!(owners(&probe), [4]);
        assert_eq!(turns.done(&probe[0].1, Contact::Failed, 52_000), None);
        assert_eq!(owners(&begin(&mut turns, 111_999)), [0; 0]);
        let probe = begin(&mut turns, 112_000);
        assert_eq!(turns.done(&probe[0].1, Contact::Answered, 112_010), Some(Change::Answers));
        assert_eq!(owners(&begin(&mut turns, 112_010)), [6, 7, 8, 9]);
        assert_eq!(turns.paused(112_010), [""; 0]);
    }

    #[test]
    fn pauses_have_a_longest() {
        let mut turns = Turns::default();
        let mut now = 0;
        for failure in 1..40 {
            turns.fill(vec![notice(1, "email", "", 0)], 9);
            let (_, turn) = turns.next(now).expect("a probe");
            turns.done(&turn, Contact::Failed, now);
            let pause = (0..).step_by(1000).find(|wait| turns.paused(now + wait).is_empty());
            let expected = [0, 0, 30, 60, 120, 240, 480, 600];
            let expected = *expected.get(failure - 1).unwrap_or(&600) * 1000;
            assert_eq!(pause, Some(expected), "{failure}");
            now += expected;
        }
    }

    #[test]
    fn who_was_served_least_comes_first() {
        let mut turns = Turns::default();
        let mut waiting: Vec<_> = (0..50).map(|n| notice(1, "push", "one", n)).collect();
        waiting.push(notice(2, "push", "one", 90));
        waiting.push(notice(2, "push", "one", 91));
        turns.fill(waiting, 1000);
        let first = begin(&mut turns, 100);
        assert_eq!(owners(&first), [1, 2, 1, 2], "nobody has been served yet");
        for (_, turn) in &first {
            turns.done(turn, Contact::Answered, 200);
        }
        // Another one comes later, and does not wait for those who came earlier.
        turns.waiting.get_mut("push one").unwrap().push_back(notice(3, "push", "one", 150));
        assert_eq!(owners(&begin(&mut turns, 200)), [3, 1, 1, 1]);
    }

    #[test]
    fn one_person_and_new_hosts_have_a_part_of_the_places() {
        let mut turns = Turns::default();
        let hosts = |owner, hosts: std::ops::Range<i64>| {
            hosts.map(move |host| notice(owner, "webhook", &format!("h{host}"), 0))
        };
        turns.fill(hosts(1, 0..40).collect(), 1000);
        assert_eq!(begin(&mut turns, 0).len(), OWNER_PLACES);
        // Many persons with a new host each leave places for hosts that are known to answer.
        turns.fill((2..60).flat_map(|owner| hosts(owner, owner * 10..owner * 10 + 1)).collect(), 1000);
        assert_eq!(begin(&mut turns, 0).len(), DOUBTFUL_PLACES - OWNER_PLACES);
        turns.targets.entry("webhook good".to_owned()).or_default().answers = true;
        turns.fill(vec![notice(99, "webhook", "good", 5), notice(98, "webhook", "new", 5)], 1000);
        assert_eq!(owners(&begin(&mut turns, 9)), [99]);
    }

    #[test]
    fn messages_to_the_webhooks_of_one_host_are_limited() {
        for (host, expected) in [("town.example", 40), ("discord.com", 70)] {
            let mut turns = Turns::default();
            turns.fill((0..70).map(|owner| notice(owner, "webhook", host, 0)).collect(), 1000);
            let mut sent = 0;
            for second in 0..11 {
                while let Some((_, turn)) = turns.next(second * 1000) {
                    turns.done(&turn, Contact::Answered, second * 1000);
                    sent += 1;
                }
            }
            assert_eq!(sent, expected, "{host}");
        }
    }

    #[test]
    fn more_is_asked_for_when_the_known_ones_are_used_up() {
        let mut turns = Turns::default();
        turns.fill(vec![notice(1, "push", "one", 0), notice(2, "push", "one", 0)], 2);
        assert!(!turns.is_dry());
        let begun = begin(&mut turns, 0);
        assert!(turns.is_dry());
        turns.fill(Vec::new(), 2);
        assert!(!turns.is_dry() && begun.len() == 2);
    }

    #[test]
    fn a_message_that_was_not_needed_says_nothing_of_its_target() {
        let mut turns = Turns::default();
        for _ in 0..9 {
            turns.fill(vec![notice(1, "push", "one", 0)], 9);
            let (_, turn) = turns.next(0).expect("a place");
            assert_eq!(turns.done(&turn, Contact::None, 0), None);
        }
        assert_eq!(turns.paused(0), [""; 0]);
    }
}
