// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Cell } from "./Cell";

/** An office that gets 1 point for a tavern beside it. */
export type OfficeByTavern = {
  /** The office. */
  cell: Cell;
  /** The taverns beside it. */
  taverns: Array<Cell>;
};
