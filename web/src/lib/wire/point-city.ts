// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat, SeatSet, Viewer } from "./protocol";

/**
 * A small number for each of the five resources: a cost, or the permanent resources of a city.
 *
 * The five numbers are the bytes of one word, so that all five are added or subtracted at once. Each must stay below
 * 128, as all numbers of the game do.
 */
export type Amounts = { [resource in "C" | "M" | "E" | "I" | "N"]?: number };

/** By how many points a seat will probably have more or less. */
export type AreaChange = {
  /** The seat. */
  seat: Seat;
  /** The source of the points, or `null` for all of them. */
  by: Aspect | null;
  /** The change, in points. */
  points: number;
};

/** A source of points. */
export type Aspect = "printed" | "tokens" | "permanents" | "cards";

/** A two-sided card. Its id has a base number from 1 to 32 and one of five rotations, as in `07E`; there are 160 cards. */
export type CardId = string;

/**
 * A multiset of resource cards: the number of each `Kind`.
 *
 * It stands for the cards of a seat, for a payment, or for the discard pile.
 */
export type Cards = { [kind in string]?: number };

/**
 * A cell of the 4x4 market. Columns are `a` to `d` from the left, rows `1` to `4` from the top.
 *
 * Cells are ordered row by row from the top left, which is the order in which gaps are filled.
 */
export type Cell = string;

/** The buildings, tokens and cards of a seat. */
export type City = {
  seat: Seat;
  /** The resource cards. */
  cards: Cards;
  /** The permanent resources of the buildings. */
  permanents: Amounts;
  /** The points printed on the buildings. */
  printed: number;
  /** The buildings, in the order in which they came from the deck. */
  built: Array<CardId>;
  /** The tokens with their present points and the reasons. The solo city's tokens score alike and are not listed. */
  tokens: Array<TokenView>;
  /**
   * The points that each open token would have there now, in the order of their row. The list is empty for the solo
   * city, whose tokens all score alike, and when the game is over.
   */
  open_tokens: Array<number>;
  /** The number of its tokens. The solo city's tokens are face down and only counted. */
  held: number;
  /** The points of the tokens together. */
  token_points: number;
  /** The points of permanent resources as such, only for the solo city. */
  permanent_points: number;
  /** The points of ingenuity cards as such, only for the solo city. */
  ingenuity_points: number;
  /** All points. */
  total: number;
  /** The number of turns that it has left, including the current one. */
  turns_left: number;
};

/** An advantage of a better move over another. */
export type Contrast =
  | {
      term: "pays";
      /** The resource. */
      resource: Resource;
      /** The number of these resources that the seat would have. */
      n: number;
      /** The number of open buildings that cost it and would cost one less. */
      buildings: number;
    }
  | {
      term: "printed";
      /** The number of additional points. */
      points: number;
    }
  | {
      term: "tokens";
      /** The number of additional points. */
      points: number;
    }
  | {
      term: "closer";
      /** The building. */
      card: CardId;
      /** The number of symbols that are missing after the better move, including ingenuity. */
      lacks: number;
      /** The number of symbols that are missing after the other move. */
      instead: number;
    }
  | {
      term: "keeps";
      /** The number of additional cards. */
      cards: number;
    }
  | {
      term: "opens";
      /** The number of buildings that come into the market after the other move. */
      buildings: number;
      /** The number of buildings after the better move. */
      instead: number;
    }
  | {
      term: "leaves";
      /** The next player. */
      seat: Seat;
      /** The building. */
      card: CardId;
    }
  | {
      term: "turns";
      /** The place of the card. */
      cell: Cell;
      /** The resource on the card. */
      back: Kind;
      /** The number of buildings that may be on the other side. */
      buildings: number;
      /** The number of those for which the seat can pay if it takes a card beside it. */
      payable: number;
      /** The most points that are printed on one of these. */
      most: number;
    }
  | {
      term: "offers";
      /** The next player. */
      seat: Seat;
      /** The place of the card. */
      cell: Cell;
      /** The resource on the card. */
      back: Kind;
      /** The number of buildings that may be on the other side. */
      buildings: number;
      /** The number of those for which the next player can pay with a card beside it. */
      payable: number;
    };

