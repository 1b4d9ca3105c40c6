// Moves in full, for looking back on a game.

import type { MoveDescription, Names } from "$lib/game/game";
import { offersOf, viewOf } from "$lib/table/state";
import type { TableView } from "$wire/protocol";
import { listed } from "$lib/game/words";
import { m } from "../../../paraglide/messages.js";
import { building } from "../cards";
import { cellsOf, moveOf, type Offers, type Takable, type View } from "../types";
import { buildingName, tokenWords } from "./names";
import { amountsWords, entries, kindWords } from "../resources";
import { cardsWords, moveWords } from "./words";

/** Describes a move and its immediate gains. */
export function describe(mv: unknown, _names: Names, table: TableView): MoveDescription {
  const move = moveOf(mv);
  const cells = cellsOf(move);
  const shows = cells.map((cell) => `[data-mark="cell ${cell}"]`);
  if (move.kind !== "take")
    return { what: moveWords(move), why: "", shows: move.kind === "draw" ? ['[data-mark="deck"]'] : shows };
  const { market } = viewOf<View>(table);
  const faces = cells.flatMap((cell) => market.find((card) => card.cell === cell)?.face ?? []);
  const tokens = (move.tokens ?? []).map(tokenWords);
  const taken = `${[...faces.map(faceWords), ...tokens].join(" + ")} (${cells.join(" + ")})`;
  const pair = offersOf<Offers>(table).take.find((one) => one.cells.every((cell) => cells.includes(cell)));
  // Where there are several ways to pay, the way is part of the decision.
  const chosen = pair && pair.payments.length > 1 && move.pay;
  const what = chosen ? m.pc_paid_with({ what: taken, cards: cardsWords(move.pay ?? {}) }) : taken;
  return { what, why: pair ? gainWords(pair) : "", shows };
}

/** The name of a card's face. */
export const faceWords = (face: string): string => {
  const built = building(face);
  return built ? buildingName(built) : kindWords(face);
};

/** The gains of a pair: permanent resources, points, tokens. */
export function gainWords({ permanents, printed, civics, tokens }: Takable): string {
  const gains = [
    ...(entries(permanents).length > 0 ? [m.pc_permanents({ what: amountsWords(permanents) })] : []),
    ...(printed > 0 ? [m.pc_plus_points({ n: printed })] : []),
    ...(civics > 0 && tokens ? [m.pc_plus_tokens({ n: civics })] : []),
  ];
  return listed(gains);
}
