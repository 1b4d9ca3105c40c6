import { expect, test } from "vitest";
import type { Names } from "$lib/game/game";
import type { TableView } from "$wire/protocol";
import { happening } from "./happening";

const names: Names = Object.assign((seat: number) => `P${seat}`, { me: null });
const table = (version: number, events: object[] = []): TableView =>
  ({
    version,
    log: events.map((event) => ({ type: "game", version: 2, at: 0, event })),
  }) as unknown as TableView;

const TOOK = { event: "took", seat: 0, cell: "a1", kind: "E" };
const BUILT = { event: "built", seat: 0, cell: "b1", card: "31C" };
const PAID = { event: "paid", seat: 0, cards: { E: 2 } };
const OTHER = { event: "took", seat: 1, cell: "d4", kind: "C" };

test("a seat's turn is named without what was paid, and drawn as the cards it took", () => {
  const found = happening(table(1), table(2, [OTHER, TOOK, BUILT, PAID]), 0, names);
  expect(found?.words).toMatch(/^P0 .+ P0 .+$/);
  expect(found?.words).not.toMatch(/P1|pays/);
  expect(found?.mv).toMatchObject({ kind: "take", cells: ["a1", "b1"] });
});

test("without a turn of the seat, that of the others is named; without any, nothing is", () => {
  const other = happening(table(1), table(2, [OTHER, { ...OTHER, cell: "d3" }]), 0, names);
  expect([other?.words, other?.mv]).toEqual([
    expect.stringContaining("P1"),
    { kind: "take", cells: ["d4", "d3"], pay: {}, tokens: [] },
  ]);
  expect(happening(table(2), table(3, [TOOK, BUILT]), 0, names)).toBeNull();
  expect(happening(table(1), table(2, [{ ...OTHER, event: "passed" }]), 0, names)).toBeNull();
});
