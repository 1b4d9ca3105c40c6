//! The tasks of bots, and the entries that their replies make.
//!
//! A bot makes a move when its seat has to. At a table where talk is allowed, it first proposes that move if the move
//! concerns a person who also still has to act; `negotiation` says how long it waits for the answer. It also answers
//! people's proposals, and reacts to people's answers.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

use serde::Deserialize;
use serde_json::Value;
use tabletop::{Seat, Seed, Viewer};
use townhall_bots::{BotGame, Clock, Level, Temperament, answer, bot, react};

use super::{Table, conversation::OpenProposal, match_state::Match, negotiation::Stage, occupant::STAND_IN};
use crate::{
    journal::EntryKind,
    json::as_value,
    protocol::{Action, BotPace, TalkRule},
    room::Context,
    task::{Attempt, BotAction, BotReply, Subject, Task, TaskKey},
};

/// A range of delays, in milliseconds: the shortest and the longest.
type Span = (u64, u64);

/// A pending task of a bot.
struct Wanted<M> {
    key: TaskKey,
    pace: Span,
    job: Job<M>,
}

/// The job of a task.
#[derive(Clone)]
enum Job<M> {
    /// Answer the question to its seat; `mention` it first, if that concerns a person. A move that was refused is not made.
    Move { level: Level, mention: bool, temperament: Temperament, refused: Vec<M> },
    /// Make the move that it proposed.
    Carry { mv: M },
    /// React to the refusal of its proposal; if no partner can answer any more (`asks` is false), by giving way.
    React { temperament: Temperament, refused: Vec<M>, asks: bool },
    /// Propose a move to a partner.
    Suggest { to: Seat },
    /// Answer a proposal; if the proposal is for its own seat and it agrees, make the move. If it disagrees, it may
    /// counter with a proposal of its own (`counters`), unless that move was refused.
    Judge { proposal: u64, seat: Seat, mv: M, temperament: Temperament, counters: bool, refused: Vec<M> },
    /// Acknowledge the answer of `to` to its proposal for that seat, and withdraw a proposal that was refused.
    Acknowledge { proposal: u64, to: Seat, agreed: bool },
}

/// How long a bot pretends to take for a move or an answer; less, if a player waits for it.
const fn pace(pace: BotPace, awaited: bool) -> Span {
    match pace {
        BotPace::Instant => (0, 0),
        BotPace::Brisk => (400, 700),
        BotPace::Human if awaited => (600, 1200),
        BotPace::Human => (900, 2200),
    }
}

/// How long a bot takes to reply to what a person said.
const fn reply_pace(pace_of_table: BotPace, temperament: Temperament) -> Span {
    match (pace_of_table, temperament) {
        (BotPace::Human, Temperament::Quick) => (350, 600),
        (BotPace::Human, Temperament::Cautious) => (1000, 1500),
        _ => pace(pace_of_table, true),
    }
}

/// A delay from the range, always the same for the same key.
fn within((from, to): Span, key: TaskKey) -> u64 {
    // The mixing steps of splitmix64: similar keys give unrelated numbers.
    let mut x = key.asked.wrapping_mul(8).wrapping_add(key.seat.index() as u64);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    from + (x ^ x >> 31) % (to - from + 1)
}

/// The randomness of one task: from the deal's entropy, so that it is the same after a restart.
fn bot_seed<G: BotGame>(game: &Match<G>, seat: Seat) -> tabletop::Seed {
    // A game that was played elsewhere has no bots.
    let seed = game.dealt.map_or(tabletop::Seed::new([0; 32]), |dealt| dealt.seed);
    seed.child(game.asked[seat.index()].version << 8 | seat.index() as u64)
}

/// The actions by which a bot answers a proposal.
fn judge<G: BotGame>(
    view: &G::View,
    temperament: Temperament,
    proposal: u64,
    (seat, mv): (Seat, G::Move),
    counters: bool,
    refused: &[G::Move],
) -> Vec<BotAction> {
    let Some(verdict) = answer::<G>(view, temperament, seat, mv, refused) else { return Vec::new() };
    let agree = verdict.agree;
    let mut actions =
        vec![BotAction { action: Action::Answer { proposal, agree }, reason: Some(verdict.reason) }];
    if agree && G::viewer(view).seat() == Some(seat) {
        actions.push(BotAction { action: Action::Move { mv: as_value(&mv) }, reason: None });
    }
    if let Some((counter, reason)) = verdict.counter.filter(|_| counters) {
        actions.push(BotAction {
            action: Action::Propose { seat, mv: as_value(&counter) },
            reason: Some(reason),
        });
    }
    actions
}

/// The clock of bots that move at once: it never advances.
const NO_CLOCK: fn() -> Duration = || Duration::ZERO;

