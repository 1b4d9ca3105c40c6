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
