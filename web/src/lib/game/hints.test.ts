import { beforeEach, expect, test, vi } from "vitest";
import type { Hint } from "$wire/protocol";
import { Hints } from "./hints.svelte";

let question: string | null;
let pace: unknown;
let possible: (mv: unknown) => boolean;
let hint: ReturnType<typeof vi.fn>;
let hints: Hints;

const answered = (...moves: string[]): Hint => ({ moves: moves.map((mv) => ({ mv })) }) as unknown as Hint;
const shown = (): unknown => hints.moves?.map(({ mv }) => mv) ?? null;

beforeEach(() => {
  question = "first";
  pace = "untimed";
  possible = () => true;
  hint = vi.fn(async () => answered("a", "b"));
  hints = new Hints({
    table: () => ({ options: { pace } }) as never,
    connection: () => ({ hint }) as never,
    question: () => question,
    possible: (mv) => possible(mv),
  });
});

test("hints are for the question at which they were requested", async () => {
  expect(await hints.request()).toBe(true);
  expect(shown()).toEqual(["a", "b"]);
  hints.clear();
  expect(shown()).toBeNull();
  let answer: (hint: Hint) => void = () => undefined;
  hint.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const requested = hints.request();
  expect(hints.pending).toBe(true);
  // A second press asks for nothing while a bot is thinking.
  expect(await hints.request()).toBe(false);
  question = "second";
  answer(answered("a"));
  expect(await requested).toBe(false);
  expect([shown(), hints.pending, hint.mock.calls.length]).toEqual([null, false, 2]);
});

test("moves that can't be made any more are left out", async () => {
  possible = (mv) => mv !== "a";
  await hints.request();
  expect(shown()).toEqual(["b"]);
});

test("a bot without a possible move has no hints", async () => {
  possible = () => false;
  expect(await hints.request()).toBe(false);
});

test("there are hints for a question at a table without clocks", () => {
  expect(hints.available).toBe(true);
  pace = { clock: 300 };
  expect(hints.available).toBe(false);
  [pace, question] = ["untimed", null];
  expect(hints.available).toBe(false);
});

test("nothing is requested while nothing is asked", async () => {
  question = null;
  expect(await hints.request()).toBe(false);
  expect(hint).not.toHaveBeenCalled();
});

test("a request that fails can be repeated", async () => {
  hint.mockRejectedValueOnce(new Error("no answer"));
  expect(await hints.request()).toBe(false);
  expect(hints.pending).toBe(false);
  expect(await hints.request()).toBe(true);
});
