import type { Building } from "../pieces";
import type { CityResult } from "../types";
import { pointsOf } from "../words/words";

/** The subject of a step: a type, the points of the difficulty, or the players' cities. */
export type Counted = Building | "bonus" | "players";

/** The points that a step adds to a city. */
export function addedTo(city: CityResult, counted: Counted): number {
  if (counted === "players") return 0;
  return counted === "bonus" ? (city.bonus ?? 0) : pointsOf(city, counted);
}
