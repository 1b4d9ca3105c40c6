import { expect, it } from "vitest";
import type { Names } from "$lib/game/game";
import type { TableView } from "$wire/protocol";
import type { ShortEffect } from "../types";
import { betterWords, reasonsByType, reasonsInWords, reasonWords } from "./reasons";

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

it.each([
  [
    { term: "does", city: 0, points: 6, effect: parks, only: 2 },
    "With P1: +6 points (3 parks in a group) instead of +2 points",
  ],
  [
    { term: "behind", city: 0, points: 20, more: 26 },
    "the city with P1 is your weaker one (20 : 26), and the lower city counts",
  ],
  [
    { term: "takes", city: 0, piece: "P", points: 6, effect: parks, instead: "S", only: -1 },
    "With P1: the park could bring +6 points (3 parks in a group), the shop only −1 point",
  ],
  [{ term: "spoils", city: 0, houses: 2 }, "With P1: no houses lose their worth beside the factory"],
  // About points of others, which say nothing of one's own.
  [{ term: "leaves", seat: 1, piece: "P", city: 1, points: 6, effect: parks, only: 2 }, ""],
  [{ term: "of a later version" }, ""],
  [undefined, ""],
])("says why a hint is better than another move: %j", (term, words) => {
  expect(betterWords(term, names, table)).toBe(words);
});
