// Moves in full, for looking back on a game.

import type { MoveDescription, Names } from "$lib/game/game";
import { offersOf, viewOf } from "$lib/table/state";
import type { TableView } from "$wire/protocol";
import { m } from "../../../paraglide/messages.js";
import { moveOf, placementKey, samePlacement, type Placement, type Offers, type View } from "../types";
import { cellsAt, cellsOf, lettersOf, spotOf, squareOf } from "../pieces";
import { reasonsInWords } from "./reasons";
import { changes, cityName, moveWords, pieceName, signed, typeName } from "./words";

/** Describes a move and its immediate effects. */
export function describe(mv: unknown, names: Names, table: TableView): MoveDescription {
  const move = moveOf(mv);
  const offers = offersOf<Offers>(table);
  if (move.kind === "place") {
    const offer = offers.place.find((one) => samePlacement(one, move));
    const why = offer ? reasonsInWords(offer) : "";
    return {
      what: placementWords(move, names, table),
      why,
      // Its spot is there while its tile is selected, the cells always; on a phone the other city is only a tab.
      shows: [
        `[data-drop="${placementKey(move)}"]`,
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

/** "a park in the city with Ada, column 2, row 3": of the square of four by four that the city is to fill. */
function placementWords(move: Placement, names: Names, table: TableView): string {
  const city = viewOf<View>(table).cities[move.city]?.cells;
  const built = city ? cellsOf(city.board, spotOf(city.corner)) : [];
  const { left, top } = squareOf([...built, ...cellsAt(move.piece, move.spot)]);
  const { x, y } = spotOf(move.spot);
  return m.btc_move_place_at({
    move: moveWords(move, names, table),
    column: x - left + 1,
    row: y - top + 1,
  });
}

/** "the city with Ada". */
export function shared(city: number, names: Names, table: TableView): string {
  return cityName(viewOf<View>(table), city, names);
}
