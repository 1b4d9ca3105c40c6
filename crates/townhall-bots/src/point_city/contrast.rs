//! The advantages of a better move over a worse one, in the game's terms.

use std::fmt;

use point_city::{CardId, Cell, Move, Resource, View, Worth, count_payments};
use serde::Serialize;
use tabletop::Seat;

use crate::Term;

/// An advantage of a better move over another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "point-city/"))]
#[serde(tag = "term", rename_all = "kebab-case")]
pub enum Contrast {
    /// It builds something that gives this permanent resource, which would have paid for others: the second economy pays for
    /// the next three.
    Pays {
        /// The resource.
        resource: Resource,
        /// How many of it the seat would have.
        n: u8,
        /// How many buildings that lie open cost it, and would cost one less.
        buildings: u8,
    },
    /// It has more points printed on buildings.
    Printed {
        /// How many more.
        points: i16,
    },
    /// Its tokens count more.
    Tokens {
        /// How many points more.
        points: i16,
    },
    /// The other leaves the next player a building that they can pay for.
    Leaves {
        /// The next player.
        seat: Seat,
        /// The building.
        card: CardId,
    },
}

/// From how many points on a difference is worth a word.
const MIN_POINTS: i16 = 2;
/// From how many points on a building is missed.
const HIGH_COST: u8 = 3;

/// The advantages of the better of two moves of the viewer's seat, the most important first.
pub(super) fn contrast(view: &View, played: Move, best: Move) -> Vec<Term> {
    found(view, played, best).iter().map(Term::of).collect()
}

/// The buildings that a move builds.
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
    if is.printed - was.printed >= MIN_POINTS {
        found.push(Contrast::Printed { points: is.printed - was.printed });
    }
    if is.tokens - was.tokens >= MIN_POINTS {
        found.push(Contrast::Tokens { points: is.tokens - was.tokens });
    }
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
    }
    found
}

/// In English, as the command line says it.
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

    /// Every pair of moves of every decision of a random game, with its terms.
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
        let mut kinds = [0; 4];
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
