import type { View } from "../types";
import type { Turn } from "./latest-turn";

/** A tile that the viewer has to place. */
export interface TrayTile {
  key: string;
  piece: string;
  /** Whose it is; beside Automas one places theirs as well. */
  seat: number;
  /** The city that it is meant for, if that is settled: an Automa's tile. */
  city: number | null;
}

/** What `me` has still to place. Beside Automas the log tells which of the tiles are placed already. */
export function trayOf(view: View, me: number, automas: boolean, latest: Turn | null): TrayTile[] {
  const own = view.choices.at(-1)?.[me] ?? [];
  const turn = `${view.round}.${view.turn}`;
  const tiles = (pieces: readonly string[]) =>
    pieces.map((piece, i) => ({ key: `${turn} ${piece} ${i}`, piece, seat: me, city: null }));

  if (!automas) {
    const open = view.to_place.find(({ seat }) => seat === me)?.tiles ?? [[], []];
    const last = open.find((side) => side.length === 0) && open.flat()[0];
    return tiles(last ? [last] : own);
  }
  const placed = [...(latest?.placed ?? [])];
  const theirs = (latest?.served ?? []).flatMap(({ seat, to_left, to_right }): TrayTile[] => {
    const city = view.cities.findIndex(({ builders }) => builders.includes(seat) && builders.includes(me));
    const piece = view.cities[city]?.builders[0] === seat ? to_left : to_right;
    // Where one's own tile is the same, it makes no difference which of the two was placed.
    const done = placed.findIndex((one) => one.city === city && one.piece === piece);
    if (done >= 0) placed.splice(done, 1);
    return done >= 0 ? [] : [{ key: `${turn} ${piece} automa ${seat}`, piece, seat, city }];
  });
  const rest = [...own];
  for (const { piece } of placed) {
    const at = rest.indexOf(piece);
    if (at >= 0) rest.splice(at, 1);
  }
  return [...tiles(rest), ...theirs];
}
