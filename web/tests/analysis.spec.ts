// The analysis of a finished game: three sentences, the verdicts, luck and skill, learning, going on.
import { readFile } from "node:fs/promises";
import { accessible } from "./fixtures/accessible";
import { controls, painted, type Control } from "./fixtures/controls";
import { HAS_ENGINE } from "./fixtures/engines";
import { Heard } from "./fixtures/heard";
import type { Person } from "./fixtures/person";
import { LANGUAGES, speak } from "./fixtures/screens";
import { expect, test } from "./fixtures/test";
import { texts } from "./fixtures/texts";
import type { Page } from "@playwright/test";
import { CityBuilder } from "./players/between-two-cities";
import { Mayor } from "./players/point-city";

test.skip(!HAS_ENGINE, "the client was built without the engine");

const RECORDS = new URL("../../crates/townhall/tests/records/v1/", import.meta.url);

/** Brings the first game of a recorded mode into the browser, and looks back on it. */
async function lookBack(person: Person, mode: string): Promise<void> {
  const { page } = person;
  const file = await readFile(new URL(`${mode}.jsonl`, RECORDS), "utf8");
  const first = file.slice(0, file.indexOf('{"record"', 1));
  await person.open("/");
  const buffer = Buffer.from(first);
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "game.jsonl", mimeType: "application/jsonl", buffer });
  await page.waitForURL(/\/t\//);
  await person.open(`/r/${/\/t\/(\w+)/.exec(page.url())?.[1]}#s=0&e=0`);
  await person.press(page.getByRole("button", { name: COACH }));
}

const COACH = "What could I have done better?";

/** Opens what is said about the whole game, where there is no room for it beside the board. */
const openSheet = (person: Person): Promise<void> =>
  person.press(person.page.getByRole("button", { name: COACH }));

/** A number of points in words. */
const ABOUT = "about (½|\\d+) points?";

/** The answer with its reason: a sentence at least. */
const ANSWER = new RegExp(`^${texts(/^look_learn_solution$/)} \\p{Lu}.+\\.\\s*$`, "u");

/** The elements that a selector finds, of which a part lies outside of the board's frame or under something else. */
const covered = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate((selector) => {
    const frame = document.querySelector("main");
    const { top = 0, bottom = 0, left = 0, right = 0 } = frame?.getBoundingClientRect() ?? {};
    const shown = [...document.querySelectorAll(selector)].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    );
    const isFree = (one: Element): boolean => {
      const box = one.getBoundingClientRect();
      const inside =
        box.top >= top - 2 && box.bottom <= bottom + 2 && box.left >= left - 2 && box.right <= right + 2;
      const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      // An inert element is not hit; its frame is hit instead.
      return inside && (hit === frame || (hit?.contains(one) ?? false) || one.contains(hit));
    };
    return shown.length === 0
      ? [`no ${selector}`]
      : shown.flatMap((one) => (isFree(one) ? [] : [one.outerHTML.slice(0, 200)]));
  }, selector);

/** Goes through all mistakes. Each says in what the better move differs, and shows both moves uncovered on the board. */
async function mistakes(person: Person, board: string): Promise<number> {
  const { page } = person;
  const verdict = page.getByTestId("verdict");
  const [back, next] = ["Previous mistake", "Next mistake"].map((name) => page.getByRole("button", { name }));
  if (!back || !next) throw new Error("no ways");
  while (await back.isEnabled()) await person.press(back);
  let seen = 1;
  for (; await next.isEnabled(); seen++) {
    const before = await page.locator("[data-step]").getAttribute("data-step");
    await person.press(next);
    await expect(page.locator("[data-step]")).not.toHaveAttribute("data-step", before ?? "");
    await expect(verdict).toHaveAttribute("data-mark-is", /inexact|slip|blunder/);
    const [played, better] = await verdict.locator(".move").allTextContents();
    expect(better?.replace("Better: ", "")).not.toBe(played?.replace("Played: ", ""));
    // The board shows the places: only screen readers hear of columns and rows.
    expect(await verdict.locator(".move").allInnerTexts()).not.toContain(expect.stringMatching(/column|row/));
    const why = await page.getByTestId("why").textContent();
    expect(why).not.toMatch(/Right away: (.+)\. The move that was played: \1\./);
    expect(why).toMatch(/^\p{Lu}.+\.$/u);
    await expect
      .poll(() => covered(page, "[data-better]:not([data-tab])"), { message: why ?? "" })
      .toEqual([]);
    expect(await covered(page, board)).toEqual([]);
  }
  return seen;
}

