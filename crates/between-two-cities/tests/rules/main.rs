//! The rules of Between Two Cities, through the crate's public interface. All tests are one program, because linking is
//! most of the cost of a test.

mod bad_input;
mod conformance;
mod effects;
mod events;
mod knowledge;
mod left;
mod offers;
mod placing;
mod plain;
mod reference;
mod refused_spots;
mod scoring;
mod sheet;
