import type { Commit, Player, Stored } from "$wire/engine";
import type { LocalTable } from "./store";

/** A table that is stored nowhere: it lasts until the page is closed. */
export interface MemoryTable {
  table: LocalTable;
  /** The texts of its journal's entries. */
  journal: string[];
}

/** The memory of a page or worker, as it is handed over to another worker. */
export interface Memory {
  /** Whether the browser stores nothing, so that no worker needs to try. */
  only: boolean;
  tables: MemoryTable[];
}

/** Tables of a browser that can't store them. Page and workers have copies, which tell each other of changes. */
export class MemoryTables {
  readonly #tables = new Map<string, MemoryTable>();

  /** Called with each table that was changed here. */
  onchange: (changed: MemoryTable) => void = () => undefined;

  get all(): MemoryTable[] {
    return [...this.#tables.values()];
  }

  get(code: string): MemoryTable | undefined {
    return this.#tables.get(code);
  }

  /** Takes a table over as it is elsewhere. */
  put(table: MemoryTable): void {
    this.#tables.set(table.table.code, table);
  }

  remove(code: string): void {
    this.#tables.delete(code);
  }

  create({ code, card, entries }: Stored, people: Player[], now: number): void {
    this.#change({
      table: { ...card, code, people, length: entries.length, touched: now },
      journal: entries,
    });
  }

  append({ table, journal }: MemoryTable, { entries, card, opens }: Commit, now: number): void {
    const length = journal.length + entries.length;
    this.#change({ table: { ...table, ...card, length, touched: now }, journal: [...journal, ...entries] });
    if (opens) this.create(opens, table.people, now);
  }

  /** Changes what is known about a table, beside its journal. */
  note(code: string, known: Partial<LocalTable>): void {
    const before = this.#tables.get(code);
    if (before) this.#change({ ...before, table: { ...before.table, ...known } });
  }

  #change(changed: MemoryTable): void {
    this.put(changed);
    this.onchange(changed);
  }
}
