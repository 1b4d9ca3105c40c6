//! The TypeScript types of the reasons that bots give for their proposals.

use ts_rs::{Config, ExportError, TS};

use crate::{
    between_two_cities::{Contrast, Reason},
    point_city,
};

/// Writes these types into the folder of `config`.
///
/// # Errors
/// If a file can't be written.
pub fn export(config: &Config) -> Result<(), ExportError> {
    Reason::export_all(config)?;
    Contrast::export_all(config)?;
    point_city::Contrast::export_all(config)
}
