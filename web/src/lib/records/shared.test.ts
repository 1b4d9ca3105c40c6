import { expect, test } from "vitest";
import { shared } from "./shared";

test.each([
  [null, { a: 1 }],
  [{ a: 1 }, null],
  [{ a: [1, 2] }, { a: [1, 2, 3] }],
  [{ a: [1, 2, 3] }, { a: [1] }],
  [{ a: { b: 1 } }, { a: { c: 1 } }],
  [[1], { 0: 1 }],
  [{ a: 1, b: 2 }, { a: 1 }],
])("%j and %j", (before, now) => {
  const kept = JSON.stringify(before);
  expect(shared(before, now)).toEqual(now);
  expect(JSON.stringify(before)).toBe(kept);
});

test("equal parts are those of before", () => {
  const before = { market: [{ cell: "a1" }, { cell: "a2" }], cities: [{ score: 3 }], turn: 1 };
  const now = { market: [{ cell: "a1" }, { cell: "b2" }], cities: [{ score: 3 }], turn: 2 };
  const after = shared(before, now);
  expect(after).toEqual(now);
  expect(after.market).not.toBe(before.market);
  expect(after.market[0]).toBe(before.market[0]);
  expect(after.cities).toBe(before.cities);
  expect(shared(before, structuredClone(before))).toBe(before);
});
