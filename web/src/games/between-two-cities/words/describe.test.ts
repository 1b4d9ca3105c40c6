import { expect, test } from "vitest";
import type { Names } from "$lib/game/game";
import type { TableView } from "$wire/protocol";
import { describe } from "./describe";

const names: Names = Object.assign((seat: number) => `P${seat}`, { me: 0 });

test("placements of the same tile differ by column and row", () => {
  const cells = { board: "S.../..../..../....", corner: "0,0" };
  const cities = [{ cells, builders: [0, 1], score: { total: 0 } }];
  const offers = { place: [], choose: [] };
  const table = { me: 0, chairs: [], game: { view: { cities }, offers } } as unknown as TableView;
  const what = (spot: string): string =>
    describe({ kind: "place", piece: "P", city: 0, spot }, names, table).what;
  // The tile that is built stands in the third column and row, until the city has grown to where it does not.
  expect(what("1,0")).toMatch(/, column 4, row 3$/);
  expect(what("-1,0")).toMatch(/, column 2, row 3$/);
  expect(what("0,-1")).toMatch(/, column 3, row 2$/);
});
