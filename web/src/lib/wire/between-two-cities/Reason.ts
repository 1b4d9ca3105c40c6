// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Building } from "./Building";

/** Why a bot wants a tile placed somewhere, or does not. */
export type Reason = {
  /** The city that it is about. */
  city: number;
  /** By how much its points change at once. */
  points: number;
} & ({
  "why": "points";
  /** The type. */
  building: Building | null;
} | {
  "why": "costs";
  /** How many. */
  points: number;
});
