import { lateTable } from "./fixtures/late";
import { LANGUAGES, speak } from "./fixtures/screens";
import { openTable } from "./fixtures/table";
import { Heard } from "./fixtures/heard";
import { expect, test } from "./fixtures/test";
import type { Person } from "./fixtures/person";

test(
  "the rules of Between Two Cities, with examples that can be changed",
  { tag: "@smoke" },
  async ({ person }) => {
    const zoe = await person("Zoë");
    const { page } = zoe;
    await zoe.open("/");
    const game = page.getByRole("article", { name: "Between Two Cities" });
    await zoe.press(game.getByRole("button", { name: "Rules" }));
    const rules = page.getByTestId("rules");
    await expect(rules.getByText("Adjacent always means sharing an edge")).toBeVisible();
    await zoe.press(rules.getByRole("button", { name: "What counts" }));
    const parks = rules.locator(".type").filter({ has: page.getByRole("heading", { name: "Parks" }) });
    // A group of three and a park alone; the fourth park of the group joins the two.
    await expect(parks.getByText("12 + 2 =")).toBeVisible();
    await zoe.press(parks.getByRole("button", { name: "Row 3, column 3: empty. Change" }));
    await zoe.press(parks.getByRole("button", { name: "Row 2, column 3: empty. Change" }));
    await expect(parks.getByText("15 points")).toBeVisible();
    await zoe.press(parks.getByRole("button", { name: "Start over" }));
    await expect(parks.getByText("12 + 2 =")).toBeVisible();
    // Two cities with two factories share the second place; one more, and the first city has to share as well.
    const factories = rules
      .locator(".type")
      .filter({ has: page.getByRole("heading", { name: "Factories" }) });
    await expect(factories.locator(".points")).toHaveText([
      "4 × 4 = 16",
      "2 × 3 = 6",
      "2 × 3 = 6",
      "1 × 2 = 2",
    ]);
    await zoe.press(factories.getByRole("button", { name: "Pyramids: one factory fewer" }));
    await zoe.press(factories.getByRole("button", { name: "Pyramids: one factory fewer" }));
    await expect(factories.locator(".points")).toHaveText([
      "2 × 4 = 8",
      "2 × 4 = 8",
      "2 × 4 = 8",
      "1 × 3 = 3",
    ]);
    await zoe.press(rules.getByText("What if everything is equal?"));
    await expect(rules.getByText("Then the win is shared.")).toBeVisible();
  },
);

test("the rules of Point City, with a token that counts, by keyboard alone", async ({ person }) => {
  const zoe = await person("Zoë", { hands: "keyboard" });
  const { page } = zoe;
  const heard = new Heard(page);
  await heard.listen();
  await zoe.open("/");
  await zoe.press(page.getByRole("article", { name: "Point City" }).getByRole("button", { name: "Rules" }));
  const rules = page.getByTestId("rules");
  await expect(rules.getByText("6 points", { exact: true })).toBeVisible();
  await zoe.press(rules.getByRole("button", { name: "energy: 3. Change" }));
  await zoe.press(rules.getByRole("button", { name: /^4 points for each kind/ }));
  await expect(rules.getByText("4 points", { exact: true })).toBeVisible();
  expect(await heard.all()).toMatch(/4 points for each kind.*: 4 points/);
  await zoe.press(rules.getByText("Can two win?"));
  await expect(rules.getByText("Not alone: there the city wins ties.")).toBeVisible();
});

test("opened in a game, the rules begin with what matters now", { tag: "@smoke" }, async ({ person }) => {
  const zoe = await person("Zoë");
  const setup = { game: "between-two-cities", variant: "automa-easy", players: 1 } as const;
  for (const [moves, part] of [
    [0, "Choose"],
    [1, "Build"],
  ] as const) {
    await zoe.open(`/t/${await lateTable(zoe, setup, moves)}`);
    await zoe.press(zoe.page.getByRole("button", { name: "Rules" }).first());
    const now = zoe.page.getByTestId("rules").locator(".now").filter({ hasText: "What matters now" });
    await expect(now.getByRole("heading")).toHaveText(part);
    await zoe.page.keyboard.press("Escape");
  }
});

