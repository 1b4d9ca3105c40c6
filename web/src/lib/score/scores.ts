import { Refused } from "../table/refused";

/**
 * The scoring of tables that were played elsewhere, wherever it runs: on a server, or in this page. Sheet and scores are
 * JSON of the game's own (`Sheet` and `Scored` of its wire types).
 */
export interface Scorer {
  /** Scores a sheet. Rejects with a `Refused` if the sheet is invalid, and with another error if there is no answer. */
  score(game: string, sheet: unknown): Promise<unknown>;
}

/** The first of these, and the second where that one fails. */
export function scorerOf(first: Scorer, second: Scorer): Scorer {
  return {
    async score(game, sheet) {
      try {
        return await first.score(game, sheet);
      } catch (error) {
        if (error instanceof Refused) throw error;
        return second.score(game, sheet);
      }
    },
  };
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
