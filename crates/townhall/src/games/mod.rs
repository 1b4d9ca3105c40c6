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
