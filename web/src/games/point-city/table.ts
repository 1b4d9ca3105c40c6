import type { GameTable } from "$lib/game";
import { m } from "../../paraglide/messages.js";
import Learn from "./Learn.svelte";
import Play from "./Play.svelte";
import Result from "./Result.svelte";
import { isGameEvent, viewOf } from "./types";
import { eventWords, moveWords } from "./words";

export const table: GameTable = {
  Play,
  Result,
  Learn,
  headline(table) {
    const view = viewOf(table);
    const seat = table.me ?? view?.to_act ?? 0;
    const left = view?.cities.find((city) => city.seat === seat)?.turns_left ?? 0;
    if (left === 0) return "";
    const words = m.pc_turns_left({ n: left });
    return view?.to_act === table.me ? m.pc_headline_you({ left: words }) : words;
  },
  seatName: () => m.pc_the_city(),
  words: (event, names) => (isGameEvent(event) ? eventWords(event, names) : null),
  moveWords: (mv) => moveWords(mv),
  reasonWords: () => "",
  // Nobody shares a city here.
  signals: ["your-call", "good-idea", "please-not"],
};
