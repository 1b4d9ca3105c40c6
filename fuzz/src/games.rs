//! The games that the targets play.

use tabletop::Game;

/// Calls a function `play::<G>(mode, text)` with the game and the mode that the first byte of a text chooses.
macro_rules! play_chosen {
    ($play:ident, $text:expr) => {{
        use between_two_cities::BetweenTwoCities;
        use point_city::PointCity;

        let (text, choice) = ($text, $text.bytes().next().unwrap_or_default());
        if choice.is_multiple_of(2) {
            $play::<BetweenTwoCities>($crate::games::mode::<BetweenTwoCities>(choice / 2), text)
        } else {
            $play::<PointCity>($crate::games::mode::<PointCity>(choice / 2), text)
        }
    }};
}
pub(crate) use play_chosen;

/// Returns the variant and the number of players that a number chooses.
pub(crate) fn mode<G: Game>(choice: u8) -> (G::Variant, usize) {
    let modes: Vec<_> = G::modes().collect();
    modes[usize::from(choice) % modes.len()]
}
