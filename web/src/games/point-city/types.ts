// The types of the game's own JSON, under the names that this folder uses.
import type { View } from "$wire/point-city";

export type {
  City,
  GameEvent,
  MarketCard,
  Missing,
  Offers,
  Outcome,
  Refill,
  SeatResult,
  Takable,
  View,
} from "$wire/point-city";

/** Whether the game itself plays this seat. */
export const isCity = (view: View, seat: number): boolean =>
  view.markers !== null && seat !== view.cities[0]?.seat;
