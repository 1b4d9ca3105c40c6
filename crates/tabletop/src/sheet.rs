//! Score sheets: tables that were played with real cards and tiles and are entered by hand.

use std::fmt::Display;

use serde::{Serialize, de::DeserializeOwned};

use crate::Rules;

/// A game whose real tables can be entered and scored.
///
/// A sheet is scored while it is being filled in: entries that are still empty score nothing, and the answer lists
/// missing and impossible ones.
pub trait ScoreSheet: Rules {
    /// The entries, as JSON.
    type Sheet: DeserializeOwned;
    /// The scores with their reasons, and all other data for a form, such as the pieces that are left in the box.
    type Scored: Serialize;
    /// The reason why a sheet is invalid. A form that follows [`ScoreSheet::Scored`] never makes such a sheet.
    type BadSheet: Display;

    /// Scores a sheet in its present state.
    ///
    /// # Errors
    /// Returns an error if the sheet is invalid, for example because it has too many cities.
    fn score_sheet(sheet: &Self::Sheet) -> Result<Self::Scored, Self::BadSheet>;
}
