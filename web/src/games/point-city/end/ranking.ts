// The players of a finished game by their places, and how ties were decided.
import { ranked, tiesIn, type Ranked } from "$lib/game/standings";
import { listed } from "$lib/game/words";
import { m } from "../../../paraglide/messages.js";
import type { Outcome, SeatResult } from "../types";

export type RankedMayor = SeatResult & Ranked & { points: number; ties: readonly number[] };

/** The players by their places. */
export function rankingOf({ players, winners }: Outcome, names: (seat: number) => string): RankedMayor[] {
  // Beside the solo city, which wins ties, no cards are compared.
  const alone = players.some(({ cards_left }) => cards_left === undefined);
  const scored = players.map((player) => ({
    ...player,
    points: player.total,
    ties: alone ? [] : [player.cards_left ?? 0],
  }));
  return ranked(scored, winners, names);
}

/** How each tie between players was decided, in sentences. */
export function tieWords(ranking: readonly RankedMayor[]): string[] {
  return tiesIn(ranking).map((tie) => {
    const { place, points } = tie;
    if ("shared" in tie) {
      const cards = ranking.find((player) => player.place === place)?.cards_left ?? 0;
      return m.pc_tie_shared({ place, points, names: listed(tie.shared), cards });
    }
    const [name, other] = [listed(tie.before), listed(tie.behind)];
    return m.pc_tie({ place, points, name, other, more: tie.more, fewer: tie.fewer });
  });
}
