import { expect, test } from "vitest";
import type { Names } from "$lib/game/game";
import type { TableView } from "$wire/protocol";
import type { ShortEffect } from "../types";
import { whyBetter } from "./better";

const names: Names = Object.assign((seat: number) => ["Ada", "Ben", "Cleo"][seat] ?? "", { me: 0 });

const score = (total: number) => ({ score: { total } });
const SHARED = [
  { builders: [0, 1], ...score(43), cells: { board: "SP../..../..../....", corner: "0,0" } },
  { builders: [1, 2], ...score(40), cells: { board: "S.../..../..../....", corner: "0,0" } },
  { builders: [2, 0], ...score(44), cells: { board: "S.../..../..../....", corner: "0,0" } },
];
const ALONE = [0, 0, 1, 1].map((seat, number) => ({
  ...SHARED[0],
  builders: [seat, seat],
  ...score(40 + number),
}));

const place = (piece: string, city: number, spot: string) => ({ kind: "place", piece, city, spot });
const choose = (...pieces: string[]) => ({ kind: "choose", pieces });
const offer = (move: object, ...effects: ShortEffect[]) => ({ ...move, worth: { total: 0 }, effects });

const BESIDE = place("H", 0, "1,1");
const FREE = place("H", 0, "2,0");
const LATER = place("F", 2, "0,1");
const OFFERS = {
  choose: [],
  place: [
    offer(BESIDE, ["house-by-factory"]),
    offer(FREE, ["house", 2]),
    offer(LATER, ["factories", 1, 2], ["new-type", "factory", 1]),
  ],
};

const shared = { view: { variant: "standard", turn: 1, turns: 3, cities: SHARED }, offers: OFFERS };
const alone = { ...shared, view: { ...shared.view, variant: "two-player", cities: ALONE } };

const factories = { kind: "factories", n: 3, each: 4 };
const takes = (city: number) => ({
  term: "takes",
  piece: "F",
  city,
  effect: factories,
  points: 4,
  instead: "S",
  only: 2,
});
const parks = { kind: "park-group", n: 1 };
const passes = { term: "passes", seat: 1, piece: "P", city: 0, effect: parks, points: 2, only: 1 };
const expected = (...changes: [city: number, building: string | null, points: number][]) => ({
  term: "expected",
  changes: changes.map(([city, building, points]) => ({ city, building, points })),
});
const worth = (played: number, best: number) => ({ played: { total: played }, best: { total: best } });

const LOWER = "That is your lower city (43 : 44), and the lower one counts.";

