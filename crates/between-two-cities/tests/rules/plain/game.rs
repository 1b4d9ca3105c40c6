//! The course of the game, implemented directly from the rules page. Moves are texts.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::score;

type City = BTreeMap<(i32, i32), char>;

#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) variant: String,
    pub(crate) seats: usize,
    tiles: Vec<String>,
    duplexes: Vec<String>,
    deck: Vec<(String, String)>,
    /// The rounds that are still to come: `1`, `2`, `3`, or `1a` to `3b`.
    rounds: Vec<&'static str>,
    pub(crate) round: &'static str,
    pub(crate) cities: Vec<City>,
    /// The tiles of the Automa city, in the order in which they came.
    pub(crate) automa_city: Vec<char>,
    hands: Vec<Vec<String>>,
    chosen: Vec<Option<Vec<String>>>,
    /// For each seat, each way to share out the tiles that it must still place, as pairs of a tile and a city.
    to_place: Vec<Vec<Vec<(String, usize)>>>,
    pub(crate) over: bool,
}

impl Game {
    pub(crate) fn new(variant: &str, players: usize, setup: &Value) -> Self {
        let list = |key: &str| -> Vec<String> {
            let list = setup[key].as_array().expect("a list");
            list.iter().map(|item| item.as_str().expect("a text").to_owned()).collect()
        };
        let automa = variant == "automa";
        let seats = if automa { 3 } else { players };
        let file = include_str!("../../../data/automa.csv");
        let card = |number: &Value| {
            let line = file.lines().nth(number.as_u64().expect("a number") as usize).expect("a card");
            let fields: Vec<&str> = line.split(',').collect();
            (fields[1].to_owned(), fields[2].to_owned())
        };
        let cities = if variant == "two-player" { 4 } else { seats };
        let mut game = Self {
            variant: variant.to_owned(),
            seats,
            tiles: setup["tiles"].as_str().expect("a text").chars().map(String::from).collect(),
            duplexes: list("duplexes"),
            deck: setup["automa"]
                .as_array()
                .map(|cards| cards.iter().map(card).collect())
                .unwrap_or_default(),
            rounds: match variant {
                "two-player" => vec!["1a", "1b", "2a", "2b", "3a", "3b"],
                _ => vec!["1", "2", "3"],
            },
            round: "",
            cities: vec![City::new(); cities],
            automa_city: Vec::new(),
            hands: Vec::new(),
            chosen: vec![None; seats],
            to_place: vec![Vec::new(); seats],
            over: false,
        };
        game.next_round();
        game
    }

    fn next_round(&mut self) {
        if self.rounds.is_empty() {
            self.over = true;
            self.hands.clear();
            return;
        }
        self.round = self.rounds.remove(0);
        let (pile, number) =
            if self.round.starts_with('2') { (&mut self.duplexes, 3) } else { (&mut self.tiles, 7) };
        self.hands = (0..self.seats).map(|_| pile.drain(..number).collect()).collect();
    }

    fn placing(&self) -> bool {
        self.to_place.iter().any(|ways| !ways.is_empty())
    }

    pub(crate) fn to_act(&self) -> BTreeSet<usize> {
        let acts = |&seat: &usize| {
            if self.placing() { !self.to_place[seat].is_empty() } else { self.chosen[seat].is_none() }
        };
        (0..self.seats).filter(|seat| !self.over && acts(seat)).collect()
    }

    fn cities_of(&self, seat: usize) -> (usize, usize) {
        match self.variant.as_str() {
            "two-player" => (2 * seat, 2 * seat + 1),
            _ => (seat, (seat + self.seats - 1) % self.seats),
        }
    }

    fn is_automa(&self, seat: usize) -> bool {
        self.variant == "automa" && seat > 0
    }

