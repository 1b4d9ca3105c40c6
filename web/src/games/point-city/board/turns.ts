// Turns, read from the log.

import { gameEvents } from "$lib/table/state";
import type { LogEntry } from "$wire/protocol";
import type { GameEvent } from "../types";

/** The actions of a seat in a turn, and their results. */
export interface Turn {
  seat: number;
  /** The version of the log entry with which it began. */
  version: number;
  events: GameEvent[];
}

/** The turns of a log, the oldest first. Moves that were taken back are left out. */
export function turnsOf(log: readonly LogEntry[]): Turn[] {
  const undone = new Set(log.flatMap((entry) => (entry.type === "undone" ? [entry.undoes] : [])));
  const turns: Turn[] = [];
  for (const { version, event } of gameEvents<GameEvent>(log)) {
    if (undone.has(version)) continue;
    const turn = turns.at(-1);
    if (event.seat === undefined) turn?.events.push(event);
    else if (turn && turn.seat === event.seat && !isOver(turn)) turn.events.push(event);
    else turns.push({ seat: event.seat, version, events: [event] });
  }
  return turns;
}

/** Whether a seat has had its turn: a card that was turned over comes first, a gap that was filled comes last. */
function isOver({ events }: Turn): boolean {
  const last = events.at(-1);
  return (
    last?.seat === undefined && events.some(({ event, seat }) => seat !== undefined && event !== "flipped")
  );
}

/** The turns of the others since the viewer's latest; for a spectator, the latest turn of every player. */
export function sinceOwn(turns: readonly Turn[], me: number | null, seats: number): Turn[] {
  if (me === null) return turns.slice(-seats);
  return turns.slice(turns.findLastIndex(({ seat }) => seat === me) + 1);
}

/** The cells from which cards were taken, or where one was turned over. */
export function cellsIn({ events }: Turn): string[] {
  return events.flatMap((event) =>
    event.event === "took" || event.event === "built" || event.event === "flipped" ? [event.cell] : [],
  );
}
