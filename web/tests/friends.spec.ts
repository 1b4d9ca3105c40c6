import type { Person } from "./fixtures/person";
import { numbers, openTable, savedResult, scores } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";
import { Mayor } from "./players/point-city";

async function sit(person: Person, path: string): Promise<void> {
  await person.open(path);
  await person.press(person.page.getByRole("button", { name: "Sit here" }).first());
  await expect(person.page.getByRole("button", { name: "Stand up" })).toBeVisible();
}

test(
  "two friends: invited by code, a whole game of Point City, and another one",
  { tag: "@phone" },
  async ({ person }) => {
    const [anna, ben] = [await person("Anna", { nameless: true }), await person("Ben")];
    await anna.open("/");
    const card = anna.page.getByRole("article", { name: "Point City" });
    await anna.press(card.getByRole("button", { name: "Invite friends" }));
    const size = anna.page.getByRole("radiogroup", { name: "How many play?" });
    await anna.press(size.getByRole("radio", { name: "2", exact: true }));
    await expect(anna.page.getByRole("heading", { name: "At the table: 1 of 2" })).toBeVisible();
    const code = await anna.page.getByTestId("table-code").innerText();

    await ben.open("/");
    await ben.page.getByRole("textbox", { name: "Join with a code" }).fill(code.toLowerCase());
    await ben.press(ben.page.getByRole("button", { name: "Join", exact: true }));
    await ben.press(ben.page.getByRole("button", { name: "Sit here" }));
    await expect(anna.page.getByRole("listitem").filter({ hasText: "Ben" })).toBeVisible();
    await expect(ben.page.getByRole("button", { name: "Start" })).toHaveCount(0);
    await anna.press(anna.page.getByRole("button", { name: "Start" }));

    const mayors = [new Mayor(anna), new Mayor(ben)];
    await Promise.all(mayors.map((mayor) => mayor.play()));
    const told = scores(await savedResult(ben));
    for (const mayor of mayors) {
      const totals = mayor.result.getByRole("heading", { level: 3 }).locator("b");
      expect(await numbers(totals)).toEqual(told);
      expect(mayor.turns).toBeGreaterThan(4);
    }

    await anna.press(anna.page.getByRole("button", { name: "Play again" }));
    await ben.press(ben.page.getByRole("link", { name: "Join in" }));
    await expect(ben.page.getByRole("heading", { name: /^At the table/ })).toBeVisible();
    expect(ben.page.url()).toBe(anna.page.url());
  },
);

test("three friends: sealed choices, a proposal and its answer in Between Two Cities", async ({ person }) => {
  const people = [await person("Anna"), await person("Ben"), await person("Cleo")];
  const [anna, ben, cleo] = people as [Person, Person, Person];
  const path = `/t/${await openTable(anna, { game: "between-two-cities", variant: "standard", players: 3, bots: 0 })}`;
  await anna.open(path);
  await sit(ben, path);
  await sit(cleo, path);
  await anna.press(anna.page.getByRole("button", { name: "Start" }));

  const builders = people.map((one) => new CityBuilder(one));
  const [first, second, third] = builders as [CityBuilder, CityBuilder, CityBuilder];
  await first.question();
  await first.choose();
  // What Anna sealed lies face down before the others, and nothing in their pages tells what it is.
  const chip = ben.page.locator(".chip").filter({ hasText: "Anna" });
  await expect(chip).toContainText("sealed");
  await expect(chip.locator(".down")).toHaveCount(2);
  await expect(chip.locator(".tiles [title]")).toHaveCount(0);
  // Anna may change her mind, and the tiles are gone from the table again.
  await anna.press(first.unseal);
  await expect(chip.locator(".down")).toHaveCount(0);
  await first.choose();
  await second.choose();
  expect(await third.question()).toBe("choose");
  await third.choose();

  // All are revealed. Anna asks a partner before she builds.
  for (const builder of builders) expect(await builder.question()).toBe("place");
  await expect(chip.locator(".tiles [title]")).toHaveCount(2);
  while ((await first.spots.count()) > 0) await first.lay();
  await anna.press(anna.page.getByRole("button", { name: "Ask Ben" }));
  await ben.press(ben.page.getByRole("button", { name: "I agree" }));
  await expect(anna.page.getByRole("listitem").filter({ hasText: "You propose" })).toContainText("Ben");
  await anna.press(first.place);
  await expect(ben.page.getByRole("button", { name: "I agree" })).toHaveCount(0);

  await second.build();
  await third.build();
  for (const builder of builders) expect(await builder.question()).toBe("choose");
});

test("four friends: a table of Point City by a link, with talk", async ({ person }) => {
  const people = [await person("Anna"), await person("Ben"), await person("Cleo"), await person("Dan")];
  const [anna, ...others] = people as [Person, ...Person[]];
  const path = `/t/${await openTable(anna, { game: "point-city", variant: "standard", players: 4, bots: 0 })}`;
  await anna.open(path);
  for (const other of others) await sit(other, path);
  await anna.page.getByRole("textbox", { name: "Say something" }).fill("Good luck!");
  await anna.press(anna.page.getByRole("button", { name: "Send", exact: true }));
  for (const { page } of others)
    await expect(page.getByRole("log", { name: "Talk" })).toContainText("Good luck!");
  await anna.press(anna.page.getByRole("button", { name: "Start" }));
  for (const { page } of people) await expect(page.getByTestId("point-city")).toBeVisible();
});