/** The comparison that decided between the winner and the next best. */
export type Decided = "points" | "cards-left" | "city" | "shared";

/** The explanation of a game's result. */
export type Ended = {
  /** The comparison that decided between the winner and the next best. */
  decided: Decided;
};

/** The kind of an event. A resource is named by its symbols, never by its card. */
export type EventKind =
  | {
      event: "flipped";
      /** Its cell. */
      cell: Cell;
      /** The card. */
      card: CardId;
    }
  | {
      event: "took";
      /** Its cell. */
      cell: Cell;
      /** The kind that it shows. */
      kind: Kind;
    }
  | {
      event: "built";
      /** Its cell. */
      cell: Cell;
      /** The card. */
      card: CardId;
    }
  | {
      event: "paid";
      /** The cards. */
      cards: Cards;
    }
  | {
      event: "took-token";
      /** The token that was taken. */
      token: Token;
    }
  | {
      event: "drew";
      /** The kinds that they show, the upper first. */
      kinds: [Kind, Kind];
    }
  | {
      event: "refilled";
      /** The gap. */
      cell: Cell;
      /** The face that shows there now. */
      face: Face;
    }
  | {
      event: "markers-moved";
      /** The cell where they cross now. */
      cell: Cell;
    }
  | { event: "passed" }
  | { event: "game-over" };

/**
 * The visible side of a card: the kind of resource, or the building.
 *
 * A face contains everything that players know of a card in the market. It does not tell which building is on the
 * other side of a resource.
 */
export type Face = string;

/** The changes to which the better move probably leads within the next rounds, with what they are worth in the end. */
export type Forecast = {
  term: "expected";
  /** The changes, the largest first. */
  changes: Array<AreaChange>;
};

/** The kind of a card's resource side: one symbol, two of a kind, or ingenuity. */
export type Kind = string;

/** A kind of building, whose buildings all have an equal yield. */
export type KindLeft = {
  /** Its text: the permanent resource and the printed points (`C2`), the points alone (`7`), or `civic`. */
  kind: string;
  /** The permanent resource that it gives. */
  produces: Resource | null;
  /** The points printed on it. */
  points: number;
  /** Whether it gives a token. */
  civic: boolean;
  /** The number in the box less the number of built ones. It is negative if there are more than in the box. */
  left: number;
  /** A card of this kind, for a picture. */
  card: CardId;
};

/** A card of the market. */
export type MarketCard = {
  cell: Cell;
  /** The visible face: a kind of resource, or the id of a building. */
  face: Face;
};

/** A building that the viewer can't pay, even with its ingenuity. */
export type Missing = {
  /** Its cell. */
  cell: Cell;
  /** The missing symbols, without ingenuity. */
  lacks: Amounts;
};

/** A move as clients write it. */
export type Move =
  | {
      kind: "flip";
      /** Its cell. */
      cell: Cell;
    }
  | {
      kind: "take";
      /** Their cells, in any order. */
      cells: [Cell, Cell];
      /** All cards that are discarded for the buildings among them. */
      pay?: Cards;
      /** A token for each civic building among them, in any order. */
      tokens?: Array<Token>;
    }
  | { kind: "draw" }
  | { kind: "pass" };

/**
 * The legal moves of a viewer with their worth, and the resources that it lacks for other buildings.
 *
 * Payments and tokens can be combined freely, so they are listed side by side. A client makes the move from them:
 * `{"kind":"take","cells":…,"pay":…,"tokens":[…]}`.
 */
export type Offers = {
  /** The cards that may be turned: `{"kind":"flip","cell":…}`. */
  flip: Array<Cell>;
  /** The pairs that may be taken. */
  take: Array<Takable>;
  /** Whether the top two cards of the deck may be taken: `{"kind":"draw"}`. */
  draw: boolean;
  /** Whether the turn may be passed, because no other move is legal: `{"kind":"pass"}`. */
  pass: boolean;
  /**
   * The buildings of the market that the viewer could not pay with its cards and permanent resources. They are
   * listed on all seats' turns, until the game is over. A card beside them could help.
   */
  missing: Array<Missing>;
};

