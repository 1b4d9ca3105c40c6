//! A conformance test kit: checks that the tests of any game can run.
//!
//! A game's tests call [`check`], which plays random games of every variant and every number of players. After every
//! move it checks the requirements of [`Rules`] and [`Information`]. A violation panics with the variant, the number of
//! players, the game and the move.
//!
//! [`check`] relies on [`Information::sample`] to vary everything that a seat can't know. A game with hidden
//! information also calls [`check_secrets`], which fails if the sampler always returns the true state.

use std::{
    collections::{HashMap, HashSet},
    fmt::Write as _,
};

use serde::Serialize;
use serde_json::Value;

use crate::{
    Client, Encode, Information, Knowledge, Record, Rules, Seat, SeatSet, Seed, Viewer,
    encode::{Progress, Scale, Space},
    parts::{Changes, apply},
    random,
};

/// Plays `games` random games of every variant and player count, dealt from `phrase`, and checks
/// every requirement of [`Rules`] and [`Information`] after every move.
///
/// # Panics
/// Panics if the game breaks a promise.
pub fn check<G: Information>(games: u64, phrase: &str) {
    for (mode, (variant, players)) in G::modes().enumerate() {
        for game in 0..games {
            let seed = Seed::from_phrase(phrase).child(mode as u64).child(game);
            let at = format!("{} {variant}, {players} players, game {game}", G::ID);
            random_game::<G>(&seed, variant, players, &at);
        }
    }
}

/// Deals each mode from `phrase`, and checks for every player and for a spectator that sampling does not always return
/// the true state. If it did, the view would contain a secret. The check suits games in which something is hidden from
/// every player from the start.
///
/// # Panics
/// Panics if all of 32 samples are the true state.
pub fn check_secrets<G: Information>(phrase: &str) {
    for (mode, (variant, players)) in G::modes().enumerate() {
        let seed = Seed::from_phrase(phrase).child(mode as u64);
        let state = G::start(&G::deal_from(&seed, variant, players).0);
        let mut rng = seed.stream("samples");
        for viewer in Seat::all(players).map(Viewer::Seat).chain([Viewer::Spectator]) {
            let view = G::view(&state, viewer);
            assert!(
                (0..32).any(|_| G::sample(&view, &mut rng) != state),
                "{} {variant}, {players} players: {viewer:?} knows the whole truth",
                G::ID
            );
        }
    }
}

