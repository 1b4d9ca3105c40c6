// Moves of this game, and the text that stands for them on the wire.

import type { Action } from "$lib/protocol";

/** Where a tile may go, or went: all that tells one placement from another. */
export interface Placement {
  piece: string;
  city: number;
  spot: string;
}

export type Move = { kind: "choose"; pieces: [string, string] } | ({ kind: "place" } & Placement);

/** A placement as a key, for lists and `data-drop`. */
export function placementKey({ piece, city, spot }: Placement): string {
  return `${piece} ${city} ${spot}`;
}

export function samePlacement(one: Placement, other: Placement): boolean {
  return placementKey(one) === placementKey(other);
}

/** The move that places a tile as offered. */
export function placing({ piece, city, spot }: Placement): Move {
  return { kind: "place", piece, city, spot };
}

export function moveOf(text: string): Move | null {
  const [verb, first, second, third] = text.split(" ");
  if (verb === "choose" && first && second) return { kind: "choose", pieces: [first, second] };
  if (verb === "place" && first && second && third) {
    return { kind: "place", piece: first, city: Number(second), spot: third };
  }
  return null;
}

export function moveText(move: Move): string {
  return move.kind === "choose"
    ? `choose ${move.pieces.join(" ")}`
    : `place ${move.piece} ${move.city} ${move.spot}`;
}

export function moveAction(move: Move): Action {
  return { type: "move", mv: moveText(move) };
}
