// Where the points of a finished game went: the curve, the verdicts, luck and skill, learning, and going on from a moment.
import { readFile } from "node:fs/promises";
import { accessible } from "./fixtures/accessible";
import { HAS_ENGINE } from "./fixtures/engines";
import { Heard } from "./fixtures/heard";
import type { Person } from "./fixtures/person";
import { expect, test } from "./fixtures/test";
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
  await person.press(page.getByRole("button", { name: "Where did the points go?" }));
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

test(
  "an analysis shows where the points of a game went",
  { tag: "@phone" },
  async ({ person }, { project }) => {
    const zoe = await person("Zoë");
    const { page } = zoe;
    const button = (name: string | RegExp) =>
      page.getByRole("button", { name, exact: typeof name === "string" });
    await lookBack(zoe, "between-two-cities-standard-3");

    // The curve fills in, and then the analysis is kept with the game.
    const verdict = page.getByTestId("verdict");
    await expect(page.getByTestId("curve").locator("polyline")).toHaveCount(3);
    await expect(page.getByRole("progressbar")).toHaveCount(0, { timeout: 120_000 });
    expect(await analyses(zoe)).toBe(1);

    // From mistake to mistake: its cost, a better move, and the reason.
    await zoe.press(button("Next mistake"));
    await expect(verdict).toHaveAttribute("data-mark-is", /inexact|slip|blunder/);
    await expect(verdict).toContainText(/: it cost about \d+\.\d points \(give or take \d+\.\d\)/);
    await expect(verdict).toContainText("Better: ");
    await expect(verdict).toContainText(/Expected lead: \S+ \(mostly .+ to .+\)/);
    await expect(page).not.toHaveURL(/#s=0&/);
    await accessible(zoe, project);

    // Luck and skill: the parts add up to the lead.
    const everything = page.getByTestId("analysis");
    if (project.name === "phone") await zoe.press(button("Where did the points go?"));
    const points = await everything
      .locator("td.points")
      .evaluateAll((cells) =>
        cells.map((cell) => Number((cell.firstChild?.textContent ?? "").replace("−", "-").replace("+", ""))),
      );
    expect(points).toHaveLength(5);
    const sum = points.slice(0, 4).reduce((all, part) => all + part, 0);
    expect(Math.abs(sum - (points[4] ?? NaN))).toBeLessThan(0.25);
    await expect(everything.locator("caption")).toHaveText([/^The city with .+: \d+ points$/i, / points$/]);
    // The record of these bots says how it was dealt, and that is checked here.
    await expect(everything.getByText("Was it dealt fairly?")).toBeVisible();
    await accessible(zoe, project);

    // With hindsight, hidden information counts as well.
    await zoe.press(everything.getByRole("switch", { name: "With hindsight" }));
    if (project.name === "phone") await page.keyboard.press("Escape");
    await expect(verdict).toContainText(/With everything open.+Nobody could know that\./);
    if (project.name === "phone") await zoe.press(button("Where did the points go?"));

    // To learn: the answer is shown on request.
    await zoe.press(button("Learn from the mistakes"));
    const practice = page.getByTestId("practice");
    await expect(practice).toContainText("Find something better than");
    await zoe.press(button("Show the answer"));
    await expect(practice).toContainText("The answer: ");
    await accessible(zoe, project);
    await zoe.press(button("Back to the game"));
    await expect(page.locator("[data-learn]")).toBeFocused();

    // The second look costs nothing, and from any moment one may go on.
    await page.reload();
    await zoe.press(button("Where did the points go?"));
    await expect(verdict).toBeVisible();
    if (project.name === "phone") await zoe.press(button("Where did the points go?"));
    await zoe.press(button("Go on from here"));
    await zoe.press(button("Begin"));
    await page.waitForURL(/\/t\//);
    expect(await new CityBuilder(zoe).question()).not.toBe("over");
  },
);

test("mistakes are found and corrected by keyboard alone, and read out", async ({ person }) => {
  const zoe = await person("Zoë", { hands: "keyboard" });
  const { page } = zoe;
  const heard = new Heard(page);
  await heard.listen();
  // A failure is reported, and the analysis begins again on request.
  await page.route("**/analyst.worker*", (route) => route.abort(), { times: 1 });
  await lookBack(zoe, "point-city-standard-2");
  await expect.poll(() => heard.all()).toContain("The analysis could not be finished.");
  await zoe.press(page.getByRole("button", { name: "Try again" }));
  await expect(page.getByRole("progressbar")).toHaveCount(0, { timeout: 120_000 });
  await page.keyboard.press("Shift+ArrowRight");
  const verdict = page.getByTestId("verdict");
  await expect(verdict).toHaveAttribute("data-mark-is", /inexact|slip|blunder/);
  await expect.poll(() => heard.all()).toMatch(/: it cost about \d+\.\d points .*Better: /);
  await zoe.press(page.getByRole("button", { name: "Learn from the mistakes" }));
  const moment = (number: number) => page.getByRole("heading", { name: `Mistake ${number} of` });
  const questions = async (): Promise<number> =>
    (await heard.all()).match(/Find something better than/g)?.length ?? 0;
  await expect(moment(1)).toBeFocused();
  await expect.poll(questions).toBe(1);
  await new Mayor(zoe).answer();
  await expect.poll(() => heard.all()).toMatch(/costs \d+\.\d points|nothing better/);
  await expect(moment(1)).toBeFocused();
  // The board is as it was: another move may be tried.
  await expect(new Mayor(zoe).mine).toBeVisible();
  await zoe.press(page.getByRole("button", { name: "Show the answer" }));
  await expect.poll(() => heard.all()).toContain("The answer: ");
  await expect(moment(1)).toBeFocused();
  await zoe.press(page.getByRole("button", { name: "Next mistake" }));
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
  await zoe.press(page.getByRole("button", { name: "Where did the points go?" }));
  await expect.poll(() => page.evaluate(() => progress[0] ?? 0)).toBeGreaterThan(2 * first);
});