    pub(crate) fn legal(&self, seat: usize) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        if !self.to_act().contains(&seat) {
            return moves;
        }
        if self.placing() {
            for way in &self.to_place[seat] {
                for (tile, city) in way {
                    for x in -3..=3 {
                        for y in -3..=3 {
                            if can_place(&self.cities[*city], tile, (x, y)) {
                                moves.insert(format!("place {tile} {city} {x},{y}"));
                            }
                        }
                    }
                }
            }
        } else if self.is_automa(seat) {
            let (left, right) = self.automa_choice(seat);
            moves.insert(choose(&left, &right));
        } else {
            let hand = &self.hands[seat];
            for one in 0..hand.len() {
                for other in 0..one {
                    moves.insert(choose(&hand[one], &hand[other]));
                }
            }
        }
        moves
    }

    /// Returns the tiles that the Automa on `seat` takes for its left and right city.
    fn automa_choice(&self, seat: usize) -> (String, String) {
        // Each Automa has a card for each turn, from the top. The cards of earlier turns have been removed.
        let card = &self.deck[seat - 1];
        let (left, right) = self.cities_of(seat);
        let mut hand = self.hands[seat].clone();
        let mut take = |column: &str, city: usize| {
            let best = hand.iter().min_by_key(|tile| self.wish(tile, column, city)).expect("a tile").clone();
            hand.remove(hand.iter().position(|tile| *tile == best).expect("it"));
            best
        };
        if self.round == "3" {
            let second = take(&card.1, right);
            (take(&card.0, left), second)
        } else {
            let first = take(&card.0, left);
            (first, take(&card.1, right))
        }
    }

    fn wish(&self, tile: &str, column: &str, city: usize) -> (usize, usize, usize, usize) {
        let place = |letter: char| {
            let letter = if "demb".contains(letter) { 'T' } else { letter };
            column.find(letter).expect("every type is in a column")
        };
        let letters: Vec<char> = tile.chars().filter(|&letter| letter != '/').collect();
        if let [one, other] = letters[..] {
            let (one, other) = (place(one), place(other));
            let listed = LISTED.split(' ').position(|listed| listed == tile).expect("a duplex tile");
            return (one.min(other), one.max(other), 0, listed);
        }
        let letter = letters[0];
        let icon = "demb".find(letter).map_or((0, 0), |order| {
            let built: Vec<char> = match (self.variant.as_str(), city) {
                ("automa", 1) => self.automa_city.clone(),
                _ => self.cities[city].values().copied().collect(),
            };
            (built.iter().filter(|&&other| other == letter).count(), order)
        });
        (place(letter), 0, icon.0, icon.1)
    }

    pub(crate) fn play(&mut self, seat: usize, mv: &str) {
        let words: Vec<&str> = mv.split(' ').collect();
        if words[0] == "choose" {
            self.chosen[seat] = Some(vec![words[1].to_owned(), words[2].to_owned()]);
            if self.chosen.iter().all(Option::is_some) {
                self.reveal();
            }
            return;
        }
        let (tile, city) = (words[1].to_owned(), words[2].parse::<usize>().expect("a city"));
        let (x, y) = words[3].split_once(',').expect("a spot");
        let at = (x.parse().expect("x"), y.parse().expect("y"));
        for (cell, letter) in covered(&tile, at) {
            self.cities[city].insert(cell, letter);
        }
        // Only the ways in which that tile goes to that city remain.
        let mut ways = std::mem::take(&mut self.to_place[seat]);
        ways.retain_mut(|way| match way.iter().position(|step| *step == (tile.clone(), city)) {
            Some(at) => {
                way.remove(at);
                true
            }
            None => false,
        });
        ways.retain(|way| !way.is_empty());
        self.to_place[seat] = ways;
        if !self.placing() {
            self.end_turn();
        }
    }

    fn reveal(&mut self) {
        let mut automas = Vec::new();
        if self.variant == "automa" {
            automas = vec![self.automa_choice(1), self.automa_choice(2)];
            self.deck.drain(..2);
        }
        for seat in 0..self.seats {
            let pair = self.chosen[seat].take().expect("a choice");
            for tile in &pair {
                let at = self.hands[seat].iter().position(|held| held == tile).expect("a tile of the hand");
                self.hands[seat].remove(at);
            }
            let (left, right) = self.cities_of(seat);
            if !self.is_automa(seat) {
                self.to_place[seat] = vec![
                    vec![(pair[0].clone(), left), (pair[1].clone(), right)],
                    vec![(pair[1].clone(), left), (pair[0].clone(), right)],
                ];
            }
        }
        if let [(for_automas, for_0), (for_2, for_automas_too)] = &automas[..] {
            for way in &mut self.to_place[0] {
                way.push((for_0.clone(), 0));
                way.push((for_2.clone(), 2));
            }
            for tile in [for_automas, for_automas_too] {
                self.automa_city.extend(tile.chars().filter(|&letter| letter != '/'));
            }
        }
    }

    fn end_turn(&mut self) {
        if self.hands[0].len() == 1 {
            self.next_round();
            return;
        }
        if self.round.starts_with('1') {
            // Hands go to the left, so seat 0's hand goes to seat 1.
            self.hands.rotate_right(1);
        } else {
            self.hands.rotate_left(1);
        }
    }

    /// Returns each city's points by type, then the total without bonus.
    pub(crate) fn scores(&self) -> Vec<[u32; 7]> {
        let count = |city: usize| match (self.variant.as_str(), city) {
            ("automa", 1) => self.automa_city.iter().filter(|&&tile| tile == 'F').count(),
            _ => self.cities[city].values().filter(|&&tile| tile == 'F').count(),
        };
        let counts: Vec<usize> = (0..self.cities.len()).map(count).collect();
        let values = score::factory_values(&counts);
        let grids: Vec<score::Grid> = self.cities.iter().map(board).collect();
        let mut scores = score::score(&grids);
        for (city, score) in scores.iter_mut().enumerate() {
            if self.variant == "automa" && city == 1 {
                *score = score::score_automa(&self.automa_city, values[1]);
            } else {
                // The values of the grids alone would not include the Automa city's factories.
                score[6] -= score[1];
                score[1] = values[city] * counts[city] as u32;
                score[6] += score[1];
            }
        }
        scores
    }
}

