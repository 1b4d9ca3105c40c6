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

/** The result of an analysis so far. */
export type Analysed = {
  /** Identifies the game and the version of its analysis: results may be cached under this key. */
  key: string;
  /** The finished fraction of the work, from 0 to 1. At 1 the analysis is complete. */
  progress: number;
  /** The players over whom leads are measured. */
  over: Over;
  /** Whether luck and skill can't be told apart, because all players played so well. */
  uncertain: boolean;
  /** The players, by seat. */
  seats: Array<AnalysedSeat>;
  /** The parts that several players built together, with the contribution of each. Empty in games without shared parts. */
  shared: Array<Shared>;
};

/** The analysis of one player. */
export type AnalysedSeat = {
  /** The player's seat. */
  seat: Seat;
  /** The final lead, in points. */
  lead: number;
  /** The split of the lead by cause. */
  parts: LeadSplit;
  /** The quality of the player's decisions, from 0 to 100. */
  accuracy: number;
  /** The 95 % interval of the accuracy. */
  accuracy_interval: [number, number];
  /** The evaluated decisions, in order, without forced moves. */
  decisions: Array<Judged>;
  /**
   * The expected lead over the game: a point before the first move, one before and one after every evaluated move of the
   * seat, and the final lead.
   */
  curve: Array<Point>;
};

/** The summary of a table for lists. */
export type Card = {
  /** The id of its game. */
  game: string;
  /** The text of the variant. */
  variant: string;
  /** The number of players. */
  players: number;
  /** The names of the players, by chair; null for an empty chair. */
  names: Array<string | null>;
  /** The table's status: in the lobby, being played, or over. */
  status: Status;
  /** The numbers of the people whose turn it is. */
  to_act: number[];
  /** The result of the game; null before its end. Cards of earlier versions omit it. */
  result?: GameResult;
};

/** By how much the expected final points of a part would have changed. */
export type Change = {
  /** Its number. */
  part: number;
  /** The change, in points. */
  points: number;
};

/** Entries to store. */
export type Commit = {
  /** The length of the journal before these entries. */
  after: number;
  /** The texts of the entries. */
  entries: Array<string>;
  /** The table's summary for lists after these entries. */
  card: Card;
  /** A new table to store in the same transaction: a rematch. */
  opens: Stored | null;
};

/** The actions that the worker must take after an event. */
export type Effects = {
  /** The entries to store; then the next request must be `EngineRequest.Committed` or `EngineRequest.Failed`. */
  commit: Commit | null;
  /** The frames to send, in this order. */
  send: Array<Sent>;
  /** The new tasks of bots, which no earlier answer contained. */
  think: Array<ToThink>;
  /** The keys of all pending tasks, the new ones included; work on any other task can be cancelled. */
  wanted: unknown[];
  /** The time at which `EngineRequest.Tick` is next due, in milliseconds since 1970; null if nothing is scheduled. */
  due: number | null;
};

/** The answer of an engine to an `EngineRequest`. */
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
 * A request. Requests with a `moment` are events of a table; while a commit waits for its result, the engine takes no other
 * event than `EngineRequest.Committed` or `EngineRequest.Failed`.
 */
