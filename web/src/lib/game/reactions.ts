// Reactions: a feeling by one tap about a move, a player or what players build together.

import { m } from "../../paraglide/messages.js";
import type { Feeling, Reaction, Subject, TableView } from "$wire/protocol";
import { gameEvents } from "../table/state";
import type { GameTable, Names } from "./game";

const words: Record<Feeling, () => string> = {
  bravo: () => m.feeling_bravo(),
  love: () => m.feeling_love(),
  laugh: () => m.feeling_laugh(),
  wow: () => m.feeling_wow(),
  doubt: () => m.feeling_doubt(),
  regret: () => m.feeling_regret(),
};

export const feelings = Object.keys(words) as readonly Feeling[];

/** The feeling in a word: "Bravo!". */
export const feelingWords = (feeling: Feeling): string => words[feeling]();

/** The subject: "Ada's move", "the city with Ada". */
export function subjectWords(
  subject: Subject,
  game: GameTable | null,
  names: Names,
  table: TableView,
): string {
  if ("shared" in subject) return game?.shared?.(subject.shared, names, table) ?? "";
  return subject.seat === names.me ? m.reaction_your_move() : m.reaction_move({ name: names(subject.seat) });
}

/** The subjects of reactions for the viewer; the first is the latest move of another player. */
export function subjectsAt(table: TableView, game: GameTable): Subject[] {
  const latest = gameEvents<{ seat?: number }>(table.log).findLast(
    ({ event }) => event.seat !== undefined && event.seat !== table.me,
  )?.event.seat;
  const others = table.chairs.map((_, seat) => seat).filter((seat) => seat !== table.me && seat !== latest);
  const seats = latest === undefined ? others : [latest, ...others];
  const shared = Array.from({ length: game.sharedCount?.(table) ?? 0 }, (_, number) => ({ shared: number }));
  return [...seats.map((seat) => ({ seat })), ...shared];
}

/** A reaction as text: its feeling, and its subject if it has one. */
export function reactionWords(
  { feeling, about }: Reaction,
  game: GameTable | null,
  names: Names,
  table: TableView,
): { text: string; reason: string | null } {
  return {
    text: feelingWords(feeling),
    reason: about ? subjectWords(about, game, names, table) || null : null,
  };
}
