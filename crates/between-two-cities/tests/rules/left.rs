//! The tiles that are still to be placed, by the view.

use crate::plain;
use between_two_cities::{BetweenTwoCities, Move, Pair, Phase, Piece, State, TileLeft, Variant};
use tabletop::{Seat, Viewer, play_out_randomly, prelude::*};

const ME: Seat = Seat::new(0);

fn left(state: &State, seat: Seat) -> Vec<TileLeft> {
    let left = BetweenTwoCities::view(state, Viewer::Spectator).left_to_place(seat);
    // The JSON for clients has the same tiles.
    let json = serde_json::to_value(BetweenTwoCities::view(state, Viewer::Seat(seat))).expect("JSON");
    let to_place = json["to_place"].as_array().expect("a list");
    let own = to_place.iter().find(|one| one["seat"] == seat.index());
    let expected = if left.is_empty() { None } else { Some(serde_json::to_value(&left).expect("JSON")) };
    assert_eq!(own.map(|own| own["left"].clone()), expected);
    left
}

fn pieces(left: &[TileLeft]) -> Vec<Piece> {
    left.iter().map(|tile| tile.piece).collect()
}

/// Returns a random game up to the first time that `stop` holds of a turn in which tiles are placed.
fn placing(
    variant: Variant,
    players: usize,
    stop: impl Fn(&between_two_cities::View) -> bool,
) -> Option<State> {
    (0..200).find_map(|game| {
        let mut rng = plain::rng(game);
        let state = BetweenTwoCities::start(&BetweenTwoCities::deal(variant, players, &mut rng));
        let mut found = None;
        play_out_randomly::<BetweenTwoCities>(state, &mut rng, |state, _, _| {
            let view = BetweenTwoCities::view(state, Viewer::Spectator);
            if found.is_none() && view.phase() == Phase::Place && stop(&view) {
                found = Some(*state);
            }
        });
        found
    })
}

fn choice(view: &between_two_cities::View, seat: u8) -> [Piece; 2] {
    view.choice(view.turn_number(), Seat::new(seat)).map(Pair::pieces).expect("a choice")
}

/// Places `piece` in `city`, on any legal spot.
fn place(state: &mut State, piece: Piece, city: u8) {
    let mut found = None;
    BetweenTwoCities::for_each_legal_move(state, ME, |mv| match mv {
        Move::Place { piece: other, city: there, .. } if (other, there) == (piece, city) => found = Some(mv),
        _ => {}
    });
    BetweenTwoCities::play(state, ME, found.expect("a spot")).expect("legal");
}

#[test]
fn both_tiles_at_first_equal_ones_too_then_the_one() {
    for same in [false, true] {
        let begins = |view: &between_two_cities::View| {
            let [one, other] = choice(view, 0);
            view.to_act().len() == 3 && (one == other) == same
        };
        let mut state = placing(Variant::Standard, 3, begins).expect("such a turn");
        let view = BetweenTwoCities::view(&state, Viewer::Spectator);
        let [one, other] = choice(&view, 0);
        assert_eq!(pieces(&left(&state, ME)), [one, other]);
        assert!(left(&state, ME).iter().all(|tile| tile.seat == ME && tile.city.is_none()));
        place(&mut state, one, view.cities_of(ME)[1]);
        assert_eq!(left(&state, ME), [TileLeft { piece: other, seat: ME, city: None }]);
        place(&mut state, other, view.cities_of(ME)[0]);
        assert_eq!(left(&state, ME), []);
    }
}

fn automa() -> Variant {
    "automa".parse().expect("a variant")
}

/// Returns the tiles that the Automas assigned to the cities 0 and 2, at the beginning of a turn of an Automa game.
fn served(view: &between_two_cities::View) -> Option<[TileLeft; 2]> {
    let left = view.left_to_place(ME);
    <[TileLeft; 4]>::try_from(left).ok().map(|[_, _, for_left, for_right]| [for_left, for_right])
}

#[test]
fn automas_tiles_follow_with_the_cities_that_their_cards_meant() {
    let state = placing(automa(), 1, |_| true).expect("a turn");
    let view = BetweenTwoCities::view(&state, Viewer::Spectator);
    let all = left(&state, ME);
    let whose: Vec<_> = all.iter().map(|tile| (tile.seat.index(), tile.city)).collect();
    assert_eq!(whose, [(0, None), (0, None), (1, Some(0)), (2, Some(2))]);
    assert_eq!(pieces(&all[..2]), choice(&view, 0));
    assert!(choice(&view, 1).contains(&all[2].piece) && choice(&view, 2).contains(&all[3].piece));
}

#[test]
fn a_tile_that_could_be_either_counts_as_the_automas() {
    let both_want = |view: &between_two_cities::View| {
        let Some([for_left, for_right]) = served(view) else { return false };
        let [one, other] = choice(view, 0);
        one == for_left.piece && one != other && for_right.piece != one
    };
    let mut state = placing(automa(), 1, both_want).expect("such a turn");
    let before = left(&state, ME);
    let shared = before[2].piece;
    place(&mut state, shared, 0);
    assert_eq!(left(&state, ME), [before[0], before[1], before[3]]);
    place(&mut state, shared, 0);
    assert_eq!(left(&state, ME), [before[1], before[3]], "now the own tile counts too");
}

/// In every turn of many games, the placed tiles and the remaining ones are together the chosen ones. Every remaining
/// tile can be placed, and no other tile can.
#[test]
fn what_is_left_is_what_may_be_placed() {
    for (variant, players) in [(automa(), 1), (Variant::TwoPlayer, 2), (Variant::Standard, 4)] {
        for game in 0..30 {
            let mut rng = plain::rng(game);
            let state = BetweenTwoCities::start(&BetweenTwoCities::deal(variant, players, &mut rng));
            play_out_randomly::<BetweenTwoCities>(state, &mut rng, |state, seat, _| {
                let view = BetweenTwoCities::view(state, Viewer::Seat(seat));
                let left = left(state, seat);
                assert_eq!(left.is_empty(), view.phase() != Phase::Place || view.is_automa(seat));
                let [to_left, to_right] = view.to_place(seat);
                for tile in &left {
                    let city = tile.city.map(|city| usize::from(city != view.cities_of(seat)[0]));
                    let open = |side: usize| [&to_left, &to_right][side].contains(&tile.piece);
                    assert!(city.map_or(open(0) || open(1), open), "{tile:?} of {left:?}");
                }
                let any = |piece: &Piece| left.iter().any(|tile| tile.piece == *piece);
                assert!(to_left.iter().chain(&to_right).all(any));
            });
        }
    }
}
