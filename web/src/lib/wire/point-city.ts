// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat, SeatSet, Viewer } from "./protocol";

/**
 * A small number for each of the five resources: a cost, or the permanent resources of a city.
 *
 * The five numbers are the bytes of one word, so that all five are added or subtracted at
 * once. Each must stay below 128; all that the game can count does.
 */
export type Amounts = { [resource in "C" | "M" | "E" | "I" | "N"]?: number };

/** One of the 160 two-sided cards: a base number 1 to 32 and one of five rotations, as in `07E`. */
export type CardId = string;

/**
 * A handful of resource cards: how many there are of each `Kind`.
 *
 * They are those of a seat, a payment, or the discard pile.
 */
export type Cards = { [kind in string]?: number };

/**
 * A cell of the 4x4 market: columns `a` to `d` from the left, rows `1` to `4` from the top.
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
  /** The tokens and what each scores now, and why. Those of the solo city count alike and are not listed. */
  tokens: Array<TokenView>;
  /**
   * What each open token would score there now, in the order of their row. Empty for the solo city, whose tokens
   * all count alike, and when the game is over.
   */
  open_tokens: Array<number>;
  /** How many tokens it holds; the solo city's are face down, and only counted. */
  held: number;
  /** The points of the tokens together. */
  token_points: number;
  /** Only of the solo city: the points of permanent resources as such. */
  permanent_points: number;
  /** Only of the solo city: the points of ingenuity cards as such. */
  ingenuity_points: number;
  /** All points. */
  total: number;
  /** How many turns it has left, the one that is on included. */
  turns_left: number;
};

/** An advantage of a better move over another. */
export type Contrast =
  | {
      term: "pays";
      /** The resource. */
      resource: Resource;
      /** How many of it the seat would have. */
      n: number;
      /** How many buildings that lie open cost it, and would cost one less. */
      buildings: number;
    }
  | {
      term: "printed";
      /** How many more. */
      points: number;
    }
  | {
      term: "tokens";
      /** How many points more. */
      points: number;
    }
  | {
      term: "closer";
      /** The building. */
      card: CardId;
      /** How many symbols are missing after the better move, ingenuity included. */
      lacks: number;
      /** How many are missing after the other. */
      instead: number;
    }
  | {
      term: "keeps";
      /** How many cards more. */
      cards: number;
    }
  | {
      term: "opens";
      /** How many buildings come into the market after the other move. */
      buildings: number;
      /** How many after the better one. */
      instead: number;
    }
  | {
      term: "leaves";
      /** The next player. */
      seat: Seat;
      /** The building. */
      card: CardId;
    };

/** What decided between the winner and the next best. */
export type Decided = "points" | "cards-left" | "city" | "shared";

/** Why a game ended as it did. */
export type Ended = {
  /** What decided between the winner and the next best. */
  decided: Decided;
};

/** One thing that happened. Resources are named by what they show, never by their card. */
export type EventKind =
  | {
      event: "flipped";
      /** Its cell. */
      cell: Cell;
      /** Which card it is. */
      card: CardId;
    }
  | {
      event: "took";
      /** Where it lay. */
      cell: Cell;
      /** What it shows. */
      kind: Kind;
    }
  | {
      event: "built";
      /** Where it lay. */
      cell: Cell;
      /** Which card it is. */
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
      /** What they show, the upper first. */
      kinds: [Kind, Kind];
    }
  | {
      event: "refilled";
      /** The gap. */
      cell: Cell;
      /** What shows there now. */
      face: Face;
    }
  | {
      event: "markers-moved";
      /** Where they cross now. */
      cell: Cell;
    }
  | { event: "passed" }
  | { event: "game-over" };

/**
 * The side of a card that can be seen: what its resource side shows, or which building it is.
 *
 * A face is all that a card in the market tells. Which building is on the other side of a
 * resource, it does not say.
 */
export type Face = string;

/** What the resource side of a card shows: one symbol, two of a kind, or ingenuity. */
export type Kind = string;

/** A kind of building: those that give the same. */
export type KindLeft = {
  /** Its text: the permanent resource and the printed points (`C2`), the points alone (`7`), or `civic`. */
  kind: string;
  /** The permanent resource that it gives. */
  produces: Resource | null;
  /** The points printed on it. */
  points: number;
  /** Whether it gives a token. */
  civic: boolean;
  /** How many the box has that are not built; negative if there are more than in the box. */
  left: number;
  /** A card of this kind, for a picture. */
  card: CardId;
};

