//! The TypeScript types of the reasons that bots give for their proposals.

use ts_rs::{Config, ExportError, TS};

use crate::{Nothing, Reason};

/// Writes them into the folder of `config`.
///
/// # Errors
/// A file can't be written.
pub fn export(config: &Config) -> Result<(), ExportError> {
    Reason::export_all(config)?;
    Nothing::export_all(config)
}
