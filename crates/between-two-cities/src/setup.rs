//! The setup of a game, which contains everything that the deal decides.

use std::fmt;

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::Value;
use tabletop::{
    Seat,
    random::{Rng, shuffle},
    sorting::sort_by_key,
};

use crate::{Difficulty, Duplex, Hand, Piece, State, Tile, Variant, automa, schedule::Kind, schedule::Turn};

/// The setup of a game. The order of the building tiles, of the duplex tiles and of the Automa cards is hidden; the
/// seating numbers are public.
///
/// A setup is always complete: it contains every tile. It serialises as the `setup` of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    pub(crate) variant: Variant,
    pub(crate) seats: u8,
    pub(crate) tiles: [Tile; 108],
    pub(crate) duplexes: [Duplex; Duplex::COUNT],
    pub(crate) seating: [u8; 7],
    pub(crate) automa: [u8; automa::CARDS],
}

impl Setup {
    /// Deals a setup. This algorithm must never change, so that an old seed always deals the same game.
    ///
    /// It shuffles these, each starting from its sorted order: the 108 building tiles (by kind, in the order of
    /// [`Tile::ALL`]), the 24 duplex tiles ([`Duplex::ALL`]), the 15 seating cards and, only in an Automa game, the 20
    /// Automa cards. Each seat gets a seating card, and seats are taken so that the numbers ascend clockwise.
    pub(crate) fn deal<R: Rng>(variant: Variant, players: usize, rng: &mut R) -> Self {
        assert!(variant.players().contains(&players), "{variant} is not for {players} players");
        let seats = variant.seats(players);
        let mut tiles = SORTED;
        shuffle(rng, &mut tiles);
        let mut duplexes = Duplex::ALL;
        shuffle(rng, &mut duplexes);
        let mut cards: [u8; 15] = std::array::from_fn(|card| card as u8 + 1);
        shuffle(rng, &mut cards);
        let mut seating = [0; 7];
        seating[..seats].copy_from_slice(&cards[..seats]);
        sort_by_key(&mut seating[..seats], |&card| card);
        let mut automa = std::array::from_fn(|card| card as u8 + 1);
        if let Variant::Automa(_) = variant {
            shuffle(rng, &mut automa);
        }
        Self { variant, seats: seats as u8, tiles, duplexes, seating, automa }
    }

    /// Returns the variant for which the setup is.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the number of players for which the setup is.
    #[must_use]
    pub const fn players(&self) -> usize {
        match self.variant {
            Variant::Automa(_) => 1,
            _ => self.seats as usize,
        }
    }

    /// Returns the number of seats, including those of the Automas.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// Returns the building tiles in draw order.
    #[must_use]
    pub const fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Returns the duplex tiles in draw order.
    #[must_use]
    pub const fn duplexes(&self) -> &[Duplex] {
        &self.duplexes
    }

    /// Returns the seating number of each seat.
    #[must_use]
    pub fn seating(&self) -> &[u8] {
        &self.seating[..self.seats()]
    }

    /// Returns the numbers of the Automa cards from the top of the deck. The slice is empty without Automas.
    #[must_use]
    pub fn automa(&self) -> &[u8] {
        if let Variant::Automa(_) = self.variant { &self.automa } else { &[] }
    }

    /// Returns the setup of a state that was [sampled](tabletop::Information::sample) in a game with this setup. The moves of the
    /// game lead from it to that state, if sealed choices are replaced by [those of the state](State::sealed). It shows
    /// nothing of this setup that the state doesn't show: the tiles of a hand are sorted, as are those that were not dealt.
    #[must_use]
    pub fn of_sample(&self, sampled: &State) -> Self {
        let (position, seats) = (&sampled.0, self.seats());
        let turns = Turn::all(self.variant);
        let mut hands = position.hands;
        for (number, turn) in turns.iter().enumerate().take(position.table.turn_number() + 1) {
            for seat in Seat::all(seats) {
                let chosen = position.table.choice(number, seat);
                chosen.into_iter().flatten().for_each(|piece| hands[turn.hand_of(seat, seats)].add(piece));
            }
        }
        let mut rest: [usize; Piece::COUNT] =
            std::array::from_fn(|piece| Piece::at(piece).tile().map_or(1, Tile::copies));
        let (mut tiles, mut duplexes) = (Vec::new(), Vec::new());
        let mut deal = |piece: Piece| {
            tiles.extend(piece.tile());
            duplexes.extend(piece.duplex());
        };
        for turn in turns.iter().filter(|turn| turn.step == 0) {
            for piece in hands[turn.deal as usize * seats..][..seats].iter().flat_map(|hand| hand.iter()) {
                rest[piece.index()] -= 1;
                deal(piece);
            }
        }
        for (piece, left) in rest.into_iter().enumerate() {
            (0..left).for_each(|_| deal(Piece::at(piece)));
        }
        let mut setup = *self;
        setup.tiles.copy_from_slice(&tiles);
        setup.duplexes.copy_from_slice(&duplexes);
        if position.table.has_automas() {
            setup.automa = position.cards;
        }
        setup
    }

