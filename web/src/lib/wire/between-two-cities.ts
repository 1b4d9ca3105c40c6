// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat, SeatSet, Viewer } from "./protocol";

/** A card of the Automas' deck: for the city on each side, which building type it wants first. */
export type AutomaCard = {
  /** Its number, from 1. */
  card: number;
  /** What the city on the Automa's left wants, most wanted first. */
  left: [Building, Building, Building, Building, Building, Building];
  /** What the city on its right wants. */
  right: [Building, Building, Building, Building, Building, Building];
};

/** A board of four by four, on which a city that still floats is drawn at the top left. */
export type Board = {
  board: Layout;
  /** The spot of its top left cell. */
  corner: Spot;
  /** How far the city can still reach. */
  reach: Reach;
};

/** A building type, in the order in which the types are scored. */
export type Building = "shop" | "factory" | "tavern" | "office" | "park" | "house";

/** A cell of a `Layout`: column `x` and row `y`, from the top left, both in `0..4`. */
export type Cell = [number, number];

/** A pair that may be chosen. */
export type Choosable = {
  /** The two tiles. */
  pieces: Pair;
  /** What it is worth as the cities stand. */
  worth: Worth;
};

/** A finished city as in a record. */
export type CityResult = {
  /** The board. */
  cells?: Layout;
  /** The Automa city has no board: its letters, sorted. */
  tiles?: string;
  shops: number;
  factories: number;
  taverns: number;
  offices: number;
  parks: number;
  houses: number;
  /** What the difficulty adds to the Automa city's total. */
  bonus?: number;
  /** All of it. */
  total: number;
};

/** A city's points, by building type in scoring order. */
export type CityScore = {
  /** Lines of shops, partitioned for the best. */
  shops: number;
  /** 4, 3 or 2 for each factory, compared with the other cities. */
  factories: number;
  /** Sets of different taverns. */
  taverns: number;
  /** Sets of offices, and 1 more for each beside a tavern. */
  offices: number;
  /** Connected groups of parks. */
  parks: number;
  /** Houses, by the other types in the city. */
  houses: number;
  /** All of it. */
  total: number;
};

/** A city, finished or not. */
export type CityView = {
  /** The board; the Automa city has none. */
  cells?: Board;
  /** The Automa city's letters, sorted. */
  tiles?: string;
  /**
   * The seats that build it: first the one that has it on its left, then the one that has it on its right. With
   * two players, the same seat twice.
   */
  builders: [Seat, Seat];
  /** The score as it stands; the total includes an Automa city's bonus. */
  score: CityScore;
  /** What the difficulty adds to the Automa city's total. */
  bonus?: number;
};

/** An advantage of a better move over another. */
export type Contrast =
  | {
      term: "does";
      /** In this city. */
      city: number;
      /** The effect with most of its points. */
      effect: Effect;
      /** By how much the city's points change. */
      points: number;
      /** By how much the other placement changes its city's points. */
      only: number;
    }
  | {
      term: "blocks";
      /** In this city. */
      city: number;
      /** The effect of the tile. */
      effect: Effect;
      /** By how many points more that tile could have changed the city. */
      points: number;
    }
  | {
      term: "spoils";
      /** In this city. */
      city: number;
      /** How many houses. */
      houses: number;
    }
  | {
      term: "opens";
      /** In this city. */
      city: number;
      /** The effect of the tile. */
      effect: Effect;
      /** By how much the city's points would change. */
      points: number;
      /** By how much such a tile can change them after the other placement, at most. */
      only: number;
    }
  | {
      term: "behind";
      /** This city. */
      city: number;
      /** Its points before the move. */
      points: number;
      /** Those of the seat's other city. */
      more: number;
    }
  | {
      term: "takes";
      /** The tile. */
      piece: Piece;
      /** In this city. */
      city: number;
      /** The effect with most of its points. */
      effect: Effect;
      /** By how much the city's points would change. */
      points: number;
      /** The tile that was taken instead. */
      instead: Piece;
      /** By how much the points of a city can change by that one, at most. */
      only: number;
    };

/** Which comparison decided who won. */
export type Decided =
  "score" | "other-city" | "shops" | "factories" | "taverns" | "offices" | "parks" | "houses" | "shared";

