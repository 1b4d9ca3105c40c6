import type { GameTable } from "$lib/game";
import Learn from "./Learn.svelte";
import Play from "./Play.svelte";
import Result from "./Result.svelte";

export const table: GameTable = {
  Play,
  Result,
  Learn,
  headline: () => "",
  seatName: (seat) => String(seat),
  words: (event) => JSON.stringify(event),
  moveWords: (mv) => mv,
  reasonWords: (reason) => JSON.stringify(reason),
};
