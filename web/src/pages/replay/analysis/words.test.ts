import { expect, test } from "vitest";
import type { GameTable, MoveDescription, Names } from "$lib/game/game";
import { termWords as citiesTerm } from "../../../games/between-two-cities/words/reasons";
import { termWords as marketTerm } from "../../../games/point-city/words/words";
import type { TableView } from "$wire/protocol";
import type { Why } from "$wire/engine";
import { about, chanceWords, differenceWords, lineWords } from "./words";

const names: Names = Object.assign((seat: number) => `P${seat}`, { me: 0 });
const cities = [
  { builders: [0, 1], cells: null },
  { builders: [0, 2], cells: null },
];
const table = { me: 0, chairs: [], game: { view: { cities, variant: "standard" } } } as unknown as TableView;
const move = (what: string, why: string): MoveDescription => ({ what, where: "", why, shows: [] });
const why = (terms: unknown[]): Why =>
  ({ terms, parts: [], own: 1, others: 0, chances: [0.35, 0.42], line: [], played: null, best: null }) as Why;

const effect = { kind: "park-group", n: 2 };
const CITIES = [
  { term: "does", city: 0, effect, points: 6, only: 4 },
  { term: "opens", city: 0, effect, points: 6, only: 4 },
  { term: "behind", city: 0, points: 6, more: 9 },
  { term: "blocks", city: 0, effect, points: 6 },
  { term: "spoils", city: 0, houses: 2 },
  { term: "takes", piece: "P", city: 0, effect, points: 6, instead: "S", only: 4 },
  { term: "expected", changes: [{ city: 0, building: "park", points: 1.2 }] },
  { term: "expected", changes: [{ city: 0, building: null, points: 1.2 }] },
];
const MARKET = [
  { term: "pays", resource: "E", n: 2, buildings: 3 },
  { term: "printed", points: 2 },
  { term: "tokens", points: 2 },
  { term: "closer", card: "01C", lacks: 1, instead: 3 },
  { term: "closer", card: "01C", lacks: 0, instead: 3 },
  { term: "keeps", cards: 1 },
  { term: "opens", buildings: 2, instead: 1 },
  { term: "leaves", seat: 1, card: "01C" },
  { term: "expected", changes: [{ seat: 1, by: "tokens", points: -1.2 }] },
  { term: "expected", changes: [{ seat: 1, by: null, points: -1.2 }] },
];

test.each([
  ...CITIES.map((term) => [term, citiesTerm] as const),
  ...MARKET.map((term) => [term, marketTerm] as const),
])("the difference %j has a sentence", (term, termWords) => {
  const kit = { termWords } as unknown as GameTable;
  // Both moves bring the same at once: that is not given as a reason.
  const same = move("a house", "+4: house, other types in the city: 4");
  const [first, ...others] = differenceWords(why([term]), same, same, kit, names, table);
  expect(first).toMatch(/\w.*\.$/);
  expect(first).not.toContain(same.why);
  expect(others).toEqual([]);
});

const NOW = "Right away: +4: house. The move that was played: +2: house.";
const FEWER = "Right away it brings less (+4: house) than the move that was played (+6: park).";
const SAME = "Right away both bring the same.";
const MORE = "By the end, the better move likely brings about 1 point more of one’s own.";
const LESS = "By the end, the better move likely leaves the best of the others about 1 point less.";
const CITY = "Likely difference in the end: city 1 +1.2.";

test.each([
  ["+4: house", "+2: house", { parts: [{ part: 1, points: 1.2 }] }, [NOW, CITY]],
  ["+4: house", "+6: park", { best: { total: 4 }, played: { total: 6 } }, [FEWER, MORE]],
  ["+4: house", "+4: house", { parts: [{ part: 1, points: 1.2 }] }, [SAME, CITY]],
  // Of several cities the most important one: a phone has room for few words.
  [
    "+4: house",
    "+4: house",
    {
      parts: [
        { part: 0, points: -0.3 },
        { part: 1, points: 1.2 },
      ],
    },
    [SAME, CITY],
  ],
  ["+4: house", "+4: house", {}, [SAME, MORE]],
  ["+4: house", "+4: house", { others: 1.3 }, [SAME, LESS]],
  // A game that does not say what moves bring at once.
  ["", "", {}, [MORE]],
])("without a difference in the game's terms: %j against %j, %j", (best, played, changed, expected) => {
  const kit = { shared: (part: number) => `city ${part}` } as unknown as GameTable;
  const reasons = { ...why([]), ...changed };
  const words = differenceWords(reasons, move("x", played), move("y", best), kit, names, table);
  expect(words).toEqual(expected);
});

test("the chance to win is said if the moves differ in it and there is an opponent", () => {
  const words = "Chance to win: 42% after the better move, 35% after the one played.";
  expect(chanceWords(why([]), "best-other")).toBe(words);
  expect(chanceWords(why([]), "nobody")).toBe("");
  expect(chanceWords({ ...why([]), chances: [0.421, 0.418] }, "best-other")).toBe("");
});

test("the turns that probably follow are named with their players", () => {
  const kit = { moveWords: (mv: unknown) => `takes ${mv}` } as unknown as GameTable;
  const line = [1, 0].map((seat) => ({ seat, move: `card ${seat}` }));
  expect(lineWords({ ...why([]), line }, kit, names, table)).toBe(
    "Probably next: P1: takes card 1; P0: takes card 0.",
  );
  expect(lineWords(why([]), kit, names, table)).toBe("");
});

test("an approximate number of points has no decimals", () => {
  expect([0.1, 0.49, 0.6, 1.4, 1.6, 12.2].map((points) => about(points))).toEqual([
    { amount: "½", n: 1 },
    { amount: "½", n: 1 },
    { amount: "1", n: 1 },
    { amount: "1", n: 1 },
    { amount: "2", n: 2 },
    { amount: "12", n: 12 },
  ]);
});
