// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Decided } from "./Decided";
import type { Explanation } from "./Explanation";

/** Why a game ended as it did. */
export type Ended = {
  /** Why each city scores what it scores, by number; `null` for the Automa city. */
  cities: Array<Explanation | null>;
  /** What told the winner from the next best. */
  decided: Decided;
};
