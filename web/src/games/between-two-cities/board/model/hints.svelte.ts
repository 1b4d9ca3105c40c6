import { Hints } from "$lib/game/hints.svelte";
import { moveOf, placementKey, samePlacement, type Move } from "../../types";
import type { BoardModel } from "./board.svelte";

/** How many of a bot's moves are shown. */
const SHOWN = 3;

/** A bot's advice, shown on the board. */
export class BoardHints extends Hints {
  readonly #board: BoardModel;

  constructor(board: BoardModel) {
    super({
      table: () => board.table,
      connection: () => board.connection,
      question: () => {
        if (board.choosing.active) return board.turn;
        if (!board.placing.active) return null;
        return `${board.turn} ${board.placing.tray.map(({ key }) => key).join()}`;
      },
      possible: (mv) => {
        const move = moveOf(mv);
        return move.kind === "choose"
          ? board.offers.choose.some(({ pieces }) => pieces.join() === move.pieces.join())
          : board.offers.place.some((offer) => samePlacement(offer, move));
      },
    });
    this.#board = board;
  }

  /** The moves that are shown, the best first. */
  readonly shown = $derived.by(() =>
    (this.moves ?? []).slice(0, SHOWN).map(({ mv, ...rest }) => ({ ...rest, move: moveOf(mv) })),
  );
  /** The placements among them, as keys. */
  readonly placements = $derived.by(() =>
    this.shown.flatMap(({ move }) => (move.kind === "place" ? [placementKey(move)] : [])),
  );
  /** The places of the hand that make the best pair. */
  readonly handPlaces = $derived.by(() => {
    const best = this.shown[0]?.move;
    return best?.kind === "choose" ? this.#board.choosing.placesOf(best.pieces) : [];
  });

  /** Selects the tile and shows the city of the best move. */
  showBest(): void {
    const best = this.shown[0]?.move;
    const tile = best?.kind === "place" && this.#board.placing.tileFor(best);
    if (!tile) return;
    this.#board.select(tile.key);
    this.#board.shown.turnToCity(best.city);
  }

  /** Picks the tiles or lays the draft that a hint is about. Nothing is sent. */
  follow(move: Move): void {
    if (move.kind === "choose") this.#board.choosing.pickPair(move.pieces);
    else this.#board.layProposed(move);
  }
}
