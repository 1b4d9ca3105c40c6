// Events between two moments in words, for looking back on a game.

import type { Happening, Names } from "$lib/game/game";
import { newsSince } from "$lib/table/news";
import { gameEvents } from "$lib/table/state";
import type { TableView } from "$wire/protocol";
import type { GameEvent, Move } from "../types";
import { eventWords } from "./words";

/** Returns what a seat took and built, else what the others did. */
export function happening(before: TableView, after: TableView, seat: number, names: Names): Happening | null {
  const all = gameEvents<GameEvent>(newsSince(after.log, before.version)).map(({ event }) => event);
  const own = all.filter((event) => event.seat === seat);
  const events = own.length > 0 ? own : all;
  const mv = moveIn(events);
  // The picture of the purchase also shows the payment.
  const told = events.filter(({ event }) => event !== "paid");
  const words = told.flatMap((event) => eventWords(event, names) ?? []).join(" ");
  return mv && words ? { words, mv } : null;
}

/** The move from which events follow; null if none does. */
function moveIn(events: readonly GameEvent[]): Move | null {
  if (events.some(({ event }) => event === "drew")) return { kind: "draw" };
  const cells = events.flatMap((event) =>
    event.event === "took" || event.event === "built" ? [event.cell] : [],
  );
  const tokens = events.flatMap((event) => (event.event === "took-token" ? [event.token] : []));
  const [a, b] = cells;
  if (a !== undefined && b !== undefined) return { kind: "take", cells: [a, b], pay: {}, tokens };
  const flipped = events.flatMap((event) => (event.event === "flipped" ? [event.cell] : []))[0];
  return flipped === undefined ? null : { kind: "flip", cell: flipped };
}
