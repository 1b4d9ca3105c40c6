import type {
  Action,
  Earlier,
  GameInfo,
  Hint,
  Me,
  MyDevice,
  NewTable,
  OfferedDeviceCode,
  Refusal,
  ScopeName,
  TableCard,
  TableView,
} from "./protocol";

/**
 * Everything that the client needs of tables, wherever they run: on a server, or in a worker of the same page.
 * Every promise rejects with a `Refused` if the answer is no, and with another error if there is no answer.
 */
export interface Tables {
  /** Who this browser is; null if it has never said. */
  me(): Promise<Me | null>;
  /** Says who this browser is. Resolves with what was stored. */
  saveMe(me: Me): Promise<Me>;
  /** One person on several devices; null where nobody is known beyond this browser. */
  readonly devices: Devices | null;
  /** Every game that can be played here. */
  games(): Promise<GameInfo[]>;
  /** Opens a table. Resolves with its code. */
  open(table: NewTable): Promise<string>;
  /** The tables of a list, those where something happened last first. */
  list(scope: ScopeName): Promise<TableCard[]>;
  /** Follows a table until the connection is closed. */
  connect(code: string): Connection;
}

/** The devices of whoever uses this browser. */
export interface Devices {
  /** All of them, the one that was used last first. */
  list(): Promise<MyDevice[]>;
  /** Signs one out: nobody is known there any more. */
  signOut(id: number): Promise<void>;
  /** A code to enter on another device, which becomes one of them. */
  offerCode(): Promise<OfferedDeviceCode>;
  /** Everything that is kept of this person, as JSON Lines. */
  export(): Promise<string>;
  /** Forgets this person everywhere. It can't be undone. */
  forget(): Promise<void>;
  /** Enters a code: this browser becomes a device of whoever showed it. Resolves with who that is. */
  enterCode(code: string): Promise<Me>;
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
  /** `gone` and `unreadable` are final: there is no such table, or what was stored of it can't be read. */
  readonly state: "connecting" | "live" | "lost" | "gone" | "unreadable";
  /**
   * The time now by the clock that sets this table's deadlines, in milliseconds since 1970. To be compared with
   * times in `table`; the browser's own clock may be wrong by hours. Exact to a second.
   */
  now(): number;
  /**
   * Asks for something. Resolves once it is durable; rejects with a `Refused`. While the connection is down it waits,
   * and is sent again under the same id, so that nothing is done twice.
   * Components mostly want `act` (lib/act.ts), which tells people why something was refused.
   */
  send(action: Action): Promise<void>;
  /** What a strong bot would do in the viewer's place. */
  hint(): Promise<Hint>;
  /** Puts some more lines before those of log or talk, if there are any. */
  loadEarlier(what: keyof Earlier): Promise<void>;
  /** The record of the game, once it is over: JSON, one object a line. */
  record(): Promise<string>;
  /** Reports whoever sits on a seat to the operator of the server. Nobody else learns of it. */
  report(seat: number, reason: string): Promise<void>;
  /** Stops following the table. */
  close(): void;
}

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
