// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Cards } from "./Cards";

/** A way to pay. */
export type Payment = {
  /** The cards, as in a move; empty for none. */
  pay: Cards;
  /** The resource cards that remain. */
  left: Cards;
  /** By how much all points change at once, without those of new tokens. */
  points: number;
};
