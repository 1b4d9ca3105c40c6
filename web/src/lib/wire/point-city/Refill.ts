// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Cell } from "./Cell";
import type { Kind } from "./Kind";
import type { Side } from "./Side";

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
