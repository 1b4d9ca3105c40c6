// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { BotPace } from "./BotPace";
import type { Listing } from "./Listing";
import type { Pace } from "./Pace";
import type { TalkRule } from "./TalkRule";
import type { UndoRule } from "./UndoRule";

/** How a table is played. */
export type Options = {
  /** How long people may think. */
  pace: Pace;
  /** What may be said. */
  talk: TalkRule;
  /** What may be taken back. */
  undo: UndoRule;
  /** How quickly bots play. */
  bots: BotPace;
  /** Who finds the table. */
  listing: Listing;
  /** The options of the game itself, see the crate of the game; left out or null: the usual ones. */
  game: unknown;
};
