// What the server's crate of the game sends: its view, offers, events and outcome.
import type { TableView } from "$lib/protocol";
import type { GameEvent, Offers, Outcome, View } from "$wire/point-city";

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

const NOTHING: Offers = { flip: [], take: [], draw: false, pass: false, tokens: [], missing: [] };

export const viewOf = (table: TableView): View | null => (table.game?.view as View | undefined) ?? null;

export const offersOf = (table: TableView): Offers => (table.game?.offers as Offers | undefined) ?? NOTHING;

export const outcomeOf = (table: TableView): Outcome | null =>
  (table.game?.outcome as Outcome | null | undefined) ?? null;

export const isGameEvent = (event: unknown): event is GameEvent =>
  typeof event === "object" && event !== null && "event" in event;

/** Whether the game itself plays this seat. */
export const isCity = (view: View, seat: number): boolean =>
  view.markers !== null && seat !== view.cities[0]?.seat;
