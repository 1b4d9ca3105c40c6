#![doc = include_str!("../README.md")]

pub mod catalogue;
mod code;
pub mod forget;
pub mod journal;
mod json;
pub mod protocol;
pub mod recorded;
pub mod room;
pub mod seen;
pub mod session;
pub mod table;
pub mod task;

pub use self::{
    catalogue::Catalogue,
    code::{CODE_LETTERS, NoCode, TableCode},
    session::Session,
};
pub use townhall_bots::Json;
