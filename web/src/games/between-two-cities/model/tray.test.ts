import { describe, expect, it } from "vitest";
import { latestTurn, type Turn } from "./latest-turn";
import { trayOf } from "./tray";
import type { View } from "../types";

function view(of: Partial<View>): View {
  return { round: "1", turn: 2, choices: [], to_place: [], cities: [], ...of } as View;
}

const pieces = (tray: ReturnType<typeof trayOf>) => tray.map(({ piece }) => piece);

describe("what is left to place", () => {
  const choices: View["choices"] = [[["S", "S"], ["P", "O"]]]; // prettier-ignore

  it("is both tiles at first, equal ones too", () => {
    const to_place = [{ seat: 0, cities: [0, 1] as [number, number], tiles: [["S"], ["S"]] as [string[], string[]] }]; // prettier-ignore
    expect(pieces(trayOf(view({ choices, to_place }), 0, false, null))).toEqual(["S", "S"]);
  });
  it("is one tile once the other lies", () => {
    const to_place = [{ seat: 1, cities: [1, 0] as [number, number], tiles: [[], ["O"]] as [string[], string[]] }]; // prettier-ignore
    expect(pieces(trayOf(view({ choices, to_place }), 1, false, null))).toEqual(["O"]);
  });

  // The player between two Automas: city 0 lies between seats 0 and 1, city 2 between seats 2 and 0.
  const cities = [[0, 1], [1, 2], [2, 0]].map((builders) => ({ builders })) as View["cities"]; // prettier-ignore
  const beside = view({ cities, choices: [[["S", "H"]]] }); // prettier-ignore
  const served = [
    { seat: 1, to_left: "F", to_right: "S" },
    { seat: 2, to_left: "P", to_right: "O" },
  ];
  const latest = (placed: Turn["placed"]): Turn => ({ placed, served });

  it("holds the tiles that Automas' cards meant for the shared cities", () => {
    const tray = trayOf(beside, 0, true, latest([]));
    expect(tray.map(({ piece, seat, city }) => [piece, seat, city])).toEqual([
      ["S", 0, null],
      ["H", 0, null],
      ["S", 1, 0],
      ["P", 2, 2],
    ]);
  });
  it("counts a tile that could be either's as the Automa's", () => {
    const one = { seat: 0, piece: "S", city: 0, spot: "0,0" };
    expect(pieces(trayOf(beside, 0, true, latest([one])))).toEqual(["S", "H", "P"]);
    const both = [one, { ...one, spot: "1,0" }];
    expect(pieces(trayOf(beside, 0, true, latest(both)))).toEqual(["H", "P"]);
  });
});

describe("the latest turn", () => {
  const game = (n: number, event: object) => ({ n, at: 0, type: "game" as const, event });
  const placed = { event: "placed", seat: 1, piece: "P", city: 0, spot: "0,1" };

  it("begins with the reveal, and forgets what was taken back", () => {
    const log = [
      game(3, placed),
      game(4, { event: "revealed", choices: [] }),
      game(5, placed),
      game(6, { ...placed, spot: "1,1" }),
    ];
    expect(latestTurn(log)?.placed.map(({ spot }) => spot)).toEqual(["0,1", "1,1"]);
    const undone = { n: 7, at: 0, type: "undone" as const, seat: 1, mv: "place P 0 1,1" };
    expect(latestTurn([...log, undone])?.placed.map(({ spot }) => spot)).toEqual(["0,1"]);
    expect(latestTurn([])).toBeNull();
  });
});
