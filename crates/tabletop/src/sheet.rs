//! Score sheets: tables that were played elsewhere, with cards and tiles, and are entered by people.

use std::fmt::Display;

use serde::{Serialize, de::DeserializeOwned};

use crate::Rules;

/// A game whose real tables can be entered and scored.
///
/// A sheet is scored while it is being filled in: what is not there yet scores nothing, and what is missing or can't
/// be is part of the answer.
pub trait ScoreSheet: Rules {
    /// What people enter, as JSON.
    type Sheet: DeserializeOwned;
    /// The scores and why they are what they are, and all that a form has to know, such as what is left in the box.
    type Scored: Serialize;
    /// Why something is no sheet at all. A form that follows [`ScoreSheet::Scored`] never makes such a sheet.
    type BadSheet: Display;

    /// Scores a sheet as it is now.
    ///
    /// # Errors
    /// If it is no sheet of this game, such as one with too many cities.
    fn score_sheet(sheet: &Self::Sheet) -> Result<Self::Scored, Self::BadSheet>;
}
