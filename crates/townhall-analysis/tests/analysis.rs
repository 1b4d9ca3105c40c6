//! The promises of an analysis, on recorded games of every variant and number of players.

use std::{cell::Cell, fs, path::PathBuf};

use between_two_cities::{BetweenTwoCities, Phase, Variant};
use high_card::HighCard;
use point_city::PointCity;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use tabletop::{
    LegalMove, Record, RecordError, Seat, SeatSet, Seed, Viewer, play_out, play_out_randomly, prelude::*,
    record::RecordFault, record::split,
};
use townhall_analysis::{Analysis, Figure, Judgement, Mark, Report, hindsight, judge};
use townhall_bots::{Budget, Evaluate, Greedy, Level, Talker, Think, bot, system_clock, thoughts};

#[path = "../examples/honesty/reasons.rs"]
mod reasons;

use reasons::Reasons;

/// An operation on the first recorded game of every mode.
trait Check {
    fn check<G: Evaluate + Talker>(&self, mode: &str, record: &Record<G>);
}

fn on_every_mode(check: &impl Check) {
    modes::<BetweenTwoCities>(check);
    modes::<PointCity>(check);
}

fn modes<G: Evaluate + Talker>(check: &impl Check) {
    for (variant, players) in G::modes() {
        let mode = format!("{}-{variant}-{players}", G::ID);
        check.check::<G>(&mode, &golden(&mode));
    }
}

fn golden<G: Rules>(mode: &str) -> Record<G> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../townhall/tests/records/v1");
    let text =
        fs::read_to_string(folder.join(format!("{mode}.jsonl"))).expect("the recorded games are there");
    Record::read(split(&text).expect("they are records").remove(0)).expect("the record is good")
}

fn seed() -> Seed {
    Seed::from_phrase("analysis")
}

fn analysed<G: Evaluate>(record: &Record<G>, sims: u32) -> Analysis<G> {
    let mut analysis =
        Analysis::new(record, SeatSet::all(record.players.len()), &seed()).expect("it is over");
    analysis.run(Budget::Sims(sims), system_clock);
    analysis
}

/// The parts add up to the final lead, in the report and in its JSON, before the first continuation and after some; so do those of every city that is built together.
#[test]
fn the_parts_add_up() {
    struct AddUp;
    impl Check for AddUp {
        fn check<G: Evaluate + Talker>(&self, mode: &str, record: &Record<G>) {
            let points = G::points(&record.replay().expect("the record is good"));
            for sims in [0, 30] {
                let report = analysed(record, sims).report();
                let json = serde_json::to_value(&report).expect("a report is JSON");
                for seat in &report.seats {
                    let own = points[seat.seat.index()];
                    let others = (0..points.len()).filter(|&other| other != seat.seat.index());
                    let best = others.map(|other| points[other]).max().expect("there is another seat");
                    assert_eq!(seat.lead, f64::from(own - best), "{mode}");
                    let parts = &json["seats"][seat.seat.index()]["parts"];
                    let part = |name: &str| parts[name].as_f64().expect("a number");
                    let sum = part("deal") + part("draws") + part("own") + part("others");
                    assert!((sum - seat.lead).abs() < 1e-9, "{mode}: {parts} is not {}", seat.lead);
                }
                for city in &report.shared {
                    let built: f64 = city.builders.iter().map(|share| share.points).sum();
                    let sum = city.deal + city.draws + built + city.others;
                    assert!((sum - city.points).abs() < 1e-9, "{mode}: {city:?}");
                }
            }
        }
    }
    on_every_mode(&AddUp);
}

/// In the JSON stand the keys that other programs rely on.
#[test]
fn the_json_is_as_promised() {
    let record = golden::<PointCity>("point-city-standard-2");
    let json = serde_json::to_value(analysed(&record, 100).report()).expect("a report is JSON");
    assert_eq!((&json["game"], &json["variant"]), (&"point-city".into(), &"standard".into()));
    assert_eq!(json["over"], "best-other");
    let seat = &json["seats"][1];
    assert_eq!(seat["seat"], 1);
    assert!(["deal", "draws", "own", "others"].iter().all(|part| seat["parts"][part].is_number()));
    assert!(seat["lead"].is_number() && seat["accuracy"].is_number());
    assert!([0, 1].iter().all(|&end| seat["accuracy_interval"][end].is_number()));
    let decision = &seat["decisions"][0];
    assert!(["ply", "cost", "error"].iter().all(|key| decision[key].is_number()), "{decision}");
    let marks = Mark::ALL.map(Mark::name);
    assert!(decision["mark"].as_str().is_some_and(|mark| marks.contains(&mark)));
    assert!(["move", "best"].iter().all(|key| decision[key].is_string()));
}

