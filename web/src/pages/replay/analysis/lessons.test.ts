import { expect, test, vi } from "vitest";
import type { Judged } from "$wire/engine";
import type { Decision } from "./decisions";
import { Lessons } from "./lessons.svelte";

const decision = (ply: number): Decision => ({ ply, step: ply, seat: 0, mark: "slip", cost: 2 }) as Decision;
const judged = (cost: number): Judged => ({ cost, mark: "good" }) as Judged;

function lessons() {
  const judge = vi.fn(async (_ply: number, _mv: unknown): Promise<Judged | null> => judged(0.3));
  return { lessons: new Lessons([decision(4), decision(9)], { judge }), judge };
}

test("a move is tried at the moment, and the board is as it was", async () => {
  const { lessons: one, judge } = lessons();
  await one.try("take a1");
  expect(judge).toHaveBeenCalledExactlyOnceWith(4, "take a1");
  expect([one.tried, one.boards, one.judging]).toEqual([{ mv: "take a1", judged: judged(0.3) }, 1, false]);
  one.next();
  expect([one.at, one.current.ply, one.tried, one.boards, one.isLast]).toEqual([1, 9, null, 2, true]);
  one.next();
  expect(one.at).toBe(1);
});

test("results of one moment are not shown at the next", async () => {
  const { lessons: one, judge } = lessons();
  let late = (_: Judged): void => undefined;
  judge.mockReturnValueOnce(new Promise<Judged>((resolve) => (late = resolve)));
  const first = one.try("take a1");
  one.next();
  expect(one.judging).toBe(false);
  await one.try("take b1");
  late(judged(9));
  await first;
  expect(one.tried).toEqual({ mv: "take b1", judged: judged(0.3) });
});

test("a move that could not be judged does not count as an only move", async () => {
  const { lessons: one, judge } = lessons();
  judge.mockRejectedValueOnce(new Error("trap"));
  await one.try("take a1");
  expect([one.tried, one.failure, one.boards]).toEqual([null, expect.any(Error), 1]);
  await one.try("take a1");
  expect([one.tried?.judged, one.failure]).toEqual([judged(0.3), null]);
});
