import { beforeEach, expect, test, vi } from "vitest";
import { announced } from "./announce.svelte";
import { toast, toasts } from "./toast.svelte";

const shown = (): string[] => toasts.shown.map(({ text }) => text);

beforeEach(async () => {
  vi.useFakeTimers();
  // The toasts of other tests are over.
  for (const text of ["x", "y", "z"]) toast(text);
  await vi.advanceTimersByTimeAsync(60_000);
});

test("a toast is announced, and disappears once it was read", async () => {
  toast("Copied");
  expect([shown(), announced.latest]).toEqual([["Copied"], "Copied"]);
  await vi.advanceTimersByTimeAsync(3_359);
  expect(shown()).toEqual(["Copied"]);
  await vi.advanceTimersByTimeAsync(1);
  // It is read out again when it comes again.
  expect([shown(), announced.latest]).toEqual([[], ""]);
});

test("a text that comes again is shown once, and for the whole time", async () => {
  toast("Copied");
  await vi.advanceTimersByTimeAsync(3_000);
  toast("Copied", "warn");
  expect(toasts.shown).toMatchObject([{ text: "Copied", kind: "warn" }]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown()).toEqual(["Copied"]);
});

test("the latest three are shown, the newest last", () => {
  for (const text of ["a", "b", "c", "d"]) toast(text);
  expect(shown()).toEqual(["b", "c", "d"]);
});

test("toasts of one moment are announced together", () => {
  toast("one");
  toast("two");
  expect(announced.latest).toBe("one two");
});
