import type { GameTable } from "$lib/game";
import Learn from "./Learn.svelte";
import Play from "./Play.svelte";
import { reasonWords } from "./reasons";
import Result from "./Result.svelte";
import { signals, signalWords } from "./signals";
import { headline, moveWords, seatName, words } from "./words";

export const table: GameTable = {
  Play,
  Result,
  Learn,
  headline,
  seatName,
  words,
  moveWords,
  reasonWords,
  signals,
  signalWords,
};
