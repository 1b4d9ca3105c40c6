//! Whether the reason for a verdict is true of the position. Each statement is checked by the rules, and not by the code that made it.

use std::collections::BTreeMap;

use between_two_cities::{
    BetweenTwoCities, Building, City, Effect, Layout, Passing, Piece, Spot, Tile, Variant, effects, score,
};
use point_city::{CardId, Cell, Face, Kind, PointCity, Resource, Score, Side, count_payments};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde_json::Value;
use tabletop::{Seat, Seed, Viewer, play_out, prelude::*, random::below};
use townhall_analysis::{Judgement, Mean};
use townhall_bots::{Evaluate, Explains, Level, Term, ThinkRng, bot, system_clock, view_rng};

/// A game whose reasons can be checked.
pub(crate) trait Refute: Evaluate {
    /// Returns why a term is not true of these moves of the seat with this view; `None` if it is true. `state` is any state that
    /// is possible in the view.
    fn refute(
        view: &Self::View,
        state: &Self::State,
        played: &[Self::Move],
        best: &[Self::Move],
        term: &Term,
    ) -> Option<String>;

    /// Returns the position in short, for people who check reasons by eye.
    #[allow(dead_code)]
    fn position(view: &Self::View) -> String;

    /// Returns the number of the part and of the aspect that an expected change, as JSON, is about. Without an aspect, it is about
    /// the whole part.
    fn aspect(change: &Value) -> Option<(usize, Option<usize>)>;
}

/// The terms of moves in many positions, and those that are not true.
#[derive(Default)]
pub(crate) struct Checked {
    /// How often each term occurred.
    pub(crate) terms: BTreeMap<String, usize>,
    pub(crate) refuted: Vec<String>,
}

/// The most moves of a decision that are compared with each other.
const MOVES: usize = 3;

/// Checks every advantage of a move over another one in games of every mode. The policy's moves lead to positions like those of
/// players, and random ones to all others.
pub(crate) fn check<G: Refute>(games: u64) -> Checked {
    let mut checked = Checked::default();
    for (variant, players) in G::modes() {
        for game in 0..games {
            let seed = Seed::from_phrase("reasons").child(game);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(game);
            let choose = |state: &G::State, seat: Seat| {
                let mut moves: Vec<G::Move> = G::rollout_move(state, seat).into_iter().collect();
                moves.extend((1..MOVES).filter_map(|_| G::random_move(state, seat, &mut rng)));
                if seat.index() < players {
                    let view = G::view(state, Viewer::Seat(seat));
                    let moves: Vec<_> = moves.iter().map(|&mv| followed::<G>(state, seat, mv)).collect();
                    for played in &moves {
                        moves.iter().for_each(|best| checked.compare::<G>(&view, state, played, best));
                    }
                }
                if below(&mut rng, 3) == 0 { moves.last().copied() } else { moves.first().copied() }
            };
            play_out::<G>(G::start(&G::deal_from(&seed, variant, players).0), choose, |_, _, _| ());
        }
    }
    checked
}

/// A move with the next one of the seat, if it makes several in a row.
pub(crate) fn followed<G: Evaluate>(state: &G::State, seat: Seat, mv: G::Move) -> Vec<G::Move> {
    let mut pairs = G::moves_in_a_row(state, seat, mv).into_iter();
    pairs.find(|pair| pair[0] == mv).map_or_else(|| vec![mv], |pair| pair.to_vec())
}

impl Checked {
    fn compare<G: Refute>(&mut self, view: &G::View, state: &G::State, played: &[G::Move], best: &[G::Move]) {
        for advantage in G::contrast(view, played, best) {
            let is_finite = match advantage.explains {
                Explains::Points(points) | Explains::AllBut(points) => points.is_finite(),
                Explains::Aspect(_) => true,
            };
            let is_sound = played.first() != best.first() && is_finite;
            let refuted = if is_sound {
                G::refute(view, state, played, best, &advantage.term)
            } else {
                Some(advantage.term.words.clone())
            };
            self.refuted.extend(refuted.map(|why| format!("{why}: {played:?} and {best:?} in {view:?}")));
            *self.terms.entry(Read::of(&advantage.term).text("term").to_owned()).or_default() += 1;
        }
    }
}

/// How the changes that a reason expects are measured again: in how many states, and who plays on in them.
#[derive(Clone, Copy)]
pub(crate) enum Again {
    /// The rollout policy plays on.
    Policy(u32),
    /// Bots of a level play on, each from its own view.
    #[allow(dead_code)]
    Bots(u32, Level),
}

