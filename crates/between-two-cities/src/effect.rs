//! The effects of a placement on a city, by the scoring rule that they concern.

use serde::{Serialize, Serializer};

use crate::{
    Building, Cell, City, Layout, Orientation, Piece, Spot, Tile,
    explain::best_lines,
    tables::{beside, connected},
};

/// An effect of a placement on a city, which explains a part of the change of its score.
///
/// ```
/// use between_two_cities::{City, Effect, Layout, effects};
/// let layout: Layout = "SS../..../..../....".parse().unwrap();
/// let city = City::try_from(layout).unwrap();
/// let shop = "S".parse().unwrap();
/// assert_eq!(effects(city, shop, "2,0".parse().unwrap(), 4), [Effect::ShopLine { n: 3 }]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export_to = "between-two-cities/"))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Effect {
    /// The shop is in a line that counts as one of `n`.
    ShopLine {
        /// The number of shops.
        n: u8,
    },
    /// The city now has `n` factories. Each counts `each` as the cities stand.
    Factories {
        /// The number of factories.
        n: u8,
        /// The points of each factory.
        each: u8,
    },
    /// The tavern makes a set of `n` different ones.
    TavernSet {
        /// The number of taverns.
        n: u8,
    },
    /// The office makes a set of `n`.
    OfficeSet {
        /// The number of offices.
        n: u8,
    },
    /// Some offices are now beside a tavern.
    OfficesByTavern {
        /// The number of offices.
        n: u8,
    },
    /// The park belongs to a group of `n` connected ones.
    ParkGroup {
        /// The number of parks.
        n: u8,
    },
    /// The house counts `n` other types of its city.
    House {
        /// How many types.
        n: u8,
    },
    /// The house is beside a factory, and counts 1.
    HouseByFactory,
    /// A type is new in its city: so many houses count 1 more.
    NewType {
        /// The type.
        building: Building,
        /// How many houses.
        n: u8,
    },
    /// A factory is now beside so many houses, which count only 1 from now on.
    SpoiledHouses {
        /// How many houses.
        n: u8,
    },
}

impl Effect {
    /// Returns the building type whose points the effect changes.
    #[must_use]
    pub const fn building(self) -> Building {
        match self {
            Self::ShopLine { .. } => Building::Shop,
            Self::Factories { .. } => Building::Factory,
            Self::TavernSet { .. } => Building::Tavern,
            Self::OfficeSet { .. } | Self::OfficesByTavern { .. } => Building::Office,
            Self::ParkGroup { .. } => Building::Park,
            Self::House { .. } | Self::HouseByFactory | Self::NewType { .. } | Self::SpoiledHouses { .. } => {
                Building::House
            }
        }
    }
}

/// All effects of a placement: a list of limited length without heap allocation, since servers list very many of them.
/// It dereferences to a slice.
#[derive(Clone, Copy, Debug)]
pub struct Effects {
    list: [Effect; Self::MOST],
    len: u8,
}

impl Effects {
    /// The most effects of a placement: each of two tiles has one and may be of a new type, offices may now be beside
    /// taverns, and houses may now be beside factories.
    const MOST: usize = 6;
    const NONE: Self = Self { list: [Effect::HouseByFactory; Self::MOST], len: 0 };

    fn push(&mut self, effect: Effect) {
        self.list[usize::from(self.len)] = effect;
        self.len += 1;
    }
}

impl std::ops::Deref for Effects {
    type Target = [Effect];

    fn deref(&self) -> &[Effect] {
        &self.list[..usize::from(self.len)]
    }
}

impl PartialEq for Effects {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Effects {}

impl<const N: usize> PartialEq<[Effect; N]> for Effects {
    fn eq(&self, other: &[Effect; N]) -> bool {
        **self == *other
    }
}

/// Servers list very many effects, so they are written without the names of their fields: `[["factories",2,3]]`.
impl Serialize for Effects {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().copied().map(Short))
    }
}

/// An effect of an offer: its kind, then its fields in their order.
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(
        rename = "ShortEffect",
        type = "\
            | [kind: Exclude<Effect[\"kind\"], \"factories\" | \"new-type\" | \"house-by-factory\">, n: number] \
            | [kind: \"factories\", n: number, each: number] \
            | [kind: \"new-type\", building: Building, n: number] \
            | [kind: \"house-by-factory\"]",
        export_to = "between-two-cities/"
    )
)]
pub(crate) struct Short(Effect);

