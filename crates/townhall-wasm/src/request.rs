//! What a worker asks of an engine. Moves, views and frames are those of the protocol.

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
use crate::Answer;

/// The time and entropy of an event.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Moment {
    /// The current time, in milliseconds since 1970. It should not go back.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub now: Millis,
    /// 32 unpredictable bytes, fresh for each event, as 64 hexadecimal digits.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub entropy: Seed,
}

/// Somebody who plays on this device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct Player {
    /// The number by which the table knows this player.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub id: i64,
    /// The name: 1 to 24 characters.
    pub name: String,
    /// The colour in which the player is shown.
    pub colour: Colour,
}

impl From<Player> for journal::Person {
    fn from(Player { id, name, colour }: Player) -> Self {
        Self { id: PlayerId(id), name, colour }
    }
}

/// A table to be opened, whose game begins at once.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/"))]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// The variant, as on the command line.
    pub variant: String,
    /// How it is played.
    pub options: Options,
    /// Who plays on this device: at least one, the first is the host.
    pub people: Vec<Player>,
    /// The levels of the bots.
    pub bots: Vec<String>,
}

/// A request. Those with a `moment` are events of a table; while a commit waits for its result, the engine takes no other
/// event than [`Request::Committed`] or [`Request::Failed`].
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "engine/", rename = "EngineRequest"))]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// The games that can be played. Answer: [`Answer::Games`].
    Games,
    /// A name in a form that can be shown. Answer: [`Answer::Text`].
    CleanName(String),
    /// Scores a table that was played elsewhere. Answer: [`Answer::Scored`].
    Score {
        /// The game's id.
        game: String,
        /// The score sheet, as JSON of the game's own.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        sheet: Json,
    },
    /// The first entries of a new table, which are to be stored. Answer: [`Answer::Opened`].
    SetUp {
        /// The table.
        table: NewTable,
        /// When it is opened.
        moment: Moment,
    },
    /// Reads a table from its journal and runs it from now on. Answer: [`Answer::Effects`].
    Restore {
        /// Its code.
        code: String,
        /// The texts of its entries.
        journal: Vec<String>,
        /// When it is read.
        moment: Moment,
    },
    /// Somebody looks at the table, who has seen it up to a version. Answer: [`Answer::Effects`].
    Connect {
        /// Who.
        player: Player,
        /// The version; 0: nothing yet.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        since: u64,
        /// When.
        moment: Moment,
    },
    /// Somebody who looks at the table sends a command. Answer: [`Answer::Effects`].
    Command {
        /// The number of the player.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        player: i64,
        /// The command.
        command: Command,
        /// When.
        moment: Moment,
    },
    /// A bot has replied to its task. Answer: [`Answer::Effects`].
    Reply {
        /// The reply.
        #[cfg_attr(feature = "typescript", ts(type = "{ key: unknown, actions: unknown }"))]
        reply: BotReply,
        /// When.
        moment: Moment,
    },
    /// A bot has failed: a simpler one makes its move. Answer: [`Answer::Effects`].
    BotFailed {
        /// The task.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        key: TaskKey,
        /// When.
        moment: Moment,
    },
    /// Something is due. Answer: [`Answer::Effects`].
    Tick {
        /// When.
        moment: Moment,
    },
    /// The commit of the last answer is durable. Answer: [`Answer::Effects`].
    Committed {
        /// When.
        moment: Moment,
    },
    /// The commit of the last answer could not be stored: the table goes on from what is stored. Answer:
    /// [`Answer::Effects`].
    Failed {
        /// The texts of the entries that are stored.
        journal: Vec<String>,
        /// When.
        moment: Moment,
    },
    /// The lines of the log before one of them. Answer: [`Answer::Log`].
    Log {
        /// The number of that line, from 0.
        before: usize,
    },
    /// The same of the talk. Answer: [`Answer::Talk`].
    Talk {
        /// The number of that line, from 0.
        before: usize,
    },
    /// The record of the game of the table that runs here or is followed, once it is over. Answer: [`Answer::Record`].
    Record,
    /// The finished games of a record file, each as a table that shows it. Answer: [`Answer::Loaded`].
    Load {
        /// The text of the file.
        file: String,
        /// The number of whoever loads it.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        player: i64,
        /// The current time, in milliseconds since 1970.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        now: Millis,
    },
    /// The first game of a record file, step by step. Answer: [`Answer::Replay`].
    Replay {
        /// The text of the file.
        file: String,
        /// From whose eyes; null: as a spectator saw it.
        seat: Option<Seat>,
    },
    /// A new table at which somebody goes on from a moment of the first game of a record file, against bots; what is to be
    /// stored of it. Answer: [`Answer::Opened`].
    GoOn {
        /// The text of the file.
        file: String,
        /// How many moves had been made by then.
        moves: usize,
        /// The seat on which the player goes on.
        seat: Seat,
        /// The player.
        player: Player,
        /// The level of the bots on all other seats.
        level: String,
        /// When the table is opened.
        moment: Moment,
    },
    /// Begins the analysis of the first game of a record file, which must be over. Answer: [`Answer::Analysed`].
    Analyse {
        /// The text of the file.
        file: String,
    },
    /// Works on the analysis that was begun. Answer: [`Answer::Analysed`].
    AnalyseOn {
        /// For about how long, in milliseconds.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        millis: u64,
    },
    /// Judges another move in the place of one of the game that is analysed, from what its player knew. Answer:
    /// [`Answer::Judged`].
    Judge {
        /// The number of the move in the record, from 0.
        ply: usize,
        /// The other move.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        mv: Json,
    },
    /// What the open cards would have allowed at a move of the game that is analysed. Answer: [`Answer::Hindsight`].
    Hindsight {
        /// The number of the move in the record, from 0.
        ply: usize,
    },
    /// The game so far of the table that runs here, step by step, as somebody was shown it. Answer: [`Answer::Replay`].
    LookBack {
        /// The number of the player.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        player: i64,
    },
    /// Reads a table from its journal in order to think about it. Answer: [`Answer::Done`].
    Follow {
        /// Its code.
        code: String,
        /// The texts of its entries.
        journal: Vec<String>,
    },
    /// What was added to the journal of the table that is followed. Answer: [`Answer::Done`].
    Append {
        /// The texts of the entries.
        entries: Vec<String>,
    },
    /// Thinks about a task of the table that is followed. Answer: [`Answer::Thought`].
    Think {
        /// The task.
        task: ToThink,
    },
    /// A hint for somebody at the table that is followed. Answer: [`Answer::Hint`].
    Hint {
        /// The number of the player.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
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
    /// Which bot answers it.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub attempt: Attempt,
    /// The shortest time after now at which the reply should arrive, in milliseconds.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub pace: u64,
    /// What the table knew when it handed the task out.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub context: Context,
}
