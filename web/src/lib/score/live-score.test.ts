import { beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../table/refused";
import { LiveScore } from "./live-score.svelte";
import { scorerOf, useScorer } from "./scores";

let asked: unknown[];
let answers: ((points: number | Error) => void)[];
let live: LiveScore<string, number>;

const answer = async (at: number, points: number | Error): Promise<void> => {
  answers[at]?.(points);
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  [asked, answers] = [[], []];
  useScorer({
    score: (_, sheet) =>
      new Promise((resolve, reject) => {
        asked.push(sheet);
        answers.push((points) => (points instanceof Error ? reject(points) : resolve(points)));
      }),
  });
  live = new LiveScore("point-city");
});

test("the first sheet is scored at once, later ones after a pause in which no other comes", async () => {
  live.ask("a");
  expect(asked).toEqual(["a"]);
  live.ask("b");
  await vi.advanceTimersByTimeAsync(89);
  live.ask("c");
  await vi.advanceTimersByTimeAsync(89);
  expect(asked).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(["a", "c"]);
  live.ask("d");
  live.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveLength(2);
});

test("only the scores of the latest sheet are shown", async () => {
  live.ask("a");
  live.ask("b");
  await vi.advanceTimersByTimeAsync(90);
  await answer(1, 20);
  await answer(0, 10);
  expect(live.scored).toBe(20);
});

test("a failure leaves the scores, and a later answer ends it", async () => {
  live.ask("a");
  await answer(0, 10);
  live.ask("b");
  await vi.advanceTimersByTimeAsync(90);
  await answer(1, new TypeError("Failed to fetch"));
  expect([live.scored, live.failure]).toEqual([10, "unreachable"]);
  live.again();
  expect(asked).toEqual(["a", "b", "b"]);
  await answer(2, 20);
  expect([live.scored, live.failure]).toEqual([20, null]);
  live.ask("c");
  await vi.advanceTimersByTimeAsync(90);
  await answer(3, new Refused({ code: "malformed", detail: "" }));
  expect(live.failure).toBe("refused");
});

test("the failure of an earlier sheet is not shown", async () => {
  live.ask("a");
  live.ask("b");
  await answer(0, new Error("late"));
  expect(live.failure).toBeNull();
});

test("another scorer takes over where the first one fails, but not where it refuses", async () => {
  const second = { score: vi.fn(async () => 2) };
  const failing = { score: () => Promise.reject(new Error("no engine")) };
  const refusing = { score: () => Promise.reject(new Refused({ code: "malformed", detail: "" })) };
  expect(await scorerOf(failing, second).score("point-city", {})).toBe(2);
  await expect(scorerOf(refusing, second).score("point-city", {})).rejects.toBeInstanceOf(Refused);
  expect(second.score).toHaveBeenCalledOnce();
});
