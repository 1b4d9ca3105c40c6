import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from "idb";
import type { GameResult } from "$wire/protocol";
import type { Analysed, Card, Commit, Player, Stored } from "$wire/engine";
import { inTime } from "../in-time";
import { MemoryTables, type Memory } from "./memory";

/** A table of this browser, without its journal. */
export interface LocalTable extends Card {
  code: string;
  /** The people who play on this device. */
  people: Player[];
  /** How many entries its journal has. */
  length: number;
  /** When it was last changed, in milliseconds since 1970. */
  touched: number;
  /** The code under which a server shows it, if it was handed over. */
  shown_as?: string;
}

interface Schema extends DBSchema {
  tables: { key: string; value: LocalTable };
  /** The texts of journals, by code and number (from 1). */
  entries: { key: [string, number]; value: string };
  /** Where the points of games went, by the keys that the engine gives them. */
  analyses: { key: string; value: KeptAnalysis; indexes: { at: number; code: string } };
  /** Analyses that were left before they were complete, by the same keys. */
  unfinished: { key: string; value: UnfinishedAnalysis; indexes: { at: number; code: string } };
}

/** Of which game something is kept, and since when. */
interface Kept {
  /** The code of the table. */
  code: string;
  /** In milliseconds since 1970. */
  at: number;
}

/** An analysis that is complete. */
interface KeptAnalysis extends Kept {
  analysed: Analysed;
}

/** An analysis that can be gone on with. */
interface UnfinishedAnalysis extends Kept {
  /** The address of the engine that had begun it, which names its version: no other one understands its memory. */
  engine: string;
  /** The engine's memory. */
  memory: ArrayBuffer;
}

/** How many analyses are kept, about 50 KB each. */
const MOST_ANALYSES = 400;

/** How many are kept that are not complete, up to 5 MB each. */
const MOST_UNFINISHED = 4;

/** The journal has grown meanwhile: another tab with the same table. */
export class Conflict extends Error {
  override name = "Conflict";
}

const entriesOf = (code: string): IDBKeyRange => IDBKeyRange.bound([code, 0], [code, Infinity]);

/** Transactions complete only once their data is on the disk. */
const DURABLE: IDBTransactionOptions = { durability: "strict" };

/** How long the database is waited for, in milliseconds: some browsers never answer, and slow ones take seconds. */
const OPEN_TIMEOUT = 10_000;

/**
 * The tables that are stored in this browser: an append-only journal for each, and a card for lists. Some browsers store nothing for
 * a page, or have no room left; then a table is in the memory.
 */
export class LocalStore {
  static #opened: Promise<LocalStore> | null = null;
  static readonly #memory = new MemoryTables();
  /** Whether the browser stores nothing. */
  static #stores = true;

  private constructor(
    /** Null if the browser stores nothing. */
    private readonly db: IDBPDatabase<Schema> | null,
  ) {}

  /** The store of this page or worker. */
  static open(): Promise<LocalStore> {
    LocalStore.#opened ??= LocalStore.#open();
    return LocalStore.#opened;
  }

  static async #open(): Promise<LocalStore> {
    if (!LocalStore.#stores) return new LocalStore(null);
    try {
      return new LocalStore(await openedInTime());
    } catch {
      LocalStore.#stores = false;
      return new LocalStore(null);
    }
  }

