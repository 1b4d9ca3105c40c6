//! The columns by which tables are listed.

use crate::{
    columns::{from_json, from_word, read_asked, read_status},
    error::StoreError,
    tables::types::Card,
};

/// The columns of a [`Card`].
pub(crate) const CARD: &str =
    "code, game, variant, players, names, status, listing, to_act, stood_in, touched, ending, imported";

/// The columns of [`CARD`], in its order.
pub(crate) type CardRow =
    (String, String, String, i64, String, String, String, String, String, i64, Option<String>, bool);

/// A card from its columns.
pub(crate) fn as_card(row: CardRow) -> Result<Card, StoreError> {
    let (code, game, variant, players, names, status, listing, to_act, stood_in, touched, ending, imported) =
        row;
    let (to_act, due) = read_asked(&to_act)?;
    Ok(Card {
        code,
        game,
        variant,
        players: usize::try_from(players).unwrap_or_default(),
        names: from_json(&names)?,
        status: read_status(&status)?,
        listing: from_word(&listing)?,
        to_act,
        due,
        stood_in: from_json(&stood_in)?,
        touched: touched.unsigned_abs(),
        ending: ending.as_deref().map(from_json).transpose()?,
        imported,
    })
}