/** An outcome as in a record. */
export type Outcome = {
  /** The results, seat by seat. That of the solo city is the last. */
  players: Array<SeatResult>;
  /** The seats that won, more than one if the win is shared. */
  winners: SeatSet;
};

/** A way to pay. */
export type Payment = {
  /** The cards, as in a move. The map is empty for none. */
  pay: Cards;
  /** The immediate change of all points, without those of new tokens. */
  points: number;
};

/** A resource. The five resources are in the cycle in which the cards of a base rotate. */
export type Resource = "C" | "M" | "E" | "I" | "N";

/** The present scores of a sheet. */
export type Scored = {
  /** The seats. The solo city is the last. */
  seats: Array<ScoredSeat>;
  /** The seats that win, more than one if they share the win. */
  winners: SeatSet;
  /** The comparison that decides between the winner and the next best. */
  decided: Decided;
  /** Every kind of building, with the number that is left in the box. */
  kinds: Array<KindLeft>;
  /** The tokens that no seat has. */
  tokens_left: Array<Token>;
};

/** A seat of a sheet. */
export type ScoredSeat = {
  /** The seat. */
  seat: Seat;
  /** Whether it is the solo city. */
  is_city: boolean;
  /** The number of its buildings. */
  buildings: number;
  /** The permanent resources of the buildings. */
  permanents: Amounts;
  /** The points printed on the buildings. */
  printed: number;
  /** The points of each token, with the reasons. The list is empty for the solo city, whose tokens all score alike. */
  tokens: Array<TokenView>;
  /** The number of its tokens. */
  held: number;
  /** The points of the tokens together. */
  token_points: number;
  /** The points of permanent resources as such, only for the solo city. */
  permanent_points: number;
  /** The points of ingenuity cards as such, only for the solo city. */
  ingenuity_points: number;
  /** All points. */
  total: number;
  /** The number of resource cards left, including ingenuity. It breaks ties. */
  cards_left: number;
  /** The place in the ranking, from 1. Seats that the tie-break does not separate have equal places. */
  place: number;
  /** Entries that contradict the rules and so are probably mistakes. */
  slips: Array<Slip>;
};

/** A seat's result as in a record. */
export type SeatResult = {
  seat: Seat;
  /** The points printed on buildings. */
  printed: number;
  /** The points of permanent resources as such, only for the solo city. */
  permanents?: number;
  /** The points of each token; for the solo city, the points of all tokens together. */
  tokens: Tokens;
  /** The points of ingenuity cards as such, only for the solo city. */
  ingenuity?: number;
  /** All points. */
  total: number;
  /** The number of resource cards left, which breaks ties; not for the solo city. */
  cards_left?: number;
};

/** The buildings, tokens and cards of a seat. Parts that are left out are empty. */
export type SeatSheet = {
  /** The number of buildings of each kind; see `KindLeft.kind`. */
  buildings?: { [key in string]: number };
  /** The tokens, which are all different. The solo city's tokens are face down and only counted. */
  tokens?: Array<Token>;
  /** The number of tokens of the solo city. */
  face_down?: number;
  /** The number of resource cards that are left, without ingenuity. */
  cards?: number;
  /** The number of ingenuity cards that are left. */
  ingenuity?: number;
};

/** A table as people enter it, with the buildings, tokens and cards of each seat. */
export type Sheet = {
  /** The variant. */
  variant: Variant;
  /** The seats. In a solo game there are two, and the second is the city's. */
  seats: Array<SeatSheet>;
};

/** A side of a card. */
export type Side = "resource" | "building";

/** A signal without words, such as `{"signal":"good-idea"}`. */
export type Signal = { signal: "your-call" } | { signal: "good-idea" } | { signal: "please-not" };

/** An entry that contradicts the rules at the end of a game. */
export type Slip =
  | {
      slip: "tokens";
      /** The number of civic buildings. */
      civics: number;
      /** The number of tokens. */
      tokens: number;
    }
  | {
      slip: "cards";
      /** The number of both together. */
      found: number;
      /** The largest possible number. */
      most: number;
    };

