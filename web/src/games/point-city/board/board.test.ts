import { expect, test, vi } from "vitest";
import { areNeighbours, BoardModel, CELLS } from "./board.svelte";
import type { Move, Offers, Takable, View } from "../types";

const take = (cells: [string, string], more: Partial<Takable> = {}): Takable => ({
  cells,
  due: {},
  payments: [{ pay: {}, points: 0 }],
  civics: 0,
  tokens: [],
  refills: [],
  ...more,
});

function board(more: Partial<Offers>, made?: Move[]): BoardModel {
  const market = CELLS.map((cell) => ({ cell, face: cell === "c1" ? "11C" : "E" }));
  const offers = { flip: [], take: [], draw: true, pass: false, missing: [], ...more };
  return new BoardModel(
    () => ({ market, viewer: 0, cities: [{ seat: 0, cards: { "*": 1 } }] }) as unknown as View,
    () => offers,
    (move) => made?.push(move),
    () => made !== undefined,
  );
}

test("a card and its neighbour make a pair", () => {
  const table = board({ take: [take(["a1", "b1"]), take(["a1", "a2"])] });
  table.tap("b1");
  expect(table.partners("b1")).toEqual(["a1"]);
  expect(table.move).toBeNull();
  table.tap("a1");
  expect(table.move).toEqual({ kind: "take", cells: ["a1", "b1"], pay: {}, tokens: [] });
  table.clear();
  expect(table.chosen).toEqual([]);
});

test("a neighbour that can't be paid says why, and the first card stays", () => {
  const missing = [{ cell: "c1", lacks: { I: 3 } }];
  const table = board({ take: [take(["a1", "b1"])], missing });
  table.tap("b1");
  table.tap("c1");
  expect(table.whyNot).toMatchObject({
    why: "short",
    missing: missing[0],
    ingenuity: 1,
    building: { civic: true },
  });
  expect(table.chosen).toEqual(["b1"]);
});

test("a card that is not beside the first one takes its place", () => {
  const table = board({ take: [take(["a1", "b1"]), take(["c3", "d3"])] });
  table.tap("a1");
  table.tap("c3");
  expect(table.chosen).toEqual(["c3"]);
  table.tap("c3");
  expect(table.asked.what).toBe("nothing");
});

test("each civic building asks for a token of its own; those that are worth most are proposed", () => {
  const tokens = [
    { id: "flat-5", now: 5 },
    { id: "missing", now: 20 },
    { id: "flat-7", now: 7 },
    { id: "each-C", now: 2 },
  ];
  const two = take(["a1", "b1"], {
    civics: 2,
    tokens,
    payments: [{ pay: { C: 1, "*": 1 }, points: 0 }],
  });
  const table = board({ take: [two] });
  table.join("b1", "a1");
  expect(table.tokens).toEqual(["flat-7", "flat-5"]);
  for (const token of ["flat-7", "flat-5"]) table.toggle(token);
  expect(table.move).toBeNull();
  table.toggle("flat-5");
  table.toggle("flat-7");
  const cells = ["a1", "b1"];
  expect(table.move).toEqual({ kind: "take", cells, pay: { C: 1, "*": 1 }, tokens: ["flat-5", "flat-7"] });
  table.toggle("each-C");
  expect(table.tokens).toEqual(["flat-5", "each-C"]);
  table.toggle("flat-5");
  expect(table.move).toBeNull();
});

test("the chosen payment is paid", () => {
  const payments = [{ M: 1 }, { "*": 1 }].map((pay) => ({ pay, points: 0 }));
  const table = board({ take: [take(["c2", "d2"], { payments })] });
  table.join("c2", "d2");
  table.payment = 1;
  expect(table.move).toMatchObject({ pay: { "*": 1 } });
});

test("cells are beside each other by an edge", () => {
  expect(areNeighbours("a1", "a2")).toBe(true);
  expect(areNeighbours("a1", "b2")).toBe(false);
  expect(areNeighbours("a1", "a4")).toBe(false);
});

test("a hint's move is prepared as it is, and still to be confirmed", () => {
  const tokens = ["flat-5", "flat-7"].map((id) => ({ id, now: 0 }));
  const payments = [{ C: 2 }, { C: 1, "*": 1 }].map((pay) => ({ pay, points: 0 }));
  const table = board({ take: [take(["a1", "b1"], { civics: 1, tokens, payments })] });
  const moves: Move[] = [
    { kind: "take", cells: ["a1", "b1"], pay: { C: 1, "*": 1 }, tokens: ["flat-7"] },
    { kind: "draw" },
    { kind: "flip", cell: "c2" },
  ];
  for (const move of moves) {
    table.follow(move);
    expect(table.move).toEqual(move);
  }
  table.follow({ kind: "take", cells: ["c3", "d3"] });
  expect(table.move, "what is not offered is not prepared").toEqual({ kind: "flip", cell: "c2" });
});

test("two resources are taken by themselves after a while; buildings and a bot's advice are not", () => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false, querySelector: () => null });
  const [resources, building] = [take(["a1", "b1"]), take(["c1", "d1"], { due: { C: 1 } })];
  const made: Move[] = [];
  const table = board({ take: [resources, building] }, made);
  const wait = (): void => void vi.advanceTimersByTime(30_000);
  table.join("a1", "b1");
  table.clear();
  wait();
  table.join("c1", "d1");
  wait();
  table.follow({ kind: "take", cells: ["a1", "b1"] });
  wait();
  expect(made).toEqual([]);
  table.join("a1", "b1");
  wait();
  expect(made).toEqual([{ kind: "take", cells: ["a1", "b1"], pay: {}, tokens: [] }]);
});
