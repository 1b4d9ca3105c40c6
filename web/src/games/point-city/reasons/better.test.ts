import { expect, test } from "vitest";
import type { Names } from "$lib/game/game";
import type { TableView } from "$wire/protocol";
import { CARDS } from "$wire/point-city";
import { whyBetter } from "./better";

const names: Names = Object.assign((seat: number) => ["Ada", "Ben"][seat] ?? "", { me: 0 });

/** The id of a building that costs and gives this. */
const costing = (cost: string, gives: string): string =>
  Object.entries(CARDS).find(
    ([, card]) => card.cost === cost && (card.produces ?? `${card.points}`) === gives,
  )?.[0] ?? "";

const MARKET = [
  ["E", costing("CM", "4"), "M", "M"],
  [costing("MN", "E"), "E", "M", "E"],
  [costing("EI", "M"), "C", costing("CM", "N"), "M"],
  ["N", "C", "I", "I"],
];
const POINTS: Record<string, number> = { b1: 4 };

/** A pair that the viewer may take; as long as nothing else is said, it opens no building and gives no token. */
const pair = (cells: string[], more: object = {}) => ({
  cells,
  payments: [{ pay: {}, points: cells.reduce((sum, cell) => sum + (POINTS[cell] ?? 0), 0) }],
  refills: ["resource", "resource"],
  tokens: [],
  civics: 0,
  ...more,
});

const city = (seat: number, more: object = {}) => ({
  seat,
  cards: {},
  permanents: {},
  open_tokens: [6],
  ...more,
});

const TAKES = [
  pair(["b1", "c1"]),
  pair(["c1", "d1"]),
  pair(["a2", "a1"]),
  pair(["a3", "a4"]),
  pair(["c3", "c4"]),
  pair(["d1", "d2"], { tokens: [{ id: "flat-7", now: 7 }], civics: 1 }),
  pair(["d3", "d4"], { refills: ["building", "building"] }),
];

function table(me: object = {}, ben: object = {}): TableView {
  const market = MARKET.flatMap((row, y) =>
    row.map((face, x) => ({ cell: "abcd"[x] + String(y + 1), face })),
  );
  const view = {
    viewer: 0,
    market,
    top: "C",
    markers: null,
    tokens: ["flat-7"],
    cities: [city(0, me), city(1, ben)],
  };
  return { game: { view, offers: { take: TAKES, missing: [] } } } as unknown as TableView;
}

const take = (cells: string[], pay: object = {}, tokens: string[] = []) => ({
  kind: "take",
  cells,
  pay,
  tokens,
});
const flip = (cell: string) => ({ kind: "flip", cell });

const OWN = { own: 3, others: 0, parts: [], line: [], terms: [] };
const RIVAL = { ...OWN, own: 0, others: 3, parts: [{ part: 1, points: -3 }] };

const FERRIS = take(["b1", "c1"], { C: 1, M: 1 });
const WIND = take(["a2", "a1"], { M: 1, N: 1 });
const SHOP = take(["a3", "a4"], { E: 1, I: 1 });
const GARDEN = take(["c3", "c4"], { C: 1 });

