import type { GameModule } from "../lib/game";
import { game as betweenTwoCities } from "./between-two-cities";
import { game as pointCity } from "./point-city";

/** Every game, in the order of the home page. */
export const games: readonly GameModule[] = [betweenTwoCities, pointCity];

export function gameById(id: string): GameModule | undefined {
  return games.find((game) => game.id === id);
}
