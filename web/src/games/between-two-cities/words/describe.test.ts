import { expect, test } from "vitest";
import type { Names } from "$lib/game/game";
import type { TableView } from "$wire/protocol";
import { describe } from "./describe";

const names: Names = Object.assign((seat: number) => `P${seat}`, { me: 0 });

test("columns and rows are counted as the board labels its spots, however much a partner has built meanwhile", () => {
  const offers = { place: [], choose: [] };
  const at = (board: string, corner: string, log: object[]): TableView => {
    const cities = [{ cells: { board, corner }, builders: [0, 1], score: { total: 0 } }];
    return {
      me: 0,
      chairs: [],
      log,
      game: { view: { cities, phase: "place", kind: "tiles" }, offers },
    } as unknown as TableView;
  };
  const what = (spot: string, table: TableView): string =>
    describe({ kind: "place", piece: "P", city: 0, spot }, names, table).where;
  // Two tiles more: the board shows two columns and rows on each side of the tile that is built.
  const alone = at("S.../..../..../....", "0,0", []);
  expect(what("1,0", alone)).toMatch(/^column 4, row 3$/);
  expect(what("-1,0", alone)).toMatch(/^column 2, row 3$/);
  expect(what("0,-1", alone)).toMatch(/^column 3, row 2$/);
  const event = (event: object): object => ({ version: 1, at: 0, type: "game", event });
  const placed = event({ event: "placed", seat: 1, piece: "H", city: 0, spot: "-1,0" });
  const both = at("HS../..../..../....", "-1,0", [event({ event: "revealed", choices: [] }), placed]);
  expect(what("1,0", both)).toMatch(/^column 4, row 3$/);
});
