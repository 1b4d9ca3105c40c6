//! One game in play, of any type.

use std::sync::Arc;

use serde_json::{Value, json};
use tabletop::{
    Encode, Record, Seat, SeatSet, Seed, Viewer,
    encode::{Progress, Space},
    record::{DealProof, RawRecord, split},
};
use townhall_bots::{bot, system_clock};

use crate::catalogue::{Mode, PackagedGame, Reward, Visitor, level_of, visit};

/// The name of this program in records.
const SOFTWARE: &str = concat!("townhall-py ", env!("CARGO_PKG_VERSION"));

/// The errors, as Python distinguishes them.
#[derive(Debug)]
pub(crate) enum Fault {
    /// An argument has a value that it can't have.
    Value(String),
    /// A move or an action is not legal now.
    Illegal(String),
}

impl From<String> for Fault {
    fn from(text: String) -> Self {
        Self::Value(text)
    }
}

/// A game in play. Moves of the game's automata are made at once.
pub(crate) trait AnyGame: Send + Sync {
    fn copy(&self) -> Box<dyn AnyGame>;
    fn environment(&self) -> &'static str;
    fn variant(&self) -> String;
    fn players(&self) -> usize;
    fn seats(&self) -> usize;
    fn space(&self) -> Space;
    fn to_act(&self) -> SeatSet;
    fn at_once(&self) -> SeatSet;
    fn legal_actions(&self, seat: i64) -> Result<Vec<u16>, Fault>;
    fn mask(&self, seat: i64, into: &mut [bool]) -> Result<(), Fault>;
    fn observe(&self, seat: i64, into: &mut [u8]) -> Result<(), Fault>;
    fn step(&mut self, seat: i64, action: i64) -> Result<(), Fault>;
    fn returns(&self, reward: Reward) -> Vec<f32>;
    fn points(&self) -> Option<Vec<i32>>;
    fn winners(&self) -> Option<SeatSet>;
    /// Returns the move that an action completes, or `null`.
    fn move_of(&self, seat: i64, action: i64) -> Result<Value, Fault>;
    fn legal_moves(&self, seat: i64) -> Result<Vec<String>, Fault>;
    /// Makes a whole move, given as text or as JSON.
    fn play(&mut self, seat: i64, mv: &str) -> Result<(), Fault>;
    fn actions_of(&self, seat: i64, mv: &str) -> Result<Vec<u16>, Fault>;
    fn flat_index(&self, mv: &str) -> Result<Option<u64>, Fault>;
    fn flat_move(&self, index: u64) -> Option<String>;
    /// Returns the moves that everybody knows or, of a seat, also its own sealed choice.
    fn moves(&self, seat: Option<i64>) -> Result<Vec<(usize, String)>, Fault>;
    /// Returns the number of moves so far, sealed choices included.
    fn move_count(&self) -> usize;
    fn view(&self, seat: Option<i64>) -> Result<Value, Fault>;
    fn result(&self) -> Option<Value>;
    fn resample(&self, seat: i64, key: u64) -> Result<Box<dyn AnyGame>, Fault>;
    fn bot_move(&self, seat: i64, level: &str, key: u64) -> Result<String, Fault>;
    fn record(&self) -> String;
    fn setup(&self) -> Value;
    /// Returns all that another process needs to continue the game.
    fn pickled(&self) -> String;
}

/// A game in play.
struct Playing<G: Encode> {
    /// A record without moves, which contains the deal. That of a resampled game contains a deal of the sampled state.
    deal: Arc<Record<G>>,
    state: G::State,
    partials: [G::Partial; 8],
    moves: Vec<(Seat, G::Move)>,
    /// The actions that began moves which are not complete.
    begun: Vec<(Seat, u16)>,
}

impl<G: Encode> Clone for Playing<G> {
    fn clone(&self) -> Self {
        Self {
            deal: Arc::clone(&self.deal),
            state: self.state,
            partials: self.partials,
            moves: self.moves.clone(),
            begun: self.begun.clone(),
        }
    }
}

