import { describe, expect, test } from "vitest";
import { overwriteGetLocale } from "../../../paraglide/runtime.js";
import type { TableView } from "$wire/protocol";
import { cityLabel, pointsChanged, roundName, words } from "./words";
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
