// The latest turn, read from the log.

import { gameEvents } from "$lib/log";
import type { LogEntry } from "$lib/protocol";
import type { Placement } from "../moves";
import type { GameEvent } from "../types";

/** A tile that a seat placed. */
export type Placed = Placement & { seat: number };

/** What was placed since tiles were last revealed; nothing if they never were, or the log does not reach back. */
export function latestTurn(log: readonly LogEntry[]): Placed[] {
  const revealed = log.findLastIndex(
    (entry) => entry.type === "game" && (entry.event as GameEvent).event === "revealed",
  );
  if (revealed < 0) return [];
  const turn = log.slice(revealed + 1);
  const undone = new Set(turn.flatMap((entry) => (entry.type === "undone" ? [entry.undoes] : [])));
  return gameEvents<GameEvent>(turn).flatMap(({ version, event }) =>
    event.event === "placed" && !undone.has(version) ? [{ ...event, seat: event.seat ?? 0 }] : [],
  );
}
