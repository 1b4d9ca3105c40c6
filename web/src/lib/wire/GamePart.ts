// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat } from "./Seat";
import type { Undoable } from "./Undoable";

/** What changed of a [`GameState`], but for its view: each key that is there replaces the old one. */
export type GamePart = {
  /** The new [`GameState::moves`]. */
  moves?: number;
  /** The new [`GameState::offers`]. */
  offers?: unknown;
  /** The new [`GameState::to_act`]. */
  to_act?: Array<Seat>;
  /** The new [`GameState::sealed`]. */
  sealed?: Array<Seat>;
  /** The new [`GameState::my_sealed`]. */
  my_sealed?: unknown;
  /** The new [`GameState::waiting`]. */
  waiting?: Array<Seat>;
  /** The new [`GameState::goes_first`]. */
  goes_first?: Seat | null;
  /** The new [`GameState::undo`]. */
  undo?: Undoable | null;
  /** The new [`GameState::deadline`]. */
  deadline?: number | null;
  /** The new [`GameState::outcome`]. */
  outcome?: unknown;
  /** The new [`GameState::winners`]. */
  winners?: Array<Seat>;
};