/// Measures the changes that the reason for a verdict expects by other continuations. Returns, for each term that expects some, those
/// that surely have the opposite sign.
pub(crate) fn check_expected<G: Refute>(
    view: &G::View,
    one: &Judgement<G::Move>,
    again: Again,
) -> Vec<Vec<String>> {
    let mut rng = view_rng::<G>(&Seed::from_phrase("expected"), view);
    let state = G::sample(view, &mut rng);
    let moves = [one.played, one.best].map(|mv| followed::<G>(&state, one.seat, mv));
    let terms = one.why.iter().flat_map(|why| &why.terms);
    let expecting = terms.map(Read::of).filter_map(|term| term.0["changes"].as_array().cloned());
    expecting.map(|changes| refuted_changes::<G>(view, one.seat, &moves, &changes, again, &mut rng)).collect()
}

fn refuted_changes<G: Refute>(
    view: &G::View,
    seat: Seat,
    moves: &[Vec<G::Move>; 2],
    changes: &[Value],
    again: Again,
    rng: &mut ThinkRng,
) -> Vec<String> {
    let mut measured = vec![Mean::default(); changes.len()];
    let (Again::Policy(states) | Again::Bots(states, _)) = again;
    for number in 0..states {
        let state = G::sample(view, rng);
        let [was, is] = moves.each_ref().map(|moves| {
            let mut after = state;
            moves.iter().for_each(|&mv| G::play_unchecked(&mut after, seat, mv));
            let horizon = G::horizon(&state);
            match again {
                Again::Policy(_) => G::play_on(&mut after, horizon),
                Again::Bots(_, level) => {
                    let seed = Seed::from_phrase("again").child(number.into());
                    play_on_by::<G>(level, &mut after, horizon, &seed);
                }
            }
            (G::aspects(&after), G::evaluate(&after).parts)
        });
        for (mean, change) in measured.iter_mut().zip(changes) {
            let Some((part, aspect)) = G::aspect(change) else { continue };
            let [was, is] = [&was, &is].map(|(aspects, parts)| match aspect {
                Some(aspect) => aspects[part][aspect],
                None => parts[part],
            });
            mean.add(f64::from(is - was));
        }
    }
    let refuted = changes.iter().zip(measured).filter(|(change, mean)| {
        let claimed = change["points"].as_f64();
        claimed.is_none_or(|claimed| mean.mean() * claimed.signum() < -3.0 * mean.error())
    });
    refuted
        .map(|(change, mean)| format!("{change}, really {:.2} ± {:.2}", mean.mean(), mean.error()))
        .collect()
}

/// Bots play on to the horizon of the rollout policy.
fn play_on_by<G: Evaluate>(level: Level, state: &mut G::State, horizon: usize, seed: &Seed) {
    let mut bots: Vec<_> =
        (0..G::seats(state) as u64).map(|seat| bot::<G>(level, &seed.child(seat), system_clock)).collect();
    loop {
        let mut end = *state;
        G::play_on(&mut end, horizon);
        if end == *state {
            return;
        }
        let next = G::automatic_move(state).or_else(|| {
            let seat = G::to_act(state).first()?;
            Some((seat, bots.get_mut(seat.index())?.choose(&G::view(state, Viewer::Seat(seat)))))
        });
        let Some((seat, mv)) = next else { return };
        G::play_unchecked(state, seat, mv);
    }
}

/// A term as JSON.
struct Read(Value);

impl Read {
    fn of(term: &Term) -> Self {
        Self(serde_json::from_str(term.data.get()).unwrap_or(Value::Null))
    }

    fn text(&self, key: &str) -> &str {
        self.0[key].as_str().unwrap_or_default()
    }

    fn number(&self, key: &str) -> i64 {
        self.0[key].as_i64().unwrap_or(i64::MIN)
    }

    fn numbers(&self, key: &str) -> Vec<i64> {
        self.0[key].as_array().into_iter().flatten().filter_map(Value::as_i64).collect()
    }

    fn parsed<T: std::str::FromStr>(&self, key: &str) -> Option<T> {
        self.text(key).parse().ok()
    }

    fn seat(&self) -> Option<Seat> {
        usize::try_from(self.number("seat")).ok().and_then(|seat| Seat::all(Seat::MAX).nth(seat))
    }
}

/// Whether a statement holds, as the result of a check.
fn holds(is_true: bool, term: &Term) -> Option<String> {
    (!is_true).then(|| format!("{} ({})", term.words, term.data.get()))
}

impl Refute for PointCity {
    fn refute(
        view: &point_city::View,
        state: &point_city::State,
        played: &[point_city::Move],
        best: &[point_city::Move],
        term: &Term,
    ) -> Option<String> {
        holds(is_true_in_point_city(view, state, played, best, &Read::of(term)).unwrap_or(false), term)
    }

