//! Tables for people and bots, served to browsers.

mod app;
pub mod catalogue;
pub mod chance;
pub mod config;
pub mod http;
pub mod hub;
pub mod identity;
pub mod journal;
pub mod limits;
pub mod metrics;
pub mod protocol;
pub mod room;
pub mod server;
mod socket;
pub mod store;
pub mod table;

pub use self::{
    catalogue::Catalogue,
    config::Config,
    server::{Server, StartError},
};
