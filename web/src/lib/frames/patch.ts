import type { Changes, Earlier, Frame, GameState, LogEntry, TableView, TalkItem } from "$wire/protocol";

type Update = Omit<Extract<Frame, { type: "update" }>, "type" | "now">;

/** A table, and how many lines of log and talk there are before those that it has. */
export interface Received {
  readonly table: TableView;
  readonly earlier: Earlier;
}

/** The table after the changes for all viewers and for its own viewer. Unchanged parts stay the same objects. */
export function patched(table: TableView, { version, all = {}, own = {} }: Update): TableView {
  const { log, talk, game: everybodys, ...rest } = all;
  const { game: owns, ...others } = own;
  return {
    ...table,
    ...rest,
    ...others,
    version,
    game: table.game && (everybodys || owns) ? patchedGame(table.game, everybodys, owns) : table.game,
    log: log ? [...table.log, ...log] : table.log,
    talk: talk ? [...table.talk, ...talk] : table.talk,
  };
}

function patchedGame(
  game: GameState,
  { view: open, ...all }: NonNullable<NonNullable<Update["all"]>["game"]> = {},
  { view, offers, ...own }: NonNullable<NonNullable<Update["own"]>["game"]> = {},
): GameState {
  return {
    ...game,
    ...all,
    ...own,
    view: changed(changed(game.view, open), view),
    offers: changed(game.offers, offers),
  };
}

/** A value after changes of some of its keys; the key "" stands for the whole value. */
export function changed(shown: unknown, changes: Changes | undefined): unknown {
  if (!changes) return shown;
  const { "": whole, ...keys } = changes;
  if (whole) return changedPart(shown, whole);
  const parts = { ...(shown as Record<string, unknown>) };
  for (const [key, change] of Object.entries(keys)) parts[key] = changedPart(parts[key], change);
  return parts;
}

function changedPart(part: unknown, change: Changes[string]): unknown {
  if (!Array.isArray(change)) return change.is;
  const list = [...(part as unknown[])];
  for (const [at, removed, added] of change) list.splice(at, removed, ...added);
  return list;
}

/**
 * The table after a reconnect: it may have only the last lines of log and talk, and those that were there before are
 * kept. A table whose version is lower than before was restored from a backup: nothing of the old one is kept. Nor is it
 * when the game begins: chairs become seats then, so that earlier talk has other authors.
 */
export function resumed(old: Received | null, fresh: Received): Received {
  if (!old || old.table.code !== fresh.table.code || fresh.table.version < old.table.version) return fresh;
  if (old.table.status === "lobby" && fresh.table.status !== "lobby") return fresh;
  const log = continued(old.table.log, old.earlier.log, fresh.table.log, fresh.earlier.log);
  const talk = continued(old.table.talk, old.earlier.talk, fresh.table.talk, fresh.earlier.talk);
  return {
    table: { ...fresh.table, log: log.lines, talk: talk.lines },
    earlier: { log: log.start, talk: talk.start },
  };
}

/** Joins old and new lines, which may overlap; if lines are missing between them, only the new ones are kept. */
function continued<T extends LogEntry | TalkItem>(
  before: readonly T[],
  start: number,
  after: readonly T[],
  from: number,
): { start: number; lines: T[] } {
  const gap = from < start || from > start + before.length;
  return gap
    ? { start: from, lines: [...after] }
    : { start, lines: [...before.slice(0, from - start), ...after] };
}
