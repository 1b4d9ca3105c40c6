// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat, SeatSet, Viewer } from "./protocol";

/**
 * A card of the Automas' deck. For the city on each side it has the building types in the order in which the city
 * wants them.
 */
export type AutomaCard = {
  /** Its number, from 1. */
  card: number;
  /** The building types for the city on the Automa's left, most wanted first. */
  left: [Building, Building, Building, Building, Building, Building];
  /** The building types for the city on its right. */
  right: [Building, Building, Building, Building, Building, Building];
};

/** A board of four by four, on which a city that still floats is drawn at the top left. */
export type Board = {
  board: Layout;
  /** The spot of its top left cell. */
  corner: Spot;
  /** The columns and rows that the city can still reach. */
  reach: Reach;
};

/** A building type, in the order in which the types are scored. */
export type Building = "shop" | "factory" | "tavern" | "office" | "park" | "house";

/** A cell of a `Layout`: column `x` and row `y`, from the top left, both in `0..4`. */
export type Cell = [number, number];

/** Free cells beside a city in which the next tile may be laid. */
export type Cells = "by-shop" | "by-park" | "by-tavern" | "away-from-factories";

/** A pair that may be chosen. */
export type Choosable = {
  /** The two tiles. */
  pieces: Pair;
  /** Its worth as the cities stand. */
  worth: Worth;
};

/** By how many points a city, or its buildings of a type, will probably count more or less. */
export type CityChange = {
  /** The city. */
  city: number;
  /** The building type, or `null` for the whole city. */
  building: Building | null;
  /** The change, in points. */
  points: number;
};

/** A finished city as in a record. */
export type CityResult = {
  /** The board. */
  cells?: Layout;
  /** The letters of the Automa city, sorted. It has no board. */
  tiles?: string;
  shops: number;
  factories: number;
  taverns: number;
  offices: number;
  parks: number;
  houses: number;
  /** The points that the difficulty adds to the Automa city's total. */
  bonus?: number;
  /** The sum of all points. */
  total: number;
};

/** A city's points, by building type in scoring order. */
export type CityScore = {
  /** The points of lines of shops, in the best partition. */
  shops: number;
  /** 4, 3 or 2 points for each factory, compared with the other cities. */
  factories: number;
  /** The points of sets of different taverns. */
  taverns: number;
  /** The points of sets of offices, and 1 more for each office beside a tavern. */
  offices: number;
  /** The points of connected groups of parks. */
  parks: number;
  /** The points of houses, by the other types in the city. */
  houses: number;
  /** The sum of all points. */
  total: number;
};

/** A city, finished or not. */
export type CityView = {
  /** The board. The Automa city has none. */
  cells?: Board;
  /** The Automa city's letters, sorted. */
  tiles?: string;
  /**
   * The seats that build it: first the one that has it on its left, then the one that has it on its right. With two
   * players, both are equal.
   */
  builders: [Seat, Seat];
  /** The score as it stands; the total includes an Automa city's bonus. */
  score: CityScore;
  /** The points that the difficulty adds to the Automa city's total. */
  bonus?: number;
};

