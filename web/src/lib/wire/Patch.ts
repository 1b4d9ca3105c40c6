// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Chair } from "./Chair";
import type { Deal } from "./Deal";
import type { GamePart } from "./GamePart";
import type { GameState } from "./GameState";
import type { LogEntry } from "./LogEntry";
import type { Options } from "./Options";
import type { Proposal } from "./Proposal";
import type { Status } from "./Status";
import type { TakeoverVote } from "./TakeoverVote";
import type { TalkItem } from "./TalkItem";

/**
 * What changed at a table. Each key that is there replaces that of the [`TableView`]; but the keys of `game_part`
 * replace those of `game`, the keys of `view_part` replace those of `game.view`, and `log` and `talk` are appended.
 */
export type Patch = {
  /** The table's version. */
  version: number;
  /** The new [`TableView::variant`]. */
  variant?: string;
  /** The new [`TableView::status`]. */
  status?: Status;
  /** The new [`TableView::options`]. */
  options?: Options;
  /** The new [`TableView::host`]. */
  host?: boolean;
  /** The new [`TableView::me`]; `null` when the viewer no longer has a seat. */
  me?: number | null;
  /** The new [`TableView::chairs`]. */
  chairs?: Array<Chair>;
  /** The new [`TableView::watchers`]. */
  watchers?: number;
  /** The new [`TableView::deal`]. */
  deal?: Deal | null;
  /** The whole [`TableView::game`], when it began or its view has other keys than before. */
  game?: GameState;
  /** What else changed of [`TableView::game`]. */
  game_part?: GamePart;
  /** The keys of the game's view that changed. */
  view_part?: Record<string, unknown>;
  /** The new [`TableView::proposals`]. */
  proposals?: Array<Proposal>;
  /** The new [`TableView::votes`]. */
  votes?: Array<TakeoverVote>;
  /** The new [`TableView::rematch`]. */
  rematch?: string | null;
  /** New entries of the log. */
  log?: Array<LogEntry>;
  /** New talk. */
  talk?: Array<TalkItem>;
};
