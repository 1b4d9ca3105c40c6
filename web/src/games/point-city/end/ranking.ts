// The players of a finished game by their places, and how ties were decided.
import type { Names } from "$lib/game/game";
import { ranked, tiesIn, type Ranked } from "$lib/game/standings";
import { listed } from "$lib/game/words";
import { m } from "../../../paraglide/messages.js";
import { isCity, type Outcome, type SeatResult, type View } from "../types";

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

/** Who has won, in a sentence. */
export function verdict(
  view: View,
  { winners }: Outcome,
  ranking: readonly RankedMayor[],
  names: Names,
): string {
  const [best] = ranking;
  if (!best) return "";
  if (view.markers !== null) {
    const player = ranking.find(({ seat }) => !isCity(view, seat));
    const city = ranking.find(({ seat }) => isCity(view, seat));
    const points = { mine: player?.total ?? 0, theirs: city?.total ?? 0 };
    if (player && !player.won) return m.pc_result_beaten(points);
    return names.me === null
      ? m.pc_result_solo_won({ name: names(player?.seat ?? 0), ...points })
      : m.pc_result_beat(points);
  }
  if (winners.length > 1) return m.pc_result_shared({ names: listed(winners.map((seat) => names(seat))) });
  return best.seat === names.me
    ? m.pc_result_win_you({ n: best.total })
    : m.pc_result_win({ name: names(best.seat), n: best.total });
}
