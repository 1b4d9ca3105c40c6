//! A reference implementation of the rules, as simple as possible, to compare the crate with. It reads the
//! cards by itself and shares no code with the crate; moves are texts.
use std::collections::BTreeMap;

/// A card of the data.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    pub(crate) id: String,
    /// The back: `C`, `CC`, `*` and so on.
    pub(crate) back: String,
    pub(crate) kind: String,
    pub(crate) produces: String,
    pub(crate) points: usize,
    pub(crate) cost: String,
}

pub(crate) fn cards() -> Vec<Card> {
    let data = include_str!("../../../data/cards.csv");
    let rows = data.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    rows.map(|row| Card {
        id: row[0].clone(),
        back: row[2].repeat(row[3].parse().expect("a number of symbols")),
        kind: row[4].clone(),
        produces: row[5].clone(),
        points: row[6].parse().expect("points"),
        cost: row[7].clone(),
    })
    .collect()
}

/// The buildings, tokens and cards of a seat.
#[derive(Clone, Default, Debug)]
pub(crate) struct City {
    /// The backs of the resource cards.
    pub(crate) hand: Vec<String>,
    pub(crate) built: Vec<Card>,
    pub(crate) tokens: Vec<String>,
}

impl City {
    pub(crate) fn permanent(&self, resource: &str) -> usize {
        self.built.iter().filter(|card| card.produces == resource).count()
    }

    pub(crate) fn ingenuity(&self) -> usize {
        self.hand.iter().filter(|&back| back == "*").count()
    }

    pub(crate) fn printed(&self) -> usize {
        self.built.iter().map(|card| card.points).sum()
    }

    pub(crate) fn token_points(&self, token: &str) -> usize {
        let all = ["C", "M", "E", "I", "N"].map(|resource| self.permanent(resource));
        match token.split_once('-') {
            Some(("each", resource)) => 2 * self.permanent(resource),
            Some(("pair", two)) => 3 * self.permanent(&two[..1]).min(self.permanent(&two[1..])),
            Some(("types", "2")) => 2 * all.iter().filter(|&&n| n >= 2).count(),
            Some(("types", "3")) => 3 * all.iter().filter(|&&n| n >= 3).count(),
            Some(("flat", points)) => points.parse().expect("points"),
            None if token == "missing" => 4 * all.iter().filter(|&&n| n == 0).count(),
            None if token == "ingenuity" => 2 * self.ingenuity(),
            Some(("all", "five")) => (1..).take_while(|&n| all.iter().all(|&have| have >= n)).count() * 6,
            _ => panic!("no token {token}"),
        }
    }

    pub(crate) fn total(&self) -> usize {
        self.printed() + self.tokens.iter().map(|token| self.token_points(token)).sum::<usize>()
    }
}

/// The full state of a game, of which nothing is hidden.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    /// The cards of the deck, top first.
    pub(crate) deck: Vec<Card>,
    /// The cards of the market, row by row, each with whether its building side shows.
    pub(crate) market: Vec<Option<(Card, bool)>>,
    pub(crate) cities: Vec<City>,
    pub(crate) tokens: Vec<String>,
    pub(crate) to_act: usize,
    pub(crate) turns: usize,
    pub(crate) flipped: bool,
    pub(crate) solo: bool,
    pub(crate) column: usize,
    pub(crate) row: usize,
}

fn name(cell: usize) -> String {
    format!("{}{}", ["a", "b", "c", "d"][cell % 4], cell / 4 + 1)
}

fn cell(name: &str) -> usize {
    (0..16).find(|&cell| self::name(cell) == name).expect("a cell")
}