    fn aspect(change: &Value) -> Option<(usize, Option<usize>)> {
        let all = ["printed", "tokens", "permanents", "cards"];
        let aspect = all.iter().position(|&one| change["by"] == one);
        Some((usize::try_from(change["seat"].as_u64()?).ok()?, aspect))
    }

    fn position(view: &point_city::View) -> String {
        let table = view.table();
        let face = |cell| table.market().face(cell).map_or_else(|| "-".to_owned(), |face| face.to_string());
        let rows: Vec<String> = Cell::ALL
            .chunks(4)
            .map(|row| row.iter().map(|&cell| face(cell)).collect::<Vec<_>>().join(" "))
            .collect();
        let area = |seat: Seat| {
            let area = table.area(seat);
            format!(
                "{}: {} | {} | {} printed | {:?}",
                seat.index(),
                area.cards,
                area.permanents,
                area.printed,
                area.tokens
            )
        };
        let areas: Vec<String> = Seat::all(table.seats()).map(area).collect();
        format!(
            "turn {} market {} open {:?} areas {}",
            table.turns_played(),
            rows.join(" / "),
            table.open_tokens(),
            areas.join(" ; ")
        )
    }
}

fn is_true_in_point_city(
    view: &point_city::View,
    state: &point_city::State,
    played: &[point_city::Move],
    best: &[point_city::Move],
    term: &Read,
) -> Option<bool> {
    use point_city::Move;
    let (&played, &best) = (played.first()?, best.first()?);
    let (table, market) = (view.table(), view.table().market());
    let me = view.viewer().seat()?;
    let cells = |mv: Move| match mv {
        Move::Take { pair, .. } => pair.cells().to_vec(),
        _ => Vec::new(),
    };
    let after = |mv: Move| {
        let mut after = *state;
        PointCity::play_unchecked(&mut after, me, mv);
        after
    };
    let [was, is] = [played, best].map(after);
    let [had, has] = [&was, &is].map(|state| state.table().area(me));
    let ends = [played, best].iter().all(|mv| !matches!(mv, Move::Flip(_)));
    let next = me.left(table.seats());
    let open = |taken: Move| {
        let left = Cell::ALL.into_iter().filter(move |cell| !cells(taken).contains(cell));
        left.filter_map(|cell| market.face(cell)?.card()).collect::<Vec<CardId>>()
    };
    // The cards in hand that are known: of two drawn cards, the second is not.
    let known = |mv: Move| match mv {
        Move::Draw => {
            let mut cards = table.area(me).cards;
            view.top().into_iter().for_each(|kind| cards.push(kind));
            cards
        }
        _ => after(mv).table().area(me).cards,
    };
    let missing = |mv: Move, card: CardId| {
        let due = card.cost().less(after(mv).table().area(me).permanents);
        (0..20).find(|&more| {
            let mut cards = known(mv);
            (0..more).for_each(|_| cards.push(Kind::INGENUITY));
            count_payments(due, &cards) > 0
        })
    };
    let cell = || term.parsed::<Cell>("cell");
    let backs = |seat: Seat, cell: Cell| {
        let kind = market.face(cell)?.kind()?;
        let shown =
            |card: CardId| Cell::ALL.iter().any(|&cell| market.face(cell) == Some(Face::building(card)));
        let built =
            |card: CardId| Seat::all(table.seats()).any(|seat| view.built(seat).any(|one| one == card));
        let all = CardId::ALL.into_iter().filter(|&card| card.back() == kind && !shown(card) && !built(card));
        let beside = |one: Cell| one.column().abs_diff(cell.column()) + one.row().abs_diff(cell.row()) == 1;
        let kinds: Vec<Kind> = Cell::ALL
            .into_iter()
            .filter(|&one| beside(one))
            .filter_map(|one| market.face(one)?.kind())
            .collect();
        let area = table.area(seat);
        let pays = |card: &CardId| {
            kinds.iter().any(|&kind| {
                let mut cards = area.cards;
                cards.push(kind);
                count_payments(card.cost().less(area.permanents), &cards) > 0
            })
        };
        let all: Vec<CardId> = all.collect();
        let payable: Vec<CardId> = all.iter().copied().filter(pays).collect();
        Some((kind, all.len() as i64, payable))
    };
    Some(match term.text("term") {
        "pays" => {
            let resource: Resource = term.parsed("resource")?;
            let n = has.permanents.get(resource);
            let cheaper = |mv: Move, resource: Resource, n: u8| {
                open(mv).into_iter().filter(|card| card.cost().get(resource) >= n).count() as i64
            };
            let buildings = cheaper(best, resource, n);
            let given = Resource::ALL
                .into_iter()
                .filter(|&one| had.permanents.get(one) > has.permanents.get(one))
                .map(|one| cheaper(played, one, had.permanents.get(one)));
            ends && n > had.permanents.get(resource)
                && term.number("n") == i64::from(n)
                && buildings > given.max().unwrap_or(0)
                && term.number("buildings") == buildings
        }
        "printed" => {
            let more = i64::from(has.printed) - i64::from(had.printed);
            ends && more > 0 && term.number("points") == more
        }
        "tokens" => {
            let points = |state: &point_city::State| i64::from(Score::of(state.table(), me).token_points);
            // An unknown card of the deck may be ingenuity, for which a token counts.
            let more = points(&is) - points(&was);
            let drawn = [played, best].iter().any(|mv| matches!(mv, Move::Draw));
            ends && term.number("points") > 0 && (drawn || term.number("points") == more)
        }
        "closer" => {
            let card: CardId = term.parsed("card")?;
            let [instead, lacks] = [played, best].map(|mv| missing(mv, card));
            ends && lacks < instead
                && lacks == Some(term.number("lacks"))
                && instead == Some(term.number("instead"))
                && open(best).contains(&card)
                && open(played).contains(&card)
        }
        "keeps" => {
            let more = i64::from(has.cards.count()) - i64::from(had.cards.count());
            ends && more > 0 && term.number("cards") == more
        }
        "opens" => {
            let opened = |mv: Move, after: &point_city::State| {
                let turned = |&cell: &Cell| {
                    market.side(cell) == Some(Side::Resource)
                        && after.table().market().side(cell) == Some(Side::Building)
                };
                cells(mv).iter().filter(|cell| turned(cell)).count() as i64
            };
            let [buildings, instead] = [opened(played, &was), opened(best, &is)];
            ends && buildings > instead
                && term.number("buildings") == buildings
                && term.number("instead") == instead
        }
        "leaves" => {
            let (card, seat): (CardId, _) = (term.parsed("card")?, term.seat()?);
            let at = Cell::ALL.into_iter().find(|&cell| market.face(cell) == Some(Face::building(card)))?;
            let mut takes = false;
            PointCity::for_each_legal_move(&was, next, |mv| takes |= cells(mv).contains(&at));
            ends && seat == next && takes && cells(best).contains(&at) && !cells(played).contains(&at)
        }
        "turns" => {
            let cell = cell()?;
            let (kind, buildings, payable) = backs(me, cell)?;
            best == Move::Flip(cell)
                && term.parsed::<Kind>("back")? == kind
                && term.number("buildings") == buildings
                && term.number("payable") == payable.len() as i64
                && Some(term.number("most")) == payable.iter().map(|card| i64::from(card.points())).max()
                // The card that comes up is one of them.
                && is.table().market().face(cell).and_then(Face::card).is_some_and(|card| card.back() == kind)
        }
        "offers" => {
            let cell = cell()?;
            let (kind, buildings, payable) = backs(next, cell)?;
            played == Move::Flip(cell)
                && best != played
                && term.seat()? == next
                && term.parsed::<Kind>("back")? == kind
                && term.number("buildings") == buildings
                && term.number("payable") == payable.len() as i64
                && !payable.is_empty()
        }
        _ => false,
    })
}