/** An advantage of a better move over another. */
export type Contrast =
  | {
      term: "does";
      /** The city. */
      city: number;
      /** The effect with most of its points. */
      effect: Effect;
      /** The change of the city's points. */
      points: number;
      /** The change of its city's points by the other placement. */
      only: number;
    }
  | {
      term: "blocks";
      /** The city. */
      city: number;
      /** The effect of the tile. */
      effect: Effect;
      /** The number of points that the city loses by this. */
      points: number;
    }
  | {
      term: "spoils";
      /** The city. */
      city: number;
      /** The number of houses. */
      houses: number;
    }
  | {
      term: "opens";
      /** The city. */
      city: number;
      /** The effect of the tile. */
      effect: Effect;
      /** The change of the city's points. */
      points: number;
      /** The largest change of them by such a tile after the other placement. */
      only: number;
    }
  | {
      term: "behind";
      /** The city. */
      city: number;
      /** Its points before the move. */
      points: number;
      /** The points of the seat's other city. */
      more: number;
    }
  | {
      term: "takes";
      /** The tile. */
      piece: Piece;
      /** The city. */
      city: number;
      /** The effect with most of its points. */
      effect: Effect;
      /** The change of the city's points. */
      points: number;
      /** The tile that was taken instead. */
      instead: Piece;
      /** The largest change of the city's points by that tile. */
      only: number;
    }
  | {
      term: "passes";
      /** The partner. */
      seat: Seat;
      /** The tile. */
      piece: Piece;
      /** The city. */
      city: number;
      /** The effect with most of its points. */
      effect: Effect;
      /** The change of the city's points. */
      points: number;
      /** The largest change of them by a tile that was passed on. */
      only: number;
    }
  | {
      term: "leaves";
      /** The opponent. */
      seat: Seat;
      /** The tile. */
      piece: Piece;
      /** The opponent's city in which it changes most. */
      city: number;
      /** The effect with most of its points. */
      effect: Effect;
      /** The change of the city's points. */
      points: number;
      /** The largest change of points by a tile that the better choice passes on. */
      only: number;
    }
  | {
      term: "pair";
      /** The change of the points of both cities. */
      points: number;
      /** The largest change of them by the tiles of the other choice. */
      only: number;
    }
  | {
      term: "grows";
      /** The city. */
      city: number;
      /** The tile. */
      piece: Piece;
      /** The changes of the city's points by the tile and by two more of its type, each at the best spot then. */
      steps: [number, number, number];
      /** The tile that was taken or laid there instead. */
      instead: Piece;
      /** The changes by that tile, and by two more of its type. */
      only: [number, number, number];
    }
  | {
      term: "returns";
      /** The opponent. */
      seat: Seat;
      /** The tile. */
      piece: Piece;
      /** The number of such tiles that are passed on. */
      left: number;
    }
  | {
      term: "outbids";
      /** The opponent. */
      seat: Seat;
      /** The seat's city that gets the factory. */
      city: number;
      /** The opponent's city. */
      rival: number;
      /** How many points more it loses than by the other move. */
      points: number;
    }
  | {
      term: "rest";
      /** The opponent. */
      seat: Seat;
      /** The largest change of the opponent's points by two tiles that the better choice passes on. */
      points: number;
      /** The largest change by two tiles that the other choice passes on. */
      only: number;
    }
  | {
      term: "room";
      /** The city. */
      city: number;
      /** The cells that count. */
      cells: Cells;
      /** The number of them. */
      n: number;
      /** The number after the other placement. */
      instead: number;
    };

/** The comparison that decided who won. Each comparison decides only if all before it are equal. */
export type Decided =
  "score" | "other-city" | "shops" | "factories" | "taverns" | "offices" | "parks" | "houses" | "shared";