/** What a placement does to a city: why its score changes as it does. */
export type Effect =
  | {
      kind: "shop-line";
      /** How many shops. */
      n: number;
    }
  | {
      kind: "factories";
      /** How many factories. */
      n: number;
      /** What each counts. */
      each: number;
    }
  | {
      kind: "tavern-set";
      /** How many taverns. */
      n: number;
    }
  | {
      kind: "office-set";
      /** How many offices. */
      n: number;
    }
  | {
      kind: "offices-by-tavern";
      /** How many offices. */
      n: number;
    }
  | {
      kind: "park-group";
      /** How many parks. */
      n: number;
    }
  | {
      kind: "house";
      /** How many types. */
      n: number;
    }
  | { kind: "house-by-factory" }
  | {
      kind: "new-type";
      /** The type. */
      building: Building;
      /** How many houses. */
      n: number;
    }
  | {
      kind: "spoiled-houses";
      /** How many houses. */
      n: number;
    };

/** Why a game ended as it did. */
export type Ended = {
  /** Why each city scores what it scores, by number; `null` for the Automa city. */
  cities: Array<Explanation | null>;
  /** What decided between the winner and the next best. */
  decided: Decided;
};

/** Something that happened. */
export type EventKind =
  | { event: "sealed" }
  | {
      event: "revealed";
      /** What each seat chose, by seat. */
      choices: Array<Pair>;
    }
  | {
      event: "automa-served";
      /** For the city on its left. (`right` and `left` are the card's columns.) */
      to_left: Piece;
      /** For the city on its right. */
      to_right: Piece;
      /** Its number, from 1. */
      card: number;
      /** What the city on the Automa's left wants, most wanted first. */
      left: [Building, Building, Building, Building, Building, Building];
      /** What the city on its right wants. */
      right: [Building, Building, Building, Building, Building, Building];
    }
  | {
      event: "discarded";
      /** How many tiles in all. */
      tiles: number;
    }
  | {
      event: "placed";
      /** The tile that was placed. */
      piece: Piece;
      /** The number of the city. */
      city: number;
      /** Where; of a duplex tile, its left or top cell. */
      spot: Spot;
    }
  | {
      event: "hands-passed";
      /** Which way. */
      to: Passing;
    }
  | {
      event: "round-began";
      /** `1` to `3`; with two players `1a` to `3b`. */
      round: string;
      /** What was dealt. */
      kind: Kind;
    }
  | { event: "game-over" };

/** Why one city scores what it scores. The parts add up to its `CityScore`. */
export type Explanation = {
  /** The board that the cells are of. */
  cells: Layout;
  /** The lines of the best partition. */
  shops: Array<Group>;
  /** What the factories count, and why. */
  factories: FactoryRank;
  /** Sets of different taverns. */
  taverns: Array<Group>;
  /** Sets of up to six offices. */
  offices: Array<Group>;
  /** The offices beside taverns: 1 more point each. */
  offices_by_taverns: Array<OfficeByTavern>;
  /** Connected groups. */
  parks: Array<Group>;
  /** Each house. */
  houses: Array<HousePoints>;
  /** The sums. */
  score: CityScore;
};

/** How a city's factories compare. */
export type FactoryRank = {
  /** Where they are. */
  cells: Array<Cell>;
  /** What each counts: 4 in the cities with the most, 3 in those with the next number, else 2. */
  each: number;
  /** How many other cities have as many. */
  ties: number;
  /** How much, all together. */
  points: number;
};

/** Cells that score together. */
export type Group = {
  /** The cells that it covers. */
  cells: Array<Cell>;
  /** How much, all together. */
  points: number;
};

/**
 * The tiles in one place, without an order: a nibble for the number of each building tile, then
 * a bit for each duplex tile.
 */
export type Hand = Array<string>;

/** What one house counts. */
export type HousePoints = {
  /** The house. */
  cell: Cell;
  /** How much. */
  points: number;
  /** The factories beside it. If there is one, the house counts 1 and no more. */
  factories: Array<Cell>;
  /** The other types in its city, which it counts otherwise. */
  types: Array<Building>;
};

/** What is dealt and chosen. */
export type Kind = "tiles" | "duplexes";

/** A hand that the viewer knows, wherever it is. */
export type KnownHand = {
  /** The round of the deal that it is of: `1` to `3`; with two players `1a` to `3b`. */
  round: string;
  /** To whom it was dealt. */
  dealt_to: Seat;
  /** What is left of it, as far as is revealed. */
  tiles: Hand;
  /** Whether its deal is over, so that this is what was discarded. */
  discarded: boolean;
};

/**
 * A four by four board in any arrangement, whether or not it could come about in play.
 *
 * It can be scored; a `City` can be made of it if it is connected. Its text is
 * four rows of four letters: `SSSS/HHOm/OPOO/OPHP`, `.` for an empty cell.
 */
