//! A client of a Townhall server on the same machine: guests, tables, sockets.
//!
//! It offers only what `townhall load` and the tests need: plain HTTP to a loopback address, JSON bodies, cookies as text, one
//! connection for each request.

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
    request::{Request, Response},
    site::{Guest, Site, Socket},
};
