import { expect, test } from "vitest";
import type { LogEntry, TableView } from "$wire/protocol";
import type { GameTable, Names } from "./game";
import { reactionWords, subjectsAt } from "./reactions";

const names: Names = Object.assign((seat: number) => ["Ada", "Ben", "Cleo"][seat] ?? "?", { me: 0 });
const moves = (...seats: (number | undefined)[]): LogEntry[] =>
  seats.map((seat, version) => ({ version, at: 0, type: "game", event: { seat }, stand_in: false }));
const table = (me: number | null, log: LogEntry[]): TableView =>
  // Nothing else of the table is read.
  ({ me, log, chairs: [{}, {}, {}] }) as unknown as TableView;
const cities = {
  sharedCount: () => 2,
  shared: (number: number) => `city ${number}`,
} as unknown as GameTable;
const none = {} as GameTable;

test.each([
  ["the latest move of another player is the first subject", 0, moves(1, 2, 0, undefined), none, [2, 1]],
  ["one who watches can react to all", null, moves(1), none, [1, 0, 2]],
  ["before the first move there are only players", 0, [], none, [1, 2]],
])("%s", (_, me, log, kit, expected) => {
  expect(subjectsAt(table(me, log), kit)).toEqual(expected.map((seat) => ({ seat })));
});

test("what players build together follows them", () => {
  const subjects = subjectsAt(table(0, moves(1)), cities);
  expect(subjects).toEqual([{ seat: 1 }, { seat: 2 }, { shared: 0 }, { shared: 1 }]);
});

test("a reaction is its feeling and its subject in words", () => {
  const words = (about?: { seat: number } | { shared: number }) =>
    reactionWords({ feeling: "bravo", ...(about && { about }) }, cities, names, table(0, []));
  expect(words()).toEqual({ text: "Bravo!", reason: null });
  expect(words({ seat: 1 }).reason).toBe("Ben's move");
  expect(words({ seat: 0 }).reason).toBe("your move");
  expect(words({ shared: 1 }).reason).toBe("city 1");
});