impl Refute for BetweenTwoCities {
    fn refute(
        view: &between_two_cities::View,
        _: &between_two_cities::State,
        played: &[between_two_cities::Move],
        best: &[between_two_cities::Move],
        term: &Term,
    ) -> Option<String> {
        holds(is_true_in_between_two_cities(view, played, best, &Read::of(term)).unwrap_or(false), term)
    }

    fn aspect(change: &Value) -> Option<(usize, Option<usize>)> {
        let building = change["building"].as_str().and_then(|name| name.parse::<Building>().ok());
        Some((usize::try_from(change["city"].as_u64()?).ok()?, building.map(|building| building as usize)))
    }

    fn position(view: &between_two_cities::View) -> String {
        let me = view.viewer().seat();
        let cities = (0..view.city_count()).map(|city| format!("{city}: {}", view.city(city)));
        let hand: Vec<String> =
            view.hand().iter().flat_map(|hand| hand.iter()).map(|piece| piece.to_string()).collect();
        format!(
            "seat {:?} of cities {:?}, turn {}, {} | hand {}",
            me.map(Seat::index),
            me.map(|me| view.cities_of(me)),
            view.turn_number(),
            cities.collect::<Vec<_>>().join(" | "),
            hand.join(" ")
        )
    }
}

/// The cities of a table, in which tiles are placed.
#[derive(Clone)]
struct Board(Vec<City>);

impl Board {
    fn total(&self, city: usize) -> i64 {
        let layouts: Vec<Layout> = self.0.iter().map(|city| city.layout()).collect();
        score(&layouts).get(city).map_or(0, |score| score.total.into())
    }

