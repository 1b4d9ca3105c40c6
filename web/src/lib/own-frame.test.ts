import { afterEach, expect, test, vi } from "vitest";
import { inOwnFrame } from "./own-frame";

afterEach(() => void vi.unstubAllGlobals());

test("a frame does one piece of work, and nothing that was called off", () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => frames.push(then));
  const done: string[] = [];
  const note = (name: string) => (): void => void done.push(name);
  inOwnFrame(() => (done.push("one"), inOwnFrame(note("again"))));
  const off = inOwnFrame(note("two"));
  inOwnFrame(note("three"));
  off();
  const after: string[] = [];
  while (frames.length > 0) {
    for (const frame of frames.splice(0)) frame();
    after.push(done.join());
  }
  expect(after).toEqual(["one", "one,three", "one,three,again"]);
});