/// Equal seeds and equal numbers of continuations give equal reports, on any number of threads and in any order.
#[test]
fn an_analysis_is_deterministic() {
    let record = golden::<PointCity>("point-city-standard-3");
    let report = analysed(&record, 200).report();
    let mut other = Analysis::new(&record, SeatSet::all(3), &seed()).expect("it is over");
    let (one, rest) = other.tasks().split_at_mut(20);
    for tasks in [rest, one] {
        townhall_analysis::refine(
            &mut tasks.iter_mut().rev().collect::<Vec<_>>(),
            Budget::Sims(200),
            &system_clock,
        );
    }
    assert!(report == other.report());
}

/// A verdict depends only on the view of its seat: with other hidden cards it would be the same. The expectation before the first
/// move depends only on that view, too.
#[test]
fn equal_views_get_equal_verdicts() {
    struct SameView;
    impl Check for SameView {
        fn check<G: Evaluate + Talker>(&self, mode: &str, record: &Record<G>) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
            let mut moments = Vec::new();
            record
                .replay_each(|before, seat, mv, _| moments.push((*before, seat, mv)))
                .expect("the record is good");
            let players = record.players.len();
            for (before, seat, mv) in moments.into_iter().filter(|one| one.1.index() < players).step_by(17) {
                let other = G::sample(&G::view(&before, Viewer::Seat(seat)), &mut rng);
                let verdicts = [before, other].map(|state| {
                    let view = G::view(&state, Viewer::Seat(seat));
                    let verdict = townhall_analysis::judge::<G>(&view, mv, 12, &seed());
                    verdict.map(|one| (one.best, one.cost.to_bits(), one.error.to_bits(), one.why))
                });
                assert!(verdicts[0] == verdicts[1], "{mode}: what is hidden from {seat} changed a verdict");
            }
        }
    }
    on_every_mode(&SameView);
}

/// Where there is only one legal move, nothing is blamed, and nothing is counted as the player's part.
#[test]
fn a_forced_move_is_never_blamed() {
    struct Forced;
    impl Check for Forced {
        fn check<G: Evaluate + Talker>(&self, mode: &str, record: &Record<G>) {
            let (mut ply, mut free) = (0, Vec::new());
            record
                .replay_each(|before, seat, _, _| {
                    let mut legal = 0;
                    G::for_each_legal_move(before, seat, |_| legal += 1);
                    if legal > 1 && seat.index() < record.players.len() {
                        free.push((seat, ply));
                    }
                    ply += 1;
                })
                .expect("the record is good");
            let analysis = analysed(record, 1);
            for seat in Seat::all(record.players.len()) {
                let judged: Vec<usize> = analysis.judgements(seat).iter().map(|one| one.ply).collect();
                let expected: Vec<usize> = free.iter().filter(|one| one.0 == seat).map(|one| one.1).collect();
                assert_eq!(judged, expected, "{mode}, seat {seat}");
            }
        }
    }
    on_every_mode(&Forced);
}

/// In a game of bots that search, one move is replaced by the worst that can be played; it is found out.
#[test]
fn a_planted_blunder_is_found() {
    let of_two = planted::<PointCity>(2, 8);
    let of_four = planted::<PointCity>(4, 8);
    planted::<BetweenTwoCities>(2, 60);
    planted::<BetweenTwoCities>(4, 50);
    // The error of a confirmation depends on the number of players, and like the cost it is that of the part that lasts.
    assert!((0.45..0.9).contains(&of_two) && (0.9..1.2).contains(&of_four), "{of_two}, {of_four}");
}

