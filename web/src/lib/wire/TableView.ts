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

/** A table as one viewer sees it: somebody who sits at it, or a spectator. */
export type TableView = {
  /** The table's version: it counts what happened, but for what nobody else may notice. */
  version: number;
  /** The short code in the link. */
  code: string;
  /** The game's id, such as `between-two-cities`. */
  game_id: string;
  /** The variant, as on the command line. */
  variant: string;
  /** How far it is. */
  status: Status;
  /** How the table is played. */
  options: Options;
  /** Whether the viewer is the host. */
  host: boolean;
  /** The viewer's chair; from the start on, its seat. */
  me: number | null;
  /** The places of players at the table, then, once the game has begun, those of automata. */
  chairs: Array<Chair>;
  /** How many people watch who have no seat. */
  watchers: number;
  /** What is shown of the deal; none before the start. */
  deal: Deal | null;
  /** The game; none before the start. */
  game: GameState | null;
  /** Proposals that are still open. */
  proposals: Array<Proposal>;
  /** Votes to let a bot play for somebody who is away. */
  votes: Array<TakeoverVote>;
  /** The code of the table on which the same players go on. */
  rematch: string | null;
  /** What happened, the oldest first; on a reconnect only what came after `since`. */
  log: Array<LogEntry>;
  /** What was said, the oldest first; on a reconnect only what came after `since`. */
  talk: Array<TalkItem>;
};