export type Layout = string;

/** A move as clients write it. */
export type Move =
  | {
      kind: "choose";
      /** The two, in any order. */
      pieces: Pair;
    }
  | {
      kind: "place";
      /** Which tile. */
      piece: Piece;
      /** The number of the city, 0 to 6. */
      city: number;
      /** Where, relative to the city's first tile; for a duplex tile, its left or top cell. */
      spot: Spot;
    };

/**
 * What a viewer may do now, and what its partners could do in a city that both build.
 *
 * A client makes each move from its offer: `{"kind":"choose","pieces":…}` or
 * `{"kind":"place","piece":…,"city":…,"spot":…}`.
 */
export type Offers = {
  /** The pairs of its hand. */
  choose: Array<Choosable>;
  /** Where its own tiles may go; beside Automas those of its partners too, which it places for them. */
  place: Array<Placeable>;
  /** Where tiles of its partners may go, in the cities that both build: it can propose that. */
  suggest: Array<Suggestible>;
};

/** An office that gets 1 point for a tavern beside it. */
export type OfficeByTavern = {
  /** The office. */
  cell: Cell;
  /** The taverns beside it. */
  taverns: Array<Cell>;
};

/** The options of a table that only this game has. */
export type Options = {
  /** Whether people are shown the hands that they passed on. If not, they are not sent to clients either. */
  passed_hands: boolean;
};

/** An outcome as in a record. */
export type Outcome = {
  /** The cities, by number. */
  cities: Array<CityResult>;
  /** The final scores, by seat; those of the Automas too. */
  players: Array<PlayerResult>;
  /** Who won, more than one if they share it. */
  winners: SeatSet;
};

/** Two pieces in no order. */
export type Pair = [string, string];

/** Which way the hands go on. Two players change hands either way. */
export type Passing = "left" | "right";

/** What everybody is doing. */
export type Phase = "choose" | "place" | "over";

/** A building tile or a duplex tile, in one byte. */
export type Piece = string;

/** A tile that may be placed, and where. */
export type Placeable = {
  /** The tile. */
  piece: Piece;
  /** The number of the city. */
  city: number;
  /** Where; of a duplex tile, its left or top cell. */
  spot: Spot;
  /** What it is worth to the city. */
  worth: Worth;
  /** What it does to the city: why the score changes so. */
  effects: Array<Effect>;
};

/** A seat's final score. */
export type PlayerResult = {
  /** The player's seat, or an Automa's. */
  seat: Seat;
  /** The lower of its cities' totals; of two players, the sum. */
  score: number;
};

/** The columns and rows that a city covers or could still come to cover, as numbers of spots. */
export type Reach = { left: number; top: number; right: number; bottom: number };

/** A bot's reason for a placement, or against it. */
export type Reason = {
  /** The city of the placement. */
  city: number;
  /** By how much the placement that was proposed changes its points. */
  points: number;
  /** Whether it is the lower of the bot's two cities, which is the one that counts for it. */
  lower: boolean;
} & (
  | {
      why: "does";
      /** The effect on the city. */
      effect: Effect;
    }
  | { why: "room" }
  | { why: "later" }
  | { why: "fine" }
  | {
      why: "rather";
      /** By how many points of this city, as it may be expected to end. */
      more: number;
      /** The effect of the counter-proposal. */
      effect: Effect | null;
    }
  | {
      why: "elsewhere";
      /** The other city. */
      other: number;
    }
  | {
      why: "spoils";
      /** How many houses. */
      houses: number;
    }
);

/** A sheet's scores as they are now. */
export type Scored = {
  /** The cities, by number. */
  cities: Array<ScoredCity>;
  /** The seats, those of the Automas too. */
  players: Array<ScoredPlayer>;
  /** Who wins, more than one if they share it. */
  winners: SeatSet;
  /** What tells the winner from the next best. */
  decided: Decided;
  /** What is left in the box of each kind of building, the halves of duplex tiles among them. */
  left: Array<TilesLeft>;
  /** Whether every city has all its tiles, and the box has as many. */
  complete: boolean;
};

/** A city of a sheet. */
export type ScoredCity = {
  /**
   * The seats that build it: first the one that has it on its left, then the one that has it on its right. With two players, the same
   * seat twice.
   */
  builders: [Seat, Seat];
  /** Why it scores what it scores; `null` for the Automa city. */
  why: Explanation | null;
  /** The Automa city's letters, sorted; `null` for the others. */
  tiles: string | null;
  /** Its points; the total includes the bonus. */
  score: CityScore;
  /** The points that the difficulty adds to the Automa city's total, or subtracts if negative. */
  bonus: number;
  /** How many buildings are still missing. */
  missing: number;
};

