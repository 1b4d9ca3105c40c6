// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat } from "./Seat";

/** A vote to let a bot play for somebody who is away. */
export type TakeoverVote = {
  /** Who is away. */
  seat: Seat;
  /** Who voted for it. */
  by: Array<Seat>;
  /** How many votes it takes. */
  needed: number;
};
