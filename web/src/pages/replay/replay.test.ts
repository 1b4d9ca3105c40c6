import { expect, test, vi } from "vitest";
import type { Replay, TableView } from "$wire/protocol";
import { useTables, type Tables } from "$lib/table/tables";
import { RecordedGame } from "./game.svelte";
import { coachIn, fragmentOf, momentOf } from "./position";

test.each([
  ["", { step: 0, eyes: null }],
  ["s=12&e=1", { step: 12, eyes: 1 }],
  ["s=3&e=open", { step: 3, eyes: "open" }],
  ["s=-1&e=9", { step: 0, eyes: null }],
  ["s=1.5&e=me", { step: 0, eyes: null }],
  ["nonsense", { step: 0, eyes: null }],
] as const)("the moment of %j", (fragment, moment) => {
  expect(momentOf(fragment)).toEqual(moment);
  if (moment.eyes !== null) expect(momentOf(fragmentOf(moment))).toEqual(moment);
});

test("a link says whether the analysis is open, and how", () => {
  expect(coachIn("s=3&e=1")).toBeNull();
  expect(coachIn("coach")).toBe("sheet");
  for (const coach of [null, "sheet", "board"] as const)
    expect(coachIn(fragmentOf({ step: 3, eyes: 1 }, coach))).toBe(coach);
});

/** A game of four steps between two seats and an automaton; in the second step both move. */
function replayFor(seat: number | null): Replay {
  const acted = [[], [0, 1], [1], [0, 2]];
  const kinds = ["person", "bot", "automaton"];
  const steps = acted.map((acted, step) => ({
    acted,
    table: {
      version: step + 1,
      me: seat,
      chairs: kinds.map((kind) => ({ sitter: { kind, ...(kind !== "automaton" && { colour: "teal" }) } })),
      log: [{ version: step + 1, at: 0, type: "started" }],
      talk: [],
    } as unknown as TableView,
  }));
  return { steps, fault: null };
}

async function opened(): Promise<{ game: RecordedGame; asked: ReturnType<typeof vi.fn> }> {
  const asked = vi.fn(async (_: string, seat: number | null) => replayFor(seat));
  useTables({ here: { replay: asked } } as unknown as Tables);
  return { game: await RecordedGame.open("record"), asked };
}

test("steps are counted from the deal to the end, and each has all lines until then", async () => {
  const { game } = await opened();
  expect([game.step, game.last]).toEqual([0, 3]);
  game.show(2);
  expect(game.table?.log.map(({ version }) => version)).toEqual([1, 2, 3]);
  game.show(99);
  expect(game.step).toBe(3);
  game.show(-4);
  expect(game.step).toBe(0);
});

test("players have the colours of their seats at the table", async () => {
  const { game } = await opened();
  // The table may come after the game is shown.
  expect(game.table?.chairs[0]?.sitter).toMatchObject({ colour: "teal" });
  game.paint(["rose", "moss"]);
  expect(game.all.map(({ chairs }) => chairs[0]?.sitter)).toEqual(
    Array.from({ length: 4 }, () => ({ kind: "person", colour: "rose" })),
  );
  expect(game.table?.chairs.slice(1).map(({ sitter }) => sitter)).toEqual([
    { kind: "bot", colour: "moss" },
    { kind: "automaton" },
  ]);
  expect(game.all[3]?.chairs).toBe(game.all[0]?.chairs);
});

test("only the next step is shown with what led to it", async () => {
  const { game } = await opened();
  const still = [1, 2, 1, 3, 0].map((step) => {
    game.show(step);
    return game.still;
  });
  expect(still).toEqual([false, false, true, true, true]);
});

test("a decision is the step before the one in which a seat moves", async () => {
  const { game } = await opened();
  expect([0, 1, 2].map((seat) => game.nextDecision(seat))).toEqual([2, 1, 2]);
  game.show(2);
  expect([0, 1].map((seat) => game.nextDecision(seat))).toEqual([null, null]);
});

test("a change of the viewpoint keeps the step, and nothing is requested twice", async () => {
  const { game, asked } = await opened();
  game.show(2);
  await game.lookAs(1);
  expect([game.step, game.table?.me, game.hidden]).toEqual([2, 1, []]);
  await game.lookAs("open");
  expect(game.table?.me).toBeNull();
  expect(game.hidden.map(({ me }) => me)).toEqual([0, 1]);
  expect(game.hidden.map(({ version }) => version)).toEqual([3, 3]);
  await game.lookAs("watcher");
  expect(game.hidden).toEqual([]);
  expect(asked.mock.calls.map(([, seat]) => seat)).toEqual([null, 1, 0]);
});

test("the latest choice is shown, even if an earlier one loads later", async () => {
  const { game, asked } = await opened();
  await game.lookAs(1);
  let late = (_: Replay): void => undefined;
  asked.mockReturnValueOnce(new Promise<Replay>((resolve) => (late = resolve)));
  const open = game.lookAs("open");
  await game.lookAs(1);
  late(replayFor(0));
  await open;
  expect([game.eyes, game.table?.me]).toEqual([1, 1]);
});

test("eyes that could not be had can be asked for again", async () => {
  const { game, asked } = await opened();
  asked.mockRejectedValueOnce(new Error("gone"));
  await expect(game.lookAs(1)).rejects.toThrow("gone");
  expect([game.eyes, game.table?.me]).toEqual(["watcher", null]);
  await game.lookAs(1);
  expect(game.eyes).toBe(1);
});

test("at its end the game stops playing, and begins again", async () => {
  const { game } = await opened();
  game.show(2);
  game.toggle();
  game.show(3);
  expect(game.playing).toBe(false);
  game.toggle();
  expect([game.step, game.playing]).toEqual([0, true]);
});

test("while dragging, a frame shows the latest step, and a slow frame is followed by a pause", async () => {
  let frames: FrameRequestCallback[] = [];
  const frameAt = (now: number): void => {
    const due = frames;
    frames = [];
    for (const frame of due) frame(now);
  };
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
  const { game } = await opened();
  for (const step of [1, 3, 2]) game.drag(step);
  expect(game.step).toBe(0);
  frameAt(0);
  expect([game.step, game.still]).toEqual([2, true]);
  game.drag(3);
  frameAt(16);
  expect(game.step).toBe(3);
  frameAt(116);
  game.drag(1);
  frameAt(300);
  expect(game.step).toBe(3);
  frameAt(420);
  expect(game.step).toBe(1);
});
