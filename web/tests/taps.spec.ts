// How many taps a turn takes, counted by the page: every press of a person counts.
import type { Locator, Page } from "@playwright/test";
import type { Person } from "./fixtures/person";
import { openTable, type Setup } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";

/** Opens a table on a page that counts taps and has short animations. */
async function begin(person: Person, setup: Setup): Promise<Page> {
  const { page } = person;
  await page.addInitScript(() => {
    localStorage.setItem("motion", '"quick"');
    Object.assign(window, { taps: 0 });
    document.addEventListener("click", ({ isTrusted }) => {
      if (isTrusted) (window as unknown as { taps: number }).taps += 1;
    });
  });
  await person.open(`/t/${await openTable(person, setup)}`);
  return page;
}

const taps = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { taps: number }).taps);
const tap = (spot: Locator): Promise<void> => spot.tap({ position: { x: 8, y: 8 } });

for (const { variant, players, most } of [
  { variant: "standard", players: 3, most: 6 },
  { variant: "two-player", players: 2, most: 6 },
  { variant: "automa-medium", players: 1, most: 6 },
]) {
  test(
    `Between Two Cities, ${variant}: at most ${most} taps a turn`,
    { tag: variant === "standard" ? "@phone" : ["@phone", "@all"] },
    async ({ person }) => {
      const zoe = await person("Zoë");
      const page = await begin(zoe, { game: "between-two-cities", variant, players });
      const builder = new CityBuilder(zoe);
      const round = page.getByRole("heading", { level: 1 });
      for (let turn = 0; turn < 2; turn++) {
        await builder.hand.first().waitFor();
        const [before, title] = [await taps(page), (await round.textContent()) ?? ""];
        for (const n of [0, 1]) await builder.hand.nth(n).tap();
        // Beside Automas the pair is kept by itself.
        if (!variant.startsWith("automa")) await builder.seal.tap();
        await builder.spots.first().waitFor();
        // A bot that builds on the spot of one of Zoë's drafts sends the draft back to her, which would take another tap.
        await expect(page.getByRole("group", { name: "Your cities" })).not.toContainText(/thinking|building/);
        if (variant.startsWith("automa") && turn === 0) {
          // A tile that was placed by mistake is taken back.
          await tap(builder.spots.first());
          await expect(builder.tray).toHaveCount(3);
          await page.getByRole("button", { name: "Take back" }).tap();
          await expect(builder.tray).toHaveCount(4);
          await page.evaluate(() => ((window as unknown as { taps: number }).taps -= 2));
        }
        const open = async () => (await builder.tray.count()) - (await builder.drafts.count());
        for (let left = await builder.tray.count(); left > 0; left--) {
          await tap(builder.spots.first());
          if (left > 1) await expect.poll(open).toBe(left - 1);
          if (left > 1) await builder.spots.first().waitFor();
        }
        if (!variant.startsWith("automa")) await builder.place.tap();
        await expect(round).not.toHaveText(title);
        expect((await taps(page)) - before).toBeLessThanOrEqual(most);
      }
    },
  );
}

test(
  "Point City: two taps for two resources, three for anything else",
  { tag: "@phone" },
  async ({ person }) => {
    const zoe = await person("Zoë");
    const page = await begin(zoe, { game: "point-city", variant: "solo-medium", players: 1 });
    const mine = page.getByTestId("question").and(page.locator(".mine"));
    const panel = page.getByTestId("pc-panel");
    const [take, back] = [panel.locator(".primary"), panel.getByRole("button", { name: "Back" })];
    const done = { resources: 0, building: 0 };
    for (let turn = 0; turn < 12 && done.building === 0; turn++) {
      await mine.waitFor();
      // A card that can be taken, preferably a building.
      const pairs = await page.evaluate(() => {
        const cards = [...document.querySelectorAll<HTMLElement>("[data-cell] .card")];
        return cards.map((card) => card.closest<HTMLElement>("[data-cell]")?.dataset.cell ?? "");
      });
      let found = false;
      for (const cell of pairs) {
        const before = await taps(page);
        await page.locator(`[data-cell=${cell}] .card`).tap();
        const partners = page.locator("[data-cell].partner .card");
        if ((await partners.count()) === 0) {
          await page.locator(`[data-cell=${cell}] .card`).tap();
          continue;
        }
        await partners.first().tap();
        await panel.waitFor();
        if ((await take.innerText()) === "Take") {
          if (done.resources === 0) {
            // Going back prevents it; the move is then made again.
            await back.tap();
            await expect(panel).toBeHidden();
            done.resources = -1;
            continue;
          }
          done.resources = 1;
          await expect(panel).toBeHidden();
          expect((await taps(page)) - before).toBe(2);
        } else {
          done.building += 1;
          await take.tap();
          await expect(panel).toBeHidden();
          expect((await taps(page)) - before).toBe(3);
        }
        found = true;
        break;
      }
      expect(found).toBe(true);
    }
    expect(done.resources).toBe(1);
    expect(done.building).toBeGreaterThan(0);
  },
);
