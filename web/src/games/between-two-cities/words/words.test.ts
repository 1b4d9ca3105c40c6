import { describe, expect, test } from "vitest";
import { overwriteGetLocale } from "../../../paraglide/runtime.js";
import type { TableView } from "$wire/protocol";
import {
  cityLabel,
  moveWords,
  pieceNames,
  piecesWithArticles,
  pointsChanged,
  roundName,
  words,
} from "./words";
import type { City } from "../types";

test("a half of a round has a name, where two players play each round twice", () => {
  expect(roundName("2")).toBe("Round 2");
  expect(roundName("1b")).toBe("Round 1, second half");
  const began = { event: "round-began", round: "2a", kind: "duplexes" };
  expect(
    words(
      began,
      Object.assign(() => "", { me: 0 }),
      {} as TableView,
    ),
  ).toBe("Round 2 begins: duplex tiles (first half).");
});

test("two equal tiles are named together", () => {
  expect(piecesWithArticles(["S", "S"])).toBe("two shops");
  expect(piecesWithArticles(["P", "S"])).toBe("a park and a shop");
  expect(pieceNames(["S", "S"])).toBe("2 × shop");
  expect(pieceNames(["P", "FS"])).toBe("park, (factory + shop)");
});

test("who speaks to the other builder of a city says 'our city', the viewer as well", () => {
  const cities = [{ builders: [0, 1] }, { builders: [1, 2] }];
  const table = { game: { view: { cities } } } as unknown as TableView;
  const people = Object.assign((seat: number) => `P${seat}`, { me: 0 });
  const said = (city: number, speaker?: number): string =>
    moveWords({ kind: "place", piece: "P", city, spot: "0,0" }, people, table, speaker);
  expect([said(0), said(0, 0), said(0, 1)]).toEqual([
    "a park in the city with P1",
    "a park in our city",
    "a park in our city",
  ]);
  expect(said(1, 1)).toBe("a park in the city of P1 and P2");
});

describe.each([
  { locale: "en", one: "point", many: "points" },
  { locale: "de", one: "Punkt", many: "Punkte" },
  { locale: "hu", one: "pont", many: "pont" },
  { locale: "es", one: "punto", many: "puntos" },
] as const)("numbers in $locale", ({ locale, one, many }) => {
  test("gains and losses have the form of their number, and a real minus sign", () => {
    overwriteGetLocale(() => locale);
    expect(pointsChanged(1)).toBe(`+1 ${one}`);
    expect(pointsChanged(-1)).toBe(`−1 ${one}`);
    expect(pointsChanged(-3)).toBe(`−3 ${many}`);
    expect(pointsChanged(0)).toBe(`+0 ${many}`);
  });

  test("labels have a singular", () => {
    overwriteGetLocale(() => locale);
    const label = (total: number): string => cityLabel("A", 0, { score: { total } } as City);
    expect(label(1)).toMatch(new RegExp(`1 ${one}$`));
    expect(label(2)).toMatch(new RegExp(`2 ${many}$`));
  });
});
