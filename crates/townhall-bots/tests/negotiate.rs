//! Negotiation: answers to proposals and reactions to refusals, for every temperament.

use between_two_cities::{BetweenTwoCities, Move, State, Variant, View};
use tabletop::{Seat, Seed, Viewer, prelude::*};
use townhall_bots::{Reaction, Talker, Temperament, answer, react};

const ALL: [Temperament; 4] =
    [Temperament::Generous, Temperament::Quick, Temperament::Cautious, Temperament::Stubborn];

/// Views of bots that are to place, from random games with four players.
fn views(games: u64) -> Vec<(State, Seat, View)> {
    let mut views = Vec::new();
    for game in 0..games {
        let seed = Seed::from_phrase("negotiation").child(game);
        let mut state = BetweenTwoCities::start(&BetweenTwoCities::deal_from(&seed, Variant::Standard, 4).0);
        let mut rng = seed.stream("moves");
        while let Some(seat) = BetweenTwoCities::to_act(&state).iter().last() {
            let view = BetweenTwoCities::view(&state, Viewer::Seat(seat));
            if !BetweenTwoCities::plans(&view).is_empty() {
                views.push((state, seat, view));
            }
            let mv = BetweenTwoCities::random_move(&state, seat, &mut rng).expect("a move");
            BetweenTwoCities::play_unchecked(&mut state, seat, mv);
        }
    }
    views
}

/// Returns the reaction after these refusals.
fn reaction(view: &View, temperament: Temperament, refused: &[Move], asks: bool) -> Option<Reaction<Move>> {
    react::<BetweenTwoCities>(view, temperament, refused, asks)
}

#[test]
fn plans_are_legal_moves_with_the_best_first() {
    for (state, seat, view) in views(2) {
        let plans = BetweenTwoCities::plans(&view);
        assert!(plans.windows(2).all(|pair| pair[0].value >= pair[1].value));
        for plan in plans {
            assert!(BetweenTwoCities::play(&mut state.clone(), seat, plan.mv).is_ok());
            assert!(BetweenTwoCities::why(&view, plan.mv).is_some());
        }
    }
}

/// Generous bots decline the fewest proposals, and stubborn bots the most.
#[test]
fn generous_bots_decline_least_and_stubborn_bots_most() {
    let mut declined = [0; 4];
    let mut asked = 0;
    for (state, me, view) in views(6) {
        for seat in BetweenTwoCities::to_act(&state).iter() {
            let mut moves = Vec::new();
            BetweenTwoCities::for_each_legal_move(&state, seat, |mv| moves.push(mv));
            for mv in
                moves.into_iter().step_by(5).filter(|mv| BetweenTwoCities::may_propose(&state, me, seat, *mv))
            {
                let verdicts = ALL.map(|one| answer::<BetweenTwoCities>(&view, one, seat, mv, &[]));
                for (verdict, declined) in verdicts.iter().zip(&mut declined) {
                    let verdict = verdict.as_ref().expect("it concerns the bot");
                    *declined += u32::from(!verdict.agree);
                    assert_eq!(verdict.agree, verdict.counter.is_none());
                }
                asked += 1;
            }
        }
    }
    let [generous, quick, cautious, stubborn] = declined;
    assert!(generous < quick && quick < cautious && cautious < stubborn, "{declined:?} of {asked}");
    assert!(10 * generous < 9 * stubborn && stubborn < asked, "{declined:?} of {asked}");
}

/// Stubborn bots keep to a refused best move most often.
#[test]
fn stubborn_bots_insist_most() {
    let (mut insisted, mut announced) = ([0; 4], [0; 4]);
    for (_, _, view) in views(6) {
        let plans = BetweenTwoCities::plans(&view);
        let best = plans[0].mv;
        for (nth, temperament) in ALL.into_iter().enumerate() {
            let first = reaction(&view, temperament, &[best], true).expect("a reaction");
            let alone = plans.len() == 1;
            match first {
                Reaction::Insist(mv) => {
                    assert_eq!(mv, best);
                    insisted[nth] += u32::from(!alone);
                }
                Reaction::Counter(mv) => assert!(mv != best && !alone),
                other => panic!("{other:?} after one exchange"),
            }
            match reaction(&view, temperament, &[best, first.mv()], true).expect("a reaction") {
                Reaction::Announce(mv) => {
                    assert!(mv == best || mv == first.mv());
                    announced[nth] += u32::from(plans.len() > 2);
                }
                Reaction::GiveWay(mv) => assert!(mv != best && mv != first.mv()),
                other => panic!("{other:?} after two exchanges"),
            }
        }
    }
    let [generous, quick, cautious, stubborn] = insisted;
    assert!(quick <= generous && generous < cautious && cautious < stubborn, "{insisted:?}");
    let [generous, quick, cautious, stubborn] = announced;
    assert!(cautious <= generous && generous <= quick && quick < stubborn, "{announced:?}");
}

#[test]
fn a_bot_gives_way_if_no_partner_can_answer() {
    for (_, _, view) in views(2) {
        let plans = BetweenTwoCities::plans(&view);
        assert_eq!(reaction(&view, Temperament::Stubborn, &[], true), None);
        let expected = match plans.get(1) {
            Some(second) => Reaction::GiveWay(second.mv),
            None => Reaction::Announce(plans[0].mv),
        };
        assert_eq!(reaction(&view, Temperament::Stubborn, &[plans[0].mv], false), Some(expected));
        // Everything was refused.
        let all: Vec<Move> = plans.iter().map(|plan| plan.mv).chain([plans[0].mv]).collect();
        for temperament in ALL {
            let last = reaction(&view, temperament, &all, true);
            assert_eq!(last, Some(Reaction::Announce(plans[0].mv)));
        }
    }
}

/// No counter-proposal is a move that was refused before.
#[test]
fn refused_moves_are_not_proposed_to_a_partner_again() {
    let mut countered = 0;
    for (_, me, view) in views(2) {
        let plans = BetweenTwoCities::plans(&view);
        let worst = plans[plans.len() - 1].mv;
        let verdict = answer::<BetweenTwoCities>(&view, Temperament::Stubborn, me, worst, &[]);
        let Some((counter, _)) = verdict.and_then(|verdict| verdict.counter) else { continue };
        countered += 1;
        let again = answer::<BetweenTwoCities>(&view, Temperament::Stubborn, me, worst, &[counter]);
        assert!(again.is_some_and(|verdict| !verdict.agree && verdict.counter.is_none()));
    }
    assert!(countered > 20, "{countered}");
}

#[test]
fn neighbours_in_the_alphabet_differ() {
    let of: Vec<Temperament> = ["Ada", "Bruno", "Clara", "Dorka"].map(Temperament::of).into();
    for temperament in Temperament::ALL {
        assert!(of.contains(&temperament), "{temperament:?}");
    }
    assert_eq!(Temperament::of(""), Temperament::of(""));
}
