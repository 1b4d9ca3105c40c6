import { beforeEach, expect, test, vi } from "vitest";
import type { TableView } from "$wire/protocol";
import { PressFreeze } from "./press-freeze.svelte";

const at = (version: number) => ({ version }) as TableView;
const up = (pointerType: string) => ({ pointerType }) as PointerEvent;

/** A finger comes down on version 1, and while it is there version 2 arrives. */
function pressed(): PressFreeze {
  let table = $state.raw(at(1));
  const freeze = new PressFreeze(() => table);
  freeze.begin();
  table = at(2);
  expect(freeze.table.version).toBe(1);
  return freeze;
}

beforeEach(() => void vi.useFakeTimers());

test("the result of a click is shown at once", () => {
  const freeze = pressed();
  freeze.end(up("touch"));
  freeze.clicked();
  expect(freeze.table.version).toBe(2);
});

test("after a drag with a mouse the update is shown at once, without a click", () => {
  const freeze = pressed();
  freeze.end(up("mouse"));
  vi.advanceTimersByTime(0);
  expect(freeze.table.version).toBe(2);
});

test("the click of a tap hits the board on which the finger came down", () => {
  const freeze = pressed();
  freeze.end(up("touch"));
  vi.advanceTimersByTime(20);
  expect(freeze.table.version).toBe(1);
  vi.advanceTimersByTime(100);
  expect(freeze.table.version).toBe(2);
});

test("a press whose end is never reported does not freeze the board for ever", () => {
  const freeze = pressed();
  vi.advanceTimersByTime(60_000);
  expect(freeze.table.version).toBe(2);
});

test("a second finger does not let the board move under the first", () => {
  const freeze = pressed();
  freeze.begin();
  expect(freeze.table.version).toBe(1);
});
