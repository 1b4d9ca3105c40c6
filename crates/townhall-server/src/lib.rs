//! Tables for people and bots, served to browsers.
//!
//! `catalogue`, `journal`, `protocol`, `room` and `table` are the tables themselves: no disk, no network, no
//! clock. All the rest carries them, and is the feature `net`.

pub mod catalogue;
pub mod journal;
pub mod protocol;
pub mod room;
pub mod table;

#[cfg(feature = "net")]
mod app;
#[cfg(feature = "net")]
pub mod chance;
#[cfg(feature = "net")]
pub mod config;
#[cfg(feature = "net")]
pub mod http;
#[cfg(feature = "net")]
pub mod hub;
#[cfg(feature = "net")]
pub mod identity;
#[cfg(feature = "net")]
pub mod limits;
#[cfg(feature = "net")]
pub mod metrics;
#[cfg(feature = "net")]
pub mod server;
#[cfg(feature = "net")]
mod socket;
#[cfg(feature = "net")]
pub mod store;

pub use self::catalogue::Catalogue;
#[cfg(feature = "net")]
pub use self::{
    config::Config,
    server::{Server, StartError},
};
