//! The amount of data that a table sends for a move.

use between_two_cities::BetweenTwoCities;
use point_city::PointCity;
use rules_bench::TableFixture;
use townhall_bots::BotGame;

/// Returns the bytes of all frames for each move, in some games between four people who are connected.
fn bytes_per_move<G: BotGame>() -> usize {
    let sent = (0..4).map(|number| TableFixture::new::<G>(4, number).play());
    let (moves, bytes) = sent.fold((0, 0), |(moves, bytes), sent| (moves + sent.moves, bytes + sent.bytes));
    bytes / moves
}

#[test]
fn a_move_is_sent_to_four_players_in_few_bytes() {
    for (game, bytes, most) in [
        ("Between Two Cities", bytes_per_move::<BetweenTwoCities>(), 2_600),
        ("Point City", bytes_per_move::<PointCity>(), 3_650),
    ] {
        assert!(bytes <= most, "{game}: {bytes} bytes");
    }
}
