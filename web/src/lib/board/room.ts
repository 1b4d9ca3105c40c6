/** The size classes of boards with their least width in pixels, the widest first. */
const WIDTHS = [
  /** The others are beside the cities or the market instead of above. */
  ["large", 1360],
  ["desk", 1025],
  /** A small laptop, or beside a pane. */
  ["pane", 900],
] as const;

/** A tablet in portrait format: the question above two cities, each with cells for a finger. */
const TABLET = { width: 720, height: 788 };

/** The narrowest phones are narrower. */
const PHONE = 356;

/**
 * The least height in pixels of a board of columns, where the question and the partners are between the cities: with what partners
 * say, and where nothing is said.
 */
const COLUMNS = { talking: 548, silent: 360 };

/** The least height of such a board with a row of the others above. */
const ROW = { talking: 646, silent: 540 };

/** The width that the question and what is chosen from need beside a city or a market as high as the board. */
const BESIDE = 250;

/** Beside a column of the others: the least height, and how much of each side of the board the cities do not get. */
const COLUMN = { height: 580, beside: 562, below: 136 };

/** The parts of the board that two cities get at least, and one square, such as a market, between columns. */
const SHARE = { cities: 0.47, square: 0.3 };

/** A square between columns: the height of what is above it and of the row below it, its width as a part of its height, and the part
 * of the board's width that its column has, which is less beside the larger columns. */
const SQUARE = {
  above: 136,
  below: { least: 88, part: 0.09, most: 130 },
  ratio: 1.115,
  column: { large: 0.48, small: 0.54 },
};

export type Size = (typeof WIDTHS)[number][0] | "tablet" | "phone" | "least" | "lying";

export interface Given {
  /** The size of the board in pixels. */
  width: number;
  height: number;
  /** Whether the viewer talks to nobody on the board. */
  silent: boolean;
}

/**
 * The size class of a board: the roomiest arrangement that leaves everybody their right. The question, what can be chosen, the
 * main button and the hint are whole; then the cities or the market have their share; then come partners and talk.
 */
export function sizeOf({ width, height, silent }: Given): Size {
  const columns = COLUMNS[silent ? "silent" : "talking"];
  if (width >= 900 && height >= columns) {
    const share = (1 - COLUMN.beside / width) * (1 - COLUMN.below / height);
    const column = height >= COLUMN.height && share >= SHARE.cities;
    const size = WIDTHS.find(([name, least]) => width >= least && (column || name !== "large"));
    return size?.[0] ?? "pane";
  }
  if (width - height >= BESIDE) return "lying";
  if (width >= TABLET.width && height >= TABLET.height) return "tablet";
  return width >= PHONE ? "phone" : "least";
}

/** Whether a board of columns is too low for a row of the others above the cities. */
export function isLow({ height, silent }: Given): boolean {
  return height < ROW[silent ? "silent" : "talking"];
}

/** Whether a square of a fair size fits between columns, below the question and above a row. `outer`: the height of the window. */
export function hasSquare({ width, height }: Given, outer: number): boolean {
  const { above, below, ratio, column } = SQUARE;
  const row = Math.min(below.most, Math.max(below.least, below.part * height));
  const part = width >= WIDTHS[0][1] ? column.large : column.small;
  const across = Math.min(ratio * Math.max(0, height - above - row), part * width);
  return across ** 2 / ratio >= SHARE.square * width * outer;
}