    fn with(&self, piece: Piece, city: usize, spot: Spot) -> Self {
        let mut after = self.clone();
        after.0[city].place_unchecked(piece, spot);
        after
    }

    /// The gain of a city by each placement of a piece in it, with the effects.
    fn gains(&self, city: usize, piece: Piece) -> Vec<(i64, Vec<Effect>)> {
        let now = self.total(city);
        let spots = self.0[city].spots(piece);
        let gain = |spot| {
            (self.with(piece, city, spot).total(city) - now, effects(self.0[city], piece, spot, 4).to_vec())
        };
        spots.iter().map(gain).collect()
    }

    /// Whether a placement and further tiles of its type can change a city's points so, one after the other.
    fn can_gain(&self, city: usize, (piece, spot): (Piece, Spot), steps: &[i64]) -> bool {
        let Some((&now, later)) = steps.split_first() else { return true };
        let after = self.with(piece, city, spot);
        let is_more = after.total(city) - self.total(city) == now;
        is_more
            && (later.is_empty() || after.next_of(city, piece).any(|next| after.can_gain(city, next, later)))
    }

    /// The changes of a city's points by a placement and two more tiles of its type, each with the highest gain, those that bring most
    /// together.
    fn most_of_steps(&self, city: usize, (piece, spot): (Piece, Spot)) -> Vec<i64> {
        let gain =
            |board: &Self, (piece, spot)| board.with(piece, city, spot).total(city) - board.total(city);
        let best = |board: &Self| {
            let most = board.next_of(city, piece).map(|next| gain(board, next)).max();
            board
                .next_of(city, piece)
                .filter(move |&next| Some(gain(board, next)) == most)
                .collect::<Vec<_>>()
        };
        let after = self.with(piece, city, spot);
        let seconds = best(&after).into_iter().map(|next| {
            let then = after.with(next.0, city, next.1);
            let third = best(&then).into_iter().map(|next| gain(&then, next)).max();
            (gain(&after, next), third.unwrap_or(i64::MIN / 2))
        });
        let (second, third) = seconds.max_by_key(|(second, third)| second + third).unwrap_or_default();
        vec![gain(self, (piece, spot)), second, third]
    }

    /// The placements of a further tile of a piece's type.
    fn next_of(&self, city: usize, piece: Piece) -> impl Iterator<Item = (Piece, Spot)> + use<> {
        let building = piece.tile().map(Tile::building);
        let tiles = Tile::ALL.into_iter().filter(move |tile| Some(tile.building()) == building);
        let built = self.0[city];
        tiles.flat_map(move |tile| {
            let spots: Vec<Spot> = built.spots(tile.into()).iter().collect();
            spots.into_iter().map(move |spot| (tile.into(), spot))
        })
    }

    /// Whether a further tile can have an effect in a city, and how many points it then gains at most.
    fn can_make(&self, city: usize, effect: &Value) -> Option<i64> {
        let tiles = Tile::ALL.into_iter().flat_map(|tile| self.gains(city, tile.into()));
        tiles.filter(|(_, all)| all.iter().any(|one| is_like(*one, effect))).map(|(points, _)| points).max()
    }
}

/// Whether an effect is the described one, or the same of more buildings. The points of a factory don't matter.
fn is_like(one: Effect, other: &Value) -> bool {
    let one = serde_json::to_value(one).unwrap_or_default();
    let n = |effect: &Value| effect["n"].as_i64().unwrap_or(0);
    one["kind"] == other["kind"] && one["building"] == other["building"] && n(&one) >= n(other)
}

