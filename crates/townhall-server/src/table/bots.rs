//! What bots think about, and what comes of it.

use tabletop::{Seat, Viewer};
use townhall_bots::{Level, Talker, bot};

use super::{Table, course::Course};
use crate::{
    journal::What,
    protocol::{Action, BotPace},
    room::{Circumstances, Task, TaskKey, Thought},
};

/// How long a bot takes for a move, in milliseconds: from, to.
const fn span(pace: BotPace) -> (u64, u64) {
    match pace {
        BotPace::Instant => (0, 0),
        BotPace::Brisk => (400, 700),
        BotPace::Human => (900, 2200),
    }
}

/// A number from the span, always the same for the same key.
fn within((from, to): (u64, u64), key: TaskKey) -> u64 {
    // The mixing steps of splitmix64: keys that lie side by side give numbers that don't.
    let mut x = key.asked.wrapping_mul(8).wrapping_add(key.seat.index() as u64);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    from + (x ^ x >> 31) % (to - from + 1)
}

/// The chance of one thought: from the deal's entropy, so that it is the same after a restart.
fn chance<G: Talker>(course: &Course<G>, seat: Seat) -> tabletop::Seed {
    course.seed.child(course.asked[seat.index()].n << 8 | seat.index() as u64)
}

impl<G: Talker> Table<G> {
    /// What a bot would do now on a seat that is to act.
    pub(super) fn bots_choice(&self, course: &Course<G>, seat: Seat, level: Level) -> G::Move {
        let view = G::view(&course.state, Viewer::Seat(seat));
        bot::<G>(level, &chance(course, seat)).choose(&view)
    }

    /// The seats on which a bot has to answer, with its level.
    fn bots_to_act(&self) -> impl Iterator<Item = (&Course<G>, Seat, Level)> {
        self.course.iter().flat_map(move |course| {
            let asked = course.to_act();
            let seats = Seat::all(self.chairs.len()).filter(move |&seat| asked.contains(seat));
            seats.filter_map(move |seat| Some((course, seat, self.sitting(seat).bot()?)))
        })
    }

    fn move_key(course: &Course<G>, seat: Seat) -> TaskKey {
        TaskKey { seat, asked: course.asked[seat.index()].n }
    }

    pub(super) fn thoughts(&self, _: &Circumstances) -> Vec<Task> {
        let moves = self.bots_to_act().map(|(course, seat, level)| {
            let key = Self::move_key(course, seat);
            let view = G::view(&course.state, Viewer::Seat(seat));
            let chance = chance(course, seat);
            Task {
                key,
                pace: within(span(self.options.bots), key),
                think: Box::new(move || {
                    let mv = bot::<G>(level, &chance).choose(&view).to_string();
                    vec![(Action::Move { mv }, None)]
                }),
            }
        });
        moves.collect()
    }

    /// What a thought comes to, if it is still wanted.
    pub(super) fn heeded(&self, thought: &Thought) -> Vec<What> {
        let mut keys = self.bots_to_act().map(|(course, seat, _)| Self::move_key(course, seat));
        if !keys.any(|key| key == thought.key) {
            return Vec::new();
        }
        let done = |(action, reason): &(Action, Option<Box<serde_json::value::RawValue>>)| {
            self.do_at(thought.key.seat, action, reason.clone()).unwrap_or_default()
        };
        thought.actions.iter().flat_map(done).collect()
    }

    /// Whether a bot has something to do.
    pub(super) fn bots_are_asked(&self) -> bool {
        self.bots_to_act().next().is_some()
    }
}
