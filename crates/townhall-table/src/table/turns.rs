//! The turns of the seats and, at a correspondence table, the clocks of their players.

use tabletop::{Seat, SeatSet};
use townhall_bots::BotGame;

use super::{Decision, Table};
use crate::{
    days::{DAY, MINUTE, Span},
    journal::{Correspondence, EntryKind, Millis, Pace},
    protocol::{Code, DaysClock, Refusal},
    room::{Context, OpenTurn},
};

/// After so many times in a row that a person's time was up, a bot plays on until they return.
const MOST_LATE: u8 = 3;

/// A player is reminded when a bank divided by this is left, at least an hour and at most half of what they began with.
const LATE: u64 = 10;

/// The least time that a person has after a return, in active milliseconds: otherwise the bot would move again at once.
const HOUR: Millis = 60 * MINUTE;

/// If a clock began so much later than it is now, the server's clock was set back. The clocks of several servers differ by less.
const SET_BACK: Millis = MINUTE;

/// The turn of a seat, and the clock of its player.
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    /// How many turns the seat has had, with the open one.
    number: u32,
    open: bool,
    /// The time that was left in the bank at `since`; while the clock stands, the time that is left now.
    left: Millis,
    /// Since when the clock runs.
    since: Option<Millis>,
    /// When it runs out.
    due: Option<Millis>,
    /// When it has almost run out.
    reminder: Option<Millis>,
    /// Whether the next decision is a bot's, because time was up.
    by_bot: bool,
    /// How often in a row time was up.
    late: u8,
    /// When the player was or will be away, the earliest first; they don't overlap.
    away: Vec<Span>,
}

impl Turn {
    /// Stops the clock.
    fn stop(&mut self, pace: &Correspondence, at: Millis) {
        if let Some(since) = self.since.take() {
            self.left -= pace.active((since, at), &self.away, self.left);
        }
        (self.due, self.reminder) = (None, None);
    }

    /// Starts the clock, unless it runs.
    fn run(&mut self, pace: &Correspondence, at: Millis) {
        if self.since.is_none() {
            self.since = Some(at);
            self.due = pace.runs_out(at, self.left, &self.away);
            // Even a short turn has a reminder: the notice of a later turn marks an unsent reminder of an earlier one as
            // outdated.
            let rest = (pace.full_bank() / LATE).max(HOUR).min(self.left / 2);
            self.reminder = pace.runs_out(at, self.left - rest, &self.away);
        }
    }

    /// Gives time back: the clock, if it runs, stands still from `from` on and runs again from `until` on, which may be earlier.
    fn give_back(&mut self, pace: &Correspondence, (from, until): Span) {
        if let Some(since) = self.since {
            self.stop(pace, from.max(since));
            // A turn that began meanwhile runs on. If the clock was set back, none has begun after `from`.
            self.run(pace, if from < until { until.max(since) } else { until });
        }
    }

    /// A decision was made, by the player unless time was up.
    fn decided(&mut self, pace: &Correspondence) {
        self.left = (self.left + pace.refill()).min(pace.full_bank());
        if !std::mem::take(&mut self.by_bot) {
            self.late = 0;
        }
    }

    /// For how long the player was or will be away in total.
    fn away_in_all(&self) -> Millis {
        self.away.iter().map(|(from, until)| until - from).sum()
    }
}

/// The settings of a correspondence table; `None` at other tables. A table without time zones, as in a browser, is never one, and
/// its program is smaller without the clocks.
fn correspondence(pace: &Pace) -> Option<&Correspondence> {
    match pace {
        Pace::Correspondence(pace) if cfg!(feature = "net") => Some(pace),
        _ => None,
    }
}

impl<G: BotGame> Table<G> {
    /// The settings of a correspondence table; `None` at other tables.
    pub(super) fn correspondence(&self) -> Option<&Correspondence> {
        correspondence(&self.options.pace)
    }

    /// Follows the turns after an entry was applied. `asked` are the seats that were to act before.
    pub(super) fn follow_turns(&mut self, asked: SeatSet, at: Millis, kind: &EntryKind) {
        let Some(game) = &self.game else { return };
        let open = game.to_act();
        let pace = correspondence(&self.options.pace);
        if matches!(kind, EntryKind::Started { .. }) {
            let left = pace.map_or(0, Correspondence::full_bank);
            self.turns = vec![Turn { left, ..Turn::default() }; self.chairs.len()];
        }
        for ((seat, turn), occupant) in Seat::all(self.chairs.len()).zip(&mut self.turns).zip(&self.chairs) {
            let decided = asked.contains(seat)
                && match kind {
                    EntryKind::Sealed { seat: by, .. } => *by == seat,
                    EntryKind::Played { moves } => moves.iter().any(|(by, _)| *by == seat),
                    _ => false,
                };
            let took_back = match kind {
                EntryKind::Undone { seat: by } | EntryKind::Unsealed { seat: by } => *by == seat,
                _ => false,
            };
            let is_open = open.contains(seat);
            // A question that its player opens again by taking a move back is the same turn.
            if is_open && (decided || !turn.open && !took_back) {
                turn.number += 1;
            }
            turn.open = is_open;
            let Some(pace) = pace else { continue };
            let plays = occupant.player().is_some();
            if decided || !is_open || !plays {
                turn.stop(pace, at);
            }
            if decided {
                turn.decided(pace);
            }
            match kind {
                // The time that the decision added is taken away again; the time that was used stays used.
                _ if took_back => {
                    turn.stop(pace, at);
                    turn.left = turn.left.saturating_sub(pace.refill());
                }
                EntryKind::TimedOut { seat: whose } if *whose == seat => {
                    turn.late = turn.late.saturating_add(1);
                    turn.by_bot = true;
                }
                EntryKind::Returned { seat: whose } if *whose == seat => {
                    turn.late = 0;
                    turn.left = turn.left.max(pace.refill().max(HOUR).min(pace.full_bank()));
                }
                EntryKind::Away { seat: whose, until } if *whose == seat => {
                    turn.stop(pace, at);
                    if let Some(latest) = turn.away.last_mut() {
                        latest.1 = latest.1.min(at);
                    }
                    turn.away.retain(|(from, until)| from < until);
                    if *until > at {
                        turn.away.push((at, *until));
                    }
                }
                EntryKind::Unserved { from, until } => turn.give_back(pace, (*from, *until)),
                _ => {}
            }
            if is_open && plays {
                turn.run(pace, at);
            }
        }
    }