/// Plants a move, checks the verdict on it, and returns the standard error of its cost.
fn planted<G: Evaluate + Talker>(players: usize, at: usize) -> f64 {
    let variant =
        *G::variants().iter().find(|&&variant| G::players(variant).contains(&players)).expect("one");
    let (setup, _) = G::deal_from(&seed(), variant, players);
    let mut record = Record::<G>::new(vec!["bot".to_owned(); players], setup, "test", None);
    let mut bots: Vec<_> = (0..players as u64)
        .map(|number| bot::<G>(Level::Hard(Budget::Sims(40)), &seed().child(number), system_clock))
        .collect();
    let (mut moves, mut planted) = (0, None);
    let end = play_out::<G>(
        G::start(&record.setup),
        |state, seat| {
            let view = G::view(state, Viewer::Seat(seat));
            let legal = G::legal_moves(&view);
            moves += 1;
            let points = |one: &&LegalMove<G::Move, G::Worth>| G::appeal(&view, one)[0];
            if let (Some(best), Some(worst)) =
                (legal.iter().max_by_key(points), legal.iter().min_by_key(points))
            {
                if planted.is_none()
                    && moves > at
                    && !G::seals(best.mv)
                    && points(&best) >= points(&worst) + 6
                {
                    planted = Some(moves - 1);
                    return Some(worst.mv);
                }
            }
            Some(bots[seat.index()].choose(&view))
        },
        |_, seat, mv| record.push(seat, mv),
    );
    record.finish(&G::outcome(&end).expect("it is over"), None);
    let planted = planted.expect("there was a choice");
    let analysis = analysed(&record, 1);
    let view = analysis.view_before(planted).expect("it is a decision");
    let (_, played) = record.moves().nth(planted).expect("it was played");
    let found = townhall_analysis::judge::<G>(view, played, 150, &seed()).expect("there was a choice");
    assert!(found.mark >= Mark::Slip, "{}: {found:?}", G::ID);
    let why = found.why.expect("it has a reason");
    // Among neighbours the better move also helps opponents.
    assert!(players > 2 || why.chances[1] > why.chances[0], "{}: {why:?}", G::ID);
    let is_explained = !why.terms.is_empty() || !why.line.is_empty();
    assert!(found.best != found.played && is_explained, "{}: {why:?}", G::ID);
    assert_eq!(found.gained, None);
    found.error
}

