import type { LogEntry, Patch, TableView, TalkItem } from "./protocol";

/** The table after a patch: its keys replace, its log and talk are added to the end. */
export function patched(table: TableView, patch: Patch): TableView {
  const { log, talk, ...rest } = patch;
  return {
    ...table,
    ...rest,
    log: log ? continued(table.log, log) : table.log,
    talk: talk ? continued(table.talk, talk) : table.talk,
  };
}

/**
 * A whole table that came after a reconnect: its log and talk may begin where the old ones ended. A table whose
 * version went back is another one (a restored backup): nothing of the old one is kept.
 */
export function resumed(old: TableView | null, fresh: TableView): TableView {
  if (!old || old.code !== fresh.code || fresh.seq < old.seq) return fresh;
  return { ...fresh, log: continued(old.log, fresh.log), talk: continued(old.talk, fresh.talk) };
}

/** What came later, after what came before; where they overlap, the later telling holds. */
function continued<T extends LogEntry | TalkItem>(before: readonly T[], after: readonly T[]): T[] {
  const from = after[0]?.n ?? Infinity;
  return [...before.filter((entry) => entry.n < from), ...after];
}
