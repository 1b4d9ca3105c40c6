import type { Names } from "./game";

/** Everybody's final points in one line, the winners first: "Ada 56  ·  Ben 52". */
export function standingsLine(
  players: readonly { seat: number; points: number }[],
  winners: readonly number[],
  names: Names,
): string {
  const won = (seat: number): number => Number(winners.includes(seat));
  return [...players]
    .sort((a, b) => won(b.seat) - won(a.seat) || b.points - a.points)
    .map(({ seat, points }) => `${names(seat)} ${points}`)
    .join("  ·  ");
}
