//! What bots think about, and what comes of it.
//!
//! A bot answers the question that its seat is asked. Among people who may talk, it first proposes what
//! it is about to do if that concerns a person who has still something to do as well, and waits a
//! little for an answer. And it answers what people propose.

use tabletop::{Seat, Viewer};
use townhall_bots::{Level, Talker, bot};

use super::{Table, conversation::Ghost, course::Course, fold::raw, sitting::STAND_IN};
use crate::{
    journal::What,
    protocol::{Action, BotPace, TalkRule},
    room::{Circumstances, Deed, Subject, Task, TaskKey, Thought},
};

/// How long something takes, in milliseconds: from, to.
type Span = (u64, u64);

/// How long a bot waits for an answer to what it proposed.
const PATIENCE: Span = (7_000, 9_000);

/// Something that a bot has to think about.
struct Wanted<M> {
    key: TaskKey,
    pace: Span,
    job: Job<M>,
}

/// What it has to think about.
#[derive(Clone, Copy)]
enum Job<M> {
    /// Answer the question to its seat; `mention` it first, if that concerns a person.
    Move { level: Level, mention: bool },
    /// Do what it proposed.
    Carry { mv: M },
    /// Propose to somebody what they should do.
    Suggest { to: Seat },
    /// Say what it thinks of a proposal; if that is for its own seat and it agrees, do it.
    Judge { proposal: u64, seat: Seat, mv: M },
}

/// How long a bot takes for a move or an answer; less, if somebody waits for it.
const fn pace(pace: BotPace, awaited: bool) -> Span {
    match pace {
        BotPace::Instant => (0, 0),
        BotPace::Brisk => (400, 700),
        BotPace::Human if awaited => (600, 1200),
        BotPace::Human => (900, 2200),
    }
}

