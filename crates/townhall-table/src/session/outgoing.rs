//! What a session wants to send.

use crate::protocol::{Code, Frame};

/// Identifies a connection to one table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConnectionId(pub(super) u64);

/// A frame to deliver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outgoing {
    /// To whom, at least one connection.
    pub to: Vec<ConnectionId>,
    /// What it is, for those who have to drop something.
    pub kind: OutgoingKind,
    /// The frame as JSON.
    pub text: String,
}

/// What kind of frame it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutgoingKind {
    /// What changed. A connection that can't be sent one must not be sent the following ones either, but everything
    /// anew, see [`Session::resync`](super::Session::resync).
    News,
    /// The whole table. News go on from there.
    Whole,
    /// The answer to a command. It must never be dropped.
    Answer(Answered),
}

/// What is answered to a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answered {
    /// It was carried out, and is durable.
    Done {
        /// Whether it was a move.
        is_move: bool,
    },
    /// It was refused.
    Refused(Code),
}

impl Outgoing {
    pub(super) fn new(to: Vec<ConnectionId>, kind: OutgoingKind, frame: &Frame) -> Self {
        Self { to, kind, text: frame.to_json() }
    }
}
