//! A table for people and bots without I/O.
//!
//! Nothing here knows disk, network or clock: time, presence and entropy are handed in.

pub mod catalogue;
pub mod journal;
pub mod protocol;
pub mod room;
pub mod table;

pub use self::catalogue::Catalogue;
