//! Taking entries in.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tabletop::{Event, Seat};
use townhall_bots::{Level, Talker};

use super::{
    REMEMBERED, Table, Vote,
    course::Course,
    lobby::mode,
    sitting::{Sitting, rearrange},
};
use crate::{
    journal::{Entry, Millis, Person, PlayerId, What},
    protocol::{Answer, LogWhat, Options, Proposal, TalkItem, TalkWhat},
};

/// Why an entry does not follow from those before.
type Folded = Result<(), String>;

/// A value of the game, as JSON.
pub(super) fn raw<T: Serialize>(value: &T) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_default()
}

fn level(name: &str) -> Result<Level, String> {
    name.parse().map_err(|error: townhall_bots::UnknownLevel| error.to_string())
}

impl<G: Talker> Table<G> {
    pub(super) fn fold(&mut self, entry: &Entry) -> Folded {
        let opened = matches!(entry.what, What::Opened { .. });
        if opened != (self.seq == 0) {
            return Err("a journal begins with its opening, and has only one".to_owned());
        }
        let n = self.version + u64::from(!self.is_unnoticed(&entry.what));
        self.take_in(n, entry.at, &entry.what)?;
        self.seq += 1;
        self.version = n;
        if let Some((who, id)) = &entry.command {
            let done = self.done.entry(*who).or_default();
            if done.len() == REMEMBERED {
                done.pop_front();
            }
            done.push_back((id.clone(), n));
        }
        Ok(())
    }

    /// Whether an entry only exchanges a sealed choice for another: whoever could count such entries would
    /// know that somebody has changed their mind.
    fn is_unnoticed(&self, what: &What) -> bool {
        let Some(course) = &self.course else { return false };
        matches!(what, What::Sealed { seat, .. } if course.sealed(*seat).is_some())
    }

    fn take_in(&mut self, n: u64, at: Millis, what: &What) -> Folded {
        match what {
            What::Opened { game, variant, players, options, host } => {
                self.opened(game, variant, *players, *options, *host)
            }
            What::Configured { variant, players, options } => self.configured(variant, *players, *options),
            What::Sat { chair, person } => self.sat(*chair, person),
            What::BotSat { chair, level: name_of_level, name } => {
                let bot = Sitting::Bot { name: name.clone(), level: level(name_of_level)? };
                *self.chair_before_start(*chair)? = bot;
                Ok(())
            }
            What::Emptied { chair } => self.emptied(*chair),
            What::Renamed { person } => {
                let chairs = self.chairs.iter_mut();
                for sitting in chairs {
                    if let Sitting::Person { person: known, .. } = sitting
                        && known.id == person.id
                    {
                        *known = person.clone();
                    }
                }
                Ok(())
            }
            What::Started { seed, chairs } => {
                self.seat_all(chairs)?;
                let players = self.chairs.len();
                self.course = Some(Course::start(*seed, self.variant, players, n, at));
                self.note(n, at, LogWhat::Started);
                Ok(())
            }
            What::Sealed { seat, mv } => {
                let mv = self.read_at(*seat, mv)?;
                let events = self.game()?.seal(*seat, mv).map_err(|why| why.to_string())?;
                self.tell(n, at, &events);
                Ok(())
            }
            What::Unsealed { seat } => {
                self.game()?.unseal(*seat).map(|_| ()).ok_or("nothing is sealed".into())
            }
            What::Played { moves } => {
                let moves: Result<Vec<_>, String> =
                    moves.iter().map(|(seat, mv)| Ok((*seat, self.read_at(*seat, mv)?))).collect();
                let moves = moves?;
                let course = self.game()?;
                let turn = course.settled();
                let events = course.play(&moves, n, at).map_err(|why| why.to_string())?;
                let new_turn = course.settled() != turn;
                self.tell(n, at, &events);
                let seats: Vec<Seat> = moves.iter().map(|&(seat, _)| seat).collect();
                self.sweep(&seats, new_turn, n);
                Ok(())
            }
            What::Undone { seat } => self.undone(*seat, n, at),
            What::Waits { seat, on } => {
                let course = self.game()?;
                let waiting = course.waiting;
                course.waiting = if *on { waiting.with(*seat) } else { waiting.without(*seat) };
                self.conversation.stir(n);
                Ok(())
            }
            What::Replaced { seat, level: name } => {
                *self.stand_in(*seat)? = Some(level(name)?);
                self.votes.retain(|vote| vote.seat != *seat);
                let course = self.game()?;
                course.waiting = course.waiting.without(*seat);
                let asked_at = course.asked[seat.index()].at;
                course.ask(*seat, n, asked_at);
                self.note(n, at, LogWhat::Replaced { seat: *seat, level: name.clone() });
                Ok(())
            }
            What::Returned { seat } => {
                *self.stand_in(*seat)? = None;
                self.game()?.ask(*seat, n, at);
                self.note(n, at, LogWhat::Returned { seat: *seat });
                Ok(())
            }
            What::TimedOut { seat } => {
                self.note(n, at, LogWhat::TimedOut { seat: *seat });
                Ok(())
            }
            What::Voted { by, seat } => {
                self.votes.retain(|vote| (vote.by, vote.seat) != (*by, *seat));
                self.votes.push(Vote { by: *by, seat: *seat, at });
                Ok(())
            }
            What::Rematch { code } => {
                self.rematch = Some(code.clone());
                Ok(())
            }
            What::Said { .. }
            | What::Signalled { .. }
            | What::Proposed { .. }
            | What::Answered { .. }
            | What::Withdrawn { .. } => self.talked(n, at, what),
        }
    }

