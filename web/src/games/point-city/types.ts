import type { City, View, Move } from "$wire/point-city";

// The types of the game's own JSON, under the names that this folder uses.

export type {
  City,
  GameEvent,
  MarketCard,
  Missing,
  Offers,
  Outcome,
  SeatResult,
  Side,
  Takable,
  View,
} from "$wire/point-city";

/** Whether the game itself plays this seat. */
export const isCity = (view: View, seat: number): boolean =>
  view.markers !== null && seat !== view.cities[0]?.seat;

/** The viewer's own city; undefined for a spectator. */
export const ownCity = (view: View): City | undefined => view.cities.find(({ seat }) => seat === view.viewer);

// Moves of this game, as they are on the wire.

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
