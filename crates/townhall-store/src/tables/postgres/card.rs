//! The columns by which tables are listed.

use tokio_postgres::Row;

use crate::{
    columns::{from_json, from_word, read_asked, read_status},
    error::StoreError,
    postgres::rows::column,
    tables::types::Card,
};

/// A query for cards, with the columns in the order in which [`as_card`] reads them; two more say whether the operator has
/// unlisted and closed the table.
macro_rules! select_card {
    ($rest:literal) => {
        concat!(
            "SELECT code, game, variant, players, names, status, listing, to_act, stood_in, touched, ending, ",
            "imported, unlisted, closed FROM ",
            $rest
        )
    };
}
pub(crate) use select_card;

/// A card from its columns.
pub(crate) fn as_card(row: &Row) -> Result<Card, StoreError> {
    let text = |index| column::<&str>(row, index);
    let (players, touched): (i64, i64) = (column(row, 3)?, column(row, 9)?);
    let (to_act, due) = read_asked(text(7)?)?;
    Ok(Card {
        code: text(0)?.to_owned(),
        game: text(1)?.to_owned(),
        variant: text(2)?.to_owned(),
        players: usize::try_from(players).unwrap_or_default(),
        names: from_json(text(4)?)?,
        status: read_status(text(5)?)?,
        listing: from_word(text(6)?)?,
        to_act,
        due,
        stood_in: from_json(text(8)?)?,
        touched: touched.unsigned_abs(),
        ending: column::<Option<&str>>(row, 10)?.map(from_json).transpose()?,
        imported: column(row, 11)?,
    })
}
