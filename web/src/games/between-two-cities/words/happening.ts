// Events between two moments in words, for looking back on a game.

import type { Happening, MadeMove, Names } from "$lib/game/game";
import { newsSince } from "$lib/table/news";
import { gameEvents, viewOf } from "$lib/table/state";
import type { TableView } from "$wire/protocol";
import { m } from "../../../paraglide/messages.js";
import { buildings } from "../pieces";
import { moveOf, placing, type GameEvent, type View } from "../types";
import { piecesWithArticles, pointsOf, signed, typeName, words } from "./words";

/**
 * The tile that brought most to a city of a seat, else to any city; else the tiles that the seat kept, or its partners: a sealed
 * choice is no event of the log.
 */
export function happening(
  before: TableView,
  after: TableView,
  seat: number,
  names: Names,
  made: readonly MadeMove[],
): Happening | null {
  const [earlier, view] = [viewOf<View>(before), viewOf<View>(after)];
  const placed = gameEvents<GameEvent>(newsSince(after.log, before.version)).flatMap(({ event }) =>
    event.event === "placed" ? [event] : [],
  );
  const own = placed.filter(({ city }) => view.cities[city]?.builders.includes(seat));
  const found = (own.length > 0 ? own : placed).map((event) => ({
    event,
    ...gainOf(event.city, earlier, view),
  }));
  const [most] = found.sort((one, other) => other.points - one.points);
  if (most) {
    const sentence = words(most.event, names, after) ?? "";
    const gain = most.points > 0 ? ` ${typeName(most.building)} ${signed(most.points)}.` : "";
    return { words: sentence + gain, mv: placing(most.event) };
  }
  const isPartner = (by: number): boolean =>
    view.cities.some(({ builders }) => builders.includes(seat) && builders.includes(by));
  const kept = made.flatMap(({ seat: by, mv }) => {
    const move = moveOf(mv);
    return move.kind === "choose" && isPartner(by) ? [{ by, move }] : [];
  });
  const mine = kept.filter(({ by }) => by === seat);
  const told = mine.length > 0 ? mine : kept;
  const [first] = told;
  if (!first) return null;
  const sentences = told.map(({ by, move }) => {
    const tiles = piecesWithArticles(move.pieces);
    return by === names.me ? m.btc_event_you_kept({ tiles }) : m.btc_event_kept({ name: names(by), tiles });
  });
  return { words: sentences.join(" "), mv: first.move };
}

/** The type of building whose points rose most in a city. */
function gainOf(
  city: number,
  earlier: View,
  later: View,
): { building: (typeof buildings)[number]; points: number } {
  const [before, after] = [earlier.cities[city]?.score, later.cities[city]?.score];
  const rises = buildings.map((building) => ({
    building,
    points: before && after ? pointsOf(after, building) - pointsOf(before, building) : 0,
  }));
  return rises.reduce((most, one) => (one.points > most.points ? one : most));
}
