//! A game without the people who play it: the state, the choices that wait to be
//! revealed, and what can still be taken back.

use litemap::LiteMap;
use tabletop::{Commitment, Event, Game, Seat, SeatSet, Seed, sorting::sort_by_key};

use super::plans::Planned;
use crate::journal::Millis;

/// How often a seat may seal or plan a move before that is final.
const MOST_CHANGES: u16 = 50;

/// A move that was made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made<M> {
    pub(super) seat: Seat,
    pub(super) mv: M,
    /// The version with which it took effect.
    pub(super) version: u64,
    /// When the question that it answers was asked.
    asked_at: Millis,
}

/// The latest question to a seat.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    /// The version that asked it, or with which the seat answered its last one.
    pub(super) version: u64,
    /// The time of that version.
    pub(super) at: Millis,
}

/// The effect of a move.
pub(super) enum Effect<M> {
    /// The move is held back until everybody has made their choice.
    Sealed,
    /// These moves are made.
    Played(Vec<(Seat, M)>),
}

/// The result of taking a move back: the moves since the last one that revealed something hidden, without that move.
pub(super) struct TakenBack<G: Game> {
    /// The one that is taken back.
    pub(super) made: Made<G::Move>,
    state: G::State,
    moves: Vec<Made<G::Move>>,
}

/// The source of a deal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dealt {
    pub(super) seed: Seed,
    pub(super) commitment: Commitment,
}

/// A game that has begun, without its people. A table uses all of it; a program without tables, such as the game in the terminal,
/// makes moves one at a time.
pub struct Match<G: Game> {
    /// None if the game was played elsewhere, and its record does not prove a deal.
    pub(super) dealt: Option<Dealt>,
    pub(super) state: G::State,
    pub(super) moves: Vec<Made<G::Move>>,
    /// The latest question to each seat, by seat.
    pub(super) asked: [Asked; Seat::MAX],
    /// The seats that wait for their partners.
    pub(super) waiting: SeatSet,
    /// The latest version that changed the state.
    pub(super) changed: u64,
    players: usize,
    /// The choices that are held back.
    sealed: [Option<G::Move>; Seat::MAX],
    /// How often each seat has sealed or planned a move since its last one. Each time is an entry of the journal.
    changes: [u16; Seat::MAX],
    /// The moves that seats have planned.
    pub(super) plans: LiteMap<Seat, Planned<G>>,
    /// The seats whose sealed choice is already in the log (that they chose, not what).
    choice_announced: SeatSet,
    /// The state after the last move that revealed something hidden, and how many moves there were until then. Only
    /// later moves can be taken back.
    base: (G::State, usize),
}

/// The moves of automata with which a game opens.
pub(super) fn opening<G: Game>(seed: &Seed, variant: G::Variant, players: usize) -> Vec<(Seat, G::Move)> {
    let (setup, _) = G::deal_from(seed, variant, players);
    let (mut state, mut moves) = (G::start(&setup), Vec::new());
    play_automata::<G>(&mut state, players, &mut moves);
    moves
}

/// Makes the moves of automata, which act when no player has to.
fn play_automata<G: Game>(state: &mut G::State, players: usize, moves: &mut Vec<(Seat, G::Move)>) {
    while players_of::<G>(state, players).is_empty() {
        let Some((seat, mv)) = G::automatic_move(state) else { break };
        if G::play(state, seat, mv).is_err() {
            break;
        }
        moves.push((seat, mv));
    }
}

/// The players' seats that may act by the rules.
fn players_of<G: Game>(state: &G::State, players: usize) -> SeatSet {
    G::to_act(state).iter().filter(|seat| seat.index() < players).collect()
}

impl<G: Game> Match<G> {
    /// The game of this setup, before its first move.
    #[must_use]
    pub fn new(setup: &G::Setup) -> Self {
        Self::of(setup, None, G::player_count(setup), 0, 0)
    }

    /// The full state.
    #[must_use]
    pub const fn state(&self) -> &G::State {
        &self.state
    }

    /// The moves in order, without those that were taken back.
    pub fn moves(&self) -> impl Iterator<Item = (Seat, G::Move)> {
        self.moves.iter().map(|made| (made.seat, made.mv))
    }

    /// Makes a move, and returns what happened. A choice that the rules seal is hidden by the views, not by the match.
    ///
    /// # Errors
    /// The move is illegal; then nothing changes.
    pub fn make(&mut self, seat: Seat, mv: G::Move) -> Result<Vec<Event<G::EventKind>>, G::Illegal> {
        self.play(&[(seat, mv)], 0, 0)
    }

    /// Takes the latest move of `seat` back, if nothing hidden was revealed since. Later moves of other players stay. Returns the
    /// number of moves before which nothing has changed.
    pub fn undo(&mut self, seat: Seat) -> Option<usize> {
        let taken = self.without_latest(seat)?;
        self.take_back(taken, 0, 0);
        Some(self.settled())
    }

