//! Many games at once, which read actions from arrays and write observations and masks into arrays.

use std::thread;

use tabletop::{Encode, Seat, SeatSet, Seed, Viewer, encode::Progress, encode::Space};
use townhall_bots::{Bot, Level, bot, system_clock};

use crate::{
    agreement::Choices,
    catalogue::{Mode, PackagedGame, Reward, Visitor},
};

/// The arrays that a step writes, of all games one after another.
pub(crate) struct Arrays<'a> {
    /// The shape is (games, players, bytes).
    pub(crate) observations: &'a mut [u8],
    /// The shape is (games, players, actions).
    pub(crate) masks: &'a mut [bool],
    /// The shape is (games, players).
    pub(crate) rewards: &'a mut [f32],
    /// The shape is (games).
    pub(crate) done: &'a mut [bool],
    /// The shape is (games, players).
    pub(crate) acting: &'a mut [bool],
    /// The shape is (games, players). They are written when a game ends.
    pub(crate) points: &'a mut [i32],
}

impl<'a> Arrays<'a> {
    /// Splits off the arrays of the first `games` games.
    fn split(&mut self, games: usize, sizes: &Sizes) -> Self {
        let seats = games * sizes.players;
        Self {
            observations: cut(&mut self.observations, seats * sizes.bytes),
            masks: cut(&mut self.masks, seats * sizes.actions),
            rewards: cut(&mut self.rewards, seats),
            done: cut(&mut self.done, games),
            acting: cut(&mut self.acting, seats),
            points: cut(&mut self.points, seats),
        }
    }
}

fn cut<'a, T>(all: &mut &'a mut [T], length: usize) -> &'a mut [T] {
    let (first, rest) = std::mem::take(all).split_at_mut(length);
    *all = rest;
    first
}

/// The lengths of the arrays of one game.
#[derive(Clone, Copy)]
pub(crate) struct Sizes {
    pub(crate) players: usize,
    pub(crate) bytes: usize,
    pub(crate) actions: usize,
}

/// An action that is not legal.
pub(crate) struct Refused {
    pub(crate) game: usize,
    pub(crate) seat: usize,
    pub(crate) action: i32,
    pub(crate) legal: usize,
}

