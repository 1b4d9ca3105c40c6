// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Cell } from "./Cell";

/** Cells that score together. */
export type Group = {
  /** Where. */
  cells: Array<Cell>;
  /** How much, all together. */
  points: number;
};
