//! Scores, compared with the worked examples of the rules page and with the reference implementation.

use crate::plain;
use between_two_cities::{
    BetweenTwoCities, Building, Cell, CityScore, Decided, Layout, Outcome, Tile, Variant, city, explain,
    final_scores, score,
};
use proptest::prelude::*;
use tabletop::{Rules as _, Seed, conformance::random_record};

fn numbers(score: CityScore) -> [u32; 7] {
    [score.shops, score.factories, score.taverns, score.offices, score.parks, score.houses, score.total]
        .map(u32::from)
}

fn layout(text: &str) -> Layout {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn drawn(cells: impl Fn(usize) -> char) -> Layout {
    let place = |layout: Layout, (index, cell)| layout.with(cell, Tile::from_letter(cells(index)));
    Cell::all().enumerate().fold(Layout::EMPTY, place)
}

/// The six cities of the sample game.
const SAMPLE: [(&str, [u32; 7]); 6] = [
    ("SSSS/HHOm/OPOO/OPHP", [16, 0, 1, 17, 10, 12, 56]),
    ("mdFF/OeOb/OOOO/SSSS", [16, 4, 17, 25, 0, 0, 62]),
    ("mdFF/HeFP/SHbP/HHHO", [2, 9, 17, 1, 8, 25, 62]),
    ("mFFF/PPFP/SSmP/HHHF", [5, 20, 2, 0, 16, 9, 52]),
    ("mdHH/SeOb/SOHH/SFPP", [10, 2, 17, 5, 8, 20, 62]),
    ("FSFF/PFPP/FbHP/PPHH", [2, 20, 1, 0, 22, 12, 57]),
];

#[test]
fn the_sample_game_scores_as_printed() {
    let cities = SAMPLE.map(|(text, _)| layout(text));
    for (score, (text, expected)) in score(&cities).into_iter().zip(SAMPLE) {
        assert_eq!(numbers(score), expected, "{text}");
    }
}

/// City 0 is between Ben and Matthew: to the left of Ben (seat 0) and to the right of Matthew.
#[test]
fn emily_wins_the_sample_game() {
    let outcome = final_scores(Variant::Standard, &SAMPLE.map(|(text, _)| layout(text))).expect("six cities");
    // The seats clockwise are Ben, Matthew, Emily, Margaux, Peter, Anna Grace.
    let scores: Vec<u16> = outcome.players().iter().map(|player| player.score).collect();
    assert_eq!(scores, [56, 56, 62, 52, 52, 57]);
    assert_eq!(outcome.winners().iter().map(|seat| seat.index()).collect::<Vec<_>>(), [2]);
    let json = serde_json::to_string(&outcome).expect("an outcome serialises");
    assert!(json.starts_with(
        r#"{"cities":[{"cells":"SSSS/HHOm/OPOO/OPHP","shops":16,"factories":0,"taverns":1,"offices":17,"parks":10,"houses":12,"total":56},"#
    ));
    assert!(
        json.ends_with(
            r#"{"seat":3,"score":52},{"seat":4,"score":52},{"seat":5,"score":57}],"winners":[2]}"#
        )
    );
}

#[test]
fn the_small_examples() {
    let alone = |layout: Layout| score(&[layout])[0];
    assert_eq!(alone(city!(. S S S  . . S .  . . S .  . S S S)).shops, 25);
    assert_eq!(alone(city!(. S S .  S S . .  . . . .  . . . .)).shops, 10);
    for (shops, points) in [("S...", 2), ("SS..", 5), ("SSS.", 10), ("SSSS", 16)] {
        assert_eq!(alone(layout(&format!("{shops}/..../..../...."))).shops, points);
    }
    assert_eq!(alone(city!(m d d e  e . . .  . . . .  . . . .)).taverns, 13);
    for (taverns, points) in [("d...", 1), ("de..", 4), ("dem.", 9), ("demb", 17), ("dddd", 4)] {
        assert_eq!(alone(layout(&format!("{taverns}/..../..../...."))).taverns, points);
    }
    assert_eq!(alone(city!(O O O O  O O O .  . . . .  . . . .)).offices, 22);
    for (offices, points) in [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21), (12, 42)] {
        assert_eq!(alone(drawn(|cell| if cell < offices { 'O' } else { '.' })).offices, points);
    }
    assert_eq!(alone(city!(. d . .  d O d .  . d . .  . . . .)).offices, 2, "once, however many taverns");
    for (parks, points) in [(1, 2), (2, 8), (3, 12), (4, 13), (5, 14), (16, 25)] {
        assert_eq!(alone(drawn(|cell| if cell < parks { 'P' } else { '.' })).parks, points);
    }
    assert_eq!(alone(city!(H H . .  . . . .  . . . .  . . . .)).houses, 0, "no other type");
    assert_eq!(alone(city!(H . S F  . O P d  . . . .  . . . .)).houses, 5);
    assert_eq!(alone(city!(H F S .  . O P d  . . . .  . . . .)).houses, 1);
    assert_eq!(alone(city!(d e m b  . H . .  . . . .  . . . .)).houses, 1, "all taverns are one type");
}

