import { expect, it } from "vitest";
import type { Names } from "$lib/game/game";
import type { TableView } from "$wire/protocol";
import type { ShortEffect } from "../types";
import { reasonsByType, reasonsInWords, reasonWords } from "./reasons";

it("tells type by type why a spot is worth what it is", () => {
  const offer = {
    worth: { shops: 3, houses: -2, total: 1 },
    effects: [
      ["shop-line", 2],
      ["spoiled-houses", 1],
    ] satisfies ShortEffect[],
  };
  expect(reasonsByType(offer).map(({ building, points }) => [building, points])).toEqual([
    ["shop", 3],
    ["house", -2],
  ]);
  expect(reasonsInWords(offer)).toBe("+3: 2 shops in a line; −2: a house beside a factory");
});

it("names the type where nothing explains a change", () => {
  expect(reasonsInWords({ worth: { parks: 2, total: 2 }, effects: [] })).toBe("+2: Parks");
});

const names: Names = Object.assign((seat: number) => `P${seat}`, { me: 0 });
const table = {
  game: { view: { cities: [{ builders: [0, 1] }, { builders: [1, 2] }] } },
} as unknown as TableView;
const parks = { kind: "park-group", n: 3 };

it.each([
  [
    { why: "does", points: 6, effect: parks },
    "it brings us +6 points (3 parks in a group)",
    "it brings us +6 points",
  ],
  [
    { why: "rather", points: 2, more: 4, effect: parks },
    "another spot brings us more (3 parks in a group)",
    "another spot brings us more",
  ],
  [
    { why: "rather", points: 2, more: 4, effect: parks, piece: "O" },
    "build the office in our city instead, that brings us more",
  ],
  [{ why: "rather", points: 2, more: 4, effect: null }, "another spot brings us more"],
  [{ why: "elsewhere", points: 2, other: 1 }, "I mean this tile for the city of P1 and P2"],
  [{ why: "spoils", points: 2, houses: 1 }, "it would spoil a house beside the factory"],
  [{ why: "spoils", points: 2, houses: 2 }, "it would spoil 2 houses beside the factory"],
  [{ why: "of a later version", points: 2 }, ""],
])("says why a bot answers so, in one clause: %j", (reason, words, brief = words) => {
  expect(reasonWords(reason, names, table)).toBe(words);
  expect(reasonWords(reason, names, table, true)).toBe(brief);
});
