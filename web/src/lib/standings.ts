/** The players with their names and places, the winners first. Who shares the win has the same place. */
export function ranked(
  players: readonly { seat: number; points: number }[],
  winners: readonly number[],
  names: (seat: number) => string,
): { seat: number; name: string; points: number; place: number }[] {
  const won = (seat: number): number => Number(winners.includes(seat));
  return [...players]
    .sort((a, b) => won(b.seat) - won(a.seat) || b.points - a.points)
    .map(({ seat, points }, i) => ({ seat, name: names(seat), points, place: won(seat) ? 1 : i + 1 }));
}

/** Everybody's final points in one line, the winners first: "Ada 56  ·  Ben 52". */
export function standingsLine(
  players: readonly { seat: number; points: number }[],
  winners: readonly number[],
  names: (seat: number) => string,
): string {
  return ranked(players, winners, names)
    .map(({ name, points }) => `${name} ${points}`)
    .join("  ·  ");
}
