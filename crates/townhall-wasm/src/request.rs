//! The requests of a worker to an engine. Moves, views and frames are those of the protocol.

use serde::{Deserialize, Serialize};
use tabletop::{Seat, Seed};
use townhall_table::{
    Json,
    journal::{self, Millis, PlayerId},
    protocol::{Colour, Command, Options},
    room::Context,
    task::{Attempt, BotReply, TaskKey},
};

// For the documentation.
#[cfg(doc)]
use crate::EngineAnswer;

/// The time and entropy of an event.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Moment {
    /// The current time, in milliseconds since 1970. It should not go back.
    pub now: Millis,
    /// 32 unpredictable bytes, fresh for each event, as 64 hexadecimal digits.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub entropy: Seed,
}

/// A person who plays on this device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Player {
    /// The player's number, which identifies them at the table.
    pub id: i64,
    /// The player's name: 1 to 24 characters.
    pub name: String,
    /// The colour in which the player is shown.
    pub colour: Colour,
}

impl From<Player> for journal::Person {
    fn from(Player { id, name, colour }: Player) -> Self {
        Self { id: PlayerId(id), name, colour }
    }
}

/// A table to open, whose game begins at once.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// The text of the variant, as on the command line.
    pub variant: String,
    /// The options of the table.
    pub options: Options,
    /// The people who play on this device, at least one; the first is the host.
    pub people: Vec<Player>,
    /// The levels of the bots.
    pub bots: Vec<String>,
}

