import type { GameTable } from "$lib/game/game";
import { viewOf } from "$lib/table/state";
import Counting from "./end/Counting.svelte";
import { cue } from "./cues";
import { describe, shared, sharedCount } from "./words/describe";
import { explain } from "./explain/explain";
import FinalTable from "./end/FinalTable.svelte";
import { happening } from "./words/happening";
import MovePicture from "./art/MovePicture.svelte";
import Hidden from "./board/Hidden.svelte";
import Play from "./board/Play.svelte";
import { whyBetter } from "./reasons/better";
import { reasonWords } from "./words/reasons";
import Result from "./end/Result.svelte";
import Souvenir from "./end/Souvenir.svelte";
import { heardByBots, signals, signalWords } from "./words/signals";
import { strengthName, strengths } from "./end/strengths";
import type { GameEvent, View } from "./types";
import { temperamentName } from "./words/temperaments";
import { headline, marks, moveWords, seatName, words } from "./words/words";

export const table: GameTable = {
  Play,
  Counting,
  Result,
  Souvenir,
  FinalTable,
  strengths,
  strengthName,
  thumbnail(table) {
    const mine = viewOf<View>(table).cities.filter(({ builders }) => builders.includes(table.me ?? -1));
    const boards = mine.flatMap(({ cells }) => (cells ? [`${cells.board}@${cells.corner}`] : []));
    return boards.join(" ");
  },
  headline,
  stage: (table) => viewOf<View>(table).round,
  open: (table) => viewOf<View>(table).phase === "place",
  Hidden,
  seatName,
  words,
  cue,
  isChapter: (event) => (event as GameEvent).event === "round-began",
  marks,
  explain,
  moveWords,
  describe,
  MovePicture,
  happening,
  shared,
  sharedCount,
  reasonWords,
  whyBetter,
  botsTalk: true,
  temperament: temperamentName,
  signals,
  heardByBots,
  signalWords,
};
