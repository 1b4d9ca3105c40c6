import { describe, expect, it } from "vitest";
import { around, buildingOf, cellsAt, cellsOf, frameOf, isIn, lettersOf, sizeOf, squareOf } from "./pieces";

describe("tiles", () => {
  it("knows every tavern for a tavern", () => {
    expect(lettersOf("SFOPHdemb").map(buildingOf)).toEqual([
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
  it("puts a city's cells at its place", () => {
    expect(cellsOf("S.../.d../..../....", { x: -1, y: 0 })).toEqual([
      { x: -1, y: 0, letter: "S" },
      { x: 0, y: 1, letter: "d" },
    ]);
  });
  it.each([
    { cells: [], left: -2, top: -2 },
    { cells: [[0, 0]], left: -2, top: -2 },
    {
      cells: [
        [0, 0],
        [3, 0],
      ],
      left: 0,
      top: -2,
    },
    {
      cells: [
        [-3, 1],
        [0, -1],
      ],
      left: -3,
      top: -2,
    },
    {
      cells: [
        [0, 0],
        [2, 3],
      ],
      left: -1,
      top: 0,
    },
  ])("is in a square of four by four: $cells", ({ cells, left, top }) => {
    const spots = cells.map(([x = 0, y = 0]) => ({ x, y }));
    const square = squareOf(spots);
    expect(square).toEqual({ left, top, right: left + 3, bottom: top + 3 });
    for (const spot of spots) expect(isIn(square, spot)).toBe(true);
  });
  // The corners of what is built, the number of cells that are built in the turn, and the frame: left, top, right, bottom.
  it.each([
    { of: "nothing", built: [], more: 2, frame: [-2, -2, 1, 1] },
    { of: "one tile", built: [[0, 0]], more: 2, frame: [-2, -2, 2, 2] },
    {
      of: "two tiles",
      built: [
        [0, 0],
        [1, 0],
      ],
      more: 2,
      frame: [-2, -2, 3, 2],
    },
    {
      of: "three by two",
      built: [
        [0, 0],
        [2, 1],
      ],
      more: 4,
      frame: [-1, -2, 3, 3],
    },
    {
      of: "as wide and high as it can be",
      built: [
        [-3, 1],
        [0, -2],
      ],
      more: 2,
      frame: [-3, -2, 0, 1],
    },
  ])("has room for all cells that a turn can bring: $of", ({ built, more, frame }) => {
    const [left, top, right, bottom] = frame;
    const spots = built.map(([x = 0, y = 0]) => ({ x, y }));
    expect(frameOf(spots, more)).toEqual({ left, top, right, bottom });
  });
  it("frames nothing as the first cell", () => {
    expect(around([])).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
  });
});
