import { expect, test } from "vitest";
import { onPodium, placed, placesOf, ranked, tiesIn } from "./standings";

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

test("all who won share the first place, also those whom points or ties separate", () => {
  const ranking = rank([40, 52, 40, 50], [[1], [], [2], []], [0, 1]);
  expect(ranking.map(({ name, won, place }) => `${place} ${name}${won ? " won" : ""}`)).toEqual([
    "1 Ben won",
    "1 Ada won",
    "3 Dan",
    "4 Cleo",
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

test("the best stand on the podium, the winner between the others, and the viewer's own place is shown above it", () => {
  const podium = (points: readonly number[], me: number | null) => {
    const ranking = rank(points, [], [points.indexOf(Math.max(...points))]);
    const { steps, own } = onPodium(placed(ranking, { chairs: [] }, { me }));
    return `${steps.map(({ name }) => name).join(" ")} | ${own ? `${own.place} ${own.name} ${own.points}` : ""}`;
  };
  expect(podium([10, 50, 40, 30], 0)).toBe("Cleo Ben Dan | 4 Ada 10");
  // Two share the third place; the podium has room for one of them.
  expect(podium([30, 50, 40, 30], 3)).toBe("Cleo Ben Ada | 3 Dan 30");
  expect(podium([10, 50, 40, 30], 3)).toBe("Cleo Ben Dan | ");
  expect(podium([10, 50, 40, 30], null)).toBe("Cleo Ben Dan | ");
  expect(podium([10, 50], 0)).toBe("Ada Ben | ");
  expect(podium([10], 0)).toBe("Ada | ");
});

test("the places in a list are those of the rules, or follow from winners and points", () => {
  const result = { points: [44, 44, 50, 44], winners: [0], me: null };
  expect(placesOf({ ...result, places: [3, 2, 1, 4] })).toEqual([3, 2, 1, 4]);
  expect(placesOf(result)).toEqual([1, 3, 2, 3]);
});
