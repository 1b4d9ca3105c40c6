// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Options } from "./Options";

/** A table to be opened. */
export type NewTable = {
  /** The game's id. */
  game: string;
  /** The variant, as on the command line. */
  variant: string;
  /** How many players, the host included. */
  players: number;
  /** How it is played. */
  options?: Options;
  /** The levels of the bots on the chairs after the host's, who sits on the first. */
  bots?: Array<string>;
  /** Whether to deal and begin at once; then every chair must be taken. */
  start?: boolean;
};
