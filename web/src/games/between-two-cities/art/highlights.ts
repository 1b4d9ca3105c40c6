// Which tiles of a finished city score for a type, and how many points.

import type { Building } from "../pieces";
import type { Explanation } from "../types";

export interface Highlights {
  /** The cells that are highlighted, as `x,y` of the board. */
  lit: Set<string>;
  /** Points, each on the cell that shows them. */
  marks: { x: number; y: number; points: number }[];
  /** Pairs of neighbouring cells that score together. */
  links: [number, number][][];
}

type Cell = readonly [number, number] | readonly number[];

function groups(of: readonly { cells: readonly Cell[]; points: number }[], linked: boolean): Highlights {
  const lit = new Set(of.flatMap(({ cells }) => cells.map(String)));
  const marks = of.flatMap(({ cells, points }) => {
    const [x, y] = cells.at(-1) ?? [];
    return x === undefined || y === undefined ? [] : [{ x, y, points }];
  });
  return { lit, marks, links: linked ? of.map(({ cells }) => edges(cells)).flat() : [] };
}

/** The pairs of neighbours among cells. */
function edges(cells: readonly Cell[]): [number, number][][] {
  return cells.flatMap((one, i) =>
    cells.slice(i + 1).flatMap((other): [number, number][][] => {
      const [ax = 0, ay = 0] = one;
      const [bx = 0, by = 0] = other;
      const beside = Math.abs(ax - bx) + Math.abs(ay - by) === 1;
      return beside ? [[[ax, ay], [bx, by]]] : []; // prettier-ignore
    }),
  );
}

export function highlights(explanation: Explanation, building: Building): Highlights {
  switch (building) {
    case "shop":
      return groups(explanation.shops, true);
    case "park":
      return groups(explanation.parks, true);
    case "tavern":
      return groups(explanation.taverns, false);
    case "office": {
      const sets = groups(explanation.offices, false);
      for (const { cell } of explanation.offices_by_taverns) {
        const [x = 0, y = 0] = cell;
        const mark = sets.marks.find((one) => one.x === x && one.y === y);
        if (mark) mark.points += 1;
        else sets.marks.push({ x, y, points: 1 });
      }
      return sets;
    }
    case "factory": {
      const { cells, each } = explanation.factories;
      return groups(cells.map((cell) => ({ cells: [cell], points: each })), false); // prettier-ignore
    }
    case "house":
      return groups(explanation.houses.map(({ cell, points }) => ({ cells: [cell], points })), false); // prettier-ignore
  }
}
