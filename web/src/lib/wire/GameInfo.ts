// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { VariantInfo } from "./VariantInfo";

/** What a client has to know of a game before it opens a table. */
export type GameInfo = {
  /** The name in addresses and on the command line. */
  id: string;
  /** The name for people. */
  name: string;
  /** The ways to play, the plain one first. */
  variants: Array<VariantInfo>;
  /** The levels of bots, the weakest first. */
  levels: Array<string>;
};