/** An effect of a placement on a city, which explains a part of the change of its score. */
export type Effect =
  | {
      kind: "shop-line";
      /** The number of shops. */
      n: number;
    }
  | {
      kind: "factories";
      /** The number of factories. */
      n: number;
      /** The points of each factory. */
      each: number;
    }
  | {
      kind: "tavern-set";
      /** The number of taverns. */
      n: number;
    }
  | {
      kind: "office-set";
      /** The number of offices. */
      n: number;
    }
  | {
      kind: "offices-by-tavern";
      /** The number of offices. */
      n: number;
    }
  | {
      kind: "park-group";
      /** The number of parks. */
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

/** The explanation of a game's result. */
export type Ended = {
  /** The explanation of each city's score, by number, or `null` for the Automa city. */
  cities: Array<Explanation | null>;
  /** The comparison that decided between the winner and the next best. */
  decided: Decided;
};

/** The kind of an event. */
export type EventKind =
  | { event: "sealed" }
  | {
      event: "revealed";
      /** The choice of each seat, by seat. */
      choices: Array<Pair>;
    }
  | {
      event: "automa-served";
      /** The tile for the city on its left. (`right` and `left` are the card's columns.) */
      to_left: Piece;
      /** The tile for the city on its right. */
      to_right: Piece;
      /** Its number, from 1. */
      card: number;
      /** The building types for the city on the Automa's left, most wanted first. */
      left: [Building, Building, Building, Building, Building, Building];
      /** The building types for the city on its right. */
      right: [Building, Building, Building, Building, Building, Building];
    }
  | {
      event: "discarded";
      /** The number of discarded tiles. */
      tiles: number;
    }
  | {
      event: "placed";
      /** The tile that was placed. */
      piece: Piece;
      /** The number of the city. */
      city: number;
      /** The spot; of a duplex tile, its left or top cell. */
      spot: Spot;
    }
  | {
      event: "hands-passed";
      /** The direction of passing. */
      to: Passing;
    }
  | {
      event: "round-began";
      /** The round: `1` to `3`, or `1a` to `3b` with two players. */
      round: string;
      /** The kind of tiles that were dealt. */
      kind: Kind;
    }
  | { event: "game-over" };

/** The explanation of one city's score. The parts add up to its `CityScore`. */
export type Explanation = {
  /** The board to which the cells belong. */
  cells: Layout;
  /** The lines of the best partition. */
  shops: Array<Group>;
  /** The points of the factories, with the reason. */
  factories: FactoryRank;
  /** The sets of different taverns. */
  taverns: Array<Group>;
  /** The sets of up to six offices. */
  offices: Array<Group>;
  /** The offices beside taverns, which get 1 more point each. */
  offices_by_taverns: Array<OfficeByTavern>;
  /** The connected groups of parks. */
  parks: Array<Group>;
  /** The houses. */
  houses: Array<HousePoints>;
  /** The sums. */
  score: CityScore;
};

/** The comparison of a city's factories with others. */
export type FactoryRank = {
  /** The cells of the factories. */
  cells: Array<Cell>;
  /** The points of each factory: 4 in the cities with the most, 3 in those with the next number, else 2. */
  each: number;
  /** The number of other cities that have as many factories. */
  ties: number;
  /** The points of all factories together. */
  points: number;
};

/** The changes to which the better move probably leads in the end. */
export type Forecast = {
  term: "expected";
  /** The changes, the largest first. */
  changes: Array<CityChange>;
};

/** Cells that score together. */
export type Group = {
  /** The cells that it covers. */
  cells: Array<Cell>;
  /** The points of the group. */
  points: number;
};

/**
 * The tiles in one place, without an order. The word has a nibble for the number of each building tile, then a bit for
 * each duplex tile.
 */
export type Hand = Array<string>;

/** The points of one house. */
export type HousePoints = {
  /** The house. */
  cell: Cell;
  /** The points. */
  points: number;
  /** The factories beside it. If there is one, the house counts exactly 1. */
  factories: Array<Cell>;
  /** The other types in its city, which decide its points if there is no factory beside it. */
  types: Array<Building>;
};

/** The kind of tiles that are dealt and chosen. */
export type Kind = "tiles" | "duplexes";

/** A hand that the viewer knows, wherever it is. */
export type KnownHand = {
  /** The round of the deal to which it belongs: `1` to `3`, or `1a` to `3b` with two players. */
  round: string;
  /** The seat to which it was dealt. */
  dealt_to: Seat;
  /** The rest of it, as far as choices are revealed. */
  tiles: Hand;
  /** Whether its deal is over. The rest was then discarded. */
  discarded: boolean;
};

/**
 * A four by four board in any arrangement, whether or not it could come about in play.
 *
 * It can be scored. If it is connected, a `City` can be made of it. Its text is four rows of four
 * letters, such as `SSSS/HHOm/OPOO/OPHP`, with `.` for an empty cell.
 */
export type Layout = string;

/** A move as clients write it. */
export type Move =
  | {
      kind: "choose";
      /** The two tiles, in any order. */
      pieces: Pair;
    }
  | {
      kind: "place";
      /** The tile. */
      piece: Piece;
      /** The number of the city, 0 to 6. */
      city: number;
      /** The spot, relative to the city's first tile; for a duplex tile, its left or top cell. */
      spot: Spot;
    };

/**
 * The legal moves of a viewer, and the moves that its partners could make in a city that both build.
 *
 * A client makes each move from its offer: `{"kind":"choose","pieces":…}` or
 * `{"kind":"place","piece":…,"city":…,"spot":…}`.
 */
export type Offers = {
  /** The pairs of its hand. */
  choose: Array<Choosable>;
  /** The placements of its own tiles and, beside Automas, of the tiles that it places for them. */
  place: Array<Placeable>;
  /** The placements of its partners' tiles in the cities that both build. The viewer can propose them. */
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
  /** Whether people are shown the hands that they passed on. Otherwise these hands are not sent to clients. */
  passed_hands: boolean;
};

/** An outcome as in a record. */
export type Outcome = {
  /** The cities, by number. */
  cities: Array<CityResult>;
  /** The final scores by seat, including those of the Automas. */
  players: Array<PlayerResult>;
  /** The seats that won, more than one if they share the win. */
  winners: SeatSet;
};

/** Two pieces in no order. */
export type Pair = [string, string];

/** The direction in which the hands are passed. Two players exchange hands either way. */
export type Passing = "left" | "right";

/** The phase of a turn. */
export type Phase = "choose" | "place" | "over";

/** A building tile or a duplex tile, in one byte. */
export type Piece = string;

/** A placement of a tile. */
export type Placeable = {
  /** The tile. */
  piece: Piece;
  /** The number of the city. */
  city: number;
  /** The spot; of a duplex tile, its left or top cell. */
  spot: Spot;
  /** Its worth to the city. */
  worth: Worth;
  /** Its effects on the city, which explain the change of the score. */
  effects: Array<ShortEffect>;
};

/** A seat's final score. */
export type PlayerResult = {
  /** The seat of a player or of an Automa. */
  seat: Seat;
  /** The lower of its cities' totals or, with two players, their sum. */
  score: number;
};

/** The columns and rows that a city covers or could still come to cover, as numbers of spots. */
export type Reach = { left: number; top: number; right: number; bottom: number };

/** A bot's reason for or against a placement. */
export type Reason = {
  /** The city of the placement. */
  city: number;
  /** The change of its points by the proposed placement. */
  points: number;
  /** Whether it is the lower of the bot's two cities, which decides the bot's score. */
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
      /** The difference in the expected final points of this city. */
      more: number;
      /** The effect of the counter-proposal. */
      effect: Effect | null;
      /** The tile of the counter-proposal, if it is another one. */
      piece?: Piece;
    }
  | {
      why: "elsewhere";
      /** The other city. */
      other: number;
    }
  | {
      why: "spoils";
      /** The number of houses. */
      houses: number;
    }
);

