// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat } from "./Seat";

/** One thing that happened at the table, as everybody may know it. */
export type Event<K> = {
  /** Whose doing it was; nobody's, if it followed by rule. */
  seat?: Seat;
} & K;
