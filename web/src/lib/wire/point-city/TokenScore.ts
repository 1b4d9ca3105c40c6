// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Token } from "./Token";

/** What a token scored, and for what. */
export type TokenScore = {
  /** The token. */
  id: Token;
  /** Its points: `each` x `times`. */
  points: number;
};
