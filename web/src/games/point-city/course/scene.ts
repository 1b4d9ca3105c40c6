// The input of the lessons: the state of the table.
import type { Names } from "$lib/game/game";
import { offersOf, viewOf } from "$lib/table/state";
import type { TableView } from "$wire/protocol";
import { moveOf, type Move, type City, type GameEvent, type Offers, type Takable, type View } from "../types";
import { turnsOf, type Turn } from "../board/turns";
import { building, buildingsAt } from "../cards";

export interface Scene {
  table: TableView;
  names: Names;
  view: View;
  offers: Offers;
  me: number;
  /** The learner's own buildings and tokens. */
  city: City | undefined;
  /** How many turns the learner has left. */
  left: number;
  /** The move that is prepared. */
  draft: Move | null;
  /** All turns that are still in the log. */
  turns: readonly Turn[];
}

export function sceneOf(table: TableView, names: Names, prepared: readonly unknown[]): Scene {
  const view = viewOf<View>(table);
  const offers = offersOf<Offers>(table);
  const move = prepared.length > 0 ? moveOf(prepared[0]) : null;
  const possible = offers.take.length > 0 || offers.draw;
  const me = table.me ?? 0;
  const city = view.cities.find(({ seat }) => seat === me);
  return {
    table,
    names,
    view,
    offers,
    me,
    city,
    left: city?.turns_left ?? 0,
    draft: possible ? move : null,
    turns: turnsOf(table.log),
  };
}

/** Whether the learner may take something. */
export const acts = ({ offers }: Scene): boolean => offers.take.length > 0;

/** Everything that the learner did. */
export const done = ({ turns, me }: Scene): GameEvent[] =>
  turns.filter(({ seat }) => seat === me).flatMap(({ events }) => events);

export const did = (scene: Scene, ...what: GameEvent["event"][]): boolean =>
  done(scene).some(({ event }) => what.includes(event));

/** The gaps that were filled after the learner's latest turn. */
export function refilled({ turns, me }: Scene): string[] {
  const events = turns.findLast(({ seat }) => seat === me)?.events ?? [];
  return events.flatMap((event) => (event.event === "refilled" ? [event.cell] : []));
}

/** The pairs with a building. */
export const buildable = ({ offers, view }: Scene): Takable[] =>
  offers.take.filter(({ cells }) => buildingsAt(view, cells).length > 0);

/** The cells of buildings. */
export const buildingCells = ({ view }: Scene): string[] =>
  view.market.flatMap(({ cell, face }) => (building(face) ? [cell] : []));

/** The cells of the buildings in some pairs. */
export function cellsOfBuildings(scene: Scene, pairs: readonly Takable[]): string[] {
  const buildings = buildingCells(scene);
  return [...new Set(pairs.flatMap(({ cells }) => cells))].filter((cell) => buildings.includes(cell));
}

/** The selector of some cells of the market. */
export const selectorOf = (cells: readonly string[]): string | null =>
  cells.length > 0 ? cells.map((cell) => `[data-cell="${cell}"]`).join() : null;
