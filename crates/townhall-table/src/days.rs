//! The clock of a correspondence table: which times count, when a bank is empty, and which settings are valid.
//!
//! A clock is a bank of active time. It runs while a question to its player is open, within the hours and days of play in the
//! host's time zone, and not while the player is away. There is no other state: weekends, nights and holidays are times that
//! do not count.

use crate::{
    journal::{Correspondence, Millis},
    protocol::{Code, Refusal},
};

/// Milliseconds in a minute.
pub(crate) const MINUTE: Millis = 60_000;
/// Milliseconds in a day, for the days that a player may be away.
pub(crate) const DAY: Millis = 86_400_000;
/// The largest bank, in weeks of play: more is no limit.
const MOST_WEEKS: u32 = 30;
/// The most days that a host may let players be away.
const MOST_AWAY: u16 = 90;

/// A period from its start until its end, without the latter.
pub(crate) type Span = (Millis, Millis);

impl Correspondence {
    /// The bank at the start, in milliseconds.
    pub(crate) fn full_bank(&self) -> Millis {
        Millis::from(self.bank) * MINUTE
    }

    /// The time that a decision adds, in milliseconds.
    pub(crate) fn refill(&self) -> Millis {
        Millis::from(self.increment) * MINUTE
    }

    /// Checks settings that a client sent.
    ///
    /// # Errors
    /// The first value that is out of its range.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let Self { bank, increment, from, to, days, zone, away_days } = self;
        let refuse = |detail: String| Err(Refusal::new(Code::Unknown, detail));
        if from >= to || *to > 24 {
            return refuse(format!("expected hours of play from 0 to 24, found {from} to {to}"));
        }
        let days_of_play = days.iter().filter(|&&plays| plays).count();
        if days_of_play == 0 {
            return refuse("expected at least one day of play".to_owned());
        }
        let week = u32::from(to - from) * 60 * u32::try_from(days_of_play).unwrap_or(7);
        if !(1..=MOST_WEEKS * week).contains(bank) || increment > bank {
            return refuse(format!(
                "expected a bank of 1 to {} minutes and an increment of at most the bank, found {bank} and {increment}",
                MOST_WEEKS * week
            ));
        }
        if *away_days > MOST_AWAY {
            return refuse(format!("expected at most {MOST_AWAY} days away, found {away_days}"));
        }
        if !is_zone(zone) {
            return refuse(format!("expected the name of a time zone such as Europe/Berlin, found {zone:?}"));
        }
        Ok(())
    }

    /// How much active time a span contains, without the spans of absence, which are in order and don't overlap. It stops
    /// counting at `most`.
    pub(crate) fn active(&self, (start, end): Span, away: &[Span], most: Millis) -> Millis {
        let mut active = 0;
        for window in self.windows(start).take_while(|window| window.0 < end) {
            active += pieces((window.0, window.1.min(end)), away).map(|(from, to)| to - from).sum::<Millis>();
            if active >= most {
                return most;
            }
        }
        active
    }

    /// When a clock that starts at `start` has used up `left` milliseconds.
    pub(crate) fn runs_out(&self, start: Millis, mut left: Millis, away: &[Span]) -> Option<Millis> {
        for window in self.windows(start) {
            for (from, to) in pieces(window, away) {
                if to - from >= left {
                    return Some(from + left);
                }
                left -= to - from;
            }
        }
        None
    }
}

/// The parts of a span that are outside of the spans of absence.
fn pieces((start, end): Span, away: &[Span]) -> impl Iterator<Item = Span> + '_ {
    let before = away.iter().map(|&(from, _)| from).chain([Millis::MAX]);
    let after = [0].into_iter().chain(away.iter().map(|&(_, until)| until));
    after.zip(before).filter_map(move |(from, to)| {
        let (from, to) = (from.max(start), to.min(end));
        (from < to).then_some((from, to))
    })
}

#[cfg(feature = "net")]
mod zones {
    use jiff::{Timestamp, civil::Date, tz::TimeZone};

    use super::{Correspondence, Millis, Span};

    /// How far into the future windows are computed, in days: farther than any bank lasts.
    const HORIZON: usize = 1000;

    /// Whether a time zone of this name is known.
    pub(super) fn is_zone(name: &str) -> bool {
        TimeZone::get(name).is_ok()
    }

