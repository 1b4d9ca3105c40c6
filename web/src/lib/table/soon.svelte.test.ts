import { beforeEach, expect, test, vi } from "vitest";
import { promptly, Soon } from "./soon.svelte";

const page = { hidden: false, querySelector: vi.fn(() => null as object | null) };
let done: number;
let soon: Soon;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  [page.hidden, done, soon] = [false, 0, new Soon()];
  page.querySelector.mockReturnValue(null);
});

test("a started action is done after a while, once", () => {
  soon.start(() => done++);
  expect(soon.lasts).toBeGreaterThan(1_000);
  vi.advanceTimersByTime((soon.lasts ?? 0) - 1);
  expect(done).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect([done, soon.lasts]).toEqual([1, null]);
});

test("going back, or starting something else, prevents it", () => {
  soon.start(() => done++);
  soon.stop();
  vi.advanceTimersByTime(10_000);
  expect(done).toBe(0);
  soon.start(() => (done += 10));
  vi.advanceTimersByTime(1_000);
  soon.start(() => (done += 100));
  vi.advanceTimersByTime(10_000);
  expect(done).toBe(100);
});

test("nothing is done on a page that is not seen, or below a dialog", () => {
  soon.start(() => done++);
  page.hidden = true;
  vi.advanceTimersByTime(10_000);
  page.hidden = false;
  page.querySelector.mockReturnValue({});
  soon.start(() => done++);
  vi.advanceTimersByTime(10_000);
  expect([done, soon.lasts]).toEqual([0, null]);
});

test("with confirmation of every move, nothing is done by itself", () => {
  promptly.value = false;
  soon.start(() => done++);
  expect(soon.lasts).toBeNull();
  promptly.value = true;
});
