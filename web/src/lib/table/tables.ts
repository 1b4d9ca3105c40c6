import type {
  Action,
  AddedWebhook,
  Earlier,
  EmailCode,
  GameInfo,
  Hint,
  MadePasskey,
  Me,
  MyChannel,
  MyDevice,
  MyNotices,
  MyRecovery,
  NewEmail,
  NewSubscription,
  NewWebhook,
  NoticeSettings,
  NewTable,
  OfferedDeviceCode,
  PasskeyChallenge,
  PasskeySignature,
  Refusal,
  Replay,
  ScopeName,
  TableCard,
  TableView,
} from "$wire/protocol";
import type { Analysed, Hindsight, Judged } from "$wire/engine";

/** A table in a list. */
export interface ListedTable extends TableCard {
  /** Whether it is in this browser alone. */
  readonly here: boolean;
  /** The code under which the server shows it to others, if it was handed over. */
  readonly shown_as?: string;
}

/**
 * Everything that the client needs of tables, wherever they run: on a server, or in a worker of the same page.
 * Every promise rejects with a `Refused` if the answer is no, and with another error if there is no answer.
 */
export interface Tables {
  /** Whether there are tables for people on other devices: only a server has them. */
  readonly forFriends: boolean;
  /** Whether there are tables in this browser, which need no network. */
  readonly here: boolean;
  /** The guest of this browser; null if it has none yet. */
  me(): Promise<Me | null>;
  /** Sets the guest's name and colour. Resolves with the stored values. */
  saveMe(me: Me): Promise<Me>;
  /** The guest's devices; null if this implementation knows only this browser. */
  readonly devices: Devices | null;
  /** Every game that can be played here. */
  games(): Promise<GameInfo[]>;
  /** Opens a table. Resolves with its code. */
  open(table: NewTable): Promise<string>;
  /** Opens a table for people at this device, who pass it on; they sit on the first chairs. Resolves with its code. */
  openForAll(table: NewTable, people: readonly Me[]): Promise<string>;
  /** Removes a table of this browser for ever. */
  remove(code: string): Promise<void>;
  /** Brings the finished games of a record file into the list of this browser: those with which nothing is wrong. */
  load(file: string): Promise<Loaded>;
  /** The record of a finished game: JSON, one object a line. */
  record(code: string): Promise<string>;
  /** A recorded game, step by step, as the player on a seat saw it; null: as a spectator saw it. */
  replay(record: string, seat: number | null): Promise<Replay>;
  /** Begins to find out where the points of the game at a finished table went, or goes on with it. */
  analyst(record: string, code: string): Promise<Analyst>;
  /** Opens a table in this browser that goes on from a moment of a recorded game, against bots. Resolves with its code. */
  goOn(record: string, from: GoOn): Promise<string>;
  /**
   * Hands a finished game of this browser to the server, where others can look at it by a link; one of the server is there
   * already. Repeating it after a failure is safe. Resolves with its code there.
   */
  handOver(code: string): Promise<string>;
  /** The tables of a list, the latest changed first. */
  list(scope: ScopeName): Promise<ListedTable[]>;
  /** All finished games of this browser's user, with their results, the latest first. */
  finished(): Promise<Finished>;
  /** The records of all of them. */
  records(): Promise<Records>;
  /** Follows a table until the connection is closed. */
  connect(code: string): Promise<Connection>;
}

/** The outcome of loading a record file. */
export interface Loaded {
  /** The codes of those that are in the list now. */
  readonly codes: readonly string[];
  /** The others, each with the line of the file at which something is wrong. */
  readonly refused: readonly { record: string; why: Refused }[];
}

/** Finished games. */
export interface Finished {
  readonly games: readonly ListedTable[];
  /** Why those that the server keeps are not among them; null if nothing of the server is missing. */
  readonly missing: unknown;
}

/** The records of finished games. */
export interface Records {
  /** All in one file: JSON Lines, one game after the other, each game once. */
  readonly file: string;
  /** How many games of this browser could not be read, and are not in it. */
  readonly unread: number;
  /** Why those that the server keeps are not in it; null if nothing of the server is missing. */
  readonly missing: unknown;
}

/** The running analysis of a finished game. */
export interface Analyst {
  /** The results that were known at the beginning: all, if the game was analysed before. */
  readonly begun: Analysed;
  /** Works on for a moment. Resolves with the results so far; at a progress of 1 they are complete. */
  work(): Promise<Analysed>;
  /** The cost of another move in the place of the one with this number; null if it was the only one. */
  judge(ply: number, mv: unknown): Promise<Judged | null>;
  /** The best move there with all cards open, and its gain; null if no player chose. */
  hindsight(ply: number): Promise<Hindsight | null>;
  /** Ends all work at once. */
  close(): void;
}

/** How a table continues from a moment of a recorded game. */
export interface GoOn {
  /** How many moves had been made by then. */
  moves: number;
  /** The seat on which they go on. */
  seat: number;
  /** The level of the bots on all other seats. */
  level: string;
}

/** Several people who play at one device and pass it on. Reactive, as the connection is. */
export interface SharedDevice {
  /** The number of the seat whose view is shown; null until the device was taken for the first time. */
  readonly shown: number | null;
  /** The other seat that has to act now and gets the device; null if there is none. */
  readonly next: number | null;
  /** The seats of all who are asked something that is decided in the open, so that all may look; else empty. */
  readonly together: readonly number[];
  /** `next`, or another seat among `together`, has the device: from now on the table is shown as they may see it. */
  take(seat?: number): void;
  /** Sets the game's own rule for whether the present decision at a table is made in the open. */
  decideOpenly(open: (table: TableView) => boolean): void;
}

