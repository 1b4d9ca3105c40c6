// Moves of this game, and the text that stands for them on the wire.

import type { Action } from "$lib/protocol";

export type Move =
  /** `pay`: the cards that are paid, as in an offer. `tokens`: one for each civic building. */
  | { kind: "take"; cells: [string, string]; pay: string; tokens: string[] }
  | { kind: "flip"; cell: string }
  | { kind: "draw" }
  | { kind: "pass" };

export function moveOf(text: string): Move {
  const [verb, a = "", b = "", ...rest] = text.split(" ");
  const after = (word: string): string[] => rest.filter((_, i) => rest[i - 1] === word);
  switch (verb) {
    case "take":
      return { kind: "take", cells: [a, b], pay: after("pay")[0] ?? "", tokens: after("token") };
    case "flip":
      return { kind: "flip", cell: a };
    case "draw":
      return { kind: "draw" };
    default:
      return { kind: "pass" };
  }
}

export function moveText(move: Move): string {
  switch (move.kind) {
    case "take": {
      const pay = move.pay === "" ? [] : [`pay ${move.pay}`];
      return [`take ${move.cells.join(" ")}`, ...pay, ...move.tokens.map((id) => `token ${id}`)].join(" ");
    }
    case "flip":
      return `flip ${move.cell}`;
    default:
      return move.kind;
  }
}

export function moveAction(move: Move): Action {
  return { type: "move", mv: moveText(move) };
}

/** The cells of the market that a move takes or turns. */
export function cellsOf(move: Move): string[] {
  if (move.kind === "take") return move.cells;
  return move.kind === "flip" ? [move.cell] : [];
}
