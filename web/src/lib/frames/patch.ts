import type { Changes, Earlier, Frame, GameState, LogEntry, TableView, TalkItem } from "$wire/protocol";

type Update = Omit<Extract<Frame, { type: "update" }>, "type">;

/** A table, and how many lines of log and talk there are before those that it has. */
export interface Received {
  readonly table: TableView;
  readonly earlier: Earlier;
}

/** The table after the changes for all viewers and for its own viewer. Unchanged parts stay the same objects. */
export function patched(
  table: TableView,
  { now, version, events = [], all = {}, own = {} }: Update,
): TableView {
  const { log = [], talk, game: everybodys, ...rest } = all;
  const { game: owns, ...others } = own;
  const lines = events.map((event): LogEntry => ({ version, at: now, type: "game", event }));
  return {
    ...table,
    ...rest,
    ...others,
    version,
    game: table.game && (everybodys || owns) ? patchedGame(table.game, everybodys, owns) : table.game,
    log: lines.length + log.length > 0 ? [...table.log, ...lines, ...log] : table.log,
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

/** One step of an edit of a list: at which index how many elements are replaced by which. */
type Step = [at: number, removed: number, added: unknown[]];

/** A value after changes of some of its keys; the key "" stands for the whole value, which then is a list. */
export function changed(shown: unknown, changes: Changes | undefined): unknown {
  if (!changes) return shown;
  const { "": steps, ...keys } = changes;
  if (steps) return edited(shown, steps as Step[], (_, added) => added);
  const parts = { ...(shown as Record<string, unknown>) };
  for (const [key, change] of Object.entries(keys)) parts[key] = changedPart(parts[key], change);
  return parts;
}

function changedPart(part: unknown, change: unknown): unknown {
  if (typeof change !== "object" || change === null) return change;
  if ("" in change) return edited(part, change[""] as Step[], (_, added) => added);
  if (!("+" in change)) return change;
  const merged = (base: unknown, more: unknown): unknown => changed(base, more as Changes);
  return Array.isArray(change["+"]) ? edited(part, change["+"] as Step[], merged) : merged(part, change["+"]);
}

/** A list after edits. An added element is read beside the one that it replaces, or else beside the one before it. */
function edited(
  list: unknown,
  steps: readonly Step[],
  read: (base: unknown, added: unknown) => unknown,
): unknown[] {
  const now = [...(list as unknown[])];
  for (const [at, removed, added] of steps) {
    const replaced = now.splice(at, removed);
    const rest = now.splice(at);
    for (const [nth, one] of added.entries())
      now.push(read(nth < replaced.length ? replaced[nth] : now.at(-1), one));
    now.push(...rest);
  }
  return now;
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
