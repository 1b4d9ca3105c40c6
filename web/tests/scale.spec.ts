// The cities of Between Two Cities are as large as the screen allows, and change their scale only between two turns.
import type { Page } from "@playwright/test";
import { HAS_ENGINE } from "./fixtures/engines";
import { lateTable, makeMoves } from "./fixtures/late";
import type { Person } from "./fixtures/person";
import { openTable, resultShown } from "./fixtures/table";
import { expect, test } from "./fixtures/test";

/** The least size of a cell in pixels: while a city may still become one of several squares, and once it is one. */
interface Least {
  open: number;
  fixed: number;
}
interface Shown {
  name: string;
  context: { viewport: { width: number; height: number }; hasTouch?: boolean; isMobile?: boolean };
  least: Least;
}
const SCREENS: readonly Shown[] = [
  {
    name: "phone",
    context: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
    least: { open: 56, fixed: 72 },
  },
  { name: "desktop", context: { viewport: { width: 1280, height: 800 } }, least: { open: 64, fixed: 84 } },
  { name: "large", context: { viewport: { width: 1920, height: 1080 } }, least: { open: 84, fixed: 110 } },
];

/** The numbers of moves of one player among four after which tiles are placed, one for every other turn of the game. */
const PLACING = [1, 7, 13, 19];

interface City {
  cols: number;
  rows: number;
  /** The size of a cell, in pixels. */
  cell: number;
  /** How far the middle of its cells is from that of the room for them, in pixels. */
  off: number;
  /** The spots that are too small for a finger, or not in the room. */
  unreachable: string[];
}

/** The cities on the board of the page. */
function cities(page: Page): Promise<City[]> {
  return page.locator(".plot .room").evaluateAll((rooms) =>
    rooms.flatMap((room) => {
      const grid = room.querySelector<HTMLElement>(".grid");
      if (!grid) return [];
      const [inner, outer] = [grid.getBoundingClientRect(), room.getBoundingClientRect()];
      const { gridTemplateColumns, gridTemplateRows } = getComputedStyle(grid);
      const [columns, lines] = [gridTemplateColumns.split(" "), gridTemplateRows.split(" ")];
      const spots = [...grid.querySelectorAll<HTMLElement>(".spot:not(.far)")];
      const unreachable = spots.filter((spot) => {
        const { left, top, right, bottom, width, height } = spot.getBoundingClientRect();
        const within =
          left >= outer.left - 1 &&
          top >= outer.top - 1 &&
          right <= outer.right + 1 &&
          bottom <= outer.bottom + 1;
        return !within || Math.min(width, height) < 43.5 || bottom > innerHeight || right > innerWidth;
      });
      return {
        cols: columns.length,
        rows: lines.length,
        cell: parseFloat(columns[0] ?? "0"),
        off: Math.hypot(
          (inner.left + inner.right - outer.left - outer.right) / 2,
          (inner.top + inner.bottom - outer.top - outer.bottom) / 2,
        ),
        unreachable: unreachable.map(({ dataset }) => dataset.drop ?? ""),
      };
    }),
  );
}

/** The faults in the scale of cities on a screen. */
function faults(shown: readonly City[], least: Least): string[] {
  return shown.flatMap(({ cols, rows, cell, off, unreachable }) => {
    const wanted = Math.max(cols, rows) > 4 ? least.open : least.fixed;
    return [
      ...(cell < wanted - 0.01 ? [`${cols} by ${rows} cells of ${cell} pixels instead of ${wanted}`] : []),
      ...(off > 1 ? [`${off} pixels from the middle`] : []),
      ...unreachable.map((spot) => `${spot} can't be pressed`),
    ];
  });
}

/** The cities on the board of a table, once this is there: tiles to choose, or spots for tiles. */
async function board(person: Person, code: string, asked: "tiles" | "spots"): Promise<City[]> {
  const { page } = person;
  await person.open(`/t/${code}`);
  await page.locator('[data-testid="btc-play"]:not(.making)').waitFor();
  await page
    .locator(asked === "tiles" ? ".hand button" : "button.spot")
    .first()
    .waitFor();
  return cities(page);
}