/// Many games at once.
pub(crate) trait AnyBatch: Send {
    fn space(&self) -> Space;
    fn sizes(&self) -> Sizes;
    fn games(&self) -> usize;
    fn variant(&self) -> String;
    fn environment(&self) -> &'static str;
    /// Deals new games.
    fn reset(&mut self, seed: &Seed, arrays: Arrays<'_>);
    /// Finds the first action that is not legal.
    fn check(&self, actions: &[i32]) -> Result<(), Refused>;
    /// Makes one step in each game. The actions must be legal.
    fn step(&mut self, actions: &[i32], arrays: Arrays<'_>);
    /// Writes a random legal action for each seat that acts, and 0 for the others.
    fn sample(&mut self, actions: &mut [i32]);
}

/// The settings that all games of a batch share.
struct Common<G: Encode> {
    mode: Mode<G>,
    sizes: Sizes,
    reward: Reward,
    opponents: [Option<Level>; 8],
    bots: SeatSet,
    seed: Seed,
    series: u64,
    games: usize,
    observe_all: bool,
}

/// A game of a batch.
struct Table<G: Encode> {
    state: G::State,
    partials: [G::Partial; 8],
    /// The seats whose actions the next step takes, and the bots that act with them.
    acting: SeatSet,
    /// The legal actions of the seats that act, one seat after another, and the end of those of each seat.
    legal: Vec<u16>,
    ends: [u32; 8],
    bots: [Option<Box<dyn Bot<G>>>; 8],
    /// The number of the game in the series.
    number: u64,
    choices: Choices,
}

struct Batch<G: Encode> {
    common: Common<G>,
    tables: Vec<Table<G>>,
    threads: usize,
}

impl<G: PackagedGame> Table<G> {
    fn new(common: &Common<G>, index: usize) -> Self {
        let mut table = Self {
            state: G::start(&G::deal_from(&common.seed, common.mode.variant, common.mode.players).0),
            partials: Default::default(),
            acting: SeatSet::EMPTY,
            legal: Vec::with_capacity(128),
            ends: [0; 8],
            bots: Default::default(),
            number: index as u64,
            choices: Choices::of_game(common.series, index as u64),
        };
        table.deal(common);
        table
    }

    fn deal(&mut self, common: &Common<G>) {
        let seed = common.seed.child(self.number);
        self.state = G::start(&G::deal_from(&seed, common.mode.variant, common.mode.players).0);
        self.partials = Default::default();
        self.choices = Choices::of_game(common.series, self.number);
        for (number, (bot_in_seat, level)) in (1..).zip(self.bots.iter_mut().zip(common.opponents)) {
            *bot_in_seat = level.map(|level| bot::<G>(level, &seed.child(number), system_clock));
        }
    }

    fn play_bot(&mut self, seat: Seat) {
        if let Some(bot) = &mut self.bots[seat.index()] {
            let mv = bot.choose(&G::view(&self.state, Viewer::Seat(seat)));
            G::play_unchecked(&mut self.state, seat, mv);
        }
    }

    /// Plays automata and bots until a seat without a bot acts, or the game is over.
    fn advance(&mut self, common: &Common<G>) {
        loop {
            while let Some((seat, mv)) = G::automatic_move(&self.state) {
                G::play_unchecked(&mut self.state, seat, mv);
            }
            self.acting = G::at_once(&self.state);
            let only_bots = self.acting.iter().all(|seat| common.bots.contains(seat));
            if self.acting.is_empty() || !only_bots {
                return;
            }
            self.acting.iter().for_each(|seat| self.play_bot(seat));
        }
    }

    fn step(&mut self, common: &Common<G>, actions: &[i32], arrays: Arrays<'_>) {
        let Arrays { observations, masks, rewards, done, acting, points } = arrays;
        self.clear(common, masks);
        rewards.fill(0.0);
        done[0] = false;
        let before = self.acting;
        for seat in before.iter() {
            let index = seat.index();
            if common.bots.contains(seat) {
                self.play_bot(seat);
                continue;
            }
            match G::act(&self.state, seat, &self.partials[index], actions[index] as usize) {
                Some(Progress::More(more)) => self.partials[index] = more,
                Some(Progress::Move(mv)) => {
                    G::play_unchecked(&mut self.state, seat, mv);
                    self.partials[index] = G::Partial::default();
                }
                None => unreachable!("the actions were checked"),
            }
        }
        self.advance(common);
        while let Some(outcome) = G::outcome(&self.state) {
            done[0] = true;
            common.reward.write::<G>(&outcome, rewards);
            points.iter_mut().zip(G::points(&outcome)).for_each(|(into, points)| *into = points);
            self.number += common.games as u64;
            self.deal(common);
            self.advance(common);
        }
        self.write(common, before, observations, masks, acting);
    }

    /// Clears the masks of the seats that acted.
    fn clear(&mut self, common: &Common<G>, masks: &mut [bool]) {
        let mut start = 0;
        for (seat, end) in self.ends.into_iter().enumerate().take(common.sizes.players) {
            let mask = &mut masks[seat * common.sizes.actions..][..common.sizes.actions];
            self.legal[start..end as usize].iter().for_each(|&action| mask[usize::from(action)] = false);
            start = end as usize;
        }
    }

    /// Writes observations and masks. They are zero for seats that do not act.
    fn write(
        &mut self,
        common: &Common<G>,
        before: SeatSet,
        observations: &mut [u8],
        masks: &mut [bool],
        acting: &mut [bool],
    ) {
        let Sizes { players, bytes, actions } = common.sizes;
        self.legal.clear();
        for (seat, is_acting) in Seat::all(players).zip(acting) {
            let index = seat.index();
            let observation = &mut observations[index * bytes..][..bytes];
            let acts = self.acting.contains(seat) && !common.bots.contains(seat);
            *is_acting = acts;
            if acts {
                let (mask, legal) = (&mut masks[index * actions..][..actions], &mut self.legal);
                G::for_each_action(&self.state, seat, &self.partials[index], |action| {
                    legal.push(action);
                    mask[usize::from(action)] = true;
                });
            }
            self.ends[index] = self.legal.len() as u32;
            if acts || common.observe_all {
                G::observe(&self.state, seat, &self.partials[index], observation);
            } else if before.contains(seat) {
                observation.fill(0);
            }
        }
    }

    fn legal_of(&self, seat: usize) -> &[u16] {
        let start = if seat == 0 { 0 } else { self.ends[seat - 1] };
        &self.legal[start as usize..self.ends[seat] as usize]
    }
}

impl<G: PackagedGame> Batch<G> {
    /// Calls `each` with every table, its index and its part of the arrays, in several threads.
    fn for_each_table(
        &mut self,
        mut arrays: Arrays<'_>,
        each: impl Fn(&Common<G>, &mut Table<G>, usize, Arrays<'_>) + Sync,
    ) {
        let common = &self.common;
        let share = self.tables.len().div_ceil(self.threads).max(1);
        let run = |first: usize, tables: &mut [Table<G>], mut arrays: Arrays<'_>| {
            for (index, table) in tables.iter_mut().enumerate() {
                each(common, table, first + index, arrays.split(1, &common.sizes));
            }
        };
        if self.threads == 1 {
            return run(0, &mut self.tables, arrays);
        }
        thread::scope(|scope| {
            for (number, tables) in self.tables.chunks_mut(share).enumerate() {
                let (run, arrays) = (&run, arrays.split(tables.len(), &common.sizes));
                scope.spawn(move || run(number * share, tables, arrays));
            }
        });
    }
}

impl<G: PackagedGame> AnyBatch for Batch<G> {
    fn space(&self) -> Space {
        <G as Encode>::space(self.common.mode.variant, self.common.mode.players)
    }

    fn sizes(&self) -> Sizes {
        self.common.sizes
    }

    fn games(&self) -> usize {
        self.tables.len()
    }

    fn variant(&self) -> String {
        self.common.mode.variant.to_string()
    }

    fn environment(&self) -> &'static str {
        G::ENVIRONMENT
    }

    fn reset(&mut self, seed: &Seed, mut arrays: Arrays<'_>) {
        self.common.seed = *seed;
        self.common.series = Choices::series(seed);
        arrays.observations.fill(0);
        arrays.masks.fill(false);
        arrays.rewards.fill(0.0);
        arrays.done.fill(false);
        arrays.points.fill(0);
        let whole = arrays.split(self.tables.len(), &self.common.sizes);
        self.for_each_table(whole, |common, table, index, arrays| {
            table.number = index as u64;
            table.deal(common);
            table.advance(common);
            let Arrays { observations, masks, acting, .. } = arrays;
            table.write(common, SeatSet::EMPTY, observations, masks, acting);
        });
    }

    fn check(&self, actions: &[i32]) -> Result<(), Refused> {
        let players = self.common.sizes.players;
        for (game, (table, actions)) in self.tables.iter().zip(actions.chunks_exact(players)).enumerate() {
            for (seat, &action) in actions.iter().enumerate() {
                let legal = table.legal_of(seat);
                if !legal.is_empty() && !legal.iter().any(|&legal| i32::from(legal) == action) {
                    return Err(Refused { game, seat, action, legal: legal.len() });
                }
            }
        }
        Ok(())
    }

    fn step(&mut self, actions: &[i32], arrays: Arrays<'_>) {
        let players = self.common.sizes.players;
        self.for_each_table(arrays, |common, table, index, arrays| {
            table.step(common, &actions[index * players..][..players], arrays);
        });
    }

    fn sample(&mut self, actions: &mut [i32]) {
        let players = self.common.sizes.players;
        for (table, actions) in self.tables.iter_mut().zip(actions.chunks_exact_mut(players)) {
            let mut choices = table.choices;
            for (seat, action) in actions.iter_mut().enumerate() {
                let legal = table.legal_of(seat);
                *action = if legal.is_empty() { 0 } else { legal[choices.below(legal.len())].into() };
            }
            table.choices = choices;
        }
    }
}

pub(crate) struct NewBatch<'a> {
    pub(crate) variant: Option<&'a str>,
    pub(crate) players: Option<usize>,
    pub(crate) games: usize,
    pub(crate) threads: usize,
    pub(crate) reward: Reward,
    pub(crate) opponents: [Option<Level>; 8],
    pub(crate) observe_all: bool,
}

