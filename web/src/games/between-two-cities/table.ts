import type { GameTable } from "$lib/game";
import { viewOf } from "$lib/game-state";
import { cue } from "./cues";
import { describe, shared } from "./describe";
import { explain } from "./explain/explain";
import FinalTable from "./FinalTable.svelte";
import Hidden from "./Hidden.svelte";
import Play from "./Play.svelte";
import { reasonWords, termWords } from "./reasons";
import Result from "./Result.svelte";
import Souvenir from "./Souvenir.svelte";
import { signals, signalWords } from "./signals";
import { strengthName, strengths } from "./strengths";
import type { View } from "./types";
import { headline, marks, moveWords, seatName, words } from "./words";

export const table: GameTable = {
  Play,
  Result,
  Souvenir,
  FinalTable,
  strengths,
  strengthName,
  headline,
  stage: (table) => viewOf<View>(table).round,
  open: (table) => viewOf<View>(table).phase === "place",
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
  termWords,
  botsTalk: true,
  signals,
  signalWords,
};
