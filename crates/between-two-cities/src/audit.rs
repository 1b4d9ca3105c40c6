//! Conservation of tiles: every tile of the box is in exactly one place.

use tabletop::{AuditError, Seat};

use crate::{
    City, Pair, Setup, Tile,
    automa::tally,
    position::{HANDS, Position},
    schedule::Turn,
    score::Tally,
};

/// Checks three properties: every hand has the tiles that the setup dealt less the chosen ones, the cities have exactly
/// the revealed tiles less those still to be placed, and the deck is that of the setup.
///
/// A valid setup contains all tiles of the box, so this covers every tile.
pub(crate) fn audit(setup: &Setup, position: &Position) -> Result<(), AuditError> {
    let table = &position.table;
    let mut dealt = [crate::Hand::EMPTY; HANDS];
    setup.for_each_hand(|index, hand| dealt[index] = hand);
    let mut found = position.hands;
    for (number, turn) in Turn::all(table.variant).iter().enumerate().take(table.turn_number() + 1) {
        for seat in Seat::all(table.seats()) {
            if let Some([one, other]) = table.choice(number, seat) {
                let hand = &mut found[turn.hand_of(seat, table.seats())];
                *hand = hand.with(Pair::new(one, other));
            }
        }
    }
    for (index, (dealt, found)) in dealt.iter().zip(&found).enumerate() {
        if dealt != found {
            return Err(AuditError(format!(
                "hand {index} was dealt {dealt:?}, but with what was chosen it is {found:?}"
            )));
        }
    }

    let mut revealed = Tally::default();
    for turn in 0..table.revealed() {
        let choices = Seat::all(table.seats()).filter_map(|seat| table.choice(turn, seat));
        choices.flatten().flat_map(|piece| piece.tiles()).for_each(|tile| revealed[tile.index()] += 1);
    }
    let mut lying = table.automa_tally();
    for built in table.cities.map(City::layout).map(tally) {
        lying.iter_mut().zip(built).for_each(|(lying, built)| *lying += built);
    }
    table.unplaced().into_iter().flat_map(|piece| piece.tiles()).for_each(|tile| lying[tile.index()] += 1);
    if lying != revealed {
        return Err(AuditError(format!(
            "of the tiles {:?}, {revealed:?} were revealed, but {lying:?} are open",
            Tile::ALL.map(Tile::letter)
        )));
    }
    if table.has_automas() && position.cards != setup.automa {
        return Err(AuditError(format!("the deck was {:?}, but is {:?}", setup.automa, position.cards)));
    }
    Ok(())
}
