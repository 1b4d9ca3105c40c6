import type { GameTable } from "$lib/game/game";
import { viewOf } from "$lib/table/state";
import { m } from "../../paraglide/messages.js";
import Counting from "./end/Counting.svelte";
import { cue } from "./cues";
import { describe } from "./words/describe";
import { explain } from "./explain/explain";
import FinalTable from "./end/FinalTable.svelte";
import { happening } from "./words/happening";
import MovePicture from "./art/MovePicture.svelte";
import Play from "./board/Play.svelte";
import Result from "./end/Result.svelte";
import { whyBetter } from "./reasons/better";
import { moveOf, type GameEvent, type View } from "./types";
import Souvenir from "./end/Souvenir.svelte";
import { signals, signalWords } from "./words/signals";
import { strengthName, strengths } from "./end/strengths";
import { eventWords, marks, moveWords } from "./words/words";

export const table: GameTable = {
  Play,
  Counting,
  Result,
  Souvenir,
  FinalTable,
  strengths,
  strengthName,
  thumbnail(table) {
    const built = viewOf<View>(table).cities.find((city) => city.seat === table.me)?.built ?? [];
    return built.join(" ");
  },
  headline(table) {
    const view = viewOf<View>(table);
    const seat = table.me ?? view.to_act ?? 0;
    const left = view.cities.find((city) => city.seat === seat)?.turns_left ?? 0;
    if (left === 0) return "";
    const words = m.pc_turns_left({ n: left });
    return view.to_act === table.me ? m.pc_headline_you({ left: words }) : words;
  },
  seatName: () => m.pc_the_city(),
  words: (event, names, _, actor) => eventWords(event as GameEvent, names, actor),
  cue,
  marks: (event) => marks(event as GameEvent),
  explain,
  moveWords: (mv) => moveWords(moveOf(mv)),
  describe,
  MovePicture,
  happening,
  reasonWords: () => "",
  whyBetter,
  botsTalk: false,
  signals,
  signalWords,
};
