// Events of the table are shown when they happen, never cover the controls, and can be shown again.
import type { Page } from "@playwright/test";
import { besideOthers, news } from "./fixtures/news";
import { lateTable } from "./fixtures/late";
import type { Person } from "./fixtures/person";
import { openTable } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";
import { Mayor } from "./players/point-city";

/** No single movement takes longer, in milliseconds. */
const LONGEST = 300;

/** How long the movements that are under way take; those that go on for ever are left out. */
function durations(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const { duration, iterations } = animation.effect?.getComputedTiming() ?? {};
      return iterations === Infinity ? [] : [Number(duration)];
    }),
  );
}

/** The seats whose turns are shown, one after the other, and whether the cells were marked from which cards were taken. */
function turnsShown(page: Page): Promise<{ seats: string[]; marked: string[] }> {
  return page.evaluate(() => globalThis.shownTurns);
}

declare global {
  var shownTurns: { seats: string[]; marked: string[] };
}

/** From now on the page notes which turns are shown. */
async function noteTurns(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted = (globalThis.shownTurns = { seats: [] as string[], marked: [] as string[] });
    const note = (): void => {
      const seat = document.querySelector<HTMLElement>("[data-turn].shown")?.dataset.turn;
      if (seat === undefined) return;
      if (noted.seats.at(-1) !== seat) noted.seats.push(seat);
      if (document.querySelector(".cell.taken") && noted.marked.at(-1) !== seat) noted.marked.push(seat);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}

const announcement = (person: Person, kind: string) => person.page.locator(`[data-announcement=${kind}]`);

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test(
    `rounds, the reveal and the hands that go on, motion: ${reducedMotion}`,
    { tag: reducedMotion === "reduce" ? "@all" : [] },
    async ({ person }) => {
      const anna = await person("Anna", { context: { reducedMotion } });
      const [ben, cleo] = [await person("Ben"), await person("Cleo")];
      const setup = { game: "between-two-cities", variant: "standard", players: 3, bots: 0 } as const;
      const code = await besideOthers(anna, [ben, cleo], setup);
      const steps = async (): Promise<void> => {
        const all = await durations(anna.page);
        if (reducedMotion === "reduce") expect(all.filter((time) => time > 0)).toEqual([]);
        else expect(Math.max(0, ...all)).toBeLessThanOrEqual(LONGEST);
      };
      await anna.press(anna.page.getByRole("button", { name: "Start" }));
      await expect(announcement(anna, "round")).toContainText("Round 1");
      await steps();
      // A press reaches the control below it, and ends it.
      const builder = new CityBuilder(anna);
      await anna.press(builder.hand.first());
      await expect(announcement(anna, "round")).toHaveCount(0);
      await expect(builder.hand.first()).toHaveAttribute("aria-pressed", "true");

      await news(anna, code, { what: "move" });
      await news(ben, code, { what: "move" });
      await news(cleo, code, { what: "move" });
      const reveal = announcement(anna, "reveal");
      await expect(reveal.locator(".turning")).toHaveCount(6);
      await steps();
      for (const name of ["Anna", "Ben", "Cleo"]) await expect(reveal).toContainText(name);
      await anna.page.keyboard.press("Shift");
      await expect(reveal).toHaveCount(0);

      for (const one of [ben, cleo, anna]) {
        await news(one, code, { what: "move" });
        await news(one, code, { what: "move" });
      }
      const pass = announcement(anna, "pass");
      await expect(pass).toContainText("All pass their remaining tiles to the left.");
      await expect(pass.locator(".hand")).toHaveCount(3);
      await steps();
      // It goes by itself.
      await expect(pass).toHaveCount(0, { timeout: 5_000 });
    },
  );
}

test("without motion if that was set here", async ({ person }) => {
  const zoe = await person("Zoë", { context: { reducedMotion: "no-preference" } });
  await zoe.open("/");
  await zoe.press(zoe.page.getByRole("button", { name: "Settings" }));
  await zoe.page.getByRole("radio", { name: "None" }).check();
  const setup = { game: "between-two-cities", variant: "standard", players: 3 } as const;
  await zoe.open(`/t/${await openTable(zoe, setup)}`);
  await expect(announcement(zoe, "round")).toBeVisible();
  expect((await durations(zoe.page)).filter((time) => time > 0)).toEqual([]);
});

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test(
    `Point City: every turn is shown and can be shown again, motion: ${reducedMotion}`,
    { tag: reducedMotion === "reduce" ? "@all" : [] },
    async ({ person }) => {
      const zoe = await person("Zoë", { context: { reducedMotion } });
      const { page } = zoe;
      const setup = { game: "point-city", variant: "standard", players: 3 } as const;
      await zoe.open(`/t/${await openTable(zoe, setup)}`);
      const mayor = new Mayor(zoe);
      await mayor.question();
      // The first player's turn is shown first.
      const shown = page.locator("[data-turn].shown");
      await expect(shown).toHaveCount(0);
      await noteTurns(page);
      await mayor.answer();
      // Both bots have moved at once; they are shown one after the other.
      await expect.poll(async () => (await turnsShown(page)).seats.length).toBeGreaterThanOrEqual(3);
      const { seats, marked } = await turnsShown(page);
      expect(new Set(seats).size).toBe(3);
      expect(marked).not.toContain(seats[0]);
      expect(Math.max(0, ...(await durations(page)))).toBeLessThanOrEqual(LONGEST);
      // A press ends it.
      await zoe.page.keyboard.press("Shift");
      await expect(shown).toHaveCount(0);
      await expect(page.locator(".flight")).toHaveCount(0);

      await zoe.press(page.getByRole("button", { name: "Since your turn" }));
      const list = page.getByTestId("pc-since").getByRole("listitem");
      await expect(list).toHaveCount(2);
      await expect(list.first()).toContainText(/takes|builds|draws/);
      await zoe.press(page.getByRole("button", { name: "Show it on the board" }));
      await expect(list).toHaveCount(0);
      await expect(shown).toHaveCount(1);
      // Pictures of cards come from the deck, but each card is pressed where it lies.
      const elsewhere = await page.locator("[data-cell] > .card").evaluateAll((cards) =>
        cards.flatMap((card) => {
          const [at, cell] = [card.getBoundingClientRect(), card.parentElement?.getBoundingClientRect()];
          return cell && Math.hypot(at.x - cell.x, at.y - cell.y) < 2 ? [] : [card.textContent];
        }),
      );
      expect(elsewhere).toEqual([]);
    },
  );
}

test("Point City alone: the city acts visibly, after the player", async ({ person }) => {
  const zoe = await person("Zoë", { context: { reducedMotion: "no-preference" } });
  const setup = { game: "point-city", variant: "solo-easy", players: 1 } as const;
  await zoe.open(`/t/${await lateTable(zoe, setup, 2)}`);
  const mayor = new Mayor(zoe);
  await mayor.question();
  await noteTurns(zoe.page);
  await mayor.answer();
  await expect.poll(() => turnsShown(zoe.page)).toEqual({ seats: ["0", "1"], marked: ["1"] });
});
