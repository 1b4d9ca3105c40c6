import type { TileLeft } from "$wire/between-two-cities";

/** A tile that the viewer has to place. `city` is where it has to go, if that is settled. */
export interface TrayTile extends TileLeft {
  /** Stays the same until the tile is placed. */
  key: string;
}

/** The tiles that are left to place in a turn, each with a key: of equal tiles the first one keeps its key longest. */
export function trayOf(left: readonly TileLeft[], turn: string): TrayTile[] {
  const counts = new Map<string, number>();
  return left.map((tile) => {
    const kind = `${turn} ${tile.piece} ${tile.seat}`;
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return { ...tile, key: `${kind} ${count}` };
  });
}
