/**
 * The scoring of tables that were played elsewhere, wherever it runs: on a server, or in this page. Sheet and scores are
 * JSON of the game's own (`Sheet` and `Scored` of its wire types).
 */
export interface Scorer {
  /** Scores a sheet. Rejects with a `Refused` if it is no sheet of this game, and with another error if there is no answer. */
  score(game: string, sheet: unknown): Promise<unknown>;
}

let chosen: Scorer | null = null;

/** Chooses what scores. Called once, by main.ts; by tests as they need it. */
export function useScorer(scorer: Scorer): void {
  chosen = scorer;
}

/** Scores a sheet of a game. */
export async function scoreTable<Scored>(game: string, sheet: unknown): Promise<Scored> {
  if (!chosen) throw new Error("useScorer was never called");
  return (await chosen.score(game, sheet)) as Scored;
}