    /// A time of the calendar and the clock of a time zone.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct LocalTime {
        /// The day of the week, 0 for Monday.
        pub weekday: u8,
        /// The day of the month, from 1.
        pub day: u8,
        /// The month, from 1.
        pub month: u8,
        /// The hour, 0 to 23.
        pub hour: u8,
        /// The minute, 0 to 59.
        pub minute: u8,
    }

    /// The time of a time zone such as `Europe/Berlin`; `None` if it is unknown.
    #[must_use]
    pub fn local_time(zone: &str, at: Millis) -> Option<LocalTime> {
        let at = Timestamp::from_millisecond(i64::try_from(at).ok()?).ok()?;
        let there = TimeZone::get(zone).ok()?.to_datetime(at);
        let part = |number: i8| u8::try_from(number).ok();
        Some(LocalTime {
            weekday: part(there.weekday().to_monday_zero_offset())?,
            day: part(there.day())?,
            month: part(there.month())?,
            hour: part(there.hour())?,
            minute: part(there.minute())?,
        })
    }

    /// The minute of the day, 0 to 1439, in a time zone such as `Europe/Berlin`; `None` if it is unknown.
    #[must_use]
    pub fn minute_of_day(zone: &str, at: Millis) -> Option<u16> {
        let at = Timestamp::from_millisecond(i64::try_from(at).ok()?).ok()?;
        let there = TimeZone::get(zone).ok()?.to_datetime(at);
        u16::try_from(i32::from(there.hour()) * 60 + i32::from(there.minute())).ok()
    }

    /// The last of these minutes of any day until `at`, and the first one after it, in a time zone. A time that a change of the
    /// clocks skips comes an hour later, and one that it repeats comes once. `None` if there are no minutes, or the zone is
    /// unknown.
    #[must_use]
    pub fn daily(zone: &str, minutes: &[u16], at: Millis) -> Option<Span> {
        let zone = TimeZone::get(zone).ok()?;
        let now = Timestamp::from_millisecond(i64::try_from(at).ok()?).ok()?;
        let today = zone.to_datetime(now).date();
        let days = [today.yesterday().ok()?, today, today.tomorrow().ok()?];
        let times = days.into_iter().flat_map(|date| minutes.iter().map(move |minute| (date, *minute)));
        let times: Vec<Millis> = times.filter_map(|(date, minute)| time(date, minute, &zone)).collect();
        let last = times.iter().copied().filter(|time| *time <= at).max()?;
        let next = times.iter().copied().filter(|time| *time > at).min()?;
        Some((last, next))
    }

    /// A time as RFC 3339 writes it, such as `2026-11-24T08:30:00Z`; empty if it is too far in the future.
    #[must_use]
    pub fn timestamp(at: Millis) -> String {
        let at = i64::try_from(at).ok().and_then(|at| Timestamp::from_millisecond(at).ok());
        at.map_or_else(String::new, |at| at.to_string())
    }

    impl Correspondence {
        /// The active periods from `start` on.
        pub(super) fn windows(&self, start: Millis) -> impl Iterator<Item = Span> + '_ {
            // A zone that a later version of the database lacks must not make a journal unreadable.
            let zone = TimeZone::get(&self.zone).unwrap_or(TimeZone::UTC);
            let first = i64::try_from(start).ok().and_then(|start| Timestamp::from_millisecond(start).ok());
            let first = first.map(|start| zone.to_datetime(start).date());
            let dates = std::iter::successors(first, |date| date.tomorrow().ok()).take(HORIZON);
            let window = move |date: Date| {
                let weekday = usize::try_from(date.weekday().to_monday_zero_offset()).ok()?;
                if !*self.days.get(weekday)? {
                    return None;
                }
                let from = time(date, u16::from(self.from) * 60, &zone)?.max(start);
                let to = time(date, u16::from(self.to) * 60, &zone)?;
                (from < to).then_some((from, to))
            };
            dates.filter_map(window)
        }
    }

    /// The time of a minute, 0 to 1440, of a date. An hour that a change of the clocks skips begins with the next one.
    fn time(date: Date, minute: u16, zone: &TimeZone) -> Option<Millis> {
        let (date, minute) = if minute < 1440 { (date, minute) } else { (date.tomorrow().ok()?, 0) };
        let (hour, minute) = (i8::try_from(minute / 60).ok()?, i8::try_from(minute % 60).ok()?);
        let there = zone.to_timestamp(date.at(hour, minute, 0, 0)).ok()?;
        Millis::try_from(there.as_millisecond()).ok()
    }
}

