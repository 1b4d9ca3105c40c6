//! The messages between client and server, in JSON. The TypeScript types of the client are generated from these.
//!
//! A browser opens one socket for each table that it looks at. It sends [`Command`]s; the server
//! answers with [`Frame`]s: first the whole [`TableView`], then changes to it, which [`take_in`] applies.

mod command;
mod fold;
mod frame;
mod hint;
mod options;
mod refusal;
mod replay;
mod table;
mod talk;

pub use crate::journal::{
    BotPace, Colour, Correspondence, Feeling, Listing, Pace, Reaction, Seating, Subject, TalkRule, UndoRule,
};
pub use command::{Action, Command};
pub use fold::take_in;
#[cfg(feature = "typescript")]
pub use frame::Changes;
pub use frame::{Bye, Earlier, Frame, GamePart, OwnGamePart, OwnPatch, Patch};
pub use hint::{Hint, HintedMove};
pub use options::Options;
pub use refusal::{Code, Refusal};
pub use replay::{Replay, ReplayStep};
pub use table::{
    Chair, DaysClock, Deal, GameResult, GameState, LogEntry, LogWhat, Page, Plan, Sitter, Status, TableView,
    TakeoverVote, Undoable,
};
pub use talk::{Answer, Proposal, Remark, Stance, TalkItem, TalkWhat};
