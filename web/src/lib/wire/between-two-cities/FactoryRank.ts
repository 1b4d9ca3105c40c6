// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Cell } from "./Cell";

/** How a city's factories compare. */
export type FactoryRank = {
  /** Where they are. */
  cells: Array<Cell>;
  /** What each counts: 4 in the cities with the most, 3 in those with the next number, else 2. */
  each: number;
  /** How many other cities have as many. */
  ties: number;
  /** How much, all together. */
  points: number;
};
