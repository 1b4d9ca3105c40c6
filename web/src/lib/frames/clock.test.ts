import { beforeEach, expect, test, vi } from "vitest";
import { minutesAndSeconds } from "../time";
import { TableClock } from "./clock.svelte";

/** The time of the server's clock when the test begins. */
const NOON = Date.parse("2026-11-22T12:00:00Z");
const HOUR = 3_600_000;

beforeEach(() => void vi.useFakeTimers());

test.each([-HOUR, 0, HOUR])("a browser clock that is %i ms off does not matter", (wrong) => {
  vi.setSystemTime(NOON + wrong);
  const clock = new TableClock();
  clock.set(NOON);
  const deadline = NOON + 65_000;
  expect(minutesAndSeconds(deadline - clock.now())).toBe("1:05");
  vi.advanceTimersByTime(60_000);
  expect(minutesAndSeconds(deadline - clock.now())).toBe("0:05");
});

test("a browser clock that is set while the page is open does not matter", () => {
  const clock = new TableClock();
  clock.set(NOON);
  vi.setSystemTime(NOON + 5 * HOUR);
  expect(clock.now()).toBe(NOON);
});

test("of several messages the one that took least on its way counts", () => {
  const clock = new TableClock();
  clock.set(NOON - 400);
  clock.adjust(NOON);
  clock.adjust(NOON - 900);
  expect(clock.now()).toBe(NOON);
});

test("each connection begins anew, also after the server's clock was set back", () => {
  const clock = new TableClock();
  clock.set(NOON);
  clock.set(NOON - HOUR);
  expect(clock.now()).toBe(NOON - HOUR);
});
