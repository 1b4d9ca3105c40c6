// A finished game is looked back on: every step, from every seat's eyes, by a link that names the moment.
import { readFile } from "node:fs/promises";
import { HAS_ENGINE } from "./fixtures/engines";
import { Heard } from "./fixtures/heard";
import { lateTable, makeMoves } from "./fixtures/late";
import type { Person } from "./fixtures/person";
import { resultShown, type Setup } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";
import { Mayor } from "./players/point-city";

test.skip(!HAS_ENGINE, "the client was built without the engine");

const CITIES: Setup = { game: "between-two-cities", variant: "standard", players: 3 };
const MARKET: Setup = { game: "point-city", variant: "standard", players: 2 };

/** A finished game of this person; its result is shown. */
async function finished(person: Person, setup: Setup): Promise<string> {
  const cities = setup.game === "between-two-cities";
  const code = await lateTable(person, setup, cities ? 20 : 16);
  await person.open(`/t/${code}`);
  await (cities ? new CityBuilder(person) : new Mayor(person)).play();
  return code;
}

const step = ({ page }: Person): Promise<number> =>
  page.locator("[data-step]").getAttribute("data-step").then(Number);

/** The visible text, once it has stopped changing. */
async function board({ page }: Person): Promise<string> {
  for (let before = ""; ; await page.waitForTimeout(400)) {
    const now = await page.locator("main").innerText();
    if (now === before) return now;
    before = now;
  }
}

/** Drags from the first step to the last in half a second. */
const drag = ({ page }: Person): Promise<void> =>
  page.getByRole("slider").evaluate(async (slider: HTMLInputElement) => {
    for (let frame = 0; frame <= 30; frame++) {
      slider.value = String(Math.round((Number(slider.max) * frame) / 30));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise(requestAnimationFrame);
    }
  });

test("players keep their colours when a game is looked back on", { tag: "@smoke" }, async ({ person }) => {
  const zoe = await person("Zoë");
  const { page } = zoe;
  // The colours of Zoë's partners, in which their names are framed.
  const colours = () =>
    page
      .locator(".partner[aria-label]")
      .evaluateAll((all) =>
        all.map((one) => [one.getAttribute("aria-label"), getComputedStyle(one).borderTopColor]).sort(),
      );
  const saved = await zoe.context.request.put(`${zoe.origin}/api/me`, {
    data: { name: "Zoë", colour: "plum" },
  });
  expect(saved.status()).toBe(200);
  const code = await lateTable(zoe, { ...CITIES, players: 4 }, 1);
  await zoe.open(`/t/${code}`);
  await expect(page.locator(".partner[aria-label]")).toHaveCount(2);
  const before = await colours();
  await makeMoves([zoe], code, 20);
  await resultShown(page);
  await zoe.press(page.getByRole("link", { name: "Watch it again" }));
  await expect(page.locator(".partner[aria-label]")).toHaveCount(2);
  expect(await colours()).toEqual(before);
});

