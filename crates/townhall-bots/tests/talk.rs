//! Proposals and opinions of bots: they concern only legal moves, and are reasonable in typical positions.

use between_two_cities::{BetweenTwoCities, Building, Effect, Variant, View};
use point_city::PointCity;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use tabletop::{Seat, Seed, Viewer, prelude::*};
use townhall_bots::{BotGame, Json, Talker, between_two_cities::Why};

/// Plays random games of every mode, and calls `each` with every seat's view of every position.
fn each_view<G: Game>(games: u64, mut each: impl FnMut(&G::State, Seat, &G::View)) {
    for (mode, (variant, players)) in G::modes().enumerate() {
        for game in 0..games {
            let seed = Seed::from_phrase("talk").child(mode as u64).child(game);
            let mut state = G::start(&G::deal_from(&seed, variant, players).0);
            let mut rng = seed.stream("moves");
            while let Some(seat) = G::to_act(&state).iter().last() {
                for viewer in Seat::all(players) {
                    each(&state, viewer, &G::view(&state, Viewer::Seat(viewer)));
                }
                let mv = G::random_move(&state, seat, &mut rng).expect("a move");
                G::play_unchecked(&mut state, seat, mv);
            }
            assert!(G::legal_moves(&G::view(&state, Viewer::Spectator)).is_empty());
        }
    }
}

/// Returns whether `seat` may make the move now.
fn is_legal<G: Game>(state: &G::State, seat: Seat, mv: G::Move) -> bool {
    G::play(&mut state.clone(), seat, mv).is_ok()
}

fn says_only_what_can_be_done<G: BotGame>(games: u64) -> (usize, usize) {
    let (mut ideas, mut counters) = (0, 0);
    each_view::<G>(games, |state, me, view| {
        for idea in G::ideas(view) {
            let text = format!("{me} proposes to {} {}", idea.seat, idea.mv);
            assert!(is_legal::<G>(state, idea.seat, idea.mv), "{text}");
            assert!(G::may_propose(state, me, idea.seat, idea.mv), "{text}");
            let opinion = G::judge(view, idea.seat, idea.mv);
            assert!(idea.seat != me && opinion.is_some_and(|opinion| opinion.agree), "{text}");
            ideas += 1;
        }
        for by in G::to_act(state).iter() {
            let mut moves = Vec::new();
            G::for_each_legal_move(state, by, |mv| moves.push(mv));
            // One move in seven is tried, for speed, beginning at an index that changes during the game.
            let start = moves.len() % 7;
            for mv in moves.into_iter().skip(start).step_by(7) {
                let concerns = by == me || G::may_propose(state, me, by, mv);
                let Some(opinion) = G::judge(view, by, mv) else { continue };
                assert!(by != me || G::why(view, mv).is_some(), "{me} has no reason for {mv}");
                assert!(concerns, "{me} has an opinion on {by}'s {mv}");
                assert_eq!(opinion.agree, opinion.counter.is_none());
                if let Some(counter) = opinion.counter {
                    assert!(is_legal::<G>(state, by, counter), "{me} counters {mv} by {counter}");
                    assert!(G::judge(view, by, counter).is_some_and(|opinion| opinion.agree));
                    counters += 1;
                }
            }
        }
    });
    (ideas, counters)
}

#[test]
fn bots_propose_only_legal_moves() {
    let (ideas, counters) = says_only_what_can_be_done::<BetweenTwoCities>(2);
    assert!(ideas > 1000 && counters > 500, "{ideas} ideas, {counters} counter-proposals");
    assert_eq!(says_only_what_can_be_done::<PointCity>(1), (0, 0), "there is nothing to talk about");
}

/// In two states that a seat can't tell apart, its bot says equal things.
#[test]
fn bots_talk_by_their_view_alone() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    each_view::<BetweenTwoCities>(1, |state, me, view| {
        let other = BetweenTwoCities::view(&BetweenTwoCities::sample(view, &mut rng), Viewer::Seat(me));
        assert_eq!(BetweenTwoCities::ideas(view), BetweenTwoCities::ideas(&other));
        assert_eq!(BetweenTwoCities::to_act(state), BetweenTwoCities::view_to_act(&other));
    });
}

/// Plays random games of three players until `wanted` returns something for a view of seat 0, and returns that.
fn find<T>(mut wanted: impl FnMut(&View) -> Option<T>) -> T {
    for game in 0..500 {
        let seed = Seed::from_phrase("find").child(game);
        let mut state = BetweenTwoCities::start(&BetweenTwoCities::deal_from(&seed, Variant::Standard, 3).0);
        let mut rng = seed.stream("moves");
        while let Some(seat) = BetweenTwoCities::to_act(&state).iter().last() {
            if let Some(found) = wanted(&BetweenTwoCities::view(&state, Viewer::Seat(Seat::new(0)))) {
                return found;
            }
            let mv = BetweenTwoCities::random_move(&state, seat, &mut rng).expect("a move");
            BetweenTwoCities::play_unchecked(&mut state, seat, mv);
        }
    }
    panic!("no such position in 500 games");
}

