// The latest turn, read from the log.

import { gameEvents } from "$lib/log";
import type { LogEntry } from "$lib/protocol";
import { moveOf, samePlacement, type Placement } from "../moves";
import type { GameEvent } from "../types";

/** A tile that a seat placed. */
export type Placed = Placement & { seat: number };

/** Which tiles an Automa's card gives to the cities beside it. */
export interface Served {
  seat: number;
  to_left: string;
  to_right: string;
}

export interface Turn {
  placed: Placed[];
  served: Served[];
}

/** What was placed since tiles were last revealed; null if they never were, or the log does not reach back. */
export function latestTurn(log: readonly LogEntry[]): Turn | null {
  const start = log.findLastIndex(
    (entry) => entry.type === "game" && (entry.event as GameEvent).event === "revealed",
  );
  if (start < 0) return null;
  const turn: Turn = { placed: [], served: [] };
  for (const entry of log.slice(start + 1)) {
    if (entry.type === "undone") {
      const undone = moveOf(entry.mv);
      const at = turn.placed.findLastIndex((one) => undone?.kind === "place" && samePlacement(one, undone));
      if (at >= 0) turn.placed.splice(at, 1);
    }
    for (const { event } of gameEvents<GameEvent>([entry])) {
      const { seat = 0 } = event;
      if (event.event === "placed") turn.placed.push({ ...event, seat });
      if (event.event === "automa-served") turn.served.push({ ...event, seat });
    }
  }
  return turn;
}