#[test]
fn factories_go_by_majority() {
    let with = |counts: &[usize]| -> Vec<u8> {
        let cities: Vec<Layout> =
            counts.iter().map(|&count| drawn(|cell| if cell < count { 'F' } else { '.' })).collect();
        score(&cities).into_iter().map(|score| score.factories).collect()
    };
    assert_eq!(with(&[5, 5, 3, 2, 1, 0]), [20, 20, 9, 4, 2, 0]);
    assert_eq!(with(&[0, 0, 0]), [0, 0, 0]);
    assert_eq!(with(&[1, 0, 0]), [4, 0, 0]);
    assert_eq!(with(&[3, 2, 2, 2, 1]), [12, 6, 6, 6, 2]);
    assert_eq!(with(&[7]), [28]);
}

/// Returns the smallest of the masks of cells into which reflections and rotations turn this one.
fn canonical(mask: usize) -> usize {
    let moved = |mask: usize, to: fn(usize, usize) -> usize| -> usize {
        (0..16).map(|cell| (mask >> cell & 1) << to(cell / 4, cell % 4)).sum()
    };
    let transposed = |mask| moved(mask, |y, x| 4 * x + y);
    let mirrored = |mask| moved(mask, |y, x| 4 * y + 3 - x);
    let turned = std::iter::successors(Some(mask), |&mask| Some(mirrored(transposed(mask)))).take(4);
    turned.flat_map(|mask| [mask, transposed(mask)]).min().unwrap_or(mask)
}

/// All layouts of one or two kinds are scored, for each pair of kinds that interact. The plain code is slow, so it
/// scores only one of the layouts that are equal but for reflections and rotations.
#[test]
fn every_layout_scores_as_plain_code_says() {
    for letters in [['S', '.'], ['P', '.'], ['O', 'd'], ['H', 'F'], ['d', 'e']] {
        let mut scores = vec![None; 1 << 16];
        for mask in 0..1usize << 16 {
            let city = drawn(|cell| letters[mask >> cell & 1]);
            let least = canonical(mask);
            let expected = scores[least].unwrap_or_else(|| {
                assert_eq!(mask, least, "the least comes first");
                plain::score::score(&[plain::score::grid(&city.to_string())])[0]
            });
            scores[least] = Some(expected);
            assert_eq!(numbers(score(&[city])[0]), expected, "{city}");
        }
        assert_eq!(scores.iter().flatten().count(), 8548, "so many are different");
    }
}

