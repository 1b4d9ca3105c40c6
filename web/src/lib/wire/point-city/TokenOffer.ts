// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Token } from "./Token";

/** A token, and what it would score for the viewer. */
export type TokenOffer = {
  /** The token. */
  id: Token;
  /** Its points. */
  now: number;
};