impl Serialize for Short {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Effect::ShopLine { n } => ("shop-line", n).serialize(serializer),
            Effect::Factories { n, each } => ("factories", n, each).serialize(serializer),
            Effect::TavernSet { n } => ("tavern-set", n).serialize(serializer),
            Effect::OfficeSet { n } => ("office-set", n).serialize(serializer),
            Effect::OfficesByTavern { n } => ("offices-by-tavern", n).serialize(serializer),
            Effect::ParkGroup { n } => ("park-group", n).serialize(serializer),
            Effect::House { n } => ("house", n).serialize(serializer),
            Effect::HouseByFactory => ("house-by-factory",).serialize(serializer),
            Effect::NewType { building, n } => ("new-type", building, n).serialize(serializer),
            Effect::SpoiledHouses { n } => ("spoiled-houses", n).serialize(serializer),
        }
    }
}

/// Returns the effects of placing a piece at one of the legal spots of a city, in which each factory then scores
/// `each_factory` points. The effects of the piece's own buildings come first, then those on others.
#[must_use]
pub fn effects(city: City, piece: Piece, spot: Spot, each_factory: u8) -> Effects {
    let mut after = city;
    if after.place(piece, spot).is_err() {
        return Effects::NONE;
    }
    of_placed(after, piece, spot, each_factory)
}

/// Returns the effects of the placement of a piece that is already in the city.
pub(crate) fn of_placed(after: City, piece: Piece, spot: Spot, each_factory: u8) -> Effects {
    let corner = after.corner();
    let cell = |x: i8, y: i8| {
        let (x, y) = (spot.x() + x - corner.x(), spot.y() + y - corner.y());
        u8::try_from(x).ok().zip(u8::try_from(y).ok()).and_then(|(x, y)| Cell::new(x, y))
    };
    let second = match piece.orientation() {
        None => None,
        Some(Orientation::Horizontal) => cell(1, 0),
        Some(Orientation::Vertical) => cell(0, 1),
    };
    let placed = || piece.tiles().zip(cell(0, 0).into_iter().chain(second));
    let layout = after.layout();
    let without = placed().fold(layout, |layout, (_, cell)| layout.with(cell, None));
    debug_assert_eq!(without.occupied().count_ones() as usize + placed().count(), after.len() as usize);

    let mut all = Effects::NONE;
    placed().for_each(|(tile, cell)| all.push(own_effect(layout, tile, cell, each_factory)));
    on_others(without, layout).for_each(|effect| all.push(effect));
    all
}

fn count(mask: u16) -> u8 {
    mask.count_ones() as u8
}

/// Returns the effect of the points of a tile on `cell` itself.
fn own_effect(after: Layout, tile: Tile, cell: Cell, each: u8) -> Effect {
    let masks = after.masks();
    match tile.building() {
        Building::Shop => {
            let own = best_lines(masks.shops).find(|(line, _)| line & cell.bit() != 0);
            Effect::ShopLine { n: own.map_or(1, |(_, length)| length as u8) }
        }
        Building::Factory => Effect::Factories { n: count(masks.factories), each },
        Building::Tavern => {
            let icons = masks.icons.map(count);
            let own = icons[Tile::TAVERNS.iter().position(|&icon| icon == tile).unwrap_or(0)];
            Effect::TavernSet { n: icons.iter().filter(|&&icon| icon >= own).count() as u8 }
        }
        Building::Office => Effect::OfficeSet { n: (count(masks.offices) + 5) % 6 + 1 },
        Building::Park => Effect::ParkGroup { n: count(connected(cell.bit(), masks.parks)) },
        Building::House if beside(cell.bit()) & masks.factories != 0 => Effect::HouseByFactory,
        Building::House => Effect::House { n: other_types(after) },
    }
}

/// Returns how many building types there are in a city, not counting houses.
fn other_types(layout: Layout) -> u8 {
    let masks = layout.masks();
    Building::ALL.iter().filter(|&&b| b != Building::House && masks.of(b) != 0).count() as u8
}

/// Returns the effects on other buildings, from the layouts without and with the piece.
fn on_others(without: Layout, after: Layout) -> impl Iterator<Item = Effect> {
    let (was, is) = (without.masks(), after.masks());
    let by_tavern = is.offices & beside(is.taverns) & !(was.offices & beside(was.taverns));
    let good = was.houses & !beside(was.factories);
    let spoiled = good & beside(is.factories);
    let types = other_types(without);
    // Houses without other types in the city scored 0. Houses beside a new factory score 1 like the others.
    let kept = count(if types == 0 { good } else { good & !spoiled });
    let new = Building::ALL
        .into_iter()
        .filter(move |&b| b != Building::House && kept > 0)
        .filter(move |&b| was.of(b) == 0 && is.of(b) != 0)
        .map(move |building| Effect::NewType { building, n: kept });
    let by_tavern = Some(count(by_tavern)).filter(|&n| n > 0).map(|n| Effect::OfficesByTavern { n });
    let spoiled = Some(count(spoiled)).filter(|&n| n > 0 && types > 1).map(|n| Effect::SpoiledHouses { n });
    by_tavern.into_iter().chain(new).chain(spoiled)
}
