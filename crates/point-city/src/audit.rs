//! Conservation of cards and tokens: each one of the box is in exactly one place.

use tabletop::{AuditError, Seat};

use crate::{Amounts, Cards, Cell, Face, Kind, Place, Setup, Side, State, TokenSet};

/// Checks that every card and token of the setup is in exactly one place, and that all separately
/// stored counts agree with them.
///
/// # Errors
/// Returns the first error that is found.
pub(crate) fn audit(setup: &Setup, state: &State) -> Result<(), AuditError> {
    let table = &state.table;
    let ensure = |holds: bool, what: String| if holds { Ok(()) } else { Err(AuditError(what)) };
    ensure(state.deck == setup.deck, "the deck is not that of the setup".to_owned())?;

    let mut held = Cards::NONE;
    for seat in Seat::all(table.seats()) {
        held += table.area(seat).cards;
    }
    let mut dealt = Cards::of(Kind::INGENUITY, setup.players() as u8);
    let mut permanents = [Amounts::ZERO; 4];
    let mut printed = [0; 4];
    let mut civics = [0; 4];
    let mut in_deck = 0;
    for (origin, card) in setup.deck().iter().enumerate() {
        match table.place(origin) {
            Place::Deck => {
                ensure(
                    origin >= usize::from(table.next),
                    format!("card {origin} of the deck, {card}, is nowhere"),
                )?;
                in_deck += 1;
            }
            Place::Market(cell) => {
                let face = table.market.face(cell);
                let expected = match table.market.side(cell) {
                    Some(Side::Building) => Face::building(*card),
                    _ => Face::resource(card.back()),
                };
                ensure(face == Some(expected), format!("{cell} shows {face:?}, but {card} is there"))?;
            }
            Place::Taken(_) => dealt.push(card.back()),
            Place::Built(seat) => {
                let seat = seat.index();
                printed[seat] += u16::from(card.points());
                civics[seat] += usize::from(card.is_civic());
                permanents[seat] += card.produces().map_or(Amounts::ZERO, |kind| Amounts::only(kind, 1));
            }
        }
    }
    ensure(
        in_deck == table.deck_left(),
        format!("{in_deck} cards in the deck, counted {}", table.deck_left()),
    )?;
    let all = held + table.discarded;
    ensure(dealt == all, format!("resources taken: {dealt}; held and discarded: {all}"))?;
    let origins = Cell::ALL.into_iter().filter(|&cell| table.market.face(cell).is_some());
    let origins: Vec<_> = origins.map(|cell| table.market.origin(cell)).collect();
    let doubled = (1..origins.len()).any(|i| origins[..i].contains(&origins[i]));
    ensure(!doubled, format!("a card is in two cells of the market: {origins:?}"))?;

    let mut tokens = table.open;
    for seat in Seat::all(table.seats()) {
        let (area, i) = (table.area(seat), seat.index());
        ensure(area.permanents == permanents[i], format!("seat {seat} has {} permanent", area.permanents))?;
        ensure(area.printed == printed[i], format!("seat {seat} has {} printed points", area.printed))?;
        let due = if table.open.is_empty() {
            area.tokens.len() <= civics[i]
        } else {
            area.tokens.len() == civics[i]
        };
        ensure(due, format!("seat {seat} has {:?} for {} civic buildings", area.tokens, civics[i]))?;
        let doubled = tokens.len() + area.tokens.len() != tokens.union(area.tokens).len();
        ensure(!doubled, format!("a token of seat {seat} is somewhere else too: {:?}", area.tokens))?;
        tokens = tokens.union(area.tokens);
    }
    let row: TokenSet = setup.tokens().iter().copied().collect();
    ensure(tokens == row, format!("tokens {tokens:?} are there, dealt were {row:?}"))
}