/** How many analyses this browser keeps: complete ones, or such as were left. */
const analyses = (person: Person, which: "analyses" | "unfinished" = "analyses"): Promise<number> =>
  person.page.evaluate(
    (which) =>
      new Promise<number>((resolve) => {
        indexedDB.open("townhall").onsuccess = ({ target }) => {
          const { result: db } = target as IDBOpenDBRequest;
          const count = db.transaction(which).objectStore(which).count();
          count.onsuccess = () => {
            db.close();
            resolve(count.result);
          };
        };
      }),
    which,
  );

declare global {
  /** The progress that an analysis showed, in percent. */
  var progress: number[];
}

test("an analysis says what could have been done better", { tag: "@phone" }, async ({ person }) => {
  const zoe = await person("Zoë");
  const { page } = zoe;
  const button = (name: string | RegExp) =>
    page.getByRole("button", { name, exact: typeof name === "string" });
  await lookBack(zoe, "between-two-cities-standard-3");
  // The first mistake comes over the board long before all is known, and the board shows it.
  const verdict = page.getByTestId("verdict");
  await expect(verdict).toHaveAttribute("data-mark-is", /inexact|slip|blunder/, { timeout: 60_000 });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator("main [data-played]").first()).toBeAttached();
  await openSheet(zoe);
  // The buttons of the panel and the one that closes its sheet, which stay where they are as it fills.
  const fixed = page.locator(
    ".everything .buttons button, .everything .head button, dialog[open] .head button",
  );
  const buttons = () =>
    fixed.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => [x, y].map(Math.round)),
    );
  const before = await buttons();
  expect(before.length).toBeGreaterThan(2);

  // The curve fills in, and then the analysis is kept with the game.
  await expect(page.getByTestId("curve").locator("polyline")).toHaveCount(3);
  await expect(page.getByRole("progressbar")).toHaveCount(0, { timeout: 120_000 });
  expect(await analyses(zoe)).toBe(1);
  expect(await buttons()).toEqual(before);

  // Three sentences first: what decided the game, the costliest move, the best one. Each leads to its moment.
  const summary = page.getByTestId("summary");
  await expect(summary.getByRole("listitem")).toHaveText([
    new RegExp(`^\\s*What decided the game .+ (places|keeps) .+\\. That brought .+ ${ABOUT} \\(.+\\)\\.$`),
    new RegExp(`^\\s*The costliest move .+\\. It cost ${ABOUT}\\. Better: .+\\.$`),
    new RegExp(`^\\s*The best move ${texts(/^look_best_(move|none)$/)}$`),
  ]);
  // A move has a picture; that of the costliest shows the better one as well.
  const costliest = summary.getByRole("listitem").filter({ hasText: "It cost" });
  await expect(costliest.locator(".picture svg")).not.toHaveCount(0);
  const everything = page.getByTestId("analysis");
  await expect(everything.locator("td.points").first()).toBeHidden();
  await accessible(zoe);
  await zoe.press(summary.getByRole("button", { name: "What decided the game" }));
  await expect(page).not.toHaveURL(/#s=0&/);
  const reopen = (): Promise<void> => openSheet(zoe);
  await reopen();
  await zoe.press(summary.getByRole("button", { name: "The costliest move" }));
  await expect(verdict).toHaveAttribute("data-mark-is", /inexact|slip|blunder/);
  await expect(verdict.locator(".cost")).toHaveText(
    new RegExp(`^\\s*\\?[!?]?\\s*(Inexact|Slip|Blunder): it cost ${ABOUT}\\.\\s*$`),
  );
  await expect(verdict.locator(".move").last()).toHaveText(/^Better: \S.+$/);
  await accessible(zoe);

  // Luck and skill: the parts add up to the lead.
  await reopen();
  await zoe.press(everything.getByText("Luck, skill and other details"));
  const points = await everything
    .locator("td.points")
    .evaluateAll((cells) =>
      cells.map((cell) => Number((cell.firstChild?.textContent ?? "").replace("−", "-").replace("+", ""))),
    );
  expect(points).toHaveLength(5);
  const sum = points.slice(0, 4).reduce((all, part) => all + part, 0);
  expect(Math.abs(sum - (points[4] ?? NaN))).toBeLessThan(0.25);
  await expect(everything.locator("caption")).toHaveText([
    /^The city with .+: \d+ points\. Before the first move, \d+ were to be expected\.$/i,
    /^The city with .+: \d+ points\. Before the first move, \d+ were to be expected\.$/i,
  ]);
  // The record of these bots says how it was dealt, and that is checked here.
  await expect(everything.getByText("Was it dealt fairly?")).toBeVisible();
  await accessible(zoe);

  // With hindsight, hidden information counts as well.
  await zoe.press(everything.getByRole("switch", { name: "With hindsight" }));
  await page.keyboard.press("Escape");
  const hindsight = new RegExp(`^${texts(/^look_hindsight_/)}$`);
  await expect(verdict.locator(".why").filter({ hasText: hindsight })).toHaveCount(1);
  await reopen();

  // To learn: the answer is shown on request.
  await zoe.press(button("Learn from the mistakes"));
  const practice = page.getByTestId("practice");
  await expect(practice).toContainText("Can you find something better?");
  const asked = await controls(page);
  await zoe.press(button("Show the answer"));
  await expect(practice.locator(".words p").last()).toHaveText(ANSWER);
  // The button that skips is now the one that goes on, in its place.
  const places = (all: Control[]): string[] =>
    all
      .filter(({ name }) => name.includes(" in practice "))
      .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join());
  expect(places(asked)).toEqual(expect.arrayContaining(places(await controls(page))));
  // The answer is drawn in its city, and covers neither the tiles nor the button with which another move is tried.
  await expect.poll(() => covered(page, ":is([data-laid], [data-place])[data-better]")).toEqual([]);
  expect(await covered(page, ".rack, .actions .go")).toEqual([]);
  await expect(button(/^Say something to/)).toHaveCount(0);
  await expect(button("I wait")).toBeHidden();
  await accessible(zoe);
  await zoe.press(button("Back to the game"));
  await expect(page.locator("[data-learn]")).toBeFocused();

  // The second look costs nothing, and from any moment one may go on.
  await page.reload();
  await expect(verdict).toBeVisible();
  if ((await page.getByRole("dialog").count()) === 0) await reopen();
  await zoe.press(button("Go on from here"));
  await zoe.press(button("Begin"));
  await page.waitForURL(/\/t\//);
  expect(await new CityBuilder(zoe).question()).not.toBe("over");
});

