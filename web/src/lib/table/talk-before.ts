import type { TableView } from "$wire/protocol";

/** A message that a person wrote. */
export interface Said {
  name: string;
  text: string;
}

/** How many lines are kept. */
const LINES = 30;

/** The talk before a rematch, by the code of its table: kept for as long as the page is open, and only for its readers there. */
const kept = new Map<string, Said[]>();

/** The latest lines of talk at a table, and at those of which it is the rematch. */
export function saidAt(table: TableView, names: (seat: number) => string): Said[] {
  const said = table.talk.flatMap((item) =>
    item.type === "said" ? [{ name: item.name ?? names(item.seat), text: item.text }] : [],
  );
  return [...saidBefore(table.code), ...said].slice(-LINES);
}

/** Keeps what was said for the table of a rematch. */
export function keepTalk(code: string, said: Said[]): void {
  kept.set(code, said);
}

/** The talk before the game at this table. */
export function saidBefore(code: string): readonly Said[] {
  return kept.get(code) ?? [];
}
