// Generated from the Rust types by `cargo xtask types`: do not edit.

/**
 * An action at a table.
 *
 * Before the start, `chair` numbers the places at the table; from the start on, chair and seat
 * are the same number.
 */
export type Action =
  | {
      type: "sit";
      /** The number of the chair, from 0. */
      chair: number;
    }
  | { type: "leave" }
  | {
      type: "seat-bot";
      /** The number of the chair, from 0. */
      chair: number;
      /** A bot's level, such as `greedy`. */
      level: string;
    }
  | {
      type: "clear-chair";
      /** The number of the chair, from 0. */
      chair: number;
    }
  | {
      type: "swap-chairs";
      /** The numbers of the two chairs, from 0. */
      chairs: [number, number];
    }
  | {
      type: "configure";
      /** The variant, as on the command line. */
      variant: string;
      /** The number of chairs for people and bots. */
      players: number;
      /** The options of the table. */
      options: Options;
    }
  | { type: "start" }
  | {
      type: "move";
      /** The move as JSON, see the crate of the game. */
      mv: unknown;
    }
  | { type: "unseal" }
  | {
      type: "plan";
      /** The move as JSON, see the crate of the game. */
      mv: unknown;
    }
  | { type: "unplan" }
  | { type: "undo" }
  | {
      type: "wait";
      /** Whether the player waits from now on. */
      on: boolean;
    }
  | {
      type: "say";
      /** The text. */
      text: string;
    }
  | {
      type: "react";
      /** The reaction. */
      reaction: Reaction;
    }
  | {
      type: "signal";
      /** The signal as JSON, see the crate of the game. */
      signal: unknown;
      /** The seat that the signal addresses; if left out, all seats. */
      to?: Seat;
    }
  | {
      type: "propose";
      /** The seat that would make the move. */
      seat: Seat;
      /** The move as JSON, see the crate of the game. */
      mv: unknown;
    }
  | {
      type: "answer";
      /** The proposal's id. */
      proposal: number;
      /** Whether the player agrees. */
      agree: boolean;
    }
  | {
      type: "withdraw";
      /** The proposal's id. */
      proposal: number;
    }
  | {
      type: "vote-replace";
      /** The seat of the player who is away. */
      seat: Seat;
    }
  | { type: "return" }
  | {
      type: "away";
      /** In milliseconds since 1970; `None`: from now on one is back. */
      until: number | null;
    }
  | { type: "rematch" }
  | {
      type: "look";
      /** Whether the page is in view from now on. */
      in_view: boolean;
    };

/** A webhook that was added. */
export type AddedWebhook = {
  /** The webhook. */
  channel: MyChannel;
  /** The secret by which the receiver checks signatures, if there are any. It is never shown again. */
  secret: string | null;
};

/** An answer to a proposal. */
export type Answer = {
  /** Who. */
  seat: Seat;
  /** Whether they agree. */
  agree: boolean;
  /** Why, if a bot answered: the game's own reason. */
  reason?: unknown;
};

/** How quickly bots play. */
export type BotPace = "instant" | "brisk" | "human";

/** The reason why the server closes a connection. */
export type Bye = "shutdown" | "too-much" | "too-slow" | "silent" | "gone" | "signed-out";

/** A place at the table. */
export type Chair = {
  /** The occupant. */
  sitter: Sitter;
  /** Whether the occupant is the host. */
  host: boolean;
  /** Whether the person who sits there is connected. True for bots and automata, and for everybody at a correspondence table. */
  online: boolean;
  /**
   * When a bot answers the open question for the person who sits there, in milliseconds since 1970. Left out if nothing is
   * asked, or without a time limit.
   */
  deadline?: number;
  /** The time at which a bot takes over for a person who is away, in milliseconds since 1970. */
  takeover_at: number | null;
  /** The time from which the others may vote to let a bot play for a person who is away, in milliseconds since 1970. */
  vote_at: number | null;
  /** The clock of a person at a correspondence table. Left out elsewhere, and before the start. */
  days?: DaysClock;
  /** The seating number, once dealt, where the game has one. */
  seating: number | null;
};

/**
 * The changes of a JSON object, by key. `{"":steps}` and `{"+":steps}` change a list by steps `[at,removed,[added,…]]`, one after
 * the other; with `"+"`, added elements are changes. `{"+":{…}}` changes an object. All others are new values. The key `""` stands
 * for the whole, if that is a list.
 */
export type Changes = Record<string, unknown>;

