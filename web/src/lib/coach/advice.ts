import type { HintedMove } from "$wire/protocol";

/** By how many points another move must be better, or worse, before the coach mentions it. */
const MIN_GAIN = 1.5;
/** A learner is praised for moves that cost at most so many points: the analysis calls them good. */
const GOOD = 0.4;

export type Advice =
  /** The prepared moves are about those that a strong bot would make, and others would be clearly worse. */
  | { kind: "same" }
  /** A strong bot would do something else, which is clearly better: about so many points. */
  | { kind: "better"; mv: unknown; points: number };

/**
 * Compares the moves that the learner prepares with a strong bot's, given the best first; null if there is nothing to say:
 * the difference is small, or it is not known.
 */
export function adviceOn(
  drafts: readonly unknown[],
  hints: readonly HintedMove[],
  same: (one: unknown, other: unknown) => boolean,
): Advice | null {
  const [best, ...others] = hints;
  const last = others.at(-1);
  if (!best || !last || drafts.length === 0) return null;
  const less = (hint: HintedMove): number => best.expected - hint.expected;
  // Moves that the bot does not name are at most as good as the last one that it names.
  const costs = drafts.map((draft) => less(hints.find(({ mv }) => same(draft, mv)) ?? last));
  const named = drafts.every((draft) => hints.some(({ mv }) => same(draft, mv)));
  if (named && Math.max(...costs) <= GOOD) return less(last) >= MIN_GAIN ? { kind: "same" } : null;
  const least = Math.min(...costs);
  return least >= MIN_GAIN ? { kind: "better", mv: best.mv, points: Math.round(least) } : null;
}
