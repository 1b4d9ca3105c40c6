// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Options } from "./Options";
import type { Seat } from "./Seat";
import type { Signal } from "./Signal";

/**
 * What can be done at a table.
 *
 * Before the start, `chair` numbers the places at the table; from the start on, chair and seat
 * are the same number.
 */
export type Action = {
  "type": "sit";
  /** Which chair. */
  chair: number;
} | {
  "type": "leave";
} | {
  "type": "seat-bot";
  /** Which chair. */
  chair: number;
  /** A bot's level, such as `greedy`. */
  level: string;
} | {
  "type": "clear-chair";
  /** Which chair. */
  chair: number;
} | {
  "type": "configure";
  /** The variant, as on the command line. */
  variant: string;
  /** How many players. */
  players: number;
  /** How the table is played. */
  options: Options;
} | {
  "type": "start";
} | {
  "type": "move";
  /** The move. */
  mv: string;
} | {
  "type": "unseal";
} | {
  "type": "undo";
} | {
  "type": "wait";
  /** Whether one waits. */
  on: boolean;
} | {
  "type": "say";
  /** The text. */
  text: string;
} | {
  "type": "signal";
  /** What. */
  signal: Signal;
  /** To whom; to everybody if it is left out. */
  to?: Seat;
  /** The city that it is about. */
  city?: number;
} | {
  "type": "propose";
  /** Whose move it would be. */
  seat: Seat;
  /** The move. */
  mv: string;
} | {
  "type": "answer";
  /** The proposal's id. */
  proposal: number;
  /** Whether one agrees. */
  agree: boolean;
} | {
  "type": "withdraw";
  /** The proposal's id. */
  proposal: number;
} | {
  "type": "replace";
  /** Who is away. */
  seat: Seat;
} | {
  "type": "return";
} | {
  "type": "rematch";
};
