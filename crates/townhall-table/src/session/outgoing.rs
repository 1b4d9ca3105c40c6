//! The frames that a session wants to send.

use crate::protocol::{Code, Frame};

/// Identifies a connection to one table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConnectionId(pub(super) u64);

/// A frame to deliver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outgoing {
    /// The receivers: at least one connection.
    pub to: Vec<ConnectionId>,
    /// The kind of frame, which decides whether it may be dropped.
    pub kind: OutgoingKind,
    /// The frame as JSON.
    pub text: String,
}

/// The kind of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutgoingKind {
    /// An update with what changed. If one is dropped for a connection, the following ones must be dropped too, and the
    /// whole table sent instead, see [`Session::resync`](super::Session::resync).
    News,
    /// The whole table. Later updates build on it.
    Whole,
    /// The answer to a command. It must never be dropped.
    Answer(Answered),
}

/// The answer to a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answered {
    /// The command was carried out, and its result is durable.
    Done {
        /// Whether it was a move.
        is_move: bool,
    },
    /// The command was refused.
    Refused(Code),
}

impl Outgoing {
    pub(super) fn new(to: Vec<ConnectionId>, kind: OutgoingKind, frame: &Frame) -> Self {
        Self { to, kind, text: frame.to_json() }
    }
}