    fn opened(
        &mut self,
        game: &str,
        variant: &str,
        players: usize,
        options: Options,
        host: PlayerId,
    ) -> Folded {
        if game != G::ID {
            return Err(format!("expected a table of {}, found one of {game}", G::ID));
        }
        self.host = host;
        self.configured(variant, players, options)
    }

    fn configured(&mut self, variant: &str, players: usize, options: Options) -> Folded {
        self.still_lobby()?;
        self.variant = mode::<G>(variant, players).map_err(|refusal| refusal.detail)?;
        self.options = options;
        rearrange(&mut self.chairs, players);
        Ok(())
    }

    fn still_lobby(&self) -> Folded {
        if self.course.is_some() { Err("the game has begun".to_owned()) } else { Ok(()) }
    }

    fn chair_before_start(&mut self, chair: usize) -> Result<&mut Sitting, String> {
        self.still_lobby()?;
        self.chairs.get_mut(chair).ok_or_else(|| format!("there is no chair {chair}"))
    }

    fn sat(&mut self, chair: usize, person: &Person) -> Folded {
        let sitting = self.chair_before_start(chair)?;
        if !sitting.is_nobody() {
            return Err(format!("chair {chair} is taken"));
        }
        *sitting = Sitting::Person { person: person.clone(), stand_in: None };
        if std::mem::take(&mut self.host_left) {
            self.host = person.id;
        }
        Ok(())
    }

    /// If it was the host's chair, the next person is the host.
    fn emptied(&mut self, chair: usize) -> Folded {
        let left = std::mem::replace(self.chair_before_start(chair)?, Sitting::Nobody);
        if left.person().is_some_and(|person| person.id == self.host) {
            let next = self.chairs.iter().find_map(Sitting::person).map(|person| person.id);
            self.host_left = next.is_none();
            self.host = next.unwrap_or(self.host);
        }
        Ok(())
    }

