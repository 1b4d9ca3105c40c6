import { besideOthers, news } from "./fixtures/news";
import { openPane, openTable, sit } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import type { Person } from "./fixtures/person";

const SAID = "See https://cards.example/rules, please.";

/** Says it in the pane of talk. */
async function say(person: Person): Promise<void> {
  await openPane(person);
  await person.page.getByRole("textbox", { name: "Say something" }).fill(SAID);
  await person.press(person.page.getByRole("button", { name: "Send", exact: true }));
}

/** Waits until what was said is a bubble, and checks that it is at the card of its seat. To be called before it is said. */
async function heardAtTheCard({ page }: Person, said = SAID): Promise<void> {
  const found = await page.waitForFunction((text) => {
    const bubble = document.querySelector<HTMLElement>("[data-bubble]");
    if (!bubble?.innerText.includes(text)) return null;
    const card = document.querySelector(`[data-mark="seat ${bubble.dataset.bubble}"]`);
    return card && [bubble.getBoundingClientRect().toJSON(), card.getBoundingClientRect().toJSON()];
  }, said);
  const [bubble, card] = (await found.jsonValue()) as [DOMRect, DOMRect];
  expect(bubble.left).toBeLessThan(card.right);
  expect(bubble.right).toBeGreaterThan(card.left);
  expect(Math.abs(bubble.top - card.top)).toBeLessThan(2);
}

test("a player who is not a neighbour speaks at their card, also to people who watch", async ({ person }) => {
  const names = ["Anna", "Ben", "Cleo", "Eve"];
  const [anna, ben, cleo, eve] = (await Promise.all(names.map((name) => person(name)))) as [
    Person,
    Person,
    Person,
    Person,
  ];
  const options = { seating: "kept" };
  const setup = { game: "between-two-cities", variant: "standard", players: 4, bots: 1, options } as const;
  const path = `/t/${await openTable(anna, setup)}`;
  await anna.open(path);
  for (const one of [ben, cleo]) await sit(one, path);
  await anna.press(anna.page.getByRole("button", { name: "Start" }));
  for (const one of [anna, ben, cleo])
    await expect(one.page.getByRole("button", { name: /^Talk/ })).toBeVisible();
  await eve.open(path);
  await expect(eve.page.getByText("You are watching.")).toBeVisible();

  // A neighbour's line has its own place on the board.
  const beside = cleo.page.waitForFunction(
    (text) =>
      document.querySelector("[data-says]")?.textContent.includes(text) &&
      document.querySelector("[data-bubble]")?.checkVisibility() === false,
    SAID,
  );
  await Promise.all([heardAtTheCard(anna), heardAtTheCard(eve), beside, say(ben)]);

  await openPane(anna);
  const link = anna.page.getByRole("log", { name: "Talk" }).getByRole("link");
  await expect(link).toHaveText("https://cards.example/rules");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer");
});

test(
  "on a phone a player who is not a neighbour speaks beside the question, not over it",
  { tag: "@phone" },
  async ({ person }) => {
    const [anna, ben, cleo] = [await person("Anna"), await person("Ben"), await person("Cleo")];
    const options = { seating: "kept" };
    const setup = { game: "between-two-cities", variant: "standard", players: 4, bots: 1, options } as const;
    const code = await besideOthers(anna, [ben, cleo], setup);
    await anna.press(anna.page.getByRole("button", { name: "Start" }));
    const question = anna.page.getByTestId("btc-question");
    await expect(question).toBeVisible();
    await news(ben, code, { what: "say", text: SAID });
    const bubble = anna.page.locator("[data-bubble]").filter({ hasText: SAID });
    await expect(bubble).toBeVisible();
    const [said, asked] = await Promise.all(
      [bubble, question].map((one) => one.evaluate((element) => element.getBoundingClientRect().toJSON())),
    );
    expect(said.top >= asked.bottom || said.bottom <= asked.top).toBe(true);
  },
);

