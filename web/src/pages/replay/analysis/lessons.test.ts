import { expect, test, vi } from "vitest";
import type { Judged } from "$wire/engine";
import type { Decision } from "./decisions";
import { isRight, Lessons } from "./lessons.svelte";

const decision = (ply: number): Decision =>
  ({ ply, step: ply, seat: 0, mark: "slip", cost: 2, best: `best ${ply}` }) as Decision;
const judged = (cost: number): Judged => ({ cost, mark: "good" }) as Judged;

function lessons() {
  const judge = vi.fn(async (_ply: number, _mv: unknown): Promise<Judged | null> => judged(0.3));
  return { lessons: new Lessons([decision(4), decision(9)], { judge }), judge };
}

test("a move is tried at the moment, and lies there afterwards, with others that were prepared", async () => {
  const { lessons: one, judge } = lessons();
  await one.try("take a1", ["take a1"]);
  expect(judge).toHaveBeenCalledExactlyOnceWith(4, "take a1");
  expect([one.tried, one.boards, one.judging]).toEqual([{ mv: "take a1", judged: judged(0.3) }, 1, false]);
  expect([one.laid, one.done, one.answered]).toEqual([["take a1"], true, false]);
  one.next();
  expect([one.at, one.current.ply, one.tried, one.boards, one.isLast]).toEqual([1, 9, null, 2, true]);
  expect([one.laid, one.done]).toEqual([[], false]);
  one.next();
  expect(one.at).toBe(1);
});

test("results of one moment are not shown at the next", async () => {
  const { lessons: one, judge } = lessons();
  let late = (_: Judged): void => undefined;
  judge.mockReturnValueOnce(new Promise<Judged>((resolve) => (late = resolve)));
  const first = one.try("take a1", ["take a1"]);
  one.next();
  expect(one.judging).toBe(false);
  await one.try("take b1", ["take b1"]);
  late(judged(9));
  await first;
  expect(one.tried).toEqual({ mv: "take b1", judged: judged(0.3) });
});

test("a move that could not be judged does not count as an only move", async () => {
  const { lessons: one, judge } = lessons();
  judge.mockRejectedValueOnce(new Error("trap"));
  await one.try("take a1", ["take a1"]);
  expect([one.tried, one.failure, one.boards]).toEqual([null, expect.any(Error), 1]);
  await one.try("take a1", ["take a1"]);
  expect([one.tried?.judged, one.failure]).toEqual([judged(0.3), null]);
});

test("the answer lies on the board in the place of what was tried, until the next moment", async () => {
  const { lessons: one } = lessons();
  await one.try("take a1", ["take a1", "take b1"]);
  expect(one.laid).toEqual(["take a1", "take b1"]);
  one.answer();
  expect([one.laid, one.answered, one.boards]).toEqual([["best 4"], true, 2]);
  await one.try("take c1", ["take c1"]);
  expect([one.laid, one.answered, one.done]).toEqual([["take c1"], false, true]);
  one.next();
  expect([one.laid, one.answered, one.done]).toEqual([[], false, false]);
});

test("only the best moves, good ones and the only one are right", () => {
  const marks = ["best", "good", "inexact", "slip", "blunder"] as const;
  const right = marks.filter((mark) => isRight({ mv: "", judged: { mark } as Judged }));
  expect(right).toEqual(["best", "good"]);
  expect(isRight({ mv: "", judged: null })).toBe(true);
});
