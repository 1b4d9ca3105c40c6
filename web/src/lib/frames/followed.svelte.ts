import type { Earlier, Frame, LogEntry, Page, TableView, TalkItem } from "$wire/protocol";
import { TableClock } from "./clock.svelte";
import { patched, resumed } from "./patch";

/** A frame that shows a table or changes what is shown of it. */
export type TableFrame = Extract<Frame, { type: "table" | "update" }>;

/** A line of log or talk. */
export type Line = TalkItem & LogEntry;

/** A table as frames describe it, wherever they come from. */
export class FollowedTable {
  table = $state.raw<TableView | null>(null);
  earlier = $state.raw<Earlier>({ log: 0, talk: 0 });

  readonly #clock = new TableClock();
  /** The kinds of lines (log, talk) of which earlier ones are being loaded. */
  readonly #loading = new Set<keyof Earlier>();

  now(): number {
    return this.#clock.now();
  }

  receive(frame: TableFrame): void {
    if (frame.type === "table") {
      this.#clock.set(frame.now);
      const old = this.table && { table: this.table, earlier: this.earlier };
      ({ table: this.table, earlier: this.earlier } = resumed(old, frame));
    } else {
      this.#clock.adjust(frame.now);
      if (this.table) this.table = patched(this.table, frame);
    }
  }

  /** Loads a page of earlier lines, those before line `before`, if there are any. */
  async loadEarlier(what: keyof Earlier, load: (before: number) => Promise<Page<Line>>): Promise<void> {
    const before = this.earlier[what];
    if (before === 0 || this.#loading.has(what)) return;
    this.#loading.add(what);
    try {
      const { start, lines } = await load(before);
      // The lines are dropped if other lines were received meanwhile.
      if (!this.table || this.earlier[what] !== before) return;
      this.table = { ...this.table, [what]: [...lines, ...this.table[what]] };
      // An empty page: older lines are no longer known.
      this.earlier = { ...this.earlier, [what]: lines.length > 0 ? start : 0 };
    } finally {
      this.#loading.delete(what);
    }
  }
}
