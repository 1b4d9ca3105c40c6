import type { GameState, LogEntry, Patch, TableView, TalkItem } from "../protocol";

/** The table after a patch: its keys replace, also within the game, its log and talk are added to the end. */
export function patched(table: TableView, patch: Patch): TableView {
  const { log, talk, game_part, view_part, ...rest } = patch;
  return {
    ...table,
    ...rest,
    game: rest.game ?? regamed(table.game, game_part, view_part),
    log: log ? continued(table.log, log) : table.log,
    talk: talk ? continued(table.talk, talk) : table.talk,
  };
}

/** The game after a patch of its keys, and of those of its view. What did not change stays the same object. */
function regamed(
  game: GameState | null,
  part: Patch["game_part"],
  view: Patch["view_part"],
): GameState | null {
  if (!game || !(part || view)) return game;
  return { ...game, ...part, view: view ? { ...(game.view as object), ...view } : game.view };
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
