import { latestTurn } from "../../latest-turn";
import { cellKey, cellsAt } from "../../pieces";
import type { GameModel } from "./game.svelte";

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
      for (const { x, y } of cellsAt(one.piece, one.spot))
        cells.set(cellKey({ x, y }), { seat: one.seat, colour });
    }
    return cells;
  }
}