/// Generates texts of cities, full or partly empty.
fn any_city() -> impl Strategy<Value = Layout> {
    proptest::collection::vec(0usize..10, 16)
        .prop_map(|cells| drawn(|cell| b"SFOPHdemb."[cells[cell]] as char))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_table_scores_as_plain_code_says(cities in proptest::collection::vec(any_city(), 1..=7)) {
        let grids: Vec<_> = cities.iter().map(|city| plain::score::grid(&city.to_string())).collect();
        let scores: Vec<_> = score(&cities).into_iter().map(numbers).collect();
        prop_assert_eq!(scores, plain::score::score(&grids));
    }

    #[test]
    fn explanations_add_up(cities in proptest::collection::vec(any_city(), 1..=7)) {
        for (explained, score) in explain(&cities).into_iter().zip(score(&cities)) {
            prop_assert_eq!(explained.score, score);
            let sum = |groups: &[between_two_cities::Group]| groups.iter().map(|group| group.points).sum::<u8>();
            let cells = |groups: &[between_two_cities::Group]| {
                let mut cells: Vec<Cell> = groups.iter().flat_map(|group| group.cells.clone()).collect();
                cells.sort_unstable();
                cells
            };
            let city = explained.cells;
            let of = |building| city.cells(building).collect::<Vec<_>>();
            prop_assert_eq!(sum(&explained.shops), score.shops);
            prop_assert_eq!(cells(&explained.shops), of(Building::Shop));
            prop_assert_eq!(explained.factories.points, score.factories);
            prop_assert_eq!(sum(&explained.taverns), score.taverns);
            prop_assert_eq!(cells(&explained.taverns), of(Building::Tavern));
            let by_taverns = explained.offices_by_taverns.len() as u8;
            prop_assert_eq!(sum(&explained.offices) + by_taverns, score.offices);
            prop_assert!(explained.offices_by_taverns.iter().all(|office| !office.taverns.is_empty()));
            prop_assert_eq!(cells(&explained.offices), of(Building::Office));
            prop_assert_eq!(sum(&explained.parks), score.parks);
            prop_assert_eq!(cells(&explained.parks), of(Building::Park));
            prop_assert_eq!(explained.houses.iter().map(|house| house.points).sum::<u8>(), score.houses);
            prop_assert_eq!(explained.houses.iter().map(|house| house.cell).collect::<Vec<_>>(), of(Building::House));
            for line in &explained.shops {
                let straight = line.cells.iter().all(|cell| cell.x() == line.cells[0].x())
                    || line.cells.iter().all(|cell| cell.y() == line.cells[0].y());
                prop_assert!(straight, "{:?}", line);
            }
        }
    }

    #[test]
    fn texts_come_back(city in any_city()) {
        prop_assert_eq!(city.to_string().parse::<Layout>(), Ok(city));
    }
}

/// Returns the winners at a table of three whose cities are drawn by their texts.
fn winners(cities: [&str; 3]) -> (Outcome, Vec<usize>) {
    let outcome = final_scores(Variant::Standard, &cities.map(layout)).expect("three cities");
    let winners = outcome.winners().iter().map(|seat| seat.index()).collect();
    (outcome, winners)
}

fn scores(outcome: &Outcome) -> Vec<u16> {
    outcome.players().iter().map(|player| player.score).collect()
}

/// Seats 2 and 3 share a city that is the lower for both. Seat 2 has the higher other city.
const OTHER_CITY: [&str; 4] =
    ["P.../..../..../....", "SSSS/..../..../....", "SS../..../..../....", "SSS./..../..../...."];

/// City 1 belongs to seats 1 and 2 and is the lower one. Cities 0 and 2 decide between them.
#[test]
fn first_tie_break_the_higher_city() {
    let (outcome, winners) = winners(["SS../..../..../....", "P.../..../..../....", "SSS./..../..../...."]);
    assert_eq!((scores(&outcome), winners), (vec![5, 2, 2], vec![0]));
    assert_eq!(outcome.decided(Variant::Standard), Decided::Score);
    // Seats 1 and 2 share the lower score only when seat 0's is lower still.
    let (outcome, winners) =
        self::winners(["P.P./..../..../....", "SSS./..../..../....", "P.P./..../P.../...."]);
    // The cities of seat 0 have 4 and 6 points, those of seat 1 have 10 and 4, those of seat 2 have 6 and 10.
    assert_eq!((scores(&outcome), winners), (vec![4, 4, 6], vec![2]));
    assert_eq!(outcome.decided(Variant::Standard), Decided::Score);
    let (outcome, winners) =
        self::winners(["SSSS/..../..../....", "P.P./..../..../....", "SSS./..../..../...."]);
    // Seats 1 and 2 share the lower city. Seat 1's other city is the higher.
    assert_eq!((scores(&outcome), winners), (vec![10, 4, 4], vec![0]));
    assert_eq!(outcome.decided(Variant::Standard), Decided::Score);
    let (outcome, winners) =
        self::winners(["P.P./..../..../....", "SSSS/..../..../....", "P.P./..../..P./...."]);
    assert_eq!((scores(&outcome), winners), (vec![4, 4, 6], vec![2]));
    let (outcome, winners) =
        self::winners(["SSSS/..../..../....", "P.P./..../..../....", "P.P./..../..../...."]);
    // All have 4 points. Only seats 0 and 1 have another city with 16.
    assert_eq!((scores(&outcome), winners), (vec![4, 4, 4], vec![0, 1]));
    assert_eq!(outcome.decided(Variant::Standard), Decided::Shared);
    let outcome = final_scores(Variant::Standard, &OTHER_CITY.map(layout)).expect("four cities");
    assert_eq!(outcome.decided(Variant::Standard), Decided::OtherCity);
    let (outcome, winners) =
        self::winners(["P.P./..../..../....", "SSS./..../..../....", "P.P./..../..../...."]);
    // Seat 0 has 4 and 4. Seats 1 and 2 have 4 and 10 and equal buildings, so they share the win.
    assert_eq!((scores(&outcome), winners), (vec![4, 4, 4], vec![1, 2]));
}