/** The present scores of a sheet. */
export type Scored = {
  /** The cities, by number. */
  cities: Array<ScoredCity>;
  /** The seats, including those of the Automas. */
  players: Array<ScoredPlayer>;
  /** The seats that win, more than one if they share the win. */
  winners: SeatSet;
  /** The comparison that decides between the winner and the next best. */
  decided: Decided;
  /** The buildings of each kind that are left in the box, including the halves of duplex tiles. */
  left: Array<TilesLeft>;
  /** Whether every city has all its tiles, and the box has enough of them. */
  complete: boolean;
};

/** A city of a sheet. */
export type ScoredCity = {
  /**
   * The seats that build it: first the one that has it on its left, then the one that has it on its right. With two
   * players, both are equal.
   */
  builders: [Seat, Seat];
  /** The explanation of its score, or `null` for the Automa city. */
  why: Explanation | null;
  /** The Automa city's letters, sorted, or `null` for the others. */
  tiles: string | null;
  /** Its points; the total includes the bonus. */
  score: CityScore;
  /** The points that the difficulty adds to the Automa city's total, or subtracts if negative. */
  bonus: number;
  /** The number of missing buildings. */
  missing: number;
};

/** A player of a sheet, or an Automa. */
export type ScoredPlayer = {
  /** The seat. */
  seat: Seat;
  /** The numbers of its cities. */
  cities: [number, number];
  /** The lower of their totals or, with two players, their sum. */
  score: number;
  /** The place in the ranking, from 1. Players that no tie-break separates have equal places. */
  place: number;
  /** The number of buildings of each type in both cities, in scoring order. It is the last tie-break. */
  buildings: [number, number, number, number, number, number];
};

/** A table as people enter it. */
export type Sheet = {
  /** The variant. */
  variant: Variant;
  /** The number of players. */
  players: number;
  /**
   * The cities by number, each as four rows of four letters, such as `SSSS/HHOm/OPOO/OPHP`. The Automa city has no
   * board: only the letters of its text count. Cities at the end that are left out have no tiles.
   */
  cities: Array<string>;
};

/** An effect of an offer: its kind, then its fields in their order. */
export type ShortEffect =
  | [kind: Exclude<Effect["kind"], "factories" | "new-type" | "house-by-factory">, n: number]
  | [kind: "factories", n: number, each: number]
  | [kind: "new-type", building: Building, n: number]
  | [kind: "house-by-factory"];

