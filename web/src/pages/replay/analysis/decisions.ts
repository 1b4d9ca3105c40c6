import type { Analysed, AnalysedSeat, Judged, Mark } from "$wire/engine";

/** A decision of a recorded game. */
export interface Decision extends Judged {
  seat: number;
  /** The step that shows what its player saw. */
  step: number;
}

/** A point of the curve. */
export interface CurvePoint {
  /** The number of moves that had been made. */
  moves: number;
  step: number;
  lead: number;
  low: number;
  high: number;
}

/** The most moments from which one is to learn at once. */
const MOST_LESSONS = 5;

/** The marks of decisions that cost something worth a word, the smallest cost first. */
const MARKED: readonly Mark[] = ["inexact", "slip", "blunder"];

export const isMarked = ({ mark }: Judged): boolean => MARKED.includes(mark);

/** The last step at which at most so many moves had been made; `moves` has their number at each step. */
export function stepBefore(moves: readonly number[], made: number): number {
  return Math.max(
    0,
    moves.findLastIndex((number) => number <= made),
  );
}

/** The first step at which at least so many moves had been made. */
export function stepAfter(moves: readonly number[], made: number): number {
  const step = moves.findIndex((number) => number >= made);
  return step < 0 ? moves.length - 1 : step;
}

/** All decisions, in the order in which they were made. */
export function decisionsOf(analysed: Analysed, moves: readonly number[]): Decision[] {
  return analysed.seats
    .flatMap(({ seat, decisions }) =>
      decisions.map((one) => ({
        ...one,
        seat,
        step: stepBefore(moves, one.ply),
      })),
    )
    .sort((one, other) => one.ply - other.ply);
}

/** The decisions that cost a seat most, the dearest first. */
export function lessonsOf(decisions: readonly Decision[], seat: number): Decision[] {
  return decisions
    .filter((one) => one.seat === seat && isMarked(one))
    .sort((one, other) => other.cost - one.cost)
    .slice(0, MOST_LESSONS);
}

/** How a seat's expected lead went, as far as it is known, by steps. */
export function curveOf({ curve }: AnalysedSeat, moves: readonly number[]): CurvePoint[] {
  // Between the opening and the end come pairs: before a move and after it. A choice that others make at the same time is
  // made with the knowledge before the step, and seen after it.
  const known = curve.filter(({ error }) => Number.isFinite(error));
  return known.map((point, at) => {
    const before = curve.indexOf(point) % 2 === 1 && at < known.length - 1;
    const step = before ? stepBefore(moves, point.moves) : stepAfter(moves, point.moves);
    return { moves: point.moves, step, lead: point.lead, low: point.band[0], high: point.band[1] };
  });
}

/** How many decisions of each mark there are. */
export function countMarks(decisions: readonly Judged[]): Record<Mark, number> {
  const counts = { best: 0, good: 0, inexact: 0, slip: 0, blunder: 0 };
  for (const { mark } of decisions) counts[mark] += 1;
  return counts;
}
