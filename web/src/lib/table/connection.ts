import type { Action, Earlier, Hint, Replay, TableView } from "$wire/protocol";

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
  /** The people who share this device; null if one person plays here. */
  readonly hands: SharedDevice | null;
  /** `gone` and `unreadable` are final: there is no such table, or its stored data can't be read. */
  readonly state: "connecting" | "live" | "lost" | "gone" | "unreadable";
  /** Whether the server answers, but something between blocks live connections; it is tried again all the same. */
  readonly blocked?: boolean;
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
  /** The viewer's note about this table. Other players can't read it. */
  readonly note: NotePad;
  /** Reports a person to the operator of the server. The report is confidential. */
  report(about: Reported, reason: string): Promise<void>;
  /** Mutes a person, or hears them again: who is muted can't invite the viewer any more, nor be invited. */
  mute(about: Reported, on: boolean): Promise<void>;
  /** Stops following the table. */
  close(): void;
}

/** A note of the viewer; empty if there is none. */
export interface NotePad {
  read(): Promise<string>;
  write(text: string): Promise<void>;
}

/** The person who is reported or muted: a player by the seat, a spectator by the version of a line that they wrote. */
export type Reported = { readonly seat: number } | { readonly remark: number };

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
