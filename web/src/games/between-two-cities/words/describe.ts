// Moves in full, for looking back on a game.

import type { MoveDescription, Names } from "$lib/game/game";
import { offersOf, viewOf } from "$lib/table/state";
import type { TableView } from "$wire/protocol";
import { m } from "../../../paraglide/messages.js";
import {
  moveOf,
  placementKey,
  samePlacement,
  type Placement,
  type Offers,
  type View,
  type Worth,
} from "../types";
import { frameAt, latestTurn } from "../latest-turn";
import { cellKey, cellsAt, placesIn, spotOf } from "../pieces";
import { reasonsInWords } from "./reasons";
import { changes, cityName, moveWords, pieceNames, signed, typeName } from "./words";

/** Describes a move and its immediate effects. */
export function describe(mv: unknown, names: Names, table: TableView): MoveDescription {
  const move = moveOf(mv);
  const offers = offersOf<Offers>(table);
  if (move.kind === "place") {
    const offer = offers.place.find((one) => samePlacement(one, move));
    const why = (offer && reasonsInWords(offer)) || m.btc_hint_later();
    return {
      what: moveWords(move, names, table),
      where: placeWords(move, table),
      why,
      // Its spot is there while its tile is selected, the tile once it is laid down, the cells always; on a phone the other city
      // is only a tab.
      shows: [
        `[data-drop="${placementKey(move)}"]`,
        `[data-laid="${placementKey(move)}"]`,
        ...cellsAt(move.piece, move.spot).map((cell) => `[data-cell="${move.city} ${cellKey(cell)}"]`),
        `[data-tab="${move.city}"]:not([aria-pressed="true"])`,
      ],
    };
  }
  const pair = offers.choose.find(
    ({ pieces }) => [...pieces].sort().join() === [...move.pieces].sort().join(),
  );
  const { hand } = viewOf<View>(table);
  const places = placesIn(hand ?? [], move.pieces);
  return {
    what: pieceNames(move.pieces),
    where: "",
    why: pairReason(pair?.worth ?? { total: 0 }),
    shows: places.map((place) => `[data-place="${place}"]`),
  };
}

/** The points of two tiles at their best spots, by type: "Parks +6, Shops +2". */
export function pairReason(worth: Worth): string {
  const words = changes(worth).map(({ building, points }) => `${typeName(building)} ${signed(points)}`);
  return words.join(", ") || m.btc_hint_later();
}

/** "column 2, row 3", as the board counts them. */
function placeWords(move: Placement, table: TableView): string {
  const { left, top } = frameAt(viewOf<View>(table), move.city, latestTurn(table.log));
  const { x, y } = spotOf(move.spot);
  return m.btc_at({ column: x - left + 1, row: y - top + 1 });
}

/** How many cities there are. */
export function sharedCount(table: TableView): number {
  return viewOf<View>(table).cities.length;
}

/** "the city with Ada". */
export function shared(city: number, names: Names, table: TableView): string {
  return cityName(viewOf<View>(table), city, names);
}
