// The latest turn, read from the log, and how much of a city is shown meanwhile.

import { gameEvents } from "$lib/table/state";
import type { LogEntry } from "$wire/protocol";
import { cellKey, cellsAt, cellsOf, frameOf, spotOf, type Frame } from "./pieces";
import type { GameEvent, Placement, View } from "./types";

/** A tile that a seat placed. */
export type Placed = Placement & { seat: number };

/** The tiles that were placed since tiles were last revealed; none if they never were, or the log does not reach back. */
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

/**
 * The part of a city that the board shows, from which columns and rows are counted: what is built in the latest turn changes it
 * only once all have placed.
 */
export function frameAt(view: View, number: number, placed: readonly Placed[]): Frame {
  const city = view.cities[number];
  const built = city?.cells ? cellsOf(city.cells.board, spotOf(city.cells.corner)) : [];
  const fresh = new Set(
    placed
      .filter((one) => one.city === number)
      .flatMap(({ piece, spot }) => cellsAt(piece, spot).map(cellKey)),
  );
  const before = view.phase === "place" ? built.filter(({ x, y }) => !fresh.has(cellKey({ x, y }))) : built;
  // Each of its builders adds a tile.
  const more = new Set(city?.builders).size * (view.kind === "duplexes" ? 2 : 1);
  return frameOf(before, more);
}
