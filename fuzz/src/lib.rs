//! The fuzz targets: one module each, with a function `run` that takes any text and panics if it finds a bug.
//!
//! `cargo verify` replays the corpus through them as an ordinary test, `tests/corpus.rs`. `cargo xtask fuzz` builds
//! them as programs of libFuzzer, the package in `libfuzzer`, and looks for new inputs.

pub mod bots;
pub mod cities;
pub mod commands;
mod games;
pub mod moves;
pub mod records;
