import type { HintedMove } from "$wire/protocol";

/** By how many points another move must be better before anybody speaks of it. */
const CLEARLY = 1.5;

export type Advice =
  /** What is prepared is what a strong bot would do. */
  | { kind: "same" }
  /** A strong bot would do something else, which is clearly better: about so many points. */
  | { kind: "better"; mv: unknown; points: number };

/**
 * What a strong bot's moves, the best first, say about the moves that the learner prepares; null if there is nothing to say:
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
  // What the bot does not name at all is no better than the last move that it names.
  const own = hints.find(({ mv }) => drafted(mv)) ?? hints.at(-1);
  const less = best.expected - (own?.expected ?? best.expected);
  return less >= CLEARLY ? { kind: "better", mv: best.mv, points: Math.round(less) } : null;
}
