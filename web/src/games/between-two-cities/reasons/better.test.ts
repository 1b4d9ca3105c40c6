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

const AROUND = {
  choose: [],
  place: ["0,-1", "-1,0"].map((spot) => offer(place("H", 0, spot), ["house-by-factory"])),
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
    "both spots touch a factory, but one leaves room for houses that touch none",
    {
      view: {
        ...shared.view,
        cities: [{ ...SHARED[0], cells: { board: "FF../..../..../....", corner: "0,0" } }],
      },
      offers: AROUND,
    },
    place("H", 0, "0,-1"),
    place("H", 0, "-1,0"),
    {},
    "Both spots touch a factory, but then 3 free cells beside the city touch none, instead of 2: a later house can count more there.",
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
