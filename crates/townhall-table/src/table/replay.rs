//! A recorded game, shown again step by step.

use std::iter;

use serde_json::{Map, Value};
use tabletop::{
    Record, Seat, SeatSet, Seed, Viewer,
    record::{Entry, RawRecord, RecordError, RecordFault},
};
use townhall_bots::BotGame;

use super::{Table, match_state::Match, occupant::Occupant, play::played, recorded::dealt, view::viewer};
use crate::{
    journal::{EntryKind, PlayerId},
    protocol::{Code, LogWhat, Pace, Refusal, Replay, ReplayStep, TalkItem},
    room::{Context, Lines, Patience},
    task::LookBack,
};

/// The steps of a recorded game as a viewer saw them. Of a record that breaks the rules, those before that are returned,
/// with the fault.
///
/// # Errors
/// The record can't be read, or the viewer's seat had no player.
pub(crate) fn replayed<G: BotGame>(
    raw: RawRecord,
    viewer: Viewer,
) -> Result<(Vec<ReplayStep>, Option<RecordError>), RecordError> {
    let header = raw.fault(RecordFault::NotRevealed);
    let record = Record::<G>::read(raw)?;
    if let Some(seat) = viewer.seat() {
        check_seat(&record, seat).map_err(|fault| RecordError { fault, ..header })?;
    }
    let fault = record.replay_unfinished().err();
    let mut player = Player::<G>::begin(&record, viewer);
    player.run(&record.entries);
    Ok((player.end(), fault))
}

impl<G: BotGame> Table<G> {
    /// The game so far, as a viewer was shown it.
    pub(super) fn steps_so_far(&self, who: Option<PlayerId>) -> Result<LookBack, Refusal> {
        self.begun()?;
        let elsewhere = || Refusal::new(Code::Over, "this game was played elsewhere; its record shows it");
        let (record, _) = self.record_so_far().ok_or_else(elsewhere)?;
        let viewer = viewer(who.and_then(|who| self.chair_of(who)));
        let (code, options, chairs) = (self.code.clone(), self.options.clone(), self.chairs.clone());
        let own_options = self.own_options;
        Ok(Box::new(move || {
            let mut player = Player::<G>::begin(&record, viewer);
            // Presence then is not known; no player is shown as away.
            player.context.present =
                chairs.iter().filter_map(Occupant::person).map(|person| (person.id, 1)).collect();
            (player.table.code, player.table.options, player.table.chairs) = (code, options, chairs);
            player.table.options.pace = Pace::Untimed;
            player.table.own_options = own_options;
            player.run(&record.entries);
            Replay { steps: player.end(), fault: None }
        }))
    }
}

/// The first part of a recorded game: its start, and the moves up to a moment.
pub(crate) struct Resumed {
    pub(crate) game: &'static str,
    pub(crate) variant: String,
    pub(crate) players: usize,
    pub(crate) entries: Vec<EntryKind>,
}

/// The game of a record, begun again and brought to the step after so many moves.
///
/// # Errors
/// The record can't be read, breaks the rules, does not say how it was dealt, or this seat had no player.
pub(crate) fn resumed<G: BotGame>(raw: RawRecord, seat: Seat, moves: usize) -> Result<Resumed, RecordError> {
    let header = raw.fault(RecordFault::NotRevealed);
    let record = Record::<G>::read(raw)?;
    record.replay_unfinished()?;
    let (variant, players) = (G::variant(&record.setup), record.players.len());
    let deal = || {
        check_seat(&record, seat)?;
        let seed = dealt(&record).ok_or(RecordFault::NotRevealed)?.seed;
        let (setup, _) = G::deal_from(&seed, variant, players);
        if setup == record.setup { Ok(seed) } else { Err(RecordFault::WrongSetup) }
    };
    let seed = deal().map_err(|fault| RecordError { fault, ..header })?;
    let mut player = Player::<G>::begin(&record, Viewer::Spectator);
    player.run(&record.entries);
    let mut made = 0;
    let steps = player.played.iter().take_while(|step| {
        made += step.len();
        made <= moves
    });
    let started = EntryKind::Started { seed, chairs: (0..players).collect() };
    let entries = iter::once(started).chain(steps.map(|step| played::<G>(step))).collect();
    Ok(Resumed { game: G::ID, variant: variant.to_string(), players, entries })
}

