// Generated from the Rust types by `cargo xtask types`: do not edit.

/** A move, and what a bot expects of it. */
export type HintedMove = {
  /** The move as JSON, see the crate of the game. */
  mv: unknown;
  /** The final score that one may expect, in points, to a tenth. */
  expected: number;
  /**
   * How well the game may go, from -1 to 1, to a hundredth: the moves are in this order, for points are
   * not all that matters among rivals.
   */
  outlook: number;
};
