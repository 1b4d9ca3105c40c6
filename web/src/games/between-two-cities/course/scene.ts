// The input of the lessons: the state of the table.
import { newsSince } from "$lib/table/news";
import type { Names } from "$lib/game/game";
import { gameOf, offersOf, viewOf, gameEvents } from "$lib/table/state";
import type { TableView } from "$wire/protocol";
import {
  moveOf,
  samePlacement,
  type Move,
  type City,
  type GameEvent,
  type Offers,
  type View,
} from "../types";
import { buildingOf, lettersOf, type Building } from "../pieces";

export interface Scene {
  table: TableView;
  names: Names;
  view: View;
  offers: Offers;
  me: number;
  /** The moves that are prepared. */
  drafts: readonly Move[];
  /** The choice that is sealed; null if none is. */
  sealed: Move | null;
}

export function sceneOf(table: TableView, names: Names, prepared: readonly unknown[]): Scene {
  const { my_sealed } = gameOf(table);
  const offers = offersOf<Offers>(table);
  const possible = (move: Move): boolean =>
    move.kind === "choose"
      ? my_sealed === null && offers.choose.length > 0
      : offers.place.some((offer) => samePlacement(offer, move));
  return {
    table,
    names,
    view: viewOf<View>(table),
    offers,
    me: table.me ?? 0,
    drafts: prepared.map(moveOf).filter(possible),
    sealed: my_sealed === null ? null : moveOf(my_sealed),
  };
}

/** Whether the learner is asked to choose tiles. */
export const chooses = ({ offers, sealed }: Scene): boolean => offers.choose.length > 0 && sealed === null;

/** Whether the learner is asked to place tiles. */
export const places = ({ offers }: Scene): boolean => offers.place.length > 0;

/** The tiles that the learner still has to place. */
export function tilesLeft({ view, me, offers }: Scene): string[] {
  if (offers.place.length === 0) return [];
  return view.to_place.find(({ seat }) => seat === me)?.left.map(({ piece }) => piece) ?? [];
}

/** The learner's two cities, the left one first. */
export function ownCities({ view, me }: Scene): { number: number; city: City; partner: number }[] {
  return view.cities
    .map((city, number) => ({ number, city, partner: city.builders.find((seat) => seat !== me) ?? me }))
    .filter(({ city }) => city.builders.includes(me))
    .sort((one, other) => one.city.builders.indexOf(me) - other.city.builders.indexOf(me));
}

/** The lower of the learner's cities; null if they are equal. */
export function lowerCity(scene: Scene): ReturnType<typeof ownCities>[number] | null {
  const [left, right] = ownCities(scene);
  if (!left || !right || left.city.score.total === right.city.score.total) return null;
  return left.city.score.total < right.city.score.total ? left : right;
}

/** The tiles that the learner placed, in all rounds that are still in the log. */
export function placedBy({ table, me }: Scene, since = 0): Extract<GameEvent, { event: "placed" }>[] {
  return gameEvents<GameEvent>(newsSince(table.log, since)).flatMap(({ event }) =>
    event.event === "placed" && event.seat === me ? [event] : [],
  );
}

/** The building types of some tiles. */
export const typesOf = (pieces: readonly string[]): Building[] =>
  pieces.flatMap((piece) => lettersOf(piece).map(buildingOf));

/** The building types in a city. */
export const typesIn = ({ cells, tiles }: City): Building[] =>
  lettersOf((cells?.board ?? tiles ?? "").replace(/[^A-Za-z]/g, "")).map(buildingOf);

/** How many columns or rows a city covers, whichever is more. */
export function extent({ cells }: City): number {
  const rows = (cells?.board ?? "").split("/").map((row) => row.replaceAll(".", " "));
  const wide = Math.max(0, ...rows.map((row) => row.trimEnd().length));
  return Math.max(wide, rows.filter((row) => row.trim() !== "").length);
}
