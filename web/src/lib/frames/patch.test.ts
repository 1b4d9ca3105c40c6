import { expect, test } from "vitest";
import { changed, patched, resumed, type Received } from "./patch";
import type { LogEntry, TableView, TalkItem } from "$wire/protocol";

const started = (version: number): LogEntry => ({ version, at: 0, type: "started" });
const said = (version: number, text: string): TalkItem => ({ version, at: 0, seat: 0, type: "said", text });

function table(change: Partial<TableView> = {}): TableView {
  return {
    version: 3,
    code: "ABC234",
    game_id: "point-city",
    variant: "standard",
    status: "playing",
    options: {
      pace: "untimed",
      talk: "open",
      undo: "none",
      bots: "human",
      seating: "dealt",
      listing: "private",
      game: {},
    },
    host: false,
    me: 1,
    chairs: [],
    watchers: 0,
    watcher_names: [],
    gallery: [],
    deal: null,
    game: null,
    proposals: [],
    votes: [],
    rematch: null,
    log: [started(1)],
    talk: [said(2, "hello")],
    ...change,
  };
}

const received = (change: Partial<TableView> = {}, log = 0, talk = 0): Received => ({
  table: table(change),
  earlier: { log, talk },
});
const versions = (lines: readonly (LogEntry | TalkItem)[]): number[] => lines.map(({ version }) => version);

test("an update replaces what it names and keeps the rest", () => {
  const before = table();
  const after = patched(before, { now: 9, version: 4, all: { watchers: 2 }, own: { me: null } });
  expect(after).toEqual({ ...before, version: 4, watchers: 2, me: null });
  expect(before.watchers).toBe(0);
  expect(patched(before, { now: 9, version: 4 })).toEqual({ ...before, version: 4 });
});

test("keys of the game, of its view and of the offers are replaced alone", () => {
  const [hand, cities] = [{ H: 1 }, [{ score: 3 }]];
  const game = {
    moves: 3,
    view: { hand, cities },
    offers: { place: ["a", "b", "c"] },
    to_act: [0, 1],
    sealed: [],
    my_sealed: null,
    plan: null,
    waiting: [],
    goes_first: null,
    undo: null,
    deadline: null,
    outcome: null,
    winners: [],
  };
  const before = table({ game });
  const sealed = patched(before, { now: 9, version: 4, all: { game: { to_act: [1], sealed: [0] } } });
  expect(sealed.game).toEqual({ ...game, to_act: [1], sealed: [0] });
  expect(sealed.game?.view).toBe(game.view);
  const after = patched(sealed, {
    now: 9,
    version: 5,
    all: { game: { moves: 4, view: { cities: { "+": [[0, 1, []]] } } } },
    own: { game: { offers: { place: { "": [[1, 1, []]] } }, undo: "move" } },
  });
  expect(after.game?.view).toEqual({ hand, cities: [] });
  expect((after.game?.view as { hand: unknown }).hand).toBe(hand);
  expect(after.game?.offers).toEqual({ place: ["a", "c"] });
  expect([after.game?.moves, after.game?.undo]).toEqual([4, "move"]);
  expect(before.game).toEqual(game);
});

// These are the cases of the test of the server's patches, crates/tabletop/tests/tabletop/parts.rs.
test.each([
  [[], [1, 2], [[0, 0, [1, 2]]]],
  [[1, 2], [], [[0, 2, []]]],
  [[1, 2, 3], [1, 9, 3], [[1, 1, [9]]]],
  [
    [1, 2, 3, 4, 5],
    [2, 3, 5],
    [
      [0, 1, []],
      [2, 1, []],
    ],
  ],
  [
    [1, 2, 3, 4],
    [5, 6, 3, 7],
    [
      [0, 2, [5, 6]],
      [3, 1, [7]],
    ],
  ],
] as [number[], number[], [number, number, number[]][]][])("%j becomes %j", (before, now, steps) => {
  expect(changed(before, { "": steps })).toEqual(now);
  expect(changed({ list: before, other: 1 }, { list: { "": steps } })).toEqual({ list: now, other: 1 });
  expect(changed({ list: before }, { list: now, more: null })).toEqual({ list: now, more: null });
});

