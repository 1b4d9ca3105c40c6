// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { TokenScore } from "./TokenScore";

/** A player's tokens one by one, or the points of the solo city's. */
export type Tokens = Array<TokenScore> | number;
