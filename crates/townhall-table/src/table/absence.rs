//! The clock, and people who are away.

use std::collections::BTreeSet;

use tabletop::Seat;
use townhall_bots::Talker;

use super::{
    Decision, Table,
    sitting::{STAND_IN, Sitting},
};
use crate::{
    journal::{Millis, PlayerId, What},
    protocol::{Code, Pace, Refusal, TakeoverVote},
    room::Circumstances,
};

/// How long a chair is kept before the start for somebody who is away.
const CHAIR_KEPT: Millis = 600_000;

/// Something that falls due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Due {
    /// A chair is given up before the start.
    Chair(usize),
    /// A bot takes over.
    Takeover(Seat),
    /// A bot answers once.
    Answer(Seat),
}

/// A bot plays on for a person.
pub(super) fn replaced(seat: Seat) -> What {
    What::Replaced { seat, level: STAND_IN.to_string() }
}

/// The time for a question.
fn time_for(pace: Pace) -> Option<Millis> {
    match pace {
        Pace::Untimed => None,
        Pace::Relaxed => Some(120_000),
        Pace::Fast => Some(30_000),
    }
}

impl<G: Talker> Table<G> {
    /// What falls due next, and when.
    pub(super) fn next_due(&self, with: &Circumstances) -> Option<(Millis, Due)> {
        let Some(course) = &self.course else {
            let kept = self.chairs.iter().enumerate().filter_map(|(chair, sitting)| {
                let since = away_since(sitting.person()?.id, with)?;
                Some((since + CHAIR_KEPT, Due::Chair(chair)))
            });
            return kept.min_by_key(|&(at, _)| at);
        };
        let takeover = |seat| self.takeover_at(seat, with).map(|at| (at, Due::Takeover(seat)));
        let answer = |seat| self.deadline(seat, with).map(|at| (at, Due::Answer(seat)));
        let asked = course.to_act();
        asked.iter().filter_map(takeover).chain(asked.iter().filter_map(answer)).min_by_key(|&(at, _)| at)
    }

    /// What is due first, carried out.
    pub(super) fn overdue(&self, with: &Circumstances) -> Vec<What> {
        match self.next_due(with) {
            Some((at, due)) if at <= with.now => match due {
                Due::Chair(chair) => vec![What::Emptied { chair }],
                Due::Takeover(seat) => vec![replaced(seat)],
                Due::Answer(seat) => self.answered_for(seat),
            },
            _ => Vec::new(),
        }
    }

    /// A bot answers one question of a person whose time is up.
    fn answered_for(&self, seat: Seat) -> Vec<What> {
        let Some(course) = &self.course else { return Vec::new() };
        let mv = self.bots_choice(course, seat, STAND_IN);
        let Ok(moved) = self.moved(course, seat, mv) else { return Vec::new() };
        [What::TimedOut { seat }].into_iter().chain(moved).collect()
    }

    /// When a bot answers for a person, if the table is timed. While none of the table's people is
    /// there, the clock stands still.
    pub(super) fn deadline(&self, seat: Seat, with: &Circumstances) -> Option<Millis> {
        let course = self.course.as_ref()?;
        let time = time_for(self.options.pace)?;
        self.sitting(seat).player()?;
        let somebody = self.people_there(with).next().is_some();
        (somebody && course.to_act().contains(seat)).then(|| course.asked[seat.index()].at + time)
    }

    /// When a bot takes over for a person who is away and for whom somebody waits.
    pub(super) fn takeover_at(&self, seat: Seat, with: &Circumstances) -> Option<Millis> {
        let course = self.course.as_ref()?;
        let since = away_since(self.sitting(seat).player()?.id, with)?;
        let asked = course.to_act();
        let waits = |&other: &Seat| !asked.contains(other) || course.waiting.contains(other);
        let awaited = self.people_there(with).filter(|&other| other != seat).any(|other| waits(&other));
        (asked.contains(seat) && awaited).then_some(since + with.grace)
    }

    /// The seats of people who are there and play themselves.
    fn people_there<'a>(&'a self, with: &'a Circumstances) -> impl Iterator<Item = Seat> + 'a {
        let seats = Seat::all(self.chairs.len()).zip(&self.chairs);
        let there =
            |sitting: &Sitting| sitting.player().is_some_and(|person| with.present.contains_key(&person.id));
        seats.filter(move |(_, sitting)| there(sitting)).map(|(seat, _)| seat)
    }

    /// A vote to let a bot play for somebody who is away; with enough of them, it does.
    pub(super) fn vote(&self, by: Seat, seat: Seat, with: &Circumstances) -> Decision {
        self.playing()?;
        let away = self.sitting(seat).player().is_some_and(|person| away_since(person.id, with).is_some());
        if !away || by == seat {
            return Err(Refusal::new(Code::NotAway, "expected the seat of a person who is away"));
        }
        if self.sitting(by).player().is_none() {
            return Err(Refusal::new(Code::NotSeated, "a bot plays on this seat; take it back first"));
        }
        let mut voters: BTreeSet<Seat> = self.voters(seat, with).collect();
        if !voters.insert(by) {
            return Ok(vec![]);
        }
        let mut whats = vec![What::Voted { by, seat }];
        if voters.len() >= self.votes_needed(seat, with) {
            whats.push(replaced(seat));
        }
        Ok(whats)
    }

    /// Those who are there and voted since the person went away.
    fn voters<'a>(&'a self, seat: Seat, with: &'a Circumstances) -> impl Iterator<Item = Seat> + 'a {
        let since = self.sitting(seat).player().and_then(|person| away_since(person.id, with));
        let votes = self
            .votes
            .iter()
            .filter(move |vote| vote.seat == seat && since.is_some_and(|since| vote.at >= since));
        let there: BTreeSet<Seat> = self.people_there(with).collect();
        votes.map(|vote| vote.by).filter(move |by| there.contains(by))
    }

    fn votes_needed(&self, seat: Seat, with: &Circumstances) -> usize {
        self.people_there(with).filter(|&other| other != seat).count() / 2 + 1
    }

    /// The votes that are on.
    pub(super) fn open_votes(&self, with: &Circumstances) -> Vec<TakeoverVote> {
        let vote = |seat| {
            let by: Vec<Seat> = self.voters(seat, with).collect();
            (!by.is_empty()).then(|| TakeoverVote { seat, by, needed: self.votes_needed(seat, with) })
        };
        if self.votes.is_empty() {
            Vec::new()
        } else {
            Seat::all(self.chairs.len()).filter_map(vote).collect()
        }
    }

    pub(super) fn come_back(&self, seat: Seat) -> Decision {
        self.playing()?;
        match self.sitting(seat).player() {
            Some(_) => Ok(vec![]),
            None => Ok(vec![What::Returned { seat }]),
        }
    }
}

/// Since when a person is away, if they are.
fn away_since(who: PlayerId, with: &Circumstances) -> Option<Millis> {
    if with.present.contains_key(&who) {
        return None;
    }
    Some(with.away_since.get(&who).copied().unwrap_or(with.now))
}