test(
  "on a small phone every mistake has a reason, and nothing covers the moves",
  { tag: "@all" },
  async ({ person }) => {
    const context = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
    const zoe = await person("Zoë", { context, hands: "touch" });
    for (const [mode, held] of [
      ["between-two-cities-standard-3", "[data-phase=place] .tray, [data-phase=choose] .hand"],
      ["point-city-standard-2", "[data-stock=deck]"],
    ] as const) {
      await test.step(mode, async () => {
        await lookBack(zoe, mode);
        await expect(zoe.page.getByRole("progressbar")).toHaveCount(0, { timeout: 120_000 });
        expect(await mistakes(zoe, held)).toBeGreaterThan(1);
      });
    }
  },
);

test(
  "an answer stays on the board in its colour, and what follows it needs no scrolling",
  { tag: "@phone" },
  async ({ person }) => {
    const context = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
    const zoe = await person("Zoë", { context, hands: "touch" });
    const { page } = zoe;
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const words = page.getByTestId("practice").locator(".words");
    const said = words.locator("p:visible");
    /** The language in which the words of the practice don't fit. */
    const cut = async (): Promise<string[]> => {
      const found: string[] = [];
      for (const language of LANGUAGES.toReversed()) {
        await speak(page, language);
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        await painted(page);
        const fits = await words.evaluate((box) => box.scrollHeight <= box.clientHeight + 1);
        if (!fits) found.push(`${language}: ${await words.innerText()}`);
      }
      return found;
    };
    for (const mode of ["between-two-cities-standard-3", "point-city-standard-2"]) {
      await test.step(mode, async () => {
        await lookBack(zoe, mode);
        await expect(page.getByRole("progressbar")).toHaveCount(0, { timeout: 120_000 });
        await openSheet(zoe);
        await zoe.press(button("Learn from the mistakes"));
        const all = Number(
          /of (\d+)/.exec(await page.getByRole("heading", { level: 2 }).first().innerText())?.[1],
        );
        expect(all).toBeGreaterThan(0);
        for (let at = 1; at <= all; at++) {
          // The move that was played is marked, and not named by its place. To skip is no main button.
          await expect(page.locator("main [data-played]").first()).toBeAttached();
          await expect(said).toContainText("You played: ");
          await expect(said).not.toContainText(/column \d|row \d/);
          if (at < all) await expect(button("Skip")).not.toHaveClass(/primary/);
          expect(await cut()).toEqual([]);
          if (mode.startsWith("between") && at <= 2) await playAgain(zoe);
          await zoe.press(button("Show the answer"));
          await expect(said).toHaveText(ANSWER);
          await expect(page.locator("main [data-better]").first()).toBeAttached();
          expect(await cut()).toEqual([]);
          const on = button(at < all ? "Next" : "Done");
          await expect(on).toHaveClass(/primary/);
          await zoe.press(on);
        }
        await expect(words).toHaveCount(0);
      });
    }
  },
);

