import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { openTable } from "./fixtures/table";
import { expect, test } from "./fixtures/test";

const SIZES = [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
];

/** A message's name instead of its words, or a place in it that was never filled. */
const RAW = /\b[a-z]+(?:_[a-z]+)+\b|\{[a-z]+\}|\bundefined\b|\bNaN\b|\[object/;

function catalogue(language: string): Record<string, string> {
  const file = new URL(`../messages/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
}

/** What is on the page is in words, and nothing sticks out on either side, whatever the screen. */
async function fits(page: Page, language: string): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expect
        .poll(
          () =>
            page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
          { message: `wider than ${size.width} at ${page.url()}` },
        )
        .toBe(0);
      const [paper, ink] = await page.evaluate(() => {
        const { backgroundColor, color } = getComputedStyle(document.body);
        return [backgroundColor, color].map((rgb) => {
          const [r = 0, g = 0, b = 0] = (rgb.match(/[\d.]+/g) ?? []).map(Number);
          return 0.3 * r + 0.6 * g + 0.1 * b;
        }) as [number, number];
      });
      if (colorScheme === "dark") expect(paper).toBeLessThan(ink);
      else expect(paper).toBeGreaterThan(ink);
    }
    const text = await page.locator("body").innerText();
    expect(text.length).toBeGreaterThan(40);
    expect(text).not.toMatch(RAW);
  }
}

for (const language of ["en", "de", "hu", "es"]) {
  test(`in ${language}: home, rules, before the start, both games`, async ({ person }) => {
    const words = catalogue(language);
    const zoe = await person("Zoë", { context: { locale: language } });
    const { page } = zoe;
    const word = (key: string): string => words[key] ?? `no message ${key}`;

    await zoe.open("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(word("tagline"));
    await expect(page.getByRole("button", { name: word("play_now") }).first()).toBeEnabled();
    await fits(page, language);
    for (const card of await page.getByRole("article").all()) {
      const name = await card.getByRole("heading", { level: 2 }).innerText();
      await card.getByRole("button", { name: word("learn") }).click();
      await expect(page.getByRole("dialog").getByRole("heading", { level: 2 })).toContainText(name);
      await expect(page.getByRole("dialog").getByText(word("loading"))).toHaveCount(0);
      await fits(page, language);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }

    for (const game of ["between-two-cities", "point-city"] as const) {
      const waiting = await openTable(zoe, { game, variant: "standard", players: 3, bots: 1 });
      await zoe.open(`/t/${waiting}`);
      await expect(page.getByRole("button", { name: word("start"), exact: true })).toBeVisible();
      await fits(page, language);
      await zoe.open(`/t/${await openTable(zoe, { game, variant: "standard", players: 3 })}`);
      await expect(page.getByTestId(game === "point-city" ? "point-city" : "btc-play")).toBeVisible();
      await fits(page, language);
    }
  });
}

test("the language is changed on the page, and stays", async ({ person }) => {
  const zoe = await person("Zoë");
  await zoe.open("/");
  await zoe.press(zoe.page.getByRole("button", { name: "Language" }));
  await zoe.press(zoe.page.getByText("Magyar"));
  await expect(zoe.page.locator("html")).toHaveAttribute("lang", "hu");
  await zoe.page.reload();
  await expect(zoe.page.getByRole("heading", { level: 1 })).toHaveText(catalogue("hu").tagline ?? "");
});
