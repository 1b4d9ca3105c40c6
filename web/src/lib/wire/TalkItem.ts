// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat } from "./Seat";
import type { Signal } from "./Signal";

/** Something that was said. */
export type TalkItem = {
  /** The table's version after it. */
  n: number;
  /** When, in milliseconds since 1970. */
  at: number;
  /** Who said it; a chair before the start. */
  seat: Seat;
} & ({
  "type": "said";
  /** They. */
  text: string;
} | {
  "type": "signalled";
  /** Which. */
  signal: Signal;
  /** To whom; to everybody if it is left out. */
  to?: Seat;
  /** The city that it is about. */
  city?: number;
} | {
  "type": "proposed";
  /** Whose move it would be. */
  to: Seat;
  /** The move. */
  mv: string;
  /** Why, if a bot proposed it: the game's own reason. */
  reason?: unknown;
} | {
  "type": "answered";
  /** The proposal's author. */
  to: Seat;
  /** The proposed move. */
  mv: string;
  /** Whether the seat agrees. */
  agree: boolean;
  /** Why, if a bot answered: the game's own reason. */
  reason?: unknown;
});
