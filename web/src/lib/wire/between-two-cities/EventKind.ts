// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Building } from "./Building";
import type { Kind } from "./Kind";
import type { Pair } from "./Pair";
import type { Passing } from "./Passing";
import type { Piece } from "./Piece";
import type { Spot } from "./Spot";

/** Something that happened. */
export type EventKind = {
  "event": "sealed";
} | {
  "event": "revealed";
  /** What each seat chose, by seat. */
  choices: Array<Pair>;
} | {
  "event": "automa-served";
  /** For the city on its left. (`right` and `left` are the card's columns.) */
  to_left: Piece;
  /** For the city on its right. */
  to_right: Piece;
  /** Its number, from 1. */
  card: number;
  /** What the city on the Automa's left wants, most wanted first. */
  left: [Building, Building, Building, Building, Building, Building];
  /** What the city on its right wants. */
  right: [Building, Building, Building, Building, Building, Building];
} | {
  "event": "discarded";
  /** How many tiles in all. */
  tiles: number;
} | {
  "event": "placed";
  /** Which. */
  piece: Piece;
  /** The number of the city. */
  city: number;
  /** Where; of a duplex tile, its left or top cell. */
  spot: Spot;
} | {
  "event": "hands-passed";
  /** Which way. */
  to: Passing;
} | {
  "event": "round-began";
  /** `1` to `3`; with two players `1a` to `3b`. */
  round: string;
  /** What was dealt. */
  kind: Kind;
} | {
  "event": "game-over";
};
