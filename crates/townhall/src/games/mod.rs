//! The games of this program: what each brings for the terminal and the command line, and the list of them.
//!
//! Nothing here knows the commands, which are generic over games.

mod between_two_cities;
pub(crate) mod menu;
mod point_city;
mod registry;
pub(crate) mod style;
mod terminal_game;
pub(crate) mod words;

pub(crate) use self::{
    registry::{GAMES, Playable, TRAINED, Visitor, visit, visit_record},
    terminal_game::TerminalGame,
};

/// Plays a random game of each mode, and calls `look` with each state and the seat that moves next.
#[cfg(test)]
pub(crate) fn each_state<G: Playable>(
    phrase: &str,
    mut look: impl FnMut((G::Variant, usize), &G::State, tabletop::Seat),
) {
    for mode @ (variant, players) in G::modes() {
        let seed = tabletop::Seed::from_phrase(phrase);
        let (setup, _) = G::deal_from(&seed, variant, players);
        let mut rng = seed.stream("moves");
        tabletop::play_out_randomly::<G>(G::start(&setup), &mut rng, |state, seat, _| {
            look(mode, state, seat)
        });
    }
}