export type EngineRequest =
  | "games"
  | { "clean-name": string }
  | {
      score: {
        /** The game's id. */
        game: string;
        /** The score sheet, as JSON in the game's own form. */
        sheet: unknown;
      };
    }
  | {
      "set-up": {
        /** The game, players and options of the table. */
        table: NewTable;
        /** The time and entropy of the opening. */
        moment: Moment;
      };
    }
  | {
      restore: {
        /** The table's code. */
        code: string;
        /** The texts of the entries of its journal. */
        journal: Array<string>;
        /** The time and entropy of this event. */
        moment: Moment;
      };
    }
  | {
      connect: {
        /** The viewer. */
        player: Player;
        /** The latest version of the table that the viewer has; 0 if none. */
        since: number;
        /** The time and entropy of this event. */
        moment: Moment;
      };
    }
  | {
      command: {
        /** The number of the player. */
        player: number;
        /** The command. */
        command: Command;
        /** The time and entropy of this event. */
        moment: Moment;
      };
    }
  | {
      reply: {
        /** The key of the task and the bot's actions. */
        reply: { key: unknown; actions: unknown };
        /** The time and entropy of this event. */
        moment: Moment;
      };
    }
  | {
      "bot-failed": {
        /** The key, the bot and the context of the task. */
        key: unknown;
        /** The time and entropy of this event. */
        moment: Moment;
      };
    }
  | {
      tick: {
        /** The time and entropy of this event. */
        moment: Moment;
      };
    }
  | {
      committed: {
        /** The time and entropy of this event. */
        moment: Moment;
      };
    }
  | {
      failed: {
        /** The texts of all stored entries. */
        journal: Array<string>;
        /** The time and entropy of this event. */
        moment: Moment;
      };
    }
  | {
      log: {
        /** The number of the given line, from 0. */
        before: number;
      };
    }
  | {
      talk: {
        /** The number of the given line, from 0. */
        before: number;
      };
    }
  | "record"
  | {
      load: {
        /** The text of the record file. */
        file: string;
        /** The number of the person who loads it. */
        player: number;
        /** The current time, in milliseconds since 1970. */
        now: number;
      };
    }
  | {
      replay: {
        /** The text of the record file. */
        file: string;
        /** The seat whose view is shown; null for a spectator's view. */
        seat: Seat | null;
      };
    }
  | {
      "go-on": {
        /** The text of the record file. */
        file: string;
        /** The number of moves of the record that are kept. */
        moves: number;
        /** The player's seat. */
        seat: Seat;
        /** The person who continues the game. */
        player: Player;
        /** The level of the bots on all other seats. */
        level: string;
        /** The time and entropy of the opening. */
        moment: Moment;
      };
    }
  | {
      analyse: {
        /** The text of the record file. */
        file: string;
      };
    }
  | {
      "analyse-on": {
        /** The approximate duration of the work, in milliseconds. */
        millis: number;
      };
    }
  | {
      judge: {
        /** The number of the move in the record, from 0. */
        ply: number;
        /** The move to judge. */
        mv: unknown;
      };
    }
  | {
      hindsight: {
        /** The number of the move in the record, from 0. */
        ply: number;
      };
    }
  | {
      "look-back": {
        /** The number of the player. */
        player: number;
      };
    }
  | {
      follow: {
        /** The table's code. */
        code: string;
        /** The texts of the entries of its journal. */
        journal: Array<string>;
      };
    }
  | {
      append: {
        /** The texts of the added entries. */
        entries: Array<string>;
      };
    }
  | {
      think: {
        /** The key, the bot and the context of the task. */
        task: ToThink;
      };
    }
  | {
      hint: {
        /** The number of the player. */
        player: number;
      };
    };

/** The gain of a good move over the one that a simple bot would have made. */
export type Gained = {
  /** The simple bot's move, in the form of the protocol. */
  over: unknown;
  /** The advantage of the played move, in points. */
  points: number;
};

/** The best move with knowledge of the whole state, hidden cards included. */
export type Hindsight = {
  /** The move with the best result. */
  best: unknown;
  /** The advantage of its result over that of the played move, in points. */
  gain: number;
};

export type Intervals = {
  deal: [number, number];
  draws: [number, number];
  own: [number, number];
  others: [number, number];
};

/** A decision that was judged. */
export type Judged = {
  /** The number of the move in the record, from 0. */
  ply: number;
  /** The played move, in the form of the protocol. */
  played: unknown;
  /** The best move found, in the form of the protocol. */
  best: unknown;
  /** The advantage of the best move over the played one, in points. */
  cost: number;
  /** The standard error of the cost. */
  error: number;
  /** The mark of the decision. */
  mark: Mark;
  /** The reasons why the best move is better; null unless the mark is inexact or worse. */
  why: Why | null;
  /** The gain of a good move over the obvious one; null unless it is large enough to be mentioned. */
  gained: Gained | null;
};