impl<G: PackagedGame> Playing<G> {
    fn start(deal: Record<G>) -> Self {
        let mut game = Self {
            state: G::start(&deal.setup),
            deal: Arc::new(deal),
            partials: Default::default(),
            moves: Vec::new(),
            begun: Vec::new(),
        };
        game.play_automata();
        game
    }

    fn of_seed(mode: &Mode<G>, seed: &Seed) -> Self {
        let (setup, commitment) = G::deal_from(seed, mode.variant, mode.players);
        let proof = DealProof { commitment, seed: Some(*seed), extra: serde_json::Map::new() };
        let names = (1..=mode.players).map(|number| format!("Player {number}")).collect();
        Self::start(Record::new(names, setup, SOFTWARE, Some(proof)))
    }

    /// Returns the game of a record after its first `count` moves, or after all.
    fn of_record(record: Record<G>, count: Option<usize>) -> Result<Self, Fault> {
        let moves: Vec<(Seat, G::Move)> = record.moves().collect();
        let count = count.unwrap_or(moves.len());
        if count > moves.len() {
            return Err(Fault::Value(format!("the record has {} moves, not {count}", moves.len())));
        }
        let mut deal = record;
        deal.truncate_moves(0);
        deal.entries.clear();
        (deal.result, deal.result_extra) = (None, serde_json::Map::new());
        let mut game = Self::start(deal);
        for (seat, mv) in moves.into_iter().take(count) {
            // Moves of automata are in the record, and have been made.
            if seat.index() < game.players() {
                game.make(seat, mv)?;
            }
        }
        Ok(game)
    }

    fn play_automata(&mut self) {
        while let Some((seat, mv)) = G::automatic_move(&self.state) {
            G::play_unchecked(&mut self.state, seat, mv);
            self.moves.push((seat, mv));
        }
    }

    fn make(&mut self, seat: Seat, mv: G::Move) -> Result<(), Fault> {
        G::play(&mut self.state, seat, mv).map_err(|error| Fault::Illegal(error.to_string()))?;
        self.made(seat, mv);
        Ok(())
    }

    fn made(&mut self, seat: Seat, mv: G::Move) {
        self.forget_begun(seat);
        self.moves.push((seat, mv));
        self.play_automata();
    }

    /// Forgets the actions of a move that is not complete.
    fn forget_begun(&mut self, seat: Seat) {
        let partial = &mut self.partials[seat.index()];
        if *partial != G::Partial::default() {
            *partial = G::Partial::default();
            self.begun.retain(|&(of, _)| of != seat);
        }
    }

    /// Returns the number of moves that everybody knows. The sealed choices of the turn follow them.
    fn open_moves(&self) -> usize {
        let sealed = Seat::all(self.seats()).filter(|&seat| G::sealed(&self.state, seat).is_some()).count();
        self.moves.len() - sealed
    }

    fn seat(&self, seat: i64) -> Result<Seat, Fault> {
        let found = usize::try_from(seat).ok().and_then(|seat| Seat::all(self.players()).nth(seat));
        found.ok_or_else(|| {
            let last = self.players() - 1;
            Fault::Value(format!("expected the seat of a player, 0 to {last}, found {seat}"))
        })
    }

    fn act(&self, seat: Seat, action: i64) -> Result<Progress<G::Move, G::Partial>, Fault> {
        let partial = &self.partials[seat.index()];
        let known = usize::try_from(action).ok();
        known.and_then(|action| G::act(&self.state, seat, partial, action)).ok_or_else(|| {
            let mut legal = 0;
            G::for_each_action(&self.state, seat, partial, |_| legal += 1);
            Fault::Illegal(match legal {
                _ if G::to_act(&self.state).is_empty() => "the game is over".to_owned(),
                0 => format!("seat {seat} may not act now"),
                _ => format!("action {action} is not legal for seat {seat}, which has {legal} legal actions"),
            })
        })
    }

    /// Reads a move from text or JSON.
    fn read_move(text: &str) -> Result<G::Move, Fault> {
        if text.trim_start().starts_with('{') {
            serde_json::from_str(text).map_err(|error| Fault::Value(error.to_string()))
        } else {
            text.parse().map_err(|error: G::MoveError| Fault::Value(error.to_string()))
        }
    }

    fn outcome(&self) -> Option<G::Outcome> {
        G::outcome(&self.state)
    }
}