/** The kinds of refusals. */
export type Code =
  | "malformed"
  | "too-large"
  | "too-many"
  | "no-table"
  | "unknown"
  | "not-host"
  | "not-seated"
  | "taken"
  | "already-seated"
  | "not-full"
  | "too-few-chairs"
  | "declined"
  | "sent-away"
  | "name-taken"
  | "too-many-tables"
  | "begun"
  | "not-begun"
  | "over"
  | "not-your-turn"
  | "illegal"
  | "stale"
  | "final"
  | "hushed"
  | "no-hints"
  | "bad-text"
  | "not-away"
  | "too-soon"
  | "away-too-long"
  | "cant-propose"
  | "full"
  | "blocked"
  | "nobody"
  | "wrong-origin"
  | "bad-record"
  | "unreadable"
  | "busy"
  | "internal";

/** The colour that a person plays in. */
export type Colour = "teal" | "coral" | "indigo" | "amber" | "plum" | "moss" | "slate" | "rose";

/** One request of a client. The server answers it with exactly one `done` or `refused`. */
export type Command = {
  /**
   * Chosen by the client: 1 to 40 bytes. A command that is sent again with the same id is answered
   * again, but not carried out again.
   */
  id: string;
  /** The version of the table on which the person decided. */
  on: number;
  /** The action to carry out. */
  action: Action;
};

/** A person with whom the guest who asks has finished a game: as that game knows them, and nothing else. */
export type Companion = {
  /** Their name in the latest of these games. */
  name: string;
  /** The code of its table. */
  code: string;
  /** Their seat there. */
  seat: number;
};

/**
 * The clocks of a correspondence table. Each player has a bank of time, from which an open question takes, and to which each
 * decision adds. Only active minutes count: those within the hours and days of play in the host's time zone.
 */
export type Correspondence = {
  /** The bank at the start, in active minutes, at least 1. It never holds more. */
  bank: number;
  /** The time that a decision adds to the bank, in active minutes. */
  increment: number;
  /** The hour at which the day of play begins, 0 to 23. */
  from: number;
  /** The hour at which the day of play ends, `from + 1` to 24. */
  to: number;
  /** The days of play, from Monday to Sunday. */
  days: [boolean, boolean, boolean, boolean, boolean, boolean, boolean];
  /** The host's time zone, by its name in the IANA database. */
  zone: string;
  /** For how many days in total a player may stop their clock by being away, at most 90. */
  away_days: number;
};

/** The clock of a person at a correspondence table. `Chair.deadline` says when it runs out. */
export type DaysClock = {
  /** The bank, in active milliseconds, as it was when the open question was asked or the latest one was answered. */
  bank: number;
  /** Until when the person is away, in milliseconds since 1970; left out if they are not. */
  away_until?: number;
  /** For how many more milliseconds the person may be away. */
  away_left: number;
};

/** The public part of a deal: the commitment, and after the end also the seed. */
export type Deal = {
  /** Shown before play. */
  commitment: string;
  /** The text to which the commitment is bound: game, rules, variant and players. */
  occasion: string;
  /** Shown after the end. */
  seed: string | null;
};

/** When turns at correspondence tables are sent together, as one message a time. */
export type DigestTimes = {
  /** One or two minutes of the day, 0 to 1439. */
  times: Array<number>;
  /** The name of the time zone, such as `Europe/Berlin`. */
  zone: string;
};

/** The numbers of lines of log and talk before those that were sent. The client can request them by HTTP. */
export type Earlier = {
  /** The number of earlier lines of the log. */
  log: number;
  /** The number of earlier lines of talk. */
  talk: number;
};

/** The code that was sent to an email address. */
export type EmailCode = {
  /** The code: six digits. */
  code: string;
  /** The language of the emails. */
  language: string;
};

/** A code that was entered: one for another device, a paper code, or that of the operator's link. */
export type EnteredDeviceCode = {
  /** The code, in either case, with or without hyphens. */
  code: string;
};

/** One event at the table, as far as it is public. */
export type Event<K> = {
  /** The acting seat; `None` if the event followed from the rules. */
  seat?: Seat;
} & K;

/** A feeling that a reaction expresses. */
export type Feeling = "bravo" | "love" | "laugh" | "wow" | "doubt" | "regret";

