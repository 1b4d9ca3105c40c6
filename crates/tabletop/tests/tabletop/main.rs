//! Deals, records and the conformance kit, through the prelude and with High Card as the game. All tests are one
//! program, because linking is most of the cost of a test.

#![allow(clippy::unwrap_used)]

mod broken;
mod corrupt;
mod deals;
mod kit;
mod mutation;
mod parts;
mod perft;
mod records;
mod seats;
mod sorting;
