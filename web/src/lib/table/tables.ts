import type { GameInfo, Me, NewTable, Replay, ScopeName, TableCard } from "$wire/protocol";
import type { Analysed, Hindsight, Judged } from "$wire/engine";
import type { Connection } from "./connection";
import type { Refused } from "./refused";

/**
 * The tables of this page, wherever they run: on a server, or in a worker of the same page.
 * Every promise rejects with a `Refused` if the answer is no, and with another error if there is no answer.
 */
export interface Tables {
  /** Whether a server has tables for people on other devices, and knows its guests: see `lib/server`. */
  readonly hasServer: boolean;
  /** The tasks that need no network; null if the client was built without the engine. */
  readonly here: Here | null;
  readonly person: Person;
  readonly archive: Archive;
  /** Every game that can be played. */
  games(): Promise<GameInfo[]>;
  /** Opens a table. Resolves with its code. */
  open(table: NewTable): Promise<string>;
  /** The tables of a list, the latest changed first. */
  list(scope: ScopeName): Promise<ListedTable[]>;
  /** Gives up the user's chair at a table of the server whose game has not begun, or the invitation to it. */
  leave(code: string): Promise<void>;
  /** Follows a table until the connection is closed. */
  connect(code: string): Promise<Connection>;
}

/** The user of this browser. */
export interface Person {
  /** The name and colour; null if this browser has no user yet. */
  known(): Promise<Me | null>;
  /** Sets the name and colour. Resolves with the stored values. */
  save(me: Me): Promise<Me>;
}

/** The finished games of this browser's user, and those to which a link leads. */
export interface Archive {
  /** All games of the user, with their results, the latest first. */
  finished(): Promise<Finished>;
  /** The records of all of them. */
  records(): Promise<Records>;
  /** The record of a finished game: JSON, one object a line. */
  record(code: string): Promise<string>;
  /**
   * Hands a finished game of this browser to the server, where others can look at it by a link; one of the server is there
   * already. Repeating it after a failure is safe. Resolves with its code there.
   */
  handOver(code: string): Promise<string>;
}

/** The tasks that this browser does itself, by its engine. */
export interface Here {
  /** Opens a table for people at this device, who pass it on; they sit on the first chairs. Resolves with its code. */
  openForAll(table: NewTable, people: readonly Me[]): Promise<string>;
  /** Whether all tables of this browser are stored; others last until the page is closed. */
  keeps(): Promise<boolean>;
  /** Removes a table of this browser for ever. */
  remove(code: string): Promise<void>;
  /** Brings the finished games of a record file into the list of this browser: those with which nothing is wrong. */
  load(file: string): Promise<Loaded>;
  /** A recorded game, step by step, as the player on a seat saw it; null: as a spectator saw it. */
  replay(record: string, seat: number | null): Promise<Replay>;
  /** Begins to find out where the points of the game at a finished table went, or goes on with it. */
  analyst(record: string, code: string): Promise<Analyst>;
  /** Opens a table in this browser that goes on from a moment of a recorded game, against bots. Resolves with its code. */
  goOn(record: string, from: GoOn): Promise<string>;
}

/** A table in a list. */
export interface ListedTable extends TableCard {
  /** Whether it is in this browser alone. */
  readonly here: boolean;
  /** The code under which the server shows it to others, if it was handed over. */
  readonly shown_as?: string;
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

/** The outcome of loading a record file. */
export interface Loaded {
  /** The codes of those that are in the list now. */
  readonly codes: readonly string[];
  /** The others, each with the line of the file at which something is wrong. */
  readonly refused: readonly { record: string; why: Refused }[];
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

/** The catalogue's entry of a game; null if the game can't be played. */
export async function gameInfo(id: string): Promise<GameInfo | null> {
  return (await tables().games()).find((game) => game.id === id) ?? null;
}

/** `Tables.here`, for callers that are not shown without the engine. */
export function engineHere(): Here {
  const { here } = tables();
  if (!here) throw new Error("this client was built without the engine");
  return here;
}
