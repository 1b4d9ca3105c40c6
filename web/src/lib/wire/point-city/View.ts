// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat } from "../Seat";
import type { Viewer } from "../Viewer";
import type { Cards } from "./Cards";
import type { Cell } from "./Cell";
import type { City } from "./City";
import type { Ended } from "./Ended";
import type { Face } from "./Face";
import type { Kind } from "./Kind";
import type { MarketCard } from "./MarketCard";
import type { Token } from "./Token";
import type { Variant } from "./Variant";

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
  /** The tokens that nobody has taken yet, from the left. */
  tokens: Array<Token>;
  /** What lies in front of each seat. */
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