/** A card of the market, with all that a client needs to draw it. */
export type MarketCard = {
  cell: Cell;
  /** What shows: a kind of resource, or the id of a building. */
  face: Face;
  /** Whether it may be turned to its building side now. */
  may_flip: boolean;
  /** Of a building: the symbols that it costs, such as `MMI`. */
  cost?: string;
  /** Of a building: the permanent resource that it gives, or `null`. */
  produces?: Resource | null;
  /** Of a building: the points that are printed on it. */
  points?: number;
  /** Of a building: whether it gives a civic token. */
  civic?: boolean;
};

/** A building that can't be paid with what the viewer has. */
export type Missing = {
  /** Its cell. */
  cell: Cell;
  /** The symbols that are missing, ingenuity left out of account. */
  lacks: Amounts;
  /** How many of them ingenuity would make up for. */
  ingenuity: number;
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
      /** The cards discarded for the buildings among them, in all. */
      pay?: Cards;
      /** A token for each civic building among them, in any order. */
      tokens?: Array<Token>;
    }
  | { kind: "draw" }
  | { kind: "pass" };

/**
 * What a viewer may do now, what it is worth, and what it lacks for the rest.
 *
 * Payments and tokens are free to be combined, so they are listed side by side. A client makes
 * the move from them: `{"kind":"take","cells":…,"pay":…,"tokens":[…]}`.
 */
export type Offers = {
  /** The cards that may be turned: `{"kind":"flip","cell":…}`. */
  flip: Array<Cell>;
  /** The pairs that may be taken. */
  take: Array<Takable>;
  /** Whether the top two cards of the deck may be taken: `{"kind":"draw"}`. */
  draw: boolean;
  /**
   * Whether the turn may be passed, for want of anything else:
   * `{"kind":"pass"}`.
   */
  pass: boolean;
  /** The open tokens, in the order of their row. On other seats' turns too, until the game is over. */
  tokens: Array<TokenOffer>;
  /**
   * The buildings of the market that the viewer could not pay with what it has, on other seats'
   * turns too, until the game is over. A card beside them could help.
   */
  missing: Array<Missing>;
};

/** An outcome as in a record. */
export type Outcome = {
  /** The results, seat by seat, that of the solo city last. */
  players: Array<SeatResult>;
  /** Who won; more than one seat, if the win is shared. */
  winners: SeatSet;
};

/** A way to pay. */
export type Payment = {
  /** The cards, as in a move; empty for none. */
  pay: Cards;
  /** The resource cards that remain. */
  left: Cards;
  /** By how much all points change at once, without those of new tokens. */
  points: number;
};

/** What comes into a gap. */
export type Refill = {
  /** The gap. */
  cell: Cell;
  /** The side that will show. */
  side: Side;
  /**
   * The back of the card; none if it is not known yet. If the side is `building`, this is all
   * that is known of it.
   */
  back: Kind | null;
};

/** One of the five resources, in the cycle in which the cards of a base rotate. */
export type Resource = "C" | "M" | "E" | "I" | "N";

/** A sheet's scores as they are now. */
export type Scored = {
  /** The seats; the solo city's last. */
  seats: Array<ScoredSeat>;
  /** Who wins, more than one if they share it. */
  winners: SeatSet;
  /** What tells the winner from the next best. */
  decided: Decided;
  /** Every kind of building, with what is left in the box. */
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
  /** How many buildings it has. */
  buildings: number;
  /** The permanent resources of the buildings. */
  permanents: Amounts;
  /** The points printed on the buildings. */
  printed: number;
  /** What each token scores and why; empty for the solo city, whose tokens all score the same. */
  tokens: Array<TokenView>;
  /** How many tokens it has. */
  held: number;
  /** The points of the tokens together. */
  token_points: number;
  /** Only of the solo city: the points of permanent resources as such. */
  permanent_points: number;
  /** Only of the solo city: the points of ingenuity cards as such. */
  ingenuity_points: number;
  /** All points. */
  total: number;
  /** The resource cards left, ingenuity included: they break ties. */
  cards_left: number;
  /** The place in the ranking, from 1; equal if the tie-break does not separate them. */
  place: number;
  /** Entries that contradict the rules, and so are probably mistakes. */
  slips: Array<Slip>;
};

