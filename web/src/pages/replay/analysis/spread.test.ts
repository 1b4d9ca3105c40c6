import { expect, test } from "vitest";
import { spread } from "./spread";

test("marks that overlap are moved apart, and others stay", () => {
  const marks = [
    { id: "a", left: 10, top: 30 },
    { id: "b", left: 14, top: 31 },
    { id: "c", left: 18, top: 29 },
    { id: "d", left: 90, top: 30 },
  ];
  const laid = spread(marks, 20, 80);
  for (const [i, one] of laid.entries())
    for (const other of laid.slice(i + 1))
      expect(Math.hypot(one.left - other.left, one.top - other.top)).toBeGreaterThanOrEqual(20);
  expect(laid.map(({ left }) => left)).toEqual([10, 14, 18, 90]);
  expect(laid.find(({ id }) => id === "a")?.top).toBe(30);
  expect(laid.find(({ id }) => id === "d")?.top).toBe(30);
});

test("marks stay within the height, even if there is no room for all of them", () => {
  const marks = Array.from({ length: 9 }, (_, i) => ({ left: i, top: 5 }));
  for (const { top } of spread(marks, 20, 40)) {
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThanOrEqual(40);
  }
});
