import type { HintedMove } from "$wire/protocol";

/** By how many points another move must be better before the coach mentions it. */
const MIN_GAIN = 1.5;

export type Advice =
  /** The prepared move is the one that a strong bot would make. */
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
  const [best] = hints;
  if (!best || drafts.length === 0) return null;
  const drafted = (mv: unknown): boolean => drafts.some((draft) => same(draft, mv));
  if (drafted(best.mv)) return { kind: "same" };
  // Moves that the bot does not name are at most as good as the last one that it names.
  const own = hints.find(({ mv }) => drafted(mv)) ?? hints.at(-1);
  const less = best.expected - (own?.expected ?? best.expected);
  return less >= MIN_GAIN ? { kind: "better", mv: best.mv, points: Math.round(less) } : null;
}
