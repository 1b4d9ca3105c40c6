//! The advantages of a better move over a worse one, in the game's terms.

use std::{cmp::Reverse, fmt};

use point_city::{CardId, Cell, Kind, Move, Resource, Side, View, Worth, count_payments};
use serde::Serialize;
use tabletop::Seat;

use crate::Term;

/// An advantage of a better move over another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
#[serde(tag = "term", rename_all = "kebab-case")]
pub enum Contrast {
    /// It builds something that gives this permanent resource, which pays for other buildings. For example, the second
    /// economy pays for the next three.
    Pays {
        /// The resource.
        resource: Resource,
        /// The number of these resources that the seat would have.
        n: u8,
        /// The number of open buildings that cost it and would cost one less.
        buildings: u8,
    },
    /// It has more points printed on buildings.
    Printed {
        /// The number of additional points.
        points: i16,
    },
    /// Its tokens count more.
    Tokens {
        /// The number of additional points.
        points: i16,
    },
    /// After it, fewer symbols are missing to pay for an open building.
    Closer {
        /// The building.
        card: CardId,
        /// The number of symbols that are missing after the better move, including ingenuity.
        lacks: u8,
        /// The number of symbols that are missing after the other move.
        instead: u8,
    },
    /// It leaves more resource cards to pay with.
    Keeps {
        /// The number of additional cards.
        cards: u16,
    },
    /// The other move opens more buildings to the next player.
    Opens {
        /// The number of buildings that come into the market after the other move.
        buildings: u8,
        /// The number of buildings after the better move.
        instead: u8,
    },
    /// The other move leaves the next player a building that they can pay for.
    Leaves {
        /// The next player.
        seat: Seat,
        /// The building.
        card: CardId,
    },
}

/// The cost from which a building counts as missed.
const HIGH_COST: u8 = 3;

/// Returns the advantages of the better of two moves of the viewer's seat, the most important first.
pub(super) fn contrast(view: &View, played: Move, best: Move) -> Vec<Term> {
    found(view, played, best).iter().map(Term::of).collect()
}

/// Returns the buildings that a move builds.
fn built(view: &View, mv: Move) -> impl Iterator<Item = CardId> {
    cells(mv).filter_map(|cell| view.table().market().face(cell)?.card())
}

fn cells(mv: Move) -> impl Iterator<Item = Cell> {
    let pair = match mv {
        Move::Take { pair, .. } => Some(pair),
        _ => None,
    };
    pair.into_iter().flat_map(|pair| pair.cells())
}

fn found(view: &View, played: Move, best: Move) -> Vec<Contrast> {
    let table = view.table();
    let Some(me) = view.viewer().seat() else { return Vec::new() };
    let mut found = Vec::new();
    let open = |taken: Move| {
        let left = move |cell: &Cell| cells(taken).all(|other| other != *cell);
        Cell::ALL.into_iter().filter(left).filter_map(|cell| table.market().face(cell)?.card())
    };
    let gives = |mv: Move| built(view, mv).filter_map(CardId::produces).collect::<Vec<_>>();
    for resource in gives(best) {
        if gives(played).contains(&resource) {
            continue;
        }
        let n = table.area(me).permanents.get(resource) + 1;
        let buildings = open(best).filter(|card| card.cost().get(resource) >= n).count() as u8;
        if buildings >= 2
            && !found
                .iter()
                .any(|one| matches!(one, Contrast::Pays { resource: known, .. } if *known == resource))
        {
            found.push(Contrast::Pays { resource, n, buildings });
        }
    }
    let (was, is) = (Worth::of(view, played), Worth::of(view, best));
    if is.printed > was.printed {
        found.push(Contrast::Printed { points: is.printed - was.printed });
    }
    if is.tokens > was.tokens {
        found.push(Contrast::Tokens { points: is.tokens - was.tokens });
    }
    // A flip is followed by another move, which is unknown.
    let ends = [played, best].iter().all(|mv| !matches!(mv, Move::Flip(_)));
    found.extend(closer(view, (played, &was), (best, &is)).filter(|_| ends));
    let next = Seat::all(table.seats()).nth((me.index() + 1) % table.seats()).filter(|&next| next != me);
    if let Some(seat) = next.filter(|_| !table.variant().is_solo()) {
        let area = table.area(seat);
        let affordable = |card: &CardId| count_payments(card.cost().less(area.permanents), &area.cards) > 0;
        let left = built(view, best).filter(|&card| built(view, played).all(|other| other != card));
        let dear = left
            .filter(|card| card.points() >= HIGH_COST)
            .filter(affordable)
            .max_by_key(|card| card.points());
        found.extend(dear.map(|card| Contrast::Leaves { seat, card }));
        let opened = |worth: &Worth| {
            worth.refills.iter().flatten().filter(|refill| refill.side == Side::Building).count() as u8
        };
        if found.is_empty() && opened(&was) > opened(&is) {
            found.push(Contrast::Opens { buildings: opened(&was), instead: opened(&is) });
        }
    }
    let held = |worth: &Worth| worth.cards.count() + u16::from(worth.unknown_cards);
    if found.is_empty() && ends && held(&is) > held(&was) {
        found.push(Contrast::Keeps { cards: held(&is) - held(&was) });
    }
    found
}

/// Returns the number of symbols that are missing to pay for a building after a move.
fn lacks(after: &Worth, card: CardId) -> u8 {
    let missing = card.cost().less(after.cards.symbols() + after.permanents);
    missing.sum().saturating_sub(after.cards.get(Kind::INGENUITY))
}

