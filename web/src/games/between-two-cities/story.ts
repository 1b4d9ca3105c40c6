// What happened in the latest turn, read from the log.

import type { LogEntry } from "$lib/protocol";
import type { GameEvent } from "./types";

export interface Placed {
  seat: number;
  piece: string;
  city: number;
  spot: string;
}

export interface Served {
  seat: number;
  to_left: string;
  to_right: string;
}

export interface Story {
  /** The number of the log entry of the reveal. */
  since: number;
  placed: Placed[];
  /** What Automas' cards meant for the cities beside them. */
  served: Served[];
}

/** What was placed since tiles were last revealed; null if they never were, or the log does not reach back. */
export function latestTurn(log: readonly LogEntry[]): Story | null {
  const start = log.findLastIndex(
    (entry) => entry.type === "game" && (entry.event as GameEvent).event === "revealed",
  );
  const first = log[start];
  if (!first) return null;
  const story: Story = { since: first.n, placed: [], served: [] };
  for (const entry of log.slice(start + 1)) {
    if (entry.type === "undone") {
      const at = story.placed.findLastIndex(
        (one) => `place ${one.piece} ${one.city} ${one.spot}` === entry.mv,
      );
      if (at >= 0) story.placed.splice(at, 1);
    }
    if (entry.type !== "game") continue;
    const event = entry.event as GameEvent;
    const { seat = 0 } = event;
    if (event.event === "placed") story.placed.push({ ...event, seat });
    if (event.event === "automa-served") story.served.push({ ...event, seat });
  }
  return story;
}
