// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { SeatSet } from "../SeatSet";
import type { SeatResult } from "./SeatResult";

/** An outcome as in a record. */
export type Outcome = {
  /** The results, seat by seat, that of the solo city last. */
  players: Array<SeatResult>;
  /** Who won; more than one seat, if the win is shared. */
  winners: SeatSet;
};
