// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat } from "../Seat";

/** A seat's final score. */
export type PlayerResult = {
  /** Whose. */
  seat: Seat;
  /** The lower of its cities' totals; of two players, the sum. */
  score: number;
};