const LISTED: &str = "F/d F/O H/O H/S O/P O/S e/H P/F P/H m/P S/F S/b eF FO FS HP Hb OH OS dP PF PO Sm SH";

/// Returns the text of a choice, with single tiles in the order of the letters and duplex tiles as listed.
fn choose(one: &str, other: &str) -> String {
    let order = |tile: &str| {
        let single = "SFOPHdemb".find(tile).filter(|_| tile.len() == 1);
        single.or_else(|| LISTED.split(' ').position(|listed| listed == tile)).expect("a tile")
    };
    let (one, other) = if order(one) <= order(other) { (one, other) } else { (other, one) };
    format!("choose {one} {other}")
}

fn covered(tile: &str, (x, y): (i32, i32)) -> Vec<((i32, i32), char)> {
    let letters: Vec<char> = tile.chars().collect();
    match letters[..] {
        [one] => vec![((x, y), one)],
        [left, right] => vec![((x, y), left), ((x + 1, y), right)],
        [top, _, bottom] => vec![((x, y), top), ((x, y + 1), bottom)],
        _ => panic!("{tile} is not a tile"),
    }
}

pub(crate) fn can_place(city: &City, tile: &str, at: (i32, i32)) -> bool {
    let cells = covered(tile, at);
    if city.is_empty() {
        return at == (0, 0);
    }
    if cells.iter().any(|(cell, _)| city.contains_key(cell)) {
        return false;
    }
    let touches = |&(x, y): &(i32, i32)| {
        [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)].iter().any(|cell| city.contains_key(cell))
    };
    if !cells.iter().any(|(cell, _)| touches(cell)) {
        return false;
    }
    let all: Vec<(i32, i32)> = city.keys().copied().chain(cells.iter().map(|(cell, _)| *cell)).collect();
    let span = |coordinate: fn(&(i32, i32)) -> i32| {
        let values = || all.iter().map(coordinate);
        values().max().expect("a cell") - values().min().expect("a cell") + 1
    };
    span(|cell| cell.0) <= 4 && span(|cell| cell.1) <= 4
}

pub(crate) fn board(city: &City) -> score::Grid {
    let mut grid = [['.'; 4]; 4];
    let left = city.keys().map(|cell| cell.0).min().unwrap_or(0);
    let top = city.keys().map(|cell| cell.1).min().unwrap_or(0);
    for ((x, y), tile) in city {
        grid[(y - top) as usize][(x - left) as usize] = *tile;
    }
    grid
}

/// Counts move sequences where the lowest seat that may act moves.
pub(crate) fn perft(game: &Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let Some(&seat) = game.to_act().first() else { return 0 };
    let play = |mv: &String| {
        let mut next = game.clone();
        next.play(seat, mv);
        perft(&next, depth - 1)
    };
    game.legal(seat).iter().map(play).sum()
}
