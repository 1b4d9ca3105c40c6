//! Checks that any game can be put through.
//!
//! A game's tests call [`check`], which plays random games of every variant and every number of
//! players, and after every move holds the rules to the promises of [`Game`]. A broken promise
//! panics with the variant, the number of players, the game and the move.

use std::{collections::HashSet, fmt::Write as _};

use crate::{Game, Record, Seat, SeatSet, Seed, Viewer, random};

/// Plays `games` random games of every variant and player count, dealt from `phrase`, and checks
/// every promise after every move.
///
/// # Panics
/// If the game breaks a promise.
pub fn check<G: Game>(games: u64, phrase: &str) {
    for (mode, (variant, players)) in modes::<G>().enumerate() {
        for game in 0..games {
            let seed = Seed::from_phrase(phrase).child(mode as u64).child(game);
            let at = format!("{} {variant}, {players} players, game {game}", G::ID);
            random_game::<G>(&seed, variant, players, &at);
        }
    }
}

/// Every variant with every number of players that it takes.
pub fn modes<G: Game>() -> impl Iterator<Item = (G::Variant, usize)> {
    G::variants().iter().flat_map(|&variant| G::players(variant).map(move |players| (variant, players)))
}

/// Deals and plays one random game, and returns its record.
///
/// # Panics
/// If the game breaks a promise on the way.
pub fn random_record<G: Game>(seed: &Seed, variant: G::Variant, players: usize) -> Record<G> {
    let names = Seat::all(players).map(|seat| format!("Player {seat}")).collect();
    let (setup, commitment) = G::deal_from(seed, variant, players);
    let deal = super::record::DealProof { commitment, seed: None, extra: serde_json::Map::new() };
    let mut record = Record::<G>::new(names, setup, "conformance kit", Some(deal));
    let mut rng = seed.child(0).stream("moves");
    let mut state = G::start(&record.setup);
    while let Some(seat) = any_seat(G::to_act(&state), &mut rng) {
        let mv = G::random_move(&state, seat, &mut rng).expect("a seat that may act has a move");
        G::play(&mut state, seat, mv).expect("a random move is legal");
        record.push(seat, mv);
    }
    let outcome = G::outcome(&state).expect("a game in which nobody may act has a result");
    record.finish(&outcome, Some(*seed));
    record
}

fn any_seat(seats: SeatSet, rng: &mut impl random::Rng) -> Option<Seat> {
    (!seats.is_empty()).then(|| seats.iter().nth(random::below(rng, seats.len() as u32) as usize))?
}

fn random_game<G: Game>(seed: &Seed, variant: G::Variant, players: usize, at: &str) {
    let record = random_record::<G>(seed, variant, players);
    check_setup(&record, at);
    check_record(&record, at);

    let mut rng = seed.child(1).stream("samples");
    let mut at_move = String::new();
    let state = record
        .replay_each(|before, seat, mv, after| {
            at_move.clear();
            let _ = write!(at_move, "{at}, before seat {seat}'s {mv}");
            check_state::<G>(&record.setup, before, &mut rng, &at_move);
            assert!(!G::events(before, seat, mv, after).is_empty(), "{at_move}: nothing is told of it");
        })
        .unwrap_or_else(|error| panic!("{at}: {error}"));
    let end = format!("{at}, at the end");
    check_state::<G>(&record.setup, &state, &mut rng, &end);
    assert!(G::outcome(&state).is_some(), "{end}: no outcome");
}

fn check_setup<G: Game>(record: &Record<G>, at: &str) {
    let setup = &record.setup;
    let (variant, players) = (G::variant(setup), G::player_count(setup));
    let name = G::record_variant(variant);
    let value = serde_json::to_value(setup).expect("a setup serialises");
    let read = G::read_setup(name, players, &value).unwrap_or_else(|error| panic!("{at}: {error}"));
    assert_eq!(&read, setup, "{at}: the setup is another when it is read back");
    assert_eq!(
        variant.to_string().parse::<G::Variant>().ok(),
        Some(variant),
        "{at}: the variant's text is another when it is read back"
    );
}

fn check_record<G: Game>(record: &Record<G>, at: &str) {
    let text = record.to_string();
    let read = Record::<G>::read_all(&text).unwrap_or_else(|error| panic!("{at}: {error}"));
    assert_eq!(read.len(), 1, "{at}: one game became several");
    assert_eq!(&read[0], record, "{at}: the record is another when it is read back");
    assert_eq!(read[0].to_string(), text, "{at}: the record's text is not canonical");
    read[0].replay().unwrap_or_else(|error| panic!("{at}: {error}"));
    read[0].verify_deal().unwrap_or_else(|error| panic!("{at}: {error}"));
}

