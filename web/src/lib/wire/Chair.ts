// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Sitter } from "./Sitter";

/** A place at the table. */
export type Chair = {
  /** Who sits there. */
  sitter: Sitter;
  /** Whether that is the host. */
  host: boolean;
  /** Whether the person who sits there is connected. True for bots and automata. */
  online: boolean;
  /** When a bot will take over for a person who is away, in milliseconds since 1970. */
  takeover_at: number | null;
  /** The seating number, once dealt, where the game has one. */
  seating: number | null;
};
