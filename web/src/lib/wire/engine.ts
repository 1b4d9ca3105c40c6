// Generated from the Rust types by `cargo xtask types`: do not edit.
import type {
  Colour,
  Command,
  Frame,
  GameInfo,
  GameResult,
  Hint,
  LogEntry,
  Options,
  Page,
  Refusal,
  Replay,
  Seat,
  Status,
  TalkItem,
} from "./protocol";

/**
 * What is known so far of where the points of a game went.
 */
export type Analysed = {
  /**
   * Names the game, and what its analysis comes to in this version: results may be kept under it.
   */
  key: string;
  /**
   * How much of the work is done, from 0 to 1. At 1 nothing is left to do.
   */
  progress: number;
  /**
   * Over whom the leads are.
   */
  over: Over;
  /**
   * The players, by seat.
   */
  seats: Array<AnalysedSeat>;
  /**
   * What several players built together, with who contributed what. Empty in games in which everybody builds alone.
   */
  shared: Array<Shared>;
};

/**
 * What is known of a player.
 */
export type AnalysedSeat = {
  /**
   * The seat.
   */
  seat: Seat;
  /**
   * The final lead, in points.
   */
  lead: number;
  /**
   * What the lead consists of.
   */
  parts: LeadSplit;
  /**
   * How well the player decided, from 0 to 100.
   */
  accuracy: number;
  /**
   * The decisions that were looked at, in order; forced moves are none.
   */
  decisions: Array<Judged>;
  /**
   * How the expected lead went: a point before the first move, one before and one after every move of the seat that was
   * looked at, and the final lead.
   */
  curve: Array<Point>;
};

/**
 * What lists say of a table.
 */
export type Card = {
  /**
   * The id of its game.
   */
  game: string;
  /**
   * The variant.
   */
  variant: string;
  /**
   * How many players.
   */
  players: number;
  /**
   * Who sits there, by chair; null where nobody does.
   */
  names: Array<string | null>;
  /**
   * Whether its game is still to begin, being played, or over.
   */
  status: Status;
  /**
   * The numbers of the people who are to act.
   */
  to_act: number[];
  /**
   * How its game ended, once it is over; left out in cards of earlier versions.
   */
  result?: GameResult;
};

/**
 * By how much the expected final points of a part would have changed.
 */
export type Change = {
  /**
   * Its number.
   */
  part: number;
  /**
   * By how many points.
   */
  points: number;
};

/**
 * Entries that have to be stored.
 */
export type Commit = {
  /**
   * How many entries must be stored already.
   */
  after: number;
  /**
   * The texts of the entries.
   */
  entries: Array<string>;
  /**
   * What lists say of the table from then on.
   */
  card: Card;
  /**
   * A table that has to be stored in the same transaction: a rematch.
   */
  opens: Stored | null;
};

/**
 * What the worker has to do after an event.
 */
export type Effects = {
  /**
   * What has to be stored; then the next request is `Request.Committed` or `Request.Failed`.
   */
  commit: Commit | null;
  /**
   * What has to be sent, in this order.
   */
  send: Array<Sent>;
  /**
   * The tasks of bots that were not handed out yet.
   */
  think: Array<ToThink>;
  /**
   * The tasks that were handed out and whose replies are still wanted, the new ones included.
   */
  wanted: unknown[];
  /**
   * When `Request.Tick` has something to do next, in milliseconds since 1970; null: never.
   */
  due: number | null;
};

/**
 * What an engine answers.
 */
export type EngineAnswer =
  | { games: Array<GameInfo> }
  | { text: string }
  | { scored: unknown }
  | { opened: Stored }
  | { loaded: Array<Stored> }
  | { effects: Effects }
  | { replay: Replay }
  | { analysed: Analysed }
  | { judged: Judged | null }
  | { hindsight: Hindsight | null }
  | { log: Page<LogEntry> }
  | { talk: Page<TalkItem> }
  | { record: string | null }
  | { thought: unknown }
  | { hint: Hint }
  | "done"
  | { refused: Refusal };

/**
 * A request. Those with a `moment` are events of a table; while a commit waits for its result, the engine takes no other
 * event than `Request.Committed` or `Request.Failed`.
 */