for (const { name, context, least } of SCREENS) {
  test(`cities fill a ${name} screen`, async ({ person }) => {
    const zoe = await person("Zoë", { context });
    const code = await openTable(zoe, { game: "between-two-cities", variant: "standard", players: 4 });
    const [first] = await board(zoe, code, "tiles");
    expect(first, "a city begins small").toMatchObject({ cols: 4, rows: 4 });
    const found: string[] = [];
    const sizes: City[] = [];
    let made = 0;
    for (const moves of PLACING) {
      await makeMoves([zoe], code, moves - made);
      made = moves;
      const shown = await board(zoe, code, "spots");
      found.push(...faults(shown, least).map((fault) => `after ${moves} moves: ${fault}`));
      sizes.push(...shown);
    }
    expect(found).toEqual([]);
    // Both kinds were seen, and no city has more than a turn can bring.
    expect(sizes.some(({ cols, rows }) => Math.max(cols, rows) > 4)).toBe(true);
    expect(sizes.some(({ cols, rows }) => Math.max(cols, rows) === 4)).toBe(true);
    expect(Math.max(...sizes.flatMap(({ cols, rows }) => [cols, rows]))).toBeLessThanOrEqual(6);
  });
}

test("cities fill the board of a replay and of an analysis", { tag: "@all" }, async ({ person }) => {
  test.skip(!HAS_ENGINE, "the client was built without the engine");
  const zoe = await person("Zoë", { context: { viewport: { width: 1280, height: 800 } } });
  const { page } = zoe;
  const least = { open: 64, fixed: 64 };
  const code = await lateTable(zoe, { game: "between-two-cities", variant: "standard", players: 3 }, 21);
  // The game only ends while its table is open.
  await zoe.open(`/t/${code}`);
  await resultShown(page);
  await zoe.open(`/r/${code}#s=0`);
  const step = page.locator("[data-step]");
  const on = page.getByRole("button", { name: "One step on" });
  await step.waitFor();
  const found: string[] = [];
  const check = async (where: string): Promise<void> => {
    found.push(...faults(await cities(page), least).map((fault) => `${where}: ${fault}`));
  };
  // A replay shows the same cities as an analysis, without its panel beside them: two steps are enough.
  await check("replay, first step");
  await page.keyboard.press("End");
  await expect(on).toBeDisabled();
  await page.keyboard.press("ArrowLeft");
  await expect(on).toBeEnabled();
  await check("replay, last step but one");
  await zoe.press(page.getByRole("button", { name: "What could I have done better?" }));
  await page.getByTestId("verdict").waitFor();
  await page.keyboard.press("Home");
  await expect(step).toHaveAttribute("data-step", "0");
  for (let n = 0; await on.isEnabled(); n++) {
    await check(`analysis, step ${n}`);
    await page.keyboard.press("ArrowRight");
    await expect(step).toHaveAttribute("data-step", String(n + 1));
  }
  expect(found).toEqual([]);
});

declare global {
  /** The phases in which a city was moved to a new scale. */
  var scaled: string[];
}

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test(
    `a city takes a new scale between two turns, motion: ${reducedMotion}`,
    { tag: reducedMotion === "reduce" ? "@all" : [] },
    async ({ person }) => {
      const zoe = await person("Zoë", { context: { viewport: { width: 1280, height: 800 }, reducedMotion } });
      const { page } = zoe;
      await page.addInitScript(() => {
        globalThis.scaled = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (keyframes, options) {
          const phase = document.querySelector<HTMLElement>("[data-phase]")?.dataset.phase ?? "";
          if (this.matches(".grid")) globalThis.scaled.push(phase);
          return animate.call(this, keyframes, options);
        };
      });
      const code = await openTable(zoe, { game: "between-two-cities", variant: "standard", players: 3 });
      await board(zoe, code, "tiles");
      // The first turn ends, and then the second.
      await makeMoves([zoe], code, 6);
      await expect(page.locator("h1")).toContainText("turn 3");
      await expect(page.locator(".hand button").first()).toBeVisible();
      const scaled = await page.evaluate(() => globalThis.scaled);
      expect(scaled.length > 0).toBe(reducedMotion === "no-preference");
      expect(scaled.filter((phase) => phase !== "choose")).toEqual([]);
    },
  );
}
