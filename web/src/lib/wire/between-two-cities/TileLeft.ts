// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat } from "../Seat";
import type { Piece } from "./Piece";

/** A tile that a seat has still to place. */
export type TileLeft = {
  /** The tile. */
  piece: Piece;
  /** Who chose it: the seat that places it, or an Automa for which it places it. */
  seat: Seat;
  /**
   * The number of the city that an Automa's card meant it for; `null` for the seat's own tiles,
   * of which each of its cities gets one.
   */
  city: number | null;
};