/** A seat's result as in a record. */
export type SeatResult = {
  seat: Seat;
  /** The points printed on buildings. */
  printed: number;
  /** Only of the solo city: the points of permanent resources as such. */
  permanents?: number;
  /** What each token scored; of the solo city, what they score together. */
  tokens: Tokens;
  /** Only of the solo city: the points of ingenuity cards as such. */
  ingenuity?: number;
  /** All points. */
  total: number;
  /** The resource cards left, which break ties; not of the solo city. */
  cards_left?: number;
};

/** The buildings, tokens and cards of a seat. Parts that are left out are empty. */
export type SeatSheet = {
  /** How many buildings of each kind; see `KindLeft.kind`. */
  buildings?: { [key in string]: number };
  /** The tokens, of which there is one each. The solo city's are face down and only counted. */
  tokens?: Array<Token>;
  /** Of the solo city: how many tokens it has. */
  face_down?: number;
  /** How many resource cards are left, without ingenuity. */
  cards?: number;
  /** How many ingenuity cards are left. */
  ingenuity?: number;
};

/** A table as people enter it: what each has built, the tokens, the cards left. */
export type Sheet = {
  /** The way it was played. */
  variant: Variant;
  /** The seats. Alone there are two, and the second is the city's. */
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
      /** How many civic buildings it has. */
      civics: number;
      /** How many tokens it has. */
      tokens: number;
    }
  | {
      slip: "cards";
      /** How many of both it has. */
      found: number;
      /** The most that there can be. */
      most: number;
    };

/** A pair that may be taken. */
export type Takable = {
  /** The two cells, the one nearer the top left first. */
  cells: [Cell, Cell];
  /** What is printed on the buildings of the pair together; none, if there is no building. */
  cost: Amounts | null;
  /** What of it is left to pay, after the permanent resources. */
  due: Amounts;
  /** Every way to pay, the best to keep cards first. Exactly one, and empty, if nothing is due. */
  payments: Array<Payment>;
  /** How many tokens must be taken, all different. */
  civics: number;
  /**
   * What each open token would score after this take, paid in the first way; only if tokens
   * must be taken.
   */
  tokens?: Array<TokenOffer>;
  /** The points printed on the buildings. */
  printed: number;
  /** The permanent resources that the buildings give. */
  permanents: Amounts;
  /** What comes into the two gaps; nothing, if the deck is empty. */
  refills: Array<Refill>;
};

/** One of the 22 civic tokens, all different. */
export type Token = string;

/** A token, and what it would score for the viewer. */
export type TokenOffer = {
  /** The token. */
  id: Token;
  /** Its points. */
  now: number;
};

/** What a token scored, and for what. */
export type TokenScore = {
  /** The token. */
  id: Token;
  /** Its points: `each` x `times`. */
  points: number;
};

/** What a token scores now, and why. */
export type TokenView = {
  /** The token. */
  id: Token;
  /** Its points: `each` x `times`. */
  points: number;
  /** The points for each time. */
  each: number;
  /** How many times what it counts was found. */
  times: number;
  /** The permanent resources that it looked at. */
  counted: Amounts;
};

/** A player's tokens one by one, or the points of the solo city's. */
export type Tokens = Array<TokenScore> | number;

/** A way to play. */
export type Variant = string;

/** What a viewer may know: the market cell by cell, the deck place by place, the cities seat by seat. */
export type View = {
  /** The viewer's seat; `null` for a spectator. */
  viewer: Viewer;
  variant: Variant;
  /** The seat whose turn it is; `null` when the game is over. */
  to_act: Seat | null;
  /** How many turns are over, of all seats together. */
  turn: number;
  /** Whether a card was turned in the turn that is on. */
  flipped: boolean;
  /** The cards of the market, row by row; gaps are left out. */
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
  /** Where the solo city's markers cross. */
  markers: Cell | null;
  /** The cells from which the solo city takes in the turns that it has left, the next turn first. */
  city_turns: Array<[Cell, Cell]>;
  /**
   * For each place of the deck as it was at the start, top first: the card, if it has shown its
   * building side, or its back, if it has shown that; `null`, if it is still hidden.
   */
  seen: Array<Face | null>;
  /** Why it ended as it did, once the game is over. */
  ended?: Ended;
};

/** What is printed on a card. */
export type Card = {
  tier: number;
  /** What its resource side shows. */
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
