// How tiles, spots and boards are written (see crates/between-two-cities), for drawing them.

import type { Building, Tile } from "$wire/between-two-cities";

export type { Building, Tile };

/** The building types in the order in which they are scored. */
export const buildings: readonly Building[] = ["shop", "factory", "tavern", "office", "park", "house"];

const types: Record<Tile, Building> = {
  S: "shop",
  F: "factory",
  O: "office",
  P: "park",
  H: "house",
  d: "tavern",
  e: "tavern",
  m: "tavern",
  b: "tavern",
};

/** The letter of a type. */
export const initials: Record<Building, string> = {
  shop: "S",
  factory: "F",
  tavern: "T",
  office: "O",
  park: "P",
  house: "H",
};

/** The letter of the tile that stands for a type in pictures. */
export const emblem: Record<Building, string> = { ...initials, tavern: "d" };

/** The letters of all tiles. */
export const TILES = Object.keys(types) as Tile[];

export function buildingOf(tile: Tile): Building {
  return types[tile];
}

/** The letters on a tile, the left or top one first. */
export function lettersOf(piece: string): Tile[] {
  return piece.replace("/", "").split("") as Tile[];
}

export function isUpright(piece: string): boolean {
  return piece.includes("/");
}

/** How many columns and rows a tile covers. */
export function sizeOf(piece: string): { cols: number; rows: number } {
  const two = lettersOf(piece).length;
  return isUpright(piece) ? { cols: 1, rows: two } : { cols: two, rows: 1 };
}

export interface Spot {
  x: number;
  y: number;
}

export interface Cell extends Spot {
  letter: Tile;
}

/** A spot as a text, such as `-1,2`: as the moves have it, and as a key of sets and maps. */
export const cellKey = ({ x, y }: Spot): string => `${x},${y}`;

export function spotOf(text: string): Spot {
  const [x = 0, y = 0] = text.split(",").map(Number);
  return { x, y };
}

/** The cells that a tile covers at a spot. */
export function cellsAt(piece: string, spot: string): Cell[] {
  const { x, y } = spotOf(spot);
  const upright = isUpright(piece);
  return lettersOf(piece).map((letter, i) => ({ x: upright ? x : x + i, y: upright ? y + i : y, letter }));
}

/** The cells of a board of four rows, the top left one at `corner`. */
export function cellsOf(board: string, corner: Spot): Cell[] {
  return board
    .split("/")
    .flatMap((row, y) =>
      row
        .split("")
        .flatMap((letter, x) =>
          letter === "." ? [] : [{ x: corner.x + x, y: corner.y + y, letter: letter as Tile }],
        ),
    );
}

export interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The smallest frame around these cells; if there are none, the cell of the first tile. */
export function around(cells: readonly Spot[]): Frame {
  if (cells.length === 0) return { left: 0, top: 0, right: 0, bottom: 0 };
  const xs = cells.map(({ x }) => x);
  const ys = cells.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** The square of four by four in which these cells lie; if several are possible, one near the middle. */
export function squareOf(cells: readonly Spot[]): Frame {
  const built = around(cells);
  const start = (first: number, last: number): number => Math.min(first, Math.max(last - 3, -2));
  const [left, top] = [start(built.left, built.right), start(built.top, built.bottom)];
  return { left, top, right: left + 3, bottom: top + 3 };
}

/**
 * The cells that a city may take until the end of a turn: `built` are its cells before the turn, in which `more` are built.
 * It has at least the square of four by four.
 */
export function frameOf(built: readonly Spot[], more: number): Frame {
  const cells = around(built);
  // The first tile of a city has its place.
  const step = built.length > 0 ? more : more - 1;
  const square = squareOf(built);
  return {
    left: Math.min(square.left, Math.max(cells.left - step, cells.right - 3)),
    top: Math.min(square.top, Math.max(cells.top - step, cells.bottom - 3)),
    right: Math.max(square.right, Math.min(cells.right + step, cells.left + 3)),
    bottom: Math.max(square.bottom, Math.min(cells.bottom + step, cells.top + 3)),
  };
}

/** The places of a hand where two tiles are. */
export function placesIn(hand: readonly string[], [one, other]: readonly [string, string]): number[] {
  const first = hand.indexOf(one);
  return [first, hand.findIndex((piece, place) => piece === other && place !== first)];
}

/** Whether a cell is in a frame. */
export function isIn({ left, top, right, bottom }: Frame, { x, y }: Spot): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
