//! The games of an arena: duplicate deals with every rotation of seats.

use std::time::Instant;

use tabletop::{Game, Seat, SeatSet, Seed, Viewer, play_out};
use townhall_bots::{Bot, Oracle, bot, system_clock};

use crate::{cli::Contestant, commands::mode::Chosen, games::Playable};

enum Player<G: Game> {
    Bot(Box<dyn Bot<G>>),
    Oracle(Oracle),
}

impl<G: Playable> Player<G> {
    fn new(contestant: Contestant, seed: &Seed) -> Self {
        match contestant {
            Contestant::Bot(level) => Self::Bot(bot::<G>(level, seed, system_clock)),
            Contestant::Oracle(budget) => Self::Oracle(Oracle::new(*seed, budget, system_clock)),
        }
    }

    fn choose(&mut self, state: &G::State, seat: Seat) -> G::Move {
        let view = G::view(state, Viewer::Seat(seat));
        match self {
            Self::Bot(bot) => bot.choose(&view),
            Self::Oracle(oracle) => oracle.choose::<G>(&view, state),
        }
    }
}

/// One finished game.
pub(super) struct Played {
    /// For each seat, the index in the line-up of the contestant who sat there.
    pub(super) seated: Vec<usize>,
    /// The points of each seat.
    pub(super) points: Vec<i32>,
    /// Who won.
    pub(super) winners: SeatSet,
    /// How long each decision took, in milliseconds, by seat.
    pub(super) times: Vec<Vec<f32>>,
}

/// In how many ways a line-up can be seated by going round the table, without playing the same
/// seating twice.
pub(super) fn rotations(line_up: &[Contestant]) -> usize {
    let players = line_up.len();
    let same = |by: usize| (0..players).all(|seat| line_up[seat] == line_up[(seat + by) % players]);
    (1..players).find(|&by| same(by)).unwrap_or(players)
}

/// Plays one deal with every rotation of the line-up.
pub(super) fn play_deal<G: Playable>(chosen: &Chosen<G>, line_up: &[Contestant], seed: &Seed) -> Vec<Played> {
    let (setup, _) = G::deal_from(seed, chosen.variant, chosen.players);
    let play = |rotation: usize| {
        let seated: Vec<usize> = (0..line_up.len()).map(|seat| (seat + rotation) % line_up.len()).collect();
        let mut players: Vec<Player<G>> =
            seated.iter().zip(1..).map(|(&who, n)| Player::new(line_up[who], &seed.child(n))).collect();
        let mut times = vec![Vec::new(); line_up.len()];
        let choose = |state: &G::State, seat: Seat| {
            let start = Instant::now();
            let mv = players[seat.index()].choose(state, seat);
            times[seat.index()].push(start.elapsed().as_secs_f32() * 1000.0);
            Some(mv)
        };
        let end = play_out::<G>(G::start(&setup), choose, |_, _, _| ());
        let outcome = G::outcome(&end).expect("a game in which no seat may act is over");
        Played { seated, points: G::points(&outcome), winners: G::winners(&outcome), times }
    };
    (0..rotations(line_up)).map(play).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_up(text: &str) -> Vec<Contestant> {
        text.split(' ').map(|name| name.parse().expect("a contestant")).collect()
    }

    #[test]
    fn seatings_that_are_the_same_are_played_once() {
        assert_eq!(rotations(&line_up("greedy random")), 2);
        assert_eq!(rotations(&line_up("greedy random greedy random")), 2);
        assert_eq!(rotations(&line_up("greedy random random random")), 4);
        assert_eq!(rotations(&line_up("greedy greedy greedy")), 1);
    }
}
