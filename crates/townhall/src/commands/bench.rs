//! `townhall bench`: measures the speed of the rules.

use std::{
    collections::BTreeMap,
    hint::black_box,
    io::{Write, stdout},
    time::{Duration, Instant},
};

use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde::Serialize;
use tabletop::{Game, Seat, Viewer, play_out_randomly, random::below};

use super::mode::{Chosen, choose_mode};
use crate::{
    cli::{self, Mode},
    failure::Failure,
    games::{GAMES, Playable, Visitor, visit},
};

/// How many games are played between two looks at the clock.
const AT_ONCE: u64 = 64;

/// The measurements of one game with one number of players.
#[derive(Serialize)]
struct Figures {
    games_per_s: f64,
    decisions_per_s: f64,
    state_bytes: usize,
    copy_ns: f64,
    sample_ns: f64,
}

/// Prints the figures of one game or of every game.
pub(crate) fn run(args: &cli::Bench) -> Result<(), Failure> {
    let chosen = |game: &&&str| args.game.as_deref().is_none_or(|name| name == **game);
    let chosen = GAMES.iter().filter(chosen);
    if let Some(games) = args.games {
        return chosen.copied().try_for_each(|game| visit(game, Count { games })?);
    }
    let mut all = BTreeMap::new();
    for game in chosen {
        all.insert(*game, visit(game, Measure { seconds: args.seconds })??);
    }
    if args.json {
        writeln!(stdout(), "{}", serde_json::to_string(&all).map_err(std::io::Error::from)?)?;
        return Ok(());
    }
    writeln!(
        stdout(),
        "{:<20}{:>8}{:>12}{:>14}{:>8}{:>9}{:>11}",
        "game",
        "players",
        "games/s",
        "decisions/s",
        "bytes",
        "copy ns",
        "sample ns"
    )?;
    for (game, by_players) in all {
        for (players, figures) in by_players {
            let Figures { games_per_s, decisions_per_s, state_bytes, copy_ns, sample_ns } = figures;
            writeln!(
                stdout(),
                "{game:<20}{players:>8}{games_per_s:>12.0}{decisions_per_s:>14.0}{state_bytes:>8}\
                 {copy_ns:>9.1}{sample_ns:>11.0}"
            )?;
        }
    }
    Ok(())
}

struct Measure {
    seconds: f64,
}

impl Visitor for Measure {
    type Output = Result<BTreeMap<usize, Figures>, Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let time = Duration::try_from_secs_f64(self.seconds).map_err(Failure::bad_input)?;
        let measure = |(players, chosen)| (players, measure::<G>(&chosen, time));
        Ok(modes::<G>()?.into_iter().map(measure).collect())
    }
}

/// Plays a number of games, and prints how many decisions these were. The same instructions are carried out each time.
struct Count {
    games: u64,
}

impl Visitor for Count {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        for (players, chosen) in modes::<G>()? {
            let decisions = play::<G>(&chosen, self.games, &mut random_bits());
            writeln!(stdout(), "{} with {players}: {} games, {decisions} decisions", G::ID, self.games)?;
        }
        Ok(())
    }
}

/// The numbers of players with which a game is measured, each with its usual variant.
fn modes<G: Playable>() -> Result<Vec<(usize, Chosen<G>)>, Failure> {
    let mode = |players| {
        let mode = Mode { players: Some(players), variant: None, seed: None };
        Ok((players, choose_mode(&mode)?))
    };
    G::benched().into_iter().map(mode).collect()
}

/// The source of random bits of every measurement, always the same.
fn random_bits() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(1)
}

/// Plays random games from fresh shuffles, and scores them. Returns the number of decisions.
fn play<G: Game>(chosen: &Chosen<G>, games: u64, rng: &mut Xoshiro256PlusPlus) -> u64 {
    let mut decisions = 0;
    for _ in 0..games {
        let setup = G::deal(chosen.variant, chosen.players, rng);
        let end = play_out_randomly::<G>(G::start(&setup), rng, |_, _, _| decisions += 1);
        black_box(G::outcome(&end));
    }
    decisions
}

fn measure<G: Game>(chosen: &Chosen<G>, time: Duration) -> Figures {
    let mut rng = random_bits();
    let (mut games, mut decisions) = (0, 0);
    let start = Instant::now();
    let elapsed = loop {
        decisions += play::<G>(chosen, AT_ONCE, &mut rng);
        games += AT_ONCE;
        let elapsed = start.elapsed();
        if elapsed >= time {
            break elapsed.as_secs_f64();
        }
    };
    let positions = positions::<G>(chosen, &mut rng);
    Figures {
        games_per_s: (games as f64 / elapsed).round(),
        decisions_per_s: (decisions as f64 / elapsed).round(),
        state_bytes: size_of::<G::State>(),
        copy_ns: nanoseconds_each(&positions, |(state, _)| {
            black_box(*black_box(state));
        }),
        sample_ns: nanoseconds_each(&positions, |(_, view)| {
            black_box(G::sample(black_box(view), &mut rng));
        }),
    }
}

/// Positions from all stages of random games, each with the view of some player.
fn positions<G: Game>(chosen: &Chosen<G>, rng: &mut Xoshiro256PlusPlus) -> Vec<(G::State, G::View)> {
    let mut positions = Vec::new();
    let mut picks = Xoshiro256PlusPlus::seed_from_u64(2);
    while positions.len() < 256 {
        let state = G::start(&G::deal(chosen.variant, chosen.players, rng));
        play_out_randomly::<G>(state, rng, |state, seat, _| {
            if below(&mut picks, 32) == 0 {
                let person = Seat::all(chosen.players).nth(below(&mut picks, chosen.players as u32) as usize);
                positions.push((*state, G::view(state, Viewer::Seat(person.unwrap_or(seat)))));
            }
        });
    }
    positions
}

/// The time that `each` takes for one item, in nanoseconds, rounded to a tenth.
fn nanoseconds_each<T>(items: &[T], mut each: impl FnMut(&T)) -> f64 {
    let (start, mut done) = (Instant::now(), 0u32);
    while start.elapsed() < Duration::from_millis(200) {
        items.iter().for_each(&mut each);
        done += items.len() as u32;
    }
    (start.elapsed().as_nanos() as f64 / f64::from(done) * 10.0).round() / 10.0
}
