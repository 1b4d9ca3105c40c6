import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/test";

function catalogue(language: string): Record<string, string> {
  const file = new URL(`../messages/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
}

/** How bright paper and ink are, from 0 to 255. */
function brightness(page: Page): Promise<[paper: number, ink: number]> {
  return page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    return [backgroundColor, color].map((rgb) => {
      const [r = 0, g = 0, b = 0] = (rgb.match(/[\d.]+/g) ?? []).map(Number);
      return 0.3 * r + 0.6 * g + 0.1 * b;
    }) as [number, number];
  });
}

for (const language of ["en", "de", "hu", "es"]) {
  test(`in ${language}: home and rules, light and dark`, async ({ person }) => {
    const words = catalogue(language);
    const zoe = await person("Zoë", { context: { locale: language } });
    const { page } = zoe;
    const word = (key: string): string => words[key] ?? `no message ${key}`;

    await zoe.open("/");
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(word("tagline"));
    await expect(page.getByRole("button", { name: word("play_now") }).first()).toBeEnabled();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const [paper, ink] = await brightness(page);
      if (colorScheme === "dark") expect(paper).toBeLessThan(ink);
      else expect(paper).toBeGreaterThan(ink);
    }
    for (const card of await page.getByRole("article").all()) {
      const name = await card.getByRole("heading", { level: 2 }).innerText();
      await card.getByRole("button", { name: word("learn") }).click();
      await expect(page.getByRole("dialog").getByRole("heading", { level: 2 })).toContainText(name);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  });
}

test("the language is changed on the page, and stays", { tag: "@smoke" }, async ({ person }) => {
  const zoe = await person("Zoë");
  await zoe.open("/");
  await zoe.press(zoe.page.getByRole("button", { name: "Language" }));
  await zoe.press(zoe.page.getByText("Magyar"));
  await expect(zoe.page.locator("html")).toHaveAttribute("lang", "hu");
  await zoe.page.reload();
  await expect(zoe.page.getByRole("heading", { level: 1 })).toHaveText(catalogue("hu").tagline ?? "");
});