/** A pair that may be taken. The print on its cards is left out: clients know it by the cards' ids. */
export type Takable = {
  /** The two cells, the one nearer the top left first. */
  cells: [Cell, Cell];
  /** The part of the buildings' cost that is due after the permanent resources. */
  due: Amounts;
  /** Every way to pay, the best to keep cards first. If nothing is due, there is exactly one, which is empty. */
  payments: Array<Payment>;
  /** The number of tokens that must be taken, all different. */
  civics: number;
  /**
   * The points of each open token after this take, paid in the first way. The list is empty if no tokens must be
   * taken.
   */
  tokens: Array<TokenOffer>;
  /**
   * The sides of the cards that come into the two gaps, in the order of `cells`, or none if the deck is empty. The first
   * card is the top of the deck.
   */
  refills: Array<Side>;
};

/** A civic token. The 22 tokens are all different. */
export type Token = string;

/** A token, with its points for the viewer. */
export type TokenOffer = {
  /** The token. */
  id: Token;
  /** Its points. */
  now: number;
};

/** The points of a token, with the reason. */
export type TokenScore = {
  /** The token. */
  id: Token;
  /** Its points, `each` × `times`. */
  points: number;
};

/** The present points of a token, with the reason. */
export type TokenView = {
  /** The token. */
  id: Token;
  /** Its points, `each` × `times`. */
  points: number;
  /** The points for each time. */
  each: number;
  /** The number of things that it counts. */
  times: number;
  /** The permanent resources that it looked at. */
  counted: Amounts;
};

/** A player's tokens one by one, or the points of all tokens of the solo city. */
export type Tokens = Array<TokenScore> | number;

/** A way to play. */
export type Variant = string;

/** The knowledge of a viewer: the market cell by cell, the deck place by place, the cities seat by seat. */
export type View = {
  /** The viewer's seat, or `null` for a spectator. */
  viewer: Viewer;
  variant: Variant;
  /** The seat whose turn it is, or `null` when the game is over. */
  to_act: Seat | null;
  /** The number of turns that are over, of all seats together. */
  turn: number;
  /** Whether a card was turned in the current turn. */
  flipped: boolean;
  /** The cards of the market, row by row, without gaps. */
  market: Array<MarketCard>;
  deck_left: number;
  /** The back of the top card of the deck. */
  top: Kind | null;
  /** The open tokens, from the left. */
  tokens: Array<Token>;
  /** The areas, by seat. */
  cities: Array<City>;
  /** The discarded resource cards. */
  discarded: Cards;
  /** The cell where the solo city's markers cross. */
  markers: Cell | null;
  /** The cells from which the solo city takes in its remaining turns, the next turn first. */
  city_turns: Array<[Cell, Cell]>;
  /**
   * The knowledge of each place of the deck as it was at the start, with the top first. It is the card if it has
   * shown its building side, its back if it has shown only that, and `null` if it is still hidden.
   */
  seen: Array<Face | null>;
  /** The explanation of the result, once the game is over. */
  ended?: Ended;
};

/** A card as it is printed. */
export type Card = {
  tier: number;
  /** The kind of its resource side. */
  back: Kind;
  /** The symbols that its building side costs, such as `MMI`. */
  cost: string;
  /** The permanent resource that its building side gives. */
  produces: Resource | null;
  points: number;
  /** Whether its building side gives a civic token. */
  civic: boolean;
};