export type EngineRequest =
  | "games"
  | { "clean-name": string }
  | {
      score: {
        /**
         * The game's id.
         */
        game: string;
        /**
         * The score sheet, as JSON of the game's own.
         */
        sheet: unknown;
      };
    }
  | {
      "set-up": {
        /**
         * The table.
         */
        table: NewTable;
        /**
         * When it is opened.
         */
        moment: Moment;
      };
    }
  | {
      restore: {
        /**
         * Its code.
         */
        code: string;
        /**
         * The texts of its entries.
         */
        journal: Array<string>;
        /**
         * When it is read.
         */
        moment: Moment;
      };
    }
  | {
      connect: {
        /**
         * Who.
         */
        player: Player;
        /**
         * The version; 0: nothing yet.
         */
        since: number;
        /**
         * When.
         */
        moment: Moment;
      };
    }
  | {
      command: {
        /**
         * The number of the player.
         */
        player: number;
        /**
         * The command.
         */
        command: Command;
        /**
         * When.
         */
        moment: Moment;
      };
    }
  | {
      reply: {
        /**
         * The reply.
         */
        reply: { key: unknown; actions: unknown };
        /**
         * When.
         */
        moment: Moment;
      };
    }
  | {
      "bot-failed": {
        /**
         * The task.
         */
        key: unknown;
        /**
         * When.
         */
        moment: Moment;
      };
    }
  | {
      tick: {
        /**
         * When.
         */
        moment: Moment;
      };
    }
  | {
      committed: {
        /**
         * When.
         */
        moment: Moment;
      };
    }
  | {
      failed: {
        /**
         * The texts of the entries that are stored.
         */
        journal: Array<string>;
        /**
         * When.
         */
        moment: Moment;
      };
    }
  | {
      log: {
        /**
         * The number of that line, from 0.
         */
        before: number;
      };
    }
  | {
      talk: {
        /**
         * The number of that line, from 0.
         */
        before: number;
      };
    }
  | "record"
  | {
      load: {
        /**
         * The text of the file.
         */
        file: string;
        /**
         * The number of whoever loads it.
         */
        player: number;
        /**
         * The current time, in milliseconds since 1970.
         */
        now: number;
      };
    }
  | {
      replay: {
        /**
         * The text of the file.
         */
        file: string;
        /**
         * From whose eyes; null: as a spectator saw it.
         */
        seat: Seat | null;
      };
    }
  | {
      "go-on": {
        /**
         * The text of the file.
         */
        file: string;
        /**
         * How many moves had been made by then.
         */
        moves: number;
        /**
         * The seat on which the player goes on.
         */
        seat: Seat;
        /**
         * The player.
         */
        player: Player;
        /**
         * The level of the bots on all other seats.
         */
        level: string;
        /**
         * When the table is opened.
         */
        moment: Moment;
      };
    }
  | {
      analyse: {
        /**
         * The text of the file.
         */
        file: string;
      };
    }
  | {
      "analyse-on": {
        /**
         * For about how long, in milliseconds.
         */
        millis: number;
      };
    }
  | {
      judge: {
        /**
         * The number of the move in the record, from 0.
         */
        ply: number;
        /**
         * The other move.
         */
        mv: unknown;
      };
    }
  | {
      hindsight: {
        /**
         * The number of the move in the record, from 0.
         */
        ply: number;
      };
    }
  | {
      "look-back": {
        /**
         * The number of the player.
         */
        player: number;
      };
    }
  | {
      follow: {
        /**
         * Its code.
         */
        code: string;
        /**
         * The texts of its entries.
         */
        journal: Array<string>;
      };
    }
  | {
      append: {
        /**
         * The texts of the entries.
         */
        entries: Array<string>;
      };
    }
  | {
      think: {
        /**
         * The task.
         */
        task: ToThink;
      };
    }
  | {
      hint: {
        /**
         * The number of the player.
         */
        player: number;
      };
    };

/**
 * What the open cards would have allowed a player.
 */
export type Hindsight = {
  /**
   * The move that would have come to most.
   */
  best: unknown;
  /**
   * By how many points it would have come to more than the one that was played.
   */
  gain: number;
};

export type Intervals = {
  deal: [number, number];
  draws: [number, number];
  own: [number, number];
  others: [number, number];
};

/**
 * A decision that was judged.
 */
export type Judged = {
  /**
   * The number of the move in the record, from 0.
   */
  ply: number;
  /**
   * What was played.
   */
  played: unknown;
  /**
   * The best move that was found.
   */
  best: unknown;
  /**
   * By how much it is better, in points.
   */
  cost: number;
  /**
   * The standard error of the cost.
   */
  error: number;
  /**
   * The mark.
   */
  mark: Mark;
  /**
   * Why the best move is better; null if the decision is not worth a word.
   */
  why: Why | null;
};

