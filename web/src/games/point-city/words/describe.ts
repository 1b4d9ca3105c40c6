// Moves in full, for looking back on a game.

import type { MoveDescription, Names } from "$lib/game/game";
import { offersOf, viewOf } from "$lib/table/state";
import type { TableView } from "$wire/protocol";
import { listed } from "$lib/game/words";
import { m } from "../../../paraglide/messages.js";
import { building, buildingsAt, givenBy, printedOn } from "../cards";
import { cellsOf, moveOf, ownCity, type Move, type Offers, type Takable, type View } from "../types";
import { buildingName, tokenWords } from "./names";
import { amountsWords, entries, kindWords, symbolOf } from "../resources";
import { cardsWords, moveWords } from "./words";

/** Describes a move and its immediate gains. */
export function describe(mv: unknown, _names: Names, table: TableView): MoveDescription {
  const move = moveOf(mv);
  const [view, offers] = [viewOf<View>(table), offersOf<Offers>(table)];
  const cells = cellsOf(move);
  const shows =
    move.kind === "draw" ? ['[data-mark="deck"]'] : cells.map((cell) => `[data-mark="cell ${cell}"]`);
  const why = reasonFor(move, view, offers);
  if (move.kind === "flip") {
    const what = m.pc_move_flip_card({ what: faceWords(faceAt(view, move.cell) ?? "") });
    const where = m.pc_in_cell({ column: columnOf(move.cell), row: rowOf(move.cell) });
    return { what, where, why, shows };
  }
  if (move.kind !== "take") return { what: moveWords(move), where: "", why, shows };
  const names = namesOf(view, cells);
  const alike = offers.take.filter((one) => namesOf(view, one.cells) === names).length > 1;
  const tokens = (move.tokens ?? []).map(tokenWords);
  const taken = [names, ...tokens].join(" + ");
  const pair = pairOf(cells, offers);
  // Where there are several ways to pay, the way is part of the decision.
  const chosen = pair && pair.payments.length > 1 && move.pay;
  const what = chosen ? m.pc_paid_with({ what: taken, cards: cardsWords(move.pay ?? {}) }) : taken;
  return { what, where: alike ? placeWords(cells) : "", why, shows };
}

/** The names of cards of the market, in the order of their cells. */
const namesOf = (view: View, cells: readonly string[]): string =>
  cells
    .flatMap((cell) => faceAt(view, cell) ?? [])
    .map(faceWords)
    .sort()
    .join(" + ");

const faceAt = ({ market }: View, at: string): string | undefined =>
  market.find(({ cell }) => cell === at)?.face;

const pairOf = (cells: readonly string[], { take }: Offers): Takable | undefined =>
  take.find((one) => one.cells.every((cell) => cells.includes(cell)));

/** The column and the row of a cell, from 1: the board shows no letters. */
const columnOf = (cell: string): number => cell.charCodeAt(0) - "a".charCodeAt(0) + 1;
const rowOf = (cell: string): number => Number(cell.slice(1));

/** Where two cards lie, for pairs of the same names. */
function placeWords(cells: readonly string[]): string {
  const [columns, rows] = [cells.map(columnOf).sort(), cells.map(rowOf).sort()];
  const [column = 0, right = 0] = columns;
  const [row = 0, below = 0] = rows;
  return row === below
    ? m.pc_in_row({ row, from: column, to: right })
    : m.pc_in_column({ column, from: row, to: below });
}

/** The purpose of a move of the viewer, in a few words. */
export function reasonFor(move: Move, view: View, offers: Offers): string {
  if (move.kind === "draw") return m.pc_why_draw();
  if (move.kind === "flip") return m.pc_why_flip();
  if (move.kind === "pass") return "";
  const pair = pairOf(move.cells, offers);
  return (pair && gainWords(pair, view)) || useWords(move.cells, view, offers);
}

/**
 * The purpose of resource cards: the building that they help to pay for. Buildings that can then be paid come first, then those
 * with most points.
 */
function useWords(cells: readonly string[], view: View, { missing }: Offers): string {
  const taken = cells.flatMap((cell) => {
    const face = faceAt(view, cell);
    return face === undefined || building(face) ? [] : [symbolOf(face)];
  });
  const of = (letter: string): number =>
    taken.reduce((sum, { symbol, times }) => sum + (symbol === letter ? times : 0), 0);
  const ingenuity = ownCity(view)?.cards["*"] ?? 0;
  const helped = missing.flatMap(({ cell, lacks }) => {
    const built = building(faceAt(view, cell) ?? "");
    const before = entries(lacks).reduce((sum, [, n]) => sum + n, 0) - ingenuity;
    const after =
      entries(lacks).reduce((sum, [letter, n]) => sum + Math.max(0, n - of(letter)), 0) - ingenuity - of("*");
    return built && after < before ? [{ built, after }] : [];
  });
  const [best] = helped.sort(
    (one, other) =>
      Number(one.after > 0) - Number(other.after > 0) ||
      other.built.points - one.built.points ||
      one.after - other.after,
  );
  if (best) {
    const what = buildingName(best.built);
    return best.after > 0 ? m.pc_why_closer({ what }) : m.pc_why_affords({ what });
  }
  return m.pc_why_more();
}

/** The name of a card's face. */
export const faceWords = (face: string): string => {
  const built = building(face);
  return built ? buildingName(built) : kindWords(face);
};

/** The gains of a pair: permanent resources, points, tokens. */
function gainWords({ cells, civics, tokens }: Takable, view: View): string {
  const built = buildingsAt(view, cells);
  const [permanents, printed] = [givenBy(built), printedOn(built)];
  const gains = [
    ...(entries(permanents).length > 0 ? [m.pc_permanents({ what: amountsWords(permanents) })] : []),
    ...(printed > 0 ? [m.pc_plus_points({ n: printed })] : []),
    ...(civics > 0 && tokens ? [m.pc_plus_tokens({ n: civics })] : []),
  ];
  return listed(gains);
}