impl<G: PackagedGame> AnyGame for Playing<G> {
    fn copy(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn environment(&self) -> &'static str {
        G::ENVIRONMENT
    }

    fn variant(&self) -> String {
        G::variant(&self.deal.setup).to_string()
    }

    fn players(&self) -> usize {
        G::player_count(&self.deal.setup)
    }

    fn seats(&self) -> usize {
        G::seats(&self.state)
    }

    fn space(&self) -> Space {
        G::space(G::variant(&self.deal.setup), self.players())
    }

    fn to_act(&self) -> SeatSet {
        G::to_act(&self.state)
    }

    fn at_once(&self) -> SeatSet {
        G::at_once(&self.state)
    }

    fn legal_actions(&self, seat: i64) -> Result<Vec<u16>, Fault> {
        let seat = self.seat(seat)?;
        let mut actions = Vec::with_capacity(64);
        G::for_each_action(&self.state, seat, &self.partials[seat.index()], |action| actions.push(action));
        Ok(actions)
    }

    fn mask(&self, seat: i64, into: &mut [bool]) -> Result<(), Fault> {
        let seat = self.seat(seat)?;
        into.fill(false);
        G::for_each_action(&self.state, seat, &self.partials[seat.index()], |action| {
            into[usize::from(action)] = true;
        });
        Ok(())
    }

    fn observe(&self, seat: i64, into: &mut [u8]) -> Result<(), Fault> {
        let seat = self.seat(seat)?;
        G::observe(&self.state, seat, &self.partials[seat.index()], into);
        Ok(())
    }

    fn step(&mut self, seat: i64, action: i64) -> Result<(), Fault> {
        let seat = self.seat(seat)?;
        match self.act(seat, action)? {
            Progress::More(partial) => {
                self.partials[seat.index()] = partial;
                self.begun.push((seat, action as u16));
            }
            Progress::Move(mv) => {
                G::play_unchecked(&mut self.state, seat, mv);
                self.made(seat, mv);
            }
        }
        Ok(())
    }

    fn returns(&self, reward: Reward) -> Vec<f32> {
        let mut returns = vec![0.0; self.players()];
        if let Some(outcome) = self.outcome() {
            reward.write::<G>(&outcome, &mut returns);
        }
        returns
    }

    fn points(&self) -> Option<Vec<i32>> {
        self.outcome().map(|outcome| G::points(&outcome))
    }

    fn winners(&self) -> Option<SeatSet> {
        self.outcome().map(|outcome| G::winners(&outcome))
    }

    fn move_of(&self, seat: i64, action: i64) -> Result<Value, Fault> {
        Ok(match self.act(self.seat(seat)?, action)? {
            Progress::Move(mv) => json!(mv),
            Progress::More(_) => Value::Null,
        })
    }

    fn legal_moves(&self, seat: i64) -> Result<Vec<String>, Fault> {
        let mut moves = Vec::new();
        G::for_each_legal_move(&self.state, self.seat(seat)?, |mv| moves.push(mv.to_string()));
        Ok(moves)
    }

    fn play(&mut self, seat: i64, mv: &str) -> Result<(), Fault> {
        self.make(self.seat(seat)?, Self::read_move(mv)?)
    }

    fn actions_of(&self, seat: i64, mv: &str) -> Result<Vec<u16>, Fault> {
        let (seat, mv) = (self.seat(seat)?, Self::read_move(mv)?);
        let mut copy = self.state;
        G::play(&mut copy, seat, mv).map_err(|error| Fault::Illegal(error.to_string()))?;
        let mut actions = Vec::new();
        G::for_each_action_of(&self.state, seat, mv, |action| actions.push(action));
        Ok(actions)
    }

    fn flat_index(&self, mv: &str) -> Result<Option<u64>, Fault> {
        Ok(G::flat_index(Self::read_move(mv)?))
    }

    fn flat_move(&self, index: u64) -> Option<String> {
        G::flat_move(index).map(|mv| mv.to_string())
    }