impl<G: BotGame> Table<G> {
    /// A move for a seat that is to act, computed at once: the stand-in bot chooses it or, if the bot fails, it is the first legal
    /// move.
    pub(super) fn quick_move(&self, game: &Match<G>, seat: Seat) -> Option<G::Move> {
        let view = G::view(&game.state, Viewer::Seat(seat));
        let seed = bot_seed(game, seat);
        let choice = || bot::<G>(STAND_IN, &seed, NO_CLOCK).choose(&view);
        catch_unwind(AssertUnwindSafe(choice)).ok().or_else(|| game.first_move(seat))
    }

    /// The seats on which bots play, with their levels.
    fn bots(&self) -> impl Iterator<Item = (Seat, Level)> {
        let seats = Seat::all(self.chairs.len()).zip(&self.chairs);
        seats.filter_map(|(seat, occupant)| Some((seat, occupant.bot()?)))
    }

    /// The people with whom a bot talks: they are connected, still have to act, and have not declared that they wait.
    pub(super) fn listeners<'a>(
        &'a self,
        game: &'a Match<G>,
        context: &'a Context,
    ) -> impl Iterator<Item = Seat> + 'a {
        let busy = game.to_act().iter().filter(|&seat| !game.waiting.contains(seat));
        busy.filter(move |&seat| {
            let person = self.occupant(seat).player();
            person.is_some_and(|person| context.present.contains_key(&person.id))
        })
    }

    /// The listeners whom a move of a bot concerns, and who have not left the decision to the bot.
    pub(super) fn concerned<'a>(
        &'a self,
        game: &'a Match<G>,
        seat: Seat,
        mv: G::Move,
        context: &'a Context,
    ) -> impl Iterator<Item = Seat> + 'a {
        self.listeners(game, context).filter(move |&other| {
            G::may_propose(&game.state, other, seat, mv) && !self.conversation.has_deferred(other, seat)
        })
    }

    /// The pending tasks of all bots. There are none while no one, not even a spectator, is connected, except at a
    /// correspondence table.
    fn wanted(&self, context: &Context) -> Vec<Wanted<G::Move>> {
        let connected = !context.present.is_empty() || self.correspondence().is_some();
        let Some(game) = self.game.as_ref().filter(|game| connected && !game.is_over()) else {
            return Vec::new();
        };
        let asked = game.to_act();
        let mut wanted = Vec::new();
        for (seat, level) in self.bots() {
            if asked.contains(seat) {
                wanted.extend(self.question(game, seat, level, context));
            }
            wanted.extend(self.opinions(game, seat));
            wanted.extend(self.suggestions(game, seat));
            wanted.extend(self.acknowledgements(seat));
        }
        wanted
    }

    /// The question that a bot's seat is asked; `None` while it waits for a person, however long that takes.
    fn question(
        &self,
        game: &Match<G>,
        seat: Seat,
        level: Level,
        context: &Context,
    ) -> Option<Wanted<G::Move>> {
        let options = &self.options;
        let awaited = self.listeners(game, context).next().is_none();
        let usual = pace(options.bots, awaited);
        let temperament = self.temperament(seat);
        let talk = &self.conversation;
        let mut asked = game.asked[seat.index()].version;
        if talk.spoken[seat.index()] > asked {
            asked = talk.spoken[seat.index()].max(talk.last_reaction[seat.index()]);
        }
        let talks = options.bots == BotPace::Human && options.talk != TalkRule::Silent;
        let mention = talks && !awaited && level != Level::Random && !game.is_sealing(seat);
        let choose = || Job::Move { level, mention, temperament, refused: talk.refused(seat) };
        let until = |time: u64| {
            let left = time.saturating_sub(context.now);
            (left, left)
        };
        let (pace, job) = match self.stage(game, seat, context) {
            Stage::Chooses if mention => {
                let (settled, _) = until(self.settled_at());
                ((usual.0.max(settled), usual.1.max(settled + 600)), choose())
            }
            Stage::Chooses => (usual, choose()),
            Stage::Holds { since, until: time } => {
                asked = since;
                (until(time?), choose())
            }
            Stage::Waits { mv, until: time } => (until(time?), Job::Carry { mv }),
            Stage::Settled { mv, at: Some(time) } => (until(time), Job::Carry { mv }),
            Stage::Settled { mv, at: None } => (pace(options.bots, true), Job::Carry { mv }),
            Stage::Reacts => {
                let (refused, asks) = (talk.refused(seat), self.can_ask(game, seat, context));
                (reply_pace(options.bots, temperament), Job::React { temperament, refused, asks })
            }
        };
        Some(Wanted { key: TaskKey { seat, asked, subject: Subject::Move }, pace, job })
    }

    /// The proposals of people that a bot has not answered yet.
    fn opinions<'a>(&'a self, game: &'a Match<G>, seat: Seat) -> impl Iterator<Item = Wanted<G::Move>> + 'a {
        let is_open = move |open: &&OpenProposal<G::Move>| {
            let proposal = &open.proposal;
            self.occupant(proposal.by).bot().is_none()
                && G::may_propose(&game.state, seat, proposal.seat, open.mv)
                && proposal.answers.iter().all(|answer| answer.seat != seat)
        };
        self.conversation.proposals.iter().filter(is_open).map(move |open| Wanted {
            key: TaskKey { seat, asked: open.proposal.id, subject: Subject::Proposal },
            pace: reply_pace(self.options.bots, self.temperament(seat)),
            job: Job::Judge {
                proposal: open.proposal.id,
                seat: open.proposal.seat,
                mv: open.mv,
                temperament: self.temperament(seat),
                counters: self.conversation.own(seat).is_none(),
                refused: self.conversation.refused(seat),
            },
        })
    }

    /// The answers of people to proposals of a bot for their seats, which it has not acknowledged yet.
    fn acknowledgements(&self, seat: Seat) -> impl Iterator<Item = Wanted<G::Move>> {
        let unacknowledged = move |open: &&OpenProposal<G::Move>| {
            open.proposal.by == seat && open.proposal.seat != seat && open.answered > open.acknowledged
        };
        self.conversation.proposals.iter().filter(unacknowledged).filter_map(move |open| {
            let to = open.proposal.seat;
            let answer = open.proposal.answers.iter().find(|answer| answer.seat == to)?;
            self.occupant(to).player()?;
            Some(Wanted {
                key: TaskKey { seat, asked: open.answered, subject: Subject::Answer },
                pace: reply_pace(self.options.bots, self.temperament(seat)),
                job: Job::Acknowledge { proposal: open.proposal.id, to, agreed: answer.agree },
            })
        })
    }

    /// The requests of people for a proposal that a bot has not answered yet.
    fn suggestions<'a>(
        &'a self,
        game: &'a Match<G>,
        seat: Seat,
    ) -> impl Iterator<Item = Wanted<G::Move>> + 'a {
        let asked = game.to_act();
        // Its own proposal is settled first, so that a bot has one at a time.
        let free = self.conversation.own(seat).is_none();
        let people =
            move |&(by, _): &(Seat, u64)| free && asked.contains(by) && self.occupant(by).player().is_some();
        self.conversation.requests(seat).filter(people).map(move |(to, asked)| Wanted {
            key: TaskKey { seat, asked, subject: Subject::Request },
            pace: pace(self.options.bots, true),
            job: Job::Suggest { to },
        })
    }

    /// The keys of the pending tasks.
    pub(super) fn task_keys(&self, context: &Context) -> Vec<TaskKey> {
        self.wanted(context).into_iter().map(|wanted| wanted.key).collect()
    }

    /// The task of this key, if it is pending.
    pub(super) fn task_of(&self, key: TaskKey, attempt: Attempt, context: &Context) -> Option<Task> {
        let game = self.game.as_ref()?;
        let Wanted { key, pace, job } = self.wanted(context).into_iter().find(|wanted| wanted.key == key)?;
        let job = match (job, attempt) {
            (job, Attempt::Own) => job,
            // The seat's bot is itself greedy and has failed, so trying the greedy bot again is pointless.
            (Job::Move { level: Level::Greedy, .. }, _) => Job::Carry { mv: game.first_move(key.seat)? },
            (
                Job::Move { temperament, refused, .. } | Job::React { temperament, refused, .. },
                Attempt::Greedy,
            ) => Job::Move { level: Level::Greedy, mention: false, temperament, refused },
            (Job::Move { .. } | Job::React { .. } | Job::Carry { .. }, _) => {
                Job::Carry { mv: game.first_move(key.seat)? }
            }
            (job, _) => job,
        };
        let view = G::view(&game.state, Viewer::Seat(key.seat));
        let seed = bot_seed(game, key.seat);
        let effort = if let Job::Move { level, .. } = &job { level.effort() } else { 0 };
        let think = Box::new(move |clock: &dyn Clock| think::<G>(&view, job, &seed, clock));
        Some(Task { key, attempt, pace: within(pace, key), effort, think })
    }

    /// The entries that a bot's reply makes, if it is still wanted.
    pub(super) fn replied(&self, reply: &BotReply, context: &Context) -> Vec<EntryKind> {
        let seat = reply.key.seat;
        let wanted = self.wanted(context).into_iter().any(|wanted| wanted.key == reply.key);
        let Some(game) = self.game.as_ref().filter(|_| wanted) else { return Vec::new() };
        let is_move = reply.key.subject == Subject::Move;
        let mut kinds = Vec::new();
        for BotAction { action, reason } in &reply.actions {
            let decided = match action {
                Action::Propose { seat: to, mv }
                    if *to == seat && is_move && self.is_unheard(game, seat, mv, context) =>
                {
                    self.make_move(seat, mv)
                }
                Action::Propose { seat: to, mv } => self.propose_anew(seat, *to, mv, reason.clone()),
                action => self.act_on_seat(seat, action, reason.clone()),
            };
            kinds.extend(decided.unwrap_or_default());
            if let Action::Answer { proposal, agree: true } = action {
                let prevented = self.prevented(game, seat, *proposal);
                kinds.extend(prevented.map(|proposal| EntryKind::Withdrawn { proposal }));
            }
        }
        if kinds.is_empty() && is_move {
            // The bot's move is no longer legal. Its seat must not be left without a move, so a quick one is made.
            let quick = self.quick_move(game, seat).map(|mv| self.moved(game, seat, mv).unwrap_or_default());
            kinds = quick.unwrap_or_default();
        }
        kinds
    }

    /// Whether there is no partner to whom a bot would propose this move of its own, so that it makes the move at once. After a
    /// refusal it announces every move.
    fn is_unheard(&self, game: &Match<G>, seat: Seat, mv: &Value, context: &Context) -> bool {
        let announces = !self.conversation.refused(seat).is_empty() && self.is_heard(game, seat, context);
        let concerned = |mv: G::Move| announces || self.concerned(game, seat, mv, context).next().is_some();
        !G::Move::deserialize(mv).is_ok_and(concerned)
    }
}

