//! Deals, records and the conformance kit, through the prelude and with High Card as the game. One program: to link is most of what a test costs.

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