impl Plain {
    pub(crate) fn new(deck: &[String], tokens: &[String], start: usize, players: usize) -> Self {
        let cards = cards();
        let find = |id: &String| cards.iter().find(|card| card.id == *id).expect("a card").clone();
        let mut deck: Vec<Card> = deck.iter().map(find).collect();
        let market = deck.drain(..16).map(|card| Some((card, false))).collect();
        let solo = players == 1;
        let mut cities = vec![City::default(); if solo { 2 } else { players }];
        cities[..players].iter_mut().for_each(|city| city.hand.push("*".to_owned()));
        let tokens = tokens.to_vec();
        Self {
            deck,
            market,
            cities,
            tokens,
            to_act: start,
            turns: 0,
            flipped: false,
            solo,
            column: 0,
            row: 1,
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.turns == 17 * self.cities.len()
    }

    /// Returns every legal move.
    pub(crate) fn legal(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        if self.solo && self.to_act == 1 {
            return vec![self.city_move()];
        }
        let mut moves = Vec::new();
        if !self.flipped {
            for at in 0..16 {
                let row = (0..16).filter(|other| other / 4 == at / 4);
                let column = (0..16).filter(|other| other % 4 == at % 4);
                if self.all_resources(row) || self.all_resources(column) {
                    moves.push(format!("flip {}", name(at)));
                }
            }
        }
        for a in 0..16 {
            for b in a + 1..16 {
                let neighbours = a / 4 == b / 4 && b == a + 1 || b == a + 4;
                if neighbours && self.market[a].is_some() && self.market[b].is_some() {
                    self.takes(a, b, &mut moves);
                }
            }
        }
        if self.deck.len() >= 2 {
            moves.push("draw".to_owned());
        }
        if moves.is_empty() {
            moves.push("pass".to_owned());
        }
        moves
    }

    fn all_resources(&self, mut cells: impl Iterator<Item = usize>) -> bool {
        cells.all(|cell| matches!(self.market[cell], Some((_, false))))
    }

    fn city_move(&self) -> String {
        let (a, b) = (4 * self.row + self.column, 4 * ((self.row + 1) % 4) + self.column);
        let civics = [a, b].into_iter().filter(|&cell| self.is_civic(cell)).count();
        let tokens: String = self.tokens.iter().take(civics).map(|token| format!(" token {token}")).collect();
        format!("take {} {}{tokens}", name(a), name(b))
    }

    fn is_civic(&self, cell: usize) -> bool {
        matches!(&self.market[cell], Some((card, true)) if card.kind == "civic")
    }

    fn takes(&self, a: usize, b: usize, moves: &mut Vec<String>) {
        let city = &self.cities[self.to_act];
        let mut hand = city.hand.clone();
        let mut cost = String::new();
        for (card, building) in [a, b].into_iter().filter_map(|cell| self.market[cell].as_ref()) {
            if *building { cost += &card.cost } else { hand.push(card.back.clone()) }
        }
        let mut due = BTreeMap::new();
        for resource in ["C", "M", "E", "I", "N"] {
            let wanted = cost.matches(resource).count();
            due.insert(resource, wanted.saturating_sub(city.permanent(resource)));
        }
        let mut token_choices: Vec<String> = vec![String::new()];
        let civics = [a, b].into_iter().filter(|&cell| self.is_civic(cell)).count();
        match civics.min(self.tokens.len()) {
            0 => {}
            1 => token_choices = self.tokens.iter().map(|token| format!(" token {token}")).collect(),
            _ => {
                token_choices.clear();
                for (i, one) in self.tokens.iter().enumerate() {
                    let others = self.tokens[i + 1..].iter();
                    token_choices.extend(others.map(|two| format!(" token {one} token {two}")));
                }
            }
        }
        for payment in payments(&due, &hand) {
            let pay = if payment.is_empty() { String::new() } else { format!(" pay {}", payment.join(",")) };
            for tokens in &token_choices {
                moves.push(format!("take {} {}{pay}{tokens}", name(a), name(b)));
            }
        }
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, mv: &str) {
        let words: Vec<&str> = mv.split(' ').collect();
        match words[0] {
            "flip" => {
                self.market[cell(words[1])].as_mut().expect("a card").1 = true;
                self.flipped = true;
                return;
            }
            "draw" => {
                for card in self.deck.drain(..2) {
                    self.cities[self.to_act].hand.push(card.back);
                }
            }
            "take" => self.take(&words[1..]),
            _ => assert_eq!(mv, "pass"),
        }
        if self.solo && self.to_act == 1 {
            self.column = (self.column + 1) % 4;
            if self.column == 0 {
                self.row = (self.row + 1) % 4;
            }
        }
        self.flipped = false;
        self.turns += 1;
        self.to_act = (self.to_act + 1) % self.cities.len();
    }

    fn take(&mut self, words: &[&str]) {
        let city = &mut self.cities[self.to_act];
        let mut cells = [cell(words[0]), cell(words[1])];
        cells.sort_unstable();
        let mut gaps = Vec::new();
        for cell in cells {
            let (card, building) = self.market[cell].take().expect("a card");
            if building {
                city.built.push(card)
            } else {
                city.hand.push(card.back)
            }
            gaps.push((cell, building));
        }
        for two in words[2..].chunks(2) {
            match two[0] {
                "pay" => {
                    for back in two[1].split(',') {
                        let place = city.hand.iter().position(|held| held == back).expect("the card");
                        city.hand.remove(place);
                    }
                }
                _ => {
                    let place = self.tokens.iter().position(|token| token == two[1]).expect("an open token");
                    city.tokens.push(self.tokens.remove(place));
                }
            }
        }
        for (cell, was_building) in gaps {
            if !self.deck.is_empty() {
                self.market[cell] = Some((self.deck.remove(0), !was_building));
            }
        }
    }

    /// Returns the number of legal move sequences of length `depth`.
    pub(crate) fn perft(&self, depth: usize) -> u64 {
        let moves = self.legal();
        if depth == 1 {
            return moves.len() as u64;
        }
        moves
            .iter()
            .map(|mv| {
                let mut next = self.clone();
                next.play(mv);
                next.perft(depth - 1)
            })
            .sum()
    }
}

/// Returns every set of cards of the hand that pays the amount due and contains no needless card.
pub(crate) fn payments(due: &BTreeMap<&str, usize>, hand: &[String]) -> Vec<Vec<String>> {
    let mut held: BTreeMap<&str, usize> = BTreeMap::new();
    for back in hand {
        *held.entry(back).or_default() += 1;
    }
    // A payment never needs more cards of a kind than symbols of its resource are due or, for ingenuity, than all
    // symbols that are due.
    let mut sets: Vec<Vec<String>> = vec![Vec::new()];
    for (back, number) in held {
        let most = if back == "*" { due.values().sum() } else { due[&back[..1]] };
        let longer = |set: &Vec<String>| {
            let set = set.clone();
            move |n| set.iter().cloned().chain(std::iter::repeat_n(back.to_owned(), n)).collect::<Vec<_>>()
        };
        sets = sets.iter().flat_map(|set| (0..=number.min(most)).map(longer(set))).collect();
    }
    sets.retain(|set| {
        let needless = |i| {
            let mut without = set.clone();
            without.remove(i);
            covers(due, &without)
        };
        covers(due, set) && !(0..set.len()).any(needless)
    });
    sets
}

fn covers(due: &BTreeMap<&str, usize>, set: &[String]) -> bool {
    let wild = set.iter().filter(|&back| back == "*").count();
    let short = due.iter().map(|(resource, due)| {
        let symbols: usize = set.iter().map(|back| back.matches(resource).count()).sum();
        due.saturating_sub(symbols)
    });
    short.sum::<usize>() <= wild
}
