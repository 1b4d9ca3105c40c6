import type { GameTable } from "$lib/game/game";
import { viewOf } from "$lib/table/state";
import Play from "./Play.svelte";
import Result from "./Result.svelte";
import type { GameEvent, Move, View } from "./types";

export const table: GameTable = {
  Play,
  Result,
  headline: (table) => `Round ${viewOf<View>(table).shown.length + 1}`,
  seatName: () => "The house",
  words(event, names) {
    const what = event as GameEvent;
    if (what.event === "shown") return `Shown: ${what.cards.join(", ")}`;
    return `${names(what.seat ?? 0)} ${what.event}.`;
  },
  cue: () => null,
  marks: () => [],
  moveWords: (mv) => `${(mv as Move).kind} ${(mv as Move).card}`,
  reasonWords: () => "",
  botsTalk: false,
  signals: [],
  signalWords: () => ({ icon: "talk", text: "" }),
};