    fn moves(&self, seat: Option<i64>) -> Result<Vec<(usize, String)>, Fault> {
        let viewer = seat.map(|seat| self.seat(seat)).transpose()?;
        let (open, sealed) = self.moves.split_at(self.open_moves());
        let known = open.iter().chain(sealed.iter().filter(|(seat, _)| viewer == Some(*seat)));
        Ok(known.map(|(seat, mv)| (seat.index(), mv.to_string())).collect())
    }

    fn move_count(&self) -> usize {
        self.moves.len()
    }

    fn view(&self, seat: Option<i64>) -> Result<Value, Fault> {
        let viewer = match seat {
            Some(seat) => Viewer::Seat(self.seat(seat)?),
            None => Viewer::Spectator,
        };
        let view = serde_json::to_value(G::view(&self.state, viewer));
        view.map_err(|error| Fault::Value(error.to_string()))
    }

    fn result(&self) -> Option<Value> {
        serde_json::to_value(self.outcome()?).ok()
    }

    fn resample(&self, seat: i64, key: u64) -> Result<Box<dyn AnyGame>, Fault> {
        let seat = self.seat(seat)?;
        let view = G::view(&self.state, Viewer::Seat(seat));
        let mut rng = Seed::from_phrase("resampled by the Python package").child(key).stream("states");
        let mut game = self.clone();
        game.state = G::sample(&view, &mut rng);
        for (of, mv) in game.moves.iter_mut().skip(self.open_moves()) {
            *mv = G::sealed(&game.state, *of).unwrap_or(*mv);
        }
        // The true deal, its seed and what was added to it must not be found in the copy.
        let deal = &*self.deal;
        let setup = G::setup_of_sample(&deal.setup, &game.state);
        game.deal = Arc::new(Record::new(deal.players.clone(), setup, SOFTWARE, None));
        // The parts of moves that other seats have begun may not be possible in another state.
        for other in Seat::all(self.players()).filter(|&other| other != seat) {
            game.forget_begun(other);
        }
        Ok(Box::new(game))
    }

    fn bot_move(&self, seat: i64, level: &str, key: u64) -> Result<String, Fault> {
        let (seat, level) = (self.seat(seat)?, level_of(level)?);
        if !G::to_act(&self.state).contains(seat) {
            return Err(Fault::Illegal(format!("seat {seat} may not act now")));
        }
        let seed = Seed::from_phrase("bots of the Python package").child(key);
        let mv = bot::<G>(level, &seed, system_clock).choose(&G::view(&self.state, Viewer::Seat(seat)));
        Ok(mv.to_string())
    }

    fn record(&self) -> String {
        let mut record = (*self.deal).clone();
        self.moves.iter().for_each(|&(seat, mv)| record.push(seat, mv));
        if let Some(outcome) = self.outcome() {
            let seed = record.deal.as_ref().and_then(|deal| deal.seed);
            record.finish(&outcome, seed);
        }
        record.to_string()
    }

    fn setup(&self) -> Value {
        json!(self.deal.setup)
    }

    fn pickled(&self) -> String {
        let moves = self.moves.iter().map(|(seat, mv)| (seat.index(), mv.to_string()));
        let begun = self.begun.iter().map(|(seat, action)| (seat.index(), action));
        let (moves, begun): (Vec<_>, Vec<_>) = (moves.collect(), begun.collect());
        json!({ "deal": self.deal.to_string(), "moves": moves, "begun": begun }).to_string()
    }
}

impl<G: PackagedGame> Playing<G> {
    /// Reads the output of [`AnyGame::pickled`].
    fn unpickle(raw: RawRecord, moves: &[(i64, String)], begun: &[(i64, i64)]) -> Option<Self> {
        let mut game = Self::start(Record::read(raw).ok()?);
        for (seat, mv) in moves {
            // Moves of automata are made already.
            if let Ok(seat) = game.seat(*seat) {
                game.make(seat, mv.parse().ok()?).ok()?;
            }
        }
        for &(seat, action) in begun {
            game.step(seat, action).ok()?;
        }
        Some(game)
    }
}

pub(crate) struct NewGame<'a> {
    pub(crate) variant: Option<&'a str>,
    pub(crate) players: Option<usize>,
    pub(crate) seed: Seed,
}

