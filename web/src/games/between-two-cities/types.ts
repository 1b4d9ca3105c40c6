// The types of the game's own JSON, under the names that this folder uses.

import type { EventKind } from "$wire/between-two-cities";

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
  View,
  Worth,
} from "$wire/between-two-cities";

export type GameEvent = { seat?: number } & EventKind;
