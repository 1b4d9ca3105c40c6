// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Layout } from "./Layout";

/** A finished city as in a record. */
export type CityResult = {
  /** The board. */
  cells?: Layout;
  /** The Automa city has no board: its letters, sorted. */
  tiles?: string;
  shops: number;
  factories: number;
  taverns: number;
  offices: number;
  parks: number;
  houses: number;
  /** What the difficulty adds to the Automa city's total. */
  bonus?: number;
  /** All of it. */
  total: number;
};
