// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat } from "./Seat";
import type { Undoable } from "./Undoable";

/** The game as the viewer may know it. `view`, `offers` and `outcome` are the game's own. */
export type GameState = {
  /** How many moves were made. */
  moves: number;
  /** The game's view, see the crate of the game. */
  view: unknown;
  /** What the viewer may do now and what it is worth, see the crate of the game. */
  offers: unknown;
  /** The seats of which something is asked now. */
  to_act: Array<Seat>;
  /** The seats whose choice is in and not yet revealed. */
  sealed: Array<Seat>;
  /** The viewer's own sealed choice: a move as JSON, see the crate of the game. */
  my_sealed: unknown | null;
  /** The seats that wait for their partners. */
  waiting: Array<Seat>;
  /** Who goes first, if those who wait all wait for each other. */
  goes_first: Seat | null;
  /** What the viewer may take back. */
  undo: Undoable | null;
  /** When a bot answers for the viewer, if the table is timed: milliseconds since 1970. */
  deadline: number | null;
  /** The result, once the game is over, see the crate of the game. */
  outcome: unknown | null;
  /** Who won, once the game is over. */
  winners: Array<Seat>;
};