/** The split of a lead by cause, in points. The four means add up to the lead exactly. */
export type LeadSplit = { deal: number; draws: number; own: number; others: number; intervals: Intervals };

/** How good a decision was. */
export type Mark = "best" | "good" | "inexact" | "slip" | "blunder";

/** The time and entropy of an event. */
export type Moment = {
  /** The current time, in milliseconds since 1970. It should not go back. */
  now: number;
  /** 32 unpredictable bytes, fresh for each event, as 64 hexadecimal digits. */
  entropy: string;
};

/** A table to open, whose game begins at once. */
export type NewTable = {
  /** The game's id. */
  game: string;
  /** The text of the variant, as on the command line. */
  variant: string;
  /** The options of the table. */
  options: Options;
  /** The people who play on this device, at least one; the first is the host. */
  people: Array<Player>;
  /** The levels of the bots. */
  bots: Array<string>;
};

/** A turn that probably follows a move. */
export type NextTurn = {
  /** The seat whose turn it is. */
  seat: Seat;
  /** The move, in the form of the protocol. */
  move: unknown;
};

/** The players over whom a lead is measured. */
export type Over = "best-other" | "automata" | "nobody";

/** A person who plays on this device. */
export type Player = {
  /** The player's number, which identifies them at the table. */
  id: number;
  /** The player's name: 1 to 24 characters. */
  name: string;
  /** The colour in which the player is shown. */
  colour: Colour;
};

/** A point of the curve: the expected lead of a seat before or after one of its moves. */
export type Point = {
  /** The number of moves of the game before this point. */
  moves: number;
  /** The expected final lead. */
  lead: number;
  /** Its standard error: how exactly the expectation is known. */
  error: number;
  /** The interval that contains the final lead of 80 % of the games that continue from there. */
  band: [number, number];
};

/** A frame for the pages of some players. */
export type Sent = {
  /** The numbers of the players to whom it is sent. */
  to: Array<number>;
  /** The frame, as in the protocol. */
  frame: Frame;
};

/** The contribution of one of several builders. */
export type Share = {
  /** The builder's seat. */
  seat: Seat;
  /** The contribution, in points of the part. */
  points: number;
  /** The standard error. */
  error: number;
};

/** A part that several players built together. */
export type Shared = {
  /** Its number among the parts of the table: that of the city. */
  part: number;
  /** Its final points. */
  points: number;
  /** The expected points before the first move. */
  deal: number;
  /** The effect of everything that was revealed later. */
  draws: number;
  /** The effect of the decisions of each builder. */
  builders: Array<Share>;
  /** The effect of the decisions of all other players. */
  others: number;
};

/** A new table, which the worker must store. */
export type Stored = {
  /** The table's code. */
  code: string;
  /** The texts of the first entries of its journal. */
  entries: Array<string>;
  /** The table's summary for lists. */
  card: Card;
};

/** A task for a bot. */
export type ToThink = {
  /** Identifies the task. */
  key: unknown;
  /** The bot that computes it. */
  attempt: unknown;
  /** The shortest time after now at which the reply should arrive, in milliseconds. */
  pace: number;
  /** The context in which the table made the task. */
  context: unknown;
};

/** The reasons for which a move would have been better than the played one. */
export type Why = {
  /** The increase of the seat's own expected points. */
  own: number;
  /** The decrease of the expected points of the best other player. */
  others: number;
  /** The parts of the table (cities, areas) that would have been worth more, or less, by at least a tenth of a point. */
  parts: Array<Change>;
  /** The chance to win after the played move and after the better one, from 0 to 1, as the evaluation sees it. */
  chances: [number, number];
  /** The turns that probably follow the better move. */
  line: Array<NextTurn>;
  /** The immediate effect of the played move: the game's own worth of a move, as JSON. */
  played: unknown;
  /** The immediate effect of the better move. */
  best: unknown;
  /**
   * In what the better move differs to its advantage: values of the game's own type, as JSON, the most important first. Each
   * explains at least half of the cost. If no statement about the position does, the one term says what probably changes in
   * the end. Without a term, the difference appears over the turns of the [line](Why::line).
   */
  terms: unknown[];
};
