//! The engine: answers requests, one after the other.

use std::{sync::Arc, time::Duration};

use tabletop::Viewer;
use townhall_bots::Clock;
use townhall_table::{
    Catalogue, TableCode,
    journal::{self, Millis, PlayerId},
    protocol::{Code, Pace, Refusal},
    recorded::GoOn,
    room::{Context, Opening, Room},
    table::clean_name,
};

use crate::{
    analyst::{Analyst, analyst},
    answer::EngineAnswer,
    local::{self, LocalTable, UNLIMITED_PATIENCE, unreadable},
    request::{EngineRequest, Moment, NewTable, ToThink},
};

/// The most lines of log or talk in one answer.
const PAGE: usize = 100;
/// The time limit of a bot's computation, which then returns its best result so far, as on the server.
const LONGEST: Duration = Duration::from_secs(5);

/// The clock of one computation of a bot, which ends the computation at the time limit.
struct Thought<'a> {
    clock: &'a dyn Clock,
    until: Duration,
}

impl<'a> Thought<'a> {
    fn begin(clock: &'a dyn Clock) -> Self {
        Self { clock, until: clock.now() + LONGEST }
    }
}

impl Clock for Thought<'_> {
    fn now(&self) -> Duration {
        self.clock.now()
    }

    fn is_stopped(&self) -> bool {
        self.clock.now() >= self.until
    }
}

/// An engine that runs one table, computes bots' moves for one, or analyses a game.
pub struct Engine {
    catalogue: Arc<Catalogue>,
    clock: Box<dyn Clock>,
    table: Option<LocalTable>,
    followed: Option<Box<dyn Room>>,
    analyst: Option<Box<dyn Analyst>>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("runs", &self.table.is_some()).finish_non_exhaustive()
    }
}

impl Engine {
    /// Creates an engine without a table. Bots measure time by `clock`.
    #[must_use]
    pub fn new(clock: impl Clock + 'static) -> Self {
        Self {
            catalogue: Arc::new(townhall_games::catalogue()),
            clock: Box::new(clock),
            table: None,
            followed: None,
            analyst: None,
        }
    }

    /// Returns the answer to a request, both as JSON.
    pub fn call(&mut self, request: &str) -> String {
        let answer = match serde_json::from_str(request) {
            Ok(request) => self.answer(request),
            Err(error) => EngineAnswer::Refused(Refusal::new(Code::Malformed, error.to_string())),
        };
        // Writing an answer as JSON can't fail. If it did, callers would notice the empty text, which is invalid JSON.
        serde_json::to_string(&answer).unwrap_or_default()
    }

    pub fn answer(&mut self, request: EngineRequest) -> EngineAnswer {
        self.try_answer(request).unwrap_or_else(EngineAnswer::Refused)
    }

    fn try_answer(&mut self, request: EngineRequest) -> Result<EngineAnswer, Refusal> {
        let effects = match request {
            EngineRequest::Games => {
                return Ok(EngineAnswer::Games(self.catalogue.games().cloned().collect()));
            }
            EngineRequest::Score { game, sheet } => {
                return self.catalogue.score_sheet(&game, &sheet).map(EngineAnswer::Scored);
            }
            EngineRequest::CleanName(name) => return clean_name(&name).map(EngineAnswer::Text),
            EngineRequest::SetUp { table, moment } => return self.set_up(table, moment),
            EngineRequest::Log { before } => {
                return Ok(EngineAnswer::Log(self.room()?.log_before(before, PAGE)));
            }
            EngineRequest::Talk { before } => {
                return Ok(EngineAnswer::Talk(self.room()?.talk_before(before, PAGE)));
            }
            EngineRequest::Record => return self.record(),
            EngineRequest::Load { file, player, now } => return self.load(&file, PlayerId(player), now),
            EngineRequest::Replay { file, seat } => {
                let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
                return self.catalogue.replay(&file, viewer).map(EngineAnswer::Replay);
            }
            EngineRequest::GoOn { file, moves, seat, player, level, moment } => {
                let from = GoOn { moves, person: player.into(), seat, level };
                return self.go_on(&file, &from, moment);
            }
            EngineRequest::Analyse { file } => {
                let analyst = self.analyst.insert(analyst(&file)?);
                return Ok(EngineAnswer::Analysed(analyst.analysed()));
            }
            EngineRequest::AnalyseOn { millis } => return self.analyse_on(millis),
            EngineRequest::Judge { ply, mv } => {
                return self.analyst()?.judge(ply, &mv).map(EngineAnswer::Judged);
            }
            EngineRequest::Hindsight { ply } => {
                return self.analyst()?.hindsight(ply).map(EngineAnswer::Hindsight);
            }
            EngineRequest::LookBack { player } => {
                let look_back = self.room()?.look_back(Some(PlayerId(player)))?;
                return Ok(EngineAnswer::Replay(look_back()));
            }
            EngineRequest::Follow { code, journal } => return self.follow(&code, &journal),
            EngineRequest::Append { entries } => return self.append(&entries),
            EngineRequest::Think { task } => return self.think(&task),
            EngineRequest::Hint { player } => return self.hint(PlayerId(player)),
            EngineRequest::Restore { code, journal, moment } => {
                self.table = Some(LocalTable::restore(&self.catalogue, code, &journal, moment)?);
                self.table()?.tick(moment)
            }
            EngineRequest::Connect { player, since, moment } => self.table()?.connect(player, since, moment),
            EngineRequest::Command { player, command, moment } => {
                self.table()?.command(PlayerId(player), command, moment)
            }
            EngineRequest::Reply { reply, moment } => self.table()?.reply(&reply, moment),
            EngineRequest::BotFailed { key, moment } => self.table()?.bot_failed(key, moment),
            EngineRequest::Tick { moment } => self.table()?.tick(moment),
            EngineRequest::Committed { moment } => self.table()?.committed(moment),
            EngineRequest::Failed { journal, moment } => self.table()?.failed(&journal, moment),
        };
        effects.map(|effects| EngineAnswer::Effects(Box::new(effects)))
    }

