//! Tables for people and bots, served to browsers.

pub mod journal;
pub mod protocol;
pub mod room;