/** A player of a sheet, or an Automa. */
export type ScoredPlayer = {
  /** The seat. */
  seat: Seat;
  /** The numbers of its cities. */
  cities: [number, number];
  /** The lower of their totals; of two players, the sum. */
  score: number;
  /** The place in the ranking, from 1; equal if no tie-break separates them. */
  place: number;
  /** How many buildings of each type are in both cities, in scoring order: the last tie-break. */
  buildings: [number, number, number, number, number, number];
};

/** A table as people enter it. */
export type Sheet = {
  /** The way it was played. */
  variant: Variant;
  /** How many players. */
  players: number;
  /**
   * The cities by number, each four rows of four letters, such as `SSSS/HHOm/OPOO/OPHP`. The Automa city has no
   * board: of its text only the letters count. Cities that are left out have no tile.
   */
  cities: Array<string>;
};

/** A signal without words. */
export type Signal =
  | { signal: "you-first" }
  | { signal: "your-call" }
  | { signal: "good-idea" }
  | { signal: "please-not" }
  | {
      signal: "points-here";
      /** The city that it is about. */
      city?: number;
    }
  | {
      signal: "points-there";
      /** The city that it is about. */
      city?: number;
    };

/**
 * A place in a floating city, relative to its first tile: x to the right, y down.
 *
 * Both are in `-3..=3`, for a city is at most 4 wide and 4 high.
 */
export type Spot = string;

/** A tile that a partner may place, and where. */
export type Suggestible = {
  /** The partner. */
  seat: Seat;
  /** The tile. */
  piece: Piece;
  /** The number of the city. */
  city: number;
  /** Where; of a duplex tile, its left or top cell. */
  spot: Spot;
  /** What it is worth to the city. */
  worth: Worth;
  /** What it does to the city: why the score changes so. */
  effects: Array<Effect>;
};

/** A kind of building tile: five building types, and taverns by their icon. */
export type Tile = "S" | "F" | "O" | "P" | "H" | "d" | "e" | "m" | "b";

/** A tile that a seat has still to place. */
export type TileLeft = {
  /** The tile. */
  piece: Piece;
  /** Who chose it: the seat that places it, or an Automa for which it places it. */
  seat: Seat;
  /**
   * The number of the city that an Automa's card meant it for; `null` for the seat's own tiles,
   * of which each of its cities gets one.
   */
  city: number | null;
};

/** What is left of a kind of building. */
export type TilesLeft = {
  /** The kind. */
  tile: Tile;
  /** How many the box has that are in no city; negative if the cities have more than the box. */
  left: number;
};

/** What a seat may place now: all tiles that could still go to each of its two cities. */
export type ToPlace = {
  seat: Seat;
  /** The numbers of its cities, left and right. */
  cities: [number, number];
  /** For each of them, the tiles that could still go there. */
  tiles: [Array<Piece>, Array<Piece>];
  /**
   * Every tile that is left to place: its own in the order of its choice, then beside Automas
   * theirs, which it places for them.
   */
  left: Array<TileLeft>;
};

/** A way to play Between Two Cities. */
export type Variant = string;

/** What one viewer may know of the game, with perfect recall: a client may show less. */
export type View = {
  /** The viewer's seat; `null` for a spectator. */
  viewer: Viewer;
  /** What the viewer may choose from now. */
  hand: Hand | null;
  /** What the viewer has chosen while others are still to choose. */
  sealed: Pair | null;
  /** Every hand that the viewer knows, past deals first. */
  known_hands: Array<KnownHand>;
  variant: Variant;
  /** How many seats there are, those of the Automas included. */
  seats: number;
  /** The seating numbers, by seat. */
  seating: Array<number>;
  phase: Phase;
  /** `1` to `3`; with two players `1a` to `3b`. */
  round: string;
  /** The turn of the round's deal, from 1. */
  turn: number;
  /** How many turns the deal has. */
  turns: number;
  /** What is dealt. */
  kind: Kind;
  /** Which way the hands go on. */
  passing: Passing;
  /** The seats that may act now. */
  to_act: SeatSet;
  /** The cities, by number. */
  cities: Array<CityView>;
  /** What the seats that may act may place now. */
  to_place: Array<ToPlace>;
  /** All choices that were revealed: by turn, by seat. */
  choices: Array<Array<Pair>>;
  /** The Automa cards that were turned over: two a turn, seat 1's and seat 2's. */
  automa_cards?: Array<AutomaCard>;
  /** Why it ended as it did, once the game is over. */
  ended?: Ended;
};