/// Plays random games of every mode, and checks the data for clients:
///
/// - Every viewer can derive exactly its legal moves from its offers. `expand` derives them as a client would, only
///   from the JSON of [`Client::offers`], and returns moves in their structured form. The offers of the game's own
///   automata must be empty.
/// - [`Client::open`] and [`Client::own`] together have all keys of the view.
/// - The [changes](crate::parts::Changes) since the previous move, applied to the previous views and offers, give the
///   present ones.
///
/// # Panics
/// Panics if a legal move is missing, an illegal one is offered, or the view or the applied changes differ from the
/// truth.
pub fn check_offers<G: Client>(games: u64, phrase: &str, expand: impl Fn(&Value) -> Vec<Value>) {
    for (mode, (variant, players)) in G::modes().enumerate() {
        for game in 0..games {
            let seed = Seed::from_phrase(phrase).child(mode as u64).child(game);
            let at = format!("{} {variant}, {players} players, game {game}", G::ID);
            let mut state = G::start(&G::deal_from(&seed, variant, players).0);
            let mut rng = seed.stream("moves");
            let mut clients: Vec<(Viewer, Shown<G>)> = Vec::new();
            while let Some(seat) = any_seat(G::to_act(&state), &mut rng) {
                let views: Vec<G::View> =
                    Viewer::all(G::seats(&state)).map(|viewer| G::view(&state, viewer)).collect();
                let alone: Vec<G::Offers> = views.iter().map(G::offers).collect();
                assert!(G::offers_of_all(&views) == alone, "{at}: offers_of_all and offers differ");
                for view in views {
                    let viewer = G::viewer(&view);
                    let common = G::open(&G::view(&state, Viewer::Spectator));
                    assert!(G::open(&view) == common, "{at}: the common part differs for {viewer:?}");
                    match clients.iter_mut().find(|(client, _)| *client == viewer) {
                        Some((_, client)) => client.update(&view, &format!("{at}: {viewer:?}")),
                        None => clients.push((viewer, Shown::new(&view))),
                    }
                    let offers = serde_json::to_value(G::offers(&view)).expect("offers serialise");
                    let read = |mv: Value| -> G::Move {
                        serde_json::from_value(mv.clone())
                            .unwrap_or_else(|error| panic!("{at}: {viewer:?} is offered {mv}: {error}"))
                    };
                    let mut offered: Vec<String> =
                        expand(&offers).into_iter().map(|mv| read(mv).to_string()).collect();
                    offered.sort_unstable();
                    let player = viewer.seat().is_some_and(|seat| seat.index() < players);
                    let legal = G::legal_moves(&view).into_iter().filter(|_| player);
                    let mut legal: Vec<String> = legal.map(|legal| legal.mv.to_string()).collect();
                    legal.sort_unstable();
                    assert_eq!(offered, legal, "{at}: {viewer:?} is offered other moves than it has");
                }
                if let Some(mv) = G::random_move(&state, seat, &mut rng) {
                    G::play_unchecked(&mut state, seat, mv);
                }
            }
        }
    }
}

/// Plays random games of every mode by actions, and checks the requirements of [`Encode`]. Only
/// [`check_that_encoding_allocates_nothing`] checks that nothing allocates.
///
/// # Panics
/// Panics if the encoding breaks a promise.
pub fn check_encoding<G: Encode>(games: u64, phrase: &str) {
    for (mode, (variant, players)) in G::modes().enumerate() {
        let space = G::space(variant, players);
        for game in 0..games {
            let seed = Seed::from_phrase(phrase).child(mode as u64).child(game);
            let at = format!("{} {variant}, {players} players, game {game}", G::ENVIRONMENT);
            encoded_game::<G>(&seed, variant, players, &space, &at);
        }
    }
}

/// Plays random games of every mode by actions, and checks that no method of [`Encode`] except [`Encode::space`]
/// allocates. `allocations` calls its argument and returns how many allocations the call made; the kit can't count
/// them, since a program chooses its allocator.
///
/// # Panics
/// Panics if a method allocates.
pub fn check_that_encoding_allocates_nothing<G: Encode>(
    games: u64,
    phrase: &str,
    allocations: impl Fn(&mut dyn FnMut()) -> u64,
) {
    for (mode, (variant, players)) in G::modes().enumerate() {
        let space = G::space(variant, players);
        let (mut mask, mut observation) = (vec![false; space.actions()], vec![0; space.bytes()]);
        let mut legal = Vec::with_capacity(space.actions());
        for game in 0..games {
            let seed = Seed::from_phrase(phrase).child(mode as u64).child(game);
            let at = format!("{} {variant}, {players} players, game {game}", G::ENVIRONMENT);
            let mut state = G::start(&G::deal_from(&seed, variant, players).0);
            let mut rng = seed.stream("actions");
            let (mut partial, mut actor) = (G::Partial::default(), None);
            loop {
                if let Some((seat, mv)) = G::automatic_move(&state) {
                    G::play_unchecked(&mut state, seat, mv);
                    continue;
                }
                let mut acting = SeatSet::EMPTY;
                let count = allocations(&mut || acting = G::at_once(&state));
                assert_eq!(count, 0, "{at}: allocations of `at_once`");
                let Some(seat) = actor.or_else(|| any_seat(acting, &mut rng)) else { break };
                let count = allocations(&mut || {
                    mask.fill(false);
                    legal.clear();
                    G::for_each_action(&state, seat, &partial, |action| {
                        mask[usize::from(action)] = true;
                        legal.push(action);
                    });
                });
                assert_eq!(count, 0, "{at}: allocations of `for_each_action`");
                let count = allocations(&mut || G::observe(&state, seat, &partial, &mut observation));
                assert_eq!(count, 0, "{at}: allocations of `observe`");
                let action = legal[random::below(&mut rng, legal.len() as u32) as usize];
                let mut progress = None;
                let count = allocations(&mut || progress = G::act(&state, seat, &partial, action.into()));
                assert_eq!(count, 0, "{at}: allocations of `act`");
                match progress {
                    Some(Progress::Move(mv)) => {
                        let count = allocations(&mut || {
                            legal.clear();
                            G::for_each_action_of(&state, seat, mv, |action| legal.push(action));
                            assert_eq!(G::flat_index(mv).and_then(G::flat_move).unwrap_or(mv), mv);
                        });
                        assert_eq!(count, 0, "{at}: allocations for the actions and the number of {mv}");
                        G::play_unchecked(&mut state, seat, mv);
                        (partial, actor) = (G::Partial::default(), None);
                    }
                    Some(Progress::More(more)) => (partial, actor) = (more, Some(seat)),
                    None => panic!("{at}: action {action} of seat {seat} is listed, but refused"),
                }
            }
        }
    }
}

