// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat } from "../Seat";
import type { Board } from "./Board";
import type { CityScore } from "./CityScore";

/** A city, finished or not. */
export type CityView = {
  /** The board; the Automa city has none. */
  cells?: Board;
  /** The Automa city's letters, sorted. */
  tiles?: string;
  /**
   * The seats that build it: the one to whose left it lies, then the one to whose right. With
   * two players, the same seat twice.
   */
  builders: [Seat, Seat];
  /** The score as it stands, without an Automa city's bonus. */
  score: CityScore;
};