/** One message of the server. */
export type Frame =
  | {
      type: "table";
      /** The server's time, in milliseconds since 1970. All times of a table are by this clock. */
      now: number;
      /** The table as the viewer may see it, with the latest lines of log and talk. */
      table: TableView;
      /** The numbers of earlier lines of log and talk. */
      earlier: Earlier;
    }
  | {
      type: "update";
      /** The server's time, in milliseconds since 1970. */
      now: number;
      /** The table's version. */
      version: number;
      /**
       * The game's events of this version, a list that is serialised once. Each is a line of the log: `{"version":…,"at":…,
       * "type":"game","event":…}` with this version and the time `now`. Left out if the patch has the new lines of the log, or
       * if there are none.
       */
      events?: unknown[];
      /** The changes for all viewers: a `Patch`, which is serialised once. */
      all?: Patch;
      /** The changes for the viewer alone. */
      own?: OwnPatch;
    }
  | {
      type: "done";
      /** The command's id. */
      id: string;
      /** The table's version after it. */
      version: number;
    }
  | {
      type: "refused";
      /** The command's id; empty if it could not be read. */
      id: string;
      /** The reason for the refusal. */
      refusal: Refusal;
    }
  | {
      type: "bye";
      /** The reason for the close. */
      why: Bye;
    };

/** The facts about a game that a client needs to open a table. */
export type GameInfo = {
  /** The name in addresses and on the command line. */
  id: string;
  /** The name for people. */
  name: string;
  /** The ways to play, the plain one first. */
  variants: Array<VariantInfo>;
  /** The levels of bots, the weakest first. */
  levels: Array<string>;
  /** Whether the game has perfect information, so that players who share a device may see each other's views. */
  open: boolean;
};

/** The changes of a `GameState` for everybody. Each key that is present, except `view`, replaces the old one. */
export type GamePart = {
  /** The new `GameState.moves`. */
  moves?: number;
  /** The new `GameState.to_act`. */
  to_act?: Array<Seat>;
  /** The new `GameState.sealed`. */
  sealed?: Array<Seat>;
  /** The new `GameState.waiting`. */
  waiting?: Array<Seat>;
  /** The new `GameState.goes_first`. */
  goes_first?: Seat | null;
  /** The new `GameState.outcome`. */
  outcome?: unknown;
  /** The new `GameState.winners`. */
  winners?: Array<Seat>;
  /** The changes of `GameState.view` for everybody: see `tabletop.parts.apply`. */
  view?: Changes;
};

/** How a finished game ended, for lists. */
export type GameResult = {
  /** The final points by seat: of the players, then of automata. */
  points: Array<number>;
  /** The seats that won. */
  winners: Array<Seat>;
  /** The places by seat, from 1, with the tie-breaks of the rules. Left out for games of versions that did not store them. */
  places?: Array<number>;
  /** The seat of the guest that asks, if they played. */
  me: number | null;
};

/** The game as the viewer may know it. `view`, `offers` and `outcome` are the game's own. */
export type GameState = {
  /** The number of moves made. */
  moves: number;
  /** The game's view, see the crate of the game. */
  view: unknown;
  /**
   * The viewer's legal moves and their worth, see the crate of the game. At a correspondence table, a viewer who waits for
   * their turn has those that would be legal if it were their turn now, as far as the game allows plans.
   */
  offers: unknown;
  /** The seats of which something is asked now. */
  to_act: Array<Seat>;
  /** The seats with a sealed choice. */
  sealed: Array<Seat>;
  /** The viewer's own sealed choice: a move as JSON, see the crate of the game. */
  my_sealed: unknown | null;
  /** The seats that wait for their partners. */
  waiting: Array<Seat>;
  /** The seat that has to act first, if the waiting seats all wait for each other. */
  goes_first: Seat | null;
  /** The kind of move that the viewer may take back. */
  undo: Undoable | null;
  /** The viewer's plan for their next move. */
  plan: Plan | null;
  /** The result, once the game is over, see the crate of the game. */
  outcome: unknown | null;
  /** The seats that won, once the game is over. */
  winners: Array<Seat>;
};

/** The moves that a strong bot recommends to a player, from the knowledge of the player's seat. */
export type Hint = {
  /** The table's version that it is about: once something else is asked, the hint is obsolete. */
  version: number;
  /** Up to five moves, the best first. */
  moves: Array<HintedMove>;
};

/** A move, and the score that a bot expects of it. */
export type HintedMove = {
  /** The move as JSON, see the crate of the game. */
  mv: unknown;
  /** The expected final score, in points, rounded to tenths. */
  expected: number;
  /**
   * How well the game may go, from -1 to 1, to a hundredth: the moves are in this order, for points are
   * not all that matters among rivals.
   */
  outlook: number;
  /**
   * The main advantage of the best move over this one, where this one is clearly worse: a value of the game's own type, as
   * in analyses.
   */
  lacks?: unknown;
};

