// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Cards } from "./Cards";
import type { Cell } from "./Cell";
import type { Token } from "./Token";

/** A move as clients write it. */
export type Move = {
  "kind": "flip";
  /** Where it lies. */
  cell: Cell;
} | {
  "kind": "take";
  /** Where they lie, in any order. */
  cells: [Cell, Cell];
  /** The cards discarded for the buildings among them, in all. */
  pay?: Cards;
  /** A token for each civic building among them, in any order. */
  tokens?: Array<Token>;
} | {
  "kind": "draw";
} | {
  "kind": "pass";
};
