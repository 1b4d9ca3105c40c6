import type { GameTable } from "$lib/game";
import Learn from "./Learn.svelte";
import Play from "./Play.svelte";
import { reasonWords } from "./reasons";
import Result from "./Result.svelte";
import { signals, signalWords } from "./signals";
import { headline, marks, moveWords, seatName, words } from "./words";

export const table: GameTable = {
  Play,
  Result,
  Learn,
  headline,
  seatName,
  words,
  marks,
  moveWords,
  reasonWords,
  botsTalk: true,
  signals,
  signalWords,
};
