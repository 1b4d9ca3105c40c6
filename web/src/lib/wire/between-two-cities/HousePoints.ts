// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Building } from "./Building";
import type { Cell } from "./Cell";

/** What one house counts. */
export type HousePoints = {
  /** The house. */
  cell: Cell;
  /** How much. */
  points: number;
  /** The factories beside it. If there is one, the house counts 1 and no more. */
  factories: Array<Cell>;
  /** The other types in its city, which it counts otherwise. */
  types: Array<Building>;
};
