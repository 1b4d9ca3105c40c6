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
  const payments = ways.map((pay) => ({ pay, left: {}, points: 0 }));
  const take = [{ cells: ["a1", "b1"], payments, permanents: {}, printed: 0, civics: 0 }];
  return { game: { view: { market }, offers: { take } } } as unknown as TableView;
}

test("moves that differ only in the payment or in the place have different texts", () => {
  const what = (pay: object, ways: object[]): string =>
    describe({ kind: "take", cells: ["a1", "b1"], pay }, names, table(ways)).what;
  const ways = [{ M: 1 }, { "*": 1 }];
  const [one, other] = ways.map((pay) => what(pay, ways));
  expect(one).toMatch(/\(a1 \+ b1\), paid with /);
  expect(other).not.toBe(one);
  // A single way to pay is not part of the decision.
  expect(what({ M: 1 }, [{ M: 1 }])).toMatch(/\(a1 \+ b1\)$/);
});
