import { expect, test } from "vitest";
import type { Analysed, AnalysedSeat, Judged } from "$wire/engine";
import { countMarks, curveOf, decisionsOf, lessonsOf, stepAfter, stepBefore } from "./decisions";

/** Two choices at once, two moves, and a move that an automaton answers. */
const MOVES = [0, 2, 3, 4, 6];

const judged = (ply: number, mark: Judged["mark"], cost: number): Judged => ({
  ply,
  mark,
  cost,
  error: 0.1,
  played: `played ${ply}`,
  best: `best ${ply}`,
  why: null,
  gained: null,
});

const point = (moves: number, lead: number, error: number | null = 0.1) =>
  ({ moves, lead, error, band: [lead - 2, lead + 2] }) as AnalysedSeat["curve"][number];

test("a move belongs to the steps before and after it", () => {
  expect([0, 1, 2, 3, 4, 5].map((ply) => stepBefore(MOVES, ply))).toEqual([0, 0, 1, 2, 3, 3]);
  expect([1, 2, 3, 4, 5, 6].map((made) => stepAfter(MOVES, made))).toEqual([1, 1, 2, 3, 4, 4]);
  expect(stepAfter(MOVES, 99)).toBe(4);
});

test("decisions are in order, and at most five of a seat are to be learned from, the dearest first", () => {
  const costs = [0.2, 0.9, 3, 1.5, 0.8, 0.7, 2.6];
  const decisions = costs.map((cost, ply) => judged(ply, cost < 0.4 ? "good" : "slip", cost));
  const seats = [
    { seat: 1, decisions: [judged(1, "blunder", 9)] },
    { seat: 0, decisions },
  ] as AnalysedSeat[];
  const all = decisionsOf({ seats } as Analysed, MOVES);
  expect(all.map(({ ply }) => ply)).toEqual([0, 1, 1, 2, 3, 4, 5, 6]);
  expect(all.filter(({ ply }) => ply === 1).map(({ step }) => step)).toEqual([0, 0]);
  expect(lessonsOf(all, 0).map(({ cost }) => cost)).toEqual([3, 2.6, 1.5, 0.9, 0.8]);
  expect(lessonsOf(all, 1).map(({ cost }) => cost)).toEqual([9]);
  expect(countMarks(decisions)).toEqual({ best: 0, good: 1, inexact: 0, slip: 6, blunder: 0 });
});

test("a sealed choice is drawn from the step before it to the step that reveals it", () => {
  const curve = [point(0, 0), point(1, 1), point(2, 0), point(3, 2), point(4, 1), point(6, 3)];
  expect(curveOf({ curve } as AnalysedSeat, MOVES).map(({ step, lead }) => [step, lead])).toEqual([
    [0, 0],
    [0, 1],
    [1, 0],
    [2, 2],
    [3, 1],
    [4, 3],
  ]);
});

test("unknown values are not drawn", () => {
  const curve = [point(0, 0, null), point(6, 3)];
  expect(curveOf({ curve } as AnalysedSeat, MOVES).map(({ step }) => step)).toEqual([4]);
});
