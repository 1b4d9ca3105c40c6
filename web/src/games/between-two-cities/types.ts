import type { EventKind, Move } from "$wire/between-two-cities";

// The types of the game's own JSON, under the names that this folder uses.

export type {
  Board,
  Building,
  CityResult,
  CityScore as Score,
  CityView as City,
  Decided,
  Explanation,
  Offers,
  Outcome,
  Placeable,
  Reason,
  ShortEffect,
  View,
  Worth,
} from "$wire/between-two-cities";

export type GameEvent = { seat?: number } & EventKind;

// Moves of this game, as they are on the wire.

export type { Move };

/** Where a tile may go, or went: the identity of a placement. */
export interface Placement {
  piece: string;
  city: number;
  spot: string;
}

/** A move that the protocol knows only as JSON, under this game's type. */
export function moveOf(mv: unknown): Move {
  return mv as Move;
}

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
