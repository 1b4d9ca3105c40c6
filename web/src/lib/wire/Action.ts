// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Options } from "./Options";
import type { Seat } from "./Seat";

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
  /** The move as JSON, see the crate of the game. */
  mv: unknown;
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
  /** One of the game's signals, see the crate of the game. */
  signal: unknown;
  /** To whom; to everybody if it is left out. */
  to?: Seat;
} | {
  "type": "propose";
  /** Whose move it would be. */
  seat: Seat;
  /** The move as JSON, see the crate of the game. */
  mv: unknown;
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
  "type": "vote-replace";
  /** Who is away. */
  seat: Seat;
} | {
  "type": "return";
} | {
  "type": "rematch";
};
