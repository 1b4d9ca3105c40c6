//! What a viewer may know.

use serde::{Serialize, Serializer, ser::SerializeStruct};
use tabletop::{Seat, Viewer};

use crate::{CardId, Cell, Face, Kind, Place, Score, Size, State, Table, TokenScore, TokenSet};

/// What a viewer may know, with perfect recall.
///
/// Nobody at the table has a secret: whatever one seat may know, all may, and spectators too. What
/// nobody knows is the order of the deck below its top card, and the building side of a card that
/// has not shown it.
///
/// ```
/// use point_city::{Setup, State, Variant, View};
/// use tabletop::Viewer;
/// let setup = Setup::deal(Variant::Standard, 2, &mut tabletop::Seed::from_phrase("doc").stream("x"));
/// let view = View::of(&State::start(&setup), Viewer::Spectator);
/// assert_eq!(view.seen().len(), 82);
/// assert_eq!(view.seen()[0].unwrap().kind(), Some(setup.deck()[0].back()));
/// assert_eq!(view.top(), Some(setup.deck()[16].back()));
/// assert_eq!(view.seen()[17], None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    viewer: Viewer,
    table: Table,
    seen: [Option<Face>; Size::MOST_CARDS],
}

impl View {
    /// What `viewer` may know of a state.
    #[must_use]
    pub fn of(state: &State, viewer: Viewer) -> Self {
        let table = state.table;
        let mut seen = [None; Size::MOST_CARDS];
        let next = usize::from(table.next);
        // The top card has shown its back, and so has every card that was on top before.
        for (origin, card) in state.deck[..usize::from(table.size)].iter().take(next + 1).enumerate() {
            let face =
                if table.is_built(origin) { Face::building(*card) } else { Face::resource(card.back()) };
            seen[origin] = Some(face);
        }
        for cell in Cell::ALL {
            if let Some(face) = table.market.face(cell) {
                seen[table.market.origin(cell)] = Some(face);
            }
        }
        Self { viewer, table, seen }
    }

    /// Whose view it is.
    #[must_use]
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// What lies on the table.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// For each place of the deck as it was at the start, top first: the card, if it has shown its
    /// building side, or its back, if it has shown that; none, if it is still hidden.
    #[must_use]
    pub fn seen(&self) -> &[Option<Face>] {
        &self.seen[..usize::from(self.table.size)]
    }

    /// The back of the top card of the deck.
    #[must_use]
    pub fn top(&self) -> Option<Kind> {
        self.seen().get(usize::from(self.table.next)).copied().flatten().and_then(Face::kind)
    }

    /// The buildings of a seat, in the order in which they came from the deck.
    pub fn built(&self, seat: Seat) -> impl Iterator<Item = CardId> {
        let here = self.seen().iter().enumerate();
        here.filter(move |&(origin, _)| self.table.place(origin) == Place::Built(seat))
            .filter_map(|(_, face)| face.and_then(Face::card))
    }
}

/// A card of the market, with all that a client needs to draw it.
#[derive(Serialize)]
struct Shown {
    cell: Cell,
    face: Face,
    may_flip: bool,
    #[serde(flatten)]
    building: Option<Building>,
}

/// What is printed on a building.
#[derive(Serialize)]
struct Building {
    cost: String,
    produces: Option<crate::Resource>,
    points: u8,
    civic: bool,
}

impl From<CardId> for Building {
    fn from(card: CardId) -> Self {
        Self {
            cost: card.cost().to_string(),
            produces: card.produces(),
            points: card.points(),
            civic: card.is_civic(),
        }
    }
}

/// What lies in front of a seat.
#[derive(Serialize)]
struct City {
    seat: Seat,
    cards: crate::Cards,
    permanents: crate::Amounts,
    printed: u16,
    built: Vec<CardId>,
    tokens: Vec<TokenScore>,
    /// How many tokens it holds; the solo city's lie face down, and are only counted.
    held: usize,
    /// The points of the tokens, and what only the solo city scores besides.
    token_points: u16,
    permanent_points: u16,
    ingenuity_points: u16,
    total: u16,
    turns_left: usize,
}

/// The market cell by cell, the deck place by place, the cities seat by seat.
impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let table = &self.table;
        let market: Vec<Shown> = Cell::ALL
            .into_iter()
            .filter_map(|cell| {
                let face = table.market.face(cell)?;
                let may_flip = !table.is_over() && !table.has_flipped() && table.market.may_flip(cell);
                Some(Shown { cell, face, may_flip, building: face.card().map(Building::from) })
            })
            .collect();
        let cities: Vec<City> = Seat::all(table.seats())
            .map(|seat| {
                let (area, score) = (table.area(seat), Score::of(table, seat));
                City {
                    seat,
                    cards: area.cards,
                    permanents: area.permanents,
                    printed: area.printed,
                    built: self.built(seat).collect(),
                    tokens: score.tokens().collect(),
                    held: area.tokens.len(),
                    token_points: score.token_points,
                    permanent_points: score.permanent_points,
                    ingenuity_points: score.ingenuity_points,
                    total: score.total,
                    turns_left: table.turns_left(seat),
                }
            })
            .collect();
        let open: TokenSet = table.open_tokens();
        let tokens: Vec<_> = table.token_row().iter().filter(|&&token| open.contains(token)).collect();
        let mut view = serializer.serialize_struct("View", 14)?;
        view.serialize_field("viewer", &self.viewer)?;
        view.serialize_field("variant", &table.variant())?;
        view.serialize_field("to_act", &table.to_act())?;
        view.serialize_field("turn", &table.turns_played())?;
        view.serialize_field("flipped", &table.has_flipped())?;
        view.serialize_field("market", &market)?;
        view.serialize_field("deck_left", &table.deck_left())?;
        view.serialize_field("top", &self.top())?;
        view.serialize_field("tokens", &tokens)?;
        view.serialize_field("cities", &cities)?;
        view.serialize_field("discarded", &table.discarded())?;
        view.serialize_field("markers", &table.variant().is_solo().then(|| table.markers()))?;
        view.serialize_field("city_turns", &table.city_turns().collect::<Vec<_>>())?;
        view.serialize_field("seen", self.seen())?;
        view.end()
    }
}