/**
 * How scores would change at once, by building type.
 *
 * Of a `place`: the score of that city, its factories compared with all cities as they stand.
 *
 * Of a `choose`: each of the two tiles at its best spot in one of the seat's two cities as they
 * stand, the better way round. What the partners will do is not foreseen.
 *
 * As JSON, types that don't change are left out.
 */
export type Worth = {
  /** Change for shops. */
  shops?: number;
  /** Change for factories. */
  factories?: number;
  /** Change for taverns. */
  taverns?: number;
  /** Change for offices. */
  offices?: number;
  /** Change for parks. */
  parks?: number;
  /** Change for houses. */
  houses?: number;
  /** All of it. */
  total: number;
};

/** All Automa cards, by number. */
export const AUTOMA_CARDS: readonly AutomaCard[] = [
  {
    card: 1,
    left: ["shop", "factory", "office", "tavern", "house", "park"],
    right: ["tavern", "house", "office", "shop", "park", "factory"],
  },
  {
    card: 2,
    left: ["shop", "office", "house", "park", "factory", "tavern"],
    right: ["house", "office", "park", "factory", "tavern", "shop"],
  },
  {
    card: 3,
    left: ["tavern", "house", "factory", "office", "shop", "park"],
    right: ["park", "house", "shop", "factory", "tavern", "office"],
  },
  {
    card: 4,
    left: ["shop", "factory", "tavern", "park", "house", "office"],
    right: ["park", "office", "factory", "tavern", "shop", "house"],
  },
  {
    card: 5,
    left: ["house", "shop", "park", "office", "factory", "tavern"],
    right: ["factory", "shop", "tavern", "office", "house", "park"],
  },
  {
    card: 6,
    left: ["office", "park", "house", "factory", "tavern", "shop"],
    right: ["tavern", "factory", "office", "park", "shop", "house"],
  },
  {
    card: 7,
    left: ["shop", "house", "tavern", "office", "factory", "park"],
    right: ["office", "house", "shop", "tavern", "factory", "park"],
  },
  {
    card: 8,
    left: ["park", "shop", "house", "office", "tavern", "factory"],
    right: ["shop", "office", "house", "tavern", "factory", "park"],
  },
  {
    card: 9,
    left: ["park", "factory", "shop", "house", "tavern", "office"],
    right: ["factory", "tavern", "house", "shop", "park", "office"],
  },
  {
    card: 10,
    left: ["park", "tavern", "shop", "house", "office", "factory"],
    right: ["factory", "park", "office", "shop", "tavern", "house"],
  },
  {
    card: 11,
    left: ["tavern", "house", "factory", "park", "shop", "office"],
    right: ["house", "tavern", "factory", "park", "office", "shop"],
  },
  {
    card: 12,
    left: ["factory", "house", "office", "tavern", "shop", "park"],
    right: ["office", "park", "shop", "house", "factory", "tavern"],
  },
  {
    card: 13,
    left: ["tavern", "office", "factory", "shop", "park", "house"],
    right: ["house", "tavern", "park", "factory", "office", "shop"],
  },
  {
    card: 14,
    left: ["house", "office", "park", "shop", "factory", "tavern"],
    right: ["tavern", "house", "park", "factory", "shop", "office"],
  },
  {
    card: 15,
    left: ["office", "tavern", "shop", "factory", "park", "house"],
    right: ["shop", "factory", "house", "park", "tavern", "office"],
  },
  {
    card: 16,
    left: ["factory", "park", "tavern", "house", "office", "shop"],
    right: ["shop", "park", "factory", "office", "house", "tavern"],
  },
  {
    card: 17,
    left: ["factory", "park", "office", "tavern", "house", "shop"],
    right: ["office", "tavern", "factory", "shop", "house", "park"],
  },
  {
    card: 18,
    left: ["office", "shop", "tavern", "factory", "park", "house"],
    right: ["park", "shop", "tavern", "house", "office", "factory"],
  },
  {
    card: 19,
    left: ["park", "factory", "office", "tavern", "house", "shop"],
    right: ["office", "shop", "tavern", "house", "park", "factory"],
  },
  {
    card: 20,
    left: ["house", "tavern", "park", "shop", "office", "factory"],
    right: ["park", "factory", "shop", "office", "house", "tavern"],
  },
];

/** An event of this game, and the seat that caused it. */
export type GameEvent = import("./protocol").Event<EventKind>;
