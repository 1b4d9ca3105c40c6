import { expect, test } from "vitest";
import { shapesOf } from "./art/buildings";
import { BUILDINGS } from "./cards";
import { buildingName, tokenWords } from "./words/names";
import { count, entries, sameCards, spread, total } from "./resources";

test("symbols are counted", () => {
  expect(count("MMI")).toEqual({ M: 2, I: 1 });
  expect(entries({ N: 1, C: 2 })).toEqual([
    ["C", 2],
    ["N", 1],
  ]);
});

test("cards lie like with like", () => {
  expect(spread({ "*": 1, MM: 2, C: 1 })).toEqual(["C", "MM", "MM", "*"]);
  expect(total({ "*": 1, MM: 2 })).toBe(3);
  expect(sameCards({ C: 1, "*": 2 }, { "*": 2, C: 1 })).toBe(true);
  expect(sameCards({ C: 1 }, { CC: 1 })).toBe(false);
});

test("every card has a name and a house, and no two of one kind look alike by chance", () => {
  expect(BUILDINGS).toHaveLength(160);
  for (const building of BUILDINGS) {
    expect(buildingName(building)).not.toBe(building.id);
    expect(shapesOf(building).length).toBeGreaterThan(2);
    for (const { d } of shapesOf(building)) expect(d).not.toMatch(/NaN|undefined/);
  }
  expect(shapesOf(BUILDINGS[0]!)).not.toEqual(shapesOf(BUILDINGS[5]!));
});

test("every token says how it scores", () => {
  const letters = ["C", "M", "E", "I", "N"];
  const pairs = letters.flatMap((a, i) => letters.slice(i + 1).map((b) => `pair-${a}${b}`));
  const ids = [...letters.map((a) => `each-${a}`), ...pairs, "all-five", "types-2", "types-3", "missing"];
  const all = [...ids, "ingenuity", "flat-5", "flat-7"];
  expect(all).toHaveLength(22);
  expect(new Set(all.map(tokenWords)).size).toBe(22);
});
