//! Bots with search: they use only their view, play legal moves, are deterministic, keep to their budget, and are
//! strong enough.

use std::time::{Duration, Instant};

use between_two_cities::{BetweenTwoCities, State, Turn};
use point_city::PointCity;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use tabletop::{Seat, SeatSet, Seed, Viewer, play_out, play_out_randomly, prelude::*, random::below};
use townhall_bots::{Budget, Evaluate, Level, Think, advantage, bot, hints, system_clock, thoughts};

/// Returns every level, with a small budget, so that it can be asked thousands of times.
fn levels(sims: u32) -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().map(move |level| level.with_budget(Budget::Sims(sims)).unwrap_or(level))
}

/// Positions from random games of every mode, one in `one_in` of all, each with a seat that may act.
fn positions<G: Rules>(games: u64, one_in: u32, mut each: impl FnMut(&G::State, Seat, &Seed)) {
    for (mode, (variant, players)) in G::modes().enumerate() {
        for game in 0..games {
            let seed = Seed::from_phrase("think").child(mode as u64).child(game);
            let mut state = G::start(&G::deal_from(&seed, variant, players).0);
            let mut rng = seed.stream("moves");
            loop {
                if let Some((seat, mv)) = G::automatic_move(&state) {
                    G::play_unchecked(&mut state, seat, mv);
                    continue;
                }
                let acting: Vec<Seat> = G::to_act(&state).iter().collect();
                let Some(last) = acting.len().checked_sub(1) else { break };
                let seat = acting[below(&mut rng, last as u32 + 1) as usize];
                if below(&mut rng, one_in) == 0 {
                    each(&state, seat, &seed);
                }
                let Some(mv) = G::random_move(&state, seat, &mut rng) else { break };
                G::play_unchecked(&mut state, seat, mv);
            }
        }
    }
}

/// Checks that in two states with equal views a bot chooses the same move, and that it is legal in the true state.
fn check<G: Think>(games: u64, one_in: u32, least: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut seen = 0;
    positions::<G>(games, one_in, |state, seat, seed| {
        let view = G::view(state, Viewer::Seat(seat));
        let other = G::view(&G::sample(&view, &mut rng), Viewer::Seat(seat));
        assert_eq!(view, other);
        for level in levels(2) {
            let mv = bot::<G>(level, seed, system_clock).choose(&view);
            assert_eq!(
                mv,
                bot::<G>(level, seed, system_clock).choose(&other),
                "{level} saw more than its seat"
            );
            G::play(&mut state.clone(), seat, mv).unwrap_or_else(|why| panic!("{level} plays {mv}: {why}"));
        }
        seen += 1;
    });
    assert!(seen >= least, "only {seen} positions");
}

/// In Between Two Cities the continuations that begin in a turn end at the same moment, whatever seats have placed by then.
#[test]
fn no_seat_looks_further_ahead_than_others_in_their_turn() {
    let mut turns = 0;
    for (mode, (variant, players)) in BetweenTwoCities::modes().enumerate() {
        let seed = Seed::from_phrase("horizon").child(mode as u64);
        let start = BetweenTwoCities::start(&BetweenTwoCities::deal_from(&seed, variant, players).0);
        let mut before: Option<(Turn, usize)> = None;
        let each = |state: &State, _, _| {
            let horizon = BetweenTwoCities::horizon(state);
            match before {
                Some((turn, known)) if turn == state.turn() => {
                    assert_eq!(horizon, known, "{variant}, {turn:?}")
                }
                _ => turns += 1,
            }
            before = Some((state.turn(), horizon));
        };
        play_out_randomly::<BetweenTwoCities>(start, &mut seed.stream("moves"), each);
    }
    assert!(turns > 60);
}

#[test]
fn bots_are_honest_and_legal_between_two_cities() {
    check::<BetweenTwoCities>(2, 3, 400);
}

#[test]
fn bots_are_honest_and_legal_in_point_city() {
    check::<PointCity>(6, 2, 400);
}

