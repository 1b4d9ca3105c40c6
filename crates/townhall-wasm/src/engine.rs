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
    answer::Answer,
    local::{self, LocalTable, UNLIMITED_PATIENCE, unreadable},
    request::{Moment, NewTable, Request, ToThink},
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
    /// An engine without a table. Bots measure time by `clock`.
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

    /// The answer to a request, both as JSON.
    pub fn call(&mut self, request: &str) -> String {
        let answer = match serde_json::from_str(request) {
            Ok(request) => self.answer(request),
            Err(error) => Answer::Refused(Refusal::new(Code::Malformed, error.to_string())),
        };
        // Writing an answer as JSON can't fail. If it did, callers would notice the empty text, which is invalid JSON.
        serde_json::to_string(&answer).unwrap_or_default()
    }

    /// The answer to a request.
    pub fn answer(&mut self, request: Request) -> Answer {
        self.try_answer(request).unwrap_or_else(Answer::Refused)
    }

    fn try_answer(&mut self, request: Request) -> Result<Answer, Refusal> {
        let effects = match request {
            Request::Games => return Ok(Answer::Games(self.catalogue.games().cloned().collect())),
            Request::Score { game, sheet } => {
                return self.catalogue.score_sheet(&game, &sheet).map(Answer::Scored);
            }
            Request::CleanName(name) => return clean_name(&name).map(Answer::Text),
            Request::SetUp { table, moment } => return self.set_up(table, moment),
            Request::Log { before } => return Ok(Answer::Log(self.room()?.log_before(before, PAGE))),
            Request::Talk { before } => return Ok(Answer::Talk(self.room()?.talk_before(before, PAGE))),
            Request::Record => return self.record(),
            Request::Load { file, player, now } => return self.load(&file, PlayerId(player), now),
            Request::Replay { file, seat } => {
                let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
                return self.catalogue.replay(&file, viewer).map(Answer::Replay);
            }
            Request::GoOn { file, moves, seat, player, level, moment } => {
                let from = GoOn { moves, person: player.into(), seat, level };
                return self.go_on(&file, &from, moment);
            }
            Request::Analyse { file } => {
                let analyst = self.analyst.insert(analyst(&file)?);
                return Ok(Answer::Analysed(analyst.analysed()));
            }
            Request::AnalyseOn { millis } => return self.analyse_on(millis),
            Request::Judge { ply, mv } => return self.analyst()?.judge(ply, &mv).map(Answer::Judged),
            Request::Hindsight { ply } => return self.analyst()?.hindsight(ply).map(Answer::Hindsight),
            Request::LookBack { player } => {
                let look_back = self.room()?.look_back(Some(PlayerId(player)))?;
                return Ok(Answer::Replay(look_back()));
            }
            Request::Follow { code, journal } => return self.follow(&code, &journal),
            Request::Append { entries } => return self.append(&entries),
            Request::Think { task } => return self.think(&task),
            Request::Hint { player } => return self.hint(PlayerId(player)),
            Request::Restore { code, journal, moment } => {
                self.table = Some(LocalTable::restore(&self.catalogue, code, &journal, moment)?);
                self.table()?.tick(moment)
            }
            Request::Connect { player, since, moment } => self.table()?.connect(player, since, moment),
            Request::Command { player, command, moment } => {
                self.table()?.command(PlayerId(player), command, moment)
            }
            Request::Reply { reply, moment } => self.table()?.reply(&reply, moment),
            Request::BotFailed { key, moment } => self.table()?.bot_failed(key, moment),
            Request::Tick { moment } => self.table()?.tick(moment),
            Request::Committed { moment } => self.table()?.committed(moment),
            Request::Failed { journal, moment } => self.table()?.failed(&journal, moment),
        };
        effects.map(|effects| Answer::Effects(Box::new(effects)))
    }

    fn set_up(&self, table: NewTable, moment: Moment) -> Result<Answer, Refusal> {
        let NewTable { game, variant, options, people, bots } = table;
        let Some(host) = people.first().cloned() else {
            return Err(Refusal::new(Code::Nobody, "expected at least one player"));
        };
        if options.pace != Pace::Untimed {
            return Err(Refusal::new(Code::Malformed, "tables on a device have no clocks"));
        }
        let opening = Opening {
            game,
            variant,
            players: people.len() + bots.len(),
            options: options.into(),
            host: host.into(),
            bots: (people.len()..).zip(bots).collect(),
            kept: Vec::new(),
            bot_names: Vec::new(),
            people: people.into_iter().map(journal::Person::from).enumerate().collect(),
        };
        let (code, context) = opened_at(moment);
        let table = self.catalogue.set_up(&opening, &code, true, &context)?;
        local::stored(table).map(Answer::Opened)
    }

    fn go_on(&self, file: &str, from: &GoOn, moment: Moment) -> Result<Answer, Refusal> {
        let (code, context) = opened_at(moment);
        local::stored(self.catalogue.go_on(file, from, &code, &context)?).map(Answer::Opened)
    }

    fn load(&self, file: &str, host: PlayerId, now: Millis) -> Result<Answer, Refusal> {
        let games = self.catalogue.played_games(file)?;
        let tables = games.iter().map(|game| local::stored(self.catalogue.show(game, host, 0, now)?));
        tables.collect::<Result<_, _>>().map(Answer::Loaded)
    }

    fn record(&self) -> Result<Answer, Refusal> {
        let followed = self.followed.as_deref();
        let room = self.table.as_ref().map(LocalTable::room).or(followed).ok_or_else(no_table)?;
        Ok(Answer::Record(room.record()))
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

    fn follow(&mut self, code: &str, journal: &[String]) -> Result<Answer, Refusal> {
        let (room, _) = local::restore(&self.catalogue, code, journal).map_err(|error| unreadable(&error))?;
        self.followed = Some(room);
        Ok(Answer::Done)
    }

    fn append(&mut self, entries: &[String]) -> Result<Answer, Refusal> {
        let room = self.followed()?;
        let first = room.journal_length() + 1;
        (first..)
            .zip(entries)
            .try_for_each(|(number, text)| room.apply(&journal::Entry::from_json(number, text)?))
            .map_err(|error| unreadable(&error))?;
        Ok(Answer::Done)
    }

    fn analyst(&self) -> Result<&dyn Analyst, Refusal> {
        self.analyst.as_deref().ok_or_else(no_game)
    }

    fn analyse_on(&mut self, millis: u64) -> Result<Answer, Refusal> {
        let analyst = self.analyst.as_mut().ok_or_else(no_game)?;
        analyst.work(&*self.clock, Duration::from_millis(millis));
        Ok(Answer::Analysed(analyst.analysed()))
    }

    fn think(&mut self, task: &ToThink) -> Result<Answer, Refusal> {
        let ToThink { key, attempt, context, .. } = task;
        let task = self.followed()?.task(*key, *attempt, context);
        Ok(Answer::Thought(task.map(|task| (task.think)(&Thought::begin(&*self.clock)))))
    }

    fn hint(&mut self, player: PlayerId) -> Result<Answer, Refusal> {
        let hint = self.followed()?.hint(player)?;
        Ok(Answer::Hint(hint(&Thought::begin(&*self.clock))))
    }
}

/// The code of a new table, and the context in which it is opened.
fn opened_at(Moment { now, entropy }: Moment) -> (String, Context) {
    let code = TableCode::from_entropy(&entropy.child(0)).to_string();
    (code, Context::new(now, entropy.child(1), UNLIMITED_PATIENCE))
}

fn no_table() -> Refusal {
    Refusal::new(Code::NoTable, "this engine has no table yet")
}

fn no_game() -> Refusal {
    Refusal::new(Code::NoTable, "this engine analyses no game yet")
}
