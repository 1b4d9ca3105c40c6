import type { Strength } from "$lib/game/game";
import { buildings, type Building } from "../pieces";
import type { CityResult, Outcome } from "../types";
import { scoreKeys, typeName } from "../words/words";

/** The points of one's cities for each type of building, compared with the other cities that have a board. */
export function strengths(result: unknown, me: number, variant: string): Strength[] {
  const { cities } = result as Outcome;
  // As the rules number them: between two neighbours, or two for each of two players.
  const own = variant === "two-player" ? [2 * me, 2 * me + 1] : [me, me === 0 ? cities.length - 1 : me - 1];
  const mine = cities.filter((city, number) => own.includes(number) && city.cells !== undefined);
  const others = cities.filter((city, number) => !own.includes(number) && city.cells !== undefined);
  if (mine.length === 0 || others.length === 0) return [];
  const mean = (of: readonly CityResult[], type: Building): number =>
    of.reduce((sum, city) => sum + city[scoreKeys[type]], 0) / of.length;
  return buildings.map((type) => ({ key: type, mine: mean(mine, type), others: mean(others, type) }));
}

export const strengthName = (key: string): string => typeName(key as Building);