/** Whether a table is in public lists. */
export type Listing = "private" | "public";

/** One line of the log. */
export type LogEntry = {
  /** The table's version after it; several lines may share one. */
  version: number;
  /** When, in milliseconds since 1970. */
  at: number;
} & (
  | {
      type: "game";
      /** The event: `{"seat":…,"event":"…",…}`. */
      event: unknown;
      /** Whether a bot made the event's move for the person on its seat. Left out if not. */
      stand_in?: boolean;
    }
  | { type: "started" }
  | {
      type: "undone";
      /** The seat that made the move. */
      seat: Seat;
      /** The move as JSON, see the crate of the game. */
      mv: unknown;
      /** The version of the log entries about the move. */
      undoes: number;
    }
  | {
      type: "replaced";
      /** For whom. */
      seat: Seat;
      /** The bot's level. */
      level: string;
    }
  | {
      type: "returned";
      /** Who. */
      seat: Seat;
    }
  | {
      type: "timed-out";
      /** For whom. */
      seat: Seat;
    }
  | {
      type: "away";
      /** Who. */
      seat: Seat;
      /** Until when, in milliseconds since 1970; not later than the line if they are back. */
      until: number;
    }
  | {
      type: "unserved";
      /** When a server was last there, in milliseconds since 1970. */
      from: number;
      /** When one was there again, in milliseconds since 1970. */
      until: number;
    }
);

/** A passkey that an authenticator has made. All bytes are in base64url. */
export type MadePasskey = {
  client_data: string;
  authenticator_data: string;
  /** The public key, as a `SubjectPublicKeyInfo`. */
  public_key: string;
};

/** A guest's name and colour. */
export type Me = {
  /** The name: 1 to 24 characters. */
  name: string;
  /** The colour in which the guest is shown. */
  colour: Colour;
};

/** A webhook or an email address of a guest. */
export type MyChannel = {
  /** Its number, by which it is changed and removed. */
  id: number;
  /** `webhook` or `email`. */
  medium: "webhook" | "email";
  /** The URL or the email address. */
  address: string;
  /** The choice of notifications. */
  settings: NoticeSettings;
  /**
   * Why nothing is sent any more; empty if nothing is wrong. An email address has to be added again, and a webhook to accept a
   * message.
   */
  problem: string;
};

/** A device of a guest. */
export type MyDevice = {
  /** Its number, by which it can be signed out. */
  id: number;
  /** Browser and system, such as `Firefox, Android`; empty if unknown. */
  label: string;
  /** How long ago it was last used, in milliseconds: at most an hour too much. */
  idle_ms: number;
  /** Whether it is the one that asks. */
  current: boolean;
};

/** A notification of the log. */
export type MyNotice = {
  /** The code of the table. */
  code: string;
  reason: NoticeKind;
  /** When the reason arose, in milliseconds since 1970. */
  at: number;
  /** The label of the device, or the host of the webhook or email address. */
  device: string;
  /** `waiting`, `sent` or `failed`. */
  state: "waiting" | "sent" | "failed";
  /** Why the last attempt failed; empty if none did. */
  detail: string;
};

/** The notifications of a device, and the other channels of its guest. */
export type MyNotices = {
  /** The key with which a browser subscribes, in base64url. */
  key: string;
  /** The choice for this device; `None` if it has no subscription. */
  settings: NoticeSettings | null;
  /** The webhooks and email addresses of the guest. */
  channels: Array<MyChannel>;
  /** Whether webhooks can be added. */
  webhooks: boolean;
  /** Whether an email address can be added. */
  email: boolean;
  /** The latest notifications on all channels, the latest first. */
  log: Array<MyNotice>;
};

/** A passkey of a guest. */
export type MyPasskey = {
  /** Its number, by which it can be removed. */
  id: number;
  /** Browser and system where it was added, such as `Firefox, Android`; empty if unknown. */
  label: string;
  /** The host at which it can be used. */
  site: string;
  /** When it was added, in milliseconds since 1970. */
  since: number;
  /** When it was last used, or else when it was added. */
  seen: number;
};

/** How a guest can sign in again. */
export type MyRecovery = {
  /** How many paper codes are unused. */
  codes_left: number;
  /** The passkeys, the oldest first. */
  passkeys: Array<MyPasskey>;
  /** The events of codes and passkeys, the latest first. */
  events: Array<RecoveryEvent>;
};