/// A request. Requests with a `moment` are events of a table; while a commit waits for its result, the engine takes no other
/// event than [`EngineRequest::Committed`] or [`EngineRequest::Failed`].
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
#[serde(rename_all = "kebab-case")]
pub enum EngineRequest {
    /// The games that can be played. Answer: [`EngineAnswer::Games`].
    Games,
    /// Cleans a name, so that it is safe to show. Answer: [`EngineAnswer::Text`].
    CleanName(String),
    /// Scores a table that was played elsewhere. Answer: [`EngineAnswer::Scored`].
    Score {
        /// The game's id.
        game: String,
        /// The score sheet, as JSON in the game's own form.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        sheet: Json,
    },
    /// Makes the first entries of a new table, which the worker must store. Answer: [`EngineAnswer::Opened`].
    SetUp {
        /// The game, players and options of the table.
        table: NewTable,
        /// The time and entropy of the opening.
        moment: Moment,
    },
    /// Restores a table from its journal and runs it. Answer: [`EngineAnswer::Effects`].
    Restore {
        /// The table's code.
        code: String,
        /// The texts of the entries of its journal.
        journal: Vec<String>,
        /// The time and entropy of this event.
        moment: Moment,
    },
    /// Connects a viewer, who has seen the table up to a version. Answer: [`EngineAnswer::Effects`].
    Connect {
        /// The viewer.
        player: Player,
        /// The latest version of the table that the viewer has; 0 if none.
        since: u64,
        /// The time and entropy of this event.
        moment: Moment,
    },
    /// A connected viewer sends a command. Answer: [`EngineAnswer::Effects`].
    Command {
        /// The number of the player.
        player: i64,
        /// The command.
        command: Command,
        /// The time and entropy of this event.
        moment: Moment,
    },
    /// A bot has completed its task. Answer: [`EngineAnswer::Effects`].
    Reply {
        /// The key of the task and the bot's actions.
        #[cfg_attr(feature = "typescript", ts(type = "{ key: unknown, actions: unknown }"))]
        reply: BotReply,
        /// The time and entropy of this event.
        moment: Moment,
    },
    /// The computation of a task has failed, so a simpler bot makes the move. Answer: [`EngineAnswer::Effects`].
    BotFailed {
        /// The key, the bot and the context of the task.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        key: TaskKey,
        /// The time and entropy of this event.
        moment: Moment,
    },
    /// The time `due` of the last [`EngineAnswer::Effects`] has come. Answer: [`EngineAnswer::Effects`].
    Tick {
        /// The time and entropy of this event.
        moment: Moment,
    },
    /// The commit of the last answer is durable. Answer: [`EngineAnswer::Effects`].
    Committed {
        /// The time and entropy of this event.
        moment: Moment,
    },
    /// The commit of the last answer could not be stored: the table is restored from the stored entries. Answer:
    /// [`EngineAnswer::Effects`].
    Failed {
        /// The texts of all stored entries.
        journal: Vec<String>,
        /// The time and entropy of this event.
        moment: Moment,
    },
    /// The latest lines of the log before a given line. Answer: [`EngineAnswer::Log`].
    Log {
        /// The number of the given line, from 0.
        before: usize,
    },
    /// The latest lines of talk before a given line. Answer: [`EngineAnswer::Talk`].
    Talk {
        /// The number of the given line, from 0.
        before: usize,
    },
    /// The record of the game, once it is over, of the table that this engine runs or follows. Answer: [`EngineAnswer::Record`].
    Record,
    /// The finished games of a record file, each as a table that shows it. Answer: [`EngineAnswer::Loaded`].
    Load {
        /// The text of the record file.
        file: String,
        /// The number of the person who loads it.
        player: i64,
        /// The current time, in milliseconds since 1970.
        now: Millis,
    },
    /// The first game of a record file, step by step. Answer: [`EngineAnswer::Replay`].
    Replay {
        /// The text of the record file.
        file: String,
        /// The seat whose view is shown; null for a spectator's view.
        seat: Option<Seat>,
    },
    /// Makes a new table at which a player continues the first game of a record file from one of its moves, against bots.
    /// Answer: [`EngineAnswer::Opened`].
    GoOn {
        /// The text of the record file.
        file: String,
        /// The number of moves of the record that are kept.
        moves: usize,
        /// The player's seat.
        seat: Seat,
        /// The person who continues the game.
        player: Player,
        /// The level of the bots on all other seats.
        level: String,
        /// The time and entropy of the opening.
        moment: Moment,
    },
    /// Begins the analysis of the first game of a record file, which must be over. Answer: [`EngineAnswer::Analysed`].
    Analyse {
        /// The text of the record file.
        file: String,
    },
    /// Continues the analysis. Answer: [`EngineAnswer::Analysed`].
    AnalyseOn {
        /// The approximate duration of the work, in milliseconds.
        millis: u64,
    },
    /// Judges another move in place of one of the analysed game, with the knowledge that its player had. Answer:
    /// [`EngineAnswer::Judged`].
    Judge {
        /// The number of the move in the record, from 0.
        ply: usize,
        /// The move to judge.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        mv: Json,
    },
    /// Finds the best move in place of one of the analysed game, with knowledge of the whole state. Answer:
    /// [`EngineAnswer::Hindsight`].
    Hindsight {
        /// The number of the move in the record, from 0.
        ply: usize,
    },
    /// The game so far of the table that this engine runs, step by step, as a player was shown it. Answer: [`EngineAnswer::Replay`].
    LookBack {
        /// The number of the player.
        player: i64,
    },
    /// Restores a table from its journal and follows it, in order to compute the moves of its bots. Answer: [`EngineAnswer::Done`].
    Follow {
        /// The table's code.
        code: String,
        /// The texts of the entries of its journal.
        journal: Vec<String>,
    },
    /// Entries were added to the journal of the followed table. Answer: [`EngineAnswer::Done`].
    Append {
        /// The texts of the added entries.
        entries: Vec<String>,
    },
    /// Computes a task of a bot at the followed table. Answer: [`EngineAnswer::Thought`].
    Think {
        /// The key, the bot and the context of the task.
        task: ToThink,
    },
    /// Computes a hint for a player at the followed table. Answer: [`EngineAnswer::Hint`].
    Hint {
        /// The number of the player.
        player: i64,
    },
}

/// A task for a bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct ToThink {
    /// Identifies the task.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub key: TaskKey,
    /// The bot that computes it.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub attempt: Attempt,
    /// The shortest time after now at which the reply should arrive, in milliseconds.
    pub pace: u64,
    /// The context in which the table made the task.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub context: Context,
}
