// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Decided } from "./Decided";

/** Why a game ended as it did. */
export type Ended = {
  /** What told the winner from the next best. */
  decided: Decided;
};