/** A signal without words. */
export type Signal =
  | { signal: "you-first" }
  | { signal: "your-call" }
  | { signal: "good-idea" }
  | { signal: "please-not" }
  | {
      signal: "points-here";
      /** The city to which the signal refers. */
      city?: number;
    }
  | {
      signal: "points-there";
      /** The city to which the signal refers. */
      city?: number;
    };

/**
 * A place in a floating city, relative to its first tile; x counts to the right and y down.
 *
 * Both are in `-3..=3`, because a city is at most 4 wide and 4 high.
 */
export type Spot = string;

/** A placement of a partner's tile. */
export type Suggestible = {
  /** The partner. */
  seat: Seat;
  /** The tile. */
  piece: Piece;
  /** The number of the city. */
  city: number;
  /** The spot; of a duplex tile, its left or top cell. */
  spot: Spot;
  /** Its worth to the city. */
  worth: Worth;
  /** Its effects on the city, which explain the change of the score. */
  effects: Array<ShortEffect>;
};

/** A kind of building tile. There are five building types, and taverns by their icon. */
export type Tile = "S" | "F" | "O" | "P" | "H" | "d" | "e" | "m" | "b";

/** A tile that a seat has still to place. */
export type TileLeft = {
  /** The tile. */
  piece: Piece;
  /** The seat that chose it: the one that places it, or an Automa for which it is placed. */
  seat: Seat;
  /**
   * The number of the city for which an Automa's card meant it. It is `null` for the seat's own tiles; each of its
   * cities gets one of them.
   */
  city: number | null;
};

/** The rest of a kind of building in the box. */
export type TilesLeft = {
  /** The kind. */
  tile: Tile;
  /** The number in the box less the number in the cities. It is negative if the cities have more than the box. */
  left: number;
};

/** The tiles that a seat has to place now. */
export type ToPlace = {
  seat: Seat;
  /**
   * Every tile that is left to place: its own in the order of its choice, then beside Automas those that it places
   * for them.
   */
  left: Array<TileLeft>;
};

/** A way to play Between Two Cities. */
export type Variant = string;

/** The knowledge of one viewer, with perfect recall. A client may show less. */
export type View = {
  /** The viewer's seat, or `null` for a spectator. */
  viewer: Viewer;
  /** The hand from which the viewer may choose now. */
  hand: Hand | null;
  /** The choice of the viewer while others are still to choose. */
  sealed: Pair | null;
  /** Every hand that the viewer knows, beginning with those of past deals. */
  known_hands: Array<KnownHand>;
  variant: Variant;
  /** The number of seats, including those of the Automas. */
  seats: number;
  /** The seating numbers, by seat. */
  seating: Array<number>;
  phase: Phase;
  /** The round: `1` to `3`, or `1a` to `3b` with two players. */
  round: string;
  /** The turn of the round's deal, from 1. */
  turn: number;
  /** The number of turns of the deal. */
  turns: number;
  /** The kind of tiles that are dealt. */
  kind: Kind;
  /** The direction in which the hands are passed. */
  passing: Passing;
  /** The seats that may act now. */
  to_act: SeatSet;
  /** The cities, by number. */
  cities: Array<CityView>;
  /** The tiles that the seats that may act may place now. */
  to_place: Array<ToPlace>;
  /** All choices that were revealed, by turn and seat. */
  choices: Array<Array<Pair>>;
  /** The Automa cards that were turned over, two a turn: seat 1's and seat 2's. */
  automa_cards?: Array<AutomaCard>;
  /** The explanation of the result, once the game is over. */
  ended?: Ended;
};

/**
 * The immediate change of scores, by building type.
 *
 * For a `place`, it is the change of the score of that city, whose factories are compared with all cities as they
 * stand.
 *
 * For a `choose`, each of the two tiles is placed at its best spot in one of the seat's two cities as they stand, the
 * better way round. The moves of the partners are not foreseen.
 *
 * The JSON leaves out types that don't change.
 */
export type Worth = {
  /** The change for shops. */
  shops?: number;
  /** The change for factories. */
  factories?: number;
  /** The change for taverns. */
  taverns?: number;
  /** The change for offices. */
  offices?: number;
  /** The change for parks. */
  parks?: number;
  /** The change for houses. */
  houses?: number;
  /** The sum of all changes. */
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
