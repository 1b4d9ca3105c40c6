//! A client of a Townhall server on the same machine: guests, tables, sockets.
//!
//! It is what `townhall load` and the tests need and no more: plain HTTP to a loopback address, JSON bodies,
//! cookies passed on as text, one connection for each request.

mod error;
mod request;
mod site;

pub use hyper::{
    Method, StatusCode,
    header::{HeaderMap, HeaderValue},
};
pub use tokio_tungstenite::tungstenite;

pub use crate::{
    error::ClientError,
    request::{Answer, Request},
    site::{Guest, Site, Socket},
};