/** Tries the move that was played in Between Two Cities: it is wrong, stays where it was put, and another try is invited. */
async function playAgain(person: Person): Promise<void> {
  const { page } = person;
  const builder = new CityBuilder(person);
  const said = page.getByTestId("practice").locator(".words p:visible");
  if ((await builder.question()) === "choose") {
    for (const tile of await page.locator(".hand [data-played]").all()) await person.press(tile);
    await person.press(builder.seal);
    await expect(page.locator(".hand [data-wrong]")).toHaveCount(2, { timeout: 60_000 });
    await expect(page.locator(".hand [aria-pressed=true]")).toHaveCount(2);
  } else {
    const [, piece = ""] = /^You played: an? (.+) in the city/.exec(await said.innerText()) ?? [];
    const tiles = page.getByRole("group", { name: "Your tiles" });
    const tile = tiles.getByRole("button", { name: piece, exact: true }).first();
    if ((await tile.getAttribute("aria-pressed")) !== "true") await person.press(tile);
    await page
      .locator("button.spot[data-played]:not(.far)")
      .first()
      .tap({ position: { x: 8, y: 8 } });
    await person.press(builder.place);
    await expect(page.locator("[data-laid][data-wrong]")).toBeVisible({ timeout: 60_000 });
    await expect(builder.drafts).toHaveCount(1);
  }
  await expect(said).toHaveText(/^\?.* It costs about (½|\d+) points?\. Try something else\.\s*$/);
}

