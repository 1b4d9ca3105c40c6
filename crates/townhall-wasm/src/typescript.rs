//! The TypeScript types of what a worker and the engine say to each other.

use ts_rs::{Config, ExportError, TS};

use crate::{Answer, Request};

/// Writes the types of requests and answers, with all that they consist of, into the folder of `config`.
///
/// # Errors
/// If a file can't be written.
pub fn export(config: &Config) -> Result<(), ExportError> {
    Request::export_all(config)?;
    Answer::export_all(config)
}
