//! Legal moves for people in tests. A room does not expose its state, so the journal is applied to the game's rules.

use tabletop::{Seat, Seed, prelude::*};
use townhall_table::journal::EntryKind;

use super::harness::Harness;

/// The state of a game after its journal, without sealed choices.
fn state<G: Game>(table: &Harness) -> Option<G::State> {
    let mut mode = None;
    let mut state = None;
    let mut moves: Vec<(Seat, G::Move)> = Vec::new();
    let mut start = None;
    for entry in &table.journal {
        match &entry.kind {
            EntryKind::Opened { variant, players, .. } | EntryKind::Configured { variant, players, .. } => {
                mode = Some((variant.parse::<G::Variant>().unwrap(), *players));
            }
            EntryKind::Started { seed, .. } => {
                let (variant, players) = mode?;
                start = Some(G::start(&G::deal_from(seed, variant, players).0));
                state = start;
            }
            EntryKind::Played { moves: played } => {
                let read = played.iter().map(|(seat, mv)| (*seat, mv.parse().unwrap()));
                moves.extend(read);
            }
            EntryKind::Undone { seat } => {
                let at = moves.iter().rposition(|(by, _)| by == seat).unwrap();
                moves.remove(at);
            }
            _ => {}
        }
    }
    if let (Some(state), Some(_)) = (&mut state, start) {
        for (seat, mv) in moves {
            G::play(state, seat, mv).unwrap();
        }
    }
    state
}

fn all_of<G: Game>(table: &Harness, seat: Seat) -> Vec<String> {
    let mut moves = Vec::new();
    if let Some(state) = state::<G>(table) {
        G::for_each_legal_move(&state, seat, |mv| moves.push(mv.to_string()));
    }
    moves
}

fn one_of<G: Game>(table: &Harness, seat: Seat, randomness: u64) -> Option<String> {
    let mut rng = Seed::from_phrase(&randomness.to_string()).stream("a person");
    Some(G::random_move(&state::<G>(table)?, seat, &mut rng)?.to_string())
}

/// The seat of a person whose turn it is, or who has sealed a choice.
fn acting(table: &Harness, who: i64, sealed: bool) -> Option<Seat> {
    let view = table.view(who);
    let (me, game) = (view.me?, view.game?);
    let seat = Seat::new(me as u8);
    (game.to_act.contains(&seat) || sealed && game.sealed.contains(&seat)).then_some(seat)
}

/// Every move that a person may make now.
pub(crate) fn all(table: &Harness, who: i64) -> Vec<String> {
    let seat = acting(table, who, true);
    seat.map_or_else(Vec::new, |seat| with_game!(table.game.as_str(), all_of(table, seat)))
}

/// A move that a person may make, if the person may act.
pub(crate) fn any(table: &Harness, who: i64, randomness: u64) -> Option<String> {
    let seat = acting(table, who, false)?;
    with_game!(table.game.as_str(), one_of(table, seat, randomness))
}
