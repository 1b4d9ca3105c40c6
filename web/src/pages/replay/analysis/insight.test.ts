// The mistake that is shown first after an analysis was opened.
import { expect, test } from "vitest";
import { useTables, type Analyst, type Tables } from "$lib/table/tables";
import type { Analysed, Judged } from "$wire/engine";
import type { RecordedGame } from "../game.svelte";
import { Insight } from "./insight.svelte";

const judged = (ply: number, cost: number, error: number): Judged =>
  ({ ply, mark: cost > 2.5 ? "blunder" : "slip", cost, error }) as Judged;

const analysed = (progress: number, ...decisions: Judged[]): Analysed =>
  ({
    key: "1:game",
    progress,
    seats: [{ seat: 0, decisions, curve: [] }],
    shared: [],
  }) as unknown as Analysed;

/** An analysis that was opened at the first step of a game, once it knows so much. */
async function opened(
  known: Analysed,
): Promise<{ insight: Insight; game: { step: number; playing: boolean } }> {
  const analyst = {
    begun: known,
    work: () => new Promise(() => undefined),
    close: () => undefined,
  } as unknown as Analyst;
  useTables({ here: { analyst: async () => analyst, keep: () => undefined } } as unknown as Tables);
  const game = {
    record: "record",
    all: [0, 1, 2, 3, 4].map((moves) => ({ game: { moves } })),
    step: 0,
    eyes: 0,
    playing: false,
    pause: () => undefined,
    show(step: number) {
      this.step = step;
    },
  };
  const insight = new Insight(game as unknown as RecordedGame, "CODE42");
  insight.toggle();
  await new Promise((resolve) => setTimeout(resolve));
  return { insight, game };
}

test("the dearest mistake that is no chance result is shown as soon as it is known, and only once", async () => {
  const { insight, game } = await opened(
    analysed(0.1, judged(1, 9, 6), judged(2, 3, 0.5), judged(3, 2, 0.5)),
  );
  insight.showFirst(false);
  expect([game.step, insight.sheet]).toEqual([2, false]);
  game.step = 0;
  insight.showFirst(false);
  expect(game.step).toBe(0);
});

test.each([
  ["nothing certain is known", analysed(0.1, judged(1, 3, 2)), 0],
  ["the user has gone elsewhere", analysed(0.1, judged(2, 3, 0.5)), 4],
])("nothing is shown while %s", async (_, known, step) => {
  const { insight, game } = await opened(known);
  game.step = step;
  insight.showFirst(false);
  expect([game.step, insight.sheet]).toEqual([step, false]);
});

test("a link to a moment stays there", async () => {
  const { insight, game } = await opened(analysed(0.1, judged(2, 3, 0.5)));
  insight.stay();
  insight.showFirst(false);
  expect(game.step).toBe(0);
});

test.each([
  [false, true],
  [true, false],
])(
  "what is known already is on a sheet, unless there is room beside the board: %s",
  async (beside, sheet) => {
    const { insight, game } = await opened(analysed(1, judged(2, 3, 0.5)));
    insight.showFirst(beside);
    expect([game.step, insight.sheet]).toEqual([0, sheet]);
  },
);
