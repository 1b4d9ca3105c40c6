import { expect, test } from "vitest";
import type { Analysed, Judged } from "$wire/engine";
import type { CurvePoint, Decision } from "./decisions";
import { summaryOf } from "./summary";

const decision = (
  step: number,
  mark: Judged["mark"],
  cost: number,
  gain: number | null = null,
  seat = 0,
): Decision => ({
  ply: step,
  step,
  seat,
  mark,
  cost,
  error: 0.1,
  played: `played ${step}`,
  best: `best ${step}`,
  why: null,
  gained: gain === null ? null : { over: `obvious ${step}`, points: gain },
});
const curve = (seat: number, ...leads: number[]): { seat: number; points: CurvePoint[] } => ({
  seat,
  points: leads.map((lead, step) => ({ moves: step, step, lead, low: lead, high: lead })),
});
const analysed = (over: Analysed["over"], ...leads: number[]): Analysed =>
  ({ over, seats: leads.map((lead, seat) => ({ seat, lead })) }) as Analysed;

const all = [
  decision(1, "slip", 1.5),
  decision(2, "best", 0, 0.8),
  decision(3, "blunder", 4),
  decision(4, "good", 0.2, 2.5),
  decision(5, "blunder", 9, null, 1),
  decision(6, "best", 0, 7, 1),
];

/** Every two steps are a turn: 2 and 3, 4 and 5. */
const turnOf = ({ step }: Decision): string => String(Math.floor(step / 2));

test("the best move is not of the turn that cost most: its halves would contradict each other", () => {
  const moves = [decision(2, "best", 0, 7), decision(3, "blunder", 4), decision(4, "best", 0, 1)];
  const { costliest, best } = summaryOf(analysed("best-other", 0, 0), [], moves, 0, turnOf);
  expect([costliest?.step, best?.step]).toEqual([3, 4]);
});

test("what decided the game is the greatest rise of the winner's lead; the moves are those of the player", () => {
  const curves = [curve(0, 2, 1, -3, -4), curve(1, -2, -1, 3, 4)];
  const summary = summaryOf(analysed("best-other", -4, 4), curves, all, 0, turnOf);
  expect(summary.decided).toEqual({ seat: 1, from: 1, step: 2, moves: [1, 2], before: -1, after: 3 });
  expect([summary.costliest?.step, summary.best?.step]).toEqual([3, 4]);
});

test("a player alone who lost to the game is told of the greatest fall, one without opponents of the greatest rise", () => {
  const curves = [curve(0, 3, 4, -2, -1)];
  expect(summaryOf(analysed("automata", -1), curves, all, 0, turnOf).decided).toMatchObject({
    before: 4,
    after: -2,
  });
  expect(summaryOf(analysed("nobody", 40), [curve(0, 30, 28, 41, 40)], all, 0, turnOf).decided).toMatchObject(
    {
      after: 41,
    },
  );
});

test("where there was no mistake and no gain, none is named", () => {
  const summary = summaryOf(analysed("best-other", 0, 0), [], [decision(1, "best", 0)], 0, turnOf);
  expect(summary).toEqual({ decided: null, costliest: null, best: null });
});