test.each([
  [
    "a permanent resource against none, with the price",
    FERRIS,
    WIND,
    OWN,
    "The better move gives a permanent resource (energy), the one that was played gives none. At once it is 4 points less, but by the end likely about 3 more.",
  ],
  [
    "what both give is compared: here by what it makes cheaper",
    WIND,
    SHOP,
    OWN,
    "Corner shop (economy) makes 3 buildings in the market one resource cheaper, Wind farm (energy) only 1.",
  ],
  [
    "of two permanent resources of equal use, the cheaper one",
    take(["a2", "a1"], { M: 1, N: 1, "*": 1 }),
    GARDEN,
    OWN,
    "Both moves give a permanent resource. It costs 1 card instead of 3. You keep the ingenuity.",
  ],
  [
    "a card is turned first, then the turn is compared",
    FERRIS,
    flip("d2"),
    { ...OWN, line: [{ seat: 0, move: WIND }] },
    "Turn a card first (it’s free), then take Wind farm + energy. The better move gives a permanent resource (energy), the one that was played gives none. At once it is 4 points less, but by the end likely about 3 more.",
  ],
  [
    "after a turned card the same pair",
    FERRIS,
    flip("d2"),
    { ...OWN, line: [{ seat: 0, move: FERRIS }] },
    "Turning a card is free and shows you one building more: the same two cards can still be taken afterwards.",
  ],
  [
    "what may be on the other side",
    FERRIS,
    flip("d2"),
    { ...OWN, terms: [{ term: "turns", cell: "d2", back: "E", buildings: 10, payable: 10, most: 4 }] },
    "Turning a card is free and shows you one building more: the same two cards can still be taken afterwards. You could pay for all 10 buildings that may be behind it. The best of these has 4 points.",
  ],
  [
    "the turned card was taken, so not that pair",
    FERRIS,
    flip("c1"),
    { ...OWN, terms: [{ term: "turns", cell: "c1", back: "M", buildings: 12, payable: 4, most: 0 }] },
    "Turning a card is free. You could pay for 4 of the 12 buildings that may be behind it.",
  ],
  [
    "a building that the next player could pay for",
    GARDEN,
    FERRIS,
    RIVAL,
    "It takes Ferris wheel (4 points) before Ben can, who could pay for it next. For that, it gives up a permanent resource (ecology).",
  ],
  [
    "a building that the drawn card pays for",
    take(["a3", "a4"], { C: 1 }),
    { kind: "draw" },
    OWN,
    "The better move makes it possible to pay for Ferris wheel (4 points) next. After the move that was played this much is missing: 2.",
  ],
  [
    "a move that costs less, but gives up a permanent resource",
    GARDEN,
    take(["d3", "d4"]),
    { ...OWN, terms: [{ term: "keeps", cards: 2 }] },
    "It costs nothing, the move that was played costs 1 card. For that, it gives up a permanent resource (ecology).",
  ],
  [
    "a token that counts for another player",
    take(["d3", "d4"]),
    take(["d1", "d2"], {}, ["flat-7"]),
    RIVAL,
    "It keeps from Ben a token that would count 6 points there now.",
  ],
  [
    "new buildings for the next player",
    take(["d3", "d4"]),
    { kind: "draw" },
    RIVAL,
    "Drawing opens no new buildings to Ben, the move that was played opens 2.",
  ],
  // A forecast says nothing of the table, and a permanent resource is no point.
  [
    "a bare forecast",
    flip("d2"),
    WIND,
    { ...OWN, terms: [{ term: "expected", changes: [{ seat: 0, by: "permanents", points: 7.5 }] }] },
    "",
  ],
  [
    "only a token differs, and others get what is left",
    take(["d1", "d2"], {}, []),
    take(["d1", "d2"], {}, ["flat-7"]),
    RIVAL,
    "",
  ],
  // A turn takes two cards: beside the building is none that could be taken as well.
  [
    "a building that could not be taken",
    take(["d3", "d4"]),
    { kind: "draw" },
    { ...OWN, own: 1, terms: [{ term: "closer", card: MARKET[2]?.[0], lacks: 0, instead: 2 }] },
    "",
  ],
])("%s", (_, played, best, why, words) => {
  const better = {
    played,
    best,
    cost: 3,
    why: { ...why, chances: [0, 0], played: null, best: null } as never,
  };
  expect(whyBetter(better, names, table({}, { cards: { C: 1, M: 1 } })).join(" ")).toBe(words);
});

test("nobody is said to pay with a card that the move that was played takes", () => {
  const words = (played: object) => {
    const why = { ...RIVAL, chances: [0, 0], played: null, best: null } as never;
    return whyBetter({ played, best: FERRIS, cost: 3, why }, names, table({}, { cards: { C: 1 } }));
  };
  expect(words(take(["c1", "d1"]))).toEqual([]);
  expect(words(take(["d3", "d4"]))[0]).toContain("It takes Ferris wheel (4 points) before Ben can");
});
