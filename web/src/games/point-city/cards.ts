import { CARDS, type Card, type View } from "$wire/point-city";
import { count, type Amounts } from "./resources";

/** The building side of a card. */
export interface Building extends Card {
  id: string;
  /** The number of its base card, 1 to 32; the rotations of one base share it. */
  base: number;
}

/** All cards, in the order of their names. */
export const BUILDINGS: readonly Building[] = Object.entries(CARDS).map(([id, card]) => ({
  ...card,
  id,
  base: Number.parseInt(id, 10),
}));

const buildings = new Map(BUILDINGS.map((building) => [building.id, building]));

/** The building with this id; undefined for a resource card. */
export function building(id: string): Building | undefined {
  return buildings.get(id);
}

/** The buildings in some cells of the market. */
export function buildingsAt({ market }: View, cells: readonly string[]): Building[] {
  const there = market.filter(({ cell }) => cells.includes(cell));
  return there.flatMap(({ face }) => building(face) ?? []);
}

/** The printed cost of some buildings together. */
export const costOf = (some: readonly Building[]): Amounts => count(some.map(({ cost }) => cost).join(""));

/** The permanent resources that some buildings give. */
export const givenBy = (some: readonly Building[]): Amounts =>
  count(some.map(({ produces }) => produces ?? "").join(""));

/** The points printed on some buildings. */
export const printedOn = (some: readonly Building[]): number =>
  some.reduce((sum, { points }) => sum + points, 0);
