//! The cost of a move at a table: it is decided, applied and sent to all connections, but not stored.

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use tabletop::{Seat, Seed, random::below};
use townhall_bots::BotGame;
use townhall_table::{
    Catalogue, Session,
    journal::{Colour, Entry, EntryKind, Person, PlayerId},
    protocol::{Action, Command},
    room::{Context, Opening, Patience},
    session::{Moment, Step},
};

const CODE: &str = "K7M2QX";
/// The time of all events.
const NOW: u64 = 1_000_000;

/// A game of random moves between people who are all connected, as commands in the order in which they were sent.
pub struct TableFixture {
    catalogue: Arc<Catalogue>,
    opened: Vec<Entry>,
    commands: Vec<(PlayerId, Command)>,
    players: usize,
}

/// The amount of data that a session sent in a whole game.
#[derive(Clone, Copy, Default, Debug)]
pub struct Sent {
    /// The number of moves.
    pub moves: usize,
    /// The number of frames, counted for each connection.
    pub frames: usize,
    /// The size of all frames in bytes.
    pub bytes: usize,
}

impl TableFixture {
    /// Plays a random game between so many people by its rules alone, and keeps their commands.
    ///
    /// # Panics
    /// Panics if the game has no variant for so many players, or has automata then.
    pub fn new<G: BotGame>(players: usize, number: u64) -> Self {
        let catalogue = Arc::new(Catalogue::default().with::<G>());
        let takes = |variant: &&G::Variant| G::players(**variant).contains(&players);
        let variant = *G::variants().iter().find(takes).expect("a variant for so many players");
        let people: Vec<(usize, Person)> = (0..players).map(|chair| (chair, person(chair))).collect();
        let opening = Opening { people, ..Opening::new(G::ID, variant.to_string(), players, person(0)) };
        let context = Context::new(NOW, Seed::from_phrase("a table").child(number), Patience::default());
        let opened = catalogue
            .set_up(&opening, CODE.parse().expect("a code"), true, &context)
            .expect("such a table")
            .entries;
        let started = opened.iter().find_map(|entry| match &entry.kind {
            EntryKind::Started { seed, chairs } => Some((*seed, chairs.clone())),
            _ => None,
        });
        let (seed, chairs) = started.expect("it has begun");
        let moves = random_moves::<G>(&seed, variant, players);
        let command = |(number, (seat, mv)): (usize, (Seat, G::Move))| {
            let mv = serde_json::to_value(mv).expect("a move is JSON");
            // The command is sent as if after the latest version of the table.
            let command = Command { id: number.to_string(), on: u64::MAX, action: Action::Move { mv } };
            (person(chairs[seat.index()]).id, command)
        };
        let commands = moves.into_iter().enumerate().map(command).collect();
        Self { catalogue, opened, commands, players }
    }

    /// Plays the game through a session.
    ///
    /// # Panics
    /// Panics if a move is refused.
    pub fn play(&self) -> Sent {
        let moment = Moment { now: NOW, entropy: Seed::from_phrase("a moment"), lost: 0 };
        let room = self.catalogue.restore(CODE, &self.opened).expect("it was just written");
        let mut session =
            Session::new(Arc::clone(&self.catalogue), CODE.to_owned(), room, Patience::default(), moment);
        let people = (0..self.players).map(person);
        let connections: Vec<_> =
            people.map(|person| (person.id, session.connect(Some(person), 0, moment))).collect();
        session.take_outgoing();
        let mut sent = Sent::default();
        for (who, command) in &self.commands {
            let (_, from) = connections.iter().find(|(id, _)| id == who).expect("every player is connected");
            match session.command(*from, command.clone(), moment) {
                Step::Commit(_) => session.committed(),
                step => panic!("{step:?}"),
            }
            sent.moves += 1;
            for outgoing in session.take_outgoing() {
                sent.frames += outgoing.to.len();
                sent.bytes += outgoing.to.len() * outgoing.text.len();
            }
            // Every runner of a session polls these after an event.
            session.take_tasks(NOW);
            session.due(NOW);
        }
        sent
    }
}

fn person(chair: usize) -> Person {
    Person { id: PlayerId(chair as i64 + 1), name: format!("Player {chair}"), colour: Colour::Teal }
}

/// Returns a game of random moves, in the order in which people make them. The rules play moves that seal a choice once
/// everybody has made theirs.
fn random_moves<G: BotGame>(seed: &Seed, variant: G::Variant, players: usize) -> Vec<(Seat, G::Move)> {
    let (setup, _) = G::deal_from(seed, variant, players);
    let (mut state, mut rng) = (G::start(&setup), super::rng());
    let mut moves = Vec::new();
    let mut sealed: Vec<(Seat, G::Move)> = Vec::new();
    loop {
        let free = |seat: &Seat| sealed.iter().all(|(by, _)| by != seat);
        let asked: Vec<Seat> = G::to_act(&state).iter().filter(free).collect();
        let Some(&seat) = pick(&asked, &mut rng) else { return moves };
        let mv = G::random_move(&state, seat, &mut rng).expect("a seat that may act has a move");
        moves.push((seat, mv));
        if !G::seals(mv) {
            G::play_unchecked(&mut state, seat, mv);
            continue;
        }
        sealed.push((seat, mv));
        if asked.len() == 1 {
            sealed.sort_by_key(|&(seat, _)| seat);
            sealed.drain(..).for_each(|(seat, mv)| G::play_unchecked(&mut state, seat, mv));
        }
    }
}

fn pick<'a, T>(among: &'a [T], rng: &mut Xoshiro256PlusPlus) -> Option<&'a T> {
    let many = u32::try_from(among.len()).ok().filter(|many| *many > 0)?;
    among.get(below(rng, many) as usize)
}
