import { expect, test, vi } from "vitest";
import { Refused } from "$lib/table/refused";
import { useTables, type Analyst, type Tables } from "$lib/table/tables";
import type { Analysed, Judged } from "$wire/engine";
import type { RecordedGame } from "../game.svelte";
import { Study } from "./study.svelte";

const judged = (ply: number, mark: Judged["mark"], cost: number) => ({ ply, mark, cost }) as Judged;

/** The results after some work; two seats that move in turn. */
const analysed = (progress: number): Analysed => ({
  key: "1:game",
  progress,
  over: "best-other",
  uncertain: false,
  shared: [],
  seats: [
    [judged(0, "slip", 1.5), judged(2, "best", 0), judged(4, "blunder", 4)],
    [judged(1, "inexact", 0.5), judged(3, "good", 0.2)],
  ].map((decisions, seat) => ({ seat, decisions, curve: [] }) as unknown as Analysed["seats"][number]),
});

/** A study of a game of five moves by an analyst who needs so many goes. */
function study(begun: number, goes: number): { study: Study; analyst: Analyst } {
  let done = 0;
  const analyst: Analyst = {
    begun: analysed(begun),
    work: vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      return analysed(Math.min(1, ++done / goes));
    }),
    judge: vi.fn(async () => null),
    hindsight: vi.fn(async () => null),
    close: vi.fn(),
  };
  useTables({ here: { analyst: async () => analyst } } as unknown as Tables);
  const all = [0, 1, 2, 3, 4, 5].map((moves) => ({ game: { moves } }));
  return { study: new Study({ record: "record", all } as unknown as RecordedGame, "CODE42"), analyst };
}

test("it works until everything is known", async () => {
  const { study: whole, analyst } = study(0, 3);
  await whole.work();
  expect(analyst.work).toHaveBeenCalledTimes(3);
  expect([whole.progress, whole.decisions.length]).toEqual([1, 5]);
});

test("a game that was analysed before costs nothing", async () => {
  const { study: again, analyst } = study(1, 3);
  await again.work();
  expect(analyst.work).not.toHaveBeenCalled();
  expect(again.progress).toBe(1);
});

test("work goes on where it was paused", async () => {
  const { study: paused, analyst } = study(0, 3);
  setTimeout(() => paused.pause());
  await paused.work();
  expect([paused.progress, paused.failure]).toEqual([1 / 3, null]);
  await paused.work();
  expect(analyst.work).toHaveBeenCalledTimes(3);
  expect(paused.progress).toBe(1);
  expect(analyst.close).not.toHaveBeenCalled();
});

test("closing it ends the work, and keeps the results", async () => {
  const { study: broken, analyst } = study(0, 1_000_000);
  const begun = broken.work();
  await vi.waitFor(() => expect(broken.progress).toBeGreaterThan(0));
  broken.close();
  await begun;
  expect(analyst.close).toHaveBeenCalledOnce();
  expect([broken.progress < 1, broken.failure]).toEqual([true, null]);
});

test("a failed analyst is reported and ended, and another goes on", async () => {
  const { study: failed, analyst } = study(0, 3);
  vi.mocked(analyst.work).mockRejectedValueOnce(new Error("trap"));
  await failed.work();
  expect(failed.failure).toBeInstanceOf(Error);
  await vi.waitFor(() => expect(analyst.close).toHaveBeenCalledOnce());
  // It is not called the only move.
  await expect(failed.judge(0, "move")).rejects.toThrow();
  await expect(failed.hindsight(0)).rejects.toThrow();
  await failed.work();
  expect([failed.progress, failed.failure]).toEqual([1, null]);
  expect(await failed.judge(0, "move")).toBeNull();
});

test("an analyst that fails at a question is ended, too; one that refuses it is not", async () => {
  const { study: whole, analyst } = study(1, 1);
  await whole.work();
  vi.mocked(analyst.judge).mockRejectedValueOnce(new Refused({ code: "illegal", detail: "" }));
  await expect(whole.judge(0, "move")).rejects.toThrow(Refused);
  expect([whole.failure, vi.mocked(analyst.close).mock.calls.length]).toEqual([null, 0]);
  vi.mocked(analyst.judge).mockRejectedValueOnce(new Error("trap"));
  await expect(whole.judge(0, "move")).rejects.toThrow("trap");
  expect(whole.failure).toBeInstanceOf(Error);
  await vi.waitFor(() => expect(analyst.close).toHaveBeenCalledOnce());
});

test("mistakes are found from each other, of one seat or of all", async () => {
  const { study: known } = study(1, 1);
  await known.work();
  const steps = (seat: number | null, back = false) =>
    [0, 1, 2, 3, 4, 5].map((from) => known.next(from, seat, back)?.step ?? null);
  expect(steps(0)).toEqual([4, 4, 4, 4, null, null]);
  expect(steps(null)).toEqual([1, 4, 4, 4, null, null]);
  expect(steps(null, true)).toEqual([null, 0, 1, 1, 1, 4]);
  expect(known.at(4, 0)?.cost).toBe(4);
  expect(known.at(4, 1)).toBeNull();
  expect(known.at(1, null)?.seat).toBe(1);
});
