// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat } from "../Seat";
import type { Tokens } from "./Tokens";

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
