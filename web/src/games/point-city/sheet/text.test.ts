import { expect, test } from "vitest";
import { SheetModel } from "./model.svelte";
import { NOTHING, seatsOf, textOf } from "./text";

test("seats in a link come back as they were", () => {
  const seats = [
    {
      buildings: { C0: 3, civic: 1, "7": 1 },
      tokens: ["each-C", "pair-CM"],
      cards: 4,
      ingenuity: 1,
      face_down: 0,
    },
    NOTHING,
    { ...NOTHING, buildings: { N3: 1 }, face_down: 5 },
  ];
  expect(seatsOf(textOf(seats))).toEqual(seats);
  expect(textOf([NOTHING, NOTHING])).toBe("");
  expect(textOf([{ ...NOTHING, buildings: { C0: 2 } }, NOTHING])).toBe("2*C0");
});

test("unreadable parts of a seat are left out", () => {
  expect(seatsOf("x*C0.2*_a_-3_1.5_")).toEqual([{ ...NOTHING, tokens: ["a"] }]);
});

test("all players together have no more ingenuity cards than the box", () => {
  const model = new SheetModel("___30!___5");
  expect(model.mostIngenuity).toBe(34);
  model.seat = 1;
  expect(model.mostIngenuity).toBe(10);
  model.seat = 2;
  expect(model.mostIngenuity).toBe(5);
});
