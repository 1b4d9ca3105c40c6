import type { LogEntry } from "./protocol";

/** The game's own events in a log, under the game's type for them, each with the version of its entry. */
export function gameEvents<Event>(log: readonly LogEntry[]): { version: number; event: Event }[] {
  return log.flatMap((entry) =>
    entry.type === "game" ? [{ version: entry.version, event: entry.event as Event }] : [],
  );
}