/// Seats 1 and 2 share city 1, their higher one. Their other cities have equal points by different buildings. The first
/// type in scoring order of which the numbers differ decides.
#[test]
fn second_tie_break_the_buildings_of_each_type_in_turn() {
    let rows = [
        ("shops", "S.S./..../..../....", "P.P./..../..../....", 4),
        ("factories", "F.../..../..../....", "P.P./..../..../....", 4),
        ("taverns", "d.e./..../..../....", "P.P./..../..../....", 4),
        ("offices", "OOO./..../..../....", "P.P./.P../..../....", 6),
        ("parks", "P.P./..../..../....", "P.HH/..../..../....", 4),
        ("houses", "HFH./..../P.../....", "F..H/..../P.../....", 8),
    ];
    for (deciding, more, fewer, total) in rows {
        let (outcome, winners) = winners([more, "SSSS/SSSS/..../....", fewer]);
        assert_eq!(scores(&outcome), vec![total; 3], "{deciding}");
        assert_eq!(winners, [1], "{deciding}");
        let decided = serde_json::to_value(outcome.decided(Variant::Standard)).expect("JSON");
        assert_eq!(decided, deciding);
        let (_, winners) = self::winners([fewer, "SSSS/SSSS/..../....", more]);
        assert_eq!(winners, [2], "{deciding}, the other way round");
        let (outcome, winners) = self::winners([more, "SSSS/SSSS/..../....", more]);
        assert_eq!(winners, [1, 2], "nothing tells them apart");
        assert_eq!(outcome.decided(Variant::Standard), Decided::Shared);
    }
}

#[test]
fn two_players_sum_and_break_ties_by_buildings_only() {
    let outcome = |cities: [&str; 4]| final_scores(Variant::TwoPlayer, &cities.map(layout)).expect("four");
    let four = ["SSSS/..../..../....", "..../..../..../....", "PP../..../..../....", "PP../..../..../...."];
    let result = outcome(four);
    assert_eq!(scores(&result), [16, 16], "the sum, not the lower");
    assert_eq!(result.decided(Variant::TwoPlayer), Decided::Shops);
    assert_eq!(result.winners().iter().map(|seat| seat.index()).collect::<Vec<_>>(), [0], "more shops");
    // The higher city decides nothing here. Seat 1 has the higher one, seat 0 has a shop more.
    let result =
        outcome(["SSS./..../..../....", "SS../..../..../S...", "SSSS/..../..../P...", ".S../..../..../...."]);
    assert_eq!(scores(&result), [17, 20]);
    let result =
        outcome(["SS../..../..../....", "SS../..../..../....", "SSS./..../..../....", "..../..../..../...."]);
    assert_eq!(scores(&result), [10, 10]);
    assert_eq!(
        result.winners().iter().map(|seat| seat.index()).collect::<Vec<_>>(),
        [0],
        "four shops to three"
    );
    let result = outcome([four[2], four[3], four[2], four[3]]);
    assert_eq!(result.winners().len(), 2, "still equal: they share the win");
}

#[test]
fn the_places_at_a_table_follow_the_tie_breaks() {
    let mut separated = 0;
    for number in 0..20 {
        let record = random_record::<BetweenTwoCities>(&Seed::new([number; 32]), Variant::Standard, 7);
        let (state, _) = record.replay_unfinished().unwrap();
        let outcome = BetweenTwoCities::outcome(&state).unwrap();
        let places = BetweenTwoCities::places(&state).unwrap();
        assert_eq!(places, outcome.places(Variant::Standard));
        let points = BetweenTwoCities::points(&outcome);
        let equal = |one: usize, other: usize| points[one] == points[other] && places[one] != places[other];
        separated += (0..7)
            .flat_map(|one| (0..one).map(move |other| (one, other)))
            .filter(|&(a, b)| equal(a, b))
            .count();
    }
    assert!(separated > 0, "no game had equal points with different places");
}