    fn set_up(&self, table: NewTable, moment: Moment) -> Result<EngineAnswer, Refusal> {
        let NewTable { game, variant, options, people, bots } = table;
        let Some(host) = people.first().cloned() else {
            return Err(Refusal::new(Code::Nobody, "expected at least one player"));
        };
        if options.pace != Pace::Untimed {
            return Err(Refusal::new(Code::Malformed, "tables on a device have no clocks"));
        }
        let players = people.len() + bots.len();
        let opening = Opening {
            options: options.into(),
            bots: (people.len()..).zip(bots).collect(),
            people: people.into_iter().map(journal::Person::from).enumerate().collect(),
            ..Opening::new(game, variant, players, host.into())
        };
        let (code, context) = opened_at(moment);
        let table = self.catalogue.set_up(&opening, code, true, &context)?;
        local::stored(table).map(EngineAnswer::Opened)
    }

    fn go_on(&self, file: &str, from: &GoOn, moment: Moment) -> Result<EngineAnswer, Refusal> {
        let (code, context) = opened_at(moment);
        local::stored(self.catalogue.go_on(file, from, code, &context)?).map(EngineAnswer::Opened)
    }

    fn load(&self, file: &str, host: PlayerId, now: Millis) -> Result<EngineAnswer, Refusal> {
        let games = self.catalogue.played_games(file)?;
        let tables = games.iter().map(|game| local::stored(self.catalogue.show(game, host, 0, now)?));
        tables.collect::<Result<_, _>>().map(EngineAnswer::Loaded)
    }

    fn record(&self) -> Result<EngineAnswer, Refusal> {
        let followed = self.followed.as_deref();
        let room = self.table.as_ref().map(LocalTable::room).or(followed).ok_or_else(no_table)?;
        Ok(EngineAnswer::Record(room.record()))
    }

    fn table(&mut self) -> Result<&mut LocalTable, Refusal> {
        self.table.as_mut().ok_or_else(no_table)
    }

    fn room(&self) -> Result<&dyn Room, Refusal> {
        self.table.as_ref().map(LocalTable::room).ok_or_else(no_table)
    }

    fn followed(&mut self) -> Result<&mut dyn Room, Refusal> {
        match &mut self.followed {
            Some(room) => Ok(&mut **room),
            None => Err(no_table()),
        }
    }

    fn follow(&mut self, code: &str, journal: &[String]) -> Result<EngineAnswer, Refusal> {
        let (room, _) = local::restore(&self.catalogue, code, journal).map_err(|error| unreadable(&error))?;
        self.followed = Some(room);
        Ok(EngineAnswer::Done)
    }

    fn append(&mut self, entries: &[String]) -> Result<EngineAnswer, Refusal> {
        let room = self.followed()?;
        let first = room.journal_length() + 1;
        (first..)
            .zip(entries)
            .try_for_each(|(number, text)| room.apply(&journal::Entry::from_json(number, text)?))
            .map_err(|error| unreadable(&error))?;
        Ok(EngineAnswer::Done)
    }

    fn analyst(&self) -> Result<&dyn Analyst, Refusal> {
        self.analyst.as_deref().ok_or_else(no_game)
    }

    fn analyse_on(&mut self, millis: u64) -> Result<EngineAnswer, Refusal> {
        let analyst = self.analyst.as_mut().ok_or_else(no_game)?;
        analyst.work(&*self.clock, Duration::from_millis(millis));
        Ok(EngineAnswer::Analysed(analyst.analysed()))
    }

    fn think(&mut self, task: &ToThink) -> Result<EngineAnswer, Refusal> {
        let ToThink { key, attempt, context, .. } = task;
        let task = self.followed()?.task(*key, *attempt, context);
        Ok(EngineAnswer::Thought(task.map(|task| (task.think)(&Thought::begin(&*self.clock)))))
    }

    fn hint(&mut self, player: PlayerId) -> Result<EngineAnswer, Refusal> {
        let hint = self.followed()?.hint(player)?;
        Ok(EngineAnswer::Hint(hint(&Thought::begin(&*self.clock))))
    }
}

/// Returns the code of a new table and the context of its opening.
fn opened_at(Moment { now, entropy }: Moment) -> (TableCode, Context) {
    (TableCode::from_entropy(&entropy.child(0)), Context::new(now, entropy.child(1), UNLIMITED_PATIENCE))
}

fn no_table() -> Refusal {
    Refusal::new(Code::NoTable, "this engine has no table yet")
}

fn no_game() -> Refusal {
    Refusal::new(Code::NoTable, "this engine analyses no game yet")
}