/// Plays games of all modes with bots of all levels until `moves` moves were made; the rules check every move.
fn play_on<G: Think>(moves: u64) {
    let modes: Vec<_> = G::modes().collect();
    let mut made = 0;
    for game in 0u64.. {
        let seed = Seed::from_phrase("a million").child(game);
        let (variant, players) = modes[game as usize % modes.len()];
        let mut rng = seed.stream("levels");
        let mut state = G::start(&G::deal_from(&seed, variant, players).0);
        let mut bots: Vec<_> = Seat::all(players)
            .map(|_| {
                // The slower levels are rarer, since they consider the same moves.
                let level = [0, 0, 1, 1, 2, 2, 3, 3, 4, 5][below(&mut rng, 10) as usize];
                let level = levels(1).nth(level).unwrap_or(Level::Random);
                (level, bot::<G>(level, &seed, system_clock))
            })
            .collect();
        loop {
            let acting: Vec<Seat> = G::to_act(&state).iter().collect();
            let Some(last) = acting.len().checked_sub(1) else { break };
            let (seat, mv) = G::automatic_move(&state).unwrap_or_else(|| {
                let seat = acting[below(&mut rng, last as u32 + 1) as usize];
                (seat, bots[seat.index()].1.choose(&G::view(&state, Viewer::Seat(seat))))
            });
            let level = bots.get(seat.index()).map(|(level, _)| *level);
            G::play(&mut state, seat, mv)
                .unwrap_or_else(|why| panic!("{level:?} plays {mv} in game {game}: {why}"));
            made += 1;
        }
        if made >= moves {
            return;
        }
    }
}

#[test]
fn whole_games_are_legal() {
    play_on::<BetweenTwoCities>(2000);
    play_on::<PointCity>(2000);
}

/// This test takes some minutes, as the next one does: `cargo test --release -p townhall-bots --test think --
/// --ignored`.
#[test]
#[ignore = "takes some minutes"]
fn a_million_moves_are_legal() {
    play_on::<BetweenTwoCities>(500_000);
    play_on::<PointCity>(500_000);
}

/// The answer of a bot does not depend on what it was asked before.
#[test]
fn thinking_leaves_no_trace() {
    let seed = Seed::from_phrase("trace");
    let mut practised = bot::<PointCity>(Level::Hard(Budget::Sims(40)), &seed, system_clock);
    positions::<PointCity>(1, 10, |state, seat, _| {
        let view = PointCity::view(state, Viewer::Seat(seat));
        let fresh = bot::<PointCity>(Level::Hard(Budget::Sims(40)), &seed, system_clock).choose(&view);
        assert_eq!(practised.choose(&view), fresh);
    });
}

#[test]
fn thoughts_are_moves_with_the_best_first() {
    let seed = Seed::from_phrase("hint");
    positions::<BetweenTwoCities>(1, 10, |state, seat, _| {
        let view = BetweenTwoCities::view(state, Viewer::Seat(seat));
        let level = Level::Expert(Budget::Sims(60));
        let found = thoughts::<BetweenTwoCities>(level, &seed, &view, system_clock);
        assert_eq!(found[0].mv, bot::<BetweenTwoCities>(level, &seed, system_clock).choose(&view));
        assert!(found.iter().all(|thought| (-1.0..=1.0).contains(&thought.mean)));
        assert!(thoughts::<BetweenTwoCities>(Level::Greedy, &seed, &view, system_clock).is_empty());
        let spectator = BetweenTwoCities::view(state, Viewer::Spectator);
        assert!(thoughts::<BetweenTwoCities>(level, &seed, &spectator, system_clock).is_empty());
    });
}

/// A bot keeps to a budget in time. Under load it may exceed the budget, but not by much.
/// Returns in how many percent of the positions with a clearly best move the difference to the next best move has a reason.
fn reasons<G: Think>(one_in: u32) -> usize {
    let (mut clear, mut explained) = (0, 0);
    positions::<G>(1, one_in, |state, seat, seed| {
        let view = G::view(state, Viewer::Seat(seat));
        let moves = hints::<G>(Level::Expert(Budget::Sims(60)), seed, &view, 5, system_clock);
        let Some((best, others)) = moves.split_first() else { return };
        for other in others {
            let reason = advantage::<G>(&view, best, other, 0.5);
            assert!(reason.is_none() || best.points - other.points >= 0.5, "{reason:?}");
        }
        let Some(next) = others.iter().min_by(|one, other| other.points.total_cmp(&one.points)) else {
            return;
        };
        if best.points - next.points >= 0.5 {
            clear += 1;
            explained += usize::from(advantage::<G>(&view, best, next, 0.5).is_some());
        }
    });
    assert!(clear >= 10, "only {clear} positions");
    100 * explained / clear
}