test("mistakes are found and corrected by keyboard alone, and read out", async ({ person }) => {
  const zoe = await person("Zoë", { hands: "keyboard" });
  const { page } = zoe;
  const heard = new Heard(page);
  await heard.listen();
  // A failure is reported, and the analysis begins again on request.
  await page.route("**/analyst.worker*", (route) => route.abort(), { times: 1 });
  await lookBack(zoe, "point-city-solo-medium-1");
  await expect.poll(() => heard.all()).toContain("The analysis could not be finished.");
  await zoe.press(page.getByRole("button", { name: "Try again" }));
  await expect(page.getByRole("progressbar")).toHaveCount(0, { timeout: 120_000 });
  await page.keyboard.press("Shift+ArrowRight");
  const verdict = page.getByTestId("verdict");
  await expect(verdict).toHaveAttribute("data-mark-is", /inexact|slip|blunder/);
  // No letters of cells, which the board does not show.
  await expect(verdict).not.toContainText(/\b[a-d][1-4]\b/);
  await expect.poll(() => heard.all()).toMatch(new RegExp(`: it cost ${ABOUT}\\. .*Better: `));
  await zoe.press(page.getByRole("button", { name: "Learn from the mistakes" }));
  const moment = (number: number) => page.getByRole("heading", { name: `Mistake ${number} of` });
  const questions = async (): Promise<number> =>
    (await heard.all()).match(/Can you find something better\?/g)?.length ?? 0;
  await expect(moment(1)).toBeFocused();
  await expect.poll(questions).toBe(1);
  await new Mayor(zoe).answer();
  await expect.poll(() => heard.all()).toMatch(new RegExp(texts(/^look_learn_tried/)));
  await expect(moment(1)).toBeFocused();
  // The board is as it was: another move may be tried.
  await expect(new Mayor(zoe).mine).toBeVisible();
  await zoe.press(page.getByRole("button", { name: "Show the answer" }));
  await expect.poll(() => heard.all()).toContain("The answer: ");
  await expect(moment(1)).toBeFocused();
  // On a narrow phone with large text, too, the title and the answer stand below each other.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
  const lines = await page
    .getByTestId("practice")
    .locator("p:visible, h2:visible")
    .evaluateAll((all) =>
      all.map((line) => {
        const words = document.createRange();
        words.selectNodeContents(line);
        const { top, bottom } = words.getBoundingClientRect();
        return { top, bottom };
      }),
    );
  expect(lines).toHaveLength(2);
  expect(lines[1]?.top).toBeGreaterThanOrEqual(lines[0]?.bottom ?? Infinity);
  await page.evaluate(() => void (document.documentElement.style.fontSize = ""));
  await page.setViewportSize({ width: 1280, height: 800 });
  await zoe.press(page.getByRole("button", { name: "Next", exact: true }));
  await expect(moment(2)).toBeFocused();
  await expect.poll(questions).toBe(2);
  await zoe.press(page.getByRole("button", { name: "Back to the game" }));
  await expect(page.getByRole("button", { name: "Learn from the mistakes" })).toBeFocused();
  await expect(verdict).toBeVisible();
});

test("an analysis goes on where it was after a reload", async ({ person }) => {
  const zoe = await person("Zoë");
  const { page } = zoe;
  await page.addInitScript(() => {
    globalThis.progress = [];
    const note = (): void => {
      const now = document.querySelector("progress")?.value;
      if (now && now !== progress.at(-1)) progress.push(now);
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await lookBack(zoe, "between-two-cities-standard-7");
  await expect.poll(() => analyses(zoe, "unfinished"), { timeout: 60_000 }).toBe(1);
  const [first = 0] = await page.evaluate(() => progress);
  await page.reload();
  await expect.poll(() => page.evaluate(() => progress[0] ?? 0)).toBeGreaterThan(2 * first);
});