/** All cards. */
export const CARDS: Record<CardId, Card> = {
  "01C": { back: "C", civic: false, cost: "ME", points: 0, produces: "C", tier: 1 },
  "01E": { back: "E", civic: false, cost: "IN", points: 0, produces: "E", tier: 1 },
  "01I": { back: "I", civic: false, cost: "CN", points: 0, produces: "I", tier: 1 },
  "01M": { back: "M", civic: false, cost: "EI", points: 0, produces: "M", tier: 1 },
  "01N": { back: "N", civic: false, cost: "CM", points: 0, produces: "N", tier: 1 },
  "02C": { back: "C", civic: false, cost: "MI", points: 0, produces: "C", tier: 1 },
  "02E": { back: "E", civic: false, cost: "CI", points: 0, produces: "E", tier: 1 },
  "02I": { back: "I", civic: false, cost: "MN", points: 0, produces: "I", tier: 1 },
  "02M": { back: "M", civic: false, cost: "EN", points: 0, produces: "M", tier: 1 },
  "02N": { back: "N", civic: false, cost: "CE", points: 0, produces: "N", tier: 1 },
  "03C": { back: "C", civic: false, cost: "MN", points: 0, produces: "C", tier: 1 },
  "03E": { back: "E", civic: false, cost: "MI", points: 0, produces: "E", tier: 1 },
  "03I": { back: "I", civic: false, cost: "EN", points: 0, produces: "I", tier: 1 },
  "03M": { back: "M", civic: false, cost: "CE", points: 0, produces: "M", tier: 1 },
  "03N": { back: "N", civic: false, cost: "CI", points: 0, produces: "N", tier: 1 },
  "04C": { back: "C", civic: false, cost: "EN", points: 0, produces: "C", tier: 1 },
  "04E": { back: "E", civic: false, cost: "MN", points: 0, produces: "E", tier: 1 },
  "04I": { back: "I", civic: false, cost: "CE", points: 0, produces: "I", tier: 1 },
  "04M": { back: "M", civic: false, cost: "CI", points: 0, produces: "M", tier: 1 },
  "04N": { back: "N", civic: false, cost: "MI", points: 0, produces: "N", tier: 1 },
  "05C": { back: "C", civic: false, cost: "EN", points: 0, produces: "C", tier: 1 },
  "05E": { back: "E", civic: false, cost: "MN", points: 0, produces: "E", tier: 1 },
  "05I": { back: "I", civic: false, cost: "CE", points: 0, produces: "I", tier: 1 },
  "05M": { back: "M", civic: false, cost: "CI", points: 0, produces: "M", tier: 1 },
  "05N": { back: "N", civic: false, cost: "MI", points: 0, produces: "N", tier: 1 },
  "06C": { back: "C", civic: false, cost: "IN", points: 0, produces: "C", tier: 1 },
  "06E": { back: "E", civic: false, cost: "CM", points: 0, produces: "E", tier: 1 },
  "06I": { back: "I", civic: false, cost: "ME", points: 0, produces: "I", tier: 1 },
  "06M": { back: "M", civic: false, cost: "CN", points: 0, produces: "M", tier: 1 },
  "06N": { back: "N", civic: false, cost: "EI", points: 0, produces: "N", tier: 1 },
  "07C": { back: "C", civic: false, cost: "MM", points: 1, produces: "C", tier: 1 },
  "07E": { back: "E", civic: false, cost: "II", points: 1, produces: "E", tier: 1 },
  "07I": { back: "I", civic: false, cost: "NN", points: 1, produces: "I", tier: 1 },
  "07M": { back: "M", civic: false, cost: "EE", points: 1, produces: "M", tier: 1 },
  "07N": { back: "N", civic: false, cost: "CC", points: 1, produces: "N", tier: 1 },
  "08C": { back: "C", civic: false, cost: "II", points: 1, produces: "C", tier: 1 },
  "08E": { back: "E", civic: false, cost: "CC", points: 1, produces: "E", tier: 1 },
  "08I": { back: "I", civic: false, cost: "MM", points: 1, produces: "I", tier: 1 },
  "08M": { back: "M", civic: false, cost: "NN", points: 1, produces: "M", tier: 1 },
  "08N": { back: "N", civic: false, cost: "EE", points: 1, produces: "N", tier: 1 },
  "09C": { back: "C", civic: false, cost: "MII", points: 2, produces: "C", tier: 1 },
  "09E": { back: "E", civic: false, cost: "CCI", points: 2, produces: "E", tier: 1 },
  "09I": { back: "I", civic: false, cost: "MMN", points: 2, produces: "I", tier: 1 },
  "09M": { back: "M", civic: false, cost: "ENN", points: 2, produces: "M", tier: 1 },
  "09N": { back: "N", civic: false, cost: "CEE", points: 2, produces: "N", tier: 1 },
  "10C": { back: "C", civic: false, cost: "EEI", points: 2, produces: "C", tier: 1 },
  "10E": { back: "E", civic: false, cost: "CNN", points: 2, produces: "E", tier: 1 },
  "10I": { back: "I", civic: false, cost: "CCM", points: 2, produces: "I", tier: 1 },
  "10M": { back: "M", civic: false, cost: "IIN", points: 2, produces: "M", tier: 1 },
  "10N": { back: "N", civic: false, cost: "MME", points: 2, produces: "N", tier: 1 },
  "11C": { back: "C", civic: true, cost: "III", points: 0, produces: null, tier: 1 },
  "11E": { back: "E", civic: true, cost: "CCC", points: 0, produces: null, tier: 1 },
  "11I": { back: "I", civic: true, cost: "MMM", points: 0, produces: null, tier: 1 },
  "11M": { back: "M", civic: true, cost: "NNN", points: 0, produces: null, tier: 1 },
  "11N": { back: "N", civic: true, cost: "EEE", points: 0, produces: null, tier: 1 },
  "12C": { back: "C", civic: true, cost: "NNN", points: 0, produces: null, tier: 1 },
  "12E": { back: "E", civic: true, cost: "MMM", points: 0, produces: null, tier: 1 },
  "12I": { back: "I", civic: true, cost: "EEE", points: 0, produces: null, tier: 1 },
  "12M": { back: "M", civic: true, cost: "CCC", points: 0, produces: null, tier: 1 },
  "12N": { back: "N", civic: true, cost: "III", points: 0, produces: null, tier: 1 },
  "13C": { back: "C", civic: false, cost: "ME", points: 4, produces: null, tier: 1 },
  "13E": { back: "E", civic: false, cost: "IN", points: 4, produces: null, tier: 1 },
  "13I": { back: "I", civic: false, cost: "CN", points: 4, produces: null, tier: 1 },
  "13M": { back: "M", civic: false, cost: "EI", points: 4, produces: null, tier: 1 },
  "13N": { back: "N", civic: false, cost: "CM", points: 4, produces: null, tier: 1 },
  "14C": { back: "CC", civic: false, cost: "EEN", points: 0, produces: "C", tier: 2 },
  "14E": { back: "EE", civic: false, cost: "MNN", points: 0, produces: "E", tier: 2 },
  "14I": { back: "II", civic: false, cost: "CCE", points: 0, produces: "I", tier: 2 },
  "14M": { back: "MM", civic: false, cost: "CII", points: 0, produces: "M", tier: 2 },
  "14N": { back: "NN", civic: false, cost: "MMI", points: 0, produces: "N", tier: 2 },
  "15C": { back: "CC", civic: false, cost: "EII", points: 0, produces: "C", tier: 2 },
  "15E": { back: "EE", civic: false, cost: "CCN", points: 0, produces: "E", tier: 2 },
  "15I": { back: "II", civic: false, cost: "CMM", points: 0, produces: "I", tier: 2 },
  "15M": { back: "MM", civic: false, cost: "INN", points: 0, produces: "M", tier: 2 },
  "15N": { back: "NN", civic: false, cost: "MEE", points: 0, produces: "N", tier: 2 },
  "16C": { back: "CC", civic: false, cost: "MMEE", points: 1, produces: "C", tier: 2 },
  "16E": { back: "EE", civic: false, cost: "IINN", points: 1, produces: "E", tier: 2 },
  "16I": { back: "II", civic: false, cost: "CCNN", points: 1, produces: "I", tier: 2 },
  "16M": { back: "MM", civic: false, cost: "EEII", points: 1, produces: "M", tier: 2 },
  "16N": { back: "NN", civic: false, cost: "CCMM", points: 1, produces: "N", tier: 2 },
  "17C": { back: "CC", civic: false, cost: "EEII", points: 1, produces: "C", tier: 2 },
  "17E": { back: "EE", civic: false, cost: "CCNN", points: 1, produces: "E", tier: 2 },
  "17I": { back: "II", civic: false, cost: "CCMM", points: 1, produces: "I", tier: 2 },
  "17M": { back: "MM", civic: false, cost: "IINN", points: 1, produces: "M", tier: 2 },
  "17N": { back: "NN", civic: false, cost: "MMEE", points: 1, produces: "N", tier: 2 },
  "18C": { back: "CC", civic: false, cost: "MMMII", points: 2, produces: "C", tier: 2 },
  "18E": { back: "EE", civic: false, cost: "CCIII", points: 2, produces: "E", tier: 2 },
  "18I": { back: "II", civic: false, cost: "MMNNN", points: 2, produces: "I", tier: 2 },
  "18M": { back: "MM", civic: false, cost: "EEENN", points: 2, produces: "M", tier: 2 },
  "18N": { back: "NN", civic: false, cost: "CCCEE", points: 2, produces: "N", tier: 2 },
  "19C": { back: "CC", civic: false, cost: "IIINN", points: 2, produces: "C", tier: 2 },
  "19E": { back: "EE", civic: false, cost: "CCCMM", points: 2, produces: "E", tier: 2 },
  "19I": { back: "II", civic: false, cost: "MMMEE", points: 2, produces: "I", tier: 2 },
  "19M": { back: "MM", civic: false, cost: "CCNNN", points: 2, produces: "M", tier: 2 },
  "19N": { back: "NN", civic: false, cost: "EEEII", points: 2, produces: "N", tier: 2 },
  "20C": { back: "*", civic: true, cost: "CCCC", points: 0, produces: null, tier: 2 },
  "20E": { back: "*", civic: true, cost: "EEEE", points: 0, produces: null, tier: 2 },
  "20I": { back: "*", civic: true, cost: "IIII", points: 0, produces: null, tier: 2 },
  "20M": { back: "*", civic: true, cost: "MMMM", points: 0, produces: null, tier: 2 },
  "20N": { back: "*", civic: true, cost: "NNNN", points: 0, produces: null, tier: 2 },
  "21C": { back: "*", civic: true, cost: "CCCC", points: 0, produces: null, tier: 2 },
  "21E": { back: "*", civic: true, cost: "EEEE", points: 0, produces: null, tier: 2 },
  "21I": { back: "*", civic: true, cost: "IIII", points: 0, produces: null, tier: 2 },
  "21M": { back: "*", civic: true, cost: "MMMM", points: 0, produces: null, tier: 2 },
  "21N": { back: "*", civic: true, cost: "NNNN", points: 0, produces: null, tier: 2 },
  "22C": { back: "*", civic: false, cost: "CCI", points: 4, produces: null, tier: 2 },
  "22E": { back: "*", civic: false, cost: "CEE", points: 4, produces: null, tier: 2 },
  "22I": { back: "*", civic: false, cost: "MII", points: 4, produces: null, tier: 2 },
  "22M": { back: "*", civic: false, cost: "MMN", points: 4, produces: null, tier: 2 },
  "22N": { back: "*", civic: false, cost: "ENN", points: 4, produces: null, tier: 2 },
  "23C": { back: "*", civic: false, cost: "CCEE", points: 5, produces: null, tier: 2 },
  "23E": { back: "*", civic: false, cost: "EENN", points: 5, produces: null, tier: 2 },
  "23I": { back: "*", civic: false, cost: "CCII", points: 5, produces: null, tier: 2 },
  "23M": { back: "*", civic: false, cost: "MMII", points: 5, produces: null, tier: 2 },
  "23N": { back: "*", civic: false, cost: "MMNN", points: 5, produces: null, tier: 2 },
  "24C": { back: "CC", civic: false, cost: "EEII", points: 1, produces: "C", tier: 3 },
  "24E": { back: "EE", civic: false, cost: "CCNN", points: 1, produces: "E", tier: 3 },
  "24I": { back: "II", civic: false, cost: "CCMM", points: 1, produces: "I", tier: 3 },
  "24M": { back: "MM", civic: false, cost: "IINN", points: 1, produces: "M", tier: 3 },
  "24N": { back: "NN", civic: false, cost: "MMEE", points: 1, produces: "N", tier: 3 },
  "25C": { back: "CC", civic: false, cost: "MMEEE", points: 2, produces: "C", tier: 3 },
  "25E": { back: "EE", civic: false, cost: "IINNN", points: 2, produces: "E", tier: 3 },
  "25I": { back: "II", civic: false, cost: "CCCNN", points: 2, produces: "I", tier: 3 },
  "25M": { back: "MM", civic: false, cost: "EEIII", points: 2, produces: "M", tier: 3 },
  "25N": { back: "NN", civic: false, cost: "CCMMM", points: 2, produces: "N", tier: 3 },
  "26C": { back: "CC", civic: false, cost: "EENNN", points: 2, produces: "C", tier: 3 },
  "26E": { back: "EE", civic: false, cost: "MMMNN", points: 2, produces: "E", tier: 3 },
  "26I": { back: "II", civic: false, cost: "CCEEE", points: 2, produces: "I", tier: 3 },
  "26M": { back: "MM", civic: false, cost: "CCCII", points: 2, produces: "M", tier: 3 },
  "26N": { back: "NN", civic: false, cost: "MMIII", points: 2, produces: "N", tier: 3 },
  "27C": { back: "CC", civic: false, cost: "IIINNN", points: 3, produces: "C", tier: 3 },
  "27E": { back: "EE", civic: false, cost: "CCCMMM", points: 3, produces: "E", tier: 3 },
  "27I": { back: "II", civic: false, cost: "MMMEEE", points: 3, produces: "I", tier: 3 },
  "27M": { back: "MM", civic: false, cost: "CCCNNN", points: 3, produces: "M", tier: 3 },
  "27N": { back: "NN", civic: false, cost: "EEEIII", points: 3, produces: "N", tier: 3 },
  "28C": { back: "*", civic: true, cost: "CCCCC", points: 0, produces: null, tier: 3 },
  "28E": { back: "*", civic: true, cost: "EEEEE", points: 0, produces: null, tier: 3 },
  "28I": { back: "*", civic: true, cost: "IIIII", points: 0, produces: null, tier: 3 },
  "28M": { back: "*", civic: true, cost: "MMMMM", points: 0, produces: null, tier: 3 },
  "28N": { back: "*", civic: true, cost: "NNNNN", points: 0, produces: null, tier: 3 },
  "29C": { back: "*", civic: true, cost: "CCCCC", points: 0, produces: null, tier: 3 },
  "29E": { back: "*", civic: true, cost: "EEEEE", points: 0, produces: null, tier: 3 },
  "29I": { back: "*", civic: true, cost: "IIIII", points: 0, produces: null, tier: 3 },
  "29M": { back: "*", civic: true, cost: "MMMMM", points: 0, produces: null, tier: 3 },
  "29N": { back: "*", civic: true, cost: "NNNNN", points: 0, produces: null, tier: 3 },
  "30C": { back: "CC", civic: false, cost: "EENN", points: 4, produces: null, tier: 3 },
  "30E": { back: "EE", civic: false, cost: "MMNN", points: 4, produces: null, tier: 3 },
  "30I": { back: "II", civic: false, cost: "CCEE", points: 4, produces: null, tier: 3 },
  "30M": { back: "MM", civic: false, cost: "CCII", points: 4, produces: null, tier: 3 },
  "30N": { back: "NN", civic: false, cost: "MMII", points: 4, produces: null, tier: 3 },
  "31C": { back: "*", civic: false, cost: "CCCMM", points: 5, produces: null, tier: 3 },
  "31E": { back: "*", civic: false, cost: "EEEII", points: 5, produces: null, tier: 3 },
  "31I": { back: "*", civic: false, cost: "IIINN", points: 5, produces: null, tier: 3 },
  "31M": { back: "*", civic: false, cost: "MMMEE", points: 5, produces: null, tier: 3 },
  "31N": { back: "*", civic: false, cost: "CCNNN", points: 5, produces: null, tier: 3 },
  "32C": { back: "*", civic: false, cost: "CCCCIII", points: 7, produces: null, tier: 3 },
  "32E": { back: "*", civic: false, cost: "CCCEEEE", points: 7, produces: null, tier: 3 },
  "32I": { back: "*", civic: false, cost: "MMMIIII", points: 7, produces: null, tier: 3 },
  "32M": { back: "*", civic: false, cost: "MMMMNNN", points: 7, produces: null, tier: 3 },
  "32N": { back: "*", civic: false, cost: "EEENNNN", points: 7, produces: null, tier: 3 },
};

/** An event of this game, and the seat that caused it. */
export type GameEvent = import("./protocol").Event<EventKind>;
