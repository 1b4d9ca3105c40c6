//! The store as the server sees it.

// Helpers of tests panic as tests do.
#![allow(clippy::unwrap_used)]

mod engine;
mod every_store;
mod notices;
mod outages;
mod postgres;
mod recovery;
#[allow(dead_code, reason = "shared with the tests of the server")]
mod way;
