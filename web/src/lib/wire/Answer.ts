// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Seat } from "./Seat";

/** What somebody says to a proposal. */
export type Answer = {
  /** Who. */
  seat: Seat;
  /** Whether they agree. */
  agree: boolean;
  /** Why, if a bot answered: the game's own reason. */
  reason?: unknown;
};
