import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { controls, tooSmall } from "./fixtures/controls";
import { Heard } from "./fixtures/heard";
import { expect, test } from "./fixtures/test";
import type { Person } from "./fixtures/person";

/** The six cities of the rulebook's sample game, clockwise from the one between Ben and Matthew. */
const SAMPLE = [
  "SSSSHHOmOPOOOPHP",
  "mdFFOeObOOOOSSSS",
  "mdFFHeFPSHbPHHHO",
  "mFFFPPFPSSmPHHHF",
  "mdHHSeObSOHHSFPP",
  "FSFFPFPPFbHPPPHH",
];
const NAMES = ["Ben", "Matthew", "Emily", "Margaux", "Peter", "Anna Grace"];
const GAME = `/score/between-two-cities#v=standard&n=6&${NAMES.map((name) => `p=${name}`).join("&")}&s=${SAMPLE.join("-")}`;

const ranking = (page: Page): Locator => page.getByRole("region", { name: "Ranking" });

/** Enters a city, tile by tile; the mark goes on by itself. */
async function enter(person: Person, city: string): Promise<void> {
  for (const letter of city) await person.press(person.page.locator(`[data-tile="${letter}"]`));
}

test("a table of Between Two Cities is entered tile by tile", { tag: "@phone" }, async ({ person }) => {
  const zoe = await person("Zoë");
  const { page } = zoe;
  await zoe.open("/");
  await zoe.press(page.getByRole("paragraph").getByRole("link", { name: "Between Two Cities" }));
  await zoe.press(page.locator("summary"));
  await zoe.press(page.getByRole("radio", { name: "3", exact: true }).locator(".."));
  await page.getByLabel("Name 1").fill("Ada");
  await page.getByLabel("Name 2").fill("Ben");
  await zoe.press(page.locator("summary"));
  await expect(page.getByRole("heading", { name: "Between Ada and Ben" })).toBeVisible();

  /** The positions of all controls for entering a city. */
  const places = (): Promise<string[]> =>
    page
      .locator("[data-tile], [data-cell], .cities button, .which button")
      .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
  const before = await places();
  expect(tooSmall(await controls(page))).toEqual([]);
  await enter(zoe, SAMPLE[0] ?? "");
  const first = page.getByRole("group", { name: "Cities" }).getByRole("button").first();
  // Alone on the table its missing factories change nothing.
  await expect(first).toHaveAccessibleName("Between Ada and Ben: 56, 0 tiles missing");
  await expect(page.getByText("This city is complete.")).toBeVisible();
  expect(await places()).toEqual(before);

  // A slip is taken back, and a cell that was tapped is filled next.
  await zoe.press(page.getByRole("button", { name: "Next city" }));
  await enter(zoe, "SF");
  await zoe.press(page.getByRole("button", { name: "Take back" }));
  await zoe.press(page.getByRole("button", { name: "Row 4, column 4: empty" }));
  await enter(zoe, "b");
  await expect(page.getByRole("button", { name: "Row 4, column 4: tavern (bed)" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Row 1, column 2: empty" })).toBeVisible();
  await expect(page.getByText("14 tiles missing")).toBeVisible();
  await expect(ranking(page).getByRole("heading")).toHaveText("So far");

  // Everything is in the link, and this browser keeps it.
  await expect.poll(() => page.url()).toContain(`${SAMPLE[0]}-S..............b`);
  await page.reload();
  await expect(first).toHaveAccessibleName("Between Ada and Ben: 56, 0 tiles missing");
  await zoe.press(page.getByRole("link", { name: "New sheet" }));
  await expect(page.getByText("16 tiles missing")).toBeVisible();
  await zoe.press(page.getByRole("link", { name: /Ada \d+/ }));
  await expect(first).toHaveAccessibleName("Between Ada and Ben: 56, 0 tiles missing");
  // The home page lists it as well, until it is removed.
  await zoe.press(page.getByRole("link", { name: "Townhall: home page" }));
  const kept = page.getByRole("region", { name: "Your score sheets" });
  await expect(kept.getByRole("link", { name: /Ada \d+/ })).toContainText("Between Two Cities");
  await zoe.press(kept.getByRole("button", { name: /^Remove: / }));
  await expect(kept).toHaveCount(0);
});

test("a link shows the whole table, and who won and why", { tag: "@smoke" }, async ({ person }) => {
  const zoe = await person("Zoë", { nameless: true });
  await zoe.open(GAME);
  const rows = ranking(zoe.page).getByRole("listitem");
  await expect(ranking(zoe.page).getByRole("heading")).toHaveText("Emily wins!");
  await expect(ranking(zoe.page)).toContainText("The higher final score decides.");
  await expect(rows).toHaveText([
    /^1\.\s*Emily[\s\S]*62 points$/,
    /^2\.\s*Anna Grace[\s\S]*57 points$/,
    /^3\.\s*Matthew[\s\S]*56 points$/,
    /^4\.\s*Ben[\s\S]*56 points$/,
    /^5\.\s*Peter[\s\S]*52 points$/,
    /^6\.\s*Margaux[\s\S]*52 points$/,
  ]);
  // The picture of the table is a file.
  await zoe.press(zoe.page.getByRole("button", { name: "Picture" }));
  const download = zoe.page.waitForEvent("download");
  await zoe.press(zoe.page.getByRole("button", { name: "Save the picture" }));
  const bytes = await readFile(await (await download).path());
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(bytes.readUInt32BE(16), "its width").toBe(1800);
  expect(bytes.length).toBeGreaterThan(50_000);
  await zoe.page.keyboard.press("Escape");
  // A type says how it scores, and the tiles are lit.
  await zoe.press(zoe.page.getByRole("button", { name: "Parks" }));
  await expect(zoe.page.getByText("Parks: 10 points")).toBeVisible();
});

test("a city by the keyboard alone", async ({ person }) => {
  const zoe = await person("Zoë", { hands: "keyboard" });
  const { page } = zoe;
  const heard = new Heard(page);
  await heard.listen();
  await zoe.open("/score/between-two-cities#v=two-player&n=2&p=Ada&p=Ben");
  await zoe.reach(page.getByRole("button", { name: "Row 1, column 1: empty" }));
  await page.keyboard.type("SSSSHHOm");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("f");
  await expect(page.getByRole("button", { name: "Row 2, column 1: factory" })).toBeVisible();
  await page.keyboard.press("Backspace");
  await expect(page.getByRole("heading", { name: "Ada, left city" })).toBeVisible();
  await expect(page.getByText("9 tiles missing")).toBeVisible();
  expect(await heard.all()).toMatch(/factory[^]*9 tiles missing/);
});

test("the box has no more tiles than it has", async ({ person }) => {
  const zoe = await person("Zoë");
  await zoe.open("/score/between-two-cities#v=standard&n=3&s=bbbbbb..........");
  await zoe.press(zoe.page.locator('[data-tile="b"]'));
  await expect(zoe.page.getByRole("button", { name: "tavern (bed), 0 left in the box" })).toBeDisabled();
  await zoe.open("/score/between-two-cities#v=standard&n=3&s=bbbbbbbbb.......");
  await expect(zoe.page.getByText("tavern (bed): 2 more than the box has.")).toBeVisible();
});

test("people at a real table draw a card that says who sits where, or numbers", async ({ person }) => {
  const zoe = await person("Zoë");
  const { page } = zoe;
  await zoe.open("/score/between-two-cities#v=standard&n=4&p=Ada&p=Ben&p=Cleo");
  await zoe.press(page.locator("summary"));
  await zoe.press(page.getByRole("button", { name: "Who sits where?" }));
  const sheet = page.getByRole("dialog", { name: "Who sits where?" });
  const card = sheet.getByRole("status");
  const first = await card.innerText();
  expect(first).toMatch(/first$|alphabetical order$/);
  await zoe.press(sheet.getByRole("button", { name: "Another card" }));
  await expect(card).not.toHaveText(first);
  await zoe.press(sheet.getByRole("button", { name: "Deal numbers" }));
  const dealt = (await sheet.getByRole("listitem").allInnerTexts()).map((line) => line.replace(/\s+/g, " "));
  expect(dealt.map((line) => line.slice(2)).sort()).toEqual(["Ada", "Ben", "Cleo", "Name 4"]);
  expect(dealt.map((line) => line[0])).toEqual(["1", "2", "3", "4"]);
});

test("alone, the Automa city is a heap of tiles", async ({ person }) => {
  const zoe = await person("Zoë");
  const city = SAMPLE[1];
  await zoe.open(`/score/between-two-cities#v=automa-hard&n=1&p=Zoe&s=${SAMPLE[0]}-${city}-${SAMPLE[2]}`);
  await zoe.press(zoe.page.getByRole("button", { name: /^Automa city/ }));
  await expect(zoe.page.getByText("in any order")).toBeVisible();
  await expect(ranking(zoe.page).getByRole("listitem")).toHaveCount(3);
  await expect(ranking(zoe.page)).toContainText("Left Automa");
});

test("buildings in Point City are entered by taps", { tag: ["@phone", "@smoke"] }, async ({ person }) => {
  const zoe = await person("Zoë");
  const { page } = zoe;
  await zoe.open("/score/point-city#v=standard&n=2&p=Ada&p=Ben");
  await zoe.press(page.locator("summary"));
  const add = async (kind: string, times: number): Promise<void> => {
    for (let i = 0; i < times; i += 1) await zoe.press(page.locator(`[data-kind="${kind}"]`));
  };
  for (const [kind, times] of [
    ["C0", 2],
    ["M0", 4],
    ["E0", 2],
    ["N0", 2],
    ["N3", 1],
    ["7", 3],
    ["civic", 4],
  ] as const)
    await add(kind, times);
  expect(tooSmall(await controls(page))).toEqual([]);
  await expect(page.getByText("Civic buildings: 4, tokens: 0.")).toBeVisible();
  for (const token of [
    "2 points for each permanent economy",
    "3 points for each permanent pair of community and energy",
    "3 points for each kind of permanent resource you have 3 or more of",
    "2 points for each ingenuity card left at the end",
  ])
    await zoe.press(page.getByRole("button", { name: token }));
  await expect(page.getByText("Civic buildings: 4")).toHaveCount(0);
  const left = page.getByRole("group", { name: "Ingenuity cards left" });
  await zoe.press(left.getByRole("button", { name: "One more" }));
  await zoe.press(left.getByRole("button", { name: "One more" }));
  // The worked example of the rules.
  await expect(page.getByRole("group", { name: "Players" }).getByRole("button").first()).toHaveText(
    /Ada\s*48/,
  );
  await expect(ranking(page).getByRole("heading")).toHaveText("Ada leads with 48 points");

  // A token belongs to one player only.
  await zoe.press(page.getByRole("group", { name: "Players" }).getByRole("button", { name: "Ben" }));
  await expect(page.getByRole("button", { name: "2 points for each permanent economy" })).toBeDisabled();
  await add("5", 2);
  await zoe.press(page.getByRole("button", { name: /^One fewer of 2/ }));
  await expect(ranking(page).getByRole("listitem").nth(1)).toContainText("5 points");
});

test("the solo city of Point City wins a tie", async ({ person }) => {
  const zoe = await person("Zoë");
  await zoe.open("/score/point-city#v=solo-medium&n=1&p=Zoe&s=3*7_flat-5!2*C0.2*7____2");
  const rows = ranking(zoe.page).getByRole("listitem");
  await expect(rows.first()).toContainText("The city");
  await expect(rows).toContainText(["26 points", "26 points"]);
  await expect(ranking(zoe.page)).toContainText("Ties go to the city.");
});

test("a link that lost a part, and a server that does not answer", async ({ person }) => {
  const zoe = await person("Zoë");
  // Without the engine the server scores.
  await zoe.context.route("**/*.wasm", (route) => route.abort());
  await zoe.open("/score/point-city#v=standard");
  await expect(zoe.page.getByText("This link can't be read")).toBeVisible();
  await zoe.open("/score/chess");
  await expect(zoe.page.getByRole("heading", { level: 1 })).toHaveText("There is nothing here");

  await zoe.open("/score/point-city#v=standard&n=2&p=Ada");
  await zoe.press(zoe.page.locator('[data-kind="5"]'));
  await expect(zoe.page.getByRole("group", { name: "Players" }).getByRole("button").first()).toHaveText(/5/);
  await zoe.page.route("**/api/score/**", (route) => route.abort());
  await zoe.press(zoe.page.locator('[data-kind="5"]'));
  await expect(zoe.page.getByRole("alert")).toBeVisible();
  await zoe.page.unroute("**/api/score/**");
  await zoe.press(zoe.page.getByRole("button", { name: "Try again" }));
  await expect(zoe.page.getByRole("group", { name: "Players" }).getByRole("button").first()).toHaveText(/10/);
  await expect(zoe.page.getByRole("alert")).toHaveCount(0);
});

for (const viewport of [
  { width: 360, height: 640 },
  { width: 360, height: 740 },
  { width: 1280, height: 640 },
]) {
  test(`a new sheet shows its city and all tiles in ${viewport.width} × ${viewport.height}`, async ({
    person,
  }) => {
    const zoe = await person("Zoë", { context: { viewport } });
    await zoe.open("/score/between-two-cities");
    const tiles = zoe.page.locator("[data-tile], .erase");
    await tiles.last().waitFor();
    const ends = await tiles.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    expect(Math.max(...ends)).toBeLessThanOrEqual(viewport.height);
    expect(tooSmall(await controls(zoe.page))).toEqual([]);
  });
}
