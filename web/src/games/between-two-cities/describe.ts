// Moves in full, for looking back on a game.

import type { MoveDescription, Names } from "$lib/game";
import { offersOf, viewOf } from "$lib/game-state";
import type { TableView } from "$lib/protocol";
import { moveOf, placementKey, samePlacement } from "./moves";
import { cellsAt, lettersOf } from "./pieces";
import { reasonsInWords } from "./reasons";
import type { Offers, View } from "./types";
import { changes, cityName, moveWords, pieceName, signed, typeName } from "./words";

/** What a move is, and what it changes at once. */
export function describe(mv: unknown, names: Names, table: TableView): MoveDescription {
  const move = moveOf(mv);
  const offers = offersOf<Offers>(table);
  if (move.kind === "place") {
    const offer = offers.place.find((one) => samePlacement(one, move));
    const why = offer ? reasonsInWords(offer) : "";
    return {
      what: moveWords(mv, names, table),
      why,
      // Its spot is there while its tile is selected, the cells always; on a phone the other city is only a tab.
      shows: [
        `[data-drop="${CSS.escape(placementKey(move))}"]`,
        ...cellsAt(move.piece, move.spot).map(({ x, y }) => `[data-cell="${move.city} ${x},${y}"]`),
        `[data-tab="${move.city}"]:not([aria-pressed="true"])`,
      ],
    };
  }
  const pair = offers.choose.find(
    ({ pieces }) => [...pieces].sort().join() === [...move.pieces].sort().join(),
  );
  const why = changes(pair?.worth ?? { total: 0 }).map(
    ({ building, points }) => `${typeName(building)} ${signed(points)}`,
  );
  const tiles = move.pieces.map((piece) =>
    lettersOf(piece).length > 1 ? `(${pieceName(piece)})` : pieceName(piece),
  );
  return { what: tiles.join(", "), why: why.join(", "), shows: [] };
}

/** "the city with Ada". */
export function shared(city: number, names: Names, table: TableView): string {
  return cityName(viewOf<View>(table), city, names);
}
