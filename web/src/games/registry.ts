import type { GameModule } from "../lib/game";
import { game as betweenTwoCities } from "./between-two-cities";
import { game as pointCity } from "./point-city";

/** Every game, in the order of the home page. A third game is one more line. */
export const games: readonly GameModule[] = [betweenTwoCities, pointCity];

export function gameById(id: string): GameModule | undefined {
  return games.find((game) => game.id === id);
}