fn think<G: BotGame>(view: &G::View, job: Job<G::Move>, seed: &Seed, clock: &dyn Clock) -> Vec<BotAction> {
    match job {
        Job::Carry { mv } => vec![BotAction { action: Action::Move { mv: as_value(&mv) }, reason: None }],
        Job::Judge { proposal, seat, mv, temperament, counters, refused } => {
            judge::<G>(view, temperament, proposal, (seat, mv), counters, &refused)
        }
        Job::Suggest { to } => propose::<G>(view, to).into_iter().collect(),
        Job::Acknowledge { proposal, to, agreed } => acknowledge::<G>(proposal, to, agreed),
        Job::React { temperament, refused, asks } => {
            let reaction = react::<G>(view, temperament, &refused, asks).map(|reaction| reaction.mv());
            reaction.map(|mv| mention_own::<G>(view, mv)).into_iter().collect()
        }
        Job::Move { level, mention, temperament, refused } => {
            let choice = bot::<G>(level, seed, clock).choose(view);
            // The bot proposes the move that it would make anyway, so talking does not make it weaker.
            let instead = if refused.contains(&choice) {
                react::<G>(view, temperament, &refused, mention).map(|reaction| reaction.mv())
            } else {
                None
            };
            let mv = instead.unwrap_or(choice);
            vec![if mention {
                mention_own::<G>(view, mv)
            } else {
                BotAction { action: Action::Move { mv: as_value(&mv) }, reason: None }
            }]
        }
    }
}