/// A hint that is clearly better than the next best move says why in many positions.
#[test]
fn hints_have_reasons() {
    for (game, percent) in
        [("between-two-cities", reasons::<BetweenTwoCities>(6)), ("point-city", reasons::<PointCity>(4))]
    {
        assert!(percent >= 40, "{game}: {percent} %");
    }
}

#[test]
fn a_bot_holds_its_time() {
    let seed = Seed::from_phrase("time");
    for millis in [20, 100] {
        let view = PointCity::view(
            &PointCity::start(&PointCity::deal_from(&seed, PointCity::variants()[0], 4).0),
            Viewer::Seat(Seat::new(0)),
        );
        let views = Seat::all(4).map(|seat| {
            let state = PointCity::sample(&view, &mut seed.stream("a state"));
            PointCity::view(&state, Viewer::Seat(seat))
        });
        let acting = views.into_iter().find(|view| {
            PointCity::viewer(view).seat().is_some_and(|seat| PointCity::view_to_act(view).contains(seat))
        });
        let view = acting.expect("a seat begins");
        // The lookup tables of the game are computed at first use, so they are initialised before measuring.
        bot::<PointCity>(Level::Expert(Budget::Sims(1)), &seed, system_clock).choose(&view);
        let start = Instant::now();
        bot::<PointCity>(Level::Expert(Budget::Millis(millis)), &seed, system_clock).choose(&view);
        assert!(start.elapsed() < Duration::from_millis(u64::from(millis) + 500));
    }
}

/// Returns the fraction of games that `level` wins on one seat among greedy bots, over duplicate deals.
fn share<G: Think>(variant: G::Variant, players: usize, deals: u64, level: Level) -> f64 {
    share_among::<G>(variant, players, deals, level, Level::Greedy)
}

/// Returns this fraction among bots of another level.
fn share_among<G: Think>(
    variant: G::Variant,
    players: usize,
    deals: u64,
    level: Level,
    others: Level,
) -> f64 {
    let (mut wins, mut games) = (0.0, 0.0);
    for deal in 0..deals {
        let seed = Seed::from_phrase("strength").child(deal);
        for special in Seat::all(players) {
            let level_of = |seat| if seat == special { level } else { others };
            let mut bots: Vec<_> =
                Seat::all(players).map(|seat| bot::<G>(level_of(seat), &seed, system_clock)).collect();
            let mut state = G::start(&G::deal_from(&seed, variant, players).0);
            let winners: SeatSet = loop {
                if let Some(outcome) = G::outcome(&state) {
                    break G::winners(&outcome);
                }
                let acting = G::to_act(&state).first().expect("a seat may act");
                let (seat, mv) = G::automatic_move(&state).unwrap_or_else(|| {
                    let view = G::view(&state, Viewer::Seat(acting));
                    (acting, bots[acting.index()].choose(&view))
                });
                G::play_unchecked(&mut state, seat, mv);
            };
            games += 1.0;
            wins += if winners.contains(special) { 1.0 / winners.len() as f64 } else { 0.0 };
        }
    }
    wins / games
}

/// Old names must be readable for ever, since records, journals and settings contain them. The weakest level comes
/// first.
#[test]
fn levels_keep_their_names() {
    let names = ["random", "novice", "greedy", "casual", "hard", "expert"];
    assert_eq!(Level::ALL.map(|level| level.to_string()), names);
    for name in names {
        assert_eq!(name.parse::<Level>().unwrap().name(), name);
    }
    assert_eq!("casual:20sims".parse::<Level>(), Ok(Level::Casual(Budget::Sims(20))));
    assert!("novice:20sims".parse::<Level>().is_err(), "a novice does not search");
}