impl Visitor for NewGame<'_> {
    type Output = Result<Box<dyn AnyGame>, String>;

    fn visit<G: PackagedGame>(self) -> Self::Output {
        let mode = Mode::<G>::choose(self.variant, self.players)?;
        Ok(Box::new(Playing::of_seed(&mode, &self.seed)))
    }
}

/// Returns the games of a record file, each after its first `moves` moves, or after all.
pub(crate) fn read_records(text: &str, moves: Option<usize>) -> Result<Vec<Box<dyn AnyGame>>, Fault> {
    struct FromRecord(RawRecord, Option<usize>);
    impl Visitor for FromRecord {
        type Output = Result<Box<dyn AnyGame>, Fault>;

        fn visit<G: PackagedGame>(self) -> Self::Output {
            let record = Record::<G>::read(self.0).map_err(|error| Fault::Value(error.to_string()))?;
            Ok(Box::new(Playing::of_record(record, self.1)?))
        }
    }
    let raw = split(text).map_err(|error| Fault::Value(error.to_string()))?;
    let read = |raw: RawRecord| {
        let game = raw.game().to_owned();
        visit(&game, FromRecord(raw, moves))?
    };
    raw.into_iter().map(read).collect()
}

/// Reads the output of [`AnyGame::pickled`].
pub(crate) fn unpickle(text: &str) -> Result<Box<dyn AnyGame>, Fault> {
    struct Unpickle(RawRecord, Vec<(i64, String)>, Vec<(i64, i64)>);
    impl Visitor for Unpickle {
        type Output = Option<Box<dyn AnyGame>>;

        fn visit<G: PackagedGame>(self) -> Self::Output {
            Some(Box::new(Playing::<G>::unpickle(self.0, &self.1, &self.2)?))
        }
    }
    let read = || {
        let mut value: Value = serde_json::from_str(text).ok()?;
        let raw = split(value.get("deal")?.as_str()?).ok()?.pop()?;
        let game = raw.game().to_owned();
        let moves = serde_json::from_value(value.get_mut("moves")?.take()).ok()?;
        let begun = serde_json::from_value(value.get_mut("begun")?.take()).ok()?;
        visit(&game, Unpickle(raw, moves, begun)).ok()?
    };
    read().ok_or_else(|| Fault::Value("this is not a game that was pickled by this version".to_owned()))
}

/// The variants of a game with their numbers of players.
pub(crate) struct Modes;

impl Visitor for Modes {
    type Output = Vec<(String, usize)>;

    fn visit<G: PackagedGame>(self) -> Self::Output {
        G::modes().map(|(variant, players)| (variant.to_string(), players)).collect()
    }
}

/// The space of a game.
pub(crate) struct SpaceOf<'a> {
    pub(crate) variant: Option<&'a str>,
    pub(crate) players: Option<usize>,
}

impl Visitor for SpaceOf<'_> {
    type Output = Result<Space, String>;

    fn visit<G: PackagedGame>(self) -> Self::Output {
        let mode = Mode::<G>::choose(self.variant, self.players)?;
        Ok(<G as Encode>::space(mode.variant, mode.players))
    }
}

/// Returns the numbers of the seats of a set, for Python.
pub(crate) fn numbers(seats: SeatSet) -> Vec<usize> {
    seats.iter().map(Seat::index).collect()
}

/// Checks the results and the deals of the games in a record file, and returns the number of games.
pub(crate) fn verify(text: &str) -> Result<usize, Fault> {
    struct Verify(RawRecord);
    impl Visitor for Verify {
        type Output = Result<(), String>;

        fn visit<G: PackagedGame>(self) -> Self::Output {
            let record = Record::<G>::read(self.0).map_err(|error| error.to_string())?;
            record.replay().map_err(|error| error.to_string())?;
            let proved = record.deal.as_ref().is_some_and(|deal| deal.seed.is_some());
            if proved { record.verify_deal().map_err(|error| error.to_string()) } else { Ok(()) }
        }
    }
    let raw = split(text).map_err(|error| Fault::Value(error.to_string()))?;
    let number = raw.len();
    for raw in raw {
        let game = raw.game().to_owned();
        visit(&game, Verify(raw))??;
    }
    Ok(number)
}
