//! Legal moves for people in tests: found by folding the journal anew with the rules at hand, which
//! the room itself never gives away.

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use tabletop::{Seat, Seed, prelude::*};
use townhall_table::journal::EntryKind;

use crate::desk::Desk;

/// The state of a game as the journal gives it, sealed choices left out.
fn state<G: Game>(desk: &Desk) -> Option<G::State> {
    let mut mode = None;
    let mut state = None;
    let mut moves: Vec<(Seat, G::Move)> = Vec::new();
    let mut start = None;
    for entry in &desk.journal {
        match &entry.what {
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

fn all_of<G: Game>(desk: &Desk, seat: Seat) -> Vec<String> {
    let mut moves = Vec::new();
    if let Some(state) = state::<G>(desk) {
        G::for_each_legal_move(&state, seat, |mv| moves.push(mv.to_string()));
    }
    moves
}

fn one_of<G: Game>(desk: &Desk, seat: Seat, chance: u64) -> Option<String> {
    let mut rng = Seed::from_phrase(&chance.to_string()).stream("a person");
    Some(G::random_move(&state::<G>(desk)?, seat, &mut rng)?.to_string())
}

/// The seat of a person who is asked something, or who has sealed a choice.
fn acting(desk: &Desk, who: i64, sealed: bool) -> Option<Seat> {
    let view = desk.view(who);
    let (me, game) = (view.me?, view.game?);
    let seat = Seat::new(me as u8);
    (game.to_act.contains(&seat) || sealed && game.sealed.contains(&seat)).then_some(seat)
}

fn is_btc(desk: &Desk) -> bool {
    desk.view(0).game_id == BetweenTwoCities::ID
}

/// Every move that a person may make now.
pub(crate) fn all(desk: &Desk, who: i64) -> Vec<String> {
    match acting(desk, who, true) {
        None => Vec::new(),
        Some(seat) if is_btc(desk) => all_of::<BetweenTwoCities>(desk, seat),
        Some(seat) => all_of::<PointCity>(desk, seat),
    }
}

/// One of the moves that a person may make, if it is asked anything.
pub(crate) fn any(desk: &Desk, who: i64, chance: u64) -> Option<String> {
    let seat = acting(desk, who, false)?;
    if is_btc(desk) {
        one_of::<BetweenTwoCities>(desk, seat, chance)
    } else {
        one_of::<PointCity>(desk, seat, chance)
    }
}
