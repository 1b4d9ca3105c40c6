// Between Two Cities by keyboard alone is in tutorial.spec.ts: a whole first game.
import { Heard } from "./fixtures/heard";
import { lateTable } from "./fixtures/late";
import { Lessons, teachAt } from "./fixtures/lessons";
import { openTable } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";
import { Mayor } from "./players/point-city";

test("Point City by keyboard alone: the end", { tag: "@smoke" }, async ({ person }) => {
  const zoe = await person("Zoë", { hands: "keyboard" });
  const setup = { game: "point-city", variant: "solo-easy", players: 1 } as const;
  const heard = new Heard(zoe.page);
  await heard.listen();
  await zoe.open(`/t/${await lateTable(zoe, setup, 14)}`);
  const mayor = new Mayor(zoe);
  await mayor.play();
  await expect(mayor.result).toBeVisible();
  const verdict = await mayor.result.getByRole("heading").first().innerText();
  expect(await heard.all()).toMatch(new RegExp(`${verdict}.* 1\\. .*: \\d+ points?\\. 2\\. `));
});

test("Between Two Cities by keyboard: the focus goes on to the next question", async ({ person }) => {
  const zoe = await person("Zoë", { hands: "keyboard" });
  const { page } = zoe;
  const setup = { game: "between-two-cities", variant: "standard", players: 3 } as const;
  await zoe.open(`/t/${await openTable(zoe, setup)}`);
  const builder = new CityBuilder(zoe);
  for (let turn = 0; turn < 2; turn++) {
    if (turn > 0) await expect(page.locator(".hand button:focus")).toHaveCount(1);
    await builder.choose();
    await expect(page.locator("button.spot:focus")).toHaveCount(1);
    await builder.build();
  }
});

test("arrow keys lead to the board also from the coach's button", async ({ person }) => {
  const zoe = await person("Zoë", { hands: "keyboard" });
  const { page } = zoe;
  const lessons = new Lessons(page);
  const code = await openTable(zoe, { game: "between-two-cities", variant: "standard", players: 3 });
  await teachAt(page, "between-two-cities", code);
  await zoe.open(`/t/${code}`);
  await lessons.next.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("[data-stop]:focus")).toHaveCount(1);
});

test("one key presses the main button of a question, another opens rules and keys", async ({ person }) => {
  const zoe = await person("Zoë", { hands: "keyboard" });
  const { page } = zoe;
  const rules = page.getByRole("dialog", { name: /: rules$/ });
  for (const game of ["between-two-cities", "point-city"] as const) {
    const players = game === "point-city" ? 2 : 3;
    await zoe.open(`/t/${await openTable(zoe, { game, variant: "standard", players })}`);
    const builder = new CityBuilder(zoe);
    if (game === "point-city") {
      const mayor = new Mayor(zoe);
      await mayor.question();
      await page.keyboard.press("h");
      await expect(page.getByRole("button", { name: "Hint" })).toHaveAttribute("aria-pressed", "true");
      // The recommended move is opened by its button.
      const hints = page.getByRole("group", { name: "What a strong bot would do" });
      await hints.getByRole("button").first().press("Enter");
      await mayor.panel.waitFor();
      // Escape closes the sheet above a choice, and not the choice.
      await page.keyboard.press("?");
      await rules.waitFor();
      await page.keyboard.press("Escape");
      await rules.waitFor({ state: "hidden" });
      await expect(mayor.panel).toBeVisible();
      await page.keyboard.press("k");
      await mayor.panel.waitFor({ state: "detached" });
    } else {
      await builder.question();
      for (const nth of [0, 1]) await zoe.press(builder.hand.nth(nth));
      await page.keyboard.press("k");
      await expect(builder.hand).toHaveCount(0);
      expect(await builder.question()).toBe("place");
      await builder.lay();
      await page.keyboard.press("k");
      await expect(builder.drafts).toHaveCount(0);
    }
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("?");
    await expect(rules).toBeVisible();
    await rules.getByText("Keys", { exact: true }).click();
    await expect(rules.getByText("The main button: keep, place, take, build")).toBeVisible();
    // Behind the rules no key presses anything.
    await page.keyboard.press("h");
    await expect(rules).toBeVisible();
  }
});

test("a stranger plays within one tap", { tag: ["@phone", "@smoke"] }, async ({ person }) => {
  const zoe = await person("Zoë", { nameless: true });
  await zoe.open("/");
  const card = zoe.page.getByRole("article", { name: "Point City" });
  await zoe.press(card.getByRole("button", { name: "Play now" }));
  const mayor = new Mayor(zoe);
  await mayor.question();
  await mayor.answer();
});
