import { expect, test } from "vitest";
import type { Names } from "$lib/game/game";
import type { TableView } from "$wire/protocol";
import { happening } from "./happening";

const names: Names = Object.assign((seat: number) => `P${seat}`, { me: null });
const score = (parks: number, shops = 0) => ({ parks, shops, total: parks + shops });

/** A table with two cities: of the seats 0 and 1, and of 1 and 2. */
function table(version: number, phase: string, scores: object[], placed: object[] = []): TableView {
  const builders = [
    [0, 1],
    [1, 2],
  ];
  const cities = scores.map((score, city) => ({ score, builders: builders[city] }));
  const log = placed.map((event) => ({
    type: "game",
    version: 2,
    at: 0,
    event: { event: "placed", ...event },
  }));
  return { version, log, game: { view: { cities, phase } } } as unknown as TableView;
}

const PARK = { seat: 0, piece: "P", city: 0, spot: "1,0" };
const SHOP = { seat: 2, piece: "S", city: 1, spot: "0,1" };

test("the tile is named that brought most to a city of the seat, with the type that gained", () => {
  const before = table(1, "place", [score(2), score(0)]);
  const after = table(2, "place", [score(8), score(0, 10)], [PARK, SHOP]);
  expect(happening(before, after, 0, names, [])).toEqual({
    words: "P0 places a park in the city of P0 and P1. Parks +6.",
    mv: { kind: "place", ...{ piece: "P", city: 0, spot: "1,0" } },
  });
  // Both tiles are in cities of this seat.
  expect(happening(before, after, 1, names, [])?.words).toBe(
    "P2 places a shop in the city of P1 and P2. Shops +10.",
  );
});

test("where nothing was placed, the tiles are named that the seat kept, else those of its partners", () => {
  const before = table(1, "choose", [score(2), score(0)]);
  // Others have yet to choose.
  const after = table(2, "choose", [score(2), score(0)]);
  const kept = [
    ["P", "P"],
    ["S", "F"],
    ["O", "H"],
  ].map((pieces, seat) => ({ seat, mv: { kind: "choose", pieces } }));
  expect(happening(before, after, 0, names, kept)).toEqual({
    words: "P0 keeps two parks.",
    mv: { kind: "choose", pieces: ["P", "P"] },
  });
  // Seat 2 is no partner of seat 0.
  const others = kept.slice(1);
  expect(happening(before, after, 0, names, others)?.words).toBe("P1 keeps a shop and a factory.");
  expect(happening(before, after, 0, names, [])).toBeNull();
});