    /// Calls `each` with every hand of the game in order: by deal, then by seat.
    #[inline]
    pub(crate) fn for_each_hand(&self, mut each: impl FnMut(usize, Hand)) {
        let seats = self.seats();
        let (mut tiles, mut duplexes) = (self.tiles.chunks_exact(7), self.duplexes.chunks_exact(3));
        for turn in Turn::all(self.variant).iter().filter(|turn| turn.step == 0) {
            for seat in 0..seats {
                let mut hand = Hand::EMPTY;
                match turn.kind {
                    Kind::Tiles => {
                        for &tile in tiles.next().unwrap_or_default() {
                            hand.add(Piece::from(tile));
                        }
                    }
                    Kind::Duplexes => {
                        for &duplex in duplexes.next().unwrap_or_default() {
                            hand.add(Piece::from(duplex));
                        }
                    }
                }
                each(turn.deal as usize * seats + seat, hand);
            }
        }
    }

    /// Reads the `setup` of a record.
    pub(crate) fn read(variant: &str, players: usize, value: &Value) -> Result<Self, BadSetup> {
        Reader { problems: Vec::new() }.read(variant, players, value)
    }
}

/// All building tiles, sorted by kind.
const SORTED: [Tile; 108] = {
    let mut tiles = [Tile::Shop; 108];
    let (mut kind, mut next) = (0, 0);
    while kind < 9 {
        let mut copy = 0;
        while copy < Tile::ALL[kind].copies() {
            tiles[next] = Tile::ALL[kind];
            copy += 1;
            next += 1;
        }
        kind += 1;
    }
    tiles
};

impl Serialize for Setup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("tiles", &self.tiles.iter().map(|tile| tile.letter()).collect::<String>())?;
        map.serialize_entry("duplexes", &self.duplexes)?;
        map.serialize_entry("seating", self.seating())?;
        if let Variant::Automa(difficulty) = self.variant {
            map.serialize_entry("difficulty", &difficulty)?;
            map.serialize_entry("automa", self.automa())?;
        }
        map.end()
    }
}

/// All errors in a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct BadSetup(pub Vec<SetupProblem>);

impl fmt::Display for BadSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            write!(f, "{}{problem}", if index > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

/// An error in a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupProblem {
    /// No variant has this name.
    #[error("variant: expected `standard`, `two-player` or `automa`, found {0:?}")]
    Variant(String),
    /// The variant does not allow this number of players.
    #[error("players: {variant} is for {from} to {to}, found {found}")]
    Players {
        /// The variant's name.
        variant: &'static str,
        /// The fewest players of the variant.
        from: usize,
        /// The most players of the variant.
        to: usize,
        /// The number of players.
        found: usize,
    },
    /// A value has the wrong type.
    #[error("setup.{key}: expected {expected}, found {found}")]
    Form {
        /// The key of the setup with the value.
        key: &'static str,
        /// A description of the expected value.
        expected: &'static str,
        /// The value.
        found: String,
    },
    /// A list has the wrong length.
    #[error("setup.{key}: expected {expected}, found {found}")]
    Length {
        /// The key of the setup with the list.
        key: &'static str,
        /// The expected length.
        expected: usize,
        /// The actual length.
        found: usize,
    },
    /// An entry is not allowed in its list.
    #[error("setup.{key}: number {at}: expected {expected}, found {found}")]
    Item {
        /// The key of the setup with the list.
        key: &'static str,
        /// The number of the entry, from 1.
        at: usize,
        /// A description of the expected entry.
        expected: &'static str,
        /// The entry.
        found: String,
    },
    /// The number of tiles of a kind differs from the number in the box.
    #[error("setup.{key}: expected {expected} of {what}, found {found}")]
    Count {
        /// The key of the setup with the tiles.
        key: &'static str,
        /// The kind of tile.
        what: String,
        /// The number in the box.
        expected: usize,
        /// The number in the setup.
        found: usize,
    },
}

struct Reader {
    problems: Vec<SetupProblem>,
}

impl Reader {
    fn read(mut self, name: &str, players: usize, value: &Value) -> Result<Setup, BadSetup> {
        let variant = self.variant(name, value);
        let seats = match variant {
            Some(variant) if variant.players().contains(&players) => variant.seats(players),
            Some(variant) => {
                let (from, to) = variant.players().into_inner();
                let variant = variant.record_name();
                self.problems.push(SetupProblem::Players { variant, from, to, found: players });
                players
            }
            None => players,
        };
        let tiles = self.tiles(value);
        let duplexes = self.duplexes(value);
        let seating = self.numbers("seating", value, seats, 15, "a number from 1 to 15");
        let automa = match variant {
            Some(Variant::Automa(_)) => {
                self.numbers("automa", value, automa::CARDS, automa::CARDS, "a card number from 1 to 20")
            }
            _ => (1..=automa::CARDS as u8).collect(),
        };
        let complete = tiles.try_into().ok().zip(duplexes.try_into().ok()).zip(automa.try_into().ok());
        match (variant, complete) {
            (Some(variant), Some(((tiles, duplexes), automa))) if self.problems.is_empty() => {
                let mut numbers = [0; 7];
                numbers[..seats].copy_from_slice(&seating);
                Ok(Setup { variant, seats: seats as u8, tiles, duplexes, seating: numbers, automa })
            }
            _ => Err(BadSetup(self.problems)),
        }
    }

