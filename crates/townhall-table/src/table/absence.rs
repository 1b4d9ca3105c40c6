//! Time limits, and people who are away (disconnected).

use tabletop::{Seat, SeatSet};
use townhall_bots::BotGame;

use super::{
    Decision, Table,
    occupant::{Occupant, STAND_IN},
};
use crate::{
    journal::{EntryKind, Millis, Person, PlayerId},
    protocol::{Code, Listing, Pace, Refusal, TakeoverVote},
    room::Context,
};

/// How long a chair is kept before the start for a person who is away, in milliseconds.
const CHAIR_KEPT: Millis = 600_000;

/// Something that becomes due at a certain time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Due {
    /// Before the start: the chair of a person who is away becomes free.
    Chair(usize),
    /// Before the start: a person has come for whom this chair is kept.
    Arrival(usize),
    /// A bot takes over the seat of a person who is away.
    Takeover(Seat),
    /// A bot answers one question for a person whose time is up.
    Answer(Seat),
    /// The move is made that a person planned for this turn.
    Planned(Seat),
    /// Time in which no server was there is given back.
    Unserved,
}

/// The entry by which a bot takes over for a person.
pub(super) fn replaced(seat: Seat) -> EntryKind {
    EntryKind::Replaced { seat, level: STAND_IN.to_string() }
}

/// The time that a person has for one question while a player is there, in milliseconds; `None` if it is not limited.
fn time_for(pace: &Pace) -> Option<Millis> {
    match pace {
        Pace::Untimed | Pace::Correspondence(_) => None,
        Pace::Relaxed => Some(120_000),
        Pace::Fast => Some(30_000),
    }
}

impl<G: BotGame> Table<G> {
    /// The next thing that becomes due, and its time.
    pub(super) fn next_due(&self, context: &Context) -> Option<(Millis, Due)> {
        let Some(game) = &self.game else {
            let kept = self.chairs.iter().enumerate().filter_map(|(chair, occupant)| {
                let who = occupant.person()?.id;
                let since = away_since(who, context)?;
                // At a table where people play over days, no player waits for another.
                let gives_up = !self.keeps_its_host(who, context) && self.correspondence().is_none();
                gives_up.then_some((since + CHAIR_KEPT, Due::Chair(chair)))
            });
            let arrivals = self.chairs.iter().enumerate().filter_map(|(chair, occupant)| {
                let here = context.present.contains_key(&occupant.kept_for()?.id);
                here.then_some((context.now, Due::Arrival(chair)))
            });
            return arrivals.chain(kept).min_by_key(|&(at, _)| at);
        };
        if self.unserved(context).is_some() {
            // This comes before all that may be due only because the time is not given back yet.
            return Some((context.now, Due::Unserved));
        }
        let takeover = |seat| self.takeover_at(seat, context).map(|at| (at, Due::Takeover(seat)));
        let is_doubtful = context.is_time_doubtful && self.correspondence().is_some();
        let deadline = |seat| self.deadline(seat, context).filter(|_| !is_doubtful);
        let answer = |seat| deadline(seat).map(|at| (at, Due::Answer(seat)));
        let asked = game.to_act();
        let planned =
            |seat: Seat| game.planned_move(seat).map(|_| (game.asked[seat.index()].at, Due::Planned(seat)));
        let due = asked.iter().filter_map(planned).chain(asked.iter().filter_map(takeover));
        due.chain(asked.iter().filter_map(answer)).min_by_key(|&(at, _)| at)
    }

    /// Whether the table keeps the chair of this person because they set it up. At a public table another person who sits there
    /// need not wait for them, because these people don't know each other.
    fn keeps_its_host(&self, who: PlayerId, context: &Context) -> bool {
        let others_wait =
            || self.options.listing == Listing::Public && self.people_there(context).next().is_some();
        who == self.host && !others_wait()
    }

    /// The entries of the first thing that is due.
    pub(super) fn overdue(&self, context: &Context) -> Vec<EntryKind> {
        match self.next_due(context) {
            Some((at, due)) if at <= context.now => match due {
                Due::Chair(chair) => vec![EntryKind::Emptied { chair, sent_away: false }],
                Due::Arrival(chair) => self.arrived(chair, context),
                Due::Takeover(seat) => vec![replaced(seat)],
                Due::Answer(seat) => self.answered_for(seat),
                Due::Planned(seat) => self.played_as_planned(seat),
                Due::Unserved => self.unserved(context).into_iter().collect(),
            },
            _ => Vec::new(),
        }
    }

    /// A person sits down on the chair that is kept for them. If another player has taken a name like theirs, the chair is
    /// free for everybody.
    fn arrived(&self, chair: usize, context: &Context) -> Vec<EntryKind> {
        let Some(kept) = self.chairs.get(chair).and_then(Occupant::kept_for) else { return Vec::new() };
        // The person may have another name by now than at the time of the invitation.
        let name = context.names.get(&kept.id).unwrap_or(&kept.name).clone();
        let person = Person { name, ..kept.clone() };
        vec![if self.is_name_taken(&person) {
            EntryKind::Emptied { chair, sent_away: false }
        } else {
            EntryKind::Sat { chair, person }
        }]
    }

    /// A bot answers one question of a person whose time is up.
    fn answered_for(&self, seat: Seat) -> Vec<EntryKind> {
        let Some(game) = &self.game else { return Vec::new() };
        let Some(mv) = self.quick_move(game, seat) else { return Vec::new() };
        let Ok(moved) = self.moved(game, seat, mv) else { return Vec::new() };
        let plays_on = self.is_last_chance(seat).then(|| replaced(seat));
        [EntryKind::TimedOut { seat }].into_iter().chain(moved).chain(plays_on).collect()
    }

