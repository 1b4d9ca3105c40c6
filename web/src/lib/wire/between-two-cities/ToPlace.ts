// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat } from "../Seat";
import type { Piece } from "./Piece";

/** What a seat may place now: all tiles that could still go to each of its two cities. */
export type ToPlace = {
  seat: Seat;
  /** The numbers of its cities, left and right. */
  cities: [number, number];
  /** For each of them, the tiles. */
  tiles: [Array<Piece>, Array<Piece>];
};