fn encoded_game<G: Encode>(seed: &Seed, variant: G::Variant, players: usize, space: &Space, at: &str) {
    let mut state = G::start(&G::deal_from(seed, variant, players).0);
    let mut rng = seed.stream("actions");
    for number in 0..MAX_MOVES {
        if let Some((seat, mv)) = G::automatic_move(&state) {
            G::play_unchecked(&mut state, seat, mv);
            continue;
        }
        let at = format!("{at}, after {number} moves");
        let acting = G::at_once(&state);
        let missing = acting.iter().find(|&seat| !G::to_act(&state).contains(seat));
        assert_eq!(missing, None, "{at}: a seat acts at once that may not act");
        for seat in Seat::all(players) {
            check_actions::<G>(&state, seat, space, &mut rng, &at);
        }
        let Some(seat) = any_seat(acting, &mut rng) else {
            assert!(G::to_act(&state).is_empty(), "{at}: no seat acts at once, but the game is not over");
            return;
        };
        let mv = random_actions::<G>(&state, seat, space, &mut rng, &at);
        let others: Vec<_> = acting
            .iter()
            .filter(|&other| other != seat)
            .map(|other| (other, legal_moves::<G>(&state, other)))
            .collect();
        G::play(&mut state, seat, mv).unwrap_or_else(|error| panic!("{at}: {mv} of actions: {error}"));
        for (other, moves) in others {
            let same = legal_moves::<G>(&state, other) == moves;
            assert!(same, "{at}: {mv} of seat {seat} changes the moves of seat {other}, which acts at once");
        }
    }
    panic!("{at}: the game does not end within {MAX_MOVES} moves")
}

/// Makes a move of random actions, and checks the observations on the way.
fn random_actions<G: Encode>(
    state: &G::State,
    seat: Seat,
    space: &Space,
    rng: &mut impl random::Rng,
    at: &str,
) -> G::Move {
    let mut partial = G::Partial::default();
    loop {
        let actions = legal_actions::<G>(state, seat, &partial, space, at);
        check_observation::<G>(state, seat, &partial, space, rng, at);
        let action = actions[random::below(rng, actions.len() as u32) as usize];
        match G::act(state, seat, &partial, action.into()) {
            Some(Progress::Move(mv)) => return mv,
            Some(Progress::More(more)) => partial = more,
            None => panic!("{at}: action {action} of seat {seat} is listed, but refused"),
        }
    }
}