/** An email address to which a code is to be sent. */
export type NewEmail = {
  address: string;
  /** The language of the email. */
  language: string;
};

/** A companion who is invited, by a game that was played together. */
export type NewInvitation = {
  /** The code of its table. */
  code: string;
  /** Their seat there. */
  seat: number;
};

/** A player or a spectator who is muted, or heard again. */
export type NewMute = {
  /** The seat of a player; before the start, the chair. */
  seat?: number;
  /** For a spectator, instead of a seat: the version of a line that they wrote. */
  remark?: number;
  /** Whether they are muted from now on. */
  on: boolean;
};

/** A finished game. */
export type NewRecord = {
  /** Its record: JSON Lines. */
  record: string;
};

/** A browser's subscription to its push service. */
export type NewSubscription = {
  /** The URL of the subscription. */
  address: string;
  /** The browser's public key, in base64url. */
  p256dh: string;
  /** The browser's secret, in base64url. */
  auth: string;
  /** The language of the notifications. */
  language: string;
  /** The choice of notifications. If it is left out, the device keeps its earlier choice; at first, everything is sent. */
  settings?: NoticeSettings;
};

/** A table to be opened. */
export type NewTable = {
  /** The game's id. */
  game: string;
  /** The variant, as on the command line. */
  variant: string;
  /** How many players, the host included. */
  players: number;
  /** How it is played. */
  options?: Options;
  /** The levels of the bots on the chairs after the host's, who sits on the first. */
  bots?: Array<string>;
  /** Whether to deal and begin at once; then every chair must be taken. */
  start?: boolean;
};

/** A webhook to add. */
export type NewWebhook = {
  /** Its URL. */
  address: string;
  /** The format of its messages. If it is left out, it follows from the host. */
  format?: WebhookFormat;
  /** The language of the messages. */
  language: string;
};

/** A guest's note at a table. Only they can read it. */
export type Note = {
  /** The text, at most 2,000 characters; empty if there is none. */
  text: string;
};

/** A reason to notify a person. */
export type NoticeKind = "turn" | "started" | "over" | "late" | "invited" | "soon";

/** The choice of notifications for a device. */
export type NoticeSettings = {
  /** The reasons for which it is notified. */
  reasons: Array<NoticeKind>;
  /** The hours in which nothing is sent. */
  quiet: QuietHours | null;
  /** When turns at correspondence tables are sent together; null if each of them is sent for itself. */
  digest: DigestTimes | null;
};

/** A code to enter on another device. */
export type OfferedDeviceCode = {
  /** The code: `ABCD-EFGH`. */
  code: string;
  /** How long it holds, in milliseconds. */
  holds_ms: number;
};

/** A table that was opened. */
export type Opened = {
  /** The short code in its link. */
  code: string;
};

/** The options of a table. A command names all options; `journal.Options` reads journals that lack some. */
export type Options = {
  /** The time limit for each question to a person. */
  pace: Pace;
  /** The kind of talk that is allowed. */
  talk: TalkRule;
  /** The moves that can be taken back. */
  undo: UndoRule;
  /** The speed at which bots play. */
  bots: BotPace;
  /** The order of seats; if left out, it is dealt. */
  seating: Seating;
  /** Whether the table is in public lists. */
  listing: Listing;
  /** When the players meet to begin, in milliseconds since 1970; left out without an appointment. */
  starts?: number;
  /** The options of the game itself, see the crate of the game; if left out or null, the defaults. */
  game: unknown;
};

/**
 * The changes of a `GameState` for one viewer alone. Each key that is present, except `view` and `offers`,
 * replaces the old one.
 */
export type OwnGamePart = {
  /** The new `GameState.my_sealed`. */
  my_sealed?: unknown;
  /** The new `GameState.undo`. */
  undo?: Undoable | null;
  /** The new `GameState.plan`. */
  plan?: Plan | null;
  /** The changes of `GameState.view` for the viewer: see `tabletop.parts.apply`. */
  view?: Changes;
  /** The changes of `GameState.offers`: see `tabletop.parts.apply`. */
  offers?: Changes;
};

/**
 * The changes at a table for one viewer alone. Each key that is present replaces that of the `TableView`; but the keys
 * of `game` replace those of its `game`.
 */
export type OwnPatch = {
  /** The new `TableView.host`. */
  host?: boolean;
  /** The new `TableView.me`; `null` when the viewer no longer has a seat. */
  me?: number | null;
  /** The new `TableView.gallery`. */
  gallery?: Array<Remark>;
  /** The changes of `TableView.game`. */
  game?: OwnGamePart;
};