/// Most mistakes have a reason in the game's terms. The gain over the obvious move is given for good moves only.
#[test]
fn mistakes_have_reasons_and_good_moves_gains() {
    #[derive(Debug, Default)]
    struct Reasons {
        mistakes: Cell<usize>,
        explained: Cell<usize>,
        gains: Cell<usize>,
        lines: Cell<usize>,
    }
    fn add(sum: &Cell<usize>, number: usize) {
        sum.set(sum.get() + number);
    }
    impl Check for Reasons {
        fn check<G: Evaluate + Talker>(&self, mode: &str, record: &Record<G>) {
            let analysis = analysed(record, 400);
            let all: Vec<_> =
                Seat::all(record.players.len()).flat_map(|seat| analysis.judgements(seat)).collect();
            let whys: Vec<_> = all.iter().filter_map(|one| one.why.as_ref()).collect();
            add(&self.mistakes, whys.len());
            add(&self.explained, whys.iter().filter(|why| !why.terms.is_empty()).count());
            add(&self.lines, whys.iter().filter(|why| !why.line.is_empty()).count());
            for why in whys {
                assert!(why.chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{mode}: {why:?}");
                assert!(why.line.len() <= 3, "{mode}: {why:?}");
                assert!(why.line.iter().all(|turn| turn.r#move.read::<G::Move>().is_ok()), "{mode}: {why:?}");
            }
            for one in &all {
                assert_eq!(one.why.is_some(), one.mark >= Mark::Inexact, "{mode}: {one:?}");
                let Some(gained) = one.gained else { continue };
                assert!(one.mark < Mark::Inexact && gained.points > 0.0, "{mode}: {one:?}");
                assert_ne!(gained.over, one.played, "{mode}: {one:?}");
                add(&self.gains, 1);
            }
        }
    }
    let reasons = Reasons::default();
    on_every_mode(&reasons);
    assert!(2 * reasons.explained.get() >= reasons.mistakes.get(), "{reasons:?}");
    assert!(reasons.gains.get() > 0 && reasons.lines.get() > 0, "{reasons:?}");
}

/// The view of the seat that moved, before each move.
fn views<G: Evaluate>(record: &Record<G>) -> Vec<G::View> {
    let mut views = Vec::new();
    let each = |before: &G::State, seat, _, _: &_| views.push(G::view(before, Viewer::Seat(seat)));
    record.replay_each(each).expect("the record is good");
    views
}

/// In Point City a player is blamed only for what an expert would not have played either: the analysis never contradicts a hint.
#[test]
fn what_an_expert_plays_is_not_blamed() {
    let record = golden::<PointCity>("point-city-standard-2");
    for view in views(&record).into_iter().step_by(26) {
        let level = Level::Expert(Budget::Sims(6000));
        let best = thoughts::<PointCity>(level, &seed().child(1), &view, system_clock)[0].mv;
        let verdict = townhall_analysis::judge::<PointCity>(&view, best, 300, &seed());
        assert!(verdict.as_ref().is_none_or(|one| one.mark < Mark::Inexact), "{verdict:?}");
    }
}

/// Where the rollout policy and the search prefer different moves, the mark follows the search.
#[test]
fn the_mark_follows_the_search() {
    let record = golden::<PointCity>("point-city-standard-2");
    for ply in [15, 31] {
        let view = &views(&record)[ply];
        let seat = PointCity::viewer(view).seat().expect("a player's view");
        let state = PointCity::sample(view, &mut seed().stream("a state"));
        let usual = PointCity::rollout_move(&state, seat).expect("the policy has a move");
        let level = Level::Expert(Budget::Sims(6000));
        let favourite = thoughts::<PointCity>(level, &seed(), view, system_clock)[0].mv;
        assert_ne!(usual, favourite, "ply {ply}");
        let judged = |mv| {
            townhall_analysis::judge::<PointCity>(view, mv, 200, &seed()).expect("there are several moves")
        };
        let (praised, blamed) = (judged(favourite), judged(usual));
        assert_eq!((praised.mark, praised.best, praised.cost), (Mark::Best, favourite, 0.0), "ply {ply}");
        assert!(blamed.mark >= Mark::Inexact && blamed.best == favourite, "ply {ply}: {blamed:?}");
    }
}

/// The report on a game that bots play, after so many continuations.
fn game_of<G: Evaluate>(levels: &[Level], sims: u32) -> Report<G::Move> {
    analysed(&played::<G>(levels, G::variants()[0], &seed()), sims).report()
}

/// A game that bots play.
fn played<G: Evaluate>(levels: &[Level], variant: G::Variant, seed: &Seed) -> Record<G> {
    let (setup, _) = G::deal_from(seed, variant, levels.len());
    let mut record = Record::<G>::new(vec!["bot".to_owned(); levels.len()], setup, "test", None);
    let mut bots: Vec<_> = levels.iter().map(|&level| bot::<G>(level, seed, system_clock)).collect();
    let end = play_out::<G>(
        G::start(&record.setup),
        |state, seat| Some(bots[seat.index()].choose(&G::view(state, Viewer::Seat(seat)))),
        |_, seat, mv| record.push(seat, mv),
    );
    record.finish(&G::outcome(&end).expect("it is over"), None);
    record
}

/// A mistake is charged to one move. A placement is not charged with those of the seat's next placement, which is judged itself.
#[test]
fn no_mistake_is_charged_twice() {
    let casual = Level::Casual(Budget::Sims(20));
    let mut reasons = Reasons::default();
    for game in 0..2 {
        for players in [2, 3, 4] {
            let variant = BetweenTwoCities::variants()[usize::from(players == 2)];
            let levels: Vec<_> = [Level::Greedy, casual].into_iter().cycle().take(players).collect();
            let record = played::<BetweenTwoCities>(&levels, variant, &seed().child(game));
            reasons.add(&record, &analysed(&record, 60 * record.moves().count() as u32), None);
        }
    }
    assert!(reasons.marked > 20 && reasons.twice == 0, "{} of {}", reasons.twice, reasons.marked);
}

/// The turning of a card is not charged with the take after it, although the rollout policy would take in the same way. In these games
/// alone it once was.
#[test]
fn a_flip_is_not_charged_with_the_take_after_it() {
    let mut reasons = Reasons::default();
    let alone: Vec<_> = PointCity::variants().iter().copied().filter(|variant| variant.is_solo()).collect();
    for game in [35, 56] {
        let variant = alone[game as usize % alone.len()];
        let record = played::<PointCity>(&[Level::Casual(Budget::Sims(20))], variant, &seed().child(game));
        reasons.add(&record, &analysed(&record, 150 * record.moves().count() as u32), None);
    }
    assert!(reasons.marked > 5 && reasons.twice == 0, "{} of {}", reasons.twice, reasons.marked);
}

/// A move with more expected points that helps others even more is not called better than one that surely wins more often.
#[test]
fn a_move_that_wins_more_often_is_no_mistake() {
    let record = golden::<BetweenTwoCities>("between-two-cities-standard-3");
    let analysis = Analysis::new(&record, SeatSet::all(3), &seed()).expect("it is over");
    // The choice wins about every 25th game; with the one of the most points it would win none.
    let ply = 43;
    let (_, mv) = record.moves().nth(ply).expect("the game is longer");
    let verdict = analysis.judge_instead(ply, mv, 20_000, &seed()).expect("it is a choice");
    assert!(verdict.mark < Mark::Inexact, "{verdict:?}");
}

/// Places that only differ by a reflection or a rotation of the city are equally good, although the evaluation does not know it.
#[test]
fn a_mirrored_placement_is_no_mistake() {
    let (mut alike, seed) = (0, seed());
    let choose = |state: &between_two_cities::State, seat: Seat| {
        let view = BetweenTwoCities::view(state, Viewer::Seat(seat));
        let moves: Vec<_> = BetweenTwoCities::legal_moves(&view).into_iter().map(|legal| legal.mv).collect();
        let is_early = view.turn_number() == 1 && view.phase() == Phase::Place;
        for &mv in moves.iter().filter(|_| is_early) {
            let is_mirrored = |other| other != mv && BetweenTwoCities::is_alike(&view, mv, other);
            alike += moves.iter().filter(|&&other| is_mirrored(other)).count();
            let one = judge::<BetweenTwoCities>(&view, mv, 300, &seed).expect("there is a choice");
            assert!(!is_mirrored(one.best), "{mv} is no worse than {} in {view:?}", one.best);
        }
        BetweenTwoCities::rollout_move(state, seat)
    };
    let deal = BetweenTwoCities::deal_from(&seed, Variant::TwoPlayer, 2).0;
    play_out::<BetweenTwoCities>(BetweenTwoCities::start(&deal), choose, |_, _, _| ());
    assert!(alike > 10, "{alike}");
}

/// Of two players of Point City, the evaluation misses more of what the weaker one loses. So the weaker one's effects are raised more.
#[test]
fn the_effects_of_weak_players_are_raised() {
    let levels = [Level::Greedy, Level::Random];
    let record = played::<PointCity>(&levels, PointCity::variants()[0], &seed());
    let analysis = analysed(&record, 20 * record.moves().count() as u32);
    let [greedy, random] = [0, 1].map(|seat| {
        let found = analysis.effects(Seat::new(seat))[usize::from(seat)];
        let own = analysis.parts(Seat::new(seat)).own;
        let raised = own.mean / found.mean;
        assert!(own.error > raised * found.error, "the interval contains the doubt about {raised}");
        raised
    });
    assert!(1.0 < greedy && greedy < random && random < 2.0, "{greedy}, {random}");
}

/// Between players who make no mistakes of which the analysis is sure, luck and skill are uncertain.
#[test]
fn luck_and_skill_are_uncertain_among_strong_players() {
    let expert = Level::Expert(Budget::Sims(100));
    assert!(game_of::<PointCity>(&[expert; 2], 300).uncertain);
    assert!(!game_of::<PointCity>(&[expert, Level::Random], 300).uncertain);
}

/// Accuracy is the share of the stakes that the costs left, and separates weak from strong players in both games.
#[test]
fn better_players_keep_more_of_what_was_at_stake() {
    fn check<G: Evaluate>(levels: &[Level], sims: u32, margin: f64) {
        let report = game_of::<G>(levels, sims);
        let accuracies: Vec<f64> = report.seats.iter().map(|seat| seat.accuracy).collect();
        let [weakest, .., strongest] = accuracies[..] else { panic!("there are several levels") };
        let is_apart = accuracies.is_sorted() && weakest + margin < strongest;
        assert!(is_apart, "{}: {accuracies:?}", G::ID);
        for seat in report.seats {
            let sum = |of: fn(&Judgement<G::Move>) -> f64| seat.decisions.iter().map(of).sum::<f64>();
            let kept = 100.0 * (1.0 - sum(|one| one.cost) / sum(|one| one.stake));
            assert!((seat.accuracy - kept.max(0.0)).abs() < 0.06, "{} and not {kept}", seat.accuracy);
            let [low, high] = seat.accuracy_interval;
            assert!(0.0 <= low && low <= seat.accuracy && seat.accuracy <= high && high <= 100.0);
            assert!(seat.decisions.iter().all(|one| one.stake >= one.cost && one.cost >= 0.0));
        }
    }
    let expert = Level::Expert(Budget::Sims(100));
    check::<PointCity>(&[Level::Random, expert], 500, 40.0);
    check::<BetweenTwoCities>(&[Level::Random, Level::Greedy, expert], 2000, 13.0);
}

/// Step by step it comes to the same as at once, says how much is done, and judges nothing that was not looked at.
#[test]
fn steps_come_to_the_same() {
    let record = golden::<PointCity>("point-city-standard-2");
    let mut analysis = Analysis::new(&record, SeatSet::all(2), &seed()).expect("it is over");
    let budget = Budget::Sims(200);
    assert_eq!(analysis.judgements(Seat::new(0)), []);
    let mut progress = vec![analysis.progress(budget)];
    while analysis.step(budget) {
        progress.push(analysis.progress(budget));
    }
    assert!(analysis.report() == analysed(&record, 200).report());
    assert!(progress.is_sorted() && progress.first() == Some(&0.0) && progress.last() == Some(&1.0));
}

/// Any move may be tried in the place of one that was played: the best one costs nothing, and the one that was played as
/// much as was said of it.
#[test]
fn other_moves_are_judged() {
    let record = golden::<BetweenTwoCities>("between-two-cities-standard-3");
    let analysis = analysed(&record, 15_000);
    let judgements = Seat::all(3).flat_map(|seat| analysis.judgements(seat));
    let worst = judgements.max_by(|a, b| a.cost.total_cmp(&b.cost)).expect("there are decisions");
    let choices = analysis.choices(worst.ply).expect("it is a decision");
    assert!(choices.contains(&worst.played) && choices.contains(&worst.best));
    let judged = |mv| analysis.judge_instead(worst.ply, mv, 4000, &seed()).expect("there are several moves");
    assert!(judged(worst.best).mark <= Mark::Good, "{:?}", judged(worst.best));
    let again = judged(worst.played);
    assert!((again.cost - worst.cost).abs() < 0.6, "{} is not about {}", again.cost, worst.cost);
    assert!(analysis.choices(10_000).is_none());
}

/// With hindsight nothing is worse than what was played, and the answer does not depend on how often it is asked. The last
/// move of a game is known for certain.
#[test]
fn hindsight_knows_everything() {
    struct Hindsight;
    impl Check for Hindsight {
        fn check<G: Evaluate + Talker>(&self, mode: &str, record: &Record<G>) {
            let moves: Vec<_> = record.moves().collect();
            let mut players = 0;
            for (ply, &(seat, _)) in moves.iter().enumerate().rev().step_by(11) {
                let found = hindsight(record, ply).expect("the record is good");
                assert_eq!(found.is_some(), seat.index() < record.players.len(), "{mode}: move {ply}");
                assert!(found.is_none_or(|one| one.gain >= 0.0), "{mode}: move {ply}");
                players += usize::from(found.is_some());
            }
            assert!(players > 0, "{mode}");
            assert!(hindsight(record, moves.len()).expect("the record is good").is_none());
        }
    }
    on_every_mode(&Hindsight);
}

/// An analysis can be worked on step by step. After each step there is a report, and the curve fills in from the beginning.
#[test]
fn it_can_be_interrupted() {
    let record = golden::<PointCity>("point-city-solo-medium-1");
    let mut analysis = Analysis::new(&record, SeatSet::all(1), &seed()).expect("it is over");
    let mut points = 0;
    for _ in 0..12 {
        assert!(analysis.step(Budget::Sims(20_000)));
        let curve = analysis.curve(Seat::new(0));
        assert!(curve.len() >= points && curve.is_sorted_by_key(|point| point.moves));
        points = curve.len();
    }
    assert!(points > 12);
    analysis.run(Budget::Sims(2000), system_clock);
    let curve = analysis.curve(Seat::new(0));
    let band = |point: &townhall_analysis::Point| point.band[1] - point.band[0];
    let end = &curve[curve.len() - 4];
    assert!(band(&curve[0]) > 2.0 * band(end), "what is to come is less and less uncertain: {curve:?}");
}

/// A game that is not over has nothing to split, and a damaged record says what is wrong with it.
#[test]
fn an_unfinished_game_is_refused() {
    let mut record = golden::<PointCity>("point-city-standard-2");
    record.truncate_moves(9);
    let refused = Analysis::new(&record, SeatSet::all(2), &seed()).err();
    assert!(matches!(refused, Some(RecordError { fault: RecordFault::Unfinished { moves: 9 }, .. })));
}

/// High Card in a wrapper, which can claim to have perfect information.
#[path = "../../tabletop/tests/tabletop/broken.rs"]
mod broken;

type Open = broken::Broken<{ broken::defect::CLAIMS_PERFECT }>;

impl Greedy for Open {
    fn appeal(_: &Self::View, legal: &LegalMove<Self::Move, Self::Worth>) -> [i32; 3] {
        [legal.worth.card.into(), 0, 0]
    }
}

impl Think for Open {}

impl Talker for Open {}

impl Evaluate for Open {}

#[test]
fn nothing_is_drawn_with_perfect_information() {
    let (setup, _) = Open::deal_from(&seed(), Open::variants()[0], 3);
    let mut record = Record::<Open>::new(vec!["bot".to_owned(); 3], setup, "test", None);
    let start = Open::start(&record.setup);
    let mut rng = seed().stream("moves");
    let end = play_out_randomly::<Open>(start, &mut rng, |_, seat, mv| record.push(seat, mv));
    record.finish(&Open::outcome(&end).expect("it is over"), None);
    for seat in analysed(&record, 2000).report().seats {
        assert_eq!(seat.parts.draws, Figure::exact(0.0));
        let sum: f64 = seat.parts.figures().iter().map(|figure| figure.mean).sum();
        assert!((sum - seat.lead).abs() < 1e-9, "{seat:?}");
    }
}

/// A game needs no evaluation of its own: without one, all seats play on greedily to the end.
#[test]
fn a_game_without_an_evaluation_can_be_analysed() {
    let (setup, _) = HighCard::deal_from(&seed(), HighCard::variants()[0], 3);
    let mut record = Record::<HighCard>::new(vec!["bot".to_owned(); 3], setup, "test", None);
    let start = HighCard::start(&record.setup);
    let end = play_out_randomly::<HighCard>(start, &mut seed().stream("moves"), |_, seat, mv| {
        record.push(seat, mv)
    });
    record.finish(&HighCard::outcome(&end).expect("it is over"), None);
    for seat in analysed(&record, 2000).report().seats {
        let sum: f64 = seat.parts.figures().iter().map(|figure| figure.mean).sum();
        assert!((sum - seat.lead).abs() < 1e-9 && !seat.decisions.is_empty(), "{seat:?}");
    }
}

/// Whatever the others choose at the same time, a sealed choice gets the same verdict.
#[test]
fn simultaneous_choices_of_others_change_no_verdict() {
    let (setup, _) = BetweenTwoCities::deal_from(&seed(), BetweenTwoCities::variants()[0], 3);
    let verdicts = [1, 2].map(|number| {
        let mut record = Record::<BetweenTwoCities>::new(vec!["bot".to_owned(); 3], setup, "test", None);
        let mut state = BetweenTwoCities::start(&setup);
        let mv = BetweenTwoCities::random_move(&state, Seat::new(0), &mut seed().stream("the same"))
            .expect("a choice");
        record.push(Seat::new(0), mv);
        BetweenTwoCities::play_unchecked(&mut state, Seat::new(0), mv);
        let mut rng = seed().child(number).stream("moves");
        let end = play_out_randomly::<BetweenTwoCities>(state, &mut rng, |_, seat, mv| record.push(seat, mv));
        record.finish(&BetweenTwoCities::outcome(&end).expect("it is over"), None);
        let others: Vec<_> = record.moves().skip(1).take(2).collect();
        let verdict = analysed(&record, 6000).judgements(Seat::new(0)).remove(0);
        (verdict, others)
    });
    let [(one, chosen), (other, others)] = verdicts;
    assert!(chosen != others, "the others choose something else");
    assert_eq!(one, other);
}