/// Returns the legal actions. Checks that there is at least one, that none is listed twice, and that all are accepted.
fn legal_actions<G: Encode>(
    state: &G::State,
    seat: Seat,
    partial: &G::Partial,
    space: &Space,
    at: &str,
) -> Vec<u16> {
    let mut actions = Vec::new();
    G::for_each_action(state, seat, partial, |action| actions.push(action));
    let legal: HashSet<u16> = actions.iter().copied().collect();
    assert_eq!(legal.len(), actions.len(), "{at}: an action of seat {seat} is listed twice");
    for action in 0..space.actions() + 2 {
        let listed = u16::try_from(action).is_ok_and(|action| legal.contains(&action));
        let accepted = G::act(state, seat, partial, action).is_some();
        assert_eq!(listed, accepted, "{at}: action {action} of seat {seat}, {partial:?}: listed, accepted");
    }
    actions
}

/// Checks that exactly the legal moves can be reached, each in one way.
fn check_actions<G: Encode>(
    state: &G::State,
    seat: Seat,
    space: &Space,
    rng: &mut impl random::Rng,
    at: &str,
) {
    let mut reached: HashMap<G::Move, Vec<u16>> = HashMap::new();
    let mut open = vec![(G::Partial::default(), Vec::new())];
    while let Some((partial, before)) = open.pop() {
        let actions = legal_actions::<G>(state, seat, &partial, space, at);
        assert!(before.is_empty() || !actions.is_empty(), "{at}: no action after {before:?} of seat {seat}");
        for action in actions {
            let way = [before.as_slice(), &[action]].concat();
            match G::act(state, seat, &partial, action.into()) {
                Some(Progress::More(more)) => open.push((more, way)),
                Some(Progress::Move(mv)) => {
                    let other = reached.insert(mv, way);
                    assert_eq!(other, None, "{at}: two ways of actions make {mv} of seat {seat}");
                }
                None => panic!("{at}: action {action} of seat {seat} is listed, but refused"),
            }
        }
    }
    let legal = legal_moves::<G>(state, seat);
    assert_eq!(reached.len(), legal.len(), "{at}: seat {seat} can make {reached:?}");
    for mv in legal {
        let mut way = Vec::new();
        G::for_each_action_of(state, seat, mv, |action| way.push(action));
        assert_eq!(reached.get(&mv), Some(&way), "{at}: the actions of {mv} of seat {seat}");
        if let Some(index) = G::flat_index(mv) {
            assert!(index < 1 << 53, "{at}: the number {index} of {mv} is too large");
            assert_eq!(G::flat_move(index), Some(mv), "{at}: the move with the number {index}");
        }
    }
    check_observation::<G>(state, seat, &G::Partial::default(), space, rng, at);
}

fn check_observation<G: Encode>(
    state: &G::State,
    seat: Seat,
    partial: &G::Partial,
    space: &Space,
    rng: &mut impl random::Rng,
    at: &str,
) {
    let observe = |state: &G::State, before: u8| {
        let mut bytes = vec![before; space.bytes()];
        G::observe(state, seat, partial, &mut bytes);
        bytes
    };
    let seen = observe(state, 0);
    assert!(
        seen == observe(state, 0xff),
        "{at}: the observation of seat {seat} has bytes that are not written"
    );
    for field in &space.fields {
        let length: usize = field.shape.iter().product();
        let most = if field.scale == Scale::Flag { 1 } else { field.most };
        let above = seen[field.offset..][..length].iter().find(|&&byte| byte > most);
        assert_eq!(above, None, "{at}: a byte of {} of seat {seat} above {most}", field.name);
    }
    let sampled = G::sample(&G::view(state, Viewer::Seat(seat)), rng);
    let again = observe(&sampled, 0);
    if again != seen {
        let byte = again.iter().zip(&seen).position(|(one, other)| one != other).unwrap_or_default();
        let field = space.fields.iter().rev().find(|field| field.offset <= byte).map(|field| field.name);
        panic!("{at}: the observation of seat {seat} depends on what it can't know: {field:?}");
    }
}

