import { afterEach, expect, test, vi } from "vitest";
import { inFrame } from "./frame-queue";

afterEach(() => void vi.unstubAllGlobals());

test("a frame does work for as long as there is time, and nothing that was called off", () => {
  const frames: (() => void)[] = [];
  let now = 0;
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => frames.push(then));
  vi.stubGlobal("performance", { now: () => now });
  const done: string[] = [];
  const note = (name: string, takes: number) => (): void => {
    done.push(name);
    now += takes;
  };
  inFrame(() => (note("one", 5)(), inFrame(note("again", 5))));
  const off = inFrame(note("two", 5));
  inFrame(note("three", 1));
  inFrame(note("four", 5));
  off();
  const after: string[] = [];
  while (frames.length > 0) {
    for (const frame of frames.splice(0)) frame();
    after.push(done.join());
  }
  expect(after).toEqual(["one", "one,three,four", "one,three,four,again"]);
});
