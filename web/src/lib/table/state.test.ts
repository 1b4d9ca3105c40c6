import { expect, test } from "vitest";
import type { TableView } from "$wire/protocol";
import type { GameTable } from "../game/game";
import { canTalk, gameEvents, gameOf, isMyTurn } from "./state";

const table = (change: object = {}, game: object = {}): TableView =>
  ({
    status: "playing",
    me: 1,
    options: { talk: "open" },
    gallery: [],
    chairs: [],
    game: { to_act: [0, 1], my_sealed: null, ...game },
    ...change,
  }) as unknown as TableView;

test.each<[string, TableView, boolean]>([
  ["one of those who act", table(), true],
  ["another's turn", table({}, { to_act: [0] }), false],
  ["a choice that is sealed", table({}, { my_sealed: { move: 1 } }), false],
  ["a spectator", table({ me: null }), false],
  ["the end", table({ status: "over" }), false],
  ["the lobby", table({ status: "lobby", game: null }), false],
])("the table waits for the viewer: %s", (_, view, mine) => expect(isMyTurn(view)).toBe(mine));

test.each<[string, TableView, boolean, boolean]>([
  [
    "two people",
    table({ chairs: [{ sitter: { kind: "person" } }, { sitter: { kind: "person" } }] }),
    false,
    true,
  ],
  ["a bot that is silent", table({ chairs: [{ sitter: { kind: "bot" } }] }), false, false],
  ["a bot that talks", table({ chairs: [{ sitter: { kind: "bot" } }] }), true, true],
  ["one person", table({ chairs: [{ sitter: { kind: "person" } }] }), true, false],
  ["a line of a spectator", table({ gallery: [{}] }), false, true],
  ["a silent table", table({ options: { talk: "silent" }, gallery: [{}] }), true, false],
])("a table has someone to talk with: %s", (_, view, botsTalk, can) =>
  expect(canTalk(view, { botsTalk } as GameTable)).toBe(can),
);

test("the game's own events of a log come with the versions of their entries", () => {
  const log = [
    { version: 1, type: "started" },
    { version: 4, type: "game", event: { built: 3 } },
  ] as unknown as TableView["log"];
  expect(gameEvents(log)).toEqual([{ version: 4, event: { built: 3 } }]);
});

test("there is no game before it begins", () => {
  expect(() => gameOf(table({ game: null }))).toThrow("not begun");
});
