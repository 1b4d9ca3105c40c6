// What the server's crate of the game sends: its view, offers, events and outcome.
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
