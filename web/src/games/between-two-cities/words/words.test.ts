import { describe, expect, test } from "vitest";
import { overwriteGetLocale } from "../../../paraglide/runtime.js";
import type { LogEntry, TableView } from "$wire/protocol";
import type { GameTable } from "$lib/game/game";
import { logWords } from "$lib/game/lines";
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

/** Dan sits on seat 3 between Ada (0) and Cleo (2). */
describe.each([
  [
    "en",
    "Dan's bot places a park",
    "in the city of Cleo and Dan",
    "in your shared city",
    "in the city with Ada",
  ],
  [
    "de",
    "Der Bot von Dan legt einen Park",
    "in die Stadt von Cleo und Dan",
    "in eure Stadt",
    "in die Stadt mit Ada",
  ],
  [
    "hu",
    "Dan botja lerak egy parkot",
    "ide: Cleo és Dan közös városa",
    "a közös városotokba",
    "ide: Ada és a te közös városotok",
  ],
  [
    "es",
    "El bot de Dan coloca un parque",
    "en la ciudad de Cleo y Dan",
    "en vuestra ciudad",
    "en la ciudad con Ada",
  ],
] as const)("a stand-in in %s", (locale, does, ...places) => {
  test("is a bot, and the others of the city are people", () => {
    overwriteGetLocale(() => locale);
    const cities = [{ builders: [0, 1] }, { builders: [1, 2] }, { builders: [2, 3] }, { builders: [3, 0] }];
    const table = { game: { view: { cities } } } as unknown as TableView;
    const log = (me: number, city: number): string | null => {
      const people = Object.assign((seat: number) => ["Ada", "Ben", "Cleo", "Dan"][seat] ?? "", { me });
      const event = { event: "placed", seat: 3, piece: "P", city, spot: "0,0" };
      return logWords(
        { type: "game", event, stand_in: true } as unknown as LogEntry,
        { words } as unknown as GameTable,
        people,
        table,
      );
    };
    // As Ben sees it, Ada, and Dan himself.
    expect([log(1, 2), log(0, 3), log(3, 3)]).toEqual(places.map((place) => `${does} ${place}.`));
    overwriteGetLocale(() => "en");
  });
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
