import { CARDS, type Card } from "$wire/point-city";

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