  /** The tables that are stored nowhere, for a worker that begins; null if all are stored. */
  static get memory(): Memory | null {
    const memory = { only: !LocalStore.#stores, tables: LocalStore.#memory.all };
    return memory.only || memory.tables.length > 0 ? memory : null;
  }

  /** Takes over the memory of another page or worker, and tells of later changes. */
  static takeOver({ only, tables }: Memory): void {
    if (only && LocalStore.#stores) {
      LocalStore.#stores = false;
      LocalStore.#opened = null;
    }
    for (const table of tables) LocalStore.#memory.put(table);
  }

  /** `told` is called with each table that is changed in the memory. */
  static onchange(told: MemoryTables["onchange"]): void {
    LocalStore.#memory.onchange = told;
  }

  /** Uses a database that was opened after all, for all but the tables that are in the memory by now. */
  static openedLate(db: IDBPDatabase<Schema>): void {
    LocalStore.#stores = true;
    LocalStore.#opened = Promise.resolve(new LocalStore(db));
  }

  /** Forgets the database, which was closed: the next call opens it again. */
  static closed(): void {
    LocalStore.#opened = null;
  }

  /** All tables, the latest changed first. */
  async list(): Promise<LocalTable[]> {
    const memory = LocalStore.#memory.all.map(({ table }) => table);
    const stored = (await this.db?.getAll("tables")) ?? [];
    const all = [...memory, ...stored.filter(({ code }) => !LocalStore.#memory.get(code))];
    return all.sort((a, b) => b.touched - a.touched);
  }

  async table(code: string): Promise<LocalTable | undefined> {
    return LocalStore.#memory.get(code)?.table ?? (await this.db?.get("tables", code));
  }

  /** The texts of a table's entries. */
  async journal(code: string): Promise<string[]> {
    const { journal } = LocalStore.#memory.get(code) ?? {};
    return journal ? [...journal] : ((await this.db?.getAll("entries", entriesOf(code))) ?? []);
  }

  /** Stores a new table. Throws a `Conflict` if there is one with its code. */
  async create(table: Stored, people: Player[], now: number): Promise<void> {
    if (LocalStore.#memory.get(table.code)) throw new Conflict(table.code);
    const stored = await this.#written(async (tables, entries) => {
      if (await tables.get(table.code)) throw new Conflict(table.code);
      await add(tables, entries, table, people, now);
    });
    if (!stored) LocalStore.#memory.create(table, people, now);
  }

  /** Adds to a journal, all of it or nothing. Throws a `Conflict` if the journal is not as long as expected. */
  async append(code: string, commit: Commit, now: number): Promise<void> {
    const { after, entries: texts, card, opens } = commit;
    const inMemory = LocalStore.#memory.get(code);
    const stored =
      !inMemory &&
      (await this.#written(async (tables, entries) => {
        const before = await tables.get(code);
        if (before?.length !== after) throw new Conflict(code);
        const length = after + texts.length;
        await tables.put({ ...before, ...card, length, touched: now });
        await Promise.all(texts.map((text, at) => entries.add(text, [code, after + at + 1])));
        if (opens) await add(tables, entries, opens, before.people, now);
      }));
    if (stored) return;
    const table = await this.table(code);
    if (table?.length !== after) throw new Conflict(code);
    LocalStore.#memory.append({ table, journal: await this.journal(code) }, commit, now);
  }

  /** Notes under which code a server shows a table; nothing else of it changes. */
  async noteShown(code: string, there: string): Promise<void> {
    await this.#note(code, { shown_as: there });
  }

  /** Notes how a game ended that an earlier version of the app stored. */
  async noteResult(code: string, result: GameResult): Promise<void> {
    await this.#note(code, { result });
  }

