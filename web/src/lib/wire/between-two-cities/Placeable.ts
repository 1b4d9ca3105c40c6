// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Effect } from "./Effect";
import type { Piece } from "./Piece";
import type { Spot } from "./Spot";
import type { Worth } from "./Worth";

/** A tile that may be placed, and where. */
export type Placeable = {
  /** The tile. */
  piece: Piece;
  /** The number of the city. */
  city: number;
  /** Where; of a duplex tile, its left or top cell. */
  spot: Spot;
  /** What it is worth to the city. */
  worth: Worth;
  /** Why. */
  effects: Array<Effect>;
};
