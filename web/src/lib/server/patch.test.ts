import { expect, test } from "vitest";
import { patched, resumed } from "./patch";
import type { LogEntry, TableView, TalkItem } from "../protocol";

const started = (n: number): LogEntry => ({ n, at: 0, type: "started" });
const said = (n: number, text: string): TalkItem => ({ n, at: 0, seat: 0, type: "said", text });

function table(change: Partial<TableView> = {}): TableView {
  return {
    seq: 3,
    code: "ABC234",
    game_id: "point-city",
    variant: "standard",
    status: "playing",
    options: {
      pace: "untimed",
      talk: "open",
      passed_hands: false,
      undo: "none",
      bots: "human",
      listing: "private",
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
  const after = patched(before, { seq: 4, watchers: 2, me: null });
  expect(after).toEqual({ ...before, seq: 4, watchers: 2, me: null });
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
  const sealed = patched(before, { seq: 4, game_part: { to_act: [1], sealed: [0] } });
  expect(sealed.game).toEqual({ ...game, to_act: [1], sealed: [0] });
  expect(sealed.game?.view).toBe(game.view);
  const after = patched(sealed, { seq: 5, view_part: { cities: [] }, game_part: { moves: 4 } });
  expect(after.game?.view).toEqual({ hand, cities: [] });
  expect((after.game?.view as { hand: unknown }).hand).toBe(hand);
  expect(after.game?.moves).toBe(4);
  expect(patched(after, { seq: 6, game }).game).toBe(game);
});

test("log and talk are added to", () => {
  const after = patched(table(), { seq: 5, log: [started(4), started(4)], talk: [said(5, "bye")] });
  expect(after.log.map(({ n }) => n)).toEqual([1, 4, 4]);
  expect(after.talk.map(({ n }) => n)).toEqual([2, 5]);
});

test("what comes twice is there once", () => {
  const after = patched(patched(table(), { seq: 4, log: [started(4)] }), { seq: 4, log: [started(4)] });
  expect(after.log.map(({ n }) => n)).toEqual([1, 4]);
});

test("after a reconnect the log goes on, whether all of it came or only the end", () => {
  const old = table({ seq: 5, log: [started(1), started(4)] });
  expect(resumed(old, table({ seq: 7, log: [started(6)] })).log.map(({ n }) => n)).toEqual([1, 4, 6]);
  const whole = table({ seq: 7, log: [started(1), started(4), started(6)] });
  expect(resumed(old, whole).log.map(({ n }) => n)).toEqual([1, 4, 6]);
  expect(resumed(old, table({ seq: 5, log: [] })).log.map(({ n }) => n)).toEqual([1, 4]);
});

test("nothing is kept of another table, or of one whose version went back", () => {
  const fresh = table({ seq: 2, log: [] });
  expect(resumed(table(), fresh)).toBe(fresh);
  expect(resumed(table({ code: "ZZZ999" }), table({ log: [] })).log).toEqual([]);
  expect(resumed(null, fresh)).toBe(fresh);
});
