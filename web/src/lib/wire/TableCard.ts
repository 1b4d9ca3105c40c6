// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Status } from "./Status";

/** What lists say of a table. */
export type TableCard = {
  /** The short code in the link. */
  code: string;
  /** The game's id. */
  game: string;
  /** The variant. */
  variant: string;
  /** How many players. */
  players: number;
  /** Who sits there, by chair; null where nobody does. */
  names: Array<string | null>;
  /** How far it is. */
  status: Status;
  /** Whether something is asked of the one who reads this. */
  your_turn: boolean;
  /** How long ago something last happened, in milliseconds. */
  idle_ms: number;
};
