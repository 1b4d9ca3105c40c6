// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Cell } from "./Cell";
import type { Face } from "./Face";
import type { Resource } from "./Resource";

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
