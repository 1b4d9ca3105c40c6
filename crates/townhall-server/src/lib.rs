//! Serves the tables of [`townhall_table`] to browsers: store, HTTP and WebSocket.

mod app;
pub mod clock;
pub mod config;
mod connections;
mod descriptors;
pub mod entropy;
mod failure;
mod guarded;
pub mod http;
pub mod hub;
pub mod identity;
pub mod limits;
mod lock;
pub mod metrics;
pub mod nodes;
pub mod operator;
mod refusals;
pub mod server;
mod socket;
pub mod store;
mod vitals;

pub use self::{
    config::Config,
    server::{Server, StartError},
};
