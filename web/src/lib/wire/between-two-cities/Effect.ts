// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Building } from "./Building";

/** What a placement does to a city: why its score changes as it does. */
export type Effect = {
  "kind": "shop-line";
  /** How many shops. */
  n: number;
} | {
  "kind": "factories";
  /** How many factories. */
  n: number;
  /** What each counts. */
  each: number;
} | {
  "kind": "tavern-set";
  /** How many taverns. */
  n: number;
} | {
  "kind": "office-set";
  /** How many offices. */
  n: number;
} | {
  "kind": "offices-by-tavern";
  /** How many offices. */
  n: number;
} | {
  "kind": "park-group";
  /** How many parks. */
  n: number;
} | {
  "kind": "house";
  /** How many types. */
  n: number;
} | {
  "kind": "house-by-factory";
} | {
  "kind": "new-type";
  /** The type. */
  building: Building;
  /** How many houses. */
  n: number;
} | {
  "kind": "spoiled-houses";
  /** How many houses. */
  n: number;
};
