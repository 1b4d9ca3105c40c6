import type { BoardModel } from "./model/board.svelte";

/** The points of a seat if the game ended now. */
export interface Standing {
  seat: number;
  points: number;
}

/** Whether both of a player's cities count, not only the lower one. */
export const bothCount = (model: BoardModel): boolean => model.view.variant === "two-player";

/** How the seats stand now, the best first, with the Automas, because they can win. */
export function standings(model: BoardModel): Standing[] {
  const points = (seat: number): number => {
    const own = model.view.cities.filter(({ builders }) => builders.includes(seat));
    const totals = own.map(({ score }) => score.total);
    return bothCount(model) ? totals.reduce((a, b) => a + b, 0) : Math.min(...totals);
  };
  return Array.from({ length: model.view.seats }, (_, seat) => seat)
    .map((seat) => ({ seat, points: points(seat) }))
    .sort((one, other) => other.points - one.points);
}