/// Bots of all levels take turns in a game of every mode of Point City, and make the moves that they made before. A change that
/// makes them faster leaves the digest of the moves as it is; one that makes them play otherwise changes it. So does a change of
/// the JSON of a view, from which the random numbers of a search are drawn.
#[test]
fn bots_choose_the_same_moves_as_before() {
    let mut moves = String::new();
    for (mode, (variant, players)) in PointCity::modes().enumerate() {
        let seed = Seed::from_phrase("golden moves").child(mode as u64);
        let mut bots: Vec<_> = levels(60).map(|level| bot::<PointCity>(level, &seed, system_clock)).collect();
        let choose = |state: &point_city::State, seat| {
            bots.rotate_left(1);
            Some(bots[0].choose(&PointCity::view(state, Viewer::Seat(seat))))
        };
        let start = PointCity::start(&PointCity::deal_from(&seed, variant, players).0);
        play_out::<PointCity>(start, choose, |_, _, mv| moves += &format!("{mv}\n"));
    }
    let digest = "86dec6d30f4c85c4cd3922079b07acbb04dcddf7727122b0a945549b6e3be4e1";
    assert_eq!(Seed::from_phrase(&moves).to_string(), digest);
}

/// In a solo game the utility is the lead over the Automa city: the higher its bonus, the lower the utility.
#[test]
fn the_automas_bonus_is_taken_into_account() {
    use between_two_cities::{Difficulty, Variant};
    let seed = Seed::from_phrase("bonus");
    let promises = Difficulty::ALL.map(|difficulty| {
        let (setup, _) = BetweenTwoCities::deal_from(&seed, Variant::Automa(difficulty), 1);
        let state = BetweenTwoCities::start(&setup);
        let view = BetweenTwoCities::view(&state, Viewer::Seat(Seat::new(0)));
        thoughts::<BetweenTwoCities>(Level::Expert(Budget::Sims(200)), &seed, &view, system_clock)[0].mean
    });
    assert!(promises.is_sorted_by(|easier, harder| easier > harder), "{promises:?}");
}

/// Seeds and budgets in sims are fixed, so the results are reproducible. A result below its bound means that bots got
/// weaker.
#[test]
fn levels_stay_as_strong_as_they_were() {
    let expert = Level::Expert(Budget::Sims(96));
    let solo = share::<PointCity>(point_city::Variant::SoloHard, 1, 12, expert);
    assert!(solo >= 0.75, "Point City alone: {solo}");
    let two = share::<PointCity>(point_city::Variant::Standard, 2, 6, Level::Casual(Budget::Sims(40)));
    assert!(two >= 0.75, "Point City with two players: {two}");
    let two = share::<BetweenTwoCities>(between_two_cities::Variant::TwoPlayer, 2, 4, expert);
    assert!(two >= 0.8, "Between Two Cities with two players: {two}");
    let automas = between_two_cities::Variant::Automa(between_two_cities::Difficulty::Medium);
    let alone = share::<BetweenTwoCities>(automas, 1, 40, Level::Casual(Budget::Sims(40)));
    assert!(alone >= 0.4, "Between Two Cities alone: {alone}");
    let four = share::<BetweenTwoCities>(between_two_cities::Variant::Standard, 4, 4, expert);
    assert!(four >= 0.4, "Between Two Cities with four players: {four}");
}

/// A novice wins more than its share against random players and less against greedy ones, with any number of players.
#[test]
fn a_novice_stands_between_random_and_greedy() {
    fn check<G: Think>() {
        for (variant, players) in G::modes().filter(|&(_, players)| (2..=5).contains(&players)) {
            let share =
                |level, others| players as f64 * share_among::<G>(variant, players, 20, level, others);
            let [above, below] = [share(Level::Novice, Level::Random), share(Level::Greedy, Level::Novice)];
            assert!(above > 1.2 && below > 1.2, "{}, {players}: {above}, {below}", G::NAME);
        }
    }
    check::<PointCity>();
    check::<BetweenTwoCities>();
}

#[test]
#[ignore = "takes some minutes"]
fn bots_are_honest_in_ten_thousand_positions() {
    check::<BetweenTwoCities>(20, 2, 5000);
    check::<PointCity>(40, 1, 5000);
}