/** Opens a table and waits for its explanations, which load after the board: a mouse that rests until then asks nothing. */
async function openExplained(person: Person, code: string): Promise<void> {
  await person.open(`/t/${code}`);
  await person.page.getByTestId("explanations").waitFor({ state: "attached" });
}

test("cards and piles are explained where they are", async ({ person }) => {
  const zoe = await person("Zoë");
  const { page } = zoe;
  const said = page.getByTestId("explained");
  await openExplained(zoe, await openTable(zoe, { game: "point-city", variant: "solo-easy", players: 1 }));
  // A mouse that rests on it.
  await page.locator('[data-cell="a2"] .card').hover();
  await expect(said).toContainText("The city takes this next.");
  // The signs of the solo city, on the board and for a screen reader.
  await page.locator("[data-sign=city]").first().hover();
  await expect(said).toContainText("2, 3, 4 and 5");
  await expect(page.locator('[data-cell="a2"] .card')).toHaveAccessibleName(/The city takes this next\.$/);
  await expect(page.locator('[data-cell="b2"] .card')).toHaveAccessibleName(/2: in that many turns/);
  await expect(page.getByRole("img", { name: "In the turns after that, from b2" })).toBeVisible();
  await page.mouse.move(2, 2);
  await expect(said).toHaveCount(0);
  await page.locator('[data-stock="deck"]').hover();
  await expect(said).toContainText("You may take the top two");
  // A question mark explains the focused element.
  await page.locator('[data-cell="a3"] .card').focus();
  await page.keyboard.press("?");
  await expect(said).toContainText("The city takes this next.");
  await page.keyboard.press("Escape");
  await expect(said).toHaveCount(0);
});

test("a building says what its own group scores in its city", async ({ person }) => {
  const zoe = await person("Zoë");
  const { page } = zoe;
  const setup = { game: "between-two-cities", variant: "standard", players: 3 } as const;
  await openExplained(zoe, await lateTable(zoe, setup, 15));
  const said = page.getByTestId("explained");
  const words = {
    S: /In its line of \d: \d+ points/,
    P: /In its group of \d: \d+ points/,
    O: /In its set of \d: \d+ points?/,
    F: /Every factory here: \d points/,
    H: /This house: \d points?/,
  };
  let found = 0;
  for (const [letter, text] of Object.entries(words)) {
    const built = page.locator(`.plot .cell:has([data-piece="${letter}"])`).first();
    if ((await built.count()) === 0) continue;
    await built.hover();
    await expect(said).toContainText(text);
    found += 1;
  }
  expect(found).toBeGreaterThan(0);
});

test("a finger that stays on something asks, and chooses nothing", { tag: "@phone" }, async ({ person }) => {
  const zoe = await person("Zoë", { hands: "touch", context: { hasTouch: true } });
  const { page } = zoe;
  const said = page.getByTestId("explained");
  const setup = { game: "between-two-cities", variant: "standard", players: 3 } as const;
  await openExplained(zoe, await openTable(zoe, setup));
  const tile = page.getByTestId("btc-play").locator(".hand .tile").first();
  const box = (await tile.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const client = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await expect(said).toContainText("Best pair with it now");
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect(tile).toHaveAttribute("aria-pressed", "false");
  await expect(said).toBeVisible();
  await zoe.press(tile);
  await expect(said).toHaveCount(0);
  await expect(tile).toHaveAttribute("aria-pressed", "true");
});

test("lists and tables of the rules are no wider than their part, in every language", async ({ person }) => {
  const zoe = await person("Zoë", { context: { viewport: { width: 320, height: 640 } } });
  const { page } = zoe;
  for (const game of [0, 1]) {
    await zoe.open("/");
    await page.locator("article .learn").nth(game).click();
    const rules = page.getByTestId("rules");
    await rules.waitFor();
    for (const locale of LANGUAGES) {
      await speak(page, locale);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      const wide = await rules.evaluate((element) =>
        [...element.querySelectorAll("table, ul, ol")]
          .filter((one) => {
            const part = one.closest("section");
            return part && one.getBoundingClientRect().right > part.getBoundingClientRect().right + 0.5;
          })
          .map((one) => one.textContent),
      );
      expect(wide, locale).toEqual([]);
    }
  }
});
