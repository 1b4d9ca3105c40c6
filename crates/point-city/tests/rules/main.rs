//! The rules of Point City, through what the crate offers to others. One program: to link is most of what a test costs.

mod common;
mod conformance;
mod deck;
mod events;
mod games;
mod illegal;
mod offers;
mod payments;
mod plain;
mod scoring;
mod second_engine;
mod secrets;
mod sheet;
mod texts;
