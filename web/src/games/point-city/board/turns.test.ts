import { expect, test } from "vitest";
import { cellsIn, sinceOwn, turnsOf } from "./turns";

const entry = (version: number, event: object) => ({ version, at: 0, type: "game" as const, event });

const log = [
  entry(1, { event: "took", seat: 0, cell: "a1", kind: "C" }),
  entry(1, { event: "took", seat: 0, cell: "b1", kind: "E" }),
  entry(1, { event: "refilled", cell: "a1", face: "N" }),
  entry(2, { event: "flipped", seat: 1, cell: "c2", card: "11C" }),
  entry(3, { event: "built", seat: 1, cell: "c2", card: "11C" }),
  entry(3, { event: "took", seat: 1, cell: "c3", kind: "N" }),
  entry(3, { event: "refilled", cell: "c2", face: "N" }),
  entry(4, { event: "drew", seat: 2, kinds: ["C", "M"] }),
];

test("a card that is turned over belongs to the turn", () => {
  expect(turnsOf(log).map(({ seat }) => seat)).toEqual([0, 1, 2]);
  expect(turnsOf(log).map(cellsIn)).toEqual([["a1", "b1"], ["c2", "c2", "c3"], []]);
});

test("the solo city's turn follows the player's, in one entry of the log", () => {
  const solo = [...log.slice(0, 3), entry(1, { event: "took", seat: 1, cell: "d1", kind: "C" })];
  expect(turnsOf(solo).map(({ seat }) => seat)).toEqual([0, 1]);
});

test("two turns of the same seat are two", () => {
  expect(turnsOf([...log.slice(0, 3), entry(5, { event: "passed", seat: 0 })])).toHaveLength(2);
});

test("the turns of the others since the viewer's", () => {
  const seats = (me: number | null) => sinceOwn(turnsOf(log), me, 3).map(({ seat }) => seat);
  expect(seats(0)).toEqual([1, 2]);
  expect(seats(2)).toEqual([]);
  expect(seats(3)).toEqual([0, 1, 2]);
  expect(seats(null)).toEqual([0, 1, 2]);
});

test("moves that were taken back are left out", () => {
  const undone = { version: 5, at: 0, type: "undone" as const, seat: 2, mv: {}, undoes: 4 };
  expect(turnsOf([...log, undone]).map(({ seat }) => seat)).toEqual([0, 1]);
});
