import { expect, test } from "vitest";
import { inputOf, timeOf } from "./meeting";

test("a time in an input is that of the viewer's time zone", () => {
  const at = new Date(2026, 10, 29, 9, 5).getTime();
  expect(inputOf(at)).toBe("2026-11-29T09:05");
  expect(timeOf("2026-11-29T09:05")).toBe(at);
  // Seconds are left out, and an empty or unfinished input has no time.
  expect(timeOf(inputOf(at + 59_000))).toBe(at);
  for (const text of ["", "2026-11", "soon"]) expect(timeOf(text)).toBeNull();
});
