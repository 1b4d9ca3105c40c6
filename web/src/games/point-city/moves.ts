// Moves of this game, as they are on the wire.

import type { Move } from "$wire/point-city";

export type { Move };

/** A move that the protocol knows only as JSON, under this game's type. */
export function moveOf(mv: unknown): Move {
  return mv as Move;
}

/** The cells of the market that a move takes or turns. */
export function cellsOf(move: Move): string[] {
  if (move.kind === "take") return move.cells;
  return move.kind === "flip" ? [move.cell] : [];
}
