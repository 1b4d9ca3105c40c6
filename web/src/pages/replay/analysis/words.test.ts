import { expect, test } from "vitest";
import type { Better, GameTable, MoveDescription, Names } from "$lib/game/game";
import type { TableView } from "$wire/protocol";
import type { Why } from "$wire/engine";
import { about } from "$lib/game/words";
import { chanceWords, differenceWords, inShort, lineWords } from "./words";

const names: Names = Object.assign((seat: number) => `P${seat}`, { me: 0 });
const cities = [
  { builders: [0, 1], cells: null },
  { builders: [0, 2], cells: null },
];
const table = { me: 0, chairs: [], game: { view: { cities, variant: "standard" } } } as unknown as TableView;
const move = (what: string, why: string): MoveDescription => ({ what, where: "", why, shows: [] });
const why = (terms: unknown[]): Why =>
  ({ terms, parts: [], own: 1, others: 0, chances: [0.35, 0.42], line: [], played: null, best: null }) as Why;

const better = (why: Why): Better => ({ played: null, best: null, cost: 1, why });

test("what the game says is the reason", () => {
  const kit = { whyBetter: ({ cost }: Better) => [`It costs ${cost}.`] } as unknown as GameTable;
  const same = move("a house", "+4: house, other types in the city: 4");
  expect(differenceWords(better(why([])), same, same, kit, names, table)).toEqual(["It costs 1."]);
});

const NOW = "Right away: +4: house. The move that was played: +2: house.";
const FEWER = "Right away it brings less (+4: house) than the move that was played (+6: park).";
const SAME = "Right away both bring the same.";
const MORE = "By the end, the better move likely brings about 1 point more of one’s own.";
const LESS =
  "No single reason stands out: by the end, the better move likely leaves the best of the others about 1 point less.";
const NONE = "No single reason stands out: by the end, the better move likely brings about 1 point more.";

test.each([
  ["+4: house", "+2: house", { best: { total: 4 }, played: { total: 2 } }, [NOW, MORE]],
  ["+4: house", "+6: park", { best: { total: 4 }, played: { total: 6 } }, [NONE, FEWER]],
  // That a city changes by some points is no reason.
  ["+4: house", "+4: house", { parts: [{ part: 1, points: 1.2 }] }, [NONE, SAME]],
  ["+4: house", "+4: house", { others: 1.3 }, [LESS, SAME]],
  // A game that does not say what moves bring at once.
  ["", "", {}, [NONE]],
])("where nothing on the table says why: %j against %j, %j", (best, played, changed, expected) => {
  const kit = { shared: (part: number) => `city ${part}`, whyBetter: () => [] } as unknown as GameTable;
  const words = differenceWords(
    better({ ...why([]), ...changed }),
    move("x", played),
    move("y", best),
    kit,
    names,
    table,
  );
  expect(words).toEqual(expected);
});

test("a small phone shows the first sentence, and what fits after it", () => {
  const long = "x".repeat(90);
  expect(inShort([long, long, "short."])).toEqual([long, "short."]);
});

test("the chance to win is said if the moves differ in it and there is an opponent", () => {
  const words = "Chance to win: 42% after the better move, 35% after the one played.";
  expect(chanceWords(why([]), "best-other")).toBe(words);
  expect(chanceWords(why([]), "nobody")).toBe("");
  expect(chanceWords({ ...why([]), chances: [0.421, 0.418] }, "best-other")).toBe("");
  // A difference within the error would contradict the verdict.
  expect(chanceWords({ ...why([]), chances: [0.42, 0.41] }, "best-other")).toBe("");
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
