// The steps of the counting at the end, and the points that each adds to each city.
import { building } from "../cards";
import { RESOURCES } from "../resources";
import type { City } from "../types";

/** The points that are printed on buildings, those that only the solo city has, or a token of each city by its place. */
export type Counted = "printed" | "permanents" | "ingenuity" | number;

/** The steps in their order. */
export function stepsOf(cities: readonly City[]): Counted[] {
  const tokens = Math.max(...cities.map(({ held }) => held));
  return [
    "printed",
    ...(cities.some((city) => city.permanent_points > 0) ? ["permanents" as const] : []),
    ...(cities.some((city) => city.ingenuity_points > 0) ? ["ingenuity" as const] : []),
    ...Array.from({ length: tokens }, (_, i) => i),
  ];
}

/** The points that a step adds to a city. */
export function addedTo(city: City, counted: Counted): number {
  if (counted === "printed") return city.printed;
  if (counted === "permanents") return city.permanent_points;
  if (counted === "ingenuity") return city.ingenuity_points;
  if (counted >= city.held) return 0;
  // The solo city's tokens are face down, and all count alike.
  return city.tokens[counted]?.points ?? city.token_points / city.held;
}

/** The buildings that a step counts in a city, each with the number that it shows. */
export function litIn(city: City, counted: Counted): ReadonlyMap<string, number | string> {
  const houses = city.built.flatMap((id) => building(id) ?? []);
  if (counted === "printed") {
    return new Map(houses.flatMap(({ id, points }) => (points > 0 ? [[id, points]] : [])));
  }
  if (counted === "ingenuity") return new Map();
  const looked = counted === "permanents" ? null : (city.tokens[counted]?.counted ?? {});
  const counts = RESOURCES.filter((letter) => looked === null || (looked[letter] ?? 0) > 0);
  return new Map(
    houses.flatMap(({ id, produces }) => (produces && counts.includes(produces) ? [[id, "✓"]] : [])),
  );
}
