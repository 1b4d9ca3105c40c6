import { expect, test } from "vitest";
import type { ListedTable } from "$lib/table/tables";
import {
  ALL,
  choices,
  grouped,
  matching,
  movingMeans,
  playedOf,
  recordedOf,
  series,
  summed,
  sumOf,
} from "./played";

const listed = (code: string, points: number[], me: number | null, more: Partial<ListedTable> = {}) =>
  ({
    code,
    game: "point-city",
    variant: "standard",
    players: 2,
    names: ["Ada", "Ben"],
    status: "over",
    bot_plays: false,
    idle_ms: 0,
    here: false,
    result: { points, winners: [points.indexOf(Math.max(...points))], me },
    ...more,
  }) as ListedTable;

const GAMES = playedOf(
  [
    listed("A", [30, 40], 0),
    listed("B", [50, 40], 0),
    listed("C", [20, 10], null, { names: ["Eve", "Ada"], here: true }),
    listed("D", [20, 10], null, { names: ["Eve", "Kim"], game: "between-two-cities" }),
    listed("E", [50, 40], null, { here: true }),
    listed("F", [1, 2], 0, { result: null }),
    listed("G", [90, 2], 0, { bot_plays: true }),
  ],
  "Ada",
  (code) => (code === "A" ? 80 : code === "B" ? 90 : null),
);

test("winners come first; one's own seat is known, or that of one's name", () => {
  expect(GAMES.map(({ code, me, points, won }) => [code, me, points, won])).toEqual([
    ["A", 0, 30, false],
    ["B", 0, 50, true],
    ["C", 1, 10, false],
    ["D", null, null, false],
    ["G", 0, null, false],
  ]);
  expect(GAMES[0]?.ranking.map(({ name }) => name)).toEqual(["Ben", "Ada"]);
});

test("players with equal points are in the order of the rules' tie-breaks", () => {
  const result = { points: [44, 44, 50], winners: [2], places: [3, 2, 1], me: 0 };
  const [game] = playedOf([listed("H", [], 0, { names: ["Ada", "Ben", "Eve"], result })], null);
  expect(game?.ranking.map(({ name }) => name)).toEqual(["Eve", "Ben", "Ada"]);
});

test("games are filtered by what they were and with whom", () => {
  expect(choices(GAMES)).toEqual({
    games: ["point-city", "between-two-cities"],
    variants: ["standard"],
    players: [2],
    partners: ["Ben", "Eve", "Kim"],
  });
  const codes = (filter: object) => matching(GAMES, { ...ALL, ...filter }).map(({ code }) => code);
  expect(codes({})).toEqual(["A", "B", "C", "D", "G"]);
  expect(codes({ game: "point-city", partner: "Eve" })).toEqual(["C"]);
  expect(codes({ partner: "Ada" })).toEqual([]);
  expect(codes({ players: 3 })).toEqual([]);
});

test("games are summed up, all and by kind", () => {
  expect(sumOf(GAMES)).toEqual({ count: 5, played: 3, won: 1, mean: 30, best: 50, accuracy: 85 });
  expect(sumOf([])).toEqual({ count: 0, played: 0, won: 0, mean: null, best: null, accuracy: null });
  expect(grouped(GAMES).map(({ of, sum }) => [of.game, sum.count])).toEqual([
    ["point-city", 4],
    ["between-two-cities", 1],
  ]);
  expect(movingMeans([1, 3, 5, 7], 2)).toEqual([1, 2, 4, 6]);
});

test("the development over time is listed for each kind of game, the earliest first", () => {
  const values = (points: number, won = false) => ({ value: points, won });
  expect(series(GAMES, ({ points }) => points)).toEqual([
    { game: "point-city", values: [values(10), values(50, true), values(30)] },
  ]);
  expect(series(GAMES, ({ accuracy }) => accuracy)).toEqual([
    { game: "point-city", values: [values(90, true), values(80)] },
  ]);
  expect(series(GAMES.slice(0, 1), ({ points }) => points)).toEqual([]);
});

test("a record says who one was: by one's name, or as the only person", () => {
  const record = (players: string[], bots: (string | null)[] | undefined) =>
    `${JSON.stringify({ record: 1, game: "g", variant: "v", players, bots })}\n{"seat":0,"move":"x"}\n{"result":{"n":1}}\n`;
  const found = recordedOf(
    [
      record(["Ben", "Ada"], [null, null]),
      record(["Adele", "Bot"], [null, "greedy"]),
      record(["Eve", "Kim"], undefined),
      record(["Ada", "Ben"], ["greedy", null]),
      "nonsense",
    ],
    [],
    "Ada",
  );
  expect(found).toEqual([
    { game: "g", variant: "v", me: 1, result: { n: 1 } },
    { game: "g", variant: "v", me: 0, result: { n: 1 } },
  ]);
});

test("a record is of one's own seat in the list, whatever one's name is now", () => {
  const record = `${JSON.stringify({ record: 1, game: "g", variant: "v", players: ["Finch", "Ben"] })}\n{"result":{"n":1}}\n`;
  const listed = (me: number | null) =>
    ({
      game: "g",
      variant: "v",
      names: ["Finch", "Ben", null],
      result: { points: [], winners: [], me },
    }) as unknown as ListedTable;
  const seats = (me: number | null, name: string) =>
    recordedOf([record], [listed(me)], name).map((one) => one.me);
  expect(seats(0, "Zoe")).toEqual([0]);
  expect(seats(0, "Ben")).toEqual([0]);
  expect(seats(null, "Ben")).toEqual([1]);
});

test("strengths are means, the greatest first", () => {
  const of = (key: string, mine: number, others: number) => ({ key, mine, others });
  expect(summed([[of("park", 2, 4)], [of("park", 4, 4), of("shop", 9, 2)]])).toEqual([
    of("shop", 9, 2),
    of("park", 3, 4),
  ]);
});
