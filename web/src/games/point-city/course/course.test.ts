import { expect, test } from "vitest";
import type { Names } from "$lib/game/game";
import type { TableView } from "$wire/protocol";
import { course } from ".";
import { refilled, sceneOf, type Scene } from "./scene";

const names = Object.assign((seat: number) => ["Zoë", "Ben"][seat] ?? "", { me: 0 }) as Names;

/** The learner's view from seat 0 after these events, each with the version of its entry. */
function after(events: readonly [version: number, event: Record<string, unknown>][]): Scene {
  const log = events.map(([version, event]) => ({ type: "game", version, at: 0, event }));
  const view = {
    to_act: 0,
    market: [],
    tokens: [],
    cities: [{ seat: 0, turns_left: 15, tokens: [], permanents: {} }],
  };
  const game = { view, offers: { take: [], flip: [], draw: false } };
  return sceneOf({ me: 0, version: events.at(-1)?.[0] ?? 0, log, game } as unknown as TableView, names, []);
}

const TURN: [number, Record<string, unknown>][] = [
  [3, { seat: 0, event: "took", cell: "a1", kind: "E" }],
  [3, { seat: 0, event: "took", cell: "a2", kind: "II" }],
  [3, { event: "refilled", cell: "a1", face: "01C" }],
  [3, { event: "refilled", cell: "a2", face: "02C" }],
];
const RIVAL: [number, Record<string, unknown>][] = [[4, { seat: 1, event: "drew", kinds: ["C", "M"] }]];

test("the learner's own turn is put in words, a rival's is not", () => {
  const [start, mine, theirs] = [after([]), after(TURN), after([...TURN, ...RIVAL])];
  expect(course.outcome(start, mine, false)).toBe(
    "You take energy and double industry: they will pay for a building.",
  );
  expect(course.outcome(mine, theirs, false)).toBeNull();
});

test("the gaps after one's own latest turn", () => {
  expect(refilled(after([...TURN, ...RIVAL]))).toEqual(["a1", "a2"]);
});

test("which cards pay, and in which order two are named, makes no difference", () => {
  const take = { kind: "take", cells: ["a1", "a2"], pay: { E: 1 } };
  expect(course.same(take, { kind: "take", cells: ["a2", "a1"], pay: { "*": 1 } })).toBe(true);
  expect(course.same(take, { kind: "take", cells: ["a1", "b1"] })).toBe(false);
  expect(course.same({ kind: "flip", cell: "a1" }, { kind: "flip", cell: "a2" })).toBe(false);
  expect(course.same({ kind: "draw" }, { kind: "draw" })).toBe(true);
});