test.each([
  [
    "a tile that does as much in either city belongs to the lower one",
    shared,
    place("F", 2, "1,3"),
    place("S", 2, "1,3"),
    { terms: [takes(0)], ...worth(4, 2) },
    `With Ben: the factory could bring +4 points there (3 factories, 4 each). ${LOWER}`,
  ],
  [
    "but not to the higher one",
    shared,
    place("F", 0, "1,3"),
    place("S", 0, "1,3"),
    { terms: [takes(2)], ...worth(4, 2) },
    "",
  ],
  [
    "the lower city is named as such with what is done there",
    shared,
    place("P", 2, "1,1"),
    place("P", 0, "1,1"),
    { terms: [{ term: "does", city: 0, effect: parks, points: 2, only: 1 }] },
    `With Ben: it would have brought +2 points (a park of its own), the move that was played +1 point. ${LOWER}`,
  ],
  [
    "with two players both cities count",
    alone,
    place("P", 1, "1,1"),
    place("P", 0, "1,1"),
    { terms: [{ term: "does", city: 0, effect: parks, points: 2, only: 1 }] },
    "Your left city: it would have brought +2 points (a park of its own), the move that was played +1 point.",
  ],
  [
    "nobody gives up a point to pass on one",
    shared,
    choose("S", "P"),
    choose("S", "O"),
    { terms: [passes], ...worth(4, 3) },
    "",
  ],
  [
    "a spot without a factory, if the other one has one",
    shared,
    BESIDE,
    FREE,
    { terms: [expected([0, "house", 3.1])] },
    "There the house touches no factory: it counts 2 points instead of 1, and more with every new type.",
  ],
  [
    "both spots touch a factory",
    shared,
    BESIDE,
    { ...BESIDE, spot: "3,1" },
    { terms: [expected([0, "house", 3.1])] },
    "",
  ],
  [
    "the tile that was played is a new type in the other city",
    shared,
    place("F", 0, "3,0"),
    FREE,
    { line: [{ seat: 0, move: LATER }] },
    "This leaves the factory for the city with Cleo: that type is still missing there, and houses count 1 point more with it.",
  ],
  [
    "a partner brings a new type to the house",
    shared,
    place("P", 0, "3,0"),
    FREE,
    { line: [{ seat: 1, move: place("d", 0, "3,0") }] },
    "With Ben: Ben will probably add a type that is still missing there (taverns). Then the house counts more.",
  ],
  [
    "tiles that the opponent does not get",
    alone,
    choose("S", "H"),
    choose("O", "m"),
    { own: 0.1, others: 0.9 },
    "Ben gets the rest of the hand, but not the office and the tavern (music): that is likely worth about 1 point.",
  ],
  [
    "two tiles that bring more at once",
    shared,
    choose("S", "H"),
    choose("O", "m"),
    { terms: [{ term: "pair", points: 9, only: 5 }], ...worth(5, 9) },
    "Together, these two tiles bring your cities +9 points at once, the others +5 points.",
  ],
  [
    "a tile that brings more with the next ones of its type",
    alone,
    choose("F", "S"),
    choose("b", "S"),
    { terms: [{ term: "grows", city: 0, piece: "b", steps: [3, 5, 8], instead: "F", only: [4, 4, 4] }] },
    "Your left city: the tavern (bed) brings +3 now, and two more of its type +5 and +8; the factory brings +4, +4 and +4.",
  ],
  [
    "a tile that comes back for sure",
    alone,
    choose("P", "P"),
    choose("O", "d"),
    { terms: [{ term: "returns", seat: 1, piece: "P", left: 3 }] },
    "There is no need to take the park now: 3 of them stay in the hand, which comes back to you, and Ben can take two at most.",
  ],
  [
    "a tile that probably comes back",
    alone,
    choose("F", "F"),
    choose("O", "d"),
    { terms: [{ term: "returns", seat: 1, piece: "F", left: 2 }] },
    "There is no need to take the factory now: 2 of them stay in the hand, and unless Ben takes both, one comes back to you.",
  ],
  [
    "a factory that devalues those of the opponent",
    alone,
    choose("O", "d"),
    choose("F", "O"),
    { terms: [{ term: "outbids", seat: 1, city: 0, rival: 3, points: 3 }] },
    "Your left city: with the factory there, those of Ben’s right city count less (−3 points).",
  ],
  [
    "what the opponent can do with the rest of the hand",
    alone,
    choose("O", "d"),
    choose("F", "O"),
    { terms: [{ term: "rest", seat: 1, points: 7, only: 12 }] },
    "With the rest of the hand, Ben can gain +7 points at once at most; with what the other choice passes on, +12 points.",
  ],
  [
    "a point that the opponent gets less is as much as one that is given up",
    alone,
    choose("P", "P"),
    choose("P", "H"),
    { terms: [{ term: "rest", seat: 1, points: 7, only: 8 }] },
    "",
  ],
  [
    "a house that touches no factory, although it also brings more at once",
    shared,
    BESIDE,
    FREE,
    { terms: [{ term: "does", city: 0, effect: { kind: "house", n: 2 }, points: 2, only: 1 }] },
    "There the house touches no factory: it counts 2 points instead of 1, and more with every new type.",
  ],
  [
    "cells for later tiles",
    alone,
    place("P", 0, "3,0"),
    place("P", 0, "0,3"),
    { terms: [{ term: "room", city: 0, cells: "by-park", n: 3, instead: 1 }] },
    "Your left city: 3 free cells beside parks are left instead of 1, so that the group can grow.",
  ],
  [
    "the gain first, then its price",
    shared,
    choose("P", "F"),
    choose("m", "H"),
    { terms: [expected([0, "factory", -2.2], [0, "tavern", 3.6], [0, "house", 1.5])] },
    `Likely in the end (the city with Ben): taverns +4 and houses +2; for that, factories −2. ${LOWER}`,
  ],
  // The parts add up to a loss, or to less than a player notices.
  [
    "a loss",
    shared,
    choose("O", "b"),
    choose("F", "b"),
    { terms: [expected([0, "office", -4.4], [0, "factory", 3.8])] },
    "",
  ],
  ["tenths", shared, choose("O", "b"), choose("F", "b"), { terms: [expected([0, "factory", 0.9])] }, ""],
  [
    "a type of tiles that were not taken",
    alone,
    choose("F", "F"),
    choose("S", "d"),
    { terms: [expected([0, "office", 2])] },
    "",
  ],
  ["no type", shared, choose("O", "b"), choose("F", "b"), { terms: [expected([0, null, 2])] }, ""],
  [
    "the other pair has the type as well",
    shared,
    choose("O", "H"),
    choose("H", "H"),
    { terms: [expected([0, "house", 4])] },
    "",
  ],
])("%s", (_, game, played, best, found, words) => {
  const why = {
    own: 2,
    others: 0,
    parts: [],
    chances: [0, 0],
    line: [],
    terms: [],
    ...worth(0, 0),
    ...found,
  };
  const better = { played, best, cost: 2, why: why as never };
  expect(whyBetter(better, names, { game } as unknown as TableView).join(" ")).toBe(words);
});
