import type { GameModule } from "../lib/game/game";
import { game as betweenTwoCities } from "./between-two-cities";
import { game as highCard } from "./high-card";
import { game as pointCity } from "./point-city";

/** Every game, in the order of the home page. High Card is only in the test build: `npm run build -- --mode third-game`. */
export const games: readonly GameModule[] = [
  betweenTwoCities,
  pointCity,
  ...(import.meta.env.MODE === "third-game" ? [highCard] : []),
];

export function gameById(id: string): GameModule | undefined {
  return games.find((game) => game.id === id);
}
