// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Pair } from "./Pair";
import type { Piece } from "./Piece";
import type { Spot } from "./Spot";

/** A move as clients write it. */
export type Move = {
  "kind": "choose";
  /** The two, in any order. */
  pieces: Pair;
} | {
  "kind": "place";
  /** Which tile. */
  piece: Piece;
  /** The number of the city, 0 to 6. */
  city: number;
  /** Where, relative to the city's first tile; for a duplex tile, its left or top cell. */
  spot: Spot;
};