    /// The game that a seed deals; version `version` began it.
    pub(super) fn start(seed: Seed, variant: G::Variant, players: usize, version: u64, at: Millis) -> Self {
        let (setup, commitment) = G::deal_from(&seed, variant, players);
        Self::of(&setup, Some(Dealt { seed, commitment }), players, version, at)
    }

    /// The game of this setup; version `version` began it.
    pub(super) fn of(
        setup: &G::Setup,
        dealt: Option<Dealt>,
        players: usize,
        version: u64,
        at: Millis,
    ) -> Self {
        let state = G::start(setup);
        Self {
            dealt,
            state,
            moves: Vec::new(),
            asked: [Asked { version, at }; Seat::MAX],
            waiting: SeatSet::EMPTY,
            changed: version,
            players,
            sealed: [None; Seat::MAX],
            changes: [0; Seat::MAX],
            plans: LiteMap::new(),
            choice_announced: SeatSet::EMPTY,
            base: (state, 0),
        }
    }

    pub(super) fn is_over(&self) -> bool {
        G::to_act(&self.state).is_empty()
    }

    /// How many moves were made up to the last one that revealed something hidden. This changes with every turn.
    pub(super) fn settled(&self) -> usize {
        self.base.1
    }

    /// The players' seats that have to act. A seat that has sealed its choice is not among them.
    pub(super) fn to_act(&self) -> SeatSet {
        self.acting().iter().filter(|&seat| self.sealed(seat).is_none()).collect()
    }

    fn acting(&self) -> SeatSet {
        players_of::<G>(&self.state, self.players)
    }

    /// The choice of a seat that is held back.
    pub(super) fn sealed(&self, seat: Seat) -> Option<G::Move> {
        self.sealed[seat.index()]
    }

    /// Whether a seat may change its sealed choice or its plan, or take the choice back, once more. Each change makes the journal
    /// longer, so their number is limited.
    pub(super) fn may_change_choice(&self, seat: Seat) -> bool {
        self.changes[seat.index()] < MOST_CHANGES
    }

    /// The seats whose choice is held back.
    pub(super) fn sealed_seats(&self) -> SeatSet {
        Seat::all(self.players).filter(|&seat| self.sealed(seat).is_some()).collect()
    }

    /// Whether what is asked of a seat is a choice that stays sealed.
    pub(super) fn is_sealing(&self, seat: Seat) -> bool {
        // Any legal move will do for the test.
        let mut rng = Seed::new([0; 32]).stream("a sample");
        G::random_move(&self.state, seat, &mut rng).is_some_and(G::seals)
    }

    /// The state after a move of `seat`.
    ///
    /// # Errors
    /// The move is illegal.
    pub fn after(&self, seat: Seat, mv: G::Move) -> Result<G::State, G::Illegal> {
        let mut state = self.state;
        G::play(&mut state, seat, mv)?;
        Ok(state)
    }

    /// The first legal move of a seat, in the order of the rules.
    pub(super) fn first_move(&self, seat: Seat) -> Option<G::Move> {
        let mut first = None;
        G::for_each_legal_move(&self.state, seat, |mv| first = first.or(Some(mv)));
        first
    }

    /// The effect that a move would have.
    pub(super) fn effect(&self, seat: Seat, mv: G::Move) -> Result<Effect<G::Move>, G::Illegal> {
        let mut state = self.after(seat, mv)?;
        let mut moves = vec![(seat, mv)];
        if G::seals(mv) {
            if !self.to_act().without(seat).is_empty() {
                return Ok(Effect::Sealed);
            }
            let sealed = self.sealed_seats().without(seat);
            moves.extend(sealed.iter().filter_map(|seat| Some((seat, self.sealed(seat)?))));
            sort_by_key(&mut moves, |&(seat, _)| seat);
            state = self.state;
            for &(seat, mv) in &moves {
                G::play(&mut state, seat, mv)?;
            }
        }
        play_automata::<G>(&mut state, self.players, &mut moves);
        Ok(Effect::Played(moves))
    }

    /// The seats in a deadlock: they wait only for each other.
    pub(super) fn stuck(&self) -> SeatSet {
        let asked = self.to_act();
        let mut stuck = self.waiting;
        // A seat that waits for a player who is free to act is not stuck.
        let waits_for_others = |stuck: SeatSet| {
            let free = |seat: Seat| asked.iter().any(|o| !stuck.contains(o) && self.concerns(o, seat));
            stuck.iter().find(|&seat| !asked.contains(seat) || free(seat))
        };
        while let Some(seat) = waits_for_others(stuck) {
            stuck = stuck.without(seat);
        }
        if stuck.len() > 1 { stuck } else { SeatSet::EMPTY }
    }

    /// Whether some legal move of `seat` concerns `other`.
    fn concerns(&self, seat: Seat, other: Seat) -> bool {
        let mut concerns = false;
        G::for_each_legal_move(&self.state, seat, |mv| {
            concerns |= G::may_propose(&self.state, other, seat, mv);
        });
        concerns
    }