  async #note(code: string, known: Partial<LocalTable>): Promise<void> {
    LocalStore.#memory.note(code, known);
    await this.#write(async (tables) => {
      const table = await tables.get(code);
      if (table) await tables.put({ ...table, ...known });
    });
  }

  /** Removes a table, and what was found out about it. */
  async remove(code: string): Promise<void> {
    LocalStore.#memory.remove(code);
    if (!this.db) return;
    await this.#write(async (tables, entries) => {
      await tables.delete(code);
      await entries.delete(entriesOf(code));
    });
    for (const name of ["analyses", "unfinished"] as const)
      for (const key of await this.db.getAllKeysFromIndex(name, "code", code))
        await this.db.delete(name, key);
  }

  async analysis(key: string): Promise<Analysed | undefined> {
    return (await this.db?.get("analyses", key))?.analysed;
  }

  /** Keeps a complete analysis of the game at a table; beyond the number that is kept, the oldest one goes. */
  async keepAnalysis(code: string, analysed: Analysed, at: number): Promise<void> {
    await this.#keep("analyses", analysed.key, { code, analysed, at }, MOST_ANALYSES);
    await this.db?.delete("unfinished", analysed.key);
  }

  /** The memory in which this engine had begun an analysis. */
  async unfinished(key: string, engine: string): Promise<ArrayBuffer | undefined> {
    const found = await this.db?.get("unfinished", key);
    return found?.engine === engine ? found.memory : undefined;
  }

  /** Keeps an analysis that is not complete; beyond the number that is kept, the oldest one goes. */
  async keepUnfinished(key: string, unfinished: UnfinishedAnalysis): Promise<void> {
    await this.#keep("unfinished", key, unfinished, MOST_UNFINISHED);
  }

  async #keep<N extends "analyses" | "unfinished">(
    name: N,
    key: string,
    value: Schema[N]["value"],
    most: number,
  ): Promise<void> {
    if (!this.db) return;
    const transaction = this.db.transaction(name, "readwrite");
    await transaction.store.put(value, key);
    const surplus = (await transaction.store.count()) - most;
    const oldest = surplus > 0 ? await transaction.store.index("at").getAllKeys(null, surplus) : [];
    for (const old of oldest) await transaction.store.delete(old);
    await transaction.done;
  }

  /** Writes, unless the browser stores nothing or has no room left. Returns whether it is stored. */
  async #written(work: (tables: Tables, entries: Entries) => Promise<void>): Promise<boolean> {
    if (!this.db) return false;
    try {
      await this.#write(work);
      return true;
    } catch (error) {
      if (error instanceof Conflict) throw error;
      return false;
    }
  }

  async #write(work: (tables: Tables, entries: Entries) => Promise<void>): Promise<void> {
    if (!this.db) return;
    const names: Names = ["tables", "entries"];
    const transaction = this.db.transaction(names, "readwrite", DURABLE);
    try {
      await work(transaction.objectStore("tables"), transaction.objectStore("entries"));
    } catch (error) {
      transaction.done.catch(() => undefined);
      try {
        transaction.abort();
      } catch {
        // It was aborted already.
      }
      throw error;
    }
    await transaction.done;
  }
}

/** Opens the database. Rejects if the browser does not let pages store anything. */
async function openedInTime(): Promise<IDBPDatabase<Schema>> {
  const opening = openDB<Schema>("townhall", 3, {
    upgrade(db, before, _now, transaction) {
      if (before < 1) {
        db.createObjectStore("tables", { keyPath: "code" });
        db.createObjectStore("entries");
      }
      if (before < 2) db.createObjectStore("analyses").createIndex("at", "at");
      if (before < 3) {
        transaction.objectStore("analyses").createIndex("code", "code");
        const unfinished = db.createObjectStore("unfinished");
        unfinished.createIndex("at", "at");
        unfinished.createIndex("code", "code");
      }
    },
    // A newer version of the app wants to change the store.
    blocking: (_old, _new, event) => {
      (event.target as IDBDatabase).close();
      LocalStore.closed();
    },
    terminated: () => LocalStore.closed(),
  });
  try {
    return await inTime(opening, OPEN_TIMEOUT, "the database was not opened in time");
  } catch (error) {
    void opening.then(
      (db) => LocalStore.openedLate(db),
      () => undefined,
    );
    throw error;
  }
}

type Names = ("tables" | "entries")[];
type Tables = IDBPObjectStore<Schema, Names, "tables", "readwrite">;
type Entries = IDBPObjectStore<Schema, Names, "entries", "readwrite">;

async function add(
  tables: Tables,
  entries: Entries,
  { code, card, entries: texts }: Stored,
  people: Player[],
  now: number,
): Promise<void> {
  await tables.add({ ...card, code, people, length: texts.length, touched: now });
  await Promise.all(texts.map((text, at) => entries.add(text, [code, at + 1])));
}