/** The time limit for one question to a person. When it is over, a bot answers the question. */
export type Pace = "untimed" | "relaxed" | "fast" | { correspondence: Correspondence };

/** Some lines of a log or of talk that came before others. */
export type Page<T> = {
  /**
   * How many lines came before these. Of a very long talk the oldest are no longer to be had: then there are no
   * lines, and this is above 0.
   */
  start: number;
  /** The lines, the oldest first. */
  lines: Array<T>;
};

/** New paper codes. */
export type PaperCodes = {
  /** The codes: `ABCD-EFGH-JKLM-NPQR`. They are shown only now. */
  codes: Array<string>;
};

/** A challenge for an authenticator to sign. All bytes are in base64url. */
export type PasskeyChallenge = {
  /** Random bytes, valid once and for five minutes. */
  challenge: string;
  /** The host for which passkeys are made: the ID of the relying party. */
  site: string;
  /** The bytes by which an authenticator knows the guest; empty for a sign-in. */
  user: string;
  /** The credentials of the guest's passkeys; empty for a sign-in. */
  known: Array<string>;
};

/** A challenge that a passkey has signed. All bytes are in base64url. */
export type PasskeySignature = {
  /** The credential's identifier. */
  credential: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
};

/**
 * The changes at a table for all viewers. Each key that is present replaces that of the `TableView`; but the keys of
 * `game` replace those of its `game`, and `log` and `talk` are appended.
 */
export type Patch = {
  /** The new `TableView.variant`. */
  variant?: string;
  /** The new `TableView.status`. */
  status?: Status;
  /** The new `TableView.options`. */
  options?: Options;
  /** The new `TableView.chairs`. */
  chairs?: Array<Chair>;
  /** The new `TableView.watchers`. */
  watchers?: number;
  /** The new `TableView.watcher_names`. */
  watcher_names?: Array<string>;
  /** The new `TableView.deal`. */
  deal?: Deal | null;
  /** The changes of `TableView.game`. When the game begins, the whole table is sent instead. */
  game?: GamePart;
  /** The new `TableView.proposals`. */
  proposals?: Array<Proposal>;
  /** The new `TableView.votes`. */
  votes?: Array<TakeoverVote>;
  /** The new `TableView.rematch`. */
  rematch?: string | null;
  /** The new `TableView.rematch_by`. */
  rematch_by?: Seat;
  /** The new `TableView.bots_hurry`. */
  bots_hurry?: boolean;
  /** New entries of the log. */
  log?: Array<LogEntry>;
  /** New talk. */
  talk?: Array<TalkItem>;
};

/** A report about a player or a spectator. */
export type PersonReport = {
  /** The seat of a player; before the start, the chair. */
  seat?: number;
  /** For a spectator, instead of a seat: the version of a line that they wrote. */
  remark?: number;
  /** The reason, at most 280 characters; may be empty. */
  reason: string;
};

/** A move that a player planned while others act. */
export type Plan = {
  /** The move as JSON, see the crate of the game. */
  mv: unknown;
  /** Whether the plan has lapsed: the move is no longer legal, or its objects have changed. The table will not make it. */
  lapsed: boolean;
};

/** A proposal that is still open: until its move is made, or can't be made any more. */
export type Proposal = {
  /** Its number. */
  id: number;
  /** The seat of its author. */
  by: Seat;
  /** The seat that would make the move. */
  seat: Seat;
  /** The move as JSON, see the crate of the game. */
  mv: unknown;
  /** The answers of the others. */
  answers: Array<Answer>;
  /** Its meaning in the negotiation, if partners have refused proposals of its author. */
  stance?: Stance;
  /**
   * When its author, a bot, makes the move without an answer, in milliseconds since 1970. Left out if there is no time
   * limit, or the author is a person.
   */
  until?: number;
  /** Why, if a bot proposed it: the game's own reason. */
  reason?: unknown;
};

/** Hours in which nothing is sent. */
export type QuietHours = {
  /** The minute of the day at which they begin, 0 to 1439. */
  from: number;
  /** The minute of the day at which they end, 0 to 1439. An earlier one is on the next day. */
  to: number;
  /** The name of the time zone, such as `Europe/Berlin`. */
  zone: string;
};

/** A feeling and its subject. */
export type Reaction = {
  /** The feeling. */
  feeling: Feeling;
  /** Its subject. Left out for no subject in particular. */
  about?: Subject;
};