fn check_seat<G: BotGame>(record: &Record<G>, seat: Seat) -> Result<(), RecordFault> {
    let last = record.players.len() - 1;
    if seat.index() <= last {
        Ok(())
    } else {
        Err(RecordFault::NoSuchSeat { seat: seat.index() as u64, last })
    }
}

/// A table that shows a recorded game, and what a viewer has seen of it so far.
struct Player<G: BotGame> {
    table: Table<G>,
    me: Option<usize>,
    context: Context,
    steps: Vec<ReplayStep>,
    /// The seats that moved in the step that is shown next.
    acted: Vec<Seat>,
    /// The moves that were made, step by step; those with which automata opened the game are one of their own.
    played: Vec<Vec<(Seat, G::Move)>>,
}

impl<G: BotGame> Player<G> {
    fn begin(record: &Record<G>, viewer: Viewer) -> Self {
        let mut table = Table::new("");
        table.variant = G::variant(&record.setup);
        table.version = 1;
        table.seat_recorded(record);
        table.note(1, 0, LogWhat::Started);
        let players = record.players.len();
        table.game = Some(Match::of(&record.setup, dealt(record), players, 1, 0));
        let context = Context::new(0, Seed::new([0; 32]), Patience::default());
        let (steps, acted, played) = (Vec::new(), Vec::new(), Vec::new());
        Self { table, me: viewer.seat().map(Seat::index), context, steps, acted, played }
    }

    /// Plays the entries of a record, up to the first move that the rules don't allow.
    fn run(&mut self, entries: &[Entry<G::Move>]) {
        let mut step: Vec<(Seat, G::Move)> = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            match entry {
                Entry::Other(line) => self.say(line),
                Entry::Move { seat, mv, .. } => {
                    step.push((*seat, *mv));
                    let next = entries[index + 1..].iter().find_map(|entry| match entry {
                        Entry::Move { seat, .. } => Some(*seat),
                        Entry::Other(_) => None,
                    });
                    if self.ends_with(&step, next) {
                        if !self.play(&step) {
                            break;
                        }
                        step.clear();
                    }
                }
            }
        }
    }

    fn is_automaton(&self, seat: Seat) -> bool {
        seat.index() >= self.table.chairs.len()
    }

    /// Whether these moves are a whole step, if `next` moves next.
    fn ends_with(&self, step: &[(Seat, G::Move)], next: Option<Seat>) -> bool {
        let Some(next) = next else { return true };
        let moved: SeatSet = step.iter().map(|&(seat, _)| seat).collect();
        let seals = step.iter().any(|&(_, mv)| G::seals(mv));
        let asked = self.table.game.as_ref().map_or(SeatSet::EMPTY, Match::to_act);
        let all_chose = asked.iter().all(|seat| moved.contains(seat));
        !self.is_automaton(next) && (!seals || all_chose)
    }

    /// Plays a step; false if the rules don't allow it, and then nothing has changed.
    fn play(&mut self, step: &[(Seat, G::Move)]) -> bool {
        let Some(game) = &self.table.game else { return false };
        let mut state = game.state;
        let seats = G::seats(&state);
        let legal =
            |&(seat, mv): &(Seat, G::Move)| seat.index() < seats && G::play(&mut state, seat, mv).is_ok();
        if !step.iter().all(legal) {
            return false;
        }
        // Automata may open the game: it was never shown without their moves.
        if step.iter().any(|&(seat, _)| !self.is_automaton(seat)) {
            self.show();
            self.table.version += 1;
            self.acted = step.iter().map(|&(seat, _)| seat).collect();
        }
        let version = self.table.version;
        let events = self.table.game.as_mut().and_then(|game| game.play(step, version, 0).ok());
        self.table.tell(version, 0, &events.unwrap_or_default());
        self.played.push(step.to_vec());
        true
    }

    /// Adds a line of talk; ignores lines of other programs that can't be read.
    fn say(&mut self, line: &Map<String, Value>) {
        let item = line.get("talk").and_then(|talk| serde_json::from_value::<TalkItem>(talk.clone()).ok());
        if let Some(item) = item {
            self.table.talk.push(TalkItem { version: self.table.version, ..item });
        }
    }

    /// Adds the table as it is now.
    fn show(&mut self) {
        let version = self.table.version;
        let lines = Lines { since: version - 1, ..Lines::default() };
        let table = self.table.view_from(self.me, &self.context, lines);
        self.steps.push(ReplayStep { acted: std::mem::take(&mut self.acted), table });
    }

    fn end(mut self) -> Vec<ReplayStep> {
        self.show();
        self.steps
    }
}
