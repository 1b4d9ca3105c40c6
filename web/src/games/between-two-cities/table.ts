import type { GameTable } from "$lib/game";
import { viewOf } from "$lib/game-state";
import { cue } from "./cues";
import { describe, shared } from "./describe";
import { explain } from "./explain/explain";
import Hidden from "./Hidden.svelte";
import Play from "./Play.svelte";
import { reasonWords } from "./reasons";
import Result from "./Result.svelte";
import Souvenir from "./Souvenir.svelte";
import { signals, signalWords } from "./signals";
import type { View } from "./types";
import { headline, marks, moveWords, seatName, words } from "./words";

export const table: GameTable = {
  Play,
  Result,
  Souvenir,
  headline,
  part: (table) => viewOf<View>(table).round,
  Hidden,
  seatName,
  words,
  cue,
  marks,
  explain,
  moveWords,
  describe,
  shared,
  reasonWords,
  botsTalk: true,
  signals,
  signalWords,
};