/// A number from the span, always the same for the same key.
fn within((from, to): Span, key: TaskKey) -> u64 {
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

/// What a bot thinks about a proposal.
fn judge<G: Talker>(view: &G::View, proposal: u64, seat: Seat, mv: G::Move) -> Vec<Deed> {
    let Some(opinion) = G::judge(view, seat, mv) else { return Vec::new() };
    let agree = opinion.agree;
    let mut deeds = vec![(Action::Answer { proposal, agree }, Some(raw(&opinion.reason)))];
    if agree && G::viewer(view).seat() == Some(seat) {
        deeds.push((Action::Move { mv: mv.to_string() }, None));
    }
    if let Some(counter) = opinion.counter.filter(|_| !agree) {
        let reason = G::judge(view, seat, counter).map(|opinion| raw(&opinion.reason));
        deeds.push((Action::Propose { seat, mv: counter.to_string() }, reason));
    }
    deeds
}

impl<G: Talker> Table<G> {
    /// What a bot would do now on a seat that is to act.
    pub(super) fn bots_choice(&self, course: &Course<G>, seat: Seat, level: Level) -> G::Move {
        let view = G::view(&course.state, Viewer::Seat(seat));
        bot::<G>(level, &chance(course, seat)).choose(&view)
    }

    /// The seats on which bots play, with their levels.
    fn bots(&self) -> impl Iterator<Item = (Seat, Level)> {
        let seats = Seat::all(self.chairs.len()).zip(&self.chairs);
        seats.filter_map(|(seat, sitting)| Some((seat, sitting.bot()?)))
    }

    /// Whether a bot has something to do.
    pub(super) fn bots_are_asked(&self) -> bool {
        self.course.as_ref().is_some_and(|course| {
            let asked = course.to_act();
            self.bots().any(|(seat, _)| asked.contains(seat))
        })
    }

    /// The people who are there and still have something to do for which they don't wait: to them it is
    /// worth talking.
    fn listeners<'a>(
        &'a self,
        course: &'a Course<G>,
        with: &'a Circumstances,
    ) -> impl Iterator<Item = Seat> + 'a {
        let busy = course.to_act().iter().filter(|&seat| !course.waiting.contains(seat));
        busy.filter(move |&seat| {
            let person = self.sitting(seat).player();
            person.is_some_and(|person| with.present.contains_key(&person.id))
        })
    }

    /// The listeners whom a move of a bot concerns, and who have not left it to the bot.
    fn concerned<'a>(
        &'a self,
        course: &'a Course<G>,
        seat: Seat,
        mv: G::Move,
        with: &'a Circumstances,
    ) -> impl Iterator<Item = Seat> + 'a {
        self.listeners(course, with).filter(move |&other| {
            G::may_propose(&course.state, other, seat, mv) && !self.conversation.has_deferred(other, seat)
        })
    }

    fn wanted(&self, with: &Circumstances) -> Vec<Wanted<G::Move>> {
        let Some(course) = self.course.as_ref().filter(|course| !course.is_over()) else { return Vec::new() };
        let asked = course.to_act();
        let mut wanted = Vec::new();
        for (seat, level) in self.bots() {
            if asked.contains(seat) {
                wanted.push(self.question(course, seat, level, with));
            }
            wanted.extend(self.opinions(course, seat));
            wanted.extend(self.suggestions(course, seat));
        }
        wanted
    }

    /// The question that a bot's seat is asked.
    fn question(
        &self,
        course: &Course<G>,
        seat: Seat,
        level: Level,
        with: &Circumstances,
    ) -> Wanted<G::Move> {
        let options = &self.options;
        let awaited = self.listeners(course, with).next().is_none();
        let usual = pace(options.bots, awaited);
        let asked = course.asked[seat.index()].n;
        let talk = &self.conversation;
        let spoken = talk.spoken[seat.index()];
        if spoken <= asked {
            let talks = options.bots == BotPace::Human && options.talk != TalkRule::Silent;
            let mention = talks && !awaited && level != Level::Random && !course.is_sealing(seat);
            let key = TaskKey { seat, asked, subject: Subject::Question };
            return Wanted { key, pace: usual, job: Job::Move { level, mention } };
        }
        let asked = spoken.max(talk.stirred[seat.index()]);
        let key = TaskKey { seat, asked, subject: Subject::Question };
        let Some(ghost) = talk.own(seat) else {
            return Wanted { key, pace: usual, job: Job::Move { level, mention: false } };
        };
        let agrees = |other: Seat| ghost.proposal.answers.iter().any(|a| a.seat == other && a.agree);
        let patient = self.concerned(course, seat, ghost.mv, with).any(|other| !agrees(other));
        let pace = if patient { PATIENCE } else { pace(options.bots, true) };
        Wanted { key, pace, job: Job::Carry { mv: ghost.mv } }
    }

    /// What a bot has yet to say to what people propose.
    fn opinions<'a>(
        &'a self,
        course: &'a Course<G>,
        seat: Seat,
    ) -> impl Iterator<Item = Wanted<G::Move>> + 'a {
        let open = move |ghost: &&Ghost<G::Move>| {
            let proposal = &ghost.proposal;
            self.sitting(proposal.by).bot().is_none()
                && G::may_propose(&course.state, seat, proposal.seat, ghost.mv)
                && proposal.answers.iter().all(|answer| answer.seat != seat)
        };
        self.conversation.ghosts.iter().filter(open).map(move |ghost| Wanted {
            key: TaskKey { seat, asked: ghost.proposal.id, subject: Subject::Proposal },
            pace: pace(self.options.bots, true),
            job: Job::Judge { proposal: ghost.proposal.id, seat: ghost.proposal.seat, mv: ghost.mv },
        })
    }

    /// What people have asked a bot to propose to them.
    fn suggestions<'a>(
        &'a self,
        course: &'a Course<G>,
        seat: Seat,
    ) -> impl Iterator<Item = Wanted<G::Move>> + 'a {
        let asked = course.to_act();
        let people = move |&(by, _): &(Seat, u64)| asked.contains(by) && self.sitting(by).player().is_some();
        self.conversation.calls(seat).filter(people).map(move |(to, asked)| Wanted {
            key: TaskKey { seat, asked, subject: Subject::Call },
            pace: pace(self.options.bots, true),
            job: Job::Suggest { to },
        })
    }

    pub(super) fn thoughts(&self, with: &Circumstances) -> Vec<Task> {
        let Some(course) = &self.course else { return Vec::new() };
        let task = |Wanted { key, pace, job }: Wanted<G::Move>| {
            let view = G::view(&course.state, Viewer::Seat(key.seat));
            let chance = chance(course, key.seat);
            Task { key, pace: within(pace, key), think: Box::new(move || think::<G>(&view, job, &chance)) }
        };
        self.wanted(with).into_iter().map(task).collect()
    }

    /// What a thought comes to, if it is still wanted.
    pub(super) fn heeded(&self, thought: &Thought, with: &Circumstances) -> Vec<What> {
        let seat = thought.key.seat;
        let mut wanted = self.wanted(with).into_iter();
        let (Some(course), Some(_)) = (&self.course, wanted.find(|wanted| wanted.key == thought.key)) else {
            return Vec::new();
        };
        let question = thought.key.subject == Subject::Question;
        let mut whats = Vec::new();
        for (action, reason) in &thought.actions {
            let spared = match action {
                // Nobody is there any more to whom it would be worth mentioning.
                Action::Propose { seat: to, mv } if *to == seat && question => {
                    let read = mv.parse::<G::Move>().ok();
                    let alone =
                        read.is_none_or(|read| self.concerned(course, seat, read, with).next().is_none());
                    alone.then(|| Action::Move { mv: mv.clone() })
                }
                _ => None,
            };
            let action = spared.as_ref().unwrap_or(action);
            whats.extend(self.do_at(seat, action, reason.clone()).unwrap_or_default());
        }
        if whats.is_empty() && question {
            // What it wanted can't be done any more; but a bot never leaves a question open.
            let quick = self.bots_choice(course, seat, STAND_IN);
            whats = self.moved(course, seat, quick).unwrap_or_default();
        }
        whats
    }
}

fn think<G: Talker>(view: &G::View, job: Job<G::Move>, chance: &tabletop::Seed) -> Vec<Deed> {
    match job {
        Job::Carry { mv } => vec![(Action::Move { mv: mv.to_string() }, None)],
        Job::Judge { proposal, seat, mv } => judge::<G>(view, proposal, seat, mv),
        Job::Suggest { to } => propose::<G>(view, to).into_iter().collect(),
        Job::Move { level, mention } => {
            let choice = bot::<G>(level, chance).choose(view);
            let mv = choice.to_string();
            // What it proposes is what it would do anyway: it plays no weaker for talking.
            let reason = if mention { G::why(view, choice) } else { None };
            vec![match (G::viewer(view).seat(), reason) {
                (Some(seat), Some(reason)) => (Action::Propose { seat, mv }, Some(raw(&reason))),
                _ => (Action::Move { mv }, None),
            }]
        }
    }
}

/// What a bot would rather have `seat` do than anything else, if that concerns others.
fn propose<G: Talker>(view: &G::View, seat: Seat) -> Option<Deed> {
    let idea = G::ideas(view).into_iter().find(|idea| idea.seat == seat)?;
    Some((Action::Propose { seat, mv: idea.mv.to_string() }, Some(raw(&idea.reason))))
}
