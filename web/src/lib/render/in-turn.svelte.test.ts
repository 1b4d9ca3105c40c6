import { afterEach, expect, test, vi } from "vitest";
import { Followed, REST } from "./in-turn.svelte";

afterEach(() => void vi.unstubAllGlobals());

test("parts get a new value one after the other, or all at once", () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => frames.push(then));
  const frame = (): void => frames.splice(0).forEach((then) => then());
  vi.stubGlobal("performance", { now: () => (now += 5) });
  let now = 0;
  const all = (value: string): string[] => [value, value, value];
  const followed = new Followed(all("a"));
  const shown = (): string => [0, 1, 2].map((part) => followed.of(part)).join("");
  expect(shown()).toBe("aaa");
  followed.give(all("b"), false);
  expect(shown()).toBe("bbb");
  followed.give(all("c"), true);
  expect(shown()).toBe("bbb");
  frame();
  expect(shown()).toBe("cbb");
  // Whoever has waited longest is next, and gets the newest value.
  followed.give(all("d"), true);
  frame();
  expect(shown()).toBe("cdb");
  frame();
  frame();
  expect(shown()).toBe("ddd");
  frame();
  expect(frames).toEqual([]);
  followed.give(all("e"), true);
  followed.give(all("f"), false);
  expect(shown()).toBe("fff");
  frame();
  expect(frames).toEqual([]);
  // Parts for which nothing is new take no frame.
  followed.give(["f", "f", "g"], true);
  frame();
  expect(shown()).toBe("ffg");
  frame();
  expect(frames).toEqual([]);
});

test("the last part can wait until no newer values come", () => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => setTimeout(then, 16));
  const followed = new Followed(["a", "a"], true);
  const shown = (): string => [0, 1].map((part) => followed.of(part)).join("");
  const seen: string[] = [];
  for (const value of ["b", "c"]) {
    followed.give([value, value], true);
    vi.advanceTimersByTime(100);
    seen.push(shown());
  }
  vi.advanceTimersByTime(REST);
  seen.push(shown());
  followed.give(["d", "d"], false);
  expect([...seen, shown()]).toEqual(["ba", "ca", "cc", "dd"]);
  vi.useRealTimers();
});
