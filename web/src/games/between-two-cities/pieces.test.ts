import { describe, expect, it } from "vitest";
import { around, buildingOf, cellsAt, cellsOf, join, lettersOf, paperOf, sizeOf } from "./pieces";

describe("tiles", () => {
  it("knows every tavern for a tavern", () => {
    expect([..."SFOPHdemb"].map(buildingOf)).toEqual([
      "shop", "factory", "office", "park", "house", "tavern", "tavern", "tavern", "tavern",
    ]); // prettier-ignore
  });
  it("reads duplex tiles either way", () => {
    expect(lettersOf("F/O")).toEqual(["F", "O"]);
    expect(sizeOf("F/O")).toEqual({ cols: 1, rows: 2 });
    expect(sizeOf("eF")).toEqual({ cols: 2, rows: 1 });
    expect(sizeOf("S")).toEqual({ cols: 1, rows: 1 });
    expect(cellsAt("F/O", "-1,2")).toEqual([
      { x: -1, y: 2, letter: "F" },
      { x: -1, y: 3, letter: "O" },
    ]);
    expect(cellsAt("eF", "0,0").map(({ x }) => x)).toEqual([0, 1]);
  });
});

describe("boards", () => {
  const reach = { left: -1, top: 0, right: 3, bottom: 3 };

  it("puts a city's cells where it lies", () => {
    expect(cellsOf("S.../.d../..../....", { x: -1, y: 0 })).toEqual([
      { x: -1, y: 0, letter: "S" },
      { x: 0, y: 1, letter: "d" },
    ]);
  });
  it("shows a ring of paper, but no further than the city can reach", () => {
    const board = { board: "SF../..../..../....", corner: "0,0", reach };
    expect(paperOf(board)).toEqual({ left: -1, top: 0, right: 2, bottom: 1 });
  });
  it("frames nothing as the first cell", () => {
    expect(around([])).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
    const one = { left: 0, top: 0, right: 1, bottom: 1 };
    expect(join(one, { left: -2, top: 1, right: 0, bottom: 3 })).toEqual({ left: -2, top: 0, right: 1, bottom: 3 }); // prettier-ignore
  });
});