/// The proposal of a move of the bot's own; or the move itself, if it concerns no other seat.
fn mention_own<G: BotGame>(view: &G::View, mv: G::Move) -> BotAction {
    let (value, reason) = (as_value(&mv), G::why(view, mv));
    match (G::viewer(view).seat(), reason) {
        (Some(seat), Some(reason)) => {
            BotAction { action: Action::Propose { seat, mv: value }, reason: Some(reason) }
        }
        _ => BotAction { action: Action::Move { mv: value }, reason: None },
    }
}

/// The actions by which a bot acknowledges the answer to a proposal for another seat.
fn acknowledge<G: BotGame>(proposal: u64, to: Seat, agreed: bool) -> Vec<BotAction> {
    let signal = G::acknowledgement(agreed);
    let signal = signal.map(|signal| Action::Signal { signal: as_value(&signal), to: Some(to) });
    let withdraw = (!agreed).then_some(Action::Withdraw { proposal });
    signal.into_iter().chain(withdraw).map(|action| BotAction { action, reason: None }).collect()
}

/// A proposal of the move that a bot prefers for `seat`, if that move concerns others.
fn propose<G: BotGame>(view: &G::View, seat: Seat) -> Option<BotAction> {
    let idea = G::ideas(view).into_iter().find(|idea| idea.seat == seat)?;
    let action = Action::Propose { seat, mv: as_value(&idea.mv) };
    Some(BotAction { action, reason: Some(idea.reason) })
}
