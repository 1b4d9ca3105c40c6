// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat } from "../Seat";
import type { Piece } from "./Piece";
import type { TileLeft } from "./TileLeft";

/** What a seat may place now: all tiles that could still go to each of its two cities. */
export type ToPlace = {
  seat: Seat;
  /** The numbers of its cities, left and right. */
  cities: [number, number];
  /** For each of them, the tiles that could still go there. */
  tiles: [Array<Piece>, Array<Piece>];
  /**
   * Every tile that is left to place: its own in the order of its choice, then beside Automas
   * theirs, which it places for them.
   */
  left: Array<TileLeft>;
};
