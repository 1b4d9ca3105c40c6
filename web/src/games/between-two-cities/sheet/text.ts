// Cities as they stand in the link of a score sheet.
import type { Sheet } from "$wire/between-two-cities";

/** A city without a tile: 16 cells. */
export const EMPTY = ".".repeat(16);

/** The cities of a link: 16 letters each, with `-` between them. An invalid city is read as an empty one. */
export function citiesOf(body: string): string[] {
  if (body === "") return [];
  return body.split("-").map((letters) => (/^[.SFOPHdemb]{16}$/.test(letters) ? letters : EMPTY));
}

/** Cities as text; empty ones at the end are left out. */
export function textOf(cities: readonly string[]): string {
  const last = cities.findLastIndex((letters) => letters !== EMPTY);
  return cities.slice(0, last + 1).join("-");
}

/** The request to the engine about a table of these cities. */
export function sheetOf(variant: string, players: number, cities: readonly string[]): Sheet {
  return { variant, players, cities: cities.map((letters) => (letters.match(/.{4}/g) ?? []).join("/")) };
}