/// A simulated client: the last view and offers, and the JSON that it has built from the changes since.
struct Shown<G: Client> {
    open: G::Open,
    own: G::Own,
    offers: G::Offers,
    view: Value,
    offered: Value,
}

impl<G: Client> Shown<G> {
    fn new(view: &G::View) -> Self {
        let (view_json, offers) = (json(view), G::offers(view));
        Self { open: G::open(view), own: G::own(view), offered: json(&offers), offers, view: view_json }
    }

    /// Applies the changes since the last call, and compares the result with `view`.
    fn update(&mut self, view: &G::View, at: &str) {
        let (open, own, offers) = (G::open(view), G::own(view), G::offers(view));
        apply(&mut self.view, &json(&Changes { before: &self.open, now: &open }));
        apply(&mut self.view, &json(&Changes { before: &self.own, now: &own }));
        assert_eq!(self.view, json(view), "{at} has another view than its two halves");
        apply(&mut self.offered, &json(&Changes { before: &self.offers, now: &offers }));
        assert_eq!(self.offered, json(&offers), "{at} derives other offers from the changes");
        (self.open, self.own, self.offers) = (open, own, offers);
    }
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("views and offers serialise")
}

/// Deals and plays one random game, and returns its record.
///
/// # Panics
/// Panics if the game violates a requirement of [`Rules`] on the way.
pub fn random_record<G: Rules>(seed: &Seed, variant: G::Variant, players: usize) -> Record<G> {
    let names = Seat::all(players).map(|seat| format!("Player {seat}")).collect();
    let (setup, commitment) = G::deal_from(seed, variant, players);
    let deal = super::record::DealProof { commitment, seed: None, extra: serde_json::Map::new() };
    let mut record = Record::<G>::new(names, setup, "conformance kit", Some(deal));
    let mut rng = seed.child(0).stream("moves");
    let at = format!("{} {variant}, {players} players, {seed:?}", G::ID);
    let state = random_playout::<G>(G::start(&record.setup), &mut rng, &at, |seat, mv| record.push(seat, mv));
    let outcome = G::outcome(&state).unwrap_or_else(|| {
        panic!("{at}: no seat may act after {} moves, but there is no result", record.moves().count())
    });
    record.finish(&outcome, Some(*seed));
    record
}

/// The largest number of moves of a game. A game that reaches it is assumed never to end.
const MAX_MOVES: usize = 100_000;

/// Plays random moves until no seat may act, and returns the last state.
fn random_playout<G: Rules>(
    mut state: G::State,
    rng: &mut impl random::Rng,
    at: &str,
    mut each: impl FnMut(Seat, G::Move),
) -> G::State {
    for number in 0..MAX_MOVES {
        let Some(seat) = any_seat(G::to_act(&state), rng) else { return state };
        let mv = G::random_move(&state, seat, rng).unwrap_or_else(|| {
            panic!("{at}, after {number} moves: seat {seat} may act, but has no random move")
        });
        G::play(&mut state, seat, mv).unwrap_or_else(|error| {
            panic!(
                "{at}, after {number} moves: seat {seat}'s random move {:?} is refused: {error}",
                mv.to_string()
            )
        });
        each(seat, mv);
    }
    panic!("{at}: the game does not end within {MAX_MOVES} moves")
}

fn any_seat(seats: SeatSet, rng: &mut impl random::Rng) -> Option<Seat> {
    (!seats.is_empty()).then(|| seats.iter().nth(random::below(rng, seats.len() as u32) as usize))?
}

