import type { GameInfo, Me, NewTable, Replay, ScopeName } from "$wire/protocol";
import type { Connection } from "./connection";
import { inTime } from "../in-time";
import { Refused } from "./refused";
import type { Analyst, Finished, GoOn, ListedTable, Person, Records } from "./tables";

/** The tables of a server. */
export interface ServerTables extends Person {
  games(): Promise<GameInfo[]>;
  /** Opens a table. Resolves with its code. */
  open(table: NewTable): Promise<string>;
  list(scope: ScopeName): Promise<ListedTable[]>;
  connect(code: string): Promise<Connection>;
  finished(): Promise<Finished>;
  records(): Promise<Records>;
  /** The record of a finished game. */
  record(code: string): Promise<string>;
  /** Has a finished game shown at a table, and resolves with its code. A game that is sent again has one table. */
  show(record: string): Promise<string>;
}

/** The tables that run in this browser. */
export interface DeviceTables {
  games(): Promise<GameInfo[]>;
  /** A name in a form that can be shown; rejects with a `Refused` if it can't be a name. */
  cleanName(name: string): Promise<string>;
  /** Opens a table at which these people play, and bots. Resolves with its code. */
  open(table: NewTable, people: readonly Me[]): Promise<string>;
  /** Whether all tables are stored; others last until the page is closed. */
  keeps(): Promise<boolean>;
  /** Removes a table for ever. */
  remove(code: string): Promise<void>;
  /** Every table, the latest changed first. */
  list(): Promise<ListedTable[]>;
  /** The finished games, with their results. */
  finished(): Promise<ListedTable[]>;
  has(code: string): Promise<boolean>;
  /** Brings the finished games of a record file into the list. Resolves with their codes. */
  load(file: string, me: Me): Promise<string[]>;
  /** The record of a finished game. */
  record(code: string): Promise<string>;
  /** A recorded game, step by step. */
  replay(record: string, seat: number | null): Promise<Replay>;
  /** Begins the analysis of a recorded game, or goes on with it. */
  analyst(record: string, code: string): Promise<Analyst>;
  /** Opens a table that goes on from a moment of a recorded game. Resolves with its code. */
  goOn(record: string, from: GoOn, me: Me): Promise<string>;
  /** The code under which the server shows a finished game; null if it was not handed over. */
  shownAs(code: string): Promise<string | null>;
  /** Notes that code. */
  noteShown(code: string, there: string): Promise<void>;
  connect(code: string): Promise<Connection>;
}

/** How long an answer of the server about what this browser knows as well is waited for, in milliseconds. */
const SERVER_TIMEOUT = 2_000;

/** The places where tables can run. A page of a host of files has no server, and a client without the engine no tables of its own. */
export class Places {
  constructor(
    readonly server: ServerTables | null,
    readonly device: DeviceTables | null,
  ) {}

  /** The server's answer. Rejects if the page has no server. */
  async there<T>(question: (server: ServerTables) => Promise<T>): Promise<T> {
    if (!this.server) throw new Error("this page has no server");
    return question(this.server);
  }

  /** The server's answer, or the browser's own if the server does not answer. */
  async answered<T>(
    question: (server: ServerTables) => Promise<T>,
    known: (device: DeviceTables) => Promise<T> | T,
  ): Promise<T> {
    if (!this.device) return this.there(question);
    try {
      return await inTime(this.there(question), SERVER_TIMEOUT, "the server does not answer");
    } catch (error) {
      if (error instanceof Refused) throw error;
      return known(this.device);
    }
  }

  /** The tables of this browser if this one is among them, else null. */
  async holding(code: string): Promise<DeviceTables | null> {
    const has = (await this.device?.has(code).catch(() => false)) ?? false;
    return has ? this.device : null;
  }
}
