// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat } from "../Seat";
import type { Hand } from "./Hand";

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
