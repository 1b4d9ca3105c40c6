//! Applying the entries of the journal to a table.

use serde::Deserialize;
use tabletop::{Event, Seat, SeatSet, SignalMeaning, record::RecordError};
use townhall_bots::{BotGame, Level, UnknownLevel};

use super::{
    REMEMBERED, Table, Vote,
    lobby::mode,
    match_state::Match,
    occupant::{Occupant, rearrange, settle_colour},
};
use crate::{
    Json,
    journal::{Colour, CommandRef, Entry, EntryKind, Millis, Options, Person, PlayerId},
    json::as_value,
    protocol::{Answer, LogWhat, Proposal, Refusal, TalkItem, TalkWhat},
};

/// An entry can't follow the ones before it.
#[derive(Debug, thiserror::Error)]
pub(super) enum FoldError {
    #[error("a journal begins with its opening, and has only one")]
    Opening,
    #[error("expected a table of {expected}, found one of {found}")]
    OtherGame { expected: &'static str, found: String },
    #[error("expected version {expected} of the rules of {game}, found version {found}")]
    OtherRules { game: &'static str, expected: u32, found: u32 },
    #[error("{}", .0.detail)]
    Mode(Refusal),
    #[error("the options of {game}: {error}")]
    Options { game: &'static str, error: serde_json::Error },
    #[error(transparent)]
    Level(#[from] UnknownLevel),
    #[error("the game has not begun")]
    NotBegun,
    #[error("the game has begun")]
    Begun,
    #[error("there is no chair {0}")]
    NoChair(usize),
    #[error("chair {0} is taken")]
    ChairTaken(usize),
    #[error("{chairs:?} is not a seating of {count} occupied chairs")]
    Seating { chairs: Vec<usize>, count: usize },
    #[error("there is no seat {0} in this game")]
    NoSeat(Seat),
    #[error("no person sits on seat {0}")]
    NoPerson(Seat),
    /// A move that can't be read, or that the rules don't allow.
    #[error("{0}")]
    Move(Box<dyn std::error::Error>),
    #[error("nothing is sealed")]
    NothingSealed,
    #[error("no move can be planned")]
    NoPlan,
    #[error("nothing is planned")]
    NothingPlanned,
    #[error("nothing can be taken back")]
    NothingToUndo,
    #[error("the proposal is no longer open")]
    NoProposal,
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("expected the record of a game for {players} in this variant")]
    OtherMode { players: usize },
    #[error("expected the record of a finished game")]
    Unfinished,
}

/// The result of applying an entry.
type Folded = Result<(), FoldError>;

/// The error of a move that can't be read, or that the rules don't allow.
pub(super) fn bad_move(error: impl std::error::Error + 'static) -> FoldError {
    FoldError::Move(Box::new(error))
}

impl<G: BotGame> Table<G> {
    /// Applies the next entry.
    ///
    /// # Errors
    /// The entry can't follow the ones before.
    pub(super) fn fold(&mut self, entry: &Entry) -> Folded {
        let opened = matches!(entry.kind, EntryKind::Opened { .. });
        if opened != (self.journal_length == 0) {
            return Err(FoldError::Opening);
        }
        let version = self.version + u64::from(!self.is_unnoticed(&entry.kind));
        if let (EntryKind::Emptied { chair, .. }, Some(command)) = (&entry.kind, &entry.command) {
            self.note_declined(*chair, command.by);
        }
        let asked = self.game.as_ref().map_or(SeatSet::EMPTY, Match::to_act);
        self.take_in(version, entry.at, &entry.kind)?;
        self.follow_turns(asked, entry.at, &entry.kind);
        self.journal_length += 1;
        self.version = version;
        if let Some(CommandRef { by, id }) = &entry.command {
            let done = self.done.entry(*by).or_default();
            if done.len() == REMEMBERED {
                done.pop_front();
            }
            done.push_back((id.clone(), version));
        }
        Ok(())
    }

    /// Whether an entry only replaces a sealed choice by another, or concerns a plan. Such entries are not counted in the
    /// version, because otherwise others would see that a player has changed their mind, or plans.
    fn is_unnoticed(&self, kind: &EntryKind) -> bool {
        let Some(game) = &self.game else { return false };
        match kind {
            EntryKind::Sealed { seat, .. } => game.sealed(*seat).is_some(),
            EntryKind::Planned { .. } | EntryKind::Unplanned { .. } => true,
            _ => false,
        }
    }

    fn take_in(&mut self, version: u64, at: Millis, kind: &EntryKind) -> Folded {
        match kind {
            EntryKind::Opened { game, rules, variant, players, options, host } => {
                self.opened(game, *rules, variant, *players, options, *host)
            }
            EntryKind::Configured { variant, players, options } => {
                self.configured(variant, *players, options)
            }
            EntryKind::Sat { chair, person } => self.sat(*chair, person),
            EntryKind::Kept { chair, person } => {
                *self.chair_before_start(*chair)? = Occupant::Kept { person: person.clone() };
                Ok(())
            }
            EntryKind::BotSat { chair, level: name_of_level, name } => {
                let level = name_of_level.parse()?;
                match self.chair_before_start(*chair)? {
                    Occupant::Bot { level: of_bot, name: known, .. } if known == name => *of_bot = level,
                    seat => {
                        *seat = Occupant::Bot { name: name.clone(), level, colour: Colour::default() };
                        settle_colour(&mut self.chairs, *chair);
                    }
                }
                Ok(())
            }
            EntryKind::Emptied { chair, sent_away } => self.emptied(*chair, *sent_away, at),
            EntryKind::Swapped { chairs } => self.swapped(*chairs),
            EntryKind::Renamed { person } => {
                self.renamed_to(person);
                Ok(())
            }
            EntryKind::Started { seed, chairs } => {
                self.seat_all(chairs)?;
                let players = self.chairs.len();
                self.game = Some(Match::start(*seed, self.variant, players, version, at));
                self.note(version, at, LogWhat::Started);
                Ok(())
            }
            EntryKind::Sealed { seat, mv } => {
                let mv = self.read_at(*seat, mv)?;
                let events = self.match_mut()?.seal(*seat, mv).map_err(bad_move)?;
                self.tell(version, at, &events);
                Ok(())
            }
            EntryKind::Unsealed { seat } => {
                self.match_mut()?.unseal(*seat).map(|_| ()).ok_or(FoldError::NothingSealed)
            }
            EntryKind::Planned { seat, mv } => {
                let mv = self.read_at(*seat, mv)?;
                let game = self.match_mut()?;
                if game.plan(*seat, mv).map_err(bad_move)? { Ok(()) } else { Err(FoldError::NoPlan) }
            }
            EntryKind::Unplanned { seat } => {
                self.match_mut()?.unplan(*seat).then_some(()).ok_or(FoldError::NothingPlanned)
            }
            EntryKind::Played { moves } => {
                let moves: Result<Vec<_>, FoldError> =
                    moves.iter().map(|(seat, mv)| Ok((*seat, self.read_at(*seat, mv)?))).collect();
                let moves = moves?;
                let game = self.match_mut()?;
                let turn = game.settled();
                let events = game.play(&moves, version, at).map_err(bad_move)?;
                let new_turn = game.settled() != turn;
                self.tell(version, at, &events);
                let seats: Vec<Seat> = moves.iter().map(|&(seat, _)| seat).collect();
                if new_turn {
                    self.conversation.turn_began = at;
                }
                self.sweep(&seats, new_turn, version);
                Ok(())
            }
            EntryKind::Undone { seat } => self.undone(*seat, version, at),
            EntryKind::Waits { seat, on } => {
                let game = self.match_mut()?;
                let waiting = game.waiting;
                game.waiting = if *on { waiting.with(*seat) } else { waiting.without(*seat) };
                self.conversation.reacted(version);
                Ok(())
            }
            EntryKind::Replaced { seat, level: name } => {
                *self.stand_in(*seat)? = Some(name.parse()?);
                self.votes.retain(|vote| vote.seat != *seat);
                let game = self.match_mut()?;
                game.waiting = game.waiting.without(*seat);
                // The bot decides by itself.
                game.unplan(*seat);
                let asked_at = game.asked[seat.index()].at;
                game.ask(*seat, version, asked_at);
                self.note(version, at, LogWhat::Replaced { seat: *seat, level: name.clone() });
                Ok(())
            }
            EntryKind::Returned { seat } => {
                *self.stand_in(*seat)? = None;
                // Leaving and returning does not reset the clock.
                let game = self.match_mut()?;
                let asked_at = game.asked[seat.index()].at;
                game.ask(*seat, version, asked_at);
                self.note(version, at, LogWhat::Returned { seat: *seat });
                Ok(())
            }
            EntryKind::TimedOut { seat } => {
                self.note(version, at, LogWhat::TimedOut { seat: *seat });
                Ok(())
            }
            EntryKind::Away { seat, until } => {
                self.note(version, at, LogWhat::Away { seat: *seat, until: *until });
                Ok(())
            }
            EntryKind::Unserved { from, until } => {
                self.note(version, at, LogWhat::Unserved { from: *from, until: *until });
                Ok(())
            }
            EntryKind::Voted { by, seat } => {
                self.votes.retain(|vote| (vote.by, vote.seat) != (*by, *seat));
                self.votes.push(Vote { by: *by, seat: *seat, at });
                Ok(())
            }
            EntryKind::Rematch { code, by } => {
                (self.rematch, self.rematch_by) = (Some(code.clone()), *by);
                Ok(())
            }
            EntryKind::Remarked { person, text, reaction } => {
                self.remarked(version, person, text, *reaction);
                Ok(())
            }
            EntryKind::Recorded { record } => self.take_record(record, version, at),
            EntryKind::Said { .. }
            | EntryKind::Reacted { .. }
            | EntryKind::Signalled { .. }
            | EntryKind::Proposed { .. }
            | EntryKind::Answered { .. }
            | EntryKind::Withdrawn { .. } => self.talked(version, at, kind),
        }
    }

    fn opened(
        &mut self,
        game: &str,
        rules: u32,
        variant: &str,
        players: usize,
        options: &Options,
        host: PlayerId,
    ) -> Folded {
        if game != G::ID {
            return Err(FoldError::OtherGame { expected: G::ID, found: game.to_owned() });
        }
        if rules != G::VERSION {
            return Err(FoldError::OtherRules { game: G::ID, expected: G::VERSION, found: rules });
        }
        self.host = host;
        self.configured(variant, players, options)
    }

    fn configured(&mut self, variant: &str, players: usize, options: &Options) -> Folded {
        self.still_lobby()?;
        self.variant = mode::<G>(variant, players).map_err(FoldError::Mode)?;
        let game = Option::<G::Options>::deserialize(&options.game).map(Option::unwrap_or_default);
        let game = game.map_err(|error| FoldError::Options { game: G::NAME, error })?;
        self.options = options.clone().into();
        self.options.game = as_value(&game);
        self.own_options = game;
        rearrange(&mut self.chairs, players);
        Ok(())
    }

    fn still_lobby(&self) -> Folded {
        if self.game.is_some() { Err(FoldError::Begun) } else { Ok(()) }
    }

    fn chair_before_start(&mut self, chair: usize) -> Result<&mut Occupant, FoldError> {
        self.still_lobby()?;
        self.chairs.get_mut(chair).ok_or(FoldError::NoChair(chair))
    }

    fn sat(&mut self, chair: usize, person: &Person) -> Folded {
        let occupant = self.chair_before_start(chair)?;
        if !occupant.is_vacant() {
            return Err(FoldError::ChairTaken(chair));
        }
        *occupant = Occupant::Person { person: person.clone(), colour: person.colour, stand_in: None };
        settle_colour(&mut self.chairs, chair);
        // A person has one chair: no other is kept for them.
        let kept =
            self.chairs.iter_mut().filter(|other| other.kept_for().is_some_and(|kept| kept.id == person.id));
        kept.for_each(|other| *other = Occupant::Vacant);
        if std::mem::take(&mut self.host_left) {
            self.host = person.id;
        }
        Ok(())
    }

    /// A person has another name or colour. Another colour is theirs at this table only if it is free.
    fn renamed_to(&mut self, new: &Person) {
        let Some(chair) = self.chair_of(new.id) else { return };
        let Some(Occupant::Person { person, .. }) = self.chairs.get_mut(chair) else { return };
        let is_recoloured = person.colour != new.colour;
        person.clone_from(new);
        if is_recoloured {
            settle_colour(&mut self.chairs, chair);
        }
    }

    /// A person empties a chair. If it was their own or kept for them, they are not invited again.
    fn note_declined(&mut self, chair: usize, by: PlayerId) {
        let theirs = self.chairs.get(chair).and_then(|occupant| occupant.person().or(occupant.kept_for()));
        if theirs.is_some_and(|person| person.id == by) && !self.declined.contains(&by) {
            self.declined.push(by);
        }
    }

    /// Empties a chair. If it was the host's, the next person becomes the host.
    fn emptied(&mut self, chair: usize, sent_away: bool, at: Millis) -> Folded {
        let left = std::mem::replace(self.chair_before_start(chair)?, Occupant::Vacant);
        if let Some(person) = left.person().filter(|_| sent_away) {
            self.sent_away.insert(person.id, at);
        }
        if left.person().is_some_and(|person| person.id == self.host) {
            let next = self.chairs.iter().find_map(Occupant::person).map(|person| person.id);
            self.host_left = next.is_none();
            self.host = next.unwrap_or(self.host);
        }
        Ok(())
    }

    fn swapped(&mut self, [chair, other]: [usize; 2]) -> Folded {
        for chair in [chair, other] {
            self.chair_before_start(chair)?;
        }
        self.chairs.swap(chair, other);
        Ok(())
    }

    /// Moves the occupants of all chairs to the seats that were dealt to them.
    fn seat_all(&mut self, chairs: &[usize]) -> Folded {
        self.still_lobby()?;
        let count = self.chairs.len();
        let dealt = (0..count).all(|chair| chairs.contains(&chair));
        if chairs.len() != count || !dealt || self.chairs.iter().any(Occupant::is_vacant) {
            return Err(FoldError::Seating { chairs: chairs.to_vec(), count });
        }
        self.chairs = chairs.iter().map(|&chair| self.chairs[chair].clone()).collect();
        for item in self.talk.iter_mut() {
            let speaks =
                |occupant: &Occupant| item.name.as_deref().is_some_and(|name| occupant.name() == Some(name));
            let seat = Seat::all(count).zip(&self.chairs).find(|(_, occupant)| speaks(occupant));
            item.seat = seat.map_or(item.seat, |(seat, _)| seat);
        }
        Ok(())
    }

    fn match_mut(&mut self) -> Result<&mut Match<G>, FoldError> {
        self.game.as_mut().ok_or(FoldError::NotBegun)
    }

    /// Reads a move of one of the table's seats.
    fn read_at(&self, seat: Seat, mv: &str) -> Result<G::Move, FoldError> {
        match &self.game {
            Some(game) if seat.index() < G::seats(&game.state) => mv.parse().map_err(bad_move),
            _ => Err(FoldError::NoSeat(seat)),
        }
    }

    fn stand_in(&mut self, seat: Seat) -> Result<&mut Option<Level>, FoldError> {
        match self.chairs.get_mut(seat.index()) {
            Some(Occupant::Person { stand_in, .. }) => Ok(stand_in),
            _ => Err(FoldError::NoPerson(seat)),
        }
    }

    pub(super) fn tell(&mut self, version: u64, at: Millis, events: &[Event<G::EventKind>]) {
        for event in events {
            let stands_in =
                |seat: &Seat| matches!(self.occupant(*seat), Occupant::Person { stand_in: Some(_), .. });
            let stand_in = event.seat.filter(stands_in).is_some();
            self.note(version, at, LogWhat::Game { event: Json::of(event), stand_in });
        }
    }

    fn undone(&mut self, seat: Seat, version: u64, at: Millis) -> Folded {
        let game = self.match_mut()?;
        let taken = game.without_latest(seat).ok_or(FoldError::NothingToUndo)?;
        let (mv, undoes) = (Json::of(&taken.made.mv), taken.made.version);
        game.take_back(taken, version, at);
        self.note(version, at, LogWhat::Undone { seat, mv, undoes });
        self.sweep(&[seat], false, version);
        Ok(())
    }

    /// Moves of these seats were made or taken back: removes proposals that are settled.
    fn sweep(&mut self, seats: &[Seat], new_turn: bool, version: u64) {
        if let Some(game) = &self.game {
            self.conversation.moved(game, seats, new_turn, version);
        }
    }

    fn talked(&mut self, version: u64, at: Millis, kind: &EntryKind) -> Folded {
        let (seat, what) = match kind {
            // The text was removed when its author was forgotten.
            EntryKind::Said { text, .. } if text.is_empty() => return Ok(()),
            EntryKind::Said { seat, text } => (*seat, TalkWhat::Said { text: text.clone() }),
            EntryKind::Reacted { seat, reaction } => (*seat, TalkWhat::Reacted { reaction: *reaction }),
            EntryKind::Signalled { seat, signal, to } => {
                // An old journal may hold a signal that the game no longer has: it is logged, and has no effect.
                let meaning =
                    G::Signal::deserialize(signal).map(G::signal_meaning).unwrap_or(SignalMeaning::Plain);
                self.conversation.signal(*seat, meaning, *to, version);
                (*seat, TalkWhat::Signalled { signal: Json::of(signal), to: *to })
            }
            EntryKind::Proposed { by, seat, mv, reason } => {
                let proposed = self.read_at(*seat, mv)?;
                let (mv, reason) = (Json::of(&proposed), reason.clone());
                let bot = self.occupant(*by).bot().is_some();
                let stance = if bot { self.conversation.stance(*by, *seat, proposed) } else { None };
                let proposal = Proposal {
                    id: version,
                    by: *by,
                    seat: *seat,
                    mv: mv.clone(),
                    answers: Vec::new(),
                    stance,
                    until: None,
                    reason: reason.clone(),
                };
                let game = self.game.as_ref().ok_or(FoldError::NotBegun)?;
                self.conversation.propose(game, proposal, proposed, at);
                (*by, TalkWhat::Proposed { to: *seat, mv, reason })
            }
            EntryKind::Answered { proposal, seat, agree, reason } => {
                let answer = Answer { seat: *seat, agree: *agree, reason: reason.clone() };
                let answered = self.conversation.answer(*proposal, answer, version);
                let (to, mv) = answered.ok_or(FoldError::NoProposal)?;
                (*seat, TalkWhat::Answered { to, mv, agree: *agree, reason: reason.clone() })
            }
            EntryKind::Withdrawn { proposal } => {
                self.conversation.withdraw(*proposal);
                return Ok(());
            }
            _ => return Ok(()),
        };
        let name = if self.game.is_none() { self.occupant(seat).name().map(str::to_owned) } else { None };
        self.talk.push(TalkItem { version, at, seat, name, what });
        Ok(())
    }
}