    /// Holds a choice back, and returns the events that everybody may see, unless they were logged before.
    pub(super) fn seal(&mut self, seat: Seat, mv: G::Move) -> Result<Vec<Event<G::EventKind>>, G::Illegal> {
        let after = self.after(seat, mv)?;
        self.sealed[seat.index()] = Some(mv);
        self.note_change(seat);
        let announced = self.choice_announced.contains(seat);
        self.choice_announced = self.choice_announced.with(seat);
        Ok(if announced { Vec::new() } else { G::events(&self.state, seat, mv, &after) })
    }

    /// Withdraws the choice of a seat that is held back, and returns it.
    pub(super) fn unseal(&mut self, seat: Seat) -> Option<G::Move> {
        self.sealed[seat.index()].take()
    }

    /// Plays moves that version `version` made, and returns what happened.
    pub(super) fn play(
        &mut self,
        moves: &[(Seat, G::Move)],
        version: u64,
        at: Millis,
    ) -> Result<Vec<Event<G::EventKind>>, G::Illegal> {
        let (start, acted) = (self.state, self.acting());
        self.changed = version;
        let mut events = Vec::new();
        for &(seat, mv) in moves {
            let before = self.state;
            G::play(&mut self.state, seat, mv)?;
            let mut happened = G::events(&before, seat, mv, &self.state);
            if self.choice_announced.contains(seat) && G::seals(mv) {
                // The event that the seat has chosen was logged when the choice was sealed.
                let mut alone = start;
                if let Some(sealed) = self.sealed(seat).filter(|&mv| G::play(&mut alone, seat, mv).is_ok()) {
                    let known = G::events(&start, seat, sealed, &alone);
                    happened.retain(|event| !known.contains(event));
                }
            }
            events.extend(happened);
            let asked_at = self.asked[seat.index()].at;
            self.moves.push(Made { seat, mv, version, asked_at });
            if G::reveals(&before, &self.state) || self.is_over() {
                self.base = (self.state, self.moves.len());
                self.waiting = SeatSet::EMPTY;
            }
        }
        for (seat, _) in moves {
            self.sealed[seat.index()] = None;
            self.changes[seat.index()] = 0;
            self.unplan(*seat);
            self.choice_announced = self.choice_announced.without(*seat);
        }
        let acting = self.acting();
        let moved: SeatSet = moves.iter().map(|&(seat, _)| seat).collect();
        for seat in Seat::all(self.players) {
            if moved.contains(seat) || acting.contains(seat) && !acted.contains(seat) {
                self.ask(seat, version, at);
            }
        }
        self.waiting = self.waiting.iter().filter(|&seat| acting.contains(seat)).collect();
        self.review_plans();
        Ok(events)
    }

    /// Notes that version `version` asked a seat a question.
    pub(super) fn ask(&mut self, seat: Seat, version: u64, at: Millis) {
        self.asked[seat.index()] = Asked { version, at };
    }

    /// The game without the latest move of `seat`, if nothing hidden was revealed since and all later moves are legal
    /// without it.
    pub(super) fn without_latest(&self, seat: Seat) -> Option<TakenBack<G>> {
        let (mut state, len) = self.base;
        let since = &self.moves[len..];
        let index = since.iter().rposition(|made| made.seat == seat)?;
        // Moves that automata made in answer to it are removed as well.
        let later = since[index + 1..].iter().filter(|made| made.seat.index() < self.players);
        let moves: Vec<Made<G::Move>> = since[..index].iter().chain(later).copied().collect();
        for made in &moves {
            let before = state;
            G::play(&mut state, made.seat, made.mv).ok()?;
            if G::reveals(&before, &state) {
                return None;
            }
        }
        let fits = |seat: Seat| {
            let mut trial = state;
            self.sealed(seat).is_none_or(|mv| G::play(&mut trial, seat, mv).is_ok())
        };
        self.sealed_seats().iter().all(fits).then_some(TakenBack { made: since[index], state, moves })
    }

    /// Goes on without a move that was taken back by version `version`.
    pub(super) fn take_back(&mut self, taken: TakenBack<G>, version: u64, at: Millis) {
        let acted = self.acting();
        self.moves.truncate(self.base.1);
        self.moves.extend(taken.moves);
        self.state = taken.state;
        self.changed = version;
        for seat in self.acting().iter().filter(|&seat| !acted.contains(seat)) {
            self.ask(seat, version, at);
        }
        // The clock runs on from when the question was first asked.
        self.ask(taken.made.seat, version, taken.made.asked_at);
        // The player decides this turn anew.
        self.unplan(taken.made.seat);
        self.review_plans();
    }

    /// Notes that a seat has sealed or planned a move once more.
    pub(super) fn note_change(&mut self, seat: Seat) {
        self.changes[seat.index()] = self.changes[seat.index()].saturating_add(1);
    }
}