    /// When a bot answers for a person, if the table is timed. While none of the table's people is
    /// connected, the clocks are stopped, except at a correspondence table.
    pub(super) fn deadline(&self, seat: Seat, context: &Context) -> Option<Millis> {
        let game = self.game.as_ref()?;
        if self.correspondence().is_some() {
            return self.turn_due(seat);
        }
        let time = time_for(&self.options.pace)?;
        self.occupant(seat).player()?;
        let present = self.people_there(context).next().is_some();
        let asked_at = game.asked[seat.index()].at;
        (present && game.to_act().contains(seat)).then(|| asked_at + time + context.stopped_since(asked_at))
    }

    /// When a bot takes over for a person who is away and for whom another player waits. At a table without a time limit
    /// only a vote replaces a person.
    pub(super) fn takeover_at(&self, seat: Seat, context: &Context) -> Option<Millis> {
        let game = self.game.as_ref()?;
        time_for(&self.options.pace)?;
        let since = away_since(self.occupant(seat).player()?.id, context)?;
        let asked = game.to_act();
        let waits = |&other: &Seat| !asked.contains(other) || game.waiting.contains(other);
        let awaited = self.people_there(context).filter(|&other| other != seat).any(|other| waits(&other));
        (asked.contains(seat) && awaited).then_some(since + context.patience.takeover)
    }

    /// The seats of people who are connected and play themselves.
    pub(super) fn people_there<'a>(&'a self, context: &'a Context) -> impl Iterator<Item = Seat> + 'a {
        let seats = Seat::all(self.chairs.len()).zip(&self.chairs);
        let there = |occupant: &Occupant| {
            occupant.player().is_some_and(|person| context.present.contains_key(&person.id))
        };
        seats.filter(move |(_, occupant)| there(occupant)).map(|(seat, _)| seat)
    }

    /// When the others may vote to let a bot play for a person who is away. At a correspondence table people come and go.
    pub(super) fn vote_at(&self, seat: Seat, context: &Context) -> Option<Millis> {
        if self.correspondence().is_some() {
            return None;
        }
        self.game.as_ref().filter(|game| !game.is_over())?;
        Some(away_since(self.occupant(seat).player()?.id, context)? + context.patience.vote)
    }

    /// A vote to let a bot play for a player who is away. With enough votes, the bot takes over.
    pub(super) fn vote(&self, by: Seat, seat: Seat, context: &Context) -> Decision {
        self.playing()?;
        let Some(from) = self.vote_at(seat, context).filter(|_| by != seat) else {
            return Err(Refusal::new(Code::NotAway, "expected the seat of a person who is away"));
        };
        if context.now < from {
            let seconds = (from - context.now).div_ceil(1000);
            let detail = format!("they have just gone; it can be voted on in {seconds} s");
            return Err(Refusal::new(Code::TooSoon, detail).with("seconds", seconds));
        }
        if self.occupant(by).player().is_none() {
            return Err(Refusal::new(Code::NotSeated, "a bot plays on this seat; take it back first"));
        }
        let voters: SeatSet = self.voters(seat, context).collect();
        if voters.contains(by) {
            return Ok(vec![]);
        }
        let mut kinds = vec![EntryKind::Voted { by, seat }];
        if voters.with(by).len() >= self.votes_needed(seat, context) {
            kinds.push(replaced(seat));
        }
        Ok(kinds)
    }

    /// The seats that are connected and have voted since the person went away.
    fn voters<'a>(&'a self, seat: Seat, context: &'a Context) -> impl Iterator<Item = Seat> + 'a {
        let since = self.occupant(seat).player().and_then(|person| away_since(person.id, context));
        let votes = self
            .votes
            .iter()
            .filter(move |vote| vote.seat == seat && since.is_some_and(|since| vote.at >= since));
        let there: SeatSet = self.people_there(context).collect();
        votes.map(|vote| vote.by).filter(move |by| there.contains(*by))
    }

    /// More than half of the other people who are there; at a table without a time limit, all of them.
    fn votes_needed(&self, seat: Seat, context: &Context) -> usize {
        let others = self.people_there(context).filter(|&other| other != seat).count();
        match time_for(&self.options.pace) {
            Some(_) => others / 2 + 1,
            None => others,
        }
    }

    /// The open votes.
    pub(super) fn open_votes(&self, context: &Context) -> Vec<TakeoverVote> {
        let vote = |seat| {
            let by: Vec<Seat> = self.voters(seat, context).collect();
            (!by.is_empty()).then(|| TakeoverVote { seat, by, needed: self.votes_needed(seat, context) })
        };
        if self.votes.is_empty() {
            Vec::new()
        } else {
            Seat::all(self.chairs.len()).filter_map(vote).collect()
        }
    }

    pub(super) fn come_back(&self, seat: Seat) -> Decision {
        self.playing()?;
        match self.occupant(seat).player() {
            Some(_) => Ok(vec![]),
            None => Ok(vec![EntryKind::Returned { seat }]),
        }
    }
}

/// Since when a person is away, if they are.
fn away_since(who: PlayerId, context: &Context) -> Option<Millis> {
    if context.present.contains_key(&who) {
        return None;
    }
    Some(context.away_since.get(&who).copied().unwrap_or(context.now))
}
