//! Legal moves for people in tests: found by folding the journal anew with the rules at hand, which
//! the room itself never gives away.

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use tabletop::{Game, Seat, Seed};
use townhall_server::journal::What;

use crate::desk::Desk;

/// The state of a game as the journal gives it, sealed choices left out.
fn state<G: Game>(desk: &Desk) -> Option<G::State> {
    let mut mode = None;
    let mut state = None;
    let mut moves: Vec<(Seat, G::Move)> = Vec::new();
    let mut start = None;
    for entry in &desk.journal {
        match &entry.what {
            What::Opened { variant, players, .. } | What::Configured { variant, players, .. } => {
                mode = Some((variant.parse::<G::Variant>().unwrap(), *players));
            }
            What::Started { seed, .. } => {
                let (variant, players) = mode?;
                start = Some(G::start(&G::deal_from(seed, variant, players).0));
                state = start;
            }
            What::Played { moves: played } => {
                let read = played.iter().map(|(seat, mv)| (*seat, mv.parse().unwrap()));
                moves.extend(read);
            }
            What::Undone { seat } => {
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

/// Every move that a person may make now.
pub(crate) fn all(desk: &Desk, who: i64) -> Vec<String> {
    let view = desk.view(who);
    let (Some(me), Some(game)) = (view.me, view.game) else { return Vec::new() };
    let seat = Seat::new(me as u8);
    if !game.to_act.contains(&seat) && !game.sealed.contains(&seat) {
        return Vec::new();
    }
    match view.game_id.as_str() {
        BetweenTwoCities::ID => all_of::<BetweenTwoCities>(desk, seat),
        _ => all_of::<PointCity>(desk, seat),
    }
}

/// One of the moves that a person may make, if it is asked anything.
pub(crate) fn any(desk: &Desk, who: i64, chance: u64) -> Option<String> {
    let view = desk.view(who);
    let asked = view.game.is_some_and(|game| game.to_act.iter().any(|seat| Some(seat.index()) == view.me));
    let moves = if asked { all(desk, who) } else { Vec::new() };
    let mut rng = Seed::from_phrase(&chance.to_string()).stream("a person");
    (!moves.is_empty()).then(|| moves[tabletop::random::below(&mut rng, moves.len() as u32) as usize].clone())
}
