// Pages use the screen: nothing is cut off, the first things are seen first, and a large screen is used.
import { HAS_ENGINE } from "./fixtures/engines";
import { lateTable } from "./fixtures/late";
import { wordsIn } from "./fixtures/screens";
import { openTable, resultShown } from "./fixtures/table";
import { expect, test } from "./fixtures/test";

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
const LARGE = { viewport: { width: 1920, height: 1080 } };
const CITIES = { game: "between-two-cities", variant: "standard" } as const;

for (const locale of ["de", "hu", "es", "en"] as const) {
  test(`on a first visit with a phone, learning and playing are in view: ${locale}`, async ({ person }) => {
    const { page, ...newcomer } = await person("Zoë", { nameless: true, context: { ...PHONE, locale } });
    await page.goto(newcomer.origin);
    const word = wordsIn(locale);
    const card = page.getByRole("article").first();
    for (const name of [word("coach_start"), word("play_now")]) {
      await expect(card.getByRole("button", { name }).first()).toBeInViewport({ ratio: 1 });
    }
    const name = page.getByText(word("me_none"), { exact: true });
    expect(await name.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
  });
}

test("pages use a large screen", async ({ person }) => {
  const zoe = await person("Zoë", { context: LARGE });
  const lobby = await openTable(zoe, { ...CITIES, players: 4, bots: 2 });
  const over = await lateTable(zoe, { ...CITIES, players: 3 }, 21);
  for (const path of ["/", `/t/${lobby}`, `/t/${over}`, "/games"]) {
    await zoe.open(path);
    const width = async () => (await zoe.page.getByRole("main").boundingBox())?.width ?? 0;
    await expect.poll(width, { message: path }).toBeGreaterThan(1400);
  }
});

test("the menus of talk with partners open within the window", async ({ person }) => {
  const zoe = await person("Zoë", { context: { viewport: { width: 1280, height: 800 } } });
  const { page } = zoe;
  await zoe.open(`/t/${await lateTable(zoe, { ...CITIES, players: 4 }, 1)}`);
  const menus = page.getByRole("main").locator("[aria-haspopup=menu]");
  await expect(menus).toHaveCount(2);
  for (const menu of await menus.all()) {
    await zoe.press(menu);
    for (const item of await page.getByRole("menuitem").all())
      await expect(item).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
  }
});

test("nothing of a board is cut off when a game is looked back on", async ({ person }) => {
  test.skip(!HAS_ENGINE, "the client was built without the engine");
  const desktop = { width: 1280, height: 800 };
  const zoe = await person("Zoë", { context: { viewport: desktop } });
  const { page } = zoe;
  const market = await lateTable(zoe, { game: "point-city", variant: "standard", players: 4 }, 17);
  const cities = await lateTable(zoe, { ...CITIES, players: 4 }, 21);
  for (const [code, parts, onPhone] of [
    [market, ".rivals li, .stock .open, .front", ".rivals, .stock, .board .cell, .front"],
    [cities, ".plot, .partner[aria-label], .round, .rack", ".plot, .tabs, .rack"],
  ] as const) {
    await page.setViewportSize(desktop);
    await zoe.open(`/t/${code}`);
    await resultShown(page);
    await zoe.open(`/r/${code}#s=14`);
    await page.locator(parts).first().waitFor();
    for (const part of await page.locator(parts).all()) await expect(part).toBeInViewport({ ratio: 0.99 });
    // No menus of talk, which would do nothing.
    await expect(page.getByRole("main").locator("[aria-haspopup=menu]")).toHaveCount(0);
    await page.setViewportSize({ width: 360, height: 640 });
    for (const part of await page.locator(onPhone).all()) await expect(part).toBeInViewport({ ratio: 0.99 });
  }
});
