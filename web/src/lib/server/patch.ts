import type { GameState, LogEntry, Patch, TableView, TalkItem } from "../protocol";

/** The table after a patch: its keys replace those of the table and the game; log and talk are appended. */
export function patched(table: TableView, patch: Patch): TableView {
  const { log, talk, game_part, view_part, ...rest } = patch;
  return {
    ...table,
    ...rest,
    game: rest.game ?? patchedGame(table.game, game_part, view_part),
    log: log ? continued(table.log, log) : table.log,
    talk: talk ? continued(table.talk, talk) : table.talk,
  };
}

/** The game after a patch of its keys and of those of its view. What did not change stays the same object. */
function patchedGame(
  game: GameState | null,
  part: Patch["game_part"],
  view: Patch["view_part"],
): GameState | null {
  if (!game || !(part || view)) return game;
  return { ...game, ...part, view: view ? { ...(game.view as object), ...view } : game.view };
}

/**
 * The table after a reconnect. The log and talk that were received may begin where the old ones ended. A table whose
 * version is lower than before was restored from a backup: nothing of the old one is kept.
 */
export function resumed(old: TableView | null, fresh: TableView): TableView {
  if (!old || old.code !== fresh.code || fresh.version < old.version) return fresh;
  return { ...fresh, log: continued(old.log, fresh.log), talk: continued(old.talk, fresh.talk) };
}

/** Appends entries. Where versions overlap, the later entries replace the earlier ones. */
function continued<T extends LogEntry | TalkItem>(before: readonly T[], after: readonly T[]): T[] {
  const from = after[0]?.version ?? Infinity;
  return [...before.filter((entry) => entry.version < from), ...after];
}
