import type { Analysed } from "$wire/engine";
import { lessonsOf, type CurvePoint, type Decision } from "./decisions";

/** The moment at which an expected lead changed most. */
export interface Turn {
  seat: number;
  /** The steps that show the table before and what happened. */
  from: number;
  step: number;
  /** The number of moves before and after: sealed choices become visible in one step. */
  moves: readonly [number, number];
  /** The expected lead before and after. */
  before: number;
  after: number;
}

/** The three moments with which an analysis begins. */
export interface Summary {
  /** The decisive moment; null if too little is known. */
  decided: Turn | null;
  /** The costliest move of a player, and its best one; null if there is none. */
  costliest: Decision | null;
  best: Decision | null;
}

/**
 * The first statements about a player's game. Two decisions with the same text from `turnOf` belong to one turn: the best move is
 * not one of the turn that cost most.
 */
export function summaryOf(
  { seats, over }: Analysed,
  curves: readonly { seat: number; points: readonly CurvePoint[] }[],
  decisions: readonly Decision[],
  seat: number,
  turnOf: (decision: Decision) => string,
): Summary {
  const winner = seats.reduce(
    (most, one) => (one.lead > most.lead ? one : most),
    seats[0] ?? { seat, lead: 0 },
  );
  const costliest = lessonsOf(decisions, seat)[0] ?? null;
  const sameTurn = (one: Decision): boolean => costliest !== null && turnOf(one) === turnOf(costliest);
  const points = curves.find((curve) => curve.seat === winner.seat)?.points ?? [];
  return {
    decided: turningPoint(winner.seat, points, over === "nobody" || winner.lead >= 0),
    costliest,
    best: decisions
      .filter((one) => one.seat === seat && one.gained && !sameTurn(one))
      .reduce<Decision | null>((most, one) => (gain(most) >= gain(one) ? most : one), null),
  };
}

const gain = (decision: Decision | null): number => decision?.gained?.points ?? 0;

/** The greatest rise of an expected lead from one point to the next, or the greatest fall. */
function turningPoint(seat: number, points: readonly CurvePoint[], rise: boolean): Turn | null {
  const turns = points.slice(1).flatMap(({ moves, step, lead }, at): Turn[] => {
    const before = points[at];
    if (!before) return [];
    return [
      { seat, from: before.step, step, moves: [before.moves, moves], before: before.lead, after: lead },
    ];
  });
  const size = ({ before, after }: Turn): number => (rise ? after - before : before - after);
  return turns.reduce<Turn | null>((most, one) => (most && size(most) >= size(one) ? most : one), null);
}
