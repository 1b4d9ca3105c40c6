import { cellsAt } from "../../pieces";
import type { GameModel } from "./game.svelte";
import { gameEvents } from "$lib/table/state";
import type { LogEntry } from "$wire/protocol";
import type { Placement, GameEvent } from "../../types";

/** A cell that was built in the latest turn: by whom, and their colour. */
export interface Fresh {
  seat: number;
  colour: string;
}

/** The tiles that were placed since tiles were last revealed. */
export class LatestTurn {
  readonly #game: GameModel;

  constructor(game: GameModel) {
    this.#game = game;
  }

  readonly placed = $derived.by(() => latestTurn(this.#game.table.log));

  /** The cells of a city that were built in the latest turn, by `x,y`. */
  freshIn(city: number): Map<string, Fresh> {
    const cells = new Map<string, Fresh>();
    for (const one of this.placed) {
      if (one.city !== city) continue;
      const colour = this.#game.colours[one.seat] ?? "var(--accent)";
      for (const { x, y } of cellsAt(one.piece, one.spot)) cells.set(`${x},${y}`, { seat: one.seat, colour });
    }
    return cells;
  }
}

// The latest turn, read from the log.

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
