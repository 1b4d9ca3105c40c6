//! The rules of Point City, through the crate's public interface. All tests are one program, because linking is most of
//! the cost of a test.

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
