import type { LogEntry } from "./protocol";

/** The game's own events in a log, under the game's type for them, each with the number of its entry. */
export function gameEvents<Event>(log: readonly LogEntry[]): { n: number; event: Event }[] {
  return log.flatMap((entry) => (entry.type === "game" ? [{ n: entry.n, event: entry.event as Event }] : []));
}
