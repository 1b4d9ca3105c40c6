import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TableView } from "./protocol";
import { Steady } from "./steady.svelte";

const at = (seq: number) => ({ seq }) as TableView;
const up = (pointerType: string) => ({ pointerType }) as PointerEvent;

/** A finger comes down on version 1, and while it is there version 2 arrives. */
function pressed(): Steady {
  let table = $state.raw(at(1));
  const steady = new Steady(() => table);
  steady.hold();
  table = at(2);
  expect(steady.table.seq).toBe(1);
  return steady;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what a click led to is seen at once", () => {
  const steady = pressed();
  steady.letGo(up("touch"));
  steady.clicked();
  expect(steady.table.seq).toBe(2);
});

test("a mouse that dropped something sees the news at once, without a click", () => {
  const steady = pressed();
  steady.letGo(up("mouse"));
  vi.advanceTimersByTime(0);
  expect(steady.table.seq).toBe(2);
});

test("the click of a tap finds the board on which the finger came down", () => {
  const steady = pressed();
  steady.letGo(up("touch"));
  vi.advanceTimersByTime(20);
  expect(steady.table.seq).toBe(1);
  vi.advanceTimersByTime(100);
  expect(steady.table.seq).toBe(2);
});

test("a finger that never comes up holds nothing still for ever", () => {
  const steady = pressed();
  vi.advanceTimersByTime(60_000);
  expect(steady.table.seq).toBe(2);
});