fn check_state<G: Game>(setup: &G::Setup, state: &G::State, rng: &mut impl random::Rng, at: &str) {
    G::audit(setup, state).unwrap_or_else(|lost| panic!("{at}: {lost}"));
    let acting = G::to_act(state);
    assert_eq!(
        acting.is_empty(),
        G::outcome(state).is_some(),
        "{at}: a game is over exactly when nobody may act"
    );
    for seat in Seat::all(G::seats(state)) {
        check_moves::<G>(state, seat, acting.contains(seat), rng, at);
    }
    check_automaton::<G>(state, at);
    for viewer in Viewer::all(G::seats(state)) {
        check_view::<G>(setup, state, viewer, rng, at);
    }
}

fn check_moves<G: Game>(state: &G::State, seat: Seat, may_act: bool, rng: &mut impl random::Rng, at: &str) {
    let mut moves = Vec::new();
    G::for_each_legal_move(state, seat, |mv| moves.push(mv));
    assert_eq!(may_act, !moves.is_empty(), "{at}: seat {seat} may act exactly if it has a move");
    let random = G::random_move(state, seat, rng);
    assert_eq!(random.is_some(), may_act, "{at}: seat {seat} has a random move exactly if it may act");
    assert!(random.is_none_or(|mv| moves.contains(&mv)), "{at}: seat {seat}'s random move is not legal");

    let texts: HashSet<String> = moves.iter().map(G::Move::to_string).collect();
    assert_eq!(texts.len(), moves.len(), "{at}: two moves of seat {seat} share a text");
    for mv in moves {
        let text = mv.to_string();
        assert_eq!(text.parse::<G::Move>().as_ref(), Ok(&mv), "{at}: {text:?} reads as another move");
        let (mut checked, mut fast) = (*state, *state);
        G::play(&mut checked, seat, mv)
            .unwrap_or_else(|error| panic!("{at}: {text:?} is listed, but {error}"));
        G::play_unchecked(&mut fast, seat, mv);
        assert!(checked == fast, "{at}: the fast way to play {text:?} leads elsewhere");
        for other in Seat::all(G::seats(state)).filter(|&other| other != seat) {
            let mut same = *state;
            if G::play(&mut same, other, mv).is_err() {
                assert!(same == *state, "{at}: refusing {text:?} of seat {other} changed the state");
            }
        }
    }
}

fn check_automaton<G: Game>(state: &G::State, at: &str) {
    if let Some((seat, mv)) = G::automatic_move(state) {
        let mut moves = Vec::new();
        G::for_each_legal_move(state, seat, |mv| moves.push(mv));
        assert_eq!(moves, [mv], "{at}: an automaton has one move, the one it makes");
    }
}

fn check_view<G: Game>(
    setup: &G::Setup,
    state: &G::State,
    viewer: Viewer,
    rng: &mut impl random::Rng,
    at: &str,
) {
    let view = G::view(state, viewer);
    let bytes = serde_json::to_vec(&view).expect("a view serialises");
    assert_eq!(G::viewer(&view), viewer, "{at}: a view of somebody else");
    assert_eq!(G::view_to_act(&view), G::to_act(state), "{at}: {viewer:?} sees others to act");

    // An automaton does not look at its view: what it must do may be hidden from everybody.
    let automaton = |seat: Seat| seat.index() >= G::player_count(setup);
    if !viewer.seat().is_some_and(automaton) {
        let seen: Vec<G::Move> = G::legal_moves(&view).into_iter().map(|legal| legal.mv).collect();
        let mut moves = Vec::new();
        if let Some(seat) = viewer.seat() {
            G::for_each_legal_move(state, seat, |mv| moves.push(mv));
        }
        assert_eq!(seen, moves, "{at}: {viewer:?} sees other moves than it has");
    }

    // Non-interference: a state that differs only in what the viewer can't know looks the same.
    let sampled = G::sample(&view, rng);
    let again = G::view(&sampled, viewer);
    assert_eq!(again, view, "{at}: {viewer:?} can tell a sampled state from the true one");
    let again = serde_json::to_vec(&again).expect("a view serialises");
    assert!(again == bytes, "{at}: {viewer:?} gets other bytes for a sampled state");
    assert_eq!(G::to_act(&sampled), G::to_act(state), "{at}: others may act in a sampled state");
}