/**
 * The split of a lead by cause, in points. The four means add up to the lead exactly.
 */
export type LeadSplit = { deal: number; draws: number; own: number; others: number; intervals: Intervals };

/**
 * How good a decision was.
 */
export type Mark = "best" | "good" | "inexact" | "slip" | "blunder";

/**
 * The time and entropy of an event.
 */
export type Moment = {
  /**
   * The current time, in milliseconds since 1970. It should not go back.
   */
  now: number;
  /**
   * 32 unpredictable bytes, fresh for each event, as 64 hexadecimal digits.
   */
  entropy: string;
};

/**
 * A table to be opened, whose game begins at once.
 */
export type NewTable = {
  /**
   * The game's id.
   */
  game: string;
  /**
   * The variant, as on the command line.
   */
  variant: string;
  /**
   * How it is played.
   */
  options: Options;
  /**
   * Who plays on this device: at least one, the first is the host.
   */
  people: Array<Player>;
  /**
   * The levels of the bots.
   */
  bots: Array<string>;
};

/**
 * The players over whom a lead is measured.
 */
export type Over = "best-other" | "automata" | "nobody";

/**
 * Somebody who plays on this device.
 */
export type Player = {
  /**
   * The number by which the table knows this player.
   */
  id: number;
  /**
   * The name: 1 to 24 characters.
   */
  name: string;
  /**
   * The colour in which the player is shown.
   */
  colour: Colour;
};

/**
 * A point of the curve: the expected lead of a seat before or after one of its moves.
 */
export type Point = {
  /**
   * How many moves of the game had been made.
   */
  moves: number;
  /**
   * The expected final lead.
   */
  lead: number;
  /**
   * Its standard error: how exactly the expectation is known.
   */
  error: number;
  /**
   * Where the final lead would lie in four of five games that go on from there.
   */
  band: [number, number];
};

/**
 * A frame for somebody's page.
 */
export type Sent = {
  /**
   * The numbers of the players.
   */
  to: number[];
  /**
   * The frame.
   */
  frame: Frame;
};

/**
 * The contribution of one of several builders.
 */
export type Share = {
  /**
   * The builder.
   */
  seat: Seat;
  /**
   * The contribution, in points of the part.
   */
  points: number;
  /**
   * The standard error.
   */
  error: number;
};

/**
 * A part that several players built together.
 */
export type Shared = {
  /**
   * Its number among the parts of the table: that of the city.
   */
  part: number;
  /**
   * Its final points.
   */
  points: number;
  /**
   * The expected points before the first move.
   */
  deal: number;
  /**
   * The effect of everything that was revealed later.
   */
  draws: number;
  /**
   * The effect of the decisions of each builder.
   */
  builders: Array<Share>;
  /**
   * The effect of the decisions of all other players.
   */
  others: number;
};

/**
 * What has to be stored of a new table.
 */
export type Stored = {
  /**
   * Its code.
   */
  code: string;
  /**
   * The texts of its first entries.
   */
  entries: Array<string>;
  /**
   * What lists say of it.
   */
  card: Card;
};

/**
 * A task for a bot.
 */
export type ToThink = {
  /**
   * Identifies the task.
   */
  key: unknown;
  /**
   * Which bot answers it.
   */
  attempt: unknown;
  /**
   * The shortest time after now at which the reply should arrive, in milliseconds.
   */
  pace: number;
  /**
   * What the table knew when it handed the task out.
   */
  context: unknown;
};

/**
 * The reasons for which a move would have been better than the played one.
 */
export type Why = {
  /**
   * How many points more the seat itself could have expected.
   */
  own: number;
  /**
   * How many points fewer the best of the others could have expected.
   */
  others: number;
  /**
   * The parts of the table (cities, areas) that would have been worth more, or less, by at least a tenth of a point.
   */
  parts: Array<Change>;
  /**
   * The immediate effect of the played move: the game's own worth of a move, as JSON.
   */
  played: unknown;
  /**
   * The immediate effect of the better move.
   */
  best: unknown;
  /**
   * The advantages of the better move: values of the game's own type, as JSON, the most important first.
   */
  terms: unknown[];
  /**
   * A bot's reason for the better move, in games whose bots talk.
   */
  praise?: unknown;
  /**
   * A bot's reason against the played move.
   */
  blame?: unknown;
};