/** A change of a person's codes and passkeys. */
export type RecoveryEvent = {
  /** When it happened, in milliseconds since 1970. */
  at: number;
  what: RecoveryStep;
};

/** Something that happened with a person's codes and passkeys. */
export type RecoveryStep =
  | "codes-made"
  | "code-used"
  | "link-made"
  | "link-used"
  | "passkey-added"
  | "passkey-used"
  | "passkey-removed";

/**
 * A refusal, for machines first. The client translates the code; `detail` is English, for
 * people who write clients.
 */
export type Refusal = {
  /** The kind of refusal. */
  code: Code;
  /** The error and the expectation, in English. */
  detail: string;
  /** Numbers and names for the client's text. */
  params?: { [key in string]: string };
};

/** Something that a person who watches wrote, or a reaction of theirs. */
export type Remark = {
  /** The table's version after it. */
  version: number;
  /** Who wrote it. */
  name: string;
  /** The text; empty for a reaction. */
  text: string;
  /** The reaction; left out if the person wrote. */
  reaction?: Reaction;
};

/** A recorded game, step by step, as a viewer was shown it. */
export type Replay = {
  /**
   * The deal, then what everybody saw at once: a move with the answers of automata, or all choices that were revealed
   * together.
   */
  steps: Array<ReplayStep>;
  /** The first fault of the record, if any. `steps` ends before it. */
  fault: Refusal | null;
};

/** A step of a recorded game. */
export type ReplayStep = {
  /** The seats that moved, in the order in which the moves took effect; empty for the deal. */
  acted: Array<Seat>;
  /** The table after it, with the lines of log and talk that came with it. */
  table: TableView;
};

/** Which tables a list shows. */
export type ScopeName = "mine" | "finished" | "open" | "watch";

/** The number of a seat at the table. Seats are numbered clockwise from 0. */
export type Seat = number;

/** A set of seats, small enough to pass by value. */
export type SeatSet = Array<number>;

/** The order of seats. */
export type Seating = "dealt" | "kept";

/** The occupant of a place. */
export type Sitter =
  | {
      kind: "nobody";
      /** The name of the player of the last game for whom a rematch keeps the chair until it is taken. */
      kept_for?: string;
    }
  | {
      kind: "person";
      /** Their name. */
      name: string;
      /** Their colour at this table. */
      colour: Colour;
      /** The level of the bot that plays for them while they are away. */
      stand_in: string | null;
    }
  | {
      kind: "bot";
      /** The bot's name. */
      name: string;
      /** Its colour. */
      colour: Colour;
      /** Its level. */
      level: string;
      /** Its character in negotiations. */
      temperament: Temperament;
    }
  | { kind: "automaton" };

/** The meaning of a proposal after partners have refused earlier ones of its author in the same turn. */
export type Stance = "counters" | "insists" | "announces" | "yields";

/** The status of a table. */
export type Status = "lobby" | "playing" | "over";

/** The subject of a reaction. */
export type Subject = { seat: Seat } | { shared: number };

/** A table as lists show it. */
export type TableCard = {
  /** The short code in the link. */
  code: string;
  /** The game's id. */
  game: string;
  variant: string;
  /** How many players. */
  players: number;
  /** The names of the players, by chair; null for an empty chair. */
  names: Array<string | null>;
  /** Whether its game has not begun, is being played, or is over. */
  status: Status;
  /** Whether it is the turn of the guest who asks. */
  your_turn: boolean;
  /** The chair of the guest who asks, from 0, before and during the game. Left out if they have none. */
  me?: number;
  /** The chair of the person who set up a table whose game has not begun. Left out if that person does not sit there. */
  host?: number;
  /** The chairs of the people whose turn it is. */
  to_act: Array<number>;
  /**
   * When a bot decides at a correspondence table, in milliseconds since 1970: for the guest who asks if it is their turn, else
   * for the first of those whose turn it is. Left out elsewhere.
   */
  due?: number;
  /** When the players meet to begin, in milliseconds since 1970, before the start. Left out without an appointment. */
  starts?: number;
  /**
   * Whether a bot plays for the guest who asks, who has left or was replaced; of a finished game, whether it did at the
   * end.
   */
  bot_plays: boolean;
  /** How long ago something last happened, in milliseconds. */
  idle_ms: number;
  /** How its game ended, once it is over. Of games that ended long ago only the list `finished` says it. */
  result: GameResult | null;
  /**
   * Whether its game was played elsewhere and uploaded, so that names and result are only what the upload said. Left
   * out if not.
   */
  imported?: boolean;
};

