import { expect, it } from "vitest";
import { latestTurn } from "./latest-turn";

const game = (version: number, event: object) => ({ version, at: 0, type: "game" as const, event });
const placed = { event: "placed", seat: 1, piece: "P", city: 0, spot: "0,1" };

const log = [
  game(3, placed),
  game(4, { event: "revealed", choices: [] }),
  game(5, placed),
  game(6, { ...placed, spot: "1,1" }),
];

it("begins with the reveal", () => {
  expect(latestTurn(log).map(({ spot }) => spot)).toEqual(["0,1", "1,1"]);
  expect(latestTurn([])).toEqual([]);
});

it("leaves out what was taken back, even if the same was placed before", () => {
  const { event: _, ...move } = { kind: "place", ...placed };
  const undone = { version: 8, at: 0, type: "undone" as const, seat: 1, mv: move, undoes: 7 };
  const spots = latestTurn([...log, game(7, { ...placed, seat: 2 }), undone]).map(({ spot }) => spot);
  expect(spots).toEqual(["0,1", "1,1"]);
});