/// Without time zones, as in a browser, nothing is ever due: a table there is never a correspondence table.
#[cfg(not(feature = "net"))]
mod zones {
    use super::{Correspondence, Millis, Span};

    pub(super) fn is_zone(_name: &str) -> bool {
        false
    }

    impl Correspondence {
        #[allow(clippy::unused_self)] // It has the signature of the real one.
        pub(super) fn windows(&self, _start: Millis) -> impl Iterator<Item = Span> + '_ {
            std::iter::empty()
        }
    }
}

use zones::is_zone;
#[cfg(feature = "net")]
pub use zones::{LocalTime, daily, local_time, minute_of_day, timestamp};

#[cfg(all(test, feature = "net"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HOUR: Millis = 60 * MINUTE;

    /// A time as `2026-10-23T21:00[Europe/Berlin]`.
    fn at(text: &str) -> Millis {
        let there: jiff::ZonedDateTime = text.parse().unwrap();
        Millis::try_from(there.timestamp().as_millisecond()).unwrap()
    }

    fn pace(zone: &str, from: u8, to: u8, days: &str) -> Correspondence {
        let mut plays = [false; 7];
        "mtwhfsu".char_indices().for_each(|(nth, day)| plays[nth] = days.contains(day));
        let zone = zone.to_owned();
        Correspondence { bank: 1680, increment: 840, from, to, days: plays, zone, away_days: 14 }
    }

    #[test]
    fn a_clock_runs_out_within_the_hours_of_play() {
        let daily = |zone| pace(zone, 8, 22, "mtwhfsu");
        let working = |zone| pace(zone, 8, 22, "mtwhf");
        for (what, pace, start, hours, end) in [
            (
                "the same day",
                daily("Europe/Berlin"),
                "2026-11-23T09:00[Europe/Berlin]",
                3,
                "2026-11-23T12:00[Europe/Berlin]",
            ),
            (
                "over night",
                daily("Europe/Berlin"),
                "2026-11-23T21:00[Europe/Berlin]",
                3,
                "2026-11-24T10:00[Europe/Berlin]",
            ),
            (
                "begun at night",
                daily("Europe/Berlin"),
                "2026-11-23T02:00[Europe/Berlin]",
                14,
                "2026-11-23T22:00[Europe/Berlin]",
            ),
            (
                "two days",
                daily("Asia/Tokyo"),
                "2026-11-23T12:00[Asia/Tokyo]",
                28,
                "2026-11-25T12:00[Asia/Tokyo]",
            ),
            (
                "the host's hours",
                daily("America/New_York"),
                "2026-11-23T09:00[Europe/Berlin]",
                3,
                "2026-11-23T11:00[America/New_York]",
            ),
            (
                "over the weekend",
                working("Europe/Berlin"),
                "2026-11-27T20:00[Europe/Berlin]",
                3,
                "2026-11-30T09:00[Europe/Berlin]",
            ),
            (
                "the hour is skipped",
                pace("Europe/Berlin", 0, 24, "mtwhfsu"),
                "2026-03-29T00:00[Europe/Berlin]",
                23,
                "2026-03-30T00:00[Europe/Berlin]",
            ),
            (
                "the hour is repeated",
                pace("Europe/Berlin", 0, 24, "mtwhfsu"),
                "2026-10-25T00:00[Europe/Berlin]",
                25,
                "2026-10-26T00:00[Europe/Berlin]",
            ),
            (
                "the night is longer, the day is not",
                daily("Europe/Berlin"),
                "2026-10-24T21:00[Europe/Berlin]",
                15,
                "2026-10-25T22:00[Europe/Berlin]",
            ),
            (
                "a window that begins in the skipped hour",
                pace("Europe/Berlin", 2, 4, "u"),
                "2026-03-28T00:00[Europe/Berlin]",
                1,
                "2026-03-29T04:00[Europe/Berlin]",
            ),
        ] {
            let found = pace.runs_out(at(start), hours * HOUR, &[]);
            assert_eq!(found, Some(at(end)), "{what}");
            assert_eq!(pace.active((at(start), at(end)), &[], Millis::MAX), hours * HOUR, "{what}");
        }
    }

    #[test]
    fn absence_does_not_count() {
        let pace = pace("Europe/Berlin", 8, 22, "mtwhfsu");
        let away = [(at("2026-11-23T10:00[Europe/Berlin]"), at("2026-11-26T12:00[Europe/Berlin]"))];
        let start = at("2026-11-23T09:00[Europe/Berlin]");
        assert_eq!(pace.runs_out(start, 3 * HOUR, &away), Some(at("2026-11-26T14:00[Europe/Berlin]")));
        assert_eq!(pace.active((start, away[0].1), &away, Millis::MAX), HOUR);
    }

    #[test]
    fn daily_times_follow_the_time_zone_and_its_changes() {
        let berlin = |text: &str| at(&format!("{text}[Europe/Berlin]"));
        for (what, minutes, now, last, next) in [
            ("between two", &[480, 1080][..], "2026-11-23T12:00", "2026-11-23T08:00", "2026-11-23T18:00"),
            ("at one of them", &[1080, 480], "2026-11-23T18:00", "2026-11-23T18:00", "2026-11-24T08:00"),
            ("before the first", &[480, 1080], "2026-11-23T07:59", "2026-11-22T18:00", "2026-11-23T08:00"),
            ("the long night", &[480], "2026-10-24T09:00", "2026-10-24T08:00", "2026-10-25T08:00"),
            ("the repeated hour", &[150], "2026-10-25T04:00", "2026-10-25T02:30+02:00", "2026-10-26T02:30"),
            ("the skipped hour", &[150], "2026-03-29T01:59+01:00", "2026-03-28T02:30", "2026-03-29T03:30"),
        ] {
            let found = daily("Europe/Berlin", minutes, berlin(now));
            assert_eq!(found, Some((berlin(last), berlin(next))), "{what}");
        }
        assert_eq!(daily("Europe/Berlin", &[], 0), None);
        assert_eq!(daily("Europe/Utopia", &[480], 0), None);
    }

    #[test]
    fn settings_out_of_range_are_refused() {
        let good = || pace("Europe/Berlin", 8, 22, "mtwhf");
        assert_eq!(good().check(), Ok(()));
        type Change = fn(&mut Correspondence);
        let wrong: [(&str, Change); 9] = [
            ("no hour", |pace| pace.to = 8),
            ("too late", |pace| pace.to = 25),
            ("no day", |pace| pace.days = [false; 7]),
            ("no bank", |pace| pace.bank = 0),
            ("a bank without end", |pace| pace.bank = u32::MAX),
            ("an increment above the bank", |pace| pace.increment = 1681),
            ("no limit of absence", |pace| pace.away_days = 91),
            ("no zone", |pace| pace.zone = String::new()),
            ("an unknown zone", |pace| pace.zone = "Europe/Utopia".to_owned()),
        ];
        for (what, change) in wrong {
            let mut pace = good();
            change(&mut pace);
            assert!(pace.check().is_err(), "{what}");
        }
    }

    proptest! {
        /// Whenever a clock starts: when it runs out, exactly the bank was used; a moment before, less; and a pause in between
        /// changes nothing about the sum.
        #[test]
        fn a_bank_is_used_exactly(
            zone in prop::sample::select(vec!["Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Asia/Kathmandu"]),
            from in 0_u8..23,
            length in 1_u8..=24,
            days in 1_u8..128,
            start in 1_700_000_000_000_u64..1_900_000_000_000,
            minutes in 1_u64..5000,
            away_from in 0_u64..20 * 24,
            away_hours in 0_u64..10 * 24,
        ) {
            let mut pace = pace(zone, from, (from + length).min(24), "");
            (0..7).for_each(|day| pace.days[day] = days >> day & 1 == 1);
            let away = [(start + away_from * HOUR, start + (away_from + away_hours) * HOUR)];
            let end = pace.runs_out(start, minutes * MINUTE, &away).unwrap();
            prop_assert!(end > start);
            prop_assert_eq!(pace.active((start, end), &away, Millis::MAX), minutes * MINUTE);
            prop_assert_eq!(pace.active((start, end - 1), &away, Millis::MAX), minutes * MINUTE - 1);
            let middle = start + (end - start) / 2;
            let first = pace.active((start, middle), &away, Millis::MAX);
            prop_assert_eq!(pace.runs_out(middle, minutes * MINUTE - first, &away), Some(end));
        }
    }
}
