import { afterEach, expect, test, vi } from "vitest";
import { Followed } from "./in-turn.svelte";

afterEach(() => void vi.unstubAllGlobals());

test("parts get a new value one after the other, or all at once", () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => frames.push(then));
  const frame = (): void => frames.splice(0).forEach((then) => then());
  const followed = new Followed(3, "a");
  const shown = (): string => [0, 1, 2].map((part) => followed.of(part)).join("");
  expect(shown()).toBe("aaa");
  followed.give("b", false);
  expect(shown()).toBe("bbb");
  followed.give("c", true);
  expect(shown()).toBe("bbb");
  frame();
  expect(shown()).toBe("cbb");
  // Whoever has waited longest is next, and gets the newest value.
  followed.give("d", true);
  frame();
  expect(shown()).toBe("cdb");
  frame();
  frame();
  expect(shown()).toBe("ddd");
  frame();
  expect(frames).toEqual([]);
  followed.give("e", true);
  followed.give("f", false);
  expect(shown()).toBe("fff");
  frame();
  expect(frames).toEqual([]);
});

test("the last part can wait until no newer values come", () => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => setTimeout(then, 16));
  const followed = new Followed(2, "a", true);
  const shown = (): string => [0, 1].map((part) => followed.of(part)).join("");
  const seen: string[] = [];
  for (const value of ["b", "c"]) {
    followed.give(value, true);
    vi.advanceTimersByTime(100);
    seen.push(shown());
  }
  vi.advanceTimersByTime(100);
  seen.push(shown());
  followed.give("d", false);
  expect([...seen, shown()]).toEqual(["ba", "ca", "cc", "dd"]);
  vi.useRealTimers();
});
