import { expect, test } from "vitest";
import type { Outcome, View } from "../types";
import { rankingOf, tieWords } from "./ranking";

const NAMES = ["Ada", "Ben", "Cleo", "Dan"];
const names = (seat: number): string => NAMES[seat] ?? "";

/** Four players round the table; city `n` lies between seats `n` and `n + 1`. */
const view = {
  variant: "standard",
  cities: [0, 1, 2, 3].map((n) => ({ builders: [n, (n + 1) % 4] })),
} as unknown as View;

const outcome = (totals: readonly number[], boards: readonly string[], winners: readonly number[]): Outcome =>
  ({
    cities: totals.map((total, n) => ({ total, cells: boards[n] })),
    players: [0, 1, 2, 3].map((seat) => ({
      seat,
      score: Math.min(totals[seat] ?? 0, totals[(seat + 3) % 4] ?? 0),
    })),
    winners,
  }) as unknown as Outcome;

test("the other city breaks a tie, then the numbers of buildings in both", () => {
  // Ada 40 and 60, Ben 40 and 47, Cleo 47 and 55, Dan 55 and 60.
  const result = outcome([40, 47, 55, 60], ["S", "S", "S", "S"], [3]);
  const ranking = rankingOf(view, result, names);
  expect(ranking.map(({ name, place }) => `${place} ${name}`)).toEqual(["1 Dan", "2 Cleo", "3 Ada", "4 Ben"]);
  expect(tieWords(ranking, view)).toEqual(["Place 3: Ada before Ben. Tied at 40, other city 60 to 47."]);
});

test("with equal cities the first type that differs decides, and those who are equal share a place", () => {
  const result = outcome([50, 50, 50, 50], ["SS", "SF", "P", "SF"], [1]);
  // Shops and factories of both cities: Ada 3 and 1, Ben 3 and 1, Cleo 1 and 1, Dan 1 and 1.
  const ranking = rankingOf(view, { ...result, winners: [0, 1] } as Outcome, names);
  expect(ranking.map(({ place }) => place)).toEqual([1, 1, 3, 3]);
  expect(tieWords(ranking, view)).toEqual([
    "Place 1 is shared by Ada and Ben: tied at 50, equal in everything.",
    "Place 1: Ada and Ben before Cleo and Dan. Tied at 50, shops 3 to 1.",
    "Place 3 is shared by Cleo and Dan: tied at 50, equal in everything.",
  ]);
});