fn random_game<G: Information>(seed: &Seed, variant: G::Variant, players: usize, at: &str) {
    let record = random_record::<G>(seed, variant, players);
    check_setup(&record, at);

    // The pool has moves from all parts of the game. Most of them are illegal in a given state.
    let pool: Vec<G::Move> = record.moves().map(|(_, mv)| mv).take(POOL_SIZE).collect();
    let mut rng = seed.child(1).stream("samples");
    let mut at_move = String::new();
    let state = record
        .replay_each(|before, seat, mv, after| {
            at_move.clear();
            let _ = write!(at_move, "{at}, before seat {seat}'s {mv}");
            check_state::<G>(&record.setup, before, &pool, &mut rng, &at_move);
            check_events::<G>(before, seat, mv, after, &at_move);
        })
        .unwrap_or_else(|error| panic!("{at}: {error}"));
    let end = format!("{at}, at the end");
    check_state::<G>(&record.setup, &state, &pool, &mut rng, &end);
    check_outcome::<G>(&state, &end);
    check_record(&record, at);
}

fn check_outcome<G: Rules>(state: &G::State, at: &str) {
    let Some(outcome) = G::outcome(state) else { panic!("{at}: no result") };
    let (seats, points) = (G::seats(state), G::points(&outcome));
    assert_eq!(points.len(), seats, "{at}: points for {} of {seats} seats", points.len());
    let without_seat: Vec<Seat> = G::winners(&outcome).iter().filter(|seat| seat.index() >= seats).collect();
    assert!(without_seat.is_empty(), "{at}: winners without a seat: {without_seat:?}");
    let places = G::places(state).unwrap_or_default();
    assert_eq!(places.len(), seats, "{at}: places for {} of {seats} seats", places.len());
    let winners = G::winners(&outcome);
    let first: SeatSet = Seat::all(seats).filter(|seat| places[seat.index()] == 1).collect();
    assert!(
        winners.is_empty() || winners == first,
        "{at}: {winners:?} won, but {first:?} are in first place"
    );
}

/// The number of moves of a game that are tried in states in which they were not played.
const POOL_SIZE: usize = 64;

fn check_setup<G: Rules>(record: &Record<G>, at: &str) {
    let setup = &record.setup;
    let (variant, players) = (G::variant(setup), G::player_count(setup));
    let name = G::record_variant(variant);
    let value = serde_json::to_value(setup).expect("a setup serialises");
    let read = G::read_setup(&name, players, &value).unwrap_or_else(|error| panic!("{at}: {error}"));
    assert_eq!(&read, setup, "{at}: the setup is another when it is read back");
    assert_eq!(
        variant.to_string().parse::<G::Variant>().ok(),
        Some(variant),
        "{at}: the variant's text is another when it is read back"
    );
}

fn check_record<G: Rules>(record: &Record<G>, at: &str) {
    let text = record.to_string();
    let read = Record::<G>::read_all(&text).unwrap_or_else(|error| panic!("{at}: {error}"));
    assert_eq!(read.len(), 1, "{at}: one game became several");
    assert_eq!(&read[0], record, "{at}: the record is another when it is read back");
    assert_eq!(read[0].to_string(), text, "{at}: the record's text is not canonical");
    read[0].replay().unwrap_or_else(|error| panic!("{at}: {error}"));
    read[0].verify_deal().unwrap_or_else(|error| panic!("{at}: {error}"));
}