    /// Everybody changes from their chair to the seat that was dealt to them.
    fn seat_all(&mut self, chairs: &[usize]) -> Folded {
        self.still_lobby()?;
        let count = self.chairs.len();
        let dealt = (0..count).all(|chair| chairs.contains(&chair));
        if chairs.len() != count || !dealt || self.chairs.iter().any(Sitting::is_nobody) {
            return Err(format!("{chairs:?} is no seating of {count} chairs that are all taken"));
        }
        self.chairs = chairs.iter().map(|&chair| self.chairs[chair].clone()).collect();
        for item in &mut self.talk {
            let seat = chairs.iter().position(|&chair| chair == item.seat.index());
            item.seat = seat.and_then(|seat| Seat::try_from(seat as u8).ok()).unwrap_or(item.seat);
        }
        Ok(())
    }

    fn game(&mut self) -> Result<&mut Course<G>, String> {
        self.course.as_mut().ok_or_else(|| "the game has not begun".to_owned())
    }

    fn read(&self, mv: &str) -> Result<G::Move, String> {
        mv.parse().map_err(|error: G::MoveError| error.to_string())
    }

    /// A move of one of the table's seats.
    fn read_at(&self, seat: Seat, mv: &str) -> Result<G::Move, String> {
        match &self.course {
            Some(course) if seat.index() < G::seats(&course.state) => self.read(mv),
            _ => Err(format!("there is no seat {seat} in this game")),
        }
    }

    fn stand_in(&mut self, seat: Seat) -> Result<&mut Option<Level>, String> {
        match self.chairs.get_mut(seat.index()) {
            Some(Sitting::Person { stand_in, .. }) => Ok(stand_in),
            _ => Err(format!("no person sits on seat {seat}")),
        }
    }

    fn tell(&mut self, n: u64, at: Millis, events: &[Event<G::EventKind>]) {
        events.iter().for_each(|event| self.note(n, at, LogWhat::Game { event: raw(event) }));
    }

    fn undone(&mut self, seat: Seat, n: u64, at: Millis) -> Folded {
        let course = self.game()?;
        let taken = course.without_latest(seat).ok_or("nothing can be taken back")?;
        let mv = taken.made.mv.to_string();
        course.take_back(taken, n, at);
        self.note(n, at, LogWhat::Undone { seat, mv });
        self.sweep(&[seat], false, n);
        Ok(())
    }

    /// Moves of these seats were made, or taken back: what was said about them may be over.
    fn sweep(&mut self, seats: &[Seat], new_turn: bool, n: u64) {
        if let Some(course) = &self.course {
            self.conversation.moved(course, seats, new_turn, n);
        }
    }

    fn talked(&mut self, n: u64, at: Millis, what: &What) -> Folded {
        let (seat, what) = match what {
            What::Said { seat, text } => (*seat, TalkWhat::Said { text: text.clone() }),
            What::Signalled { seat, signal, to, city } => {
                self.conversation.signal(*seat, *signal, *to, n);
                (*seat, TalkWhat::Signalled { signal: *signal, to: *to, city: *city })
            }
            What::Proposed { by, seat, mv, reason } => {
                let ghost_mv = self.read_at(*seat, mv)?;
                let reason = reason.clone();
                let (answers, shown) = (Vec::new(), reason.clone());
                let proposal =
                    Proposal { id: n, by: *by, seat: *seat, mv: mv.clone(), answers, reason: shown };
                let course = self.course.as_ref().ok_or("the game has not begun")?;
                self.conversation.propose(course, proposal, ghost_mv);
                (*by, TalkWhat::Proposed { to: *seat, mv: mv.clone(), reason })
            }
            What::Answered { proposal, seat, agree, reason } => {
                let answer = Answer { seat: *seat, agree: *agree, reason: reason.clone() };
                let answered = self.conversation.answer(*proposal, answer, n);
                let (to, mv) = answered.ok_or("the proposal is no longer open")?;
                (*seat, TalkWhat::Answered { to, mv, agree: *agree, reason: reason.clone() })
            }
            What::Withdrawn { proposal } => {
                self.conversation.withdraw(*proposal);
                return Ok(());
            }
            _ => return Ok(()),
        };
        self.talk.push(TalkItem { n, at, seat, what });
        Ok(())
    }
}
