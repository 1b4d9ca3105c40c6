import { expect, test } from "vitest";
import { patched, resumed } from "./patch";
import type { LogEntry, TableView, TalkItem } from "../protocol";

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
      listing: "private",
      game: {},
    },
    host: false,
    me: 1,
    chairs: [],
    watchers: 0,
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

test("a patch replaces what it names and keeps the rest", () => {
  const before = table();
  const after = patched(before, { version: 4, watchers: 2, me: null });
  expect(after).toEqual({ ...before, version: 4, watchers: 2, me: null });
  expect(before.watchers).toBe(0);
});

test("keys of the game and of its view are replaced alone", () => {
  const [hand, cities] = [{ H: 1 }, [{ score: 3 }]];
  const game = {
    moves: 3,
    view: { hand, cities },
    offers: { place: [] },
    to_act: [0, 1],
    sealed: [],
    my_sealed: null,
    waiting: [],
    goes_first: null,
    undo: null,
    deadline: null,
    outcome: null,
    winners: [],
  };
  const before = table({ game });
  const sealed = patched(before, { version: 4, game_part: { to_act: [1], sealed: [0] } });
  expect(sealed.game).toEqual({ ...game, to_act: [1], sealed: [0] });
  expect(sealed.game?.view).toBe(game.view);
  const after = patched(sealed, { version: 5, view_part: { cities: [] }, game_part: { moves: 4 } });
  expect(after.game?.view).toEqual({ hand, cities: [] });
  expect((after.game?.view as { hand: unknown }).hand).toBe(hand);
  expect(after.game?.moves).toBe(4);
  expect(patched(after, { version: 6, game }).game).toBe(game);
});

test("log and talk are added to", () => {
  const after = patched(table(), { version: 5, log: [started(4), started(4)], talk: [said(5, "bye")] });
  expect(after.log.map(({ version }) => version)).toEqual([1, 4, 4]);
  expect(after.talk.map(({ version }) => version)).toEqual([2, 5]);
});

test("what comes twice is there once", () => {
  const after = patched(patched(table(), { version: 4, log: [started(4)] }), {
    version: 4,
    log: [started(4)],
  });
  expect(after.log.map(({ version }) => version)).toEqual([1, 4]);
});

test("after a reconnect the log goes on, whether all of it came or only the end", () => {
  const old = table({ version: 5, log: [started(1), started(4)] });
  expect(resumed(old, table({ version: 7, log: [started(6)] })).log.map(({ version }) => version)).toEqual([
    1, 4, 6,
  ]);
  const whole = table({ version: 7, log: [started(1), started(4), started(6)] });
  expect(resumed(old, whole).log.map(({ version }) => version)).toEqual([1, 4, 6]);
  expect(resumed(old, table({ version: 5, log: [] })).log.map(({ version }) => version)).toEqual([1, 4]);
});

test("nothing is kept of another table, or of one whose version went back", () => {
  const fresh = table({ version: 2, log: [] });
  expect(resumed(table(), fresh)).toBe(fresh);
  expect(resumed(table({ code: "ZZZ999" }), table({ log: [] })).log).toEqual([]);
  expect(resumed(null, fresh)).toBe(fresh);
});