impl Visitor for NewBatch<'_> {
    type Output = Result<Box<dyn AnyBatch>, String>;

    fn visit<G: PackagedGame>(self) -> Self::Output {
        let mode = Mode::<G>::choose(self.variant, self.players)?;
        let space = <G as Encode>::space(mode.variant, mode.players);
        let sizes = Sizes { players: mode.players, bytes: space.bytes(), actions: space.actions() };
        let with_bot = |seat: &Seat| self.opponents[seat.index()].is_some();
        let bots: SeatSet = Seat::all(8).filter(with_bot).collect();
        if let Some(seat) = bots.iter().find(|seat| seat.index() >= mode.players) {
            return Err(format!("an opponent in seat {seat}, but only {} players", mode.players));
        }
        if bots.len() == mode.players {
            return Err("opponents in all seats: at least one must be left to act".to_owned());
        }
        let seed = Seed::from_phrase("");
        let series = Choices::series(&seed);
        let common = Common {
            mode,
            sizes,
            reward: self.reward,
            opponents: self.opponents,
            bots,
            seed,
            series,
            games: self.games,
            observe_all: self.observe_all,
        };
        let tables = (0..self.games).map(|index| Table::new(&common, index)).collect();
        Ok(Box::new(Batch { common, tables, threads: self.threads }))
    }
}