    /// The entry by which the first period is given back in which no server was there and a clock ran. `None` if there is none.
    pub(super) fn unserved(&self, context: &Context) -> Option<EntryKind> {
        self.correspondence()?;
        let began = || self.turns.iter().filter_map(|turn| turn.since);
        let latest = began().max()?;
        // A clock that began later than it is now was started before the server's clock was set back.
        if latest > context.now.saturating_add(SET_BACK) {
            return Some(EntryKind::Unserved { from: latest, until: context.now });
        }
        // A period that ends later than now was noted before the clock was set back.
        let ran = |&&(_, until): &&Span| until <= context.now && began().any(|since| since < until);
        let &(from, until) = context.unserved.iter().find(ran)?;
        Some(EntryKind::Unserved { from, until })
    }

    /// When a bot answers for the person on a seat of a correspondence table.
    pub(super) fn turn_due(&self, seat: Seat) -> Option<Millis> {
        self.turns.get(seat.index())?.due
    }

    /// Whether a person's time was up so often in a row that with this time a bot plays on for them.
    pub(super) fn is_last_chance(&self, seat: Seat) -> bool {
        let late = self.turns.get(seat.index()).map_or(0, |turn| turn.late);
        self.correspondence().is_some() && late + 1 >= MOST_LATE
    }

    /// The open turns of people.
    pub(super) fn open_turns(&self) -> Vec<OpenTurn> {
        let seats = Seat::all(self.chairs.len()).zip(&self.chairs).zip(&self.turns);
        // A turn for which a move is planned is over at once; its player is not asked.
        let planned = |seat| self.game.as_ref().is_some_and(|game| game.planned_move(seat).is_some());
        let is_open = |((seat, _), turn): &((Seat, _), &Turn)| turn.open && !planned(*seat);
        let open = seats.filter(is_open).filter_map(|((seat, occupant), turn)| {
            let who = occupant.player()?.id;
            Some(OpenTurn { who, seat, number: turn.number, due: turn.due, reminder: turn.reminder })
        });
        open.collect()
    }

    /// When the table has something to do while no client is connected: a person's time is up, or it makes the move of a bot, or
    /// one that was planned.
    pub(super) fn goes_on_at(&self) -> Option<Millis> {
        self.correspondence()?;
        let game = self.game.as_ref()?;
        let is_bot = |seat| self.occupant(seat).bot().is_some();
        let at_once = game.to_act().iter().filter(|&seat| is_bot(seat) || game.planned_move(seat).is_some());
        let at_once = at_once.map(|seat| game.asked[seat.index()].at);
        self.turns.iter().filter_map(|turn| turn.due).chain(at_once).min()
    }

    /// The clock of a person as all viewers see it.
    pub(super) fn days_clock(&self, seat: Seat, now: Millis) -> Option<DaysClock> {
        let pace = self.correspondence()?;
        let turn = self.turns.get(seat.index())?;
        self.occupant(seat).person()?;
        let away_until = turn.away.last().map(|&(_, until)| until).filter(|&until| until > now);
        let away_left = (Millis::from(pace.away_days) * DAY).saturating_sub(turn.away_in_all());
        Some(DaysClock { bank: turn.left, away_until, away_left })
    }

    /// A person stops their clock until this time, or lets it run again.
    pub(super) fn go_away(&self, seat: Seat, until: Option<Millis>, now: Millis) -> Decision {
        self.playing()?;
        let Some(pace) = self.correspondence() else {
            return Err(Refusal::new(Code::Unknown, "clocks can be stopped at correspondence tables only"));
        };
        let Some(turn) = self.turns.get(seat.index()) else { return Ok(vec![]) };
        let until = until.unwrap_or(now).max(now);
        let latest = turn.away.last().map_or(0, |&(_, until)| until);
        if until == latest.max(now) {
            return Ok(vec![]);
        }
        let unused = latest.saturating_sub(now);
        let left = (Millis::from(pace.away_days) * DAY).saturating_sub(turn.away_in_all() - unused);
        if until - now > left {
            let detail = format!(
                "the host allows {} days away, of which {} h are left",
                pace.away_days,
                left / 3_600_000
            );
            return Err(Refusal::new(Code::AwayTooLong, detail).with("days", left / DAY));
        }
        Ok(vec![EntryKind::Away { seat, until }])
    }
}