fn is_true_in_between_two_cities(
    view: &between_two_cities::View,
    played: &[between_two_cities::Move],
    best: &[between_two_cities::Move],
    term: &Read,
) -> Option<bool> {
    use between_two_cities::Move;
    let me = view.viewer().seat()?;
    let is_in_one_city = |moves: &[Move]| matches!(moves, &[Move::Place { city: one, .. }, Move::Place { city: other, .. }] if one == other);
    // Of two placements in one city, the first is meant.
    let number = if is_in_one_city(played) || is_in_one_city(best) { 1 } else { 2 };
    let [played, best] = [played, best].map(|moves| &moves[..moves.len().min(number)]);
    let before = Board((0..view.city_count()).map(|number| view.city(number)).collect());
    let own = view.cities_of(me).map(usize::from);
    if let (&[Move::Choose(played), ..], &[Move::Choose(best), ..]) = (played, best) {
        let pairs = [played, best].map(|pair| pair.pieces());
        let is_true = is_true_of_choices(view, &before, own, pairs, term);
        if is_true.is_some() {
            return is_true;
        }
    }
    let city = usize::try_from(term.number("city")).ok()?;
    let effect = &term.0["effect"];
    let placed = |moves: &[Move]| {
        moves.iter().find_map(|&mv| match mv {
            Move::Place { piece, city: place, spot } if usize::from(place) == city => Some((piece, spot)),
            _ => None,
        })
    };
    let (was, is) = (placed(played), placed(best));
    let after = |placed: Option<(Piece, Spot)>| {
        placed.map_or_else(|| before.clone(), |(piece, spot)| before.with(piece, city, spot))
    };
    let (closed, open) = (after(was), after(is));
    let gain = |board: &Board| board.total(city) - before.total(city);
    let makes = |placed: Option<(Piece, Spot)>| {
        placed.is_some_and(|(piece, spot)| {
            effects(before.0[city], piece, spot, 4).iter().any(|&one| is_like(one, effect))
        })
    };
    let reaches = |gains: Vec<(i64, Vec<Effect>)>, points: i64| {
        gains.iter().any(|(gain, all)| *gain == points && all.iter().any(|one| is_like(*one, effect)))
    };
    let most =
        |board: &Board, city: usize, piece: Piece| board.gains(city, piece).iter().map(|one| one.0).max();
    let pieces = |moves: &[Move]| match moves {
        [Move::Choose(pair), ..] => pair.pieces().to_vec(),
        _ => Vec::new(),
    };
    let (chosen, better) = (pieces(played), pieces(best));
    let is_choice = !chosen.is_empty();
    let (points, only) = (term.number("points"), term.number("only"));
    let blamed = played
        .first()
        .is_some_and(|&mv| matches!(mv, Move::Place { city: place, .. } if usize::from(place) == city));
    let receiver = match view.turn().passing {
        Passing::Left => me.left(view.seats()),
        Passing::Right => me.right(view.seats()),
    };
    let instead = played.first().map_or(0, |&mv| match mv {
        Move::Place { piece, city, spot } => {
            let city = usize::from(city);
            before.with(piece, city, spot).total(city) - before.total(city)
        }
        Move::Choose(_) => 0,
    });
    Some(
        own.contains(&city) != (term.text("term") == "leaves")
            && match term.text("term") {
                "does" => {
                    !is_choice && gain(&open) == points && instead == only && points > only && makes(is)
                }
                "blocks" => {
                    blamed
                        && !makes(was)
                        && before.can_make(city, effect).is_some_and(|points| points > 0)
                        && open.can_make(city, effect).is_some_and(|points| points > 0)
                        && closed.can_make(city, effect).is_none()
                        && points > 0
                }
                "opens" => {
                    let of_type = |one: &Tile| one.building() == effect_type(effect);
                    let gains = Tile::ALL
                        .into_iter()
                        .filter(of_type)
                        .filter_map(|tile| most(&closed, city, tile.into()));
                    blamed
                        && !makes(was)
                        && gains.max().unwrap_or(0) == only
                        && open.can_make(city, effect).is_some_and(|most| most >= points)
                        && before.can_make(city, effect).is_none()
                        && closed.can_make(city, effect).is_none()
                        && points > only
                }
                "spoils" => {
                    let city_of = |board: &Board| board.0[city];
                    let is_near_factory = |built: City, house: Spot| {
                        built.built().iter().any(|spot| {
                            (spot.x() - house.x()).abs() + (spot.y() - house.y()).abs() == 1
                                && built.get(spot) == Some(Tile::Factory)
                        })
                    };
                    let spoiled = |board: &Board| {
                        let houses = city_of(&before).built().iter().filter(|&spot| {
                            city_of(&before).get(spot) == Some(Tile::House)
                                && is_near_factory(city_of(board), spot)
                                && !is_near_factory(city_of(&before), spot)
                        });
                        houses.count() as i64
                    };
                    blamed
                        && term.number("houses") > 0
                        && spoiled(&closed) - spoiled(&open) == term.number("houses")
                }
                "takes" => {
                    let (piece, instead): (Piece, Piece) = (term.parsed("piece")?, term.parsed("instead")?);
                    let named = match is_choice {
                        true => better.contains(&piece) && chosen.contains(&instead),
                        false => is?.0 == piece && was?.0 == instead && gain(&open) == points,
                    };
                    named
                        && piece != instead
                        && points > only
                        && reaches(before.gains(city, piece), points)
                        && most(&before, city, instead).unwrap_or(0) == only
                }
                "outbids" => {
                    let rival = usize::try_from(term.number("rival")).ok()?;
                    let both = |moves: &[Move]| {
                        let mut all = before.clone();
                        for &mv in moves {
                            if let Move::Place { piece, city, spot } = mv {
                                all = all.with(piece, city.into(), spot);
                            }
                        }
                        all.total(rival)
                    };
                    !own.contains(&rival)
                        && points > 0
                        && is.is_some_and(|(piece, _)| piece.tiles().any(|tile| tile == Tile::Factory))
                        && both(played) - both(best) == points
                }
                "grows" => {
                    let (piece, instead): (Piece, Piece) = (term.parsed("piece")?, term.parsed("instead")?);
                    let [steps, only] = ["steps", "only"].map(|key| term.numbers(key));
                    is? == (piece, is?.1)
                        && was? == (instead, was?.1)
                        && only.iter().sum::<i64>() < steps.iter().sum()
                        && before.can_gain(city, is?, &steps)
                        && before.most_of_steps(city, was?) == only
                }
                "room" => {
                    let free = |board: &Board| {
                        let built = board.0[city];
                        let near = |spot: Spot, building: Building| {
                            built.built().iter().any(|other| {
                                (other.x() - spot.x()).abs() + (other.y() - spot.y()).abs() == 1
                                    && built.get(other).is_some_and(|tile| tile.building() == building)
                            })
                        };
                        let counts = |spot: &Spot| match term.text("cells") {
                            "by-shop" => near(*spot, Building::Shop),
                            "by-park" => near(*spot, Building::Park),
                            "by-tavern" => near(*spot, Building::Tavern),
                            "away-from-factories" => !near(*spot, Building::Factory),
                            _ => term.text("cells") == "all",
                        };
                        built.spots(Tile::House.into()).iter().filter(counts).count() as i64
                    };
                    blamed
                        && free(&open) == term.number("n")
                        && free(&closed) == term.number("instead")
                        && free(&open) > free(&closed)
                }
                "behind" => {
                    let helps = gain(&open) > gain(&closed) || is.is_some() && was.is_none();
                    played.first() != best.first()
                        && helps
                        && before.total(city) == points
                        && points < term.number("more")
                }
                "passes" => {
                    let piece: Piece = term.parsed("piece")?;
                    let after = |board: &Board, own: Piece, city: usize| -> Vec<Board> {
                        board.0[city].spots(own).iter().map(|spot| board.with(own, city, spot)).collect()
                    };
                    let elsewhere = own.into_iter().find(|&own| own != city)?;
                    let passed = [[0, 1], [1, 0]].into_iter().any(|[here, there]| {
                        let placed =
                            better.get(here).map(|&own| after(&before, own, city)).unwrap_or_default();
                        // The factories of all cities are compared.
                        placed.iter().any(|one| {
                            reaches(one.gains(city, piece), points)
                                || after(one, better[there], elsewhere)
                                    .iter()
                                    .any(|both| reaches(both.gains(city, piece), points))
                        })
                    });
                    term.seat()? == receiver
                        && is_choice
                        && points > only
                        && is_left(view, piece, &better)
                        && !is_left(view, piece, &chosen)
                        && view.cities_of(receiver).map(usize::from).contains(&city)
                        && passed
                }
                "leaves" => {
                    let piece: Piece = term.parsed("piece")?;
                    let theirs = view.cities_of(receiver).map(usize::from);
                    let kept = view.hand()?.iter().filter(|&piece| is_left(view, piece, &better));
                    let most =
                        kept.flat_map(|piece| theirs.map(|city| most(&before, city, piece))).flatten().max();
                    term.seat()? == receiver
                        && is_choice
                        && points > only
                        && is_left(view, piece, &chosen)
                        && !is_left(view, piece, &better)
                        && theirs.contains(&city)
                        && reaches(before.gains(city, piece), points)
                        && most.unwrap_or(0) == only
                }
                _ => false,
            },
    )
}

