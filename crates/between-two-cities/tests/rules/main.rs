//! The rules of Between Two Cities, through what the crate offers to others. One program: to link is most of what a test costs.

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
