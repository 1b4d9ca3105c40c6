// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { SeatSet } from "../SeatSet";
import type { CityResult } from "./CityResult";
import type { PlayerResult } from "./PlayerResult";

/** An outcome as in a record. */
export type Outcome = {
  /** The cities, by number. */
  cities: Array<CityResult>;
  /** The final scores, by seat; those of the Automas too. */
  players: Array<PlayerResult>;
  /** Who won, more than one if they share it. */
  winners: SeatSet;
};
