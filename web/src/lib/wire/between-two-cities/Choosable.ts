// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Pair } from "./Pair";
import type { Worth } from "./Worth";

/** A pair that may be chosen. */
export type Choosable = {
  /** The two tiles. */
  pieces: Pair;
  /** What it is worth as the cities stand. */
  worth: Worth;
};