/** A table as one viewer sees it: a player or a spectator. */
export type TableView = {
  /** The table's version: the number of its changes, without those that must stay unnoticed. */
  version: number;
  /** The short code in the link. */
  code: string;
  /** The game's id, such as `between-two-cities`. */
  game_id: string;
  /** The variant, as on the command line. */
  variant: string;
  /** The status of the table. */
  status: Status;
  /** The options of the table. */
  options: Options;
  /** Whether the viewer is the host. */
  host: boolean;
  /** The viewer's chair; from the start on, its seat. */
  me: number | null;
  /** The places of players at the table, then, once the game has begun, those of automata. */
  chairs: Array<Chair>;
  /** The number of connected spectators. */
  watchers: number;
  /** The names of those spectators that have one. */
  watcher_names: Array<string>;
  /** The public part of the deal; none before the start. */
  deal: Deal | null;
  /** The game; none before the start. */
  game: GameState | null;
  /** Proposals that are still open. */
  proposals: Array<Proposal>;
  /** Votes to let a bot play for a player who is away. */
  votes: Array<TakeoverVote>;
  /** The code of the rematch: a new table with the same players. */
  rematch: string | null;
  /** The seat of the player who opened the rematch. Left out without one. */
  rematch_by?: Seat;
  /**
   * Whether the game was played elsewhere and uploaded: names and the way it was played are whatever the upload said.
   * Left out if not.
   */
  imported?: boolean;
  /** Whether bots think for a shorter time than usual, because the server is busy. Left out if not. */
  bots_hurry?: boolean;
  /** The log, the oldest line first: the latest lines, and on a reconnect only what came after `since`. */
  log: Array<LogEntry>;
  /** The talk, the oldest line first: the latest lines, and on a reconnect only what came after `since`. */
  talk: Array<TalkItem>;
  /** The latest lines of spectators, the oldest first. Players are shown them after the end. */
  gallery: Array<Remark>;
};

/** A vote to let a bot play for a player who is away. */
export type TakeoverVote = {
  /** The seat of the player who is away. */
  seat: Seat;
  /** The seats that have voted for it. */
  by: Array<Seat>;
  /** The number of votes that are needed. */
  needed: number;
};

/** Something that was said. */
export type TalkItem = {
  /** The table's version after it. */
  version: number;
  /** When, in milliseconds since 1970. */
  at: number;
  /** The author's seat; before the start, the number of their chair at that time. */
  seat: Seat;
  /** The name of the speaker then, if it was said before the start: the speaker may have left or changed places since. */
  name?: string;
} & (
  | {
      type: "said";
      /** The text. */
      text: string;
    }
  | {
      type: "reacted";
      /** The reaction. */
      reaction: Reaction;
    }
  | {
      type: "signalled";
      /** Which of the game's signals, see the crate of the game. */
      signal: unknown;
      /** The seat that it addresses; if left out, all seats. */
      to?: Seat;
    }
  | {
      type: "proposed";
      /** The seat that would make the move. */
      to: Seat;
      /** The move as JSON, see the crate of the game. */
      mv: unknown;
      /** Why, if a bot proposed it: the game's own reason. */
      reason?: unknown;
    }
  | {
      type: "answered";
      /** The proposal's author. */
      to: Seat;
      /** The proposed move as JSON, see the crate of the game. */
      mv: unknown;
      /** Whether the seat agrees. */
      agree: boolean;
      /** Why, if a bot answered: the game's own reason. */
      reason?: unknown;
    }
);

/** The kind of talk that is allowed at the table. */
export type TalkRule = "open" | "signals" | "silent";

/**
 * The character of a bot in negotiations. It does not change the bot's preferences, but its reactions to partners with
 * other preferences.
 */
export type Temperament = "generous" | "stubborn" | "cautious" | "quick";

/** The moves that can be taken back. */
export type UndoRule = "none" | "until-revealed";

/** A kind of move that can be taken back. */
export type Undoable = "sealed" | "move";

/** A way to play. */
export type VariantInfo = {
  /** Its text, as on the command line. */
  id: string;
  /** The fewest players. */
  min: number;
  /** The most players. */
  max: number;
  /** How many seats the game itself plays. */
  automata: number;
};

/** A viewer of the table: a seat or a spectator. */
export type Viewer = number | null;

/** The format of the messages to a webhook. */
export type WebhookFormat = "standard" | "discord" | "slack" | "telegram";
