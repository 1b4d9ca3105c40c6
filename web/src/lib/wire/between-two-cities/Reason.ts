// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Effect } from "./Effect";

/** Why a bot wants a tile placed somewhere, or does not. */
export type Reason = {
  /** The city that it is about. */
  city: number;
  /** By how much the placement that was proposed changes its points. */
  points: number;
  /** Whether it is the lower of the bot's two cities, which is the one that counts for it. */
  lower: boolean;
} & ({
  "why": "does";
  /** What it does to the city. */
  effect: Effect;
} | {
  "why": "room";
} | {
  "why": "later";
} | {
  "why": "fine";
} | {
  "why": "rather";
  /** By how many points of this city, as it may be expected to end. */
  more: number;
  /** What the counter-proposal does. */
  effect: Effect | null;
} | {
  "why": "elsewhere";
  /** The other city. */
  other: number;
} | {
  "why": "spoils";
  /** How many houses. */
  houses: number;
});
