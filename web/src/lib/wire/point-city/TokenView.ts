// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Amounts } from "./Amounts";
import type { Token } from "./Token";

/** What a token scores now, and why. */
export type TokenView = {
  id: Token;
  /** Its points: `each` x `times`. */
  points: number;
  /** The points for each time. */
  each: number;
  /** How many times what it counts was found. */
  times: number;
  /** The permanent resources that it looked at. */
  counted: Amounts;
};
