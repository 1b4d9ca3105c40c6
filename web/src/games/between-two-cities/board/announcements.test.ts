import { expect, test } from "vitest";
import { announcementsIn, placeOf, wayOf } from "./announcements";

test("events that all players should see are announced, a placed tile is not", () => {
  const kinds = announcementsIn([
    { event: "sealed", seat: 0 },
    {
      event: "revealed",
      choices: [
        ["S", "P"],
        ["FO", "P/d"],
      ],
    },
    { event: "placed", seat: 0, piece: "S", city: 0, spot: "0,0" },
    { event: "hands-passed", to: "right" },
    { event: "round-began", round: "2", kind: "duplexes" },
  ]).map(({ kind }) => kind);
  expect(kinds).toEqual(["reveal", "pass", "round"]);
});

test("the left neighbour of the bottom seat sits on the left", () => {
  for (const seats of [3, 4, 5, 6, 7]) expect(placeOf(1, seats).x).toBeLessThan(-0.4);
  expect(placeOf(0, 7)).toEqual({ x: expect.closeTo(0), y: expect.closeTo(1) });
});

test("a hand arrives at the neighbour", () => {
  for (const [to, neighbour] of [
    ["left", 3],
    ["right", 1],
  ] as const) {
    const { x, y } = placeOf(neighbour, 5);
    expect(wayOf(2, 5, to).at(-1)).toEqual({ x: expect.closeTo(x), y: expect.closeTo(y) });
  }
});