test("an added row has only what differs from the row that it replaces, or else from the row before it", () => {
  const card = (suit: number, rank: number) => ({ suit, rank });
  const before = { cards: [card(1, 1), card(1, 2), card(2, 5)], top: card(0, 7), spare: null };
  const first = changed(before, {
    cards: { "+": [[1, 1, [{ rank: 9 }]]] },
    top: { "+": { rank: 8 } },
    spare: { suit: 3, rank: 3 },
  });
  expect(first).toEqual({
    cards: [card(1, 1), card(1, 9), card(2, 5)],
    top: card(0, 8),
    spare: card(3, 3),
  });
  expect((first as typeof before).cards[0]).toBe(before.cards[0]);
  const second = changed(first, { cards: { "+": [[2, 0, [{ rank: 8 }, { suit: 7 }]]] } });
  expect((second as typeof before).cards).toEqual([
    card(1, 1),
    card(1, 9),
    card(1, 8),
    card(7, 8),
    card(2, 5),
  ]);
  expect(changed({ cards: [] }, { cards: { "+": [[0, 0, [card(4, 4), { rank: 5 }]]] } })).toEqual({
    cards: [card(4, 4), card(4, 5)],
  });
});

test("events are lines of the log with the version and the time of their frame", () => {
  const before = table();
  const after = patched(before, { now: 9, version: 5, events: [{ event: "discarded", tiles: 4 }] });
  expect(after.log).toEqual([
    started(1),
    { version: 5, at: 9, type: "game", event: { event: "discarded", tiles: 4 } },
  ]);
  expect(patched(before, { now: 9, version: 5 }).log).toBe(before.log);
});

test("log and talk are added to", () => {
  const after = patched(table(), {
    now: 9,
    version: 5,
    all: { log: [started(4), started(4)], talk: [said(5, "bye")] },
  });
  expect(versions(after.log)).toEqual([1, 4, 4]);
  expect(versions(after.talk)).toEqual([2, 5]);
});

test.each([
  ["only what is new came", [6], 2, [1, 4, 6], 0],
  ["all of it came", [1, 4, 6], 0, [1, 4, 6], 0],
  ["the end came, and there is an overlap", [4, 6], 1, [1, 4, 6], 0],
  ["nothing is new", [], 2, [1, 4], 0],
  ["some lines are missing between", [9, 10], 5, [9, 10], 5],
])("after a reconnect the log goes on: %s", (_, fresh, from, expected, start) => {
  const old = received({ version: 5, log: [started(1), started(4)] });
  const after = resumed(old, received({ version: 10, log: fresh.map(started) }, from));
  expect(versions(after.table.log)).toEqual(expected);
  expect(after.earlier.log).toBe(start);
});

test("a reconnect to a table in which nothing has happened keeps its lines", () => {
  const old = received({ version: 5, log: [started(1), started(4)] });
  const after = resumed(old, received({ version: 5, log: [] }, 2));
  expect(versions(after.table.log)).toEqual([1, 4]);
  expect(after.earlier.log).toBe(0);
});

test("lines that were loaded are kept after a reconnect", () => {
  const old = received({ talk: [said(5, "a"), said(6, "b"), said(7, "c")] }, 0, 10);
  const after = resumed(old, received({ version: 9, talk: [said(7, "c"), said(9, "d")] }, 0, 12));
  expect(versions(after.table.talk)).toEqual([5, 6, 7, 9]);
  expect(after.earlier.talk).toBe(10);
});

test("a reconnect that brings earlier lines than were there keeps all of them", () => {
  const old = received({ talk: [said(6, "b"), said(7, "c")] }, 0, 11);
  const after = resumed(old, received({ talk: [said(5, "a"), said(6, "b"), said(7, "c")] }, 0, 10));
  expect(versions(after.table.talk)).toEqual([5, 6, 7]);
  expect(after.earlier.talk).toBe(10);
});

test("nothing is kept of another table, of one whose version went back, or of the time before the game", () => {
  const fresh = received({ version: 2, log: [] });
  expect(resumed(received(), fresh)).toBe(fresh);
  expect(resumed(received({ code: "ZZZ999" }), received({ log: [] })).table.log).toEqual([]);
  expect(resumed(null, fresh)).toBe(fresh);
  const begun = received({ version: 4, talk: [{ ...said(2, "hello"), seat: 2 }] });
  expect(resumed(received({ status: "lobby" }), begun)).toBe(begun);
});