fn check_state<G: Information>(
    setup: &G::Setup,
    state: &G::State,
    pool: &[G::Move],
    rng: &mut impl random::Rng,
    at: &str,
) {
    G::audit(setup, state).unwrap_or_else(|lost| panic!("{at}: {lost}"));
    let acting = G::to_act(state);
    assert_eq!(
        acting.is_empty(),
        G::outcome(state).is_some(),
        "{at}: a game is over exactly when no seat may act"
    );
    let seats = G::seats(state);
    let moves: Vec<Vec<G::Move>> = Seat::all(seats).map(|seat| legal_moves::<G>(state, seat)).collect();
    for seat in Seat::all(seats) {
        check_moves::<G>(state, seat, &moves[seat.index()], rng, at);
        let others = moves.iter().flatten().chain(pool);
        check_refusals::<G>(state, seat, &moves[seat.index()], others, at);
    }
    check_automata::<G>(setup, state, at);
    for viewer in Viewer::all(seats) {
        check_view::<G>(setup, state, viewer, rng, at);
    }

    // A sampled state is as playable as the true one. Only one viewer is checked per move, for speed.
    let viewer = Viewer::all(seats).nth(random::below(rng, seats as u32 + 1) as usize);
    let viewer = viewer.unwrap_or(Viewer::Spectator);
    let view = G::view(state, viewer);
    let (draw, numbers) = (G::sampler(&view), Seed::from_phrase(at));
    let (mut one, mut other) = (numbers.stream("samples"), numbers.stream("samples"));
    for _ in 0..2 {
        let equal = draw(&mut one) == G::sample(&view, &mut other);
        assert!(equal, "{at}: the sampler of {viewer:?} draws another state than `sample`");
    }
    let sampled = G::sample(&view, rng);
    let at = format!("{at}, in a state that {viewer:?} sampled");
    let last = random_playout::<G>(sampled, rng, &at, |_, _| ());
    assert!(G::outcome(&last).is_some(), "{at}: no seat may act, but there is no result");
}

fn legal_moves<G: Rules>(state: &G::State, seat: Seat) -> Vec<G::Move> {
    let mut moves = Vec::new();
    G::for_each_legal_move(state, seat, |mv| moves.push(mv));
    moves
}

fn check_moves<G: Rules>(
    state: &G::State,
    seat: Seat,
    moves: &[G::Move],
    rng: &mut impl random::Rng,
    at: &str,
) {
    let may_act = G::to_act(state).contains(seat);
    assert_eq!(may_act, !moves.is_empty(), "{at}: seat {seat} may act exactly if it has a move");
    let random = G::random_move(state, seat, rng);
    assert_eq!(random.is_some(), may_act, "{at}: seat {seat} has a random move exactly if it may act");
    assert!(random.is_none_or(|mv| moves.contains(&mv)), "{at}: seat {seat}'s random move is not legal");

    let texts: HashSet<String> = moves.iter().map(G::Move::to_string).collect();
    assert_eq!(texts.len(), moves.len(), "{at}: two moves of seat {seat} share a text");
    let json = |mv: &G::Move| serde_json::to_string(mv).expect("a move serialises");
    let jsons: HashSet<String> = moves.iter().map(json).collect();
    assert_eq!(jsons.len(), moves.len(), "{at}: two moves of seat {seat} share a JSON");
    for &mv in moves {
        let text = mv.to_string();
        assert_eq!(text.parse::<G::Move>(), Ok(mv), "{at}: {text:?} reads as another move");
        let json = json(&mv);
        let read = serde_json::from_str::<G::Move>(&json);
        let read = read.unwrap_or_else(|error| panic!("{at}: {json} can't be read as a move: {error}"));
        assert_eq!(read, mv, "{at}: {json} reads as another move");
        let (mut checked, mut fast) = (*state, *state);
        G::play(&mut checked, seat, mv)
            .unwrap_or_else(|error| panic!("{at}: {text:?} is listed, but {error}"));
        G::play_unchecked(&mut fast, seat, mv);
        assert!(checked == fast, "{at}: the fast way to play {text:?} leads elsewhere");
    }
}

/// Tries moves that are not listed as legal, those of other seats and of other states, and checks that they are
/// refused.
fn check_refusals<'a, G: Rules>(
    state: &G::State,
    seat: Seat,
    moves: &[G::Move],
    others: impl Iterator<Item = &'a G::Move>,
    at: &str,
) where
    G::Move: 'a,
{
    let mut tried: HashSet<G::Move> = moves.iter().copied().collect();
    for &mv in others {
        if tried.insert(mv) {
            let mut same = *state;
            if G::play(&mut same, seat, mv).is_err() {
                assert!(
                    same == *state,
                    "{at}: refusing {:?} of seat {seat} changed the state",
                    mv.to_string()
                );
            } else {
                // A move that is equivalent to a listed one may be accepted.
                let listed = moves.iter().any(|&mv| {
                    let mut after = *state;
                    G::play_unchecked(&mut after, seat, mv);
                    after == same
                });
                assert!(listed, "{at}: {:?} of seat {seat} is not listed, but played", mv.to_string());
            }
        }
    }
}

