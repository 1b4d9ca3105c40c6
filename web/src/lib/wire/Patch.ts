// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Chair } from "./Chair";
import type { Deal } from "./Deal";
import type { GameState } from "./GameState";
import type { LogEntry } from "./LogEntry";
import type { Options } from "./Options";
import type { Proposal } from "./Proposal";
import type { Status } from "./Status";
import type { TakeoverVote } from "./TakeoverVote";
import type { TalkItem } from "./TalkItem";

/**
 * What changed at a table: each key that is there replaces that of the [`TableView`], but for
 * `game_part` and `view_part`, whose keys replace those of `game` and of `game.view`, and for `log` and
 * `talk`, which are added to its end.
 */
export type Patch = {
  /** The table's version. */
  seq: number;
  /** As in [`TableView`]; so are all others. */
  variant?: string;
  status?: Status;
  options?: Options;
  host?: boolean;
  /** `null` when one no longer has a seat. */
  me?: number | null;
  chairs?: Array<Chair>;
  watchers?: number;
  deal?: Deal;
  game?: GameState;
  /** Some of the keys of `game`. */
  game_part?: Partial<GameState>;
  /** Some of the keys of `game.view`. */
  view_part?: Record<string, unknown>;
  proposals?: Array<Proposal>;
  votes?: Array<TakeoverVote>;
  rematch?: string;
  /** New entries of the log. */
  log?: Array<LogEntry>;
  /** New talk. */
  talk?: Array<TalkItem>;
};
