// Every screen: legible in the languages with the longest words, on narrow screens and with large text, and accessible in both
// themes.
import type { Page } from "@playwright/test";
import { violations } from "./fixtures/accessible";
import { painted } from "./fixtures/controls";
import { expect, PREFERENCES, test } from "./fixtures/test";
import { cutOff, sticksOut } from "./fixtures/legible";
import { goTo, SCREENS, speak, tablesOf, type Screen, type Tables } from "./fixtures/screens";
import type { Person } from "./fixtures/person";

/** A message's name instead of its words, or a place in it that was never filled. */
const RAW = /\b[a-z]+(?:_[a-z]+)+\b|\{[a-z]+\}|\bundefined\b|\bNaN\b|\[object/;

/** The number of pages on which the screens are looked at side by side, at the same tables. */
const PAGES = 3;

const PHONE = { width: 320, height: 640 };
const DESKTOP = { width: 1280, height: 800 };

/** A narrow phone, then a desktop with text twice as large; English rarely needs the most room. */
const SIZES = [
  { name: "320 px wide", viewport: PHONE, text: "", languages: ["de", "hu", "es"] },
  { name: "text twice as large", viewport: DESKTOP, text: "200%", languages: ["de", "hu"] },
];

/** The question of a game, if a line of it is cut off or covered where it would be in view. Runs in the page. */
function covered(): string[] {
  if (document.querySelector("dialog[open]")) return [];
  const questions = [...document.querySelectorAll("[data-testid=question], [data-testid=btc-question]")];
  return questions.flatMap((question) => {
    if (!question.checkVisibility({ visibilityProperty: true }) || question.closest("[inert]")) return [];
    const range = document.createRange();
    range.selectNodeContents(question);
    const isCovered = ({ left, right, top, bottom }: DOMRect): boolean => {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const seen = document.elementFromPoint(x, y);
      // A lesson takes the place of the question.
      return y >= 0 && y < innerHeight && !question.contains(seen) && !seen?.closest("[data-testid=coach]");
    };
    return [...range.getClientRects()].some(isCovered) ? [`"${question.textContent}"`] : [];
  });
}

/** The texts that can't be read on this screen. */
async function unreadable(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { name, viewport, text, languages } of SIZES) {
    await page.setViewportSize(viewport);
    await page.evaluate((size) => void (document.documentElement.style.fontSize = size), text);
    for (const language of languages) {
      await speak(page, language);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await painted(page);
      const where = `${language}, ${name}`;
      for (const part of await page.evaluate(sticksOut)) found.push(`${where}: ${part} sticks out`);
      for (const part of await page.evaluate(cutOff)) found.push(`${where}: ${part}`);
      for (const part of await page.evaluate(covered)) found.push(`${where}: ${part} is cut off or covered`);
      const raw = RAW.exec(await page.locator("body").innerText());
      if (raw) found.push(`${where}: raw ${raw[0]}`);
    }
  }
  return found;
}

/** The faults that axe finds on this screen, in the dark and in the light. */
async function inaccessible(page: Page): Promise<string[]> {
  const found: string[] = [];
  await speak(page, "en");
  await page.evaluate(() => void (document.documentElement.style.fontSize = ""));
  // The page behind a sheet is inert, and is a screen of its own.
  const part = (await page.locator("dialog[open]").count()) > 0 ? "dialog[open]" : undefined;
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    const options =
      colorScheme === "dark"
        ? // Only colours differ in the dark.
          { runOnly: ["color-contrast"] }
        : // Names contain the words that are seen, for people who speak to their device; axe calls this rule experimental.
          { rules: { "label-content-name-mismatch": { enabled: true } } };
    for (const fault of await violations(page, options, part)) found.push(`${colorScheme}: ${fault}`);
  }
  return found;
}

/** The faults of these screens, on a page of a person who plays at the tables. */
async function faults(person: Person, tables: Tables, screens: readonly Screen[]): Promise<string[]> {
  const { cookies } = await person.context.storageState();
  const context = await person.context
    .browser()
    ?.newContext({ ...PREFERENCES, locale: "en", viewport: PHONE });
  await context?.addCookies(cookies);
  const page = await context?.newPage();
  if (!page) throw new Error("no browser");
  const found: string[] = [];
  for (const screen of screens) {
    await page.setViewportSize(PHONE);
    await goTo(page, person.origin, screen, tables, "en");
    for (const fault of [...(await unreadable(page)), ...(await inaccessible(page))])
      found.push(`${screen.name}, ${fault}`);
  }
  await context?.close();
  return found;
}

test("every screen can be read on narrow screens and with large text, and axe finds nothing", async ({
  person,
}) => {
  test.setTimeout(900_000);
  const zoe = await person("Zoë");
  const tables = await tablesOf(zoe);
  const share = Math.ceil(SCREENS.length / PAGES);
  // Neighbours are on one page: the analysis of a game is kept by the browser that made it.
  const parts = Array.from({ length: PAGES }, (_, part) => SCREENS.slice(part * share, (part + 1) * share));
  const found = await Promise.all(parts.map((screens) => faults(zoe, tables, screens)));
  expect(found.flat()).toEqual([]);
});
