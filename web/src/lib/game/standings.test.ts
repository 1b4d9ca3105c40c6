import { expect, test } from "vitest";
import { ranked, tiesIn } from "./standings";

const NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve"];
const names = (seat: number): string => NAMES[seat] ?? "";

const rank = (points: readonly number[], ties: readonly number[][], winners: readonly number[]) =>
  ranked(
    points.map((points, seat) => ({ seat, points, ties: ties[seat] ?? [] })),
    winners,
    names,
  );

test("those whom nothing separates share a place, the next has the place after them", () => {
  const ranking = rank([40, 47, 47, 30, 47], [[], [50, 4], [50, 5], [], [50, 4]], [2]);
  expect(ranking.map(({ name, place }) => `${place} ${name}`)).toEqual([
    "1 Cleo",
    "2 Ben",
    "2 Eve",
    "4 Ada",
    "5 Dan",
  ]);
});

test("ties are explained below the first place too, with the numbers that decided", () => {
  const ranking = rank([60, 47, 47, 47, 30], [[], [50, 4], [50, 5], [50, 4], []], [0]);
  expect(tiesIn(ranking)).toEqual([
    { place: 2, points: 47, before: ["Cleo"], behind: ["Ben", "Dan"], by: 1, more: 5, fewer: 4 },
    { place: 3, points: 47, shared: ["Ben", "Dan"] },
  ]);
});

test("a shared win is a tie, different points are none", () => {
  expect(tiesIn(rank([50, 50, 40], [[3], [3], [9]], [0, 1]))).toEqual([
    { place: 1, points: 50, shared: ["Ada", "Ben"] },
  ]);
  expect(tiesIn(rank([50, 49, 40], [[1], [2], [3]], [0]))).toEqual([]);
});
