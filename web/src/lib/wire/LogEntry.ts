// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat } from "./Seat";

/** One line of the log. */
export type LogEntry = {
  /** The table's version after it; several lines may share one. */
  version: number;
  /** When, in milliseconds since 1970. */
  at: number;
} & ({
  "type": "game";
  /** The event: `{"seat":…,"event":"…",…}`. */
  event: unknown;
} | {
  "type": "started";
} | {
  "type": "undone";
  /** Whose move it was. */
  seat: Seat;
  /** The move as JSON, see the crate of the game. */
  mv: unknown;
  /** The version of the log entries that told of the move. */
  undoes: number;
} | {
  "type": "replaced";
  /** For whom. */
  seat: Seat;
  /** The bot's level. */
  level: string;
} | {
  "type": "returned";
  /** Who. */
  seat: Seat;
} | {
  "type": "timed-out";
  /** For whom. */
  seat: Seat;
});