/// Among the buildings that neither move takes, returns the one to which the better move comes closest: one that can be
/// paid for then, otherwise the one with most points.
fn closer(view: &View, (played, was): (Move, &Worth), (best, is): (Move, &Worth)) -> Option<Contrast> {
    let left = |cell: &Cell| cells(played).chain(cells(best)).all(|other| other != *cell);
    let buildings = Cell::ALL.into_iter().filter(left);
    let buildings = buildings.filter_map(|cell| view.table().market().face(cell)?.card());
    buildings
        .map(|card| (card, lacks(is, card), lacks(was, card)))
        .filter(|(_, lacks, instead)| lacks < instead)
        .max_by_key(|&(card, lacks, _)| (lacks == 0, card.points(), Reverse(lacks)))
        .map(|(card, lacks, instead)| Contrast::Closer { card, lacks, instead })
}

/// Writes the advantage in English, for the command line.
impl fmt::Display for Contrast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Pays { resource, n, buildings } => {
                let nth =
                    ["first", "second", "third", "fourth"].get(usize::from(n) - 1).copied().unwrap_or("next");
                write!(f, "the {nth} {} would help to pay for {buildings} more buildings", resource.name())
            }
            Self::Printed { points } => write!(f, "{points} points more are printed on it"),
            Self::Tokens { points } => write!(f, "its tokens count {points} points more"),
            Self::Closer { card, lacks, instead } => {
                write!(f, "it leaves {lacks} missing for {card}, and what was played {instead}")
            }
            Self::Keeps { cards } => write!(f, "it leaves {cards} more resource cards"),
            Self::Opens { buildings, instead } => {
                write!(f, "what was played opens {buildings} buildings to the next player, it {instead}")
            }
            Self::Leaves { seat, card } => {
                write!(f, "what was played leaves {card} to seat {}, who can pay for it", seat.index())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use point_city::{PointCity, State};
    use tabletop::{Seed, Viewer, prelude::*};

    use super::*;

    /// Calls `check` with every pair of moves of every decision of a random game, and with its terms.
    fn all_of_a_game(phrase: &str, mut check: impl FnMut(&View, Move, Move, Contrast)) {
        let seed = Seed::from_phrase(phrase);
        let (setup, _) = PointCity::deal_from(&seed, PointCity::variants()[0], 3);
        let mut rng = seed.stream("a game");
        tabletop::play_out::<PointCity>(
            PointCity::start(&setup),
            |state: &State, seat| {
                let view = PointCity::view(state, Viewer::Seat(seat));
                let moves: Vec<Move> =
                    (0..6).filter_map(|_| PointCity::random_move(state, seat, &mut rng)).collect();
                for &played in &moves {
                    for &best in &moves {
                        found(&view, played, best)
                            .into_iter()
                            .for_each(|one| check(&view, played, best, one));
                    }
                }
                moves.first().copied()
            },
            |_, _, _| (),
        );
    }

    #[test]
    fn the_terms_of_a_move_are_true() {
        let mut kinds = [0; 7];
        for phrase in ["a", "b", "c"] {
            all_of_a_game(phrase, |view, played, best, one| {
                let table = view.table();
                let me = table.to_act().unwrap();
                match one {
                    Contrast::Pays { resource, n, buildings } => {
                        kinds[0] += 1;
                        assert!(built(view, best).any(|card| card.produces() == Some(resource)));
                        assert!(built(view, played).all(|card| card.produces() != Some(resource)));
                        assert_eq!(n, table.area(me).permanents.get(resource) + 1);
                        assert!((2..=14).contains(&buildings));
                    }
                    Contrast::Printed { points } => {
                        kinds[1] += 1;
                        let printed = |mv| built(view, mv).map(|card| i16::from(card.points())).sum::<i16>();
                        assert_eq!(points, printed(best) - printed(played));
                    }
                    Contrast::Tokens { points } => {
                        kinds[2] += 1;
                        assert_eq!(points, Worth::of(view, best).tokens - Worth::of(view, played).tokens);
                    }
                    Contrast::Closer { card, lacks: less, instead } => {
                        kinds[4] += 1;
                        let missing = |mv| lacks(&Worth::of(view, mv), card);
                        assert!((less, instead) == (missing(best), missing(played)) && less < instead);
                        assert!(Cell::ALL.iter().any(|&cell| {
                            table.market().face(cell).and_then(|face| face.card()) == Some(card)
                        }));
                    }
                    Contrast::Keeps { cards } => {
                        kinds[5] += 1;
                        let held = |mv| {
                            let worth = Worth::of(view, mv);
                            worth.cards.count() + u16::from(worth.unknown_cards)
                        };
                        assert_eq!(held(best), held(played) + cards);
                    }
                    Contrast::Opens { buildings, instead } => {
                        kinds[6] += 1;
                        // A building comes to a cell from which a resource was taken.
                        let taken = |mv| cells(mv).count() - built(view, mv).count();
                        assert!(usize::from(buildings) <= taken(played) && instead < buildings);
                    }
                    Contrast::Leaves { seat, card } => {
                        kinds[3] += 1;
                        assert_eq!(seat.index(), (me.index() + 1) % 3);
                        assert!(built(view, best).any(|own| own == card) && card.points() >= HIGH_COST);
                    }
                }
                assert!(!one.to_string().is_empty());
            });
        }
        assert!(kinds.iter().all(|&kind| kind > 0), "{kinds:?}");
    }

    #[test]
    fn of_equal_moves_nothing_is_said() {
        all_of_a_game("equal", |view, played, best, one| assert!(played != best, "{one} in {view:?}"));
    }
}
