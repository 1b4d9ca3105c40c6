//! Drawing cities: every building has a shape, a letter and a colour.

use between_two_cities::{Building, Cell, City, Layout, Piece, Spot, Tile};

use crate::games::style::{dim, painted};

/// The shape and the colours (ink, ground) of a building type.
fn look(building: Building) -> (char, u8, u8) {
    match building {
        Building::Shop => ('∩', 16, 214),
        Building::Factory => ('♜', 255, 240),
        Building::Tavern => ('◆', 255, 160),
        Building::Office => ('▥', 255, 25),
        Building::Park => ('♣', 255, 28),
        Building::House => ('⌂', 255, 94),
    }
}

/// A building, three columns wide: shape, letter, space.
pub(super) fn tile(tile: Tile) -> String {
    let (shape, ink, ground) = look(tile.building());
    painted(&format!("{shape}{} ", tile.letter()), ink, ground)
}

/// A tile or duplex tile on one line; with `over` between the halves of a vertical duplex tile.
pub(super) fn piece(piece: Piece) -> String {
    let halves: Vec<String> = piece.tiles().map(tile).collect();
    let joint = if piece.to_string().contains('/') { "/" } else { "" };
    halves.join(joint)
}

/// An unfinished city with the ring of spots that touch it, and `marks` (at most three columns each) on some free
/// spots.
pub(super) fn floating(city: City, marks: &[(Spot, String)]) -> Vec<String> {
    let (built, room, ring) = (city.built(), city.room(), city.spots(Tile::Park.into()));
    let marked = marks.iter().map(|(spot, _)| *spot);
    let shown: Vec<Spot> = built.iter().chain(ring.iter()).chain(marked).collect();
    let bounds = |of: fn(Spot) -> i8| {
        let places = shown.iter().copied().map(of);
        (places.clone().min().unwrap_or(0), places.max().unwrap_or(0))
    };
    let ((left, right), (top, bottom)) = (bounds(Spot::x), bounds(Spot::y));
    let cell = |x: i8, y: i8| {
        let Some(spot) = Spot::new(x, y) else { return "   ".to_owned() };
        if let Some(there) = city.get(spot) {
            return tile(there);
        }
        match marks.iter().find(|(at, _)| *at == spot) {
            Some((_, mark)) => format!("{mark:^3}"),
            None if room.contains(spot) => dim(" · "),
            None => "   ".to_owned(),
        }
    };
    (top..=bottom).map(|y| (left..=right).map(|x| cell(x, y)).collect()).collect()
}

/// A city as a board of four by four, two columns a cell.
pub(super) fn small(layout: Layout) -> Vec<String> {
    let cell = |x, y| match Cell::new(x, y).and_then(|cell| layout.get(cell)) {
        Some(there) => {
            let (_, ink, ground) = look(there.building());
            painted(&format!("{} ", there.letter()), ink, ground)
        }
        None => dim("· "),
    };
    (0..4).map(|y| (0..4).map(|x| cell(x, y)).collect()).collect()
}
