//! Tables for people and bots, served to browsers.

pub mod catalogue;
pub mod journal;
pub mod protocol;
pub mod room;
pub mod table;