test("a game of Between Two Cities is looked back on", async ({ person }) => {
  const zoe = await person("Zoë");
  const { page } = zoe;
  const code = await finished(zoe, CITIES);
  await zoe.press(page.getByRole("link", { name: "Watch it again" }));

  // From one's own eyes, from the deal on.
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const eyes = page.getByRole("combobox", { name: "Seen by" });
  await expect(eyes.locator("option:checked")).toHaveText("Zoë");
  await expect(page.locator(".caption")).toHaveText("The game begins.");
  await expect(page.locator(".hand button")).toHaveCount(7);
  await expect(button("One step back")).toBeDisabled();
  await zoe.press(button("One step on"));
  await expect(page.locator(".caption")).toContainText("All tiles are turned over.");
  await zoe.press(button("Next decision: Zoë"));
  const placing = await step(zoe);
  expect(placing).toBeGreaterThan(1);
  await expect(page.locator("button.spot").first()).toBeVisible();

  // The link names the moment and the seat; another person sees the same.
  await expect(page).toHaveURL(new RegExp(`/r/${code}#s=${placing}&e=\\d`));
  const ben = await person("Ben");
  await ben.page.goto(page.url());
  await expect(ben.page.locator("[data-step]")).toHaveAttribute("data-step", String(placing));
  expect(await ben.page.locator(".caption").innerText()).toBe(await page.locator(".caption").innerText());

  // A link to another moment of the game that is open. One that names an empty seat shows the same as one
  // that names none.
  await ben.page.goto(`${zoe.origin}/r/${code}#s=2&e=7`);
  await expect(ben.page.locator("[data-step]")).toHaveAttribute("data-step", "2");
  await expect(ben.page.locator("label option:checked")).toHaveText("somebody watching");
  // The link opens its moment again after steps that have changed the address.
  await ben.page.keyboard.press("ArrowRight");
  await expect(ben.page).toHaveURL(/#s=3&e=watcher/);
  await ben.page.goto(`${zoe.origin}/r/${code}#s=2&e=7`);
  await expect(ben.page.locator("[data-step]")).toHaveAttribute("data-step", "2");

  // Spectators see no hand; with everything open they see all hands.
  await page.keyboard.press("Home");
  await eyes.selectOption({ label: "somebody watching" });
  await expect(page.locator(".hand button")).toHaveCount(0);
  await eyes.selectOption({ label: "all is open" });
  await expect(page.locator("footer li")).toHaveCount(3);
  await expect(page.locator("footer li").first().getByRole("img")).toHaveCount(7);

  // The moment is a link. Only at the end the final table is shown, as a picture.
  await expect(page.getByRole("button", { name: "Share", exact: true })).toHaveCount(0);
  await expect(button("Share this moment")).toBeEnabled();
  // Phones have no button for it. Dragging shows the same once it ends.
  await page.keyboard.press("End");
  const end = await board(zoe);
  await zoe.press(button("Share"));
  const share = page.getByRole("dialog", { name: "The final table" });
  await expect(
    share.getByRole("img", { name: "Picture" }).locator("text", { hasText: "Zoë" }),
  ).not.toHaveCount(0);
  await expect(share.getByRole("button", { name: "Share this moment" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  expect(await board(zoe)).not.toBe(end);
  await drag(zoe);
  expect(await board(zoe)).toBe(end);
  await expect(button("One step on")).toBeDisabled();
  await zoe.press(page.getByRole("link", { name: "To the result" }));
  await expect(page.getByTestId("btc-result")).toBeVisible();

  // It is among one's games, with its result; the player's strengths are computed from the records.
  await zoe.open("/");
  await zoe.press(page.getByRole("link", { name: "All my games" }));
  await expect(page.locator(".list a")).toHaveAttribute("href", `/r/${code}`);
  await expect(page.locator(".list .mine")).toHaveText(/^Zoë\s+\d+, You(, won)?$/);
  await expect(page.locator(".list .won").first()).toContainText(", won");
  await page.getByRole("combobox", { name: "Players" }).selectOption("3");
  await zoe.press(button("Compare with the others"));
  await expect(page.getByRole("row", { name: /^Parks/ })).toBeVisible();
  // How accurately one decided is known once the games were analysed, in the background.
  await zoe.press(button("Analyse these games"));
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Accuracy" })).toBeVisible({ timeout: 120_000 });
  await expect(button("Analyse these games")).toHaveCount(0);
  const [download] = await Promise.all([page.waitForEvent("download"), zoe.press(button("Save all games"))]);
  expect(await readFile(await download.path(), "utf8")).toMatch(/^\{"record"/);
});

test(
  "in a running game one looks back on what one saw, and presses nothing by mistake",
  { tag: "@phone" },
  async ({ person }) => {
    const zoe = await person("Zoë");
    const { page } = zoe;
    await zoe.open(`/t/${await lateTable(zoe, MARKET, 4)}`);
    const board = page.getByTestId("point-city");
    await board.waitFor();
    await zoe.press(page.getByRole("button", { name: "Table and settings" }));
    await zoe.press(page.getByRole("button", { name: "Look back at the game so far" }));
    const past = page.getByRole("dialog", { name: "Looking back" });
    const back = past.getByRole("button", { name: "One step back" });
    await zoe.press(back);
    await expect(past.locator(".caption")).not.toBeEmpty();
    await page.keyboard.press("Home");
    await expect(past.locator(".caption")).toHaveText("The game begins.");
    await expect(back).toBeDisabled();
    expect(await past.locator("[inert] button").count()).toBeGreaterThan(0);
    await zoe.press(past.getByRole("button", { name: "Back to now" }));
    await expect(board).toHaveCount(1);
    await expect(past).toHaveCount(0);
    await expect(board).toBeVisible();
  },
);

test("a game of Point City is looked back on by keyboard, is read out, and plays by itself", async ({
  person,
}) => {
  const zoe = await person("Zoë", { hands: "keyboard" });
  const { page } = zoe;
  const heard = new Heard(page);
  await heard.listen();
  await finished(zoe, MARKET);
  await zoe.press(page.getByRole("link", { name: "Watch it again" }));
  await expect(page.locator(".caption")).toHaveText("The game begins.");
  const told = new Set<string>();
  for (let n = 1; n <= 5; n++) {
    await page.keyboard.press("ArrowRight");
    await expect(page.locator("[data-step]")).toHaveAttribute("data-step", String(n));
    told.add(await page.locator(".caption").innerText());
  }
  expect(told.size).toBeGreaterThan(3);
  // A screen reader reads each step out.
  for (const caption of told) expect(await heard.all()).toContain(caption);
  await page.keyboard.press("End");
  const last = await step(zoe);
  const end = await board(zoe);
  await page.keyboard.press("Home");
  await drag(zoe);
  expect(await board(zoe)).toBe(end);
  // Cards that are more than there is room for can be scrolled by keyboard, and only they are a stop of the Tab key.
  const cards = page.locator(".mine .cards");
  const wide = (width: string) =>
    cards.evaluate((element, width) => void ((element as HTMLElement).style.width = width), width);
  const stop = () => cards.evaluate((element) => (element as HTMLElement).tabIndex);
  await wide("20px");
  await expect.poll(stop).toBe(0);
  await wide("4000px");
  await expect.poll(stop).toBe(-1);
  await wide("");
  await page.keyboard.press("Home");
  expect(await step(zoe)).toBe(0);
  await page.getByRole("combobox", { name: "Speed" }).selectOption("4");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press(" ");
  await expect.poll(() => step(zoe)).toBeGreaterThan(3);
  await page.keyboard.press(" ");
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  expect(last).toBeGreaterThan(30);
});

test("games that can't be looked back on say why", { tag: "@smoke" }, async ({ person }) => {
  const zoe = await person("Zoë");
  const { page } = zoe;
  await zoe.open(`/r/${await lateTable(zoe, MARKET, 2)}`);
  await expect(page.getByRole("alert")).toContainText("over");
  await zoe.open("/r/NONE42");
  await expect(page.getByRole("heading", { name: "no such table" })).toBeVisible();
});
