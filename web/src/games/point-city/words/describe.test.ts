import { expect, test } from "vitest";
import type { Names } from "$lib/game/game";
import type { TableView } from "$wire/protocol";
import { describe } from "./describe";

const names: Names = Object.assign((seat: number) => `P${seat}`, { me: 0 });

/** A table at which a pair may be taken, and be paid in these ways. */
function table(ways: object[]): TableView {
  const market = [
    { cell: "a1", face: "E" },
    { cell: "b1", face: "C" },
  ];
  const payments = ways.map((pay) => ({ pay, points: 0 }));
  const take = [{ cells: ["a1", "b1"], payments, civics: 0 }];
  return {
    game: { view: { market, viewer: 0, cities: [] }, offers: { take, missing: [] } },
  } as unknown as TableView;
}

test("moves that differ only in the payment have different names, and those that differ in the place name it", () => {
  const what = (pay: object, ways: object[]): string =>
    describe({ kind: "take", cells: ["a1", "b1"], pay }, names, table(ways)).what;
  const ways = [{ M: 1 }, { "*": 1 }];
  const [one, other] = ways.map((pay) => what(pay, ways));
  expect(one).toMatch(/^.* \+ .*, paid with /);
  expect(other).not.toBe(one);
  // The board shows no letters: pairs of the same names differ by where they lie.
  const twice = table([{}]);
  const { view, offers } = twice.game as unknown as {
    view: { market: object[] };
    offers: { take: object[] };
  };
  view.market.push({ cell: "a2", face: "E" }, { cell: "b2", face: "C" });
  offers.take.push({ ...offers.take[0], cells: ["a2", "b2"] });
  const at = (cells: string[]): string => describe({ kind: "take", cells }, names, twice).where;
  expect(at(["a1", "b1"])).toMatch(/^row 1, columns 1 and 2$/);
  expect(at(["a2", "b2"])).toMatch(/^row 2, columns 1 and 2$/);
  // A single way to pay is not part of the decision.
  expect(what({ M: 1 }, [{ M: 1 }])).not.toMatch(/paid with|a1/);
});

test("every move has a reason: what it brings at once, or the building that it helps to pay for", () => {
  const market = [
    { cell: "a1", face: "E" },
    { cell: "b1", face: "C" },
    { cell: "a2", face: "31C" },
    { cell: "b2", face: "22C" },
  ];
  const take = [{ cells: ["a1", "b1"], payments: [], civics: 0 }];
  const reason = (lacks: object[], mv: object = { kind: "take", cells: ["a1", "b1"] }): string => {
    const missing = lacks.map((lacks, at) => ({ cell: ["a2", "b2"][at], lacks }));
    const table = {
      game: { view: { market, viewer: 0, cities: [] }, offers: { take, missing } },
    } as unknown as TableView;
    return describe(mv, names, table).why;
  };
  const [first, other] = [reason([{ E: 3 }]), reason([{ E: 3 }, { E: 1, C: 1 }])];
  expect(first).toMatch(/^it helps to pay for /);
  expect(other).toMatch(/^then you can pay for /);
  expect(reason([{ N: 2 }])).toBe("more to pay with");
  expect(reason([], { kind: "draw" })).not.toBe("");
  expect(reason([], { kind: "flip", cell: "a1" })).not.toBe("");
});
