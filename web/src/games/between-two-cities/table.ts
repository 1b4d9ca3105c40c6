import type { GameTable } from "$lib/game";
import { explain } from "./explain/explain";
import Play from "./Play.svelte";
import { reasonWords } from "./reasons";
import Result from "./Result.svelte";
import { signals, signalWords } from "./signals";
import { headline, marks, moveWords, seatName, words } from "./words";

export const table: GameTable = {
  Play,
  Result,
  headline,
  seatName,
  words,
  marks,
  explain,
  moveWords,
  reasonWords,
  botsTalk: true,
  signals,
  signalWords,
};