    fn variant(&mut self, name: &str, value: &Value) -> Option<Variant> {
        match name {
            "standard" => Some(Variant::Standard),
            "two-player" => Some(Variant::TwoPlayer),
            "automa" => {
                let found = &value["difficulty"];
                let difficulty = found.as_str().and_then(|text| text.parse::<Difficulty>().ok());
                if difficulty.is_none() {
                    self.form("difficulty", "\"easy\", \"medium\" or \"hard\"", found);
                }
                // Without a valid difficulty, the rest is still checked. It does not depend on the difficulty.
                Some(Variant::Automa(difficulty.unwrap_or(Difficulty::Medium)))
            }
            _ => {
                self.problems.push(SetupProblem::Variant(name.to_owned()));
                None
            }
        }
    }

    fn form(&mut self, key: &'static str, expected: &'static str, found: &Value) {
        let found = if found.is_null() { "nothing".to_owned() } else { shortened(found) };
        self.problems.push(SetupProblem::Form { key, expected, found });
    }

    fn length(&mut self, key: &'static str, expected: usize, found: usize) {
        if expected != found {
            self.problems.push(SetupProblem::Length { key, expected, found });
        }
    }

    fn item(&mut self, key: &'static str, index: usize, expected: &'static str, found: String) {
        self.problems.push(SetupProblem::Item { key, at: index + 1, expected, found });
    }

    fn count(&mut self, key: &'static str, what: &dyn fmt::Display, expected: usize, found: usize) {
        if expected != found {
            self.problems.push(SetupProblem::Count { key, what: what.to_string(), expected, found });
        }
    }

    fn tiles(&mut self, value: &Value) -> Vec<Tile> {
        let Some(text) = value["tiles"].as_str() else {
            self.form("tiles", "a text of 108 letters", &value["tiles"]);
            return Vec::new();
        };
        let mut tiles = Vec::new();
        for (index, letter) in text.chars().enumerate() {
            match Tile::from_letter(letter) {
                Some(tile) => tiles.push(tile),
                None => self.item("tiles", index, "one of S F O P H d e m b", format!("{letter:?}")),
            }
        }
        self.length("tiles", 108, text.chars().count());
        for tile in Tile::ALL {
            let found = tiles.iter().filter(|&&other| other == tile).count();
            self.count("tiles", &tile, tile.copies(), found);
        }
        tiles
    }

    fn duplexes(&mut self, value: &Value) -> Vec<Duplex> {
        let Some(list) = value["duplexes"].as_array() else {
            self.form("duplexes", "a list of the 24 duplex tiles", &value["duplexes"]);
            return Vec::new();
        };
        let mut duplexes = Vec::new();
        for (index, found) in list.iter().enumerate() {
            match found.as_str().map(str::parse::<Duplex>) {
                Some(Ok(duplex)) => duplexes.push(duplex),
                _ => self.item("duplexes", index, "a duplex tile such as FO or F/O", shortened(found)),
            }
        }
        self.length("duplexes", Duplex::COUNT, list.len());
        for duplex in Duplex::ALL {
            let found = duplexes.iter().filter(|&&other| other == duplex).count();
            self.count("duplexes", &duplex, 1, found);
        }
        duplexes
    }

    /// Reads `length` different numbers from `1..=highest`.
    fn numbers(
        &mut self,
        key: &'static str,
        value: &Value,
        length: usize,
        highest: usize,
        expected: &'static str,
    ) -> Vec<u8> {
        let Some(list) = value[key].as_array() else {
            self.form(key, "a list of different numbers", &value[key]);
            return Vec::new();
        };
        let mut numbers = Vec::new();
        for (index, found) in list.iter().enumerate() {
            match found.as_u64().filter(|&number| number >= 1 && number <= highest as u64) {
                Some(number) => numbers.push(number as u8),
                None => self.item(key, index, expected, shortened(found)),
            }
        }
        self.length(key, length, list.len());
        for number in 1..=highest as u8 {
            let found = numbers.iter().filter(|&&other| other == number).count();
            if found > 1 {
                self.count(key, &number, 1, found);
            }
        }
        numbers
    }
}

/// Returns a value as JSON, shortened if it is too long for a message.
fn shortened(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
