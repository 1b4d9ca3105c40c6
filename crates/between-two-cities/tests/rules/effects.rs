//! The effects of placements on example cities. An effect explains every change of points.

use between_two_cities::{
    BetweenTwoCities, Building, City,
    Effect::{self, *},
    Layout, effects,
};
use tabletop::{Seed, Viewer, play_out_randomly, prelude::*};

/// Checks the effects of placing `piece` at `spot`, which is relative to the city's first cell in reading order.
fn check(city: &str, piece: &str, spot: &str, expected: &[Effect]) {
    let layout: Layout = city.parse().expect("a layout");
    let city = City::try_from(layout).expect("a connected city");
    let found = effects(city, piece.parse().expect("a piece"), spot.parse().expect("a spot"), 3);
    assert_eq!(&*found, expected, "{piece} at {spot} of {city}");
}

#[test]
fn what_placements_do() {
    check("..../..../..../....", "S", "0,0", &[ShopLine { n: 1 }]);
    check("SS../..../..../....", "S", "-1,0", &[ShopLine { n: 3 }]);
    check("SS../..../..../....", "S", "0,1", &[ShopLine { n: 1 }]);
    check("F.../..../..../....", "F", "1,0", &[Factories { n: 2, each: 3 }]);
    check("dem./..../..../....", "b", "0,1", &[TavernSet { n: 4 }]);
    check("dem./..../..../....", "d", "0,1", &[TavernSet { n: 1 }]);
    check("ddm./..../..../....", "e", "0,1", &[TavernSet { n: 3 }]);
    check("OO../..../..../....", "O", "2,0", &[OfficeSet { n: 3 }]);
    check("OOO./OOO./..../....", "O", "3,0", &[OfficeSet { n: 1 }]);
    check("Od../..../..../....", "O", "1,1", &[OfficeSet { n: 2 }, OfficesByTavern { n: 1 }]);
    check("O.O./OOO./..../....", "d", "1,0", &[TavernSet { n: 1 }, OfficesByTavern { n: 3 }]);
    check("P.P./PFP./..../....", "P", "1,0", &[ParkGroup { n: 5 }]);
    check("SOP./..../..../....", "H", "0,1", &[House { n: 3 }]);
    check("SOF./..../..../....", "H", "2,1", &[HouseByFactory]);
    check(
        "SHH./..../..../....",
        "P",
        "0,1",
        &[ParkGroup { n: 1 }, NewType { building: Building::Park, n: 2 }],
    );
    check(
        "H.../..../..../....",
        "F",
        "1,0",
        &[Factories { n: 1, each: 3 }, NewType { building: Building::Factory, n: 1 }],
    );
    check("SPH./..../..../....", "F", "2,1", &[Factories { n: 1, each: 3 }, SpoiledHouses { n: 1 }]);
}

#[test]
fn both_halves_of_a_duplex_tile_are_told() {
    check("SS../..../..../....", "SH", "2,0", &[ShopLine { n: 3 }, House { n: 1 }]);
    check("P.../..../..../....", "e/H", "0,1", &[TavernSet { n: 1 }, House { n: 2 }]);
}

/// If the points of a type change, one of the effects is on that type.
#[test]
fn every_change_of_points_has_a_reason() {
    for (variant, players) in BetweenTwoCities::modes() {
        let seed = Seed::from_phrase("effects").child(players as u64);
        let state = BetweenTwoCities::start(&BetweenTwoCities::deal_from(&seed, variant, players).0);
        play_out_randomly::<BetweenTwoCities>(state, &mut seed.stream("moves"), |state, seat, _| {
            for of in BetweenTwoCities::offers(&BetweenTwoCities::view(state, Viewer::Seat(seat))).place {
                for building in Building::ALL.into_iter().filter(|&b| of.worth.of(b) > 0) {
                    let found = of.effects.iter().any(|effect| effect.building() == building);
                    assert!(found, "{}: {building} changes, but there is only {:?}", of.mv(), of.effects);
                }
            }
        });
    }
}