test("a rival in Point City speaks at their card", { tag: "@phone" }, async ({ person }) => {
  const [anna, ben] = [await person("Anna"), await person("Ben")];
  const setup = { game: "point-city", variant: "standard", players: 3, bots: 1 } as const;
  const path = `/t/${await openTable(anna, setup)}`;
  await anna.open(path);
  await sit(ben, path);
  await anna.press(anna.page.getByRole("button", { name: "Start" }));
  await expect(anna.page.getByTestId("point-city")).toBeVisible();
  await Promise.all([heardAtTheCard(anna), say(ben)]);

  // A reaction takes one tap, and is about the latest move of another player, or what was chosen.
  const react = (name: string) => ben.press(ben.page.getByRole("button", { name, exact: true }));
  const latest = await ben.page.getByLabel("React to").locator("option").first().textContent();
  await Promise.all([heardAtTheCard(anna, "Bravo!"), react("Bravo!")]);
  await ben.page.getByLabel("React to").selectOption("In general");
  await Promise.all([heardAtTheCard(anna, "Oh no!"), react("Oh no!")]);
  const talk = ben.page.getByRole("log", { name: "Talk" }).getByRole("listitem");
  await expect(talk.filter({ hasText: "Bravo!" })).toContainText(latest ?? "?");
  await expect(talk.filter({ hasText: "Oh no!" })).not.toContainText("move");
  await expect(ben.page.getByLabel("React to")).toHaveValue(/seat/);

  // One about a player's last move from their card, which shows the six for people alone.
  await ben.press(ben.page.getByRole("button", { name: "Close" }));
  const cards = ben.page.locator("button[data-seat]");
  const opened = ben.page.locator("dialog[open]");
  const six = opened.getByRole("group", { name: "Reactions" });
  await ben.press(cards.filter({ hasNotText: "Anna" }).filter({ hasNotText: "Ben" }));
  await expect(opened.getByRole("heading", { name: "Discards of everybody" })).toBeVisible();
  await expect(six).toHaveCount(0);
  await ben.press(opened.getByRole("button", { name: "Close" }));
  await ben.press(cards.filter({ hasText: "Anna" }));
  await Promise.all([heardAtTheCard(anna, "Wow!"), ben.press(six.getByRole("button", { name: "Wow!" }))]);
  await expect(opened).toHaveCount(0);
  await openPane(ben);
  await expect(talk.filter({ hasText: "Wow!" })).toContainText("Anna");
});

test("a neighbour's reaction to a city is a bubble, from the menu of the city", async ({ person }) => {
  const [anna, ben, eve] = [await person("Anna"), await person("Ben"), await person("Eve")];
  const setup = { game: "between-two-cities", variant: "standard", players: 3, bots: 1 } as const;
  const path = `/t/${await openTable(anna, setup)}`;
  await anna.open(path);
  await sit(ben, path);
  await anna.press(anna.page.getByRole("button", { name: "Start" }));
  for (const one of [anna, ben]) await expect(one.page.getByTestId("btc-question")).toBeVisible();
  await eve.open(path);
  await expect(eve.page.getByText("You are watching.")).toBeVisible();

  const bubbles = [anna, eve].map(({ page }) =>
    expect(page.locator("[data-bubble]").filter({ hasText: "Lovely!" })).toBeVisible(),
  );
  await ben.press(ben.page.getByRole("button", { name: "Say something to Anna" }).first());
  await ben.press(ben.page.getByRole("menuitem", { name: "Lovely!" }));
  await Promise.all(bubbles);
  await openPane(ben);
  const line = ben.page.getByRole("log", { name: "Talk" }).getByRole("listitem");
  await expect(line.filter({ hasText: "Lovely!" })).toContainText("the city with Anna");

  // Players do not see the reactions of people who watch.
  await openPane(eve);
  await eve.press(eve.page.getByRole("button", { name: "Wow!" }));
  await expect(eve.page.getByRole("log", { name: "Talk" })).toContainText("Wow!");
  await expect(ben.page.getByRole("log", { name: "Talk" })).not.toContainText("Wow!");
});
