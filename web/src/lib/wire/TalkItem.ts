// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat } from "./Seat";

/** Something that was said. */
export type TalkItem = {
  /** The table's version after it. */
  version: number;
  /** When, in milliseconds since 1970. */
  at: number;
  /** Who said it; a chair before the start. */
  seat: Seat;
} & ({
  "type": "said";
  /** The text. */
  text: string;
} | {
  "type": "signalled";
  /** Which of the game's signals, see the crate of the game. */
  signal: unknown;
  /** To whom; to everybody if it is left out. */
  to?: Seat;
} | {
  "type": "proposed";
  /** Whose move it would be. */
  to: Seat;
  /** The move as JSON, see the crate of the game. */
  mv: unknown;
  /** Why, if a bot proposed it: the game's own reason. */
  reason?: unknown;
} | {
  "type": "answered";
  /** The proposal's author. */
  to: Seat;
  /** The proposed move as JSON, see the crate of the game. */
  mv: unknown;
  /** Whether the seat agrees. */
  agree: boolean;
  /** Why, if a bot answered: the game's own reason. */
  reason?: unknown;
});
