// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Layout } from "./Layout";
import type { Reach } from "./Reach";
import type { Spot } from "./Spot";

/** A board of four by four, on which a city that still floats lies at the top left. */
export type Board = {
  board: Layout;
  /** The spot of its top left cell. */
  corner: Spot;
  /** How far the city can still reach. */
  reach: Reach;
};