/// Whether a statement about two pairs of tiles is true; `None` if it is about something else.
fn is_true_of_choices(
    view: &between_two_cities::View,
    before: &Board,
    own: [usize; 2],
    [played, best]: [[Piece; 2]; 2],
    term: &Read,
) -> Option<bool> {
    let hand: Vec<Piece> = view.hand()?.iter().collect();
    let opponent = view.viewer().seat()?.left(view.seats());
    let theirs = view.cities_of(opponent).map(usize::from);
    let ways = |cities: [usize; 2], [one, other]: [Piece; 2]| {
        [[one, other], [other, one]].map(|pieces| {
            let mut after = before.clone();
            for (piece, city) in pieces.into_iter().zip(cities) {
                let spots = after.0[city].spots(piece);
                let spot = spots.iter().max_by_key(|&spot| after.with(piece, city, spot).total(city))?;
                after = after.with(piece, city, spot);
            }
            Some(cities.map(|city| after.total(city) - before.total(city)))
        })
    };
    let together = |cities: [usize; 2], pair: [Piece; 2]| {
        ways(cities, pair).into_iter().flatten().map(|[a, b]| a + b).max()
    };
    let passed_on = |kept: [Piece; 2]| {
        let mut left = hand.clone();
        for piece in kept {
            let at = left.iter().position(|&one| one == piece);
            at.map(|at| left.remove(at));
        }
        left
    };
    let has_opponent = view.variant() == Variant::TwoPlayer && term.seat() == Some(opponent);
    let (points, only) = (term.number("points"), term.number("only"));
    Some(match term.text("term") {
        "pair" => {
            let is_less = |way: [i64; 2]| {
                ways(own, played).into_iter().flatten().any(|other| other[0] > way[0] || other[1] > way[1])
            };
            let shared = view.variant() == Variant::Standard;
            let full = |way: &[i64; 2]| way[0] + way[1] == points;
            points > only
                && together(own, best) == Some(points)
                && together(own, played) == Some(only)
                && (!shared || ways(own, best).into_iter().flatten().filter(full).any(|way| !is_less(way)))
        }
        "rest" => {
            let most = |kept: [Piece; 2]| {
                let left = passed_on(kept);
                let pairs = left
                    .iter()
                    .enumerate()
                    .flat_map(|(at, &one)| left[at + 1..].iter().map(move |&other| [one, other]));
                pairs.filter_map(|pair| together(theirs, pair)).max()
            };
            has_opponent && points < only && most(best) == Some(points) && most(played) == Some(only)
        }
        "returns" => {
            let piece: Piece = term.parsed("piece")?;
            let n = count(&passed_on(best), piece) as i64;
            // Both players take two tiles of it before its last turn.
            has_opponent
                && view.turn().steps == 3
                && view.turn().step == 0
                && hand.len() == 7
                && n == term.number("left")
                && n >= 2
                && count(&played, piece) > count(&best, piece)
                && best.iter().all(|&own| {
                    count(&best, own) <= count(&played, own) || (count(&passed_on(played), own) as i64) < n
                })
        }
        "outbids" => {
            let rival = usize::try_from(term.number("rival")).ok()?;
            let lost = |[one, other]: [Piece; 2]| {
                [[one, other], [other, one]].map(|[a, b]| {
                    let mut after = before.clone();
                    for (piece, city) in [a, b].into_iter().zip(own) {
                        // The number of factories decides, and not where they lie.
                        let spot = before.0[city].spots(piece).iter().next()?;
                        after = after.with(piece, city, spot);
                    }
                    Some(before.total(rival) - after.total(rival))
                })
            };
            let [was, is] = [played, best].map(|pair| lost(pair).into_iter().flatten().collect::<Vec<i64>>());
            has_opponent
                && theirs.contains(&rival)
                && points > 0
                && is.iter().any(|is| was.iter().any(|was| is - was == points))
        }
        "grows" => {
            let city = usize::try_from(term.number("city")).ok()?;
            let (piece, instead): (Piece, Piece) = (term.parsed("piece")?, term.parsed("instead")?);
            let [steps, only] = ["steps", "only"].map(|key| term.numbers(key));
            let first = |piece: Piece| {
                let spots = before.0[city].spots(piece);
                let highest = before.gains(city, piece).into_iter().map(|(gain, _)| gain).max();
                let is_best = move |spot: &Spot| {
                    Some(before.with(piece, city, *spot).total(city) - before.total(city)) == highest
                };
                spots.iter().filter(is_best).collect::<Vec<Spot>>()
            };
            own.contains(&city)
                && best.contains(&piece)
                && played.contains(&instead)
                && only.iter().sum::<i64>() < steps.iter().sum()
                && first(piece).into_iter().any(|spot| before.can_gain(city, (piece, spot), &steps))
                && first(instead).into_iter().any(|spot| before.most_of_steps(city, (instead, spot)) == only)
        }
        _ => return None,
    })
}

/// The building type of a tile that has an effect.
fn effect_type(effect: &Value) -> Building {
    match effect["kind"].as_str().unwrap_or_default() {
        "shop-line" => Building::Shop,
        "factories" => Building::Factory,
        "tavern-set" | "offices-by-tavern" => Building::Tavern,
        "office-set" => Building::Office,
        "park-group" => Building::Park,
        "new-type" => {
            effect["building"].as_str().and_then(|name| name.parse().ok()).unwrap_or(Building::House)
        }
        _ => Building::House,
    }
}

fn count(pieces: &[Piece], piece: Piece) -> usize {
    pieces.iter().filter(|&&one| one == piece).count()
}

/// Whether a piece is passed on if these are kept.
fn is_left(view: &between_two_cities::View, piece: Piece, kept: &[Piece]) -> bool {
    view.hand().is_some_and(|hand| hand.count(piece) as usize > count(kept, piece))
}
