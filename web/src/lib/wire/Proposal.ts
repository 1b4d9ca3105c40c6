// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Answer } from "./Answer";
import type { Seat } from "./Seat";

/** A proposal that is still open: until its move is made, or can't be made any more. */
export type Proposal = {
  /** Its number. */
  id: number;
  /** Who proposed it. */
  by: Seat;
  /** Whose move it would be. */
  seat: Seat;
  /** The move as JSON, see the crate of the game. */
  mv: unknown;
  /** What the others say to it. */
  answers: Array<Answer>;
  /** Why, if a bot proposed it: the game's own reason. */
  reason?: unknown;
};
