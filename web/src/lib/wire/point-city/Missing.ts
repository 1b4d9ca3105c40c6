// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Amounts } from "./Amounts";
import type { Cell } from "./Cell";

/** A building that can't be paid with what the viewer has. */
export type Missing = {
  /** Where it lies. */
  cell: Cell;
  /** The symbols that are missing, ingenuity left out of account. */
  lacks: Amounts;
  /** How many of them ingenuity would make up for. */
  ingenuity: number;
};
