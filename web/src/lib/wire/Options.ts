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
  /** Whether people are shown the hands that they passed on. */
  passed_hands: boolean;
  /** What may be taken back. */
  undo: UndoRule;
  /** How quickly bots play. */
  bots: BotPace;
  /** Who finds the table. */
  listing: Listing;
};
