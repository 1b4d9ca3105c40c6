//! A view as clients get it.

use serde::{Serialize, Serializer, ser::SerializeMap};
use tabletop::Seat;

use crate::{CityScore, Pair, Piece, Spot, View, outcome};

/// A city under construction.
#[derive(Serialize)]
struct CityView {
    /// The board; a city that still floats lies at its top left.
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Board>,
    /// The Automa city has no board: its letters, sorted.
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<String>,
    builders: [Seat; 2],
    score: CityScore,
}

/// Board and the spot of its top left cell.
#[derive(Serialize)]
struct Board {
    board: crate::Layout,
    corner: Spot,
}

#[derive(Serialize)]
struct ToPlace {
    seat: Seat,
    cities: [u8; 2],
    tiles: [Vec<Piece>; 2],
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seats = || Seat::all(self.seats());
        let turn = self.turn();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("viewer", &self.viewer())?;
        map.serialize_entry("variant", &self.variant())?;
        map.serialize_entry("seats", &self.seats())?;
        map.serialize_entry("seating", &seats().map(|seat| self.seating(seat)).collect::<Vec<_>>())?;
        map.serialize_entry("phase", &self.phase())?;
        map.serialize_entry("round", self.round())?;
        map.serialize_entry("turn", &(turn.step + 1))?;
        map.serialize_entry("turns", &turn.steps)?;
        map.serialize_entry("kind", &turn.kind)?;
        map.serialize_entry("passing", &turn.passing)?;
        map.serialize_entry("to_act", &self.to_act())?;
        map.serialize_entry("cities", &self.city_views())?;
        map.serialize_entry("hand", &self.hand())?;
        map.serialize_entry("sealed", &self.sealed())?;
        let to_place = seats().filter(|&seat| self.to_act().contains(seat)).map(|seat| ToPlace {
            seat,
            cities: self.cities_of(seat),
            tiles: self.to_place(seat),
        });
        let placing = self.phase() == crate::Phase::Place;
        map.serialize_entry("to_place", &to_place.filter(|_| placing).collect::<Vec<_>>())?;
        let choices: Vec<Vec<Pair>> = (0..self.position.table.revealed())
            .map(|turn| seats().filter_map(|seat| self.choice(turn, seat)).collect())
            .collect();
        map.serialize_entry("choices", &choices)?;
        map.serialize_entry("known_hands", &self.known_hands().collect::<Vec<_>>())?;
        if self.position.table.has_automas() {
            map.serialize_entry("automa_cards", &self.automa_cards().collect::<Vec<_>>())?;
        }
        map.end()
    }
}

impl View {
    fn city_views(&self) -> Vec<CityView> {
        let scores = self.scores();
        let view = |(number, score): (usize, CityScore)| {
            let (grid, city) = (!self.is_automa_city(number), self.city(number));
            CityView {
                cells: grid.then(|| Board { board: city.layout(), corner: city.corner() }),
                tiles: (!grid).then(|| outcome::letters(&self.automa_city())),
                builders: self.builders(number),
                score,
            }
        };
        scores.into_iter().enumerate().map(view).collect()
    }
}