/// Returns whether a reason is of this kind, whatever its city and points.
fn says(reason: &Json, why: Why) -> bool {
    let reason: serde_json::Value = reason.read().expect("JSON");
    let why = serde_json::to_value(why).expect("JSON");
    why.as_object().expect("an object").iter().all(|(key, value)| reason[key] == *value)
}

/// A bot agrees to a partner's fourth different tavern, and gives its effect as the reason.
#[test]
fn a_full_set_of_taverns_is_praised() {
    let why = find(|view| {
        let set = BetweenTwoCities::offers(view).suggest.into_iter().find(|of| {
            let full = of.effects.contains(&Effect::TavernSet { n: 4 });
            full && of.effects.len() == 1 && of.piece.tile().is_some()
        })?;
        let opinion = BetweenTwoCities::judge(view, set.seat, set.mv())?;
        opinion.agree.then_some(opinion.reason)
    });
    assert!(says(&why, Why::Does { effect: Effect::TavernSet { n: 4 } }), "{}", why.get());
}

/// A bot refuses a factory beside houses, and proposes a better spot for it.
#[test]
fn a_factory_beside_houses_is_refused() {
    let (houses, opinion) = find(|view| {
        let offers = BetweenTwoCities::offers(view).suggest;
        let spoiling = offers.iter().find_map(|of| {
            let houses = of.effects.iter().find_map(|effect| match effect {
                Effect::SpoiledHouses { n } => Some(*n),
                _ => None,
            })?;
            (of.worth.of(Building::House) <= -3).then_some((houses, of))
        });
        let (houses, of) = spoiling?;
        let opinion = BetweenTwoCities::judge(view, of.seat, of.mv())?;
        // If all of the partner's placements are bad, the bot may agree even to this one; such positions are skipped.
        (!opinion.agree).then_some((houses, opinion))
    });
    assert!(says(&opinion.reason, Why::Spoils { houses }), "{}", opinion.reason.get());
    assert!(opinion.counter.is_some());
}

/// As long as cells are free, a bot judges by expected final points: it may refuse the placement that gains most at
/// once. For the last tile of a city, only the points count.
#[test]
fn opinions_follow_expected_points() {
    let (mut yes, mut no, mut ahead, mut last) = (0, 0, 0, 0);
    each_view::<BetweenTwoCities>(2, |_, _, view| {
        let suggest = BetweenTwoCities::offers(view).suggest;
        for of in suggest.iter().step_by(3) {
            let same = || suggest.iter().filter(|other| other.seat == of.seat && other.city == of.city);
            let most = same().map(|other| other.worth.total).max().unwrap_or(0);
            let lost = most - of.worth.total;
            let opinion = BetweenTwoCities::judge(view, of.seat, of.mv()).expect("an opinion");
            let full = view.city(of.city.into()).len() as usize + of.piece.tiles().count() == 16;
            let why: serde_json::Value = opinion.reason.read().expect("JSON");
            if full {
                assert!(opinion.agree || lost > 0, "{} costs nothing", of.mv());
                assert!(!says(&opinion.reason, Why::Later), "nothing comes after {}", of.mv());
                last += 1;
            }
            if why["why"] == "rather" {
                let more = why["more"].as_i64().expect("a number");
                let lost = i64::from(lost);
                assert!(if full { more == lost } else { more >= 1 }, "{} costs {lost}, not {more}", of.mv());
            }
            ahead += usize::from(!opinion.agree && lost == 0);
            yes += usize::from(opinion.agree);
            no += usize::from(!opinion.agree);
        }
    });
    assert!(
        yes > 100 && no > 100 && ahead > 20 && last > 20,
        "{yes} yes, {no} no, {ahead} ahead, {last} last"
    );
}

/// If the placement with the highest expected final points is not the one that gains most at once, the reason says so.
#[test]
fn a_bot_says_that_it_looks_ahead() {
    let (of, most) = find(|view| {
        let suggest = BetweenTwoCities::offers(view).suggest;
        suggest.iter().find_map(|of| {
            let opinion = BetweenTwoCities::judge(view, of.seat, of.mv())?;
            let same = suggest.iter().filter(|other| other.seat == of.seat && other.city == of.city);
            let most = same.map(|other| other.worth.total).max()?;
            says(&opinion.reason, Why::Later).then_some((*of, most))
        })
    });
    assert!(of.worth.total < most, "{} is worth {}, another {most}", of.mv(), of.worth.total);
}
