//! Tables, rooms and journals, through the crate's public API. They are one program, so that the games are compiled once.

#![allow(clippy::unwrap_used)]

/// Calls a function that is generic over games with the type of the game of this id. A new game has one line here.
macro_rules! with_game {
    ($game:expr, $function:ident($($argument:expr),*)) => {
        match $game {
            between_two_cities::BetweenTwoCities::ID => {
                $function::<between_two_cities::BetweenTwoCities>($($argument),*)
            }
            point_city::PointCity::ID => $function::<point_city::PointCity>($($argument),*),
            game => panic!("add {game} to with_game! in tests/table/main.rs"),
        }
    };
}

mod journals;
mod room;
mod secrets;
