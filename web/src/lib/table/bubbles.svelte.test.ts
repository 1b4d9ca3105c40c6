import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TalkItem } from "$wire/protocol";
import { Bubbles } from "./bubbles.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const line = (seat: number, text: string): TalkItem => ({ version: 1, at: 0, seat, type: "said", text });
const texts = (bubbles: Bubbles) => bubbles.shown.map((item) => item.type === "said" && item.text);

test("each seat's latest line is shown until it was read, whatever others say meanwhile", () => {
  const bubbles = new Bubbles();
  bubbles.show(line(0, "one"));
  vi.advanceTimersByTime(4_000);
  bubbles.show(line(2, "two"));
  expect(texts(bubbles)).toEqual(["one", "two"]);
  vi.advanceTimersByTime(2_000);
  expect(texts(bubbles)).toEqual(["two"]);
  bubbles.show(line(2, "three"));
  vi.advanceTimersByTime(4_000);
  expect(texts(bubbles)).toEqual(["three"]);
  vi.advanceTimersByTime(2_000);
  expect(texts(bubbles)).toEqual([]);
});

test("nothing is shown after it was cleared", () => {
  const bubbles = new Bubbles();
  bubbles.show(line(0, "one"));
  bubbles.clear();
  expect(texts(bubbles)).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
