import type { GameTable } from "$lib/game";
import { cue } from "./cues";
import { explain } from "./explain/explain";
import Play from "./Play.svelte";
import { reasonWords } from "./reasons";
import Result from "./Result.svelte";
import Souvenir from "./Souvenir.svelte";
import { signals, signalWords } from "./signals";
import { headline, marks, moveWords, seatName, words } from "./words";

export const table: GameTable = {
  Play,
  Result,
  Souvenir,
  headline,
  seatName,
  words,
  cue,
  marks,
  explain,
  moveWords,
  reasonWords,
  botsTalk: true,
  signals,
  signalWords,
};
