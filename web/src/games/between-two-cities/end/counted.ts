import type { Building } from "../pieces";
import type { CityResult } from "../types";
import { pointsOf } from "../words/words";

/** What is counted in a step: a type, what the difficulty adds, or the players' cities. */
export type Counted = Building | "bonus" | "players";

/** The points that a step adds to a city. */
export function addedTo(city: CityResult, counted: Counted): number {
  if (counted === "players") return 0;
  return counted === "bonus" ? (city.bonus ?? 0) : pointsOf(city, counted);
}