fn check_automata<G: Rules>(setup: &G::Setup, state: &G::State, at: &str) {
    let automatic = G::automatic_move(state);
    if let Some((seat, mv)) = automatic {
        let moves = legal_moves::<G>(state, seat);
        assert_eq!(moves, [mv], "{at}: an automaton has one move, the one it makes");
    }
    let waiting = G::to_act(state).iter().any(|seat| seat.index() >= G::player_count(setup));
    assert_eq!(automatic.is_some(), waiting, "{at}: an automaton moves by itself exactly if it may act");
}

/// Checks that the events of a move contain nothing that a spectator can't see: if another move leads to an equal view
/// of the spectator, its events must be equal.
fn check_events<G: Information>(before: &G::State, seat: Seat, mv: G::Move, after: &G::State, at: &str) {
    let events = G::events(before, seat, mv, after);
    assert!(!events.is_empty(), "{at}: the move has no event");
    let seen = G::view(after, Viewer::Spectator);
    for other in legal_moves::<G>(before, seat) {
        let mut instead = *before;
        G::play_unchecked(&mut instead, seat, other);
        if G::view(&instead, Viewer::Spectator) == seen {
            let instead = G::events(before, seat, other, &instead);
            assert_eq!(instead, events, "{at}: the events give away that it was not {:?}", other.to_string());
        }
    }
}

fn check_view<G: Information>(
    setup: &G::Setup,
    state: &G::State,
    viewer: Viewer,
    rng: &mut impl random::Rng,
    at: &str,
) {
    let view = G::view(state, viewer);
    let bytes = serde_json::to_vec(&view).expect("a view serialises");
    assert_eq!(G::viewer(&view), viewer, "{at}: the view of another viewer");
    assert_eq!(G::view_to_act(&view), G::to_act(state), "{at}: {viewer:?} sees others to act");

    // An automaton does not use its view: its move may be hidden from every viewer.
    let automaton = |seat: Seat| seat.index() >= G::player_count(setup);
    if !viewer.seat().is_some_and(automaton) {
        let seen: Vec<G::Move> = G::legal_moves(&view).into_iter().map(|legal| legal.mv).collect();
        let moves = viewer.seat().map(|seat| legal_moves::<G>(state, seat)).unwrap_or_default();
        assert_eq!(seen, moves, "{at}: {viewer:?} sees other moves than it has");
    }

    // A state that differs only in things that the viewer can't know must look equal (non-interference).
    let sampled = G::sample(&view, rng);
    let again = G::view(&sampled, viewer);
    assert_eq!(again, view, "{at}: {viewer:?} can tell a sampled state from the true one");
    let again = serde_json::to_vec(&again).expect("a view serialises");
    assert!(again == bytes, "{at}: {viewer:?} gets other bytes for a sampled state");
    assert_eq!(G::to_act(&sampled), G::to_act(state), "{at}: others may act in a sampled state");

    match G::KNOWLEDGE {
        Knowledge::Perfect => {
            assert!(sampled == *state, "{at}: {viewer:?} does not know the whole state");
        }
        Knowledge::Symmetric if viewer == Viewer::Spectator => {
            for player in Seat::all(G::player_count(setup)) {
                let seen = |state| G::view(state, Viewer::Seat(player));
                assert!(seen(&sampled) == seen(state), "{at}: seat {player} knows more than a spectator");
            }
        }
        _ => {}
    }
}