/** Notifications while no page is open: of this browser, by email and by webhooks. */
export interface Notices {
  /** What is sent where, and the key with which the browser subscribes. */
  mine(): Promise<MyNotices>;
  /** Hands over the browser's subscription, and what is to be sent. Resolves with what is sent. */
  subscribe(subscription: NewSubscription): Promise<NoticeSettings>;
  /** Ends those of this browser. */
  end(): Promise<void>;
  /** Adds a webhook. */
  addWebhook(webhook: NewWebhook): Promise<AddedWebhook>;
  /** Sends a code to an email address. */
  sendCode(email: NewEmail): Promise<void>;
  /** Adds the email address whose code this is. */
  enterCode(code: EmailCode): Promise<MyChannel>;
  /** Changes what is sent to a webhook or an email address. */
  change(channel: number, settings: NoticeSettings): Promise<void>;
  /** Removes a webhook or an email address. */
  remove(channel: number): Promise<void>;
}

/** The devices of this browser's user. */
export interface Devices {
  readonly notices: Notices;
  readonly recovery: Recovery;
  /** All devices, the one that was used last first. */
  list(): Promise<MyDevice[]>;
  /** Signs a device out: its cookie becomes invalid. */
  signOut(id: number): Promise<void>;
  /** A code to enter on another device, which is then added to this person. */
  offerCode(): Promise<OfferedDeviceCode>;
  /** All data that the server stores about this person, as JSON Lines. */
  export(): Promise<string>;
  /** Forgets this person everywhere. It can't be undone. */
  forget(): Promise<void>;
  /** Enters a code of any kind: this browser becomes a device of the person to whom the code belongs. Resolves with that person. */
  enterCode(code: string): Promise<Me>;
}

/** How a person who has lost all devices comes back, by codes on paper or passkeys. */
export interface Recovery {
  /** What this person has, and what happened with it. */
  mine(): Promise<MyRecovery>;
  /** Makes codes, which end the earlier ones. Resolves with them; the server does not show them again. */
  makeCodes(): Promise<string[]>;
  /** Begins to add a passkey. */
  askForPasskey(): Promise<PasskeyChallenge>;
  addPasskey(made: MadePasskey): Promise<void>;
  removePasskey(id: number): Promise<void>;
  /** Begins to sign in by a passkey. */
  askForSignature(): Promise<PasskeyChallenge>;
  /** Signs in: this browser becomes a device of the person whose passkey it is. Resolves with that person. */
  signIn(signed: PasskeySignature): Promise<Me>;
}

/**
 * One table that is being followed. `table`, `earlier`, `state` and `now()` are reactive: read them in a component, a
 * `$derived` or an `$effect`.
 */
export interface Connection {
  /**
   * The table, with the latest lines of log and talk; null until it was received for the first time. Replaced, never
   * changed in place.
   */
  readonly table: TableView | null;
  /** How many lines of each there are before those of `table`. */
  readonly earlier: Earlier;
  /** Where the table is: a table on a server has a link that others can follow. */
  readonly place: "server" | "device";
  /** Those who share this device; null if one person plays here. */
  readonly hands: SharedDevice | null;
  /** `gone` and `unreadable` are final: there is no such table, or its stored data can't be read. */
  readonly state: "connecting" | "live" | "lost" | "gone" | "unreadable";
  /**
   * The time now by the clock that sets this table's deadlines, in milliseconds since 1970. To be compared with
   * times in `table`; the browser's own clock may be wrong by hours. Exact to a second.
   */
  now(): number;
  /**
   * Asks for something. Resolves once it is durable; rejects with a `Refused`. While the connection is down it waits,
   * and is sent again under the same id, so that nothing is done twice.
   * Components mostly use `act` (act.ts), which shows the user why something was refused.
   */
  send(action: Action): Promise<void>;
  /** The moves of a strong bot in the viewer's place. */
  hint(): Promise<Hint>;
  /** Loads a page of earlier lines of log or talk, if there are any. */
  loadEarlier(what: keyof Earlier): Promise<void>;
  /** The game so far, step by step, as the viewer was shown it. */
  lookBack(): Promise<Replay>;
  /** The record of the game, once it is over: JSON, one object a line. */
  record(): Promise<string>;
  /** What the viewer writes down at this table. Other players can't read it. */
  readonly note: NotePad;
  /** Reports a person to the operator of the server. The report is confidential. */
  report(about: Reported, reason: string): Promise<void>;
  /** Stops following the table. */
  close(): void;
}

/** A note of the viewer; empty if there is none. */
export interface NotePad {
  read(): Promise<string>;
  write(text: string): Promise<void>;
}

/** The person who is reported: a player by the seat, a spectator by the version of a line that they wrote. */
export type Reported = { readonly seat: number } | { readonly remark: number };

/** A request was answered with no. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.detail);
    this.name = "Refused";
  }
}

let chosen: Tables | null = null;

/** Chooses where tables run. Called once, by main.ts, before anything is mounted; by tests as they need it. */
export function useTables(tables: Tables): void {
  chosen = tables;
}

/** The tables of this page. */
export function tables(): Tables {
  if (!chosen) throw new Error("useTables was never called");
  return chosen;
}
